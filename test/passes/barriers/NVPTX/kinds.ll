; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s
;
; The plain block barrier and the plain warp barrier, and similar instructions
; that must not be mistaken for them.

target triple = "nvptx64-nvidia-cuda"

; Only barrier 0 for all threads, in its aligned form, is __syncthreads.
; CHECK-LABEL: barriers of @plain: 3
; CHECK-NEXT: block in %entry: {{.*}}barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: warp in %entry: {{.*}}bar.warp.sync(i32 -1)
; CHECK-NEXT: warp in %entry: {{.*}}bar.warp.sync(i32 %mask)
define ptx_kernel void @plain(i32 %mask) {
entry:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; The old spelling is upgraded on reading.
; CHECK-LABEL: barriers of @upgraded: 1
; CHECK-NEXT: block in %entry:
define ptx_kernel void @upgraded() {
entry:
  call void @llvm.nvvm.barrier0()
  ret void
}

; So are the others, whose results are zeros and ones. All of them wait for the
; whole block, but only __syncthreads does no more.
; CHECK-LABEL: barriers of @older: 4
; CHECK-NEXT: other in %entry: {{.*}}call
; CHECK-NEXT: other in %entry: {{.*}}call
; CHECK-NEXT: other in %entry: {{.*}}call
; CHECK-NEXT: block in %entry: {{.*}}sync.aligned.all(i32 0)
define ptx_kernel void @older(ptr %p, i32 %c) {
entry:
  %count = call i32 @llvm.nvvm.barrier0.popc(i32 %c)
  %all = call i32 @llvm.nvvm.barrier0.and(i32 %c)
  %any = call i32 @llvm.nvvm.barrier0.or(i32 %c)
  call void @llvm.nvvm.barrier.n(i32 0)
  ret void
}

; CHECK-LABEL: barriers of @other_barriers: 6
; CHECK-NEXT: other in %entry: {{.*}}sync.aligned.all(i32 1)
; CHECK-NEXT: other in %entry: {{.*}}sync.aligned.all(i32 %id)
; CHECK-NEXT: other in %entry: {{.*}}sync.all(i32 0)
; CHECK-NEXT: other in %entry: {{.*}}sync.aligned.count(i32 0, i32 64)
; CHECK-NEXT: other in %entry: {{.*}}cluster.arrive
; CHECK-NEXT: other in %entry: {{.*}}cluster.wait
define ptx_kernel void @other_barriers(i32 %id) {
entry:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %id)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 0, i32 64)
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  ret void
}

; CHECK-LABEL: barriers of @lanes: 4
; CHECK-NEXT: other {{.*}}shfl.sync
; CHECK-NEXT: other {{.*}}vote.ballot.sync
; CHECK-NEXT: other {{.*}}match.any.sync
; CHECK-NEXT: other {{.*}}redux.sync.add
define ptx_kernel void @lanes(i32 %x) {
entry:
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 1, i32 31)
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true)
  %c = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %x)
  %d = call i32 @llvm.nvvm.redux.sync.add(i32 %x, i32 -1)
  ret void
}

; Waits on copies and mbarriers synchronise; issuing a copy does not.
; CHECK-LABEL: barriers of @asynchronous: 5
; CHECK-NEXT: other {{.*}}cp.async.commit.group
; CHECK-NEXT: other {{.*}}cp.async.wait.group
; CHECK-NEXT: other {{.*}}cp.async.wait.all
; CHECK-NEXT: other {{.*}}mbarrier.init.shared
; CHECK-NEXT: other {{.*}}mbarrier.arrive.shared
define ptx_kernel void @asynchronous(ptr addrspace(3) %s, ptr addrspace(1) %g) {
entry:
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) %s, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %s, i32 128)
  %state = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) %s)
  ret void
}

; A relaxed atomic orders nothing, an acquire does; fences of one thread do not.
; CHECK-LABEL: barriers of @memory: 4
; CHECK-NEXT: other {{.*}}membar.cta
; CHECK-NEXT: other {{.*}} fence seq_cst
; CHECK-NEXT: other {{.*}}atomicrmw {{.*}} acq_rel
; CHECK-NEXT: other {{.*}}load atomic {{.*}} acquire
; CHECK-NOT: other
define ptx_kernel void @memory(ptr %p) {
entry:
  call void @llvm.nvvm.membar.cta()
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  %a = atomicrmw add ptr %p, i32 1 monotonic
  %b = atomicrmw add ptr %p, i32 1 acq_rel
  %c = load atomic i32, ptr %p acquire, align 4
  %d = load atomic i32, ptr %p monotonic, align 4
  %e = load volatile i32, ptr %p
  store i32 %e, ptr %p
  ret void
}

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare i32 @llvm.nvvm.barrier0.and(i32)
declare i32 @llvm.nvvm.barrier0.or(i32)
declare void @llvm.nvvm.barrier.n(i32)
