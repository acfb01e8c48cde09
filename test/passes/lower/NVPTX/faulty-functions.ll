; In a function with an error nothing is done: no call is replaced, no array
; gets another alignment, whichever pass finds the error, and when.
; RUN: not %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -disable-output %s 2>&1 | FileCheck %s
; RUN: not %clang -x ir --target=nvptx64-nvidia-cuda -march=sm_90 -O0 -S -fpass-plugin=%plugin -mllvm -print-after=f2layout-lower %s -o %t.s 2>&1 | FileCheck %s --check-prefix=AFTER

; The callee's conversion is wrong, not that of its caller under a thread
; condition.
; CHECK: conversion of 2 x i32 became
; CHECK-NOT: conversion of
; CHECK: error: {{.*}}in function late {{.*}}: @f2.convert.v2i32 (%y): impossible conversion
; CHECK: error: {{.*}}in function caller {{.*}}: @callee: only some threads of the block reach this call

; AFTER: @tile = internal addrspace(3) global [64 x i32] poison{{$}}
; AFTER: @low = internal addrspace(3) global [64 x i32] poison, align 4{{$}}
; AFTER: @used = internal addrspace(3) global [72 x i32] poison, align 16{{$}}
; AFTER: define {{.*}}@caller(
; AFTER: call {{.*}}@f2.convert
; AFTER: define {{.*}}@late(
; AFTER: call {{.*}}@f2.store
; AFTER: call {{.*}}@f2.store
; AFTER: call {{.*}}@f2.convert
; AFTER: define {{.*}}@whole(
; AFTER-NOT: @f2.
; AFTER: store <2 x i32> splat (i32 1), {{.*}}, align 8
; AFTER-COUNT-2: store i32 2, {{.*}}, align 4
; AFTER: store <2 x i32> splat (i32 3), {{.*}}, align 8
; AFTER-NOT: @f2.
; AFTER: define {{.*}}@callee(

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]\00"
@b = private unnamed_addr constant [53 x i8] c"register=[[2]], lane=[[1],[4],[8],[16],[32]] -> [64]\00"
@none = private unnamed_addr constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[16]] -> [64]\00"
@m = private unnamed_addr constant [43 x i8] c"offset=[[1],[2],[4],[8],[16],[32]] -> [64]\00"
@tile = internal addrspace(3) global [64 x i32] poison
@low = internal addrspace(3) global [64 x i32] poison, align 4
@used = internal addrspace(3) global [72 x i32] poison, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <2 x i32> @f2.convert.v2i32(<2 x i32>, ptr, ptr) convergent nocallback nounwind
declare void @f2.store.v2i32(ptr addrspace(3), <2 x i32>, ptr, ptr) convergent nocallback nounwind
define ptx_kernel void @caller(ptr %out) #0 {
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @a, ptr @b)
  store <2 x i32> %y, ptr %out
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %yes, label %no
yes:
  call void @callee(ptr %out)
  br label %no
no:
  ret void
}
define ptx_kernel void @late(ptr %out) #0 {
  call void @f2.store.v2i32(ptr addrspace(3) @tile, <2 x i32> splat (i32 1), ptr @a, ptr @m)
  call void @f2.store.v2i32(ptr addrspace(3) @low, <2 x i32> splat (i32 1), ptr @a, ptr @m)
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @none, ptr @b)
  store <2 x i32> %y, ptr %out
  ret void
}
define ptx_kernel void @whole(i32 %n) #0 {
  %even = shl i32 %n, 1
  %p = getelementptr i32, ptr addrspace(3) @used, i32 %even
  call void @f2.store.v2i32(ptr addrspace(3) %p, <2 x i32> splat (i32 1), ptr @a, ptr @m)
  %q = getelementptr i32, ptr addrspace(3) @used, i32 %n
  call void @f2.store.v2i32(ptr addrspace(3) %q, <2 x i32> splat (i32 2), ptr @a, ptr @m)
  %r = getelementptr i8, ptr addrspace(3) @used, i32 32
  call void @f2.store.v2i32(ptr addrspace(3) %r, <2 x i32> splat (i32 3), ptr @a, ptr @m)
  ret void
}
define void @callee(ptr %out) #1 {
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @a, ptr @b)
  store <2 x i32> %y, ptr %out
  ret void
}
attributes #0 = { convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #1 = { convergent "target-cpu"="sm_90" "f2layout-block"="32,1,1" }
