; Reductions with an index, in a loop that halves the distance from the size of
; the block on: elements are stored only where a comparison of what was read says
; so. The rounds within a warp are completed and become shuffles under every size
; of the block (O46, O74), also where two conditions decide (O50).
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o %t.ll -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>&1 | grep 'rounds of the loop' | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 65 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 20 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel one_row_stores --block 33,20 --fill 2=iota32 --quiet
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o - -debug-counter=f2layout-complete=1000000 | FileCheck %s --check-prefix=NONE

; NONE-NOT: call {{.*}}@llvm.nvvm.shfl.sync

; REMARK: remark: {{.*}}the last 5 rounds of the loop, from {{[0-9]+}} on, stay within a warp and have code of their own (in argmax)
; CHECK-LABEL: @argmax(
; CHECK-COUNT-8: call {{.*}}@llvm.nvvm.shfl.sync

; The first of equal elements: a || (b && c), with the index loaded on either side.
; REMARK: remark: {{.*}}the last 5 rounds of the loop, from {{[0-9]+}} on, stay within a warp and have code of their own (in first)
; CHECK-LABEL: @first(
; CHECK-COUNT-8: call {{.*}}@llvm.nvvm.shfl.sync

; a && b.
; REMARK: remark: {{.*}}the last 5 rounds of the loop, from {{[0-9]+}} on, stay within a warp and have code of their own (in both)
; CHECK-LABEL: @both(
; CHECK-COUNT-8: call {{.*}}@llvm.nvvm.shfl.sync

; A kernel that knows of rows: several may do the same on purpose.
; REMARK: remark: {{.*}}stay within a warp, but with code of their own no more exchanges would be replaced; the loop stores only under a condition on what it reads from shared memory: store a select in any case (s[i] = c ? new : old) (in rows)
; CHECK-LABEL: @rows(
; CHECK-NOT: call {{.*}}@llvm.nvvm.shfl.sync

; No store shows that a block of two rows would race: only the lanes of the first
; row fill the arrays. All rows take part in the rounds.
; REMARK: remark: {{.*}}stay within a warp, but with code of their own no more exchanges would be replaced; the loop stores only under a condition on what it reads from shared memory: store a select in any case (s[i] = c ? new : old) (in one_row_stores)
; CHECK-LABEL: @one_row_stores(
; CHECK-NOT: call {{.*}}@llvm.nvvm.shfl.sync

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ6argmaxE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@_ZZ6argmaxE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4
@_ZZ5firstE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@_ZZ5firstE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4
@_ZZ4bothE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@_ZZ4bothE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4
@_ZZ4rowsE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@_ZZ4rowsE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4
@_ZZ14one_row_storesE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@_ZZ14one_row_storesE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4

define ptx_kernel void @argmax(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, ptr noalias noundef readonly captures(none) %2) "target-cpu"="sm_90" {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = add i32 %7, %4
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %2, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = zext nneg i32 %4 to i64
  %13 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE1v to ptr), i64 %12
  store float %11, ptr %13, align 4
  %14 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE2ix to ptr), i64 %12
  store i32 %8, ptr %14, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %15 = lshr i32 %6, 1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %19

17:                                               ; preds = %32, %3
  %18 = icmp eq i32 %4, 0
  br i1 %18, label %35, label %41

19:                                               ; preds = %3, %32
  %20 = phi i32 [ %33, %32 ], [ %15, %3 ]
  %21 = icmp samesign ult i32 %4, %20
  br i1 %21, label %22, label %32

22:                                               ; preds = %19
  %23 = add nuw nsw i32 %20, %4
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE1v to ptr), i64 %24
  %26 = load float, ptr %25, align 4
  %27 = load float, ptr %13, align 4
  %28 = fcmp contract ogt float %26, %27
  br i1 %28, label %29, label %32

29:                                               ; preds = %22
  %30 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE2ix to ptr), i64 %24
  store float %26, ptr %13, align 4
  %31 = load i32, ptr %30, align 4
  store i32 %31, ptr %14, align 4
  br label %32

32:                                               ; preds = %22, %29, %19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %33 = lshr i32 %20, 1
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %17, label %19

35:                                               ; preds = %17
  %36 = zext nneg i32 %5 to i64
  %37 = getelementptr inbounds nuw i32, ptr %1, i64 %36
  %38 = getelementptr inbounds nuw float, ptr %0, i64 %36
  %39 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE1v to ptr), align 4
  store float %39, ptr %38, align 4
  %40 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE2ix to ptr), align 4
  store i32 %40, ptr %37, align 4
  br label %41

41:                                               ; preds = %35, %17
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @first(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, ptr noalias noundef readonly captures(none) %2) "target-cpu"="sm_90" {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = add i32 %7, %4
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %2, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = zext nneg i32 %4 to i64
  %13 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ5firstE1v to ptr), i64 %12
  store float %11, ptr %13, align 4
  %14 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ5firstE2ix to ptr), i64 %12
  store i32 %8, ptr %14, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %15 = lshr i32 %6, 1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %19

17:                                               ; preds = %41, %3
  %18 = icmp eq i32 %4, 0
  br i1 %18, label %44, label %50

19:                                               ; preds = %3, %41
  %20 = phi i32 [ %42, %41 ], [ %15, %3 ]
  %21 = icmp samesign ult i32 %4, %20
  br i1 %21, label %22, label %41

22:                                               ; preds = %19
  %23 = add nuw nsw i32 %20, %4
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ5firstE1v to ptr), i64 %24
  %26 = load float, ptr %25, align 4
  %27 = load float, ptr %13, align 4
  %28 = fcmp contract ogt float %26, %27
  br i1 %28, label %29, label %32

29:                                               ; preds = %22
  %30 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ5firstE2ix to ptr), i64 %24
  %31 = load i32, ptr %30, align 4
  br label %39

32:                                               ; preds = %22
  %33 = fcmp contract oeq float %26, %27
  br i1 %33, label %34, label %41

34:                                               ; preds = %32
  %35 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ5firstE2ix to ptr), i64 %24
  %36 = load i32, ptr %35, align 4
  %37 = load i32, ptr %14, align 4
  %38 = icmp slt i32 %36, %37
  br i1 %38, label %39, label %41

39:                                               ; preds = %29, %34
  %40 = phi i32 [ %31, %29 ], [ %36, %34 ]
  store float %26, ptr %13, align 4
  store i32 %40, ptr %14, align 4
  br label %41

41:                                               ; preds = %32, %34, %39, %19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %42 = lshr i32 %20, 1
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %17, label %19

44:                                               ; preds = %17
  %45 = zext nneg i32 %5 to i64
  %46 = getelementptr inbounds nuw i32, ptr %1, i64 %45
  %47 = getelementptr inbounds nuw float, ptr %0, i64 %45
  %48 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ5firstE1v to ptr), align 4
  store float %48, ptr %47, align 4
  %49 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ5firstE2ix to ptr), align 4
  store i32 %49, ptr %46, align 4
  br label %50

50:                                               ; preds = %44, %17
  ret void
}

define ptx_kernel void @both(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, ptr noalias noundef readonly captures(none) %2) "target-cpu"="sm_90" {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = add i32 %7, %4
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %2, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = zext nneg i32 %4 to i64
  %13 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ4bothE1v to ptr), i64 %12
  store float %11, ptr %13, align 4
  %14 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4bothE2ix to ptr), i64 %12
  store i32 %8, ptr %14, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %15 = lshr i32 %6, 1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %19

17:                                               ; preds = %35, %3
  %18 = icmp eq i32 %4, 0
  br i1 %18, label %38, label %44

19:                                               ; preds = %3, %35
  %20 = phi i32 [ %36, %35 ], [ %15, %3 ]
  %21 = icmp samesign ult i32 %4, %20
  br i1 %21, label %22, label %35

22:                                               ; preds = %19
  %23 = add nuw nsw i32 %20, %4
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ4bothE1v to ptr), i64 %24
  %26 = load float, ptr %25, align 4
  %27 = load float, ptr %13, align 4
  %28 = fcmp contract ogt float %26, %27
  br i1 %28, label %29, label %35

29:                                               ; preds = %22
  %30 = load i32, ptr %14, align 4
  %31 = icmp eq i32 %30, 7
  br i1 %31, label %35, label %32

32:                                               ; preds = %29
  %33 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4bothE2ix to ptr), i64 %24
  store float %26, ptr %13, align 4
  %34 = load i32, ptr %33, align 4
  store i32 %34, ptr %14, align 4
  br label %35

35:                                               ; preds = %22, %29, %32, %19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %36 = lshr i32 %20, 1
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %17, label %19

38:                                               ; preds = %17
  %39 = zext nneg i32 %5 to i64
  %40 = getelementptr inbounds nuw i32, ptr %1, i64 %39
  %41 = getelementptr inbounds nuw float, ptr %0, i64 %39
  %42 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ4bothE1v to ptr), align 4
  store float %42, ptr %41, align 4
  %43 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4bothE2ix to ptr), align 4
  store i32 %43, ptr %40, align 4
  br label %44

44:                                               ; preds = %38, %17
  ret void
}

define ptx_kernel void @rows(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, ptr noalias noundef readonly captures(none) %2) "target-cpu"="sm_90" {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = add i32 %7, %4
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %2, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = zext nneg i32 %4 to i64
  %13 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ4rowsE1v to ptr), i64 %12
  store float %11, ptr %13, align 4
  %14 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4rowsE2ix to ptr), i64 %12
  store i32 %8, ptr %14, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %15 = lshr i32 %6, 1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %21

17:                                               ; preds = %34, %3
  %18 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %19 = or i32 %4, %18
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %37, label %43

21:                                               ; preds = %3, %34
  %22 = phi i32 [ %35, %34 ], [ %15, %3 ]
  %23 = icmp samesign ult i32 %4, %22
  br i1 %23, label %24, label %34

24:                                               ; preds = %21
  %25 = add nuw nsw i32 %22, %4
  %26 = zext nneg i32 %25 to i64
  %27 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ4rowsE1v to ptr), i64 %26
  %28 = load float, ptr %27, align 4
  %29 = load float, ptr %13, align 4
  %30 = fcmp contract ogt float %28, %29
  br i1 %30, label %31, label %34

31:                                               ; preds = %24
  %32 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4rowsE2ix to ptr), i64 %26
  store float %28, ptr %13, align 4
  %33 = load i32, ptr %32, align 4
  store i32 %33, ptr %14, align 4
  br label %34

34:                                               ; preds = %24, %31, %21
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %35 = lshr i32 %22, 1
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %17, label %21

37:                                               ; preds = %17
  %38 = zext nneg i32 %5 to i64
  %39 = getelementptr inbounds nuw i32, ptr %1, i64 %38
  %40 = getelementptr inbounds nuw float, ptr %0, i64 %38
  %41 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ4rowsE1v to ptr), align 4
  store float %41, ptr %40, align 4
  %42 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4rowsE2ix to ptr), align 4
  store i32 %42, ptr %39, align 4
  br label %43

43:                                               ; preds = %37, %17
  ret void
}

define ptx_kernel void @one_row_stores(ptr noalias noundef writeonly captures(none) %0, ptr noalias noundef writeonly captures(none) %1, ptr noalias noundef readonly captures(none) %2) "target-cpu"="sm_90" {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"()
  %7 = and i32 %4, 31
  %8 = icmp eq i32 %6, %7
  br i1 %8, label %9, label %19

9:                                                ; preds = %3
  %10 = zext nneg i32 %4 to i64
  %11 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE2ix to ptr), i64 %10
  %12 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE1v to ptr), i64 %10
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %14 = mul i32 %13, %5
  %15 = add i32 %14, %4
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds float, ptr %2, i64 %16
  %18 = load float, ptr %17, align 4
  store float %18, ptr %12, align 4
  store i32 %15, ptr %11, align 4
  br label %19

19:                                               ; preds = %9, %3
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %20 = lshr i32 %5, 1
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %26, label %22

22:                                               ; preds = %19
  %23 = zext nneg i32 %4 to i64
  %24 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE1v to ptr), i64 %23
  %25 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE2ix to ptr), i64 %23
  br label %28

26:                                               ; preds = %41, %19
  %27 = icmp eq i32 %4, 0
  br i1 %27, label %44, label %51

28:                                               ; preds = %22, %41
  %29 = phi i32 [ %20, %22 ], [ %42, %41 ]
  %30 = icmp samesign ult i32 %4, %29
  br i1 %30, label %31, label %41

31:                                               ; preds = %28
  %32 = add nuw nsw i32 %29, %4
  %33 = zext nneg i32 %32 to i64
  %34 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE1v to ptr), i64 %33
  %35 = load float, ptr %34, align 4
  %36 = load float, ptr %24, align 4
  %37 = fcmp contract olt float %35, %36
  br i1 %37, label %38, label %41

38:                                               ; preds = %31
  %39 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE2ix to ptr), i64 %33
  store float %35, ptr %24, align 4
  %40 = load i32, ptr %39, align 4
  store i32 %40, ptr %25, align 4
  br label %41

41:                                               ; preds = %31, %38, %28
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %42 = lshr i32 %29, 1
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %26, label %28

44:                                               ; preds = %26
  %45 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE1v to ptr), align 4
  %46 = tail call noundef i32 asm "mov.u32 $0, %laneid;", "=r"()
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds float, ptr %0, i64 %47
  store float %45, ptr %48, align 4
  %49 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ14one_row_storesE2ix to ptr), align 4
  %50 = getelementptr inbounds i32, ptr %1, i64 %47
  store i32 %49, ptr %50, align 4
  br label %51

51:                                               ; preds = %44, %26
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
