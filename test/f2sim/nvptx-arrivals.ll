; Named barriers: half of the block waits, the other half only arrives.
; REQUIRES: cta-barriers
; RUN: %f2sim %s --kernel arrive --block 64 | FileCheck %s --check-prefix=ARRIVE --implicit-check-not=race
; ARRIVE: kernel arrive

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 16
define ptx_kernel void @arrive(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  br i1 %c, label %produce, label %consume
produce:
  store i32 %t, ptr addrspace(3) %p, align 4
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 64)
  ret void
consume:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  %q = getelementptr i8, ptr addrspace(3) %p, i32 -128
  %v = load i32, ptr addrspace(3) %q, align 4
  ret void
}
