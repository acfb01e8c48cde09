; Two pairs of accesses keep each barrier: one of pointers, which a promise would let
; go, and one of shared memory, which it would not. The latter is the reason.
; RUN: %f2opt -passes='f2layout' -S %s -o %t.ll -pass-remarks-missed=f2layout-relax 2>&1 | FileCheck %s
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x i32] undef, align 4
@u = internal addrspace(3) global [256 x i32] undef, align 4
@p = internal addrspace(3) global [256 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-NOT: __restrict__
; CHECK: block barrier kept: the store and the load touch the same bytes, for example in threads 0 and 47, so it is needed
define ptx_kernel void @both(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %ps
  %pu = getelementptr i32, ptr addrspace(3) @u, i32 %t
  store i32 %v, ptr addrspace(3) %pu
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px
  %r = sub i32 255, %t
  %b = mul i32 %r, %r
  %c = and i32 %b, 255
  %pc = getelementptr i32, ptr addrspace(3) @u, i32 %c
  %y = load i32, ptr addrspace(3) %pc
  %sum = add i32 %w, %y
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

; Nothing else keeps this one.
; CHECK: block barrier kept: the load and the store may touch the same bytes from different threads; __restrict__ on the pointers would show that they do not
define ptx_kernel void @pointers(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %ps = getelementptr i32, ptr addrspace(3) @p, i32 %t
  store i32 %v, ptr addrspace(3) %ps
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %px = getelementptr i32, ptr addrspace(3) @p, i32 %x
  %w = load i32, ptr addrspace(3) %px
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}
attributes #0 = { "nvvm.reqntid"="256" "target-cpu"="sm_90" }
