; Undefined values, memory out of bounds, promised alignment.
; RUN: split-file %s %t
; RUN: %f2sim %t/a.ll --kernel unwritten --block 1 | FileCheck %s --check-prefix=UNWRITTEN
; RUN: not %f2sim %t/a.ll --kernel unwritten --block 32 | FileCheck %s --check-prefix=RACE
; RUN: not %f2sim %t/a.ll --kernel branch --block 32 | FileCheck %s --check-prefix=BRANCH
; RUN: not %f2sim %t/a.ll --kernel beyond --block 32 | FileCheck %s --check-prefix=BEYOND
; RUN: not %f2sim %t/a.ll --kernel misaligned --block 32 | FileCheck %s --check-prefix=ALIGN
; RUN: not %f2sim %t/a.ll --kernel nuw --block 32 | FileCheck %s --check-prefix=NUW
; A byte that is undefined before may have any value after, but not the reverse.
; RUN: %f2sim --equal %t/a.ll %t/b.ll --kernel unwritten --block 1 | FileCheck %s --check-prefix=SAME
; RUN: not %f2sim --equal %t/b.ll %t/a.ll --kernel unwritten --block 1 | FileCheck %s --check-prefix=WORSE
; A frozen value may not replace a defined one.
; RUN: not %f2sim --equal %t/b.ll %t/c.ll --kernel unwritten --block 1 | FileCheck %s --check-prefix=FROZEN
; After may not have findings that before does not have.
; RUN: not %f2sim --equal %t/b.ll %t/a.ll --kernel beyond --block 32 | FileCheck %s --check-prefix=NEW

; UNWRITTEN: read of unwritten memory: byte 0 of @s, which no thread wrote, read by thread 0
; RACE: race: byte 0 of arg 0
; BRANCH: undefined behaviour: branch on an undefined value
; BEYOND: out of bounds: read of 4 bytes at byte 128 of @s (128 bytes)
; BEYOND-NEXT: in thread 1 (warp 0 lane 1) at %v = load
; ALIGN: misaligned access: read of 16 bytes promised aligned to 16 at byte 0 of @s
; NUW: undefined behaviour: branch on an undefined value
; SAME: equal
; WORSE: before: 0x00
; WORSE: after: undef
; FROZEN: after: frozen
; NEW: after: out of bounds

;--- a.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x i32] undef, align 4
define ptx_kernel void @unwritten(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(3) @s, align 4
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
define ptx_kernel void @branch(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(3) @s, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}
define ptx_kernel void @beyond(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %t, 31
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %v = load i32, ptr addrspace(3) %p, align 4
  ret void
}
define ptx_kernel void @misaligned(ptr addrspace(1) %out) {
  %v = load <4 x i32>, ptr addrspace(3) @s, align 16
  ret void
}
define ptx_kernel void @nuw(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nuw i32 %t, -1
  %c = icmp eq i32 %i, 0
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}
;--- b.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @unwritten(ptr addrspace(1) %out) {
  store i32 0, ptr addrspace(1) %out, align 4
  ret void
}
define ptx_kernel void @beyond(ptr addrspace(1) %out) {
  ret void
}
;--- c.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @unwritten(ptr addrspace(1) %out) {
  %v = freeze i32 undef
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
