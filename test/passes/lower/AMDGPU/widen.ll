; The same on AMD.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -pass-remarks-missed=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout-lower,f2layout-lower -S %s -o %t.twice.ll
; RUN: %f2sim --equal %s %t.twice.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<no-shuffle>' -S %s -o %t.memory.ll
; RUN: %f2sim --equal %s %t.memory.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=16>' -S %s -o %t.small.ll
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128
; RUN: %llc -mcpu=gfx942 %t.ll -o /dev/null

; REMARK-DAG: conversion of elements that are widened from i8 to float moves the narrow ones: {{[0-9.]+}} clocks per wave with the widening, the wide ones {{[0-9.]+}} (in bytes)
; REMARK-DAG: conversion of 8 x i8 became {{.*}} (in bytes)
; REMARK-DAG: widened from i8 to float moves the narrow ones: {{.*}} (in elements)
; REMARK-DAG: widened from i8 to half moves the narrow ones: {{.*}} (in eight_bit_floats)
; REMARK-DAG: widened from i8 to half does not move the narrow ones: threads or registers have copies, and what widens the elements may make equal ones of different ones (in copies)
; REMARK-DAG: widened from i8 to half moves the narrow ones: {{.*}} (in decoded_copies)
; REMARK-DAG: widened from i8 to half does not move the narrow ones: threads or registers have copies, and what widens the elements may make equal ones of different ones (in flushed_copies)
; REMARK-DAG: widened from i8 to float moves the narrow ones: {{.*}} (in equal_copies)
; REMARK-DAG: widened from i4 to half moves the narrow ones: {{.*}} (in nibbles)
; REMARK-DAG: widened from i4 to i32 moves the narrow ones: {{.*}} (in unsigned_nibbles)
; REMARK-DAG: widened from i4 to half does not move the narrow ones: two elements that share a byte are not two registers side by side in both layouts (in nibbles_apart)
; REMARK-DAG: widened from i16 to i64 moves the wide ones: {{[0-9.]+}} clocks per wave with the widening, the narrow ones {{[0-9.]+}} (in renamed)
; REMARK-DAG: widened from i16 to i32 moves the wide ones: {{.*}} (in widened_once)
; REMARK-DAG: gather of elements that are widened from half to float moves the narrow ones: {{.*}} (in gathered)

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@rows = private unnamed_addr addrspace(4) constant [100 x i8] c"register=[[0,1],[0,2],[0,4]], lane=[[0,8],[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0]] -> [64,16]\00"
@operand = private unnamed_addr addrspace(4) constant [100 x i8] c"register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0],[16,0]], warp=[[32,0]] -> [64,16]\00"
@apart = private unnamed_addr addrspace(4) constant [100 x i8] c"register=[[8,0],[0,1],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0],[16,0]], warp=[[32,0]] -> [64,16]\00"
@turned = private unnamed_addr addrspace(4) constant [100 x i8] c"register=[[0,2],[0,4],[0,1]], lane=[[0,8],[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0]] -> [64,16]\00"
@copied = private unnamed_addr addrspace(4) constant [99 x i8] c"register=[[0,1],[0,2],[0,4]], lane=[[0,8],[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[0,0]] -> [32,16]\00"
@copied_operand = private unnamed_addr addrspace(4) constant [99 x i8] c"register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0],[16,0]], warp=[[0,0]] -> [32,16]\00"

declare i32 @llvm.amdgcn.workitem.id.x()
declare <8 x float> @f2.convert.v8f32(<8 x float>, ptr addrspace(4), ptr addrspace(4)) #1
declare <8 x half> @f2.convert.v8f16(<8 x half>, ptr addrspace(4), ptr addrspace(4)) #1
declare <8 x i32> @f2.convert.v8i32(<8 x i32>, ptr addrspace(4), ptr addrspace(4)) #1
declare <8 x i64> @f2.convert.v8i64(<8 x i64>, ptr addrspace(4), ptr addrspace(4)) #1
declare <8 x float> @f2.gather.v8f32(<8 x float>, <8 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #1

; Bytes move, in words of four.
; CHECK-LABEL: @bytes(
; CHECK-NOT: sitofp
; CHECK: bitcast <2 x i32> {{.*}} to <8 x i8>
; CHECK-NEXT: %[[H:.*]] = sext <8 x i8> {{.*}} to <8 x i16>
; CHECK-NEXT: %y = sitofp <8 x i16> %[[H]] to <8 x float>
define amdgpu_kernel void @bytes(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %h = sext <8 x i8> %x to <8 x i16>
  %w = sitofp <8 x i16> %h to <8 x float>
  %y = call <8 x float> @f2.convert.v8f32(<8 x float> %w, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %q = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  store <8 x float> %y, ptr addrspace(1) %q
  ret void
}

; The same, where each element is widened by itself.
; CHECK-LABEL: @elements(
; CHECK-NOT: uitofp i8
; CHECK: %y = uitofp <8 x i8> {{.*}} to <8 x float>
; CHECK-NOT: uitofp i8
define amdgpu_kernel void @elements(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %e0 = extractelement <8 x i8> %x, i32 0
  %f0 = uitofp i8 %e0 to float
  %w0 = insertelement <8 x float> poison, float %f0, i32 0
  %e1 = extractelement <8 x i8> %x, i32 1
  %f1 = uitofp i8 %e1 to float
  %w1 = insertelement <8 x float> %w0, float %f1, i32 1
  %e2 = extractelement <8 x i8> %x, i32 2
  %f2 = uitofp i8 %e2 to float
  %w2 = insertelement <8 x float> %w1, float %f2, i32 2
  %e3 = extractelement <8 x i8> %x, i32 3
  %f3 = uitofp i8 %e3 to float
  %w3 = insertelement <8 x float> %w2, float %f3, i32 3
  %e4 = extractelement <8 x i8> %x, i32 4
  %f4 = uitofp i8 %e4 to float
  %w4 = insertelement <8 x float> %w3, float %f4, i32 4
  %e5 = extractelement <8 x i8> %x, i32 5
  %f5 = uitofp i8 %e5 to float
  %w5 = insertelement <8 x float> %w4, float %f5, i32 5
  %e6 = extractelement <8 x i8> %x, i32 6
  %f6 = uitofp i8 %e6 to float
  %w6 = insertelement <8 x float> %w5, float %f6, i32 6
  %e7 = extractelement <8 x i8> %x, i32 7
  %f7 = uitofp i8 %e7 to float
  %w7 = insertelement <8 x float> %w6, float %f7, i32 7
  %y = call <8 x float> @f2.convert.v8f32(<8 x float> %w7, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %q = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  store <8 x float> %y, ptr addrspace(1) %q
  ret void
}

; Floats of eight bits (e4m3) become halves by arithmetic.
; CHECK-LABEL: @eight_bit_floats(
; CHECK-NOT: fmul
; CHECK: %[[S:.*]] = sext <8 x i8> {{.*}} to <8 x i16>
; CHECK-NEXT: %[[U:.*]] = shl <8 x i16> %[[S]], splat (i16 7)
; CHECK-NEXT: %[[M:.*]] = and <8 x i16> %[[U]], splat (i16 -16385)
; CHECK-NEXT: %[[C:.*]] = bitcast <8 x i16> %[[M]] to <8 x half>
; CHECK-NEXT: %y = fmul <8 x half> %[[C]], splat (half {{.*}})
define amdgpu_kernel void @eight_bit_floats(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %s = sext <8 x i8> %x to <8 x i16>
  %u = shl <8 x i16> %s, splat (i16 7)
  %m = and <8 x i16> %u, splat (i16 -16385)
  %c = bitcast <8 x i16> %m to <8 x half>
  %w = fmul <8 x half> %c, splat (half 256.0)
  %y = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %q = getelementptr <8 x half>, ptr addrspace(1) %out, i32 %t
  store <8 x half> %y, ptr addrspace(1) %q
  ret void
}

; Bytes of copies may differ where what is made of them does not.
; CHECK-LABEL: @copies(
; CHECK: fmul <8 x half>
; CHECK: store <8 x half> %y
define amdgpu_kernel void @copies(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %l = and i32 %t, 63
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %l
  %x = load <8 x i8>, ptr addrspace(1) %p
  %z = and <8 x i8> %x, splat (i8 -5)
  %s = sext <8 x i8> %z to <8 x i16>
  %u = shl <8 x i16> %s, splat (i16 8)
  %m = and <8 x i16> %u, splat (i16 -16385)
  %c = bitcast <8 x i16> %m to <8 x half>
  %w = fmul <8 x half> %c, splat (half 256.0)
  %y = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @copied, ptr addrspace(4) @copied_operand)
  %q = getelementptr <8 x half>, ptr addrspace(1) %out, i32 %t
  store <8 x half> %y, ptr addrspace(1) %q
  ret void
}

; All values of a byte are tried: here different ones stay different.
; CHECK-LABEL: @decoded_copies(
; CHECK-NOT: fmul
; CHECK: %y = fmul <8 x half>
define amdgpu_kernel void @decoded_copies(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %l = and i32 %t, 63
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %l
  %x = load <8 x i8>, ptr addrspace(1) %p
  %s = sext <8 x i8> %x to <8 x i16>
  %u = shl <8 x i16> %s, splat (i16 7)
  %m = and <8 x i16> %u, splat (i16 -16385)
  %c = bitcast <8 x i16> %m to <8 x half>
  %w = fmul <8 x half> %c, splat (half 256.0)
  %y = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @copied, ptr addrspace(4) @copied_operand)
  %q = getelementptr <8 x half>, ptr addrspace(1) %out, i32 %t
  store <8 x half> %y, ptr addrspace(1) %q
  ret void
}

; Denormal numbers become zero before they are multiplied.
; CHECK-LABEL: @flushed_copies(
; CHECK: fmul
; CHECK: ret void
define amdgpu_kernel void @flushed_copies(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #2 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %l = and i32 %t, 63
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %l
  %x = load <8 x i8>, ptr addrspace(1) %p
  %s = sext <8 x i8> %x to <8 x i16>
  %u = shl <8 x i16> %s, splat (i16 7)
  %m = and <8 x i16> %u, splat (i16 -16385)
  %c = bitcast <8 x i16> %m to <8 x half>
  %w = fmul <8 x half> %c, splat (half 256.0)
  %y = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @copied, ptr addrspace(4) @copied_operand)
  %q = getelementptr <8 x half>, ptr addrspace(1) %out, i32 %t
  store <8 x half> %y, ptr addrspace(1) %q
  ret void
}

; Not if different ones always become different ones.
; CHECK-LABEL: @equal_copies(
; CHECK: %y = uitofp
define amdgpu_kernel void @equal_copies(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %l = and i32 %t, 63
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %l
  %x = load <8 x i8>, ptr addrspace(1) %p
  %w = uitofp <8 x i8> %x to <8 x float>
  %y = call <8 x float> @f2.convert.v8f32(<8 x float> %w, ptr addrspace(4) @copied, ptr addrspace(4) @copied_operand)
  %q = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  store <8 x float> %y, ptr addrspace(1) %q
  ret void
}

; Pairs of four bits move as bytes.
; CHECK-LABEL: @nibbles(
; CHECK-NOT: i4>
; CHECK: %[[S:.*]] = shufflevector <4 x i8> {{.*}}, <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK-NEXT: %[[U:.*]] = shl <8 x i8> %[[S]], <i8 4, i8 0, i8 4, i8 0, i8 4, i8 0, i8 4, i8 0>
; CHECK-NEXT: %[[D:.*]] = ashr <8 x i8> %[[U]], splat (i8 4)
; CHECK-NEXT: %y = sitofp <8 x i8> %[[D]] to <8 x half>
define amdgpu_kernel void @nibbles(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %m = xor i32 %x, 286331153
  %n = bitcast i32 %m to <8 x i4>
  %w = sitofp <8 x i4> %n to <8 x half>
  %y = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %q = getelementptr <8 x half>, ptr addrspace(1) %out, i32 %t
  store <8 x half> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @unsigned_nibbles(
; CHECK-NOT: i4>
; CHECK: %[[D:.*]] = lshr <8 x i8> {{.*}}, <i8 0, i8 4, i8 0, i8 4, i8 0, i8 4, i8 0, i8 4>
; CHECK-NEXT: %[[A:.*]] = and <8 x i8> %[[D]], splat (i8 15)
; CHECK-NEXT: %y = zext <8 x i8> %[[A]] to <8 x i32>
define amdgpu_kernel void @unsigned_nibbles(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %m = xor i32 %x, 286331153
  %n = bitcast i32 %m to <8 x i4>
  %w = zext <8 x i4> %n to <8 x i32>
  %y = call <8 x i32> @f2.convert.v8i32(<8 x i32> %w, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %q = getelementptr <8 x i32>, ptr addrspace(1) %out, i32 %t
  store <8 x i32> %y, ptr addrspace(1) %q
  ret void
}

; Here the elements of a byte go to different places.
; CHECK-LABEL: @nibbles_apart(
; CHECK: sitofp <8 x i4>
; CHECK: store <8 x half> %y
define amdgpu_kernel void @nibbles_apart(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %m = xor i32 %x, 286331153
  %n = bitcast i32 %m to <8 x i4>
  %w = sitofp <8 x i4> %n to <8 x half>
  %y = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @rows, ptr addrspace(4) @apart)
  %q = getelementptr <8 x half>, ptr addrspace(1) %out, i32 %t
  store <8 x half> %y, ptr addrspace(1) %q
  ret void
}

; Nothing moves, and the wide elements are needed anyway.
; CHECK-LABEL: @renamed(
; CHECK-COUNT-1: zext <8 x i16>
; CHECK-NOT: zext <8 x i16>
; CHECK: ret void
define amdgpu_kernel void @renamed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %more) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i16>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i16>, ptr addrspace(1) %p
  %w = zext <8 x i16> %x to <8 x i64>
  %o = getelementptr <8 x i64>, ptr addrspace(1) %more, i32 %t
  store <8 x i64> %w, ptr addrspace(1) %o
  %y = call <8 x i64> @f2.convert.v8i64(<8 x i64> %w, ptr addrspace(4) @rows, ptr addrspace(4) @turned)
  %q = getelementptr <8 x i64>, ptr addrspace(1) %out, i32 %t
  store <8 x i64> %y, ptr addrspace(1) %q
  ret void
}

; Other uses keep the wide elements.
; CHECK-LABEL: @also_used(
; CHECK: store <8 x float> %w
; CHECK: %y = uitofp <8 x i8>
define amdgpu_kernel void @also_used(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %more) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %w = uitofp <8 x i8> %x to <8 x float>
  %o = getelementptr <8 x float>, ptr addrspace(1) %more, i32 %t
  store <8 x float> %w, ptr addrspace(1) %o
  %y = call <8 x float> @f2.convert.v8f32(<8 x float> %w, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %q = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  store <8 x float> %y, ptr addrspace(1) %q
  ret void
}

; A second call of the same bytes, and one of what the first one gave.
; CHECK-LABEL: @twice(
; CHECK-NOT: @f2.
; CHECK: ret void
define amdgpu_kernel void @twice(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %h = zext <8 x i8> %x to <8 x i16>
  %w = uitofp <8 x i16> %h to <8 x half>
  %a = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %b = call <8 x half> @f2.convert.v8f16(<8 x half> %w, ptr addrspace(4) @rows, ptr addrspace(4) @turned)
  %s = fadd <8 x half> %a, %b
  %v = fpext <8 x half> %a to <8 x float>
  %c = call <8 x float> @f2.convert.v8f32(<8 x float> %v, ptr addrspace(4) @operand, ptr addrspace(4) @rows)
  %u = fpext <8 x half> %s to <8 x float>
  %y = fadd <8 x float> %c, %u
  %q = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  store <8 x float> %y, ptr addrspace(1) %q
  ret void
}

; What is widened before a loop would be widened in each iteration.
; CHECK-LABEL: @widened_once(
; CHECK: zext <8 x i16> %x
; CHECK: br label
; CHECK-NOT: zext
; CHECK: ret void
define amdgpu_kernel void @widened_once(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i16>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i16>, ptr addrspace(1) %p
  %w = zext <8 x i16> %x to <8 x i32>
  br label %again
again:
  %j = phi i32 [ 0, %entry ], [ %j.next, %again ]
  %s = phi <8 x i32> [ zeroinitializer, %entry ], [ %y, %again ]
  %c = call <8 x i32> @f2.convert.v8i32(<8 x i32> %w, ptr addrspace(4) @rows, ptr addrspace(4) @turned)
  %y = add <8 x i32> %s, %c
  %j.next = add i32 %j, 1
  %more.left = icmp ult i32 %j.next, 3
  br i1 %more.left, label %again, label %done
done:
  %q = getelementptr <8 x i32>, ptr addrspace(1) %out, i32 %t
  store <8 x i32> %y, ptr addrspace(1) %q
  ret void
}

; Each use of a frozen value must see the same.
; CHECK-LABEL: @frozen(
; CHECK: %w = freeze <8 x float>
; CHECK-NOT: uitofp
; CHECK: ret void
define amdgpu_kernel void @frozen(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %h = freeze <8 x i8> %x
  %k = uitofp <8 x i8> %h to <8 x float>
  %w = freeze <8 x float> %k
  %y = call <8 x float> @f2.convert.v8f32(<8 x float> %w, ptr addrspace(4) @rows, ptr addrspace(4) @operand)
  %q = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  store <8 x float> %y, ptr addrspace(1) %q
  ret void
}

; A gather renames elements, too.
; CHECK-LABEL: @gathered(
; CHECK: %y = fpext <8 x half>
; CHECK: ret void
define amdgpu_kernel void @gathered(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %more) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x half>, ptr addrspace(1) %p
  %w = fpext <8 x half> %x to <8 x float>
  %i = getelementptr <8 x i32>, ptr addrspace(1) %more, i32 %t
  %n = load <8 x i32>, ptr addrspace(1) %i
  %y = call <8 x float> @f2.gather.v8f32(<8 x float> %w, <8 x i32> %n, i32 1, ptr addrspace(4) @rows, ptr addrspace(4) @rows)
  %q = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  store <8 x float> %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" "denormal-fp-math"="preserve-sign,preserve-sign" }
