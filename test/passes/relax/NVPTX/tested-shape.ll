; A kernel that tests its block's shape: the code that the test dominates has
; that shape; elsewhere nothing is known.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks-missed=f2layout-relax \
; RUN:   2>%t.remarks | FileCheck %s
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel flat --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel flat --block 100
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
  %ox = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %oy = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %orow = shl i32 %oy, 5
  %oi = add i32 %orow, %ox
  %oa = getelementptr i32, ptr addrspace(1) %p, i32 %oi
  %ov = load i32, ptr addrspace(1) %oa
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %oj = xor i32 %oi, 31
  %ob = getelementptr i32, ptr addrspace(1) %p, i32 %oj
  store i32 %ov, ptr addrspace(1) %ob
  ret void
}

; A kernel that never reads its row index can only run with one row: if the test
; fails, warps still access only their own elements.
; CHECK-LABEL: @flat(
; CHECK: tested:
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: ret void
; CHECK: original:
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: ret void
define ptx_kernel void @flat(ptr addrspace(1) %p) "target-cpu"="sm_80" {
  %sx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ex = icmp eq i32 %sx, 128
  %sy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %ey = icmp eq i32 %sy, 1
  %exy = and i1 %ex, %ey
  %sz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %ez = icmp eq i32 %sz, 1
  %e = and i1 %exy, %ez
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %j = xor i32 %i, 31
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %j
  %v = load i32, ptr addrspace(1) %b
  br i1 %e, label %tested, label %original
tested:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr addrspace(1) %a
  ret void
original:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr addrspace(1) %a
  ret void
}

; Two of three dimensions are no shape: the barrier of the else branch has
; nothing to order and is removed, the other stays.
; CHECK-LABEL: @half_tested(
; CHECK: call void @llvm.nvvm.barrier.cta
; CHECK: original:
; CHECK-NEXT: ret void
; REMARK-COUNT-1: may touch the same bytes from different threads; this depends on
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
