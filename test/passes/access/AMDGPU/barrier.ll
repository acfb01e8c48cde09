; Accesses on either side of an unneeded barrier become neighbours after
; f2layout-relax; those of a needed barrier stay apart.
; RUN: %f2opt -passes='function(f2layout-relax<all>),f2layout-access' -S %s -o %t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --quiet
; RUN: %llc -mcpu=gfx942 %s -o - | FileCheck %s --check-prefix=BEFORE
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=AFTER

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [512 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; One barrier is needed after the stores. There is no store between the loads.
; BEFORE-LABEL: second:
; BEFORE-COUNT-2: s_barrier
; AFTER-LABEL: second:
; AFTER: s_barrier
; AFTER: ds_read_b128
; AFTER-NOT: {{ds_read|s_barrier}}
define amdgpu_kernel void @second(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %from, align 16
  %other = xor i32 %t, 97
  %mine = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %other
  store <4 x i32> %x, ptr addrspace(3) %mine, align 16
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %b = shl i32 %t, 2
  %o0 = or disjoint i32 %b, 0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %o1 = or disjoint i32 %b, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %o2 = or disjoint i32 %b, 2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %o3 = or disjoint i32 %b, 3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %to0 = getelementptr i32, ptr addrspace(1) %to, i32 0
  store i32 %x0, ptr addrspace(1) %to0
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; The same, where each thread has its own order.
; BEFORE-LABEL: permuted:
; BEFORE-COUNT-2: s_barrier
; AFTER-LABEL: permuted:
; AFTER: s_barrier
; AFTER: ds_read_b128
; AFTER-NOT: {{ds_read|s_barrier}}
define amdgpu_kernel void @permuted(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %from, align 16
  %other = xor i32 %t, 97
  %mine = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %other
  store <4 x i32> %x, ptr addrspace(3) %mine, align 16
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = or disjoint i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %j1 = xor i32 %m, 1
  %o1 = or disjoint i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %j2 = xor i32 %m, 2
  %o2 = or disjoint i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %j3 = xor i32 %m, 3
  %o3 = or disjoint i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %to0 = getelementptr i32, ptr addrspace(1) %to, i32 0
  store i32 %x0, ptr addrspace(1) %to0
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; The first two loads race with the stores of other threads, the last two do not.
; AFTER-LABEL: needed:
; AFTER: s_barrier
; AFTER-NOT: ds_read_b128
; AFTER: s_endpgm
define amdgpu_kernel void @needed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %from, align 16
  %other = xor i32 %t, 97
  %mine = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %other
  store <4 x i32> %x, ptr addrspace(3) %mine, align 16
  %b = shl i32 %t, 2
  %o0 = or disjoint i32 %b, 0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %o1 = or disjoint i32 %b, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %o2 = or disjoint i32 %b, 2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %o3 = or disjoint i32 %b, 3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %to0 = getelementptr i32, ptr addrspace(1) %to, i32 0
  store i32 %x0, ptr addrspace(1) %to0
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "f2layout-block"="128,1,1" }
