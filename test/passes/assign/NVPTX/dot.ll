; Products are made of matrix instructions where one fits, else of multiplications
; of single elements.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --schedules forward
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernels all --block 128 --schedules forward

; CHECK-LABEL: @halves(
; CHECK: @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
; CHECK-LABEL: @bytes(
; CHECK: @llvm.nvvm.mma.m16n8k32.row.col.s8(
; CHECK-LABEL: @small(
; CHECK-NOT: @llvm.nvvm.mma.
; CHECK: mul i64
; CHECK: store {{i64|<2 x i64>}}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", i8, 64, 32) @f2.tensor.load.64x32xi8(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i8, 32, 64) @f2.tensor.load.32x64xi8(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", half, 64, 32) @f2.tensor.map.64x32xf16.64x32xi8(ptr, target("f2.tensor", i8, 64, 32)) convergent nounwind
declare target("f2.tensor", half, 32, 64) @f2.tensor.map.32x64xf16.32x64xi8(ptr, target("f2.tensor", i8, 32, 64)) convergent nounwind
declare target("f2.tensor", float, 64, 64) @f2.tensor.splat.64x64xf32(float) convergent nounwind
declare target("f2.tensor", float, 64, 64) @f2.tensor.dot.64x64xf32.64x32xf16.32x64xf16.64x64xf32(target("f2.tensor", half, 64, 32), target("f2.tensor", half, 32, 64), target("f2.tensor", float, 64, 64)) convergent nounwind
declare void @f2.tensor.store.64x64xf32(ptr, target("f2.tensor", float, 64, 64), i64, i64) convergent nounwind
declare target("f2.tensor", i8, 64, 64) @f2.tensor.load.64x64xi8(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i32, 64, 32) @f2.tensor.splat.64x32xi32(i32) convergent nounwind
declare target("f2.tensor", i32, 64, 32) @f2.tensor.dot.64x32xi32.64x64xi8.64x32xi8.64x32xi32(target("f2.tensor", i8, 64, 64), target("f2.tensor", i8, 64, 32), target("f2.tensor", i32, 64, 32)) convergent nounwind
declare void @f2.tensor.store.64x32xi32(ptr, target("f2.tensor", i32, 64, 32), i64, i64) convergent nounwind
declare target("f2.tensor", i16, 8, 4) @f2.tensor.load.8x4xi16(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i16, 4, 8) @f2.tensor.load.4x8xi16(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i64, 8, 8) @f2.tensor.splat.8x8xi64(i64) convergent nounwind
declare target("f2.tensor", i64, 8, 8) @f2.tensor.dot.8x8xi64.8x4xi16.4x8xi16.8x8xi64(target("f2.tensor", i16, 8, 4), target("f2.tensor", i16, 4, 8), target("f2.tensor", i64, 8, 8)) convergent nounwind
declare void @f2.tensor.store.8x8xi64(ptr, target("f2.tensor", i64, 8, 8), i64, i64) convergent nounwind

define ptx_kernel void @halves(ptr noalias align 16 %a, ptr noalias align 16 %b, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x0 = call target("f2.tensor", i8, 64, 32) @f2.tensor.load.64x32xi8(ptr %a, i64 32, i64 1)
  %y0 = call target("f2.tensor", i8, 32, 64) @f2.tensor.load.32x64xi8(ptr %b, i64 64, i64 1)
  %x = call target("f2.tensor", half, 64, 32) @f2.tensor.map.64x32xf16.64x32xi8(ptr @of_byte, target("f2.tensor", i8, 64, 32) %x0)
  %y = call target("f2.tensor", half, 32, 64) @f2.tensor.map.32x64xf16.32x64xi8(ptr @of_byte, target("f2.tensor", i8, 32, 64) %y0)
  %c = call target("f2.tensor", float, 64, 64) @f2.tensor.splat.64x64xf32(float 0.0)
  %d = call target("f2.tensor", float, 64, 64) @f2.tensor.dot.64x64xf32.64x32xf16.32x64xf16.64x64xf32(target("f2.tensor", half, 64, 32) %x, target("f2.tensor", half, 32, 64) %y, target("f2.tensor", float, 64, 64) %c)
  call void @f2.tensor.store.64x64xf32(ptr %out, target("f2.tensor", float, 64, 64) %d, i64 64, i64 1)
  ret void
}

define ptx_kernel void @bytes(ptr noalias align 16 %a, ptr noalias align 16 %b, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i8, 64, 64) @f2.tensor.load.64x64xi8(ptr %a, i64 64, i64 1)
  %y = call target("f2.tensor", i8, 64, 32) @f2.tensor.load.64x32xi8(ptr %b, i64 1, i64 64)
  %c = call target("f2.tensor", i32, 64, 32) @f2.tensor.splat.64x32xi32(i32 3)
  %d = call target("f2.tensor", i32, 64, 32) @f2.tensor.dot.64x32xi32.64x64xi8.64x32xi8.64x32xi32(target("f2.tensor", i8, 64, 64) %x, target("f2.tensor", i8, 64, 32) %y, target("f2.tensor", i32, 64, 32) %c)
  call void @f2.tensor.store.64x32xi32(ptr %out, target("f2.tensor", i32, 64, 32) %d, i64 32, i64 1)
  ret void
}

define ptx_kernel void @small(ptr noalias align 16 %a, ptr noalias align 16 %b, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i16, 8, 4) @f2.tensor.load.8x4xi16(ptr %a, i64 4, i64 1)
  %y = call target("f2.tensor", i16, 4, 8) @f2.tensor.load.4x8xi16(ptr %b, i64 8, i64 1)
  %c = call target("f2.tensor", i64, 8, 8) @f2.tensor.splat.8x8xi64(i64 -1)
  %d = call target("f2.tensor", i64, 8, 8) @f2.tensor.dot.8x8xi64.8x4xi16.4x8xi16.8x8xi64(target("f2.tensor", i16, 8, 4) %x, target("f2.tensor", i16, 4, 8) %y, target("f2.tensor", i64, 8, 8) %c)
  call void @f2.tensor.store.8x8xi64(ptr %out, target("f2.tensor", i64, 8, 8) %d, i64 8, i64 1)
  ret void
}

define internal half @of_byte(i8 %a) {
  %s = and i8 %a, 7
  %t = sub i8 %s, 4
  %r = sitofp i8 %t to half
  ret half %r
}
