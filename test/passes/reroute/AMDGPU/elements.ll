; Narrow elements in registers of their own: each word is packed from elements
; that stay together, whatever their registers' numbers are, so that whole words
; travel, and each result is taken from the word that it is in.
; RUN: %f2opt -passes=f2layout-reroute -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 64
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=GCN

target triple = "amdgcn-amd-amdhsa"

@bytes.tile = internal addrspace(3) global [512 x i8] poison, align 16
@halves.tile = internal addrspace(3) global [256 x i16] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @bytes(
; CHECK: insertelement <4 x i8> poison, {{.*}}, i64 0
; CHECK-NEXT: insertelement <4 x i8> {{.*}}, i64 1
; CHECK-NEXT: insertelement <4 x i8> {{.*}}, i64 2
; CHECK-NEXT: [[A:%[0-9]+]] = insertelement <4 x i8> {{.*}}, i64 3
; CHECK-NEXT: [[W:%[0-9]+]] = bitcast <4 x i8> [[A]] to i32
; CHECK: insertelement <4 x i8> poison, {{.*}}, i64 0
; CHECK-NEXT: insertelement <4 x i8> {{.*}}, i64 1
; CHECK-NEXT: insertelement <4 x i8> {{.*}}, i64 2
; CHECK-NEXT: [[B:%[0-9]+]] = insertelement <4 x i8> {{.*}}, i64 3
; CHECK-NEXT: [[X:%[0-9]+]] = bitcast <4 x i8> [[B]] to i32
; CHECK-NOT: perm
; CHECK: select i1 {{.*}}, i32 [[W]], i32 [[X]]
; CHECK-NEXT: call i32 @llvm.amdgcn.update.dpp.i32(
; CHECK-NEXT: [[Y:%[0-9]+]] = select
; CHECK-NEXT: [[Z:%[0-9]+]] = select
; CHECK-NEXT: bitcast i32 [[Y]] to <4 x i8>
; CHECK-NEXT: extractelement <4 x i8> {{.*}}, i64 0
; CHECK: bitcast i32 [[Z]] to <4 x i8>
; CHECK-NEXT: extractelement <4 x i8> {{.*}}, i64 0
; CHECK-NOT: dpp
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; GCN-LABEL: bytes:
; GCN-COUNT-1: v_mov_b32_dpp
; GCN-NOT: dpp
; GCN-NOT: ds_
; GCN: s_endpgm
define amdgpu_kernel void @bytes(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %first = mul i32 %t, 8
  %i0 = add i32 %t, 0
  %p0 = getelementptr i8, ptr addrspace(1) %in, i32 %i0
  %v0 = load i8, ptr addrspace(1) %p0
  %e0 = add i32 %first, 0
  %s0 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e0
  store i8 %v0, ptr addrspace(3) %s0
  %i1 = add i32 %t, 64
  %p1 = getelementptr i8, ptr addrspace(1) %in, i32 %i1
  %v1 = load i8, ptr addrspace(1) %p1
  %e1 = add i32 %first, 1
  %s1 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e1
  store i8 %v1, ptr addrspace(3) %s1
  %i2 = add i32 %t, 128
  %p2 = getelementptr i8, ptr addrspace(1) %in, i32 %i2
  %v2 = load i8, ptr addrspace(1) %p2
  %e2 = add i32 %first, 2
  %s2 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e2
  store i8 %v2, ptr addrspace(3) %s2
  %i3 = add i32 %t, 192
  %p3 = getelementptr i8, ptr addrspace(1) %in, i32 %i3
  %v3 = load i8, ptr addrspace(1) %p3
  %e3 = add i32 %first, 3
  %s3 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e3
  store i8 %v3, ptr addrspace(3) %s3
  %i4 = add i32 %t, 256
  %p4 = getelementptr i8, ptr addrspace(1) %in, i32 %i4
  %v4 = load i8, ptr addrspace(1) %p4
  %e4 = add i32 %first, 4
  %s4 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e4
  store i8 %v4, ptr addrspace(3) %s4
  %i5 = add i32 %t, 320
  %p5 = getelementptr i8, ptr addrspace(1) %in, i32 %i5
  %v5 = load i8, ptr addrspace(1) %p5
  %e5 = add i32 %first, 5
  %s5 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e5
  store i8 %v5, ptr addrspace(3) %s5
  %i6 = add i32 %t, 384
  %p6 = getelementptr i8, ptr addrspace(1) %in, i32 %i6
  %v6 = load i8, ptr addrspace(1) %p6
  %e6 = add i32 %first, 6
  %s6 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e6
  store i8 %v6, ptr addrspace(3) %s6
  %i7 = add i32 %t, 448
  %p7 = getelementptr i8, ptr addrspace(1) %in, i32 %i7
  %v7 = load i8, ptr addrspace(1) %p7
  %e7 = add i32 %first, 7
  %s7 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %e7
  store i8 %v7, ptr addrspace(3) %s7
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %odd = and i32 %t, 1
  %even = and i32 %t, -2
  %pair = mul i32 %even, 8
  %place = add i32 %pair, %odd
  %f0 = add i32 %place, 0
  %l0 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f0
  %w0 = load i8, ptr addrspace(3) %l0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %f1 = add i32 %place, 8
  %l1 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f1
  %w1 = load i8, ptr addrspace(3) %l1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %f2 = add i32 %place, 2
  %l2 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f2
  %w2 = load i8, ptr addrspace(3) %l2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %f3 = add i32 %place, 10
  %l3 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f3
  %w3 = load i8, ptr addrspace(3) %l3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %f4 = add i32 %place, 4
  %l4 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f4
  %w4 = load i8, ptr addrspace(3) %l4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  %f5 = add i32 %place, 12
  %l5 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f5
  %w5 = load i8, ptr addrspace(3) %l5
  %q5 = getelementptr i8, ptr addrspace(1) %out, i32 %i5
  store i8 %w5, ptr addrspace(1) %q5
  %f6 = add i32 %place, 6
  %l6 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f6
  %w6 = load i8, ptr addrspace(3) %l6
  %q6 = getelementptr i8, ptr addrspace(1) %out, i32 %i6
  store i8 %w6, ptr addrspace(1) %q6
  %f7 = add i32 %place, 14
  %l7 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %f7
  %w7 = load i8, ptr addrspace(3) %l7
  %q7 = getelementptr i8, ptr addrspace(1) %out, i32 %i7
  store i8 %w7, ptr addrspace(1) %q7
  ret void
}

; CHECK-LABEL: @halves(
; CHECK: insertelement <2 x i16> poison, {{.*}}, i64 0
; CHECK-NEXT: [[A:%[0-9]+]] = insertelement <2 x i16> {{.*}}, i64 1
; CHECK-NEXT: [[W:%[0-9]+]] = bitcast <2 x i16> [[A]] to i32
; CHECK: insertelement <2 x i16> poison, {{.*}}, i64 0
; CHECK-NEXT: [[B:%[0-9]+]] = insertelement <2 x i16> {{.*}}, i64 1
; CHECK-NEXT: [[X:%[0-9]+]] = bitcast <2 x i16> [[B]] to i32
; CHECK-NOT: perm
; CHECK: select i1 {{.*}}, i32 [[W]], i32 [[X]]
; CHECK-NEXT: call i32 @llvm.amdgcn.update.dpp.i32(
; CHECK-NEXT: [[Y:%[0-9]+]] = select
; CHECK-NEXT: [[Z:%[0-9]+]] = select
; CHECK-NEXT: bitcast i32 [[Y]] to <2 x i16>
; CHECK-NEXT: extractelement <2 x i16> {{.*}}, i64 0
; CHECK: bitcast i32 [[Z]] to <2 x i16>
; CHECK-NEXT: extractelement <2 x i16> {{.*}}, i64 0
; CHECK-NOT: dpp
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; GCN-LABEL: halves:
; GCN-COUNT-1: v_mov_b32_dpp
; GCN-NOT: dpp
; GCN-NOT: ds_
; GCN: s_endpgm
define amdgpu_kernel void @halves(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %first = mul i32 %t, 4
  %i0 = add i32 %t, 0
  %p0 = getelementptr i16, ptr addrspace(1) %in, i32 %i0
  %v0 = load i16, ptr addrspace(1) %p0
  %e0 = add i32 %first, 0
  %s0 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %e0
  store i16 %v0, ptr addrspace(3) %s0
  %i1 = add i32 %t, 64
  %p1 = getelementptr i16, ptr addrspace(1) %in, i32 %i1
  %v1 = load i16, ptr addrspace(1) %p1
  %e1 = add i32 %first, 1
  %s1 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %e1
  store i16 %v1, ptr addrspace(3) %s1
  %i2 = add i32 %t, 128
  %p2 = getelementptr i16, ptr addrspace(1) %in, i32 %i2
  %v2 = load i16, ptr addrspace(1) %p2
  %e2 = add i32 %first, 2
  %s2 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %e2
  store i16 %v2, ptr addrspace(3) %s2
  %i3 = add i32 %t, 192
  %p3 = getelementptr i16, ptr addrspace(1) %in, i32 %i3
  %v3 = load i16, ptr addrspace(1) %p3
  %e3 = add i32 %first, 3
  %s3 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %e3
  store i16 %v3, ptr addrspace(3) %s3
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %odd = and i32 %t, 1
  %even = and i32 %t, -2
  %pair = mul i32 %even, 4
  %place = add i32 %pair, %odd
  %f0 = add i32 %place, 0
  %l0 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %f0
  %w0 = load i16, ptr addrspace(3) %l0
  %q0 = getelementptr i16, ptr addrspace(1) %out, i32 %i0
  store i16 %w0, ptr addrspace(1) %q0
  %f1 = add i32 %place, 4
  %l1 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %f1
  %w1 = load i16, ptr addrspace(3) %l1
  %q1 = getelementptr i16, ptr addrspace(1) %out, i32 %i1
  store i16 %w1, ptr addrspace(1) %q1
  %f2 = add i32 %place, 2
  %l2 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %f2
  %w2 = load i16, ptr addrspace(3) %l2
  %q2 = getelementptr i16, ptr addrspace(1) %out, i32 %i2
  store i16 %w2, ptr addrspace(1) %q2
  %f3 = add i32 %place, 6
  %l3 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %f3
  %w3 = load i16, ptr addrspace(3) %l3
  %q3 = getelementptr i16, ptr addrspace(1) %out, i32 %i3
  store i16 %w3, ptr addrspace(1) %q3
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="64,64" "target-cpu"="gfx942" "uniform-work-group-size"="true" }
