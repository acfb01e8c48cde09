; Lanes leave a loop in different iterations: the address that another lane had
; there is gone, and lanes of one row are at different ones.
; RUN: %f2opt -passes='f2layout<block=32>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout 2>&1 | FileCheck %s --check-prefix=REMARK
; REMARK: 3 loads from shared array S stay, the first because no store is known to run before a barrier that runs before the load, except perhaps in another loop or iteration
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32 --fill 1=random
; CHECK-NOT: call {{.*}}matrix

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__half = type { i16 }

@_ZZ2tdE1S = internal unnamed_addr addrspace(3) global [128 x [32 x %struct.__half]] undef, align 16

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @td(ptr noundef writeonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readnone captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = lshr i32 %4, 5
  %6 = sub nsw i32 0, %5
  %7 = and i32 %6, 7
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %19, label %9

9:                                                ; preds = %3, %9
  %10 = phi i32 [ %16, %9 ], [ %4, %3 ]
  %11 = phi i32 [ %17, %9 ], [ 0, %3 ]
  %12 = zext nneg i32 %10 to i64
  %13 = getelementptr inbounds nuw i32, ptr %1, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !6
  %15 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %12
  store i32 %14, ptr %15, align 4, !tbaa !6
  %16 = add nuw nsw i32 %10, 32
  %17 = add i32 %11, 1
  %18 = icmp eq i32 %17, %7
  br i1 %18, label %19, label %9, !llvm.loop !11

19:                                               ; preds = %3, %9
  %20 = phi i32 [ %4, %3 ], [ %16, %9 ]
  br label %27

21:                                               ; preds = %27
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %22 = lshr i32 %4, 2
  %23 = shl nuw nsw i32 %4, 1
  %24 = and i32 %23, 6
  %25 = zext nneg i32 %24 to i64
  %26 = getelementptr inbounds nuw %struct.__half, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %25
  br label %70

27:                                               ; preds = %27, %19
  %28 = phi i32 [ %20, %19 ], [ %68, %27 ]
  %29 = zext nneg i32 %28 to i64
  %30 = getelementptr inbounds nuw i32, ptr %1, i64 %29
  %31 = load i32, ptr %30, align 4, !tbaa !6
  %32 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %29
  store i32 %31, ptr %32, align 4, !tbaa !6
  %33 = add nuw nsw i32 %28, 32
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr %1, i64 %34
  %36 = load i32, ptr %35, align 4, !tbaa !6
  %37 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %34
  store i32 %36, ptr %37, align 4, !tbaa !6
  %38 = add nuw nsw i32 %28, 64
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds nuw i32, ptr %1, i64 %39
  %41 = load i32, ptr %40, align 4, !tbaa !6
  %42 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %39
  store i32 %41, ptr %42, align 4, !tbaa !6
  %43 = add nuw nsw i32 %28, 96
  %44 = zext nneg i32 %43 to i64
  %45 = getelementptr inbounds nuw i32, ptr %1, i64 %44
  %46 = load i32, ptr %45, align 4, !tbaa !6
  %47 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %44
  store i32 %46, ptr %47, align 4, !tbaa !6
  %48 = add nuw nsw i32 %28, 128
  %49 = zext nneg i32 %48 to i64
  %50 = getelementptr inbounds nuw i32, ptr %1, i64 %49
  %51 = load i32, ptr %50, align 4, !tbaa !6
  %52 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %49
  store i32 %51, ptr %52, align 4, !tbaa !6
  %53 = add nuw nsw i32 %28, 160
  %54 = zext nneg i32 %53 to i64
  %55 = getelementptr inbounds nuw i32, ptr %1, i64 %54
  %56 = load i32, ptr %55, align 4, !tbaa !6
  %57 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %54
  store i32 %56, ptr %57, align 4, !tbaa !6
  %58 = add nuw nsw i32 %28, 192
  %59 = zext nneg i32 %58 to i64
  %60 = getelementptr inbounds nuw i32, ptr %1, i64 %59
  %61 = load i32, ptr %60, align 4, !tbaa !6
  %62 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %59
  store i32 %61, ptr %62, align 4, !tbaa !6
  %63 = add nuw nsw i32 %28, 224
  %64 = zext nneg i32 %63 to i64
  %65 = getelementptr inbounds nuw i32, ptr %1, i64 %64
  %66 = load i32, ptr %65, align 4, !tbaa !6
  %67 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ2tdE1S to ptr), i64 %64
  store i32 %66, ptr %67, align 4, !tbaa !6
  %68 = add nuw nsw i32 %28, 256
  %69 = icmp ult i32 %28, 1792
  br i1 %69, label %27, label %21, !llvm.loop !13

70:                                               ; preds = %70, %21
  %71 = phi i32 [ 0, %21 ], [ %78, %70 ]
  %72 = shl nuw nsw i32 %71, 3
  %73 = add nuw nsw i32 %72, %22
  %74 = zext nneg i32 %73 to i64
  %75 = getelementptr inbounds nuw [32 x %struct.__half], ptr %26, i64 %74
  %76 = getelementptr inbounds nuw i8, ptr %75, i64 32
  %77 = load i32, ptr %76, align 4, !tbaa !6
  %78 = add nuw nsw i32 %71, 1
  %79 = and i32 %77, 3
  %80 = icmp ne i32 %79, 0
  %81 = icmp samesign ult i32 %71, 14
  %82 = select i1 %80, i1 %81, i1 false
  br i1 %82, label %70, label %83, !llvm.loop !15

83:                                               ; preds = %70
  %84 = load i32, ptr %75, align 4, !tbaa !6
  %85 = getelementptr inbounds nuw i8, ptr %75, i64 16
  %86 = load i32, ptr %85, align 4, !tbaa !6
  %87 = mul i32 %84, 3
  %88 = add i32 %87, %86
  %89 = zext nneg i32 %4 to i64
  %90 = getelementptr inbounds nuw i32, ptr %0, i64 %89
  store i32 %88, ptr %90, align 4, !tbaa !6
  ret void
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="32" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" "uniform-work-group-size"="true" }
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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.unroll.disable"}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = distinct !{!15, !14}
