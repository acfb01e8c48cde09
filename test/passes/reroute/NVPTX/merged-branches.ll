; Two branches that lead to the same stores are merged where the stores are then
; completed, and exchanges follow (MergedBranches.h).
; RUN: %f2opt -passes='f2layout-reroute<no-shared>' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel comparators --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel negated --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel values --block 64
; RUN: %f2opt -passes='f2layout-reroute<no-shared>' -S %s -o - -debug-counter=f2layout-complete=1000000 | FileCheck %s --check-prefix=NONE

; NONE-LABEL: @comparators(
; NONE: x.up0:
; NONE: x.down0:

target triple = "nvptx64-nvidia-cuda"

@comparators_s = internal addrspace(3) global [64 x i32] poison, align 16
@negated_s = internal addrspace(3) global [64 x i32] poison, align 16
@values_s = internal addrspace(3) global [64 x i32] poison, align 16
@work_s = internal addrspace(3) global [64 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Comparators that sort up or down, by a bit of the thread: the two branches that
; lead to each swap become one, and nothing is left in shared memory.
; CHECK-LABEL: @comparators(
; CHECK-NOT: addrspace(3)
; CHECK: select i1 %up0
; CHECK-NOT: addrspace(3)
; CHECK: @llvm.nvvm.shfl.sync
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @comparators(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @comparators_s, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x0 = xor i32 %t, 1
  %low0 = icmp ult i32 %t, %x0
  br i1 %low0, label %both0, label %next0
both0:
  %pa0 = getelementptr i32, ptr addrspace(3) @comparators_s, i32 %t
  %pb0 = getelementptr i32, ptr addrspace(3) @comparators_s, i32 %x0
  %a0 = load i32, ptr addrspace(3) %pa0
  %b0 = load i32, ptr addrspace(3) %pb0
  %k0 = and i32 %t, 2
  %up0 = icmp eq i32 %k0, 0
  br i1 %up0, label %x.up0, label %x.down0
x.up0:
  %c0 = icmp sgt i32 %a0, %b0
  br i1 %c0, label %swap0, label %next0
x.down0:
  %d0 = icmp slt i32 %a0, %b0
  br i1 %d0, label %swap0, label %next0
swap0:
  store i32 %b0, ptr addrspace(3) %pa0
  store i32 %a0, ptr addrspace(3) %pb0
  br label %next0
next0:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1 = xor i32 %t, 2
  %low1 = icmp ult i32 %t, %x1
  br i1 %low1, label %both1, label %next1
both1:
  %pa1 = getelementptr i32, ptr addrspace(3) @comparators_s, i32 %t
  %pb1 = getelementptr i32, ptr addrspace(3) @comparators_s, i32 %x1
  %a1 = load i32, ptr addrspace(3) %pa1
  %b1 = load i32, ptr addrspace(3) %pb1
  %k1 = and i32 %t, 4
  %up1 = icmp eq i32 %k1, 0
  br i1 %up1, label %x.up1, label %x.down1
x.up1:
  %c1 = icmp sgt i32 %a1, %b1
  br i1 %c1, label %swap1, label %next1
x.down1:
  %d1 = icmp slt i32 %a1, %b1
  br i1 %d1, label %swap1, label %next1
swap1:
  store i32 %b1, ptr addrspace(3) %pa1
  store i32 %a1, ptr addrspace(3) %pb1
  br label %next1
next1:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2 = xor i32 %t, 1
  %low2 = icmp ult i32 %t, %x2
  br i1 %low2, label %both2, label %next2
both2:
  %pa2 = getelementptr i32, ptr addrspace(3) @comparators_s, i32 %t
  %pb2 = getelementptr i32, ptr addrspace(3) @comparators_s, i32 %x2
  %a2 = load i32, ptr addrspace(3) %pa2
  %b2 = load i32, ptr addrspace(3) %pb2
  %k2 = and i32 %t, 4
  %up2 = icmp eq i32 %k2, 0
  br i1 %up2, label %x.up2, label %x.down2
x.up2:
  %c2 = icmp sgt i32 %a2, %b2
  br i1 %c2, label %swap2, label %next2
x.down2:
  %d2 = icmp slt i32 %a2, %b2
  br i1 %d2, label %swap2, label %next2
swap2:
  store i32 %b2, ptr addrspace(3) %pa2
  store i32 %a2, ptr addrspace(3) %pb2
  br label %next2
next2:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; One side goes to the swap if its condition does not hold.
; CHECK-LABEL: @negated(
; CHECK-NOT: addrspace(3)
; CHECK: select i1 %up0
; CHECK-NOT: addrspace(3)
; CHECK: @llvm.nvvm.shfl.sync
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @negated(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x0 = xor i32 %t, 1
  %low0 = icmp ult i32 %t, %x0
  br i1 %low0, label %both0, label %next0
both0:
  %pa0 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  %pb0 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %x0
  %a0 = load i32, ptr addrspace(3) %pa0
  %b0 = load i32, ptr addrspace(3) %pb0
  %k0 = and i32 %t, 2
  %up0 = icmp eq i32 %k0, 0
  br i1 %up0, label %x.up0, label %x.down0
x.up0:
  %c0 = icmp sgt i32 %a0, %b0
  br i1 %c0, label %swap0, label %next0
x.down0:
  %d0 = icmp sge i32 %a0, %b0
  br i1 %d0, label %next0, label %swap0
swap0:
  store i32 %b0, ptr addrspace(3) %pa0
  store i32 %a0, ptr addrspace(3) %pb0
  br label %next0
next0:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1 = xor i32 %t, 2
  %low1 = icmp ult i32 %t, %x1
  br i1 %low1, label %both1, label %next1
both1:
  %pa1 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  %pb1 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %x1
  %a1 = load i32, ptr addrspace(3) %pa1
  %b1 = load i32, ptr addrspace(3) %pb1
  %k1 = and i32 %t, 4
  %up1 = icmp eq i32 %k1, 0
  br i1 %up1, label %x.up1, label %x.down1
x.up1:
  %c1 = icmp sgt i32 %a1, %b1
  br i1 %c1, label %swap1, label %next1
x.down1:
  %d1 = icmp sge i32 %a1, %b1
  br i1 %d1, label %next1, label %swap1
swap1:
  store i32 %b1, ptr addrspace(3) %pa1
  store i32 %a1, ptr addrspace(3) %pb1
  br label %next1
next1:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2 = xor i32 %t, 1
  %low2 = icmp ult i32 %t, %x2
  br i1 %low2, label %both2, label %next2
both2:
  %pa2 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  %pb2 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %x2
  %a2 = load i32, ptr addrspace(3) %pa2
  %b2 = load i32, ptr addrspace(3) %pb2
  %k2 = and i32 %t, 4
  %up2 = icmp eq i32 %k2, 0
  br i1 %up2, label %x.up2, label %x.down2
x.up2:
  %c2 = icmp sgt i32 %a2, %b2
  br i1 %c2, label %swap2, label %next2
x.down2:
  %d2 = icmp sge i32 %a2, %b2
  br i1 %d2, label %next2, label %swap2
swap2:
  store i32 %b2, ptr addrspace(3) %pa2
  store i32 %a2, ptr addrspace(3) %pb2
  br label %next2
next2:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; The swap stores other values from one side.
; CHECK-LABEL: @values(
; CHECK: br i1 %up0, label %x.up0, label %x.down0
; CHECK: ret void
define ptx_kernel void @values(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @values_s, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x0 = xor i32 %t, 1
  %low0 = icmp ult i32 %t, %x0
  br i1 %low0, label %both0, label %next0
both0:
  %pa0 = getelementptr i32, ptr addrspace(3) @values_s, i32 %t
  %pb0 = getelementptr i32, ptr addrspace(3) @values_s, i32 %x0
  %a0 = load i32, ptr addrspace(3) %pa0
  %b0 = load i32, ptr addrspace(3) %pb0
  %k0 = and i32 %t, 2
  %up0 = icmp eq i32 %k0, 0
  br i1 %up0, label %x.up0, label %x.down0
x.up0:
  %c0 = icmp sgt i32 %a0, %b0
  br i1 %c0, label %swap0, label %next0
x.down0:
  %d0 = icmp slt i32 %a0, %b0
  br i1 %d0, label %swap0, label %next0
swap0:
  %v0 = phi i32 [ %b0, %x.up0 ], [ 7, %x.down0 ]
  store i32 %v0, ptr addrspace(3) %pa0
  store i32 %a0, ptr addrspace(3) %pb0
  br label %next0
next0:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1 = xor i32 %t, 2
  %low1 = icmp ult i32 %t, %x1
  br i1 %low1, label %both1, label %next1
both1:
  %pa1 = getelementptr i32, ptr addrspace(3) @values_s, i32 %t
  %pb1 = getelementptr i32, ptr addrspace(3) @values_s, i32 %x1
  %a1 = load i32, ptr addrspace(3) %pa1
  %b1 = load i32, ptr addrspace(3) %pb1
  %k1 = and i32 %t, 4
  %up1 = icmp eq i32 %k1, 0
  br i1 %up1, label %x.up1, label %x.down1
x.up1:
  %c1 = icmp sgt i32 %a1, %b1
  br i1 %c1, label %swap1, label %next1
x.down1:
  %d1 = icmp slt i32 %a1, %b1
  br i1 %d1, label %swap1, label %next1
swap1:
  %v1 = phi i32 [ %b1, %x.up1 ], [ 7, %x.down1 ]
  store i32 %v1, ptr addrspace(3) %pa1
  store i32 %a1, ptr addrspace(3) %pb1
  br label %next1
next1:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2 = xor i32 %t, 1
  %low2 = icmp ult i32 %t, %x2
  br i1 %low2, label %both2, label %next2
both2:
  %pa2 = getelementptr i32, ptr addrspace(3) @values_s, i32 %t
  %pb2 = getelementptr i32, ptr addrspace(3) @values_s, i32 %x2
  %a2 = load i32, ptr addrspace(3) %pa2
  %b2 = load i32, ptr addrspace(3) %pb2
  %k2 = and i32 %t, 4
  %up2 = icmp eq i32 %k2, 0
  br i1 %up2, label %x.up2, label %x.down2
x.up2:
  %c2 = icmp sgt i32 %a2, %b2
  br i1 %c2, label %swap2, label %next2
x.down2:
  %d2 = icmp slt i32 %a2, %b2
  br i1 %d2, label %swap2, label %next2
swap2:
  %v2 = phi i32 [ %b2, %x.up2 ], [ 7, %x.down2 ]
  store i32 %v2, ptr addrspace(3) %pa2
  store i32 %a2, ptr addrspace(3) %pb2
  br label %next2
next2:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; A division may not run when it need not.
; CHECK-LABEL: @work(
; CHECK: br i1 %up0, label %x.up0, label %x.down0
; CHECK: ret void
define ptx_kernel void @work(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @work_s, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x0 = xor i32 %t, 1
  %low0 = icmp ult i32 %t, %x0
  br i1 %low0, label %both0, label %next0
both0:
  %pa0 = getelementptr i32, ptr addrspace(3) @work_s, i32 %t
  %pb0 = getelementptr i32, ptr addrspace(3) @work_s, i32 %x0
  %a0 = load i32, ptr addrspace(3) %pa0
  %b0 = load i32, ptr addrspace(3) %pb0
  %k0 = and i32 %t, 2
  %up0 = icmp eq i32 %k0, 0
  br i1 %up0, label %x.up0, label %x.down0
x.up0:
  %w0 = udiv i32 %a0, %b0
  %c0 = icmp ugt i32 %w0, 1
  br i1 %c0, label %swap0, label %next0
x.down0:
  %d0 = icmp slt i32 %a0, %b0
  br i1 %d0, label %swap0, label %next0
swap0:
  store i32 %b0, ptr addrspace(3) %pa0
  store i32 %a0, ptr addrspace(3) %pb0
  br label %next0
next0:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1 = xor i32 %t, 2
  %low1 = icmp ult i32 %t, %x1
  br i1 %low1, label %both1, label %next1
both1:
  %pa1 = getelementptr i32, ptr addrspace(3) @work_s, i32 %t
  %pb1 = getelementptr i32, ptr addrspace(3) @work_s, i32 %x1
  %a1 = load i32, ptr addrspace(3) %pa1
  %b1 = load i32, ptr addrspace(3) %pb1
  %k1 = and i32 %t, 4
  %up1 = icmp eq i32 %k1, 0
  br i1 %up1, label %x.up1, label %x.down1
x.up1:
  %w1 = udiv i32 %a1, %b1
  %c1 = icmp ugt i32 %w1, 1
  br i1 %c1, label %swap1, label %next1
x.down1:
  %d1 = icmp slt i32 %a1, %b1
  br i1 %d1, label %swap1, label %next1
swap1:
  store i32 %b1, ptr addrspace(3) %pa1
  store i32 %a1, ptr addrspace(3) %pb1
  br label %next1
next1:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2 = xor i32 %t, 1
  %low2 = icmp ult i32 %t, %x2
  br i1 %low2, label %both2, label %next2
both2:
  %pa2 = getelementptr i32, ptr addrspace(3) @work_s, i32 %t
  %pb2 = getelementptr i32, ptr addrspace(3) @work_s, i32 %x2
  %a2 = load i32, ptr addrspace(3) %pa2
  %b2 = load i32, ptr addrspace(3) %pb2
  %k2 = and i32 %t, 4
  %up2 = icmp eq i32 %k2, 0
  br i1 %up2, label %x.up2, label %x.down2
x.up2:
  %w2 = udiv i32 %a2, %b2
  %c2 = icmp ugt i32 %w2, 1
  br i1 %c2, label %swap2, label %next2
x.down2:
  %d2 = icmp slt i32 %a2, %b2
  br i1 %d2, label %swap2, label %next2
swap2:
  store i32 %b2, ptr addrspace(3) %pa2
  store i32 %a2, ptr addrspace(3) %pb2
  br label %next2
next2:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; A branch with metadata of a loop stays, and the metadata with it.
; CHECK-LABEL: @hinted(
; CHECK: br i1 %up0, label %x.up0, label %x.down0
; CHECK: br i1 {{.*}}, !llvm.loop
; CHECK: ret void
define ptx_kernel void @hinted(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x0 = xor i32 %t, 1
  %low0 = icmp ult i32 %t, %x0
  br i1 %low0, label %both0, label %next0
both0:
  %pa0 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  %pb0 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %x0
  %a0 = load i32, ptr addrspace(3) %pa0
  %b0 = load i32, ptr addrspace(3) %pb0
  %k0 = and i32 %t, 2
  %up0 = icmp eq i32 %k0, 0
  br i1 %up0, label %x.up0, label %x.down0
x.up0:
  %c0 = icmp sgt i32 %a0, %b0
  br i1 %c0, label %swap0, label %next0, !llvm.loop !9
x.down0:
  %d0 = icmp sge i32 %a0, %b0
  br i1 %d0, label %next0, label %swap0
swap0:
  store i32 %b0, ptr addrspace(3) %pa0
  store i32 %a0, ptr addrspace(3) %pb0
  br label %next0
next0:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1 = xor i32 %t, 2
  %low1 = icmp ult i32 %t, %x1
  br i1 %low1, label %both1, label %next1
both1:
  %pa1 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  %pb1 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %x1
  %a1 = load i32, ptr addrspace(3) %pa1
  %b1 = load i32, ptr addrspace(3) %pb1
  %k1 = and i32 %t, 4
  %up1 = icmp eq i32 %k1, 0
  br i1 %up1, label %x.up1, label %x.down1
x.up1:
  %c1 = icmp sgt i32 %a1, %b1
  br i1 %c1, label %swap1, label %next1
x.down1:
  %d1 = icmp sge i32 %a1, %b1
  br i1 %d1, label %next1, label %swap1
swap1:
  store i32 %b1, ptr addrspace(3) %pa1
  store i32 %a1, ptr addrspace(3) %pb1
  br label %next1
next1:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2 = xor i32 %t, 1
  %low2 = icmp ult i32 %t, %x2
  br i1 %low2, label %both2, label %next2
both2:
  %pa2 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %t
  %pb2 = getelementptr i32, ptr addrspace(3) @negated_s, i32 %x2
  %a2 = load i32, ptr addrspace(3) %pa2
  %b2 = load i32, ptr addrspace(3) %pb2
  %k2 = and i32 %t, 4
  %up2 = icmp eq i32 %k2, 0
  br i1 %up2, label %x.up2, label %x.down2
x.up2:
  %c2 = icmp sgt i32 %a2, %b2
  br i1 %c2, label %swap2, label %next2
x.down2:
  %d2 = icmp sge i32 %a2, %b2
  br i1 %d2, label %next2, label %swap2
swap2:
  store i32 %b2, ptr addrspace(3) %pa2
  store i32 %a2, ptr addrspace(3) %pb2
  br label %next2
next2:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="64" }

!9 = distinct !{!9}
