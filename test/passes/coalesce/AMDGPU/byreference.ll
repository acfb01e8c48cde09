; An argument that is passed in memory keeps captures(none). The array that the
; lanes store to together loses it.
; RUN: %f2opt -passes='function(f2layout-coalesce)' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM
; RUN: %f2sim --equal %s %t.ll --kernel scaled --block 64 --grid 2 --quiet
target triple = "amdgcn-amd-amdhsa"

; CHECK: define amdgpu_kernel void @scaled(ptr addrspace(1) noalias %out, ptr addrspace(4) readonly byref([4 x float]) align 4 captures(none) %scales)
; CHECK: f2.beside:
; ASM-LABEL: scaled:
; ASM-NOT: scratch_
; ASM: ds_bpermute_b32
; ASM-NOT: scratch_
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()

define amdgpu_kernel void @scaled(ptr addrspace(1) noalias captures(none) %out, ptr addrspace(4) readonly byref([4 x float]) align 4 captures(none) %scales) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %f = shl i32 %b, 6
  %i = add i32 %f, %t
  %k = and i32 %b, 3
  %p = getelementptr float, ptr addrspace(4) %scales, i32 %k
  %v = load float, ptr addrspace(4) %p, align 4
  %x = uitofp i32 %i to float
  %v0 = fadd float %v, %x
  %v1 = fadd float %v0, 1.000000e+00
  %v2 = fadd float %v0, 2.000000e+00
  %v3 = fadd float %v0, 3.000000e+00
  %v4 = fadd float %v0, 4.000000e+00
  %v5 = fadd float %v0, 5.000000e+00
  %v6 = fadd float %v0, 6.000000e+00
  %v7 = fadd float %v0, 7.000000e+00
  %v8 = fadd float %v0, 8.000000e+00
  %v9 = fadd float %v0, 9.000000e+00
  %v10 = fadd float %v0, 1.000000e+01
  %v11 = fadd float %v0, 1.100000e+01
  %w = sext i32 %i to i64
  %o0 = getelementptr [12 x float], ptr addrspace(1) %out, i64 %w
  %o1 = getelementptr i8, ptr addrspace(1) %o0, i64 4
  %o2 = getelementptr i8, ptr addrspace(1) %o0, i64 8
  %o3 = getelementptr i8, ptr addrspace(1) %o0, i64 12
  %o4 = getelementptr i8, ptr addrspace(1) %o0, i64 16
  %o5 = getelementptr i8, ptr addrspace(1) %o0, i64 20
  %o6 = getelementptr i8, ptr addrspace(1) %o0, i64 24
  %o7 = getelementptr i8, ptr addrspace(1) %o0, i64 28
  %o8 = getelementptr i8, ptr addrspace(1) %o0, i64 32
  %o9 = getelementptr i8, ptr addrspace(1) %o0, i64 36
  %o10 = getelementptr i8, ptr addrspace(1) %o0, i64 40
  %o11 = getelementptr i8, ptr addrspace(1) %o0, i64 44
  store float %v0, ptr addrspace(1) %o0, align 4
  store float %v1, ptr addrspace(1) %o1, align 4
  store float %v2, ptr addrspace(1) %o2, align 4
  store float %v3, ptr addrspace(1) %o3, align 4
  store float %v4, ptr addrspace(1) %o4, align 4
  store float %v5, ptr addrspace(1) %o5, align 4
  store float %v6, ptr addrspace(1) %o6, align 4
  store float %v7, ptr addrspace(1) %o7, align 4
  store float %v8, ptr addrspace(1) %o8, align 4
  store float %v9, ptr addrspace(1) %o9, align 4
  store float %v10, ptr addrspace(1) %o10, align 4
  store float %v11, ptr addrspace(1) %o11, align 4
  ret void
}

attributes #0 = { "target-cpu"="gfx942" }
