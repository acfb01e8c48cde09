; Happens-before at byte granularity: shared and global memory, barriers of the
; block and of the warp, several blocks.
; RUN: split-file %s %t
; RUN: not %f2sim %t/kernels.ll --kernel no_barrier --block 64 | FileCheck %s --check-prefix=RACE
; RUN: %f2sim %t/kernels.ll --kernel block_barrier --block 64 | FileCheck %s --check-prefix=NONE --implicit-check-not=race
; RUN: %f2sim %t/kernels.ll --kernel warp_barrier --block 64 | FileCheck %s --check-prefix=NONE --implicit-check-not=race
; A warp barrier does not order two warps.
; RUN: not %f2sim %t/kernels.ll --kernel warp_barrier_across --block 64 | FileCheck %s --check-prefix=ACROSS
; Writing the same value twice is no race, writing different values is.
; RUN: %f2sim %t/kernels.ll --kernel same_value --block 64 | FileCheck %s --check-prefix=NONE --implicit-check-not=race
; RUN: not %f2sim %t/kernels.ll --kernel other_value --block 64 | FileCheck %s --check-prefix=TWICE
; In place, the barrier orders the reads of global memory before the writes.
; RUN: %f2sim --equal %t/kernels.ll %t/removed.ll --kernel block_barrier --block 64
; RUN: not %f2sim --equal %t/kernels.ll %t/removed.ll --kernel block_barrier --block 64 --alias 0,1 | FileCheck %s --check-prefix=INPLACE
; Blocks are never ordered.
; RUN: not %f2sim %t/kernels.ll --kernel other_value --block 1 --grid 2 | FileCheck %s --check-prefix=BLOCKS
; Atomics do not race with one another.
; RUN: %f2sim %t/kernels.ll --kernel atomic --block 64 --grid 2 --fill 1=zero --dump 1:4 | FileCheck %s --check-prefix=ATOMIC --implicit-check-not=race

; RACE: race: byte 0 of @s: thread 1 (warp 0 lane 1) reads at %w = load
; RACE-NEXT: and thread 0 (warp 0 lane 0) wrote at store i32 %v
; RACE-NEXT: with no barrier between
; NONE: kernel
; ACROSS: race: byte {{[0-9]+}} of @s
; TWICE: race: byte 0 of arg 1: thread 1
; INPLACE: DIFFERENT
; INPLACE-NEXT: after: race: byte {{[0-9]+}} of arg 0
; BLOCKS: race: byte 0 of arg 1: thread 0 (warp 0 lane 0) of block 1 writes
; ATOMIC: 000000: 80000000

;--- kernels.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
define ptx_kernel void @no_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %ps, align 4
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
define ptx_kernel void @block_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %ps, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %v, ptr addrspace(1) %po, align 4
  ret void
}
define ptx_kernel void @warp_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %ps, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
define ptx_kernel void @warp_barrier_across(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 32
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %ps, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
define ptx_kernel void @same_value(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  store i32 7, ptr addrspace(1) %out, align 4
  ret void
}
define ptx_kernel void @other_value(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v = add i32 %t, %b
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
define ptx_kernel void @atomic(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic
  ret void
}
;--- removed.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @block_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %v, ptr addrspace(1) %po, align 4
  ret void
}
