; A kernel that tests for its block's shape: what the test dominates has that
; shape, and the rest is left alone.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks-missed=f2layout-relax \
; RUN:   2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --allow-empty --input-file=%t.remarks

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @tested(
; CHECK: tested:
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: ret void
; CHECK: original:
; CHECK: call void @llvm.nvvm.barrier.cta
; CHECK: ret void
define ptx_kernel void @tested(ptr addrspace(1) %p) "target-cpu"="sm_80" {
  %sx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ex = icmp eq i32 %sx, 32
  %sy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %ey = icmp eq i32 %sy, 8
  %exy = and i1 %ex, %ey
  %sz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %ez = icmp eq i32 %sz, 1
  %e = and i1 %exy, %ez
  br i1 %e, label %tested, label %original
tested:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %i = add i32 %row, %x
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %i, 31
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %j
  store i32 %v, ptr addrspace(1) %b
  ret void
original:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; Two of three dimensions are no shape: the barrier of the else branch has
; nothing to order and goes, the other stays.
; CHECK-LABEL: @half_tested(
; CHECK: call void @llvm.nvvm.barrier.cta
; CHECK: original:
; CHECK-NEXT: ret void
; REMARK-COUNT-1: may touch the same bytes from different threads; the shape
define ptx_kernel void @half_tested(ptr addrspace(1) %p) "target-cpu"="sm_80" {
  %sx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ex = icmp eq i32 %sx, 32
  %sy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %ey = icmp eq i32 %sy, 8
  %exy = and i1 %ex, %ey
  br i1 %exy, label %tested, label %original
tested:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %x
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, ptr addrspace(1) %a
  ret void
original:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
