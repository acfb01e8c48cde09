; An asynchronous copy writes at some time between its instruction and the wait.
; RUN: %f2sim %s --kernel waits --block 64 | FileCheck %s --check-prefix=GOOD --implicit-check-not=race:
; RUN: %f2sim %s --kernel twice --block 64 | FileCheck %s --check-prefix=GOOD --implicit-check-not=race:
; RUN: %f2sim %s --kernel forms --block 64 --dump 1:16 | FileCheck %s --check-prefix=FORMS --implicit-check-not=race:
; RUN: %f2sim %s --kernel guarded --block 64 --arg 2=0 | FileCheck %s --check-prefix=GOOD --implicit-check-not=race:
; RUN: not %f2sim %s --kernel guarded --block 64 --arg 2=1 | FileCheck %s --check-prefix=NOWAIT
; RUN: not %f2sim %s --kernel no_wait --block 64 | FileCheck %s --check-prefix=NOWAIT
; RUN: not %f2sim %s --kernel own --block 64 | FileCheck %s --check-prefix=OWN
; RUN: not %f2sim %s --kernel too_early --block 64 | FileCheck %s --check-prefix=EARLY
; RUN: not %f2sim %s --kernel stored --block 64 | FileCheck %s --check-prefix=STORED
; RUN: not %f2sim %s --kernel youngest --block 64 | FileCheck %s --check-prefix=YOUNGEST
; RUN: not %f2sim %s --kernel second --block 64 | FileCheck %s --check-prefix=SECOND
; RUN: not %f2sim %s --kernel over --block 64 | FileCheck %s --check-prefix=OVER

; GOOD: kernel {{.*}} instructions

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [128 x i32] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)

define internal void @copy(ptr addrspace(1) %in, i32 %to) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %s = getelementptr i32, ptr addrspace(3) @s, i32 %to
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %s, ptr addrspace(1) %from)
  call void @llvm.nvvm.cp.async.commit.group()
  ret void
}
define internal void @read(ptr addrspace(1) %out, i32 %at) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = getelementptr i32, ptr addrspace(3) @s, i32 %at
  %v = load i32, ptr addrspace(3) %s, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %to, align 4
  ret void
}

; Two copies go to one place, and the wait is for both: it is not known which one
; is last.
; OVER: race: byte {{[0-9]+}} of @s: thread {{.*}} writes at
; OVER: and has not waited for the copy
define ptx_kernel void @over(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  %later = getelementptr i32, ptr addrspace(1) %in, i32 64
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @copy(ptr addrspace(1) %later, i32 %t)
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %x)
  ret void
}

; Two copies go to one place, and the wait is for the first of them.
; SECOND: and has not waited for the copy
define ptx_kernel void @second(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  %later = getelementptr i32, ptr addrspace(1) %in, i32 64
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @copy(ptr addrspace(1) %later, i32 %t)
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %x)
  ret void
}

define ptx_kernel void @waits(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %x)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @copy(ptr addrspace(1) %in, i32 %t)
  ret void
}

; Two threads copy the same bytes to the same place.
define ptx_kernel void @twice(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %lane
  %s = getelementptr i32, ptr addrspace(3) @s, i32 %lane
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %s, ptr addrspace(1) %from)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %lane)
  ret void
}

; A barrier does not wait for copies.
; NOWAIT: race: byte {{[0-9]+}} of @s: thread {{.*}} reads at
; NOWAIT-NEXT: wrote at
; NOWAIT-NEXT: and has not waited for the copy
define ptx_kernel void @no_wait(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %x)
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}

; A thread reads what it copies.
; OWN: race: byte [[AT:[0-9]+]] of @s: thread [[T:[0-9]+]] {{.*}} reads at
; OWN-NEXT: and thread [[T]] {{.*}} wrote at
; OWN-NEXT: and has not waited for the copy
define ptx_kernel void @own(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @read(ptr addrspace(1) %out, i32 %t)
  ret void
}

; The copy begins before the barrier behind the loads, and ends after it.
; EARLY: race: byte {{[0-9]+}} of @s: thread
; EARLY: with no barrier between
define ptx_kernel void @too_early(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %x)
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}

; Another thread stores before the wait, between two barriers.
; STORED: race: byte {{[0-9]+}} of @s: thread {{.*}} writes at
; STORED-NEXT: wrote at
; STORED-NEXT: and has not waited for the copy
define ptx_kernel void @stored(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s = getelementptr i32, ptr addrspace(3) @s, i32 %x
  store i32 0, ptr addrspace(3) %s, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}

; All but the youngest group are complete, and the youngest is read.
; YOUNGEST: race: byte {{[0-9]+}} of @s: thread {{.*}} reads at
; YOUNGEST-NEXT: wrote at
; YOUNGEST-NEXT: and has not waited for the copy
define ptx_kernel void @youngest(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  %next = add i32 %t, 64
  %other = add i32 %x, 64
  call void @copy(ptr addrspace(1) %in, i32 %t)
  call void @copy(ptr addrspace(1) %in, i32 %next)
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %x)
  call void @read(ptr addrspace(1) %out, i32 %other)
  ret void
}

; Hints for the caches change nothing. A copy under a predicate stores or does not:
; odd threads keep what they have stored, and the others copy two of four bytes.
; FORMS: kernel {{.*}} instructions
define ptx_kernel void @forms(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = and i32 %t, 1
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %s = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %s2 = getelementptr i32, ptr addrspace(3) %s, i32 64
  %i = ptrtoint ptr addrspace(3) %s to i32
  store i32 7, ptr addrspace(3) %s
  call void asm sideeffect "cp.async.ca.shared.global.L2::128B [$0], [$1], $2;", "l,l,n"(ptr addrspace(3) %s2, ptr addrspace(1) %from, i16 4)
  call void asm sideeffect "{ .reg .b64 q; createpolicy.fractional.L2::evict_first.b64 q, 1.0; cp.async.ca.shared.global.L2::cache_hint.L2::64B [$0], [$1], 4, 4, q; }", "l,l"(ptr addrspace(3) %s2, ptr addrspace(1) %from)
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  call void asm sideeffect "{\0A .reg .pred p;\0A setp.eq.b32 p, $0, 0;\0A @p cp.async.ca.shared.global.L2::256B [$1], [$2], 4, $3;\0A}", "r,r,l,r"(i32 %odd, i32 %i, ptr addrspace(1) %from, i32 2)
  call void asm sideeffect "{ .reg .pred p; setp.ne.s32 p, $0, 0; @!p cp.async.ca.shared.global [$1], [$2], 4, $3; }", "r,r,l,r"(i32 %odd, i32 %i, ptr addrspace(1) %from, i32 2)
  call void asm sideeffect "cp.async.commit_group;", ""()
  call void asm sideeffect "cp.async.wait_group $0;", "n"(i8 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %s
  %w = load i32, ptr addrspace(3) %s2
  %low = and i32 %w, 65535
  %seven = icmp ne i32 %odd, 0
  %wanted = select i1 %seven, i32 7, i32 %low
  %same = icmp eq i32 %v, %wanted
  call void @llvm.assume(i1 %same)
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %to
  ret void
}
declare void @llvm.assume(i1)

; Nobody waits for the copies, if there are any.
define ptx_kernel void @guarded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 33
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %s = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 7, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $0, 0; @p cp.async.ca.shared.global [$1], [$2], 4; }", "r,l,l"(i32 %n, ptr addrspace(3) %s, ptr addrspace(1) %from)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @read(ptr addrspace(1) %out, i32 %x)
  ret void
}
