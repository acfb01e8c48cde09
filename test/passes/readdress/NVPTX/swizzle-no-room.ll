; The kernel's arrays fill the 48 KiB: the alignment of none may be raised.
; RUN: %f2opt -passes='function(f2layout-copies,f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-readdress 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; REMARK: is not swizzled: aligned to 16 bytes, it may not fit into shared memory
; CHECK: global [383 x [32 x float]] {{.*}}align 4

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.float4 = type { float, float, float, float }

@_ZZ3limE1a = internal addrspace(3) global [31 x float] undef, align 4
@_ZZ3limE1s = internal addrspace(3) global [383 x [32 x float]] undef, align 4
@_ZZ3limE1c = internal addrspace(3) global i32 undef, align 4

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define ptx_kernel void @lim(ptr noundef writeonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = and i32 %4, 31
  %6 = lshr i32 %4, 5
  %7 = icmp samesign ult i32 %4, 31
  br i1 %7, label %8, label %13

8:                                                ; preds = %3
  %9 = zext nneg i32 %4 to i64
  %10 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ3limE1a to ptr), i64 %9
  %11 = getelementptr inbounds nuw float, ptr %1, i64 %9
  %12 = load float, ptr %11, align 4
  store float %12, ptr %10, align 4
  br label %13

13:                                               ; preds = %8, %3
  %14 = icmp eq i32 %4, 0
  br i1 %14, label %15, label %16

15:                                               ; preds = %13
  store i32 %2, ptr addrspacecast (ptr addrspace(3) @_ZZ3limE1c to ptr), align 4
  br label %16

16:                                               ; preds = %15, %13
  %17 = zext nneg i32 %5 to i64
  %18 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ3limE1s to ptr), i64 %17
  br label %38

19:                                               ; preds = %38
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %20 = zext nneg i32 %4 to i64
  %21 = getelementptr inbounds nuw [32 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ3limE1s to ptr), i64 %20
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %23 = shl nuw nsw i32 %4, 1
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds nuw %struct.float4, ptr %0, i64 %24
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %25, ptr noundef nonnull align 4 dereferenceable(16) %21, i64 16, i1 false)
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 16
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %26, ptr noundef nonnull align 4 dereferenceable(16) %22, i64 16, i1 false)
  %27 = trunc nuw nsw i32 %5 to i8
  %28 = mul nuw i8 %27, 7
  %29 = urem i8 %28, 31
  %30 = zext nneg i8 %29 to i64
  %31 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ3limE1a to ptr), i64 %30
  %32 = load float, ptr %31, align 4
  %33 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ3limE1c to ptr), align 4
  %34 = sitofp i32 %33 to float
  %35 = fadd contract float %32, %34
  %36 = getelementptr inbounds nuw float, ptr %0, i64 %20
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 32768
  store float %35, ptr %37, align 4
  ret void

38:                                               ; preds = %38, %16
  %39 = phi i32 [ 0, %16 ], [ %75, %38 ]
  %40 = or disjoint i32 %39, %6
  %41 = mul nsw i32 %40, %2
  %42 = add nsw i32 %41, %5
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds float, ptr %1, i64 %43
  %45 = load float, ptr %44, align 4
  %46 = zext nneg i32 %40 to i64
  %47 = getelementptr inbounds nuw [32 x float], ptr %18, i64 %46
  store float %45, ptr %47, align 4
  %48 = or disjoint i32 %39, 8
  %49 = add nuw nsw i32 %48, %6
  %50 = mul nsw i32 %49, %2
  %51 = add nsw i32 %50, %5
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds float, ptr %1, i64 %52
  %54 = load float, ptr %53, align 4
  %55 = zext nneg i32 %49 to i64
  %56 = getelementptr inbounds nuw [32 x float], ptr %18, i64 %55
  store float %54, ptr %56, align 4
  %57 = or disjoint i32 %39, 16
  %58 = add nuw nsw i32 %57, %6
  %59 = mul nsw i32 %58, %2
  %60 = add nsw i32 %59, %5
  %61 = sext i32 %60 to i64
  %62 = getelementptr inbounds float, ptr %1, i64 %61
  %63 = load float, ptr %62, align 4
  %64 = zext nneg i32 %58 to i64
  %65 = getelementptr inbounds nuw [32 x float], ptr %18, i64 %64
  store float %63, ptr %65, align 4
  %66 = or disjoint i32 %39, 24
  %67 = add nuw nsw i32 %66, %6
  %68 = mul nsw i32 %67, %2
  %69 = add nsw i32 %68, %5
  %70 = sext i32 %69 to i64
  %71 = getelementptr inbounds float, ptr %1, i64 %70
  %72 = load float, ptr %71, align 4
  %73 = zext nneg i32 %67 to i64
  %74 = getelementptr inbounds nuw [32 x float], ptr %18, i64 %73
  store float %72, ptr %74, align 4
  %75 = add nuw nsw i32 %39, 32
  %76 = icmp samesign ult i32 %66, 248
  br i1 %76, label %38, label %19
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="256" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }


