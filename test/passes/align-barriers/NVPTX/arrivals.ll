; One warp waits for another at a barrier of that number.
; REQUIRES: cta-barriers
; RUN: %f2opt -passes=f2layout-align-barriers -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --arg 1=0,3
; RUN: %f2opt -passes='f2layout-align-barriers,f2layout-relax<all>' -disable-output %s -pass-remarks-missed=f2layout-relax 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare void @llvm.nvvm.barrier.cta.arrive.count(i32, i32)

; REMARK: block barrier kept: the call of __nvvm_barrier_cta_arrive_count may be where threads meet others that have come to it (in parts)
; CHECK-LABEL: @parts(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 2)
; CHECK: ret void
define ptx_kernel void @parts(ptr addrspace(1) %p, i32 %n) {
  call void @llvm.nvvm.barrier.cta.arrive.count(i32 2, i32 256)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 2)
  ret void
}
