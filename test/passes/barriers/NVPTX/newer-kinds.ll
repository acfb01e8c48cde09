; Barriers for which older versions of LLVM have no intrinsics.
; REQUIRES: cta-barriers
; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: barriers of @other_barriers: 4
; CHECK-NEXT: other in %entry: {{.*}}arrive.aligned.count(i32 1, i32 64)
; CHECK-NEXT: other in %entry: {{.*}}red.popc.aligned.all(i32 0, i1 true)
; CHECK-NEXT: other in %entry: {{.*}}griddepcontrol.wait
; CHECK-NEXT: other in %entry: {{.*}}elect.sync
define ptx_kernel void @other_barriers() {
entry:
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 64)
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 true)
  call void @llvm.nvvm.griddepcontrol.wait()
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  ret void
}
