; All dynamic shared memory begins at one address. Remarks name the array that
; the kernel has for it, or the arrays.
; RUN: %f2opt -passes='function(f2layout-reroute)' -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --implicit-check-not=remark:
; CHECK: remark: {{.*}} load from shared array first stays: {{.*}} (in one)
; CHECK: remark: {{.*}} load from shared array second stays: {{.*}} (in two)
; CHECK: remark: {{.*}} load from shared array first and second stays: {{.*}} (in both)

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@first = external addrspace(3) global [0 x float], align 4
@second = external addrspace(3) global [0 x i32], align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @one(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @first, i32 %t
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @first, i32 %v
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

define ptx_kernel void @two(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @second, i32 %t
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @second, i32 %v
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

define ptx_kernel void @both(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @second, i32 %t
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @first, i32 %v
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
