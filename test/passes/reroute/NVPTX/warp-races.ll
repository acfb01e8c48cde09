; Lanes of a warp that read and write an array in no order, as at the end of a
; reduction without volatile and without barriers: a remark says what would
; order them. Where they may mean what they do, or where it is not certain that
; they race within a warp, nothing is said.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | grep 'in no order' | FileCheck %s --implicit-check-not=remark:
; RUN: not %f2sim %s --kernel tail --block 64 --quiet
; RUN: not %f2sim %s --kernel guarded --block 64 --quiet
; RUN: not %f2sim %s --kernel prefix --block 64 --quiet
; RUN: not %f2sim %s --kernel half_way --block 64 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel ordered --block 64 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel own --block 64 --quiet

; CHECK: remark: {{.*}} threads of one warp read and write shared array a in no order: thread 0 reads byte 16, which thread 4 writes, and no barrier lies between; if (lane < d) around each step from s[lane + d] to s[lane], then __syncwarp(), would order them (in tail)
; CHECK: remark: {{.*}} threads of one warp read and write shared array b in no order: thread 0 reads byte 4, which thread 1 writes, and no barrier lies between; __syncwarp(), put there, would order them (in guarded)
; CHECK: remark: {{.*}} threads of one warp read and write shared array c in no order: thread 2 reads byte 4, which thread 1 writes, and no barrier lies between; __syncwarp(), put there, would order them (in prefix)
; CHECK: remark: {{.*}} threads of one warp read and write shared array d in no order: thread 0 reads byte 8, which thread 2 writes, and no barrier lies between; if (lane < d) around each step from s[lane + d] to s[lane], then __syncwarp(), would order them (in half_way)

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ4tailE1a = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4
@_ZZ7guardedE1b = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4
@_ZZ6prefixE1c = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4
@_ZZ8half_wayE1d = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4
@_ZZ7orderedE1e = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4
@_ZZ9one_valueE1f = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4
@_ZZ7by_dataE1g = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4
@_ZZ7crossesE1h = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 4
@_ZZ3ownE1i = internal unnamed_addr addrspace(3) global [64 x i32] undef, align 4

define ptx_kernel void @tail(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4tailE1a to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = icmp samesign ult i32 %3, 32
  br i1 %8, label %9, label %20

9:                                                ; preds = %2
  %10 = getelementptr i8, ptr %7, i64 16
  %11 = load i32, ptr %10, align 4
  %12 = load i32, ptr %7, align 4
  %13 = add nsw i32 %12, %11
  %14 = getelementptr i8, ptr %7, i64 8
  %15 = load i32, ptr %14, align 4
  %16 = add nsw i32 %15, %13
  %17 = getelementptr i8, ptr %7, i64 4
  %18 = load i32, ptr %17, align 4
  %19 = add nsw i32 %18, %16
  store i32 %19, ptr %7, align 4
  br label %20

20:                                               ; preds = %9, %2
  %21 = icmp eq i32 %3, 0
  br i1 %21, label %22, label %27

22:                                               ; preds = %20
  %23 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds nuw i32, ptr %0, i64 %24
  %26 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4tailE1a to ptr), align 4
  store i32 %26, ptr %25, align 4
  br label %27

27:                                               ; preds = %22, %20
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @guarded(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7guardedE1b to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = icmp samesign ult i32 %3, 2
  br i1 %8, label %9, label %14

9:                                                ; preds = %2
  %10 = getelementptr i8, ptr %7, i64 8
  %11 = load i32, ptr %10, align 4
  %12 = load i32, ptr %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr %7, align 4
  br label %14

14:                                               ; preds = %9, %2
  %15 = icmp eq i32 %3, 0
  br i1 %15, label %16, label %25

16:                                               ; preds = %14
  %17 = getelementptr i8, ptr %7, i64 4
  %18 = load i32, ptr %17, align 4
  %19 = load i32, ptr %7, align 4
  %20 = add nsw i32 %19, %18
  store i32 %20, ptr %7, align 4
  %21 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr %0, i64 %22
  %24 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7guardedE1b to ptr), align 4
  store i32 %24, ptr %23, align 4
  br label %25

25:                                               ; preds = %14, %16
  ret void
}

define ptx_kernel void @prefix(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6prefixE1c to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = add nsw i32 %3, -1
  %9 = icmp ult i32 %8, 31
  br i1 %9, label %10, label %15

10:                                               ; preds = %2
  %11 = getelementptr i8, ptr %7, i64 -4
  %12 = load i32, ptr %11, align 4
  %13 = load i32, ptr %7, align 4
  %14 = add nsw i32 %13, %12
  store i32 %14, ptr %7, align 4
  br label %15

15:                                               ; preds = %10, %2
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %16 = xor i32 %3, 1
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6prefixE1c to ptr), i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds nuw i32, ptr %0, i64 %4
  store i32 %19, ptr %20, align 4
  ret void
}

define ptx_kernel void @half_way(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ8half_wayE1d to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = icmp samesign ult i32 %3, 32
  br i1 %8, label %9, label %18

9:                                                ; preds = %2
  %10 = getelementptr i8, ptr %7, i64 8
  %11 = load i32, ptr %10, align 4
  %12 = load i32, ptr %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr %7, align 4
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %14 = getelementptr i8, ptr %7, i64 4
  %15 = load i32, ptr %14, align 4
  %16 = load i32, ptr %7, align 4
  %17 = add nsw i32 %16, %15
  store i32 %17, ptr %7, align 4
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %18

18:                                               ; preds = %9, %2
  %19 = icmp eq i32 %3, 0
  br i1 %19, label %20, label %25

20:                                               ; preds = %18
  %21 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr %0, i64 %22
  %24 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ8half_wayE1d to ptr), align 4
  store i32 %24, ptr %23, align 4
  br label %25

25:                                               ; preds = %20, %18
  ret void
}

define ptx_kernel void @ordered(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7orderedE1e to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = icmp samesign ult i32 %3, 32
  br i1 %8, label %9, label %18

9:                                                ; preds = %2
  %10 = getelementptr i8, ptr %7, i64 8
  %11 = load i32, ptr %10, align 4
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %12 = load i32, ptr %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr %7, align 4
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %14 = getelementptr i8, ptr %7, i64 4
  %15 = load i32, ptr %14, align 4
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %16 = load i32, ptr %7, align 4
  %17 = add nsw i32 %16, %15
  store i32 %17, ptr %7, align 4
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %18

18:                                               ; preds = %9, %2
  %19 = icmp eq i32 %3, 0
  br i1 %19, label %20, label %25

20:                                               ; preds = %18
  %21 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr %0, i64 %22
  %24 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7orderedE1e to ptr), align 4
  store i32 %24, ptr %23, align 4
  br label %25

25:                                               ; preds = %20, %18
  ret void
}

define ptx_kernel void @one_value(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readnone captures(none) %1, i32 noundef %2, i32 noundef %3) "target-cpu"="sm_90" {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9one_valueE1f to ptr), i64 %6
  store i32 0, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %2, ptr addrspacecast (ptr addrspace(3) @_ZZ9one_valueE1f to ptr), align 4
  %8 = icmp eq i32 %5, 0
  br i1 %8, label %9, label %17

9:                                                ; preds = %4
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds nuw i32, ptr %0, i64 %11
  %13 = and i32 %3, 7
  %14 = zext nneg i32 %13 to i64
  %15 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9one_valueE1f to ptr), i64 %14
  %16 = load i32, ptr %15, align 4
  store i32 %16, ptr %12, align 4
  br label %17

17:                                               ; preds = %9, %4
  ret void
}

define ptx_kernel void @by_data(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7by_dataE1g to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = and i32 %6, 1
  %9 = icmp eq i32 %8, 0
  %10 = xor i32 %3, 1
  %11 = zext nneg i32 %10 to i64
  br i1 %9, label %16, label %12

12:                                               ; preds = %2
  %13 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7by_dataE1g to ptr), i64 %11
  %14 = load i32, ptr %13, align 4
  %15 = add nsw i32 %14, %6
  store i32 %15, ptr %7, align 4
  br label %16

16:                                               ; preds = %2, %12
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %17 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7by_dataE1g to ptr), i64 %11
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds nuw i32, ptr %0, i64 %4
  store i32 %18, ptr %19, align 4
  ret void
}

define ptx_kernel void @crosses(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7crossesE1h to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  %8 = getelementptr i8, ptr %7, i64 256
  store i32 0, ptr %8, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %9 = getelementptr i8, ptr %7, i64 4
  %10 = load i32, ptr %9, align 4
  %11 = load i32, ptr %7, align 4
  %12 = add nsw i32 %11, %10
  store i32 %12, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %13 = xor i32 %3, 1
  %14 = zext nneg i32 %13 to i64
  %15 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ7crossesE1h to ptr), i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = getelementptr inbounds nuw i32, ptr %0, i64 %4
  store i32 %16, ptr %17, align 4
  ret void
}

define ptx_kernel void @own(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef readonly captures(none) %1) "target-cpu"="sm_90" {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ3ownE1i to ptr), i64 %4
  store i32 %6, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = icmp samesign ult i32 %3, 32
  br i1 %8, label %9, label %15

9:                                                ; preds = %2
  %10 = getelementptr i8, ptr %7, i64 128
  %11 = load i32, ptr %10, align 4
  %12 = load i32, ptr %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr %7, align 4
  %14 = getelementptr inbounds nuw i32, ptr %0, i64 %4
  store i32 %13, ptr %14, align 4
  br label %15

15:                                               ; preds = %2, %9
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

declare void @llvm.nvvm.bar.warp.sync(i32)
