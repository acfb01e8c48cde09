; A module in which nothing was rerouted keeps its unused arrays.
; RUN: %f2opt -passes=f2layout-sweep -S %s | FileCheck %s

; Once a kernel is marked as rerouted, they are removed.
; RUN: sed 's/^define .*) {/define ptx_kernel void @untouched(i32 %%x) "f2layout-rerouted" {/' %s > %t.rerouted.ll
; RUN: %f2opt -passes=f2layout-sweep -S %t.rerouted.ll | FileCheck %s --check-prefix=GONE
; GONE-NOT: @unused
; GONE-NOT: %dead
; GONE: ret void

target triple = "nvptx64-nvidia-cuda"

; CHECK: @unused = internal
@unused = internal addrspace(3) global [64 x i32] undef

; CHECK: %dead = add
define ptx_kernel void @untouched(i32 %x) {
  %dead = add i32 %x, 1
  ret void
}
