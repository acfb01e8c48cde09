; Several barriers, block and warp. Of two with nothing in between, one stays.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s | FileCheck %s
; RUN: %f2opt -passes='f2layout-relax' -S %s | FileCheck %s --check-prefix=MARKED
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel slices --block 256

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

; CHECK-LABEL: @twice(
; CHECK: store
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta
; CHECK-NOT: barrier.cta
; CHECK: ret void
; MARKED-LABEL: @twice(
; MARKED-COUNT-2: call void @llvm.nvvm.barrier.cta
define ptx_kernel void @twice(ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 32
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %v = load i32, ptr addrspace(3) %b
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @nothing(
; CHECK-NEXT: ret void
; MARKED-LABEL: @nothing(
; MARKED-NEXT: ret void
define ptx_kernel void @nothing() "f2layout-rerouted" {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; Exchanges within warps through their own part of the array. The block barriers
; around them become warp barriers, of which one in two is then enough.
; CHECK-LABEL: @slices(
; CHECK-NOT: barrier.cta
; CHECK: store i32 %t
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: %v = load
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: store i32 %v
; CHECK-NOT: sync
; CHECK: ret void
define ptx_kernel void @slices() "target-cpu"="sm_80" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 31
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %b
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; A warp barrier does not order other warps.
; CHECK-LABEL: @not_enough(
; CHECK: call void @llvm.nvvm.barrier.cta
define ptx_kernel void @not_enough(ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 63
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %b
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; A warp barrier with nothing to order is removed; one for some lanes only is
; kept, and does not replace one that all lanes wait at.
; CHECK-LABEL: @warp(
; CHECK-NEXT: %t = call
; CHECK-NOT: sync(i32 -1)
; CHECK: store i32 %t
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 65535)
; CHECK-NEXT: %v = load
define ptx_kernel void @warp(ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %x = xor i32 %t, 31
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  %v = load i32, ptr addrspace(3) %b
  store i32 %v, ptr addrspace(1) %out
  ret void
}
