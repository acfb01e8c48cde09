; Threads wait at barrier.sync for others that come to a barrier of its number,
; wherever that is.
; RUN: %f2sim %s --kernel shifted --block 128 | FileCheck %s --check-prefix=SHIFTED --implicit-check-not=race --implicit-check-not=divergence
; RUN: not %f2sim %s --kernel too_early --block 128 | FileCheck %s --check-prefix=EARLY
; RUN: not %f2sim %s --kernel aligned_beside --block 64 | FileCheck %s --check-prefix=ALIGNED
; RUN: %f2sim %s --kernel numbers --block 64 | FileCheck %s --check-prefix=NUMBERS --implicit-check-not=race --implicit-check-not=divergence
; RUN: %f2sim %s --kernel exits --block 96 | FileCheck %s --check-prefix=EXITS --implicit-check-not=race --implicit-check-not=divergence
;
; A count is one of whole warps: those that are not complete do not arrive, and
; lanes that have exited count.
; RUN: not %f2sim %s --kernel half_warps --block 128 | FileCheck %s --check-prefix=HALF
; RUN: %f2sim %s --kernel exited_lanes --block 128 | FileCheck %s --check-prefix=LANES --implicit-check-not=divergence
;
; RUN: not %f2sim %s --kernel mixed --block 64 | FileCheck %s --check-prefix=MIXED

; SHIFTED: kernel shifted
; EARLY: race
; ALIGNED: divergence: aligned barrier in divergent code: lane 16 is here, lane 0 at
; NUMBERS: kernel numbers
; EXITS: kernel exits
; HALF: divergence: threads wait for threads that do not arrive
; LANES: kernel exited_lanes
; MIXED: divergence: different operations on one barrier

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i1 @llvm.nvvm.barrier.cta.red.or.all(i32, i1)

; Threads below 40 meet the others at the barrier in the middle, and those that
; have come to the middle meet them again at the end. What was written before
; the first meeting may be read behind it, and what was written between the two
; behind the second.
define ptx_kernel void @shifted(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 40
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %x = sub i32 127, %t
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  store i32 %t, ptr addrspace(3) %a
  br i1 %c, label %first, label %middle
first:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %v = load i32, ptr addrspace(3) %b
  br label %middle
middle:
  %w = phi i32 [ 0, %0 ], [ %v, %first ]
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br i1 %c, label %end, label %last
last:
  %a2 = getelementptr i32, ptr addrspace(3) %a, i32 128
  store i32 %t, ptr addrspace(3) %a2
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  %b2 = getelementptr i32, ptr addrspace(3) @s, i32 248
  %u = load i32, ptr addrspace(3) %b2
  %sum = add i32 %w, %u
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %o
  ret void
}

; The barrier in the middle does not separate what is on its sides.
define ptx_kernel void @too_early(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 40
  br i1 %c, label %first, label %middle
first:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %middle
middle:
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %x = sub i32 127, %t
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %v = load i32, ptr addrspace(3) %b
  br i1 %c, label %end, label %last
last:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @aligned_beside(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; Two barriers of different numbers, to which the threads come in one order.
define ptx_kernel void @numbers(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %x = xor i32 %t, 33
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.all(i32 5)
  %v = load i32, ptr addrspace(3) %b
  call void asm sideeffect "barrier.sync 1;", "~{memory}"()
  store i32 %v, ptr addrspace(3) %a
  ret void
}

; Nobody waits for threads that have exited.
define ptx_kernel void @exits(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = urem i32 %t, 5
  %c = icmp eq i32 %r, 0
  br i1 %c, label %end, label %stay
stay:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

define ptx_kernel void @half_warps(ptr addrspace(1) %out) {
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %l, 16
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

define ptx_kernel void @exited_lanes(ptr addrspace(1) %out) {
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %l, 16
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 128)
  ret void
b:
  ret void
}

define ptx_kernel void @mixed(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
b:
  %v = call i1 @llvm.nvvm.barrier.cta.red.or.all(i32 0, i1 true)
  ret void
}
