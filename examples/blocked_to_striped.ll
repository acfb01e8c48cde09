; blocked_to_striped.cu as clang 22 compiles it for sm_90, for machines without a
; CUDA toolkit.
;
; Part of the f2layout project, under the Apache License v2.0 with LLVM
; Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

; ModuleID = 'examples/blocked_to_striped.cu'
source_filename = "examples/blocked_to_striped.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.int4 = type { i32, i32, i32, i32 }

@_ZZ18blocked_to_stripedE8exchange = internal unnamed_addr addrspace(3) global [8 x [128 x i32]] undef, align 4

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @blocked_to_striped(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = lshr i32 %3, 5
  %5 = and i32 %3, 31
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = shl i32 %6, 8
  %8 = add i32 %7, %3
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw %struct.int4, ptr %1, i64 %9
  %11 = load i32, ptr %10, align 16, !tbaa !6
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 4
  %13 = load i32, ptr %12, align 4, !tbaa !6
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %15 = load i32, ptr %14, align 8, !tbaa !6
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 12
  %17 = load i32, ptr %16, align 4, !tbaa !6
  %18 = zext nneg i32 %4 to i64
  %19 = getelementptr inbounds nuw [128 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ18blocked_to_stripedE8exchange to ptr), i64 %18
  %20 = shl nuw nsw i32 %5, 2
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds nuw i32, ptr %19, i64 %21
  store i32 %11, ptr %22, align 4, !tbaa !6
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 4
  store i32 %13, ptr %23, align 4, !tbaa !6
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 8
  store i32 %15, ptr %24, align 4, !tbaa !6
  %25 = getelementptr inbounds nuw i8, ptr %22, i64 12
  store i32 %17, ptr %25, align 4, !tbaa !6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %26 = shl i32 %6, 10
  %27 = shl nuw nsw i32 %4, 7
  %28 = add i32 %27, %26
  %29 = or disjoint i32 %28, %5
  %30 = zext nneg i32 %5 to i64
  %31 = getelementptr inbounds nuw i32, ptr %19, i64 %30
  %32 = load i32, ptr %31, align 4, !tbaa !6
  %33 = zext i32 %29 to i64
  %34 = getelementptr inbounds nuw i32, ptr %0, i64 %33
  store i32 %32, ptr %34, align 4, !tbaa !6
  %35 = zext nneg i32 %5 to i64
  %36 = getelementptr inbounds nuw i32, ptr %19, i64 %35
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 128
  %38 = load i32, ptr %37, align 4, !tbaa !6
  %39 = or disjoint i32 %29, 32
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds nuw i32, ptr %0, i64 %40
  store i32 %38, ptr %41, align 4, !tbaa !6
  %42 = zext nneg i32 %5 to i64
  %43 = getelementptr inbounds nuw i32, ptr %19, i64 %42
  %44 = getelementptr inbounds nuw i8, ptr %43, i64 256
  %45 = load i32, ptr %44, align 4, !tbaa !6
  %46 = or disjoint i32 %29, 64
  %47 = zext i32 %46 to i64
  %48 = getelementptr inbounds nuw i32, ptr %0, i64 %47
  store i32 %45, ptr %48, align 4, !tbaa !6
  %49 = zext nneg i32 %5 to i64
  %50 = getelementptr inbounds nuw i32, ptr %19, i64 %49
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 384
  %52 = load i32, ptr %51, align 4, !tbaa !6
  %53 = or disjoint i32 %29, 96
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds nuw i32, ptr %0, i64 %54
  store i32 %52, ptr %55, align 4, !tbaa !6
  ret void
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="256" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4, !5}
!llvm.errno.tbaa = !{!6}
!nvvmir.version = !{!10}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!3 = !{i32 7, !"frame-pointer", i32 2}
!4 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!5 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C++ TBAA"}
!10 = !{i32 2, i32 0}
