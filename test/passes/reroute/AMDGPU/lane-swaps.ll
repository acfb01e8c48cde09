; Lane bits 4 and 5 are swapped with a register bit, on gfx950: one swap for two
; words, and no other moves between lanes.
; RUN: %if gfx950 %{ %f2opt -passes='f2layout' -S %s -o %t.ll -pass-remarks=f2layout-reroute 2>%t.remarks %}
; RUN: %if gfx950 %{ FileCheck %s --input-file=%t.ll %}
; RUN: %if gfx950 %{ FileCheck %s --check-prefix=REMARK --input-file=%t.remarks %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=GCN %}
; RUN: %if gfx950 %{ %f2sim --equal %s %t.ll --kernels all --block 256 %}

; Without the instruction, a shuffle and selects.
; RUN: sed 's/gfx950/gfx942/' %s >%t.942.before.ll
; RUN: %f2opt -passes='f2layout' -S %t.942.before.ll -o %t.942.ll
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t.942.ll
; NONE-NOT: permlane

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

@upper.tile = internal addrspace(3) global [512 x i32] poison, align 16
@rows.tile = internal addrspace(3) global [512 x i64] poison, align 16
@second.tile = internal addrspace(3) global [1024 x i32] poison, align 16
@three.tile = internal addrspace(3) global [512 x i32] poison, align 16
@halves.tile = internal addrspace(3) global [1024 x i16] poison, align 16
@half.tile = internal addrspace(3) global [512 x i16] poison, align 16

; Register bit 0 and lane bit 5.
; CHECK-LABEL: @upper(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute}}
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane32.swap(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute|swap}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i32 per thread within each wave became 1 lane swap:
; GCN-LABEL: {{^}}upper:
; GCN-NOT: {{ds_(read|write)|cndmask}}
; GCN: v_permlane32_swap_b32
; GCN-NOT: {{ds_|cndmask|permlane}}
; GCN: s_endpgm
define amdgpu_kernel void @upper(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %base = shl i32 %warp, 7
  %first = mul i32 %t, 2
  %g0 = add i32 %first, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %g0
  %v0 = load i32, ptr addrspace(1) %i0
  %s0 = add i32 %lane, 0
  %sb0 = or disjoint i32 %s0, %base
  %a0 = getelementptr i32, ptr addrspace(3) @upper.tile, i32 %sb0
  store i32 %v0, ptr addrspace(3) %a0
  %g1 = add i32 %first, 1
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %g1
  %v1 = load i32, ptr addrspace(1) %i1
  %s1 = add i32 %lane, 64
  %sb1 = or disjoint i32 %s1, %base
  %a1 = getelementptr i32, ptr addrspace(3) @upper.tile, i32 %sb1
  store i32 %v1, ptr addrspace(3) %a1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k0 = and i32 %lane, 31
  %m0 = and i32 %lane, 32
  %n0 = shl i32 %m0, 1
  %p0 = or disjoint i32 %k0, %n0
  %l0 = or disjoint i32 %p0, 0
  %lb0 = or disjoint i32 %l0, %base
  %b0 = getelementptr i32, ptr addrspace(3) @upper.tile, i32 %lb0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %g0
  store i32 %w0, ptr addrspace(1) %o0
  %k1 = and i32 %lane, 31
  %m1 = and i32 %lane, 32
  %n1 = shl i32 %m1, 1
  %p1 = or disjoint i32 %k1, %n1
  %l1 = or disjoint i32 %p1, 32
  %lb1 = or disjoint i32 %l1, %base
  %b1 = getelementptr i32, ptr addrspace(3) @upper.tile, i32 %lb1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %g1
  store i32 %w1, ptr addrspace(1) %o1
  ret void
}

; Two words per element: two swaps.
; CHECK-LABEL: @rows(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute}}
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane16.swap(
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane16.swap(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute|swap}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i64 per thread within each wave became 2 lane swaps:
; GCN-LABEL: {{^}}rows:
; GCN-NOT: {{ds_(read|write)|cndmask}}
; GCN: v_permlane16_swap_b32
; GCN: v_permlane16_swap_b32
; GCN-NOT: {{ds_|cndmask|permlane}}
; GCN: s_endpgm
define amdgpu_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %base = shl i32 %warp, 7
  %first = mul i32 %t, 2
  %g0 = add i32 %first, 0
  %i0 = getelementptr i64, ptr addrspace(1) %in, i32 %g0
  %v0 = load i64, ptr addrspace(1) %i0
  %s0 = add i32 %lane, 0
  %sb0 = or disjoint i32 %s0, %base
  %a0 = getelementptr i64, ptr addrspace(3) @rows.tile, i32 %sb0
  store i64 %v0, ptr addrspace(3) %a0
  %g1 = add i32 %first, 1
  %i1 = getelementptr i64, ptr addrspace(1) %in, i32 %g1
  %v1 = load i64, ptr addrspace(1) %i1
  %s1 = add i32 %lane, 64
  %sb1 = or disjoint i32 %s1, %base
  %a1 = getelementptr i64, ptr addrspace(3) @rows.tile, i32 %sb1
  store i64 %v1, ptr addrspace(3) %a1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k0 = and i32 %lane, 47
  %m0 = and i32 %lane, 16
  %n0 = shl i32 %m0, 2
  %p0 = or disjoint i32 %k0, %n0
  %l0 = or disjoint i32 %p0, 0
  %lb0 = or disjoint i32 %l0, %base
  %b0 = getelementptr i64, ptr addrspace(3) @rows.tile, i32 %lb0
  %w0 = load i64, ptr addrspace(3) %b0
  %o0 = getelementptr i64, ptr addrspace(1) %out, i32 %g0
  store i64 %w0, ptr addrspace(1) %o0
  %k1 = and i32 %lane, 47
  %m1 = and i32 %lane, 16
  %n1 = shl i32 %m1, 2
  %p1 = or disjoint i32 %k1, %n1
  %l1 = or disjoint i32 %p1, 16
  %lb1 = or disjoint i32 %l1, %base
  %b1 = getelementptr i64, ptr addrspace(3) @rows.tile, i32 %lb1
  %w1 = load i64, ptr addrspace(3) %b1
  %o1 = getelementptr i64, ptr addrspace(1) %out, i32 %g1
  store i64 %w1, ptr addrspace(1) %o1
  ret void
}

; Register bit 1.
; CHECK-LABEL: @second(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute}}
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane16.swap(
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane16.swap(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute|swap}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 4 x i32 per thread within each wave became 2 lane swaps:
; GCN-LABEL: {{^}}second:
; GCN-NOT: {{ds_(read|write)|cndmask}}
; GCN: v_permlane16_swap_b32
; GCN: v_permlane16_swap_b32
; GCN-NOT: {{ds_|cndmask|permlane}}
; GCN: s_endpgm
define amdgpu_kernel void @second(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %base = shl i32 %warp, 8
  %first = mul i32 %t, 4
  %g0 = add i32 %first, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %g0
  %v0 = load i32, ptr addrspace(1) %i0
  %s0 = add i32 %lane, 0
  %sb0 = or disjoint i32 %s0, %base
  %a0 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %sb0
  store i32 %v0, ptr addrspace(3) %a0
  %g1 = add i32 %first, 1
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %g1
  %v1 = load i32, ptr addrspace(1) %i1
  %s1 = add i32 %lane, 64
  %sb1 = or disjoint i32 %s1, %base
  %a1 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %sb1
  store i32 %v1, ptr addrspace(3) %a1
  %g2 = add i32 %first, 2
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %g2
  %v2 = load i32, ptr addrspace(1) %i2
  %s2 = add i32 %lane, 128
  %sb2 = or disjoint i32 %s2, %base
  %a2 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %sb2
  store i32 %v2, ptr addrspace(3) %a2
  %g3 = add i32 %first, 3
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %g3
  %v3 = load i32, ptr addrspace(1) %i3
  %s3 = add i32 %lane, 192
  %sb3 = or disjoint i32 %s3, %base
  %a3 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %sb3
  store i32 %v3, ptr addrspace(3) %a3
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k0 = and i32 %lane, 47
  %m0 = and i32 %lane, 16
  %n0 = shl i32 %m0, 3
  %p0 = or disjoint i32 %k0, %n0
  %l0 = or disjoint i32 %p0, 0
  %lb0 = or disjoint i32 %l0, %base
  %b0 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %lb0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %g0
  store i32 %w0, ptr addrspace(1) %o0
  %k1 = and i32 %lane, 47
  %m1 = and i32 %lane, 16
  %n1 = shl i32 %m1, 3
  %p1 = or disjoint i32 %k1, %n1
  %l1 = or disjoint i32 %p1, 64
  %lb1 = or disjoint i32 %l1, %base
  %b1 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %lb1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %g1
  store i32 %w1, ptr addrspace(1) %o1
  %k2 = and i32 %lane, 47
  %m2 = and i32 %lane, 16
  %n2 = shl i32 %m2, 3
  %p2 = or disjoint i32 %k2, %n2
  %l2 = or disjoint i32 %p2, 16
  %lb2 = or disjoint i32 %l2, %base
  %b2 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %lb2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %g2
  store i32 %w2, ptr addrspace(1) %o2
  %k3 = and i32 %lane, 47
  %m3 = and i32 %lane, 16
  %n3 = shl i32 %m3, 3
  %p3 = or disjoint i32 %k3, %n3
  %l3 = or disjoint i32 %p3, 80
  %lb3 = or disjoint i32 %l3, %base
  %b3 = getelementptr i32, ptr addrspace(3) @second.tile, i32 %lb3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %g3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

; A cycle of three bits.
; CHECK-LABEL: @three(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute}}
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane32.swap(
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane16.swap(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute|swap}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i32 per thread within each wave became 2 lane swaps:
; GCN-LABEL: {{^}}three:
; GCN-NOT: {{ds_(read|write)|cndmask}}
; GCN: v_permlane32_swap_b32
; GCN: v_permlane16_swap_b32
; GCN-NOT: {{ds_|cndmask|permlane}}
; GCN: s_endpgm
define amdgpu_kernel void @three(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %base = shl i32 %warp, 7
  %first = mul i32 %t, 2
  %g0 = add i32 %first, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %g0
  %v0 = load i32, ptr addrspace(1) %i0
  %s0 = add i32 %lane, 0
  %sb0 = or disjoint i32 %s0, %base
  %a0 = getelementptr i32, ptr addrspace(3) @three.tile, i32 %sb0
  store i32 %v0, ptr addrspace(3) %a0
  %g1 = add i32 %first, 1
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %g1
  %v1 = load i32, ptr addrspace(1) %i1
  %s1 = add i32 %lane, 64
  %sb1 = or disjoint i32 %s1, %base
  %a1 = getelementptr i32, ptr addrspace(3) @three.tile, i32 %sb1
  store i32 %v1, ptr addrspace(3) %a1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k0 = and i32 %lane, 15
  %m0 = and i32 %lane, 16
  %n0 = shl i32 %m0, 1
  %q0 = and i32 %lane, 32
  %u0 = shl i32 %q0, 1
  %p0 = or disjoint i32 %k0, %n0
  %x0 = or disjoint i32 %p0, %u0
  %l0 = or disjoint i32 %x0, 0
  %lb0 = or disjoint i32 %l0, %base
  %b0 = getelementptr i32, ptr addrspace(3) @three.tile, i32 %lb0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %g0
  store i32 %w0, ptr addrspace(1) %o0
  %k1 = and i32 %lane, 15
  %m1 = and i32 %lane, 16
  %n1 = shl i32 %m1, 1
  %q1 = and i32 %lane, 32
  %u1 = shl i32 %q1, 1
  %p1 = or disjoint i32 %k1, %n1
  %x1 = or disjoint i32 %p1, %u1
  %l1 = or disjoint i32 %x1, 16
  %lb1 = or disjoint i32 %l1, %base
  %b1 = getelementptr i32, ptr addrspace(3) @three.tile, i32 %lb1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %g1
  store i32 %w1, ptr addrspace(1) %o1
  ret void
}

; Four halves, each in its own register: also in separate words.
; CHECK-LABEL: @halves(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute}}
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane32.swap(
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane32.swap(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute|swap}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 4 x i16 per thread within each wave became 2 lane swaps:
; GCN-LABEL: {{^}}halves:
; GCN-NOT: {{ds_(read|write)|cndmask}}
; GCN: v_permlane32_swap_b32
; GCN: v_permlane32_swap_b32
; GCN-NOT: {{ds_|cndmask|permlane}}
; GCN: s_endpgm
define amdgpu_kernel void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %base = shl i32 %warp, 8
  %first = mul i32 %t, 4
  %g0 = add i32 %first, 0
  %i0 = getelementptr i16, ptr addrspace(1) %in, i32 %g0
  %v0 = load i16, ptr addrspace(1) %i0
  %s0 = add i32 %lane, 0
  %sb0 = or disjoint i32 %s0, %base
  %a0 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %sb0
  store i16 %v0, ptr addrspace(3) %a0
  %g1 = add i32 %first, 1
  %i1 = getelementptr i16, ptr addrspace(1) %in, i32 %g1
  %v1 = load i16, ptr addrspace(1) %i1
  %s1 = add i32 %lane, 64
  %sb1 = or disjoint i32 %s1, %base
  %a1 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %sb1
  store i16 %v1, ptr addrspace(3) %a1
  %g2 = add i32 %first, 2
  %i2 = getelementptr i16, ptr addrspace(1) %in, i32 %g2
  %v2 = load i16, ptr addrspace(1) %i2
  %s2 = add i32 %lane, 128
  %sb2 = or disjoint i32 %s2, %base
  %a2 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %sb2
  store i16 %v2, ptr addrspace(3) %a2
  %g3 = add i32 %first, 3
  %i3 = getelementptr i16, ptr addrspace(1) %in, i32 %g3
  %v3 = load i16, ptr addrspace(1) %i3
  %s3 = add i32 %lane, 192
  %sb3 = or disjoint i32 %s3, %base
  %a3 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %sb3
  store i16 %v3, ptr addrspace(3) %a3
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k0 = and i32 %lane, 31
  %m0 = and i32 %lane, 32
  %n0 = shl i32 %m0, 2
  %p0 = or disjoint i32 %k0, %n0
  %l0 = or disjoint i32 %p0, 0
  %lb0 = or disjoint i32 %l0, %base
  %b0 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %lb0
  %w0 = load i16, ptr addrspace(3) %b0
  %o0 = getelementptr i16, ptr addrspace(1) %out, i32 %g0
  store i16 %w0, ptr addrspace(1) %o0
  %k1 = and i32 %lane, 31
  %m1 = and i32 %lane, 32
  %n1 = shl i32 %m1, 2
  %p1 = or disjoint i32 %k1, %n1
  %l1 = or disjoint i32 %p1, 64
  %lb1 = or disjoint i32 %l1, %base
  %b1 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %lb1
  %w1 = load i16, ptr addrspace(3) %b1
  %o1 = getelementptr i16, ptr addrspace(1) %out, i32 %g1
  store i16 %w1, ptr addrspace(1) %o1
  %k2 = and i32 %lane, 31
  %m2 = and i32 %lane, 32
  %n2 = shl i32 %m2, 2
  %p2 = or disjoint i32 %k2, %n2
  %l2 = or disjoint i32 %p2, 32
  %lb2 = or disjoint i32 %l2, %base
  %b2 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %lb2
  %w2 = load i16, ptr addrspace(3) %b2
  %o2 = getelementptr i16, ptr addrspace(1) %out, i32 %g2
  store i16 %w2, ptr addrspace(1) %o2
  %k3 = and i32 %lane, 31
  %m3 = and i32 %lane, 32
  %n3 = shl i32 %m3, 2
  %p3 = or disjoint i32 %k3, %n3
  %l3 = or disjoint i32 %p3, 96
  %lb3 = or disjoint i32 %l3, %base
  %b3 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %lb3
  %w3 = load i16, ptr addrspace(3) %b3
  %o3 = getelementptr i16, ptr addrspace(1) %out, i32 %g3
  store i16 %w3, ptr addrspace(1) %o3
  ret void
}

; Two of them.
; CHECK-LABEL: @half(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute}}
; CHECK: call { i32, i32 } @llvm.amdgcn.permlane32.swap(
; CHECK-NOT: {{addrspace\(3\)|select|swizzle|bpermute|swap}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i16 per thread within each wave became 1 lane swap:
; GCN-LABEL: {{^}}half:
; GCN-NOT: {{ds_(read|write)|cndmask}}
; GCN: v_permlane32_swap_b32
; GCN-NOT: {{ds_|cndmask|permlane}}
; GCN: s_endpgm
define amdgpu_kernel void @half(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %base = shl i32 %warp, 7
  %first = mul i32 %t, 2
  %g0 = add i32 %first, 0
  %i0 = getelementptr i16, ptr addrspace(1) %in, i32 %g0
  %v0 = load i16, ptr addrspace(1) %i0
  %s0 = add i32 %lane, 0
  %sb0 = or disjoint i32 %s0, %base
  %a0 = getelementptr i16, ptr addrspace(3) @half.tile, i32 %sb0
  store i16 %v0, ptr addrspace(3) %a0
  %g1 = add i32 %first, 1
  %i1 = getelementptr i16, ptr addrspace(1) %in, i32 %g1
  %v1 = load i16, ptr addrspace(1) %i1
  %s1 = add i32 %lane, 64
  %sb1 = or disjoint i32 %s1, %base
  %a1 = getelementptr i16, ptr addrspace(3) @half.tile, i32 %sb1
  store i16 %v1, ptr addrspace(3) %a1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k0 = and i32 %lane, 31
  %m0 = and i32 %lane, 32
  %n0 = shl i32 %m0, 1
  %p0 = or disjoint i32 %k0, %n0
  %l0 = or disjoint i32 %p0, 0
  %lb0 = or disjoint i32 %l0, %base
  %b0 = getelementptr i16, ptr addrspace(3) @half.tile, i32 %lb0
  %w0 = load i16, ptr addrspace(3) %b0
  %o0 = getelementptr i16, ptr addrspace(1) %out, i32 %g0
  store i16 %w0, ptr addrspace(1) %o0
  %k1 = and i32 %lane, 31
  %m1 = and i32 %lane, 32
  %n1 = shl i32 %m1, 1
  %p1 = or disjoint i32 %k1, %n1
  %l1 = or disjoint i32 %p1, 32
  %lb1 = or disjoint i32 %l1, %base
  %b1 = getelementptr i16, ptr addrspace(3) @half.tile, i32 %lb1
  %w1 = load i16, ptr addrspace(3) %b1
  %o1 = getelementptr i16, ptr addrspace(1) %out, i32 %g1
  store i16 %w1, ptr addrspace(1) %o1
  ret void
}

attributes #0 = { "target-cpu"="gfx950" "amdgpu-flat-work-group-size"="256,256" "f2layout-block"="256,1,1" }
