; Code that f2layout-reroute leaves unused is removed; other code stays.
; RUN: %f2opt -passes=f2layout-sweep -S %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: @gone
; CHECK-DAG: @used = internal
; CHECK-DAG: @external = external
; CHECK-DAG: @global = internal addrspace(1)
@gone = internal addrspace(3) global [64 x i32] undef
@gone_cast = linkonce_odr addrspace(3) global [64 x i32] undef
@used = internal addrspace(3) global [64 x i32] undef
@external = external addrspace(3) global [0 x i32]
@global = internal addrspace(1) global i32 0

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.bar.warp.sync(i32)
; CHECK-NOT: bar.warp
; CHECK-NOT: tid.y

; CHECK-LABEL: define ptx_kernel void @rerouted(
; CHECK-SAME: ptr addrspace(1) %out) {
; CHECK-NEXT: call i32 asm sideeffect "mov.u32 $0, %clock;"
; CHECK-NEXT: %keep = call i32 asm "ld
; CHECK-NEXT: store i32 0, ptr addrspace(1) %out
; CHECK-NEXT: ret void
define ptx_kernel void @rerouted(ptr addrspace(1) %out) "f2layout-rerouted" {
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %sum = add i32 %lane, %y
  %shifted = call i32 asm "shl.b32 $0, $1, 2;", "=r,r"(i32 %sum)
  %a = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @gone_cast to ptr), i32 %shifted
  %b = getelementptr i32, ptr addrspace(3) @gone, i32 %lane
  call i32 asm sideeffect "mov.u32 $0, %clock;", "=r"()
  %keep = call i32 asm "ld.shared.u32 $0, [0];", "=r"()
  store i32 0, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @untouched(
; CHECK: %dead = add
define ptx_kernel void @untouched(ptr addrspace(1) %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %dead = add i32 %x, 1
  %v = load i32, ptr addrspace(3) @used
  store i32 %v, ptr addrspace(1) %out
  ret void
}
