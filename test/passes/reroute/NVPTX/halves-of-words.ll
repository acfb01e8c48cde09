; Halves of two words make one word: what the plan keeps is neither of the two.
; Nothing is frozen here, so that both are traced through the word they make.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x i16] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @loaded(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @loaded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = add i32 %t, 128
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x = load i32, ptr addrspace(1) %px, !noundef !0
  %y = load i32, ptr addrspace(1) %py, !noundef !0
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %z = load i32, ptr addrspace(3) %s0, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @put_together(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @put_together(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = add i32 %t, 128
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x = load i32, ptr addrspace(1) %px, !noundef !0
  %y = load i32, ptr addrspace(1) %py, !noundef !0
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0 = load i16, ptr addrspace(3) %s0, align 2
  %l1 = load i16, ptr addrspace(3) %s1, align 2
  %z0 = zext i16 %l0 to i32
  %z1 = zext i16 %l1 to i32
  %zs = shl i32 %z1, 16
  %z = or disjoint i32 %z0, %zs
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @computed(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @computed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = add i32 %t, 128
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x = mul i32 %t, 1640531527
  %y = xor i32 %x, 123456789
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %z = load i32, ptr addrspace(3) %s0, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @frozen(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @frozen(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = add i32 %t, 128
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x0 = load i32, ptr addrspace(1) %px
  %y0 = load i32, ptr addrspace(1) %py
  %x = freeze i32 %x0
  %y = freeze i32 %y0
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %z = load i32, ptr addrspace(3) %s0, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }

!0 = !{}
