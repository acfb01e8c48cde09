; Reductions with an index, in a loop that halves the distance from the size of
; the block on: elements are stored only where a comparison of what was read says
; so. The rounds within a wave are completed and become shuffles under every size
; of the block (O46, O74), also where two conditions decide (O50).
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o %t.ll -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>&1 | grep 'rounds of the loop' | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 65 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 20 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel one_row_stores --block 65,15 --fill 2=iota32 --quiet
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o - -debug-counter=f2layout-complete=1000000 | FileCheck %s --check-prefix=NONE

; NONE-NOT: call {{.*}}@llvm.amdgcn.{{ds.swizzle|update.dpp|ds.bpermute}}

; REMARK: remark: {{.*}}the last 6 rounds of the loop, from {{[0-9]+}} on, stay within a wave and have code of their own (in argmax)
; CHECK-LABEL: @argmax(
; CHECK-COUNT-12: call {{.*}}@llvm.amdgcn.{{ds.swizzle|update.dpp|ds.bpermute}}

; The first of equal elements: a || (b && c), with the index loaded on either side.
; REMARK: remark: {{.*}}the last 6 rounds of the loop, from {{[0-9]+}} on, stay within a wave and have code of their own (in first)
; CHECK-LABEL: @first(
; CHECK-COUNT-12: call {{.*}}@llvm.amdgcn.{{ds.swizzle|update.dpp|ds.bpermute}}

; a && b.
; REMARK: remark: {{.*}}the last 6 rounds of the loop, from {{[0-9]+}} on, stay within a wave and have code of their own (in both)
; CHECK-LABEL: @both(
; CHECK-COUNT-12: call {{.*}}@llvm.amdgcn.{{ds.swizzle|update.dpp|ds.bpermute}}

; A kernel that knows of rows: several may do the same on purpose.
; REMARK: remark: {{.*}}stay within a wave, but with code of their own no more exchanges would be replaced; the loop stores only under a condition on what it reads from shared memory: store a select in any case (s[i] = c ? new : old) (in rows)
; CHECK-LABEL: @rows(
; CHECK-NOT: call {{.*}}@llvm.amdgcn.{{ds.swizzle|update.dpp|ds.bpermute}}

; No store shows that a block of two rows would race: only the lanes of the first
; row fill the arrays. All rows take part in the rounds.
; REMARK: remark: {{.*}}stay within a wave, but with code of their own no more exchanges would be replaced; the loop stores only under a condition on what it reads from shared memory: store a select in any case (s[i] = c ? new : old) (in one_row_stores)
; CHECK-LABEL: @one_row_stores(
; CHECK-NOT: call {{.*}}@llvm.amdgcn.{{ds.swizzle|update.dpp|ds.bpermute}}

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ6argmaxE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@_ZZ6argmaxE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16
@_ZZ5firstE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@_ZZ5firstE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16
@_ZZ4bothE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@_ZZ4bothE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16
@_ZZ4rowsE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@_ZZ4rowsE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16
@_ZZ14one_row_storesE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@_ZZ14one_row_storesE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16

define amdgpu_kernel void @argmax(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef writeonly captures(none) %1, ptr addrspace(1) noalias noundef readonly captures(none) %2) "target-cpu"="gfx90a" {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %7 = getelementptr inbounds nuw i8, ptr addrspace(4) %6, i64 4
  %8 = load i16, ptr addrspace(4) %7, align 4
  %9 = zext nneg i16 %8 to i32
  %10 = mul i32 %5, %9
  %11 = add i32 %10, %4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %12
  %14 = load float, ptr addrspace(1) %13, align 4
  %15 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ6argmaxE1v, i32 %4
  store float %14, ptr addrspace(3) %15, align 4
  %16 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ6argmaxE2ix, i32 %4
  store i32 %11, ptr addrspace(3) %16, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %17 = lshr i32 %9, 1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %21

19:                                               ; preds = %33, %3
  %20 = icmp eq i32 %4, 0
  br i1 %20, label %36, label %42

21:                                               ; preds = %3, %33
  %22 = phi i32 [ %34, %33 ], [ %17, %3 ]
  %23 = icmp samesign ult i32 %4, %22
  br i1 %23, label %24, label %33

24:                                               ; preds = %21
  %25 = add nuw nsw i32 %22, %4
  %26 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ6argmaxE1v, i32 %25
  %27 = load float, ptr addrspace(3) %26, align 4
  %28 = load float, ptr addrspace(3) %15, align 4
  %29 = fcmp contract ogt float %27, %28
  br i1 %29, label %30, label %33

30:                                               ; preds = %24
  %31 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ6argmaxE2ix, i32 %25
  store float %27, ptr addrspace(3) %15, align 4
  %32 = load i32, ptr addrspace(3) %31, align 4
  store i32 %32, ptr addrspace(3) %16, align 4
  br label %33

33:                                               ; preds = %24, %30, %21
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %34 = lshr i32 %22, 1
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %19, label %21

36:                                               ; preds = %19
  %37 = zext i32 %5 to i64
  %38 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %37
  %39 = getelementptr inbounds nuw float, ptr addrspace(1) %0, i64 %37
  %40 = load float, ptr addrspace(3) @_ZZ6argmaxE1v, align 16
  store float %40, ptr addrspace(1) %39, align 4
  %41 = load i32, ptr addrspace(3) @_ZZ6argmaxE2ix, align 16
  store i32 %41, ptr addrspace(1) %38, align 4
  br label %42

42:                                               ; preds = %36, %19
  ret void
}

define amdgpu_kernel void @first(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef writeonly captures(none) %1, ptr addrspace(1) noalias noundef readonly captures(none) %2) "target-cpu"="gfx90a" {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %7 = getelementptr inbounds nuw i8, ptr addrspace(4) %6, i64 4
  %8 = load i16, ptr addrspace(4) %7, align 4
  %9 = zext nneg i16 %8 to i32
  %10 = mul i32 %5, %9
  %11 = add i32 %10, %4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %12
  %14 = load float, ptr addrspace(1) %13, align 4
  %15 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ5firstE1v, i32 %4
  store float %14, ptr addrspace(3) %15, align 4
  %16 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ5firstE2ix, i32 %4
  store i32 %11, ptr addrspace(3) %16, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %17 = lshr i32 %9, 1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %21

19:                                               ; preds = %42, %3
  %20 = icmp eq i32 %4, 0
  br i1 %20, label %45, label %51

21:                                               ; preds = %3, %42
  %22 = phi i32 [ %43, %42 ], [ %17, %3 ]
  %23 = icmp samesign ult i32 %4, %22
  br i1 %23, label %24, label %42

24:                                               ; preds = %21
  %25 = add nuw nsw i32 %22, %4
  %26 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ5firstE1v, i32 %25
  %27 = load float, ptr addrspace(3) %26, align 4
  %28 = load float, ptr addrspace(3) %15, align 4
  %29 = fcmp contract ogt float %27, %28
  br i1 %29, label %30, label %33

30:                                               ; preds = %24
  %31 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ5firstE2ix, i32 %25
  %32 = load i32, ptr addrspace(3) %31, align 4
  br label %40

33:                                               ; preds = %24
  %34 = fcmp contract oeq float %27, %28
  br i1 %34, label %35, label %42

35:                                               ; preds = %33
  %36 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ5firstE2ix, i32 %25
  %37 = load i32, ptr addrspace(3) %36, align 4
  %38 = load i32, ptr addrspace(3) %16, align 4
  %39 = icmp slt i32 %37, %38
  br i1 %39, label %40, label %42

40:                                               ; preds = %30, %35
  %41 = phi i32 [ %32, %30 ], [ %37, %35 ]
  store float %27, ptr addrspace(3) %15, align 4
  store i32 %41, ptr addrspace(3) %16, align 4
  br label %42

42:                                               ; preds = %33, %35, %40, %21
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %43 = lshr i32 %22, 1
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %19, label %21

45:                                               ; preds = %19
  %46 = zext i32 %5 to i64
  %47 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %46
  %48 = getelementptr inbounds nuw float, ptr addrspace(1) %0, i64 %46
  %49 = load float, ptr addrspace(3) @_ZZ5firstE1v, align 16
  store float %49, ptr addrspace(1) %48, align 4
  %50 = load i32, ptr addrspace(3) @_ZZ5firstE2ix, align 16
  store i32 %50, ptr addrspace(1) %47, align 4
  br label %51

51:                                               ; preds = %45, %19
  ret void
}

define amdgpu_kernel void @both(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef writeonly captures(none) %1, ptr addrspace(1) noalias noundef readonly captures(none) %2) "target-cpu"="gfx90a" {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %7 = getelementptr inbounds nuw i8, ptr addrspace(4) %6, i64 4
  %8 = load i16, ptr addrspace(4) %7, align 4
  %9 = zext nneg i16 %8 to i32
  %10 = mul i32 %5, %9
  %11 = add i32 %10, %4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %12
  %14 = load float, ptr addrspace(1) %13, align 4
  %15 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ4bothE1v, i32 %4
  store float %14, ptr addrspace(3) %15, align 4
  %16 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ4bothE2ix, i32 %4
  store i32 %11, ptr addrspace(3) %16, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %17 = lshr i32 %9, 1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %21

19:                                               ; preds = %36, %3
  %20 = icmp eq i32 %4, 0
  br i1 %20, label %39, label %45

21:                                               ; preds = %3, %36
  %22 = phi i32 [ %37, %36 ], [ %17, %3 ]
  %23 = icmp samesign ult i32 %4, %22
  br i1 %23, label %24, label %36

24:                                               ; preds = %21
  %25 = add nuw nsw i32 %22, %4
  %26 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ4bothE1v, i32 %25
  %27 = load float, ptr addrspace(3) %26, align 4
  %28 = load float, ptr addrspace(3) %15, align 4
  %29 = fcmp contract ogt float %27, %28
  br i1 %29, label %30, label %36

30:                                               ; preds = %24
  %31 = load i32, ptr addrspace(3) %16, align 4
  %32 = icmp eq i32 %31, 7
  br i1 %32, label %36, label %33

33:                                               ; preds = %30
  %34 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ4bothE2ix, i32 %25
  store float %27, ptr addrspace(3) %15, align 4
  %35 = load i32, ptr addrspace(3) %34, align 4
  store i32 %35, ptr addrspace(3) %16, align 4
  br label %36

36:                                               ; preds = %24, %30, %33, %21
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %37 = lshr i32 %22, 1
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %19, label %21

39:                                               ; preds = %19
  %40 = zext i32 %5 to i64
  %41 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %40
  %42 = getelementptr inbounds nuw float, ptr addrspace(1) %0, i64 %40
  %43 = load float, ptr addrspace(3) @_ZZ4bothE1v, align 16
  store float %43, ptr addrspace(1) %42, align 4
  %44 = load i32, ptr addrspace(3) @_ZZ4bothE2ix, align 16
  store i32 %44, ptr addrspace(1) %41, align 4
  br label %45

45:                                               ; preds = %39, %19
  ret void
}

define amdgpu_kernel void @rows(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef writeonly captures(none) %1, ptr addrspace(1) noalias noundef readonly captures(none) %2) "target-cpu"="gfx90a" {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %7 = getelementptr inbounds nuw i8, ptr addrspace(4) %6, i64 4
  %8 = load i16, ptr addrspace(4) %7, align 4
  %9 = zext nneg i16 %8 to i32
  %10 = mul i32 %5, %9
  %11 = add i32 %10, %4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %12
  %14 = load float, ptr addrspace(1) %13, align 4
  %15 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ4rowsE1v, i32 %4
  store float %14, ptr addrspace(3) %15, align 4
  %16 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ4rowsE2ix, i32 %4
  store i32 %11, ptr addrspace(3) %16, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %17 = lshr i32 %9, 1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %23

19:                                               ; preds = %35, %3
  %20 = tail call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
  %21 = or i32 %4, %20
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %38, label %44

23:                                               ; preds = %3, %35
  %24 = phi i32 [ %36, %35 ], [ %17, %3 ]
  %25 = icmp samesign ult i32 %4, %24
  br i1 %25, label %26, label %35

26:                                               ; preds = %23
  %27 = add nuw nsw i32 %24, %4
  %28 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ4rowsE1v, i32 %27
  %29 = load float, ptr addrspace(3) %28, align 4
  %30 = load float, ptr addrspace(3) %15, align 4
  %31 = fcmp contract ogt float %29, %30
  br i1 %31, label %32, label %35

32:                                               ; preds = %26
  %33 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ4rowsE2ix, i32 %27
  store float %29, ptr addrspace(3) %15, align 4
  %34 = load i32, ptr addrspace(3) %33, align 4
  store i32 %34, ptr addrspace(3) %16, align 4
  br label %35

35:                                               ; preds = %26, %32, %23
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %36 = lshr i32 %24, 1
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %19, label %23

38:                                               ; preds = %19
  %39 = zext i32 %5 to i64
  %40 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %39
  %41 = getelementptr inbounds nuw float, ptr addrspace(1) %0, i64 %39
  %42 = load float, ptr addrspace(3) @_ZZ4rowsE1v, align 16
  store float %42, ptr addrspace(1) %41, align 4
  %43 = load i32, ptr addrspace(3) @_ZZ4rowsE2ix, align 16
  store i32 %43, ptr addrspace(1) %40, align 4
  br label %44

44:                                               ; preds = %38, %19
  ret void
}

define amdgpu_kernel void @one_row_stores(ptr addrspace(1) noalias noundef writeonly captures(none) %0, ptr addrspace(1) noalias noundef writeonly captures(none) %1, ptr addrspace(1) noalias noundef readonly captures(none) %2) "target-cpu"="gfx90a" {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %6 = getelementptr inbounds nuw i8, ptr addrspace(4) %5, i64 4
  %7 = load i16, ptr addrspace(4) %6, align 4
  %8 = zext nneg i16 %7 to i32
  %9 = tail call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %10 = tail call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %9)
  %11 = and i32 %4, 63
  %12 = icmp eq i32 %10, %11
  br i1 %12, label %13, label %22

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ14one_row_storesE2ix, i32 %4
  %15 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ14one_row_storesE1v, i32 %4
  %16 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %17 = mul i32 %16, %8
  %18 = add i32 %17, %4
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %19
  %21 = load float, ptr addrspace(1) %20, align 4
  store float %21, ptr addrspace(3) %15, align 4
  store i32 %18, ptr addrspace(3) %14, align 4
  br label %22

22:                                               ; preds = %13, %3
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %23 = lshr i32 %8, 1
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %28, label %25

25:                                               ; preds = %22
  %26 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ14one_row_storesE1v, i32 %4
  %27 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ14one_row_storesE2ix, i32 %4
  br label %30

28:                                               ; preds = %42, %22
  %29 = icmp eq i32 %4, 0
  br i1 %29, label %45, label %51

30:                                               ; preds = %25, %42
  %31 = phi i32 [ %23, %25 ], [ %43, %42 ]
  %32 = icmp samesign ult i32 %4, %31
  br i1 %32, label %33, label %42

33:                                               ; preds = %30
  %34 = add nuw nsw i32 %31, %4
  %35 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ14one_row_storesE1v, i32 %34
  %36 = load float, ptr addrspace(3) %35, align 4
  %37 = load float, ptr addrspace(3) %26, align 4
  %38 = fcmp contract olt float %36, %37
  br i1 %38, label %39, label %42

39:                                               ; preds = %33
  %40 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ14one_row_storesE2ix, i32 %34
  store float %36, ptr addrspace(3) %26, align 4
  %41 = load i32, ptr addrspace(3) %40, align 4
  store i32 %41, ptr addrspace(3) %27, align 4
  br label %42

42:                                               ; preds = %33, %39, %30
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %43 = lshr i32 %31, 1
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %28, label %30

45:                                               ; preds = %28
  %46 = zext i32 %10 to i64
  %47 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %46
  %48 = getelementptr inbounds nuw float, ptr addrspace(1) %0, i64 %46
  %49 = load float, ptr addrspace(3) @_ZZ14one_row_storesE1v, align 16
  store float %49, ptr addrspace(1) %48, align 4
  %50 = load i32, ptr addrspace(3) @_ZZ14one_row_storesE2ix, align 16
  store i32 %50, ptr addrspace(1) %47, align 4
  br label %51

51:                                               ; preds = %45, %28
  ret void
}

declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)

declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)

declare void @llvm.amdgcn.s.barrier()

declare noundef nonnull align 4 ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()

declare noundef i32 @llvm.amdgcn.workgroup.id.x()

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
