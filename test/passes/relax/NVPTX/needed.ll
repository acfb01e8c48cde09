; Instructions that need the barrier whatever bytes they access.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks-missed=f2layout-relax \
; RUN:   2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.barrier0.or(i32)
declare void @unknown()
declare void @reader(ptr) memory(read) nosync willreturn nounwind

; data, then flag: no byte is accessed twice.
; CHECK-LABEL: @flag(
; CHECK: barrier.cta
; REMARK: block barrier kept: the fence may synchronise threads or order memory
define ptx_kernel void @flag(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %flag) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %data, i32 %t
  store i32 1, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.membar.gl()
  store i32 1, ptr addrspace(1) %flag
  ret void
}

; The remark names the function of the source.
; CHECK-LABEL: @voted(
; CHECK: barrier.cta.sync
; REMARK: the call of __syncthreads_or may synchronise threads or order memory
define ptx_kernel void @voted(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %data, i32 %t
  store i32 1, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %any = call i32 @llvm.nvvm.barrier0.or(i32 1)
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %any, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: @fenced(
; CHECK: barrier.cta
; REMARK: the fence orders memory
define ptx_kernel void @fenced() {
  fence syncscope("device") seq_cst
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; CHECK-LABEL: @relaxed(
; CHECK: barrier.cta
; REMARK: the atomic operation is atomic
define ptx_kernel void @relaxed(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %count) {
  store i32 1, ptr addrspace(1) %data
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %old = atomicrmw add ptr addrspace(1) %count, i32 1 monotonic
  ret void
}

; CHECK-LABEL: @unsure(
; CHECK: barrier.cta
; REMARK: the volatile load is volatile
define ptx_kernel void @unsure(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %flag) {
  store i32 1, ptr addrspace(1) %data
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load volatile i32, ptr addrspace(1) %flag
  ret void
}

; CHECK-LABEL: @assembly(
; CHECK: barrier.cta
; REMARK: the inline assembly may access memory or synchronise threads
define ptx_kernel void @assembly() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = call i32 asm sideeffect "ld.shared.u32 $0, [0];", "=r"()
  ret void
}

; CHECK-LABEL: @register_assembly(
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @register_assembly() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = call i32 asm sideeffect "mov.u32 $0, %laneid;", "=r"()
  ret void
}

; CHECK-LABEL: @asynchronous(
; CHECK: barrier.cta
; REMARK: the call of __nvvm_cp_async_ca_shared_global_4 continues asynchronously
define ptx_kernel void @asynchronous(ptr addrspace(1) noalias %in) {
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @tile, ptr addrspace(1) %in)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; CHECK-LABEL: @named(
; CHECK: barrier.cta.sync.aligned.all
define ptx_kernel void @named() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; CHECK-LABEL: @calls(
; CHECK: barrier.cta
define ptx_kernel void @calls() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @unknown()
  ret void
}

; A function that only reads conflicts with writes, and with nothing else.
; CHECK-LABEL: @reads(
; CHECK: store
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta
; CHECK: call void @reader
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @reads(ptr addrspace(1) noalias %p, ptr %q) {
  store i32 1, ptr addrspace(1) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @reader(ptr %q)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr %q
  ret void
}

; The result depends on which lanes run together: a warp barrier is needed.
; CHECK-LABEL: @who_is_here(
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @who_is_here(ptr addrspace(1) noalias %out) "target-cpu"="sm_80" {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m = call i32 @llvm.nvvm.activemask()
  store i32 %m, ptr addrspace(1) %out
  ret void
}

; Device functions are not changed.
; CHECK-LABEL: @device(
; CHECK: barrier.cta
define void @device() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
