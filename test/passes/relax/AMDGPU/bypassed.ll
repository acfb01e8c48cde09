; A wave barrier that some lanes skip does not stand for one behind it: lanes
; 32 to 47 read what others have stored, and only the second one holds them up.
; RUN: %f2opt -passes='function(f2layout-relax<all>)' %s -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %f2sim --equal %s %t.ll --kernel bypassed --block 48
; RUN: %f2sim --equal %s %t.ll --kernel twice --block 48

target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [64 x i32] poison, align 4

; CHECK-LABEL: @bypassed(
; CHECK: some:
; CHECK: all:
; CHECK-NEXT: fence
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
; CHECK: ret void
define amdgpu_kernel void @bypassed(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %first = icmp ult i32 %t, 32
  br i1 %first, label %some, label %all

some:
  store i32 %t, ptr addrspace(3) %mine, align 4
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  br label %all

all:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %flip = xor i32 %t, 32
  %in = and i32 %flip, 31
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %in
  %v = load i32, ptr addrspace(3) %other, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %po, align 4
  ret void
}

; All lanes come to the first one: one of the two goes.
; CHECK-LABEL: @twice(
; CHECK-COUNT-1: call void @llvm.amdgcn.wave.barrier()
; CHECK-NOT: barrier()
; CHECK: ret void
define amdgpu_kernel void @twice(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %mine, align 4
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %flip = xor i32 %t, 1
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %flip
  %v = load i32, ptr addrspace(3) %other, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %po, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "f2layout-block"="48,1,1" }
