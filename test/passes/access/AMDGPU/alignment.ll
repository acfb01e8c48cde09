; Like ../NVPTX/alignment.ll. Alignment matters for shared memory: four loads at
; multiples of four bytes are two instructions, at multiples of 16 they are one.
; RUN: %f2opt -passes=f2layout-access -S < %s > %t.after.ll
; RUN: FileCheck %s < %t.after.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.after.ll | diff %t.after.ll -
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 64 --dynamic-shared 16 --quiet
; RUN: %llc -mcpu=gfx942 %s -o - | FileCheck %s --check-prefix=BEFORE
; RUN: %llc -mcpu=gfx942 %t.after.ll -o - | FileCheck %s --check-prefix=AFTER

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK: @floats = internal addrspace(3) global [1024 x float] poison, align 16
@floats = internal addrspace(3) global [1024 x float] poison, align 4
; None of its accesses has a neighbour.
; CHECK: @pair = internal addrspace(3) global [2 x i32] poison, align 4
@pair = internal addrspace(3) global [2 x i32] poison, align 4
; Dynamic arrays, and those that are defined elsewhere, have the stated
; alignment.
; CHECK: @elsewhere = external addrspace(3) global [64 x float], align 4
@elsewhere = external addrspace(3) global [64 x float], align 4
; CHECK: @dynamic = external addrspace(3) global [0 x float], align 4
@dynamic = external addrspace(3) global [0 x float], align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; The loads' pointers are generic: only flat instructions could be used for
; them.
; BEFORE-LABEL: four:
; BEFORE: {{flat_load|ds_read2_b32}}
; AFTER-LABEL: four:
; AFTER: ds_read_b128
; AFTER-NOT: {{flat_load|ds_read}}
; CHECK-LABEL: define amdgpu_kernel void @four(
; CHECK: load float, ptr addrspace(3) %{{.*}}, align 16
define amdgpu_kernel void @four(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr inbounds <4 x float>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x float>, ptr addrspace(1) %from
  %p = getelementptr inbounds <4 x float>, ptr addrspacecast (ptr addrspace(3) @floats to ptr), i32 %t
  store <4 x float> %x, ptr %p, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %other = xor i32 %t, 1
  %index = shl nuw nsw i32 %other, 2
  %wide = zext nneg i32 %index to i64
  %q = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @floats to ptr), i64 %wide
  %a = load float, ptr %q, align 4
  %q1 = getelementptr inbounds i8, ptr %q, i64 4
  %b = load float, ptr %q1, align 4
  %q2 = getelementptr inbounds i8, ptr %q, i64 8
  %c = load float, ptr %q2, align 4
  %q3 = getelementptr inbounds i8, ptr %q, i64 12
  %d = load float, ptr %q3, align 4
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %sum = fadd float %ab, %cd
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i32 %t
  store float %sum, ptr addrspace(1) %to
  ret void
}

; Pointers that are to shared memory from the start only get the alignment.
; BEFORE-LABEL: shared:
; BEFORE-COUNT-2: ds_read2_b32
; AFTER-LABEL: shared:
; AFTER: ds_read_b128
; AFTER-NOT: ds_read
define amdgpu_kernel void @shared(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr inbounds <4 x float>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x float>, ptr addrspace(1) %from
  %p = getelementptr inbounds <4 x float>, ptr addrspace(3) @floats, i32 %t
  store <4 x float> %x, ptr addrspace(3) %p, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %other = xor i32 %t, 1
  %index = shl nuw nsw i32 %other, 2
  %q = getelementptr inbounds float, ptr addrspace(3) @floats, i32 %index
  %a = load float, ptr addrspace(3) %q, align 4
  %q1 = getelementptr inbounds i8, ptr addrspace(3) %q, i32 4
  %b = load float, ptr addrspace(3) %q1, align 4
  %q2 = getelementptr inbounds i8, ptr addrspace(3) %q, i32 8
  %c = load float, ptr addrspace(3) %q2, align 4
  %q3 = getelementptr inbounds i8, ptr addrspace(3) %q, i32 12
  %d = load float, ptr addrspace(3) %q3, align 4
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %sum = fadd float %ab, %cd
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i32 %t
  store float %sum, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @others(ptr addrspace(1) %out) #0 {
  store i32 1, ptr addrspace(3) @pair
  store float 1.0, ptr addrspace(3) @dynamic
  %a = load i32, ptr addrspace(3) @pair
  store i32 %a, ptr addrspace(1) %out
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="64,64" }
