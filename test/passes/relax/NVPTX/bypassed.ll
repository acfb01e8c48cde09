; A barrier of some lanes does not stand for one behind it: lanes 32 to 47 read
; what others have stored, and only the second one holds them up.
; RUN: %f2opt -passes='function(f2layout-relax<all>)' %s -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %f2sim --equal %s %t.ll --kernel bypassed --block 48
; RUN: %f2sim --equal %s %t.ll --kernel half --block 48
; RUN: %f2sim --equal %s %t.ll --kernel twice --block 48

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [64 x i32] poison, align 4

; The first warp comes to the first barrier as a whole, the second one does not.
; CHECK-LABEL: @bypassed(
; CHECK: some:
; CHECK: all:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @bypassed(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %first = icmp ult i32 %t, 32
  br i1 %first, label %some, label %all

some:
  store i32 %t, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %all

all:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %flip = xor i32 %t, 32
  %in = and i32 %flip, 31
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %in
  %v = load i32, ptr addrspace(3) %other, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %po, align 4
  ret void
}

; Half of each warp comes to the first one, and the other half reads what it has
; stored.
; CHECK-LABEL: @half(
; CHECK: all:
; CHECK-NEXT: call void @llvm.nvvm.{{bar.warp.sync|barrier.cta.sync.aligned.all}}(
; CHECK: ret void
define ptx_kernel void @half(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %bit = and i32 %t, 16
  %low = icmp eq i32 %bit, 0
  br i1 %low, label %some, label %all

some:
  store i32 %t, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  br label %all

all:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %in = and i32 %t, -17
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %in
  %v = load i32, ptr addrspace(3) %other, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %po, align 4
  ret void
}

; All lanes come to the first one: one of the two goes.
; CHECK-LABEL: @twice(
; CHECK-COUNT-1: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NOT: sync
; CHECK: ret void
define ptx_kernel void @twice(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %flip = xor i32 %t, 1
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %flip
  %v = load i32, ptr addrspace(3) %other, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %po, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "f2layout-block"="48,1,1" }
