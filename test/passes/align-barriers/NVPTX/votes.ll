; A vote of the block that is not .aligned is a barrier like any other.
; REQUIRES: cta-barriers
; RUN: %f2opt -passes=f2layout-align-barriers -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --arg 1=0,3
; RUN: %f2sim --equal %s %t.ll --kernels all --block 77 --arg 1=0,3

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare i1 @llvm.nvvm.barrier.cta.red.or.all(i32, i1)

; CHECK-LABEL: @vote(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call i1 @llvm.nvvm.barrier.cta.red.or.all(i32 0
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @vote(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier.cta.sync.all(i32 3)
  %c = icmp eq i32 %t, %n
  %any = call i1 @llvm.nvvm.barrier.cta.red.or.all(i32 0, i1 %c)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = zext i1 %any to i32
  store i32 %v, ptr addrspace(1) %o
  ret void
}
