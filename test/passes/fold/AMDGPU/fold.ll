; Conversions that a front end states one operation at a time become fewer.
;
; RUN: %f2opt -passes=f2layout-fold -S %s -o %t.ll -pass-remarks=f2layout-fold -pass-remarks-missed=f2layout-fold 2>%t.err
; RUN: FileCheck %s <%t.ll
; RUN: FileCheck %s --check-prefix=REMARK <%t.err
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --quiet
; RUN: %f2opt -passes=f2layout-lower -S %t.ll -o %t.low.ll
; RUN: %f2sim --equal %s %t.low.ll --kernels all --block 128 --quiet
;
; REMARK-DAG: conversion to the same layout left out (in spelling)
; REMARK-DAG: conversion of a conversion composed (in round_trip)
; REMARK-DAG: conversion shared with an equal one (in shared)
; REMARK-DAG: conversion moved before an operation{{.*}} (in chain)
; REMARK-DAG: conversion moved behind an operation (in narrowed)
; REMARK-DAG: gather takes the value before its conversion (in gathered)
; REMARK-DAG: conversions before and behind the operation stay: one of its operands is a scalar that each thread computes for itself; {{.*}} (in scalar_select)
; REMARK-NOT: (in differing_copies)
target triple = "amdgcn-amd-amdhsa"

@a = private addrspace(4) constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64],[128]], warp=[[256]] -> [512]\00"
@a2 = private addrspace(4) constant [79 x i8] c"warp=[[256]], lane=[[4],[8],[16],[32],[64],[128]], register=[[1],[2]] -> [512]\00"
@b = private addrspace(4) constant [79 x i8] c"register=[[128],[256]], lane=[[1],[2],[4],[8],[16],[32]], warp=[[64]] -> [512]\00"
@c = private addrspace(4) constant [79 x i8] c"register=[[64],[128]], lane=[[2],[1],[8],[4],[16],[32]], warp=[[256]] -> [512]\00"
@copies = private addrspace(4) constant [77 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64],[128]], warp=[[0]] -> [256]\00"
@copies_c = private addrspace(4) constant [77 x i8] c"register=[[64],[128]], lane=[[1],[2],[4],[8],[16],[32]], warp=[[0]] -> [256]\00"
@fewer = private addrspace(4) constant [73 x i8] c"register=[[128]], lane=[[1],[2],[4],[8],[16],[32]], warp=[[64]] -> [256]\00"

declare i32 @llvm.amdgcn.workitem.id.x()
declare <4 x float> @f2.convert.v4f32(<4 x float>, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x half> @f2.convert.v4f16(<4 x half>, ptr addrspace(4), ptr addrspace(4)) #1
declare <2 x float> @f2.convert.v2f32.v4f32(<4 x float>, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x float> @f2.gather.v4f32(<4 x float>, <4 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>)

; CHECK-LABEL: @spelling(
; CHECK-NOT: @f2.convert
; CHECK: ret void
define amdgpu_kernel void @spelling(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @a2)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %y, ptr %q
  ret void
}

; CHECK-LABEL: @round_trip(
; CHECK-NOT: @f2.convert
; CHECK: ret void
define amdgpu_kernel void @round_trip(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %z = call <4 x float> @f2.convert.v4f32(<4 x float> %y, ptr addrspace(4) @b, ptr addrspace(4) @a)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %z, ptr %q
  ret void
}

; CHECK-LABEL: @shared(
; CHECK-COUNT-1: call <4 x float> @f2.convert
; CHECK-NOT: @f2.convert
; CHECK: ret void
define amdgpu_kernel void @shared(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %y, ptr %q
  %z = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %u = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %y, <4 x float> %z)
  store <4 x float> %u, ptr %q
  ret void
}

; Eight conversions with operations between them, as in an attention step.
; CHECK-LABEL: @chain(
; CHECK-COUNT-2: call <4 x float> @f2.convert
; CHECK-NOT: @f2.convert
; CHECK: ret void
define amdgpu_kernel void @chain(ptr noalias %in, ptr noalias %other, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %po = getelementptr <4 x float>, ptr %other, i32 %t
  %o = load <4 x float>, ptr %po
  %c1 = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %d1 = call <4 x float> @f2.convert.v4f32(<4 x float> %o, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %e1 = fmul <4 x float> %c1, %d1
  %c2 = call <4 x float> @f2.convert.v4f32(<4 x float> %e1, ptr addrspace(4) @b, ptr addrspace(4) @c)
  %e2 = fadd <4 x float> %c2, splat (float 1.0)
  %c3 = call <4 x float> @f2.convert.v4f32(<4 x float> %e2, ptr addrspace(4) @c, ptr addrspace(4) @a)
  %e3 = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %c3, <4 x float> zeroinitializer)
  %c4 = call <4 x float> @f2.convert.v4f32(<4 x float> %e3, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %e4 = fneg <4 x float> %c4
  %c5 = call <4 x float> @f2.convert.v4f32(<4 x float> %e4, ptr addrspace(4) @b, ptr addrspace(4) @a)
  %e5 = fmul <4 x float> %c5, splat (float 0.5)
  %c6 = call <4 x float> @f2.convert.v4f32(<4 x float> %e5, ptr addrspace(4) @a, ptr addrspace(4) @c)
  %m6 = fcmp olt <4 x float> %c6, zeroinitializer
  %e6 = select <4 x i1> %m6, <4 x float> %c6, <4 x float> zeroinitializer
  %c7 = call <4 x float> @f2.convert.v4f32(<4 x float> %e6, ptr addrspace(4) @c, ptr addrspace(4) @b)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %c7, ptr %q
  ret void
}

; CHECK-LABEL: @narrowed(
; CHECK: fptrunc
; CHECK-NEXT: call <4 x half> @f2.convert
; CHECK: ret void
define amdgpu_kernel void @narrowed(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %h = fptrunc <4 x float> %y to <4 x half>
  %q = getelementptr <4 x half>, ptr %out, i32 %t
  store <4 x half> %h, ptr %q
  ret void
}

; CHECK-LABEL: @gathered(
; CHECK-NOT: @f2.convert
; CHECK: call <4 x float> @f2.gather
; CHECK: ret void
define amdgpu_kernel void @gathered(ptr noalias %in, ptr noalias %index, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %pi = getelementptr <4 x i32>, ptr %index, i32 %t
  %i = load <4 x i32>, ptr %pi
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %g = call <4 x float> @f2.gather.v4f32(<4 x float> %y, <4 x i32> %i, i32 0, ptr addrspace(4) @b, ptr addrspace(4) @a)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %g, ptr %q
  ret void
}

; The copies of an operand may differ, so both must come from one copy.
; CHECK-LABEL: @differing_copies(
; CHECK-COUNT-2: @f2.convert
; CHECK: ret void
define amdgpu_kernel void @differing_copies(ptr noalias %in, ptr noalias %other, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %l = and i32 %t, 63
  %p = getelementptr <4 x float>, ptr %in, i32 %l
  %x = load <4 x float>, ptr %p
  %po = getelementptr <4 x float>, ptr %other, i32 %l
  %o = load <4 x float>, ptr %po
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @copies, ptr addrspace(4) @copies_c)
  %s = fadd <4 x float> %y, %o
  %z = call <2 x float> @f2.convert.v2f32.v4f32(<4 x float> %s, ptr addrspace(4) @copies_c, ptr addrspace(4) @fewer)
  %q = getelementptr <2 x float>, ptr %out, i32 %t
  store <2 x float> %z, ptr %q
  ret void
}

; The factor is a thread's own, and moves with the elements.
; CHECK-LABEL: @row_factor(
; CHECK: [[MOVED:%[0-9]+]] = call <4 x float> @f2.convert{{[^(]*}}(<4 x float> %sv,
; CHECK: fmul <4 x float> %x, [[MOVED]]
; CHECK: ret void
define amdgpu_kernel void @row_factor(ptr noalias %in, ptr noalias %f, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %pf = getelementptr float, ptr %f, i32 %t
  %s = load float, ptr %pf
  %i = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %i, <4 x float> poison, <4 x i32> zeroinitializer
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %m = fmul <4 x float> %y, %sv
  %z = call <4 x float> @f2.convert.v4f32(<4 x float> %m, ptr addrspace(4) @b, ptr addrspace(4) @a)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %z, ptr %q
  ret void
}

; A condition cannot.
; CHECK-LABEL: @scalar_select(
; CHECK: call <4 x float> @f2.convert
; CHECK: select
; CHECK: call <4 x float> @f2.convert
; CHECK: ret void
define amdgpu_kernel void @scalar_select(ptr noalias %in, ptr noalias %f, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %c = icmp ult i32 %t, 5
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %m = select i1 %c, <4 x float> %y, <4 x float> zeroinitializer
  %z = call <4 x float> @f2.convert.v4f32(<4 x float> %m, ptr addrspace(4) @b, ptr addrspace(4) @a)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %z, ptr %q
  ret void
}

; An argument of the kernel is alike in all threads.
; CHECK-LABEL: @argument_factor(
; CHECK-NOT: @f2.convert
; CHECK: ret void
define amdgpu_kernel void @argument_factor(ptr noalias %in, float %f, ptr noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %s = fmul float %f, 2.0
  %i = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %i, <4 x float> poison, <4 x i32> zeroinitializer
  %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr addrspace(4) @a, ptr addrspace(4) @b)
  %m = fmul <4 x float> %y, %sv
  %z = call <4 x float> @f2.convert.v4f32(<4 x float> %m, ptr addrspace(4) @b, ptr addrspace(4) @a)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %z, ptr %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
attributes #1 = { convergent nocallback nounwind }
