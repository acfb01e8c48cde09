; What a kernel writes that has volatile or relaxed accesses may depend on the
; schedule. Then nothing can be said of a kernel that writes something else. In
; each schedule, a kernel is equal to itself.
; RUN: split-file %s %t
; RUN: %f2sim --equal %t/before.ll %t/before.ll --kernels all --block 64
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel last --block 64; test $? = 4' | FileCheck %s --check-prefix=LAST
; LAST: no verdict: kernel last, schedule {{.*}}
; LAST-NEXT: before depends on the schedule: arg 0: {{.*}} bytes differ, the first at byte 0
; LAST-NEXT: schedule forward: 0x
; LAST-NEXT: schedule reverse: 0x
; LAST-NEXT: and differs: arg 0: {{.*}} bytes differ
; LAST-NEXT: before:
; LAST-NEXT: after:
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel relaxed --block 64; test $? = 4' | FileCheck %s --check-prefix=RELAXED
; RELAXED: before depends on the schedule
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel tail --block 32; test $? = 4' | FileCheck %s --check-prefix=TAIL
; TAIL: before depends on the schedule

; One schedule suffices for that.
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel last --block 64 --schedule forward; test $? = 4'

; A difference of a kernel whose result does not depend on it is one, and so are
; new faults, and what other kernels do.
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel own --block 64; test $? = 1' | FileCheck %s --check-prefix=OWN
; OWN: DIFFERENT: kernel own, schedule forward
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel sum --block 64; test $? = 1' | FileCheck %s --check-prefix=SUM
; SUM: DIFFERENT: kernel sum, schedule forward
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel fault --block 64; test $? = 1' | FileCheck %s --check-prefix=FAULT
; FAULT: DIFFERENT: kernel fault, schedule forward
; FAULT-NEXT: after: out of bounds
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernels all --block 64; test $? = 1'

;--- before.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @last(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %t, ptr addrspace(3) @s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load volatile i32, ptr addrspace(3) @s
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @relaxed(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store atomic i32 %t, ptr addrspace(3) @s syncscope("block") monotonic, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load atomic i32, ptr addrspace(3) @s syncscope("block") monotonic, align 4
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @tail(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 8
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  store volatile i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = load volatile i32, ptr addrspace(3) %q
  %b = add i32 %a, %t
  store volatile i32 %b, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %b, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @own(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store volatile i32 %t, ptr addrspace(3) %p
  %v = load volatile i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @sum(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %old = atomicrmw add ptr addrspace(1) %out, i32 %t monotonic
  ret void
}

define ptx_kernel void @fault(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %t, ptr addrspace(1) %out
  ret void
}

;--- after.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @last(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 17, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @relaxed(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 17, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @tail(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 17, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @own(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = add i32 %t, 1
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @sum(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %old = atomicrmw sub ptr addrspace(1) %out, i32 %t monotonic
  ret void
}

define ptx_kernel void @fault(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %far = getelementptr i32, ptr addrspace(1) %out, i32 -1
  store volatile i32 %t, ptr addrspace(1) %far
  ret void
}
