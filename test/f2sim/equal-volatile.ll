; What a kernel reads of volatile and relaxed atomic stores depends on the
; schedule. In each of them, a kernel is equal to itself.
; RUN: %f2sim --equal %s %s --kernel volatile_last --block 64 | FileCheck %s
; RUN: %f2sim --equal %s %s --kernel relaxed_last --block 64 | FileCheck %s
; CHECK: equal

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global i32 undef, align 4
@q = internal addrspace(3) global i32 undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @volatile_last(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %t, ptr addrspace(3) @s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load volatile i32, ptr addrspace(3) @s
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @relaxed_last(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store atomic i32 %t, ptr addrspace(3) @q syncscope("block") monotonic, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load atomic i32, ptr addrspace(3) @q syncscope("block") monotonic, align 4
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}
