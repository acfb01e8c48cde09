; Threads of several rows may store the same value to one place if that is
; promised. So a store whose address is a function of threadIdx.x alone does not
; show that there is one row, and the barrier keeps the rows apart: the next
; value must not be stored before all rows have stored the one before.
; RUN: %f2opt -passes='f2layout-relax<all;races-agree>' -S %s -o %t.agree.ll
; RUN: FileCheck %s --input-file=%t.agree.ll --check-prefix=AGREE
; RUN: %f2sim --equal %s %t.agree.ll --kernel rows --block 32,8
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s | FileCheck %s --check-prefix=APART

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [1024 x i32] poison, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; AGREE-LABEL: @rows(
; AGREE-COUNT-3: barrier.cta.sync
; AGREE: ret void
; APART-LABEL: @rows(
; APART-NOT: barrier.cta.sync
; APART: ret void
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %x = xor i32 %t, 1
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  store i32 %v, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = load i32, ptr addrspace(3) %other
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %a, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = load i32, ptr addrspace(3) %other
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %b, ptr addrspace(1) %q
  ret void
}
