; Lanes of a wave that read and write an array in no order, as at the end of a
; reduction without volatile and without barriers: a remark says what would
; order them. Where they may mean what they do, or where it is not certain that
; they race within a wave, nothing is said.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | grep 'in no order' | FileCheck %s --implicit-check-not=remark:
; RUN: not %f2sim %s --kernel tail --block 128 --quiet
; RUN: not %f2sim %s --kernel guarded --block 128 --quiet
; RUN: not %f2sim %s --kernel prefix --block 128 --quiet
; RUN: not %f2sim %s --kernel half_way --block 128 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel ordered --block 128 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel own --block 128 --quiet

; CHECK: remark: {{.*}} threads of one wave read and write shared array a in no order: thread 0 reads byte 16, which thread 4 writes, and no barrier lies between; if (lane < d) around each step from s[lane + d] to s[lane], then __builtin_amdgcn_wave_barrier() between fences, would order them (in tail)
; CHECK: remark: {{.*}} threads of one wave read and write shared array b in no order: thread 0 reads byte 4, which thread 1 writes, and no barrier lies between; __builtin_amdgcn_wave_barrier() between fences, put there, would order them (in guarded)
; CHECK: remark: {{.*}} threads of one wave read and write shared array c in no order: thread 2 reads byte 4, which thread 1 writes, and no barrier lies between; __builtin_amdgcn_wave_barrier() between fences, put there, would order them (in prefix)
; CHECK: remark: {{.*}} threads of one wave read and write shared array d in no order: thread 0 reads byte 8, which thread 2 writes, and no barrier lies between; if (lane < d) around each step from s[lane + d] to s[lane], then __builtin_amdgcn_wave_barrier() between fences, would order them (in half_way)

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ4tailE1a = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16
@_ZZ7guardedE1b = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16
@_ZZ6prefixE1c = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16
@_ZZ8half_wayE1d = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16
@_ZZ7orderedE1e = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16
@_ZZ9one_valueE1f = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16
@_ZZ7by_dataE1g = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16
@_ZZ7crossesE1h = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16
@_ZZ3ownE1i = internal unnamed_addr addrspace(3) global [128 x i32] undef, align 16

define amdgpu_kernel void @tail(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ4tailE1a, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %8 = icmp samesign ult i32 %3, 64
  br i1 %8, label %9, label %20

9:                                                ; preds = %2
  %10 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 16
  %11 = load i32, ptr addrspace(3) %10, align 4
  %12 = load i32, ptr addrspace(3) %7, align 4
  %13 = add nsw i32 %12, %11
  %14 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 8
  %15 = load i32, ptr addrspace(3) %14, align 4
  %16 = add nsw i32 %15, %13
  %17 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 4
  %18 = load i32, ptr addrspace(3) %17, align 4
  %19 = add nsw i32 %18, %16
  store i32 %19, ptr addrspace(3) %7, align 4
  br label %20

20:                                               ; preds = %9, %2
  %21 = icmp eq i32 %3, 0
  br i1 %21, label %22, label %27

22:                                               ; preds = %20
  %23 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %24
  %26 = load i32, ptr addrspace(3) @_ZZ4tailE1a, align 16
  store i32 %26, ptr addrspace(1) %25, align 4
  br label %27

27:                                               ; preds = %22, %20
  ret void
}

define amdgpu_kernel void @guarded(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ7guardedE1b, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %8 = icmp samesign ult i32 %3, 2
  br i1 %8, label %9, label %14

9:                                                ; preds = %2
  %10 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 8
  %11 = load i32, ptr addrspace(3) %10, align 4
  %12 = load i32, ptr addrspace(3) %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr addrspace(3) %7, align 4
  br label %14

14:                                               ; preds = %9, %2
  %15 = icmp eq i32 %3, 0
  br i1 %15, label %16, label %24

16:                                               ; preds = %14
  %17 = load i32, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ7guardedE1b, i32 4), align 4
  %18 = load i32, ptr addrspace(3) %7, align 4
  %19 = add nsw i32 %18, %17
  store i32 %19, ptr addrspace(3) %7, align 4
  %20 = load i32, ptr addrspace(3) @_ZZ7guardedE1b, align 16
  %21 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %22
  store i32 %20, ptr addrspace(1) %23, align 4
  br label %24

24:                                               ; preds = %14, %16
  ret void
}

define amdgpu_kernel void @prefix(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ6prefixE1c, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %8 = add nsw i32 %3, -1
  %9 = icmp ult i32 %8, 63
  br i1 %9, label %10, label %16

10:                                               ; preds = %2
  %11 = getelementptr i8, ptr addrspace(3) %7, i32 -4
  %12 = load <2 x i32>, ptr addrspace(3) %11, align 4
  %13 = extractelement <2 x i32> %12, i64 0
  %14 = extractelement <2 x i32> %12, i64 1
  %15 = add nsw i32 %14, %13
  store i32 %15, ptr addrspace(3) %7, align 4
  br label %16

16:                                               ; preds = %10, %2
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %17 = xor i32 %3, 1
  %18 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ6prefixE1c, i32 %17
  %19 = load i32, ptr addrspace(3) %18, align 4
  %20 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %4
  store i32 %19, ptr addrspace(1) %20, align 4
  ret void
}

define amdgpu_kernel void @half_way(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ8half_wayE1d, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %8 = icmp samesign ult i32 %3, 64
  br i1 %8, label %9, label %18

9:                                                ; preds = %2
  %10 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 8
  %11 = load i32, ptr addrspace(3) %10, align 4
  %12 = load i32, ptr addrspace(3) %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr addrspace(3) %7, align 4
  fence syncscope("wavefront") release
  tail call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %14 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 4
  %15 = load i32, ptr addrspace(3) %14, align 4
  %16 = load i32, ptr addrspace(3) %7, align 4
  %17 = add nsw i32 %16, %15
  store i32 %17, ptr addrspace(3) %7, align 4
  fence syncscope("wavefront") release
  tail call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  br label %18

18:                                               ; preds = %9, %2
  %19 = icmp eq i32 %3, 0
  br i1 %19, label %20, label %25

20:                                               ; preds = %18
  %21 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %22
  %24 = load i32, ptr addrspace(3) @_ZZ8half_wayE1d, align 16
  store i32 %24, ptr addrspace(1) %23, align 4
  br label %25

25:                                               ; preds = %20, %18
  ret void
}

declare void @llvm.amdgcn.wave.barrier()

define amdgpu_kernel void @ordered(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ7orderedE1e, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %8 = icmp samesign ult i32 %3, 64
  br i1 %8, label %9, label %18

9:                                                ; preds = %2
  %10 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 8
  %11 = load i32, ptr addrspace(3) %10, align 4
  fence syncscope("wavefront") release
  tail call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %12 = load i32, ptr addrspace(3) %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr addrspace(3) %7, align 4
  fence syncscope("wavefront") release
  tail call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %14 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 4
  %15 = load i32, ptr addrspace(3) %14, align 4
  fence syncscope("wavefront") release
  tail call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %16 = load i32, ptr addrspace(3) %7, align 4
  %17 = add nsw i32 %16, %15
  store i32 %17, ptr addrspace(3) %7, align 4
  fence syncscope("wavefront") release
  tail call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  br label %18

18:                                               ; preds = %9, %2
  %19 = icmp eq i32 %3, 0
  br i1 %19, label %20, label %25

20:                                               ; preds = %18
  %21 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %22
  %24 = load i32, ptr addrspace(3) @_ZZ7orderedE1e, align 16
  store i32 %24, ptr addrspace(1) %23, align 4
  br label %25

25:                                               ; preds = %20, %18
  ret void
}

define amdgpu_kernel void @one_value(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readnone captures(none) %1, i32 noundef %2, i32 noundef %3) "target-cpu"="gfx90a" {
  %5 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %6 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ9one_valueE1f, i32 %5
  store i32 0, ptr addrspace(3) %6, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %2, ptr addrspace(3) @_ZZ9one_valueE1f, align 16
  %7 = icmp eq i32 %5, 0
  br i1 %7, label %8, label %15

8:                                                ; preds = %4
  %9 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %10
  %12 = and i32 %3, 7
  %13 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ9one_valueE1f, i32 %12
  %14 = load i32, ptr addrspace(3) %13, align 4
  store i32 %14, ptr addrspace(1) %11, align 4
  br label %15

15:                                               ; preds = %8, %4
  ret void
}

define amdgpu_kernel void @by_data(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ7by_dataE1g, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %8 = and i32 %6, 1
  %9 = icmp eq i32 %8, 0
  %10 = xor i32 %3, 1
  br i1 %9, label %15, label %11

11:                                               ; preds = %2
  %12 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ7by_dataE1g, i32 %10
  %13 = load i32, ptr addrspace(3) %12, align 4
  %14 = add nsw i32 %13, %6
  store i32 %14, ptr addrspace(3) %7, align 4
  br label %15

15:                                               ; preds = %2, %11
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %16 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ7by_dataE1g, i32 %10
  %17 = load i32, ptr addrspace(3) %16, align 4
  %18 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %4
  store i32 %17, ptr addrspace(1) %18, align 4
  ret void
}

define amdgpu_kernel void @crosses(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ7crossesE1h, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  %8 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 512
  store i32 0, ptr addrspace(3) %8, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %9 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 4
  %10 = load i32, ptr addrspace(3) %9, align 4
  %11 = load i32, ptr addrspace(3) %7, align 4
  %12 = add nsw i32 %11, %10
  store i32 %12, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %13 = xor i32 %3, 1
  %14 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ7crossesE1h, i32 %13
  %15 = load i32, ptr addrspace(3) %14, align 4
  %16 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %4
  store i32 %15, ptr addrspace(1) %16, align 4
  ret void
}

define amdgpu_kernel void @own(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1) "target-cpu"="gfx90a" {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ3ownE1i, i32 %3
  store i32 %6, ptr addrspace(3) %7, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %8 = icmp samesign ult i32 %3, 64
  br i1 %8, label %9, label %15

9:                                                ; preds = %2
  %10 = getelementptr inbounds nuw i8, ptr addrspace(3) %7, i32 256
  %11 = load i32, ptr addrspace(3) %10, align 4
  %12 = load i32, ptr addrspace(3) %7, align 4
  %13 = add nsw i32 %12, %11
  store i32 %13, ptr addrspace(3) %7, align 4
  %14 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %4
  store i32 %13, ptr addrspace(1) %14, align 4
  br label %15

15:                                               ; preds = %2, %9
  ret void
}

declare void @llvm.amdgcn.s.barrier()

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()

declare noundef i32 @llvm.amdgcn.workgroup.id.x()
