; All dynamic shared memory begins at one address. Remarks name the array that
; the kernel has for it, or the arrays.
; RUN: %f2opt -passes='function(f2layout-reroute)' -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --implicit-check-not=remark:
; CHECK: remark: {{.*}} load from shared array first stays: {{.*}} (in one)
; CHECK: remark: {{.*}} load from shared array second stays: {{.*}} (in two)
; CHECK: remark: {{.*}} load from shared array first and second stays: {{.*}} (in both)

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@first = external addrspace(3) global [0 x float], align 4
@second = external addrspace(3) global [0 x i32], align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @one(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @first, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l = getelementptr i32, ptr addrspace(3) @first, i32 %v
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

define amdgpu_kernel void @two(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @second, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l = getelementptr i32, ptr addrspace(3) @second, i32 %v
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

define amdgpu_kernel void @both(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @second, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l = getelementptr i32, ptr addrspace(3) @first, i32 %v
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="1,256" "target-cpu"="gfx942" }
