; Convergent operations wait for their lanes; missing lanes are reported.
; RUN: not %f2sim %s --kernel divergent_barrier --block 32 | FileCheck %s --check-prefix=BARRIER
; RUN: not %f2sim %s --kernel two_barriers --block 32 | FileCheck %s --check-prefix=TWO
; RUN: not %f2sim %s --kernel divergent_shuffle --block 32 | FileCheck %s --check-prefix=SHUFFLE
; RUN: not %f2sim %s --kernel exited_matrix --block 32 | FileCheck %s --check-prefix=MATRIX
; An exited thread does not block the barrier for others, nor a lane that is
; masked off a shuffle; a value read from such a lane is undefined.
; RUN: %f2sim %s --kernel exit_then_barrier --block 64 | FileCheck %s --check-prefix=EXIT --implicit-check-not=divergence
; A lane that spins for another ends the run after --max-steps.
; RUN: not %f2sim %s --kernel spin --block 32 --max-steps 100000 | FileCheck %s --check-prefix=SPIN

; BARRIER: divergence: threads wait for threads that do not arrive
; BARRIER-NEXT: warp 0 lanes 0-15 wait at {{.*}}barrier.cta
; BARRIER-NEXT: warp 0 lanes 16-31 wait at {{.*}}bar.warp.sync{{.*}}with mask 0xFFFFFFFF
; TWO: divergence: aligned barrier in divergent code: lane 0 is here, lane 16 at
; SHUFFLE: divergence: threads wait for threads that do not arrive
; SHUFFLE: lanes 0-15 wait at {{.*}}shfl
; MATRIX: divergence: needs the whole warp, but lane 0 has exited
; EXIT: value of an absent lane: lane 1 reads lane 0, which does not participate
; SPIN: too many steps

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 16

define ptx_kernel void @divergent_barrier(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %b
b:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}
define ptx_kernel void @two_barriers(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
define ptx_kernel void @divergent_shuffle(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %a, label %b
a:
  %v = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %t, i32 0, i32 31)
  ret void
b:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}
define ptx_kernel void @exited_matrix(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %a, label %b
a:
  ret void
b:
  %v = call i32 asm sideeffect "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r"(i32 %t)
  ret void
}
define ptx_kernel void @exit_then_barrier(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  ret void
}
define ptx_kernel void @spin(ptr addrspace(1) %out) {
  br label %l
l:
  %v = load volatile i32, ptr addrspace(1) %out, align 4
  %c = icmp eq i32 %v, 12345
  br i1 %c, label %done, label %l
done:
  ret void
}
