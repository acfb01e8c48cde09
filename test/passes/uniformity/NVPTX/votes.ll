; What votes of the block give is the same in all threads, where all of them vote
; at one barrier.
; REQUIRES: cta-barriers
; RUN: %f2opt -passes='print<f2layout-uniformity>' -disable-output %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: uniformity of @votes
; CHECK: uniform: {{.*}}red.popc.aligned.all(i32 0
; CHECK: varies: {{.*}}red.popc.aligned.all(i32 %t
; CHECK: varies: {{.*}}red.popc.aligned.count
define ptx_kernel void @votes() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 true)
  %b = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 %t, i1 true)
  %c = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.count(i32 0, i32 64, i1 true)
  ret void
}
