; Loads and stores are as wide as strides, alignment and bounds allow. Threads with
; copies do not store.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel bounds --block 128 --arg 2=-1,0,1,5,8,40
; RUN: %f2sim --equal %s %t.ll --kernel narrow --block 128 --arg 2=-1,0,1,33,64
; RUN: %f2sim --equal %s %t.ll --kernel unknown --block 128 --arg 2=0,1,32,37
; RUN: %f2sim --equal %s %t.ll --kernel multiple --block 128 --arg 2=0,1,9
; RUN: %f2sim --equal %s %t.ll --kernel columns --block 128
; RUN: %f2sim --equal %s %t.ll --kernel copies --block 128
; RUN: %f2sim --equal %s %t.ll --kernel none --block 128
; RUN: %f2sim --equal %s %t.ll --kernel one --block 128

; The bound is a multiple of 8, so vectors are inside or outside as a whole.
; CHECK-LABEL: @bounds(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK: icmp slt i64 %{{.*}}, %n8
; CHECK: load <4 x float>, ptr %{{.*}}, align 16
; CHECK: phi <4 x float> [ %{{.*}}, %{{.*}} ], [ splat (float 7.000000e+00), %{{.*}} ]
; CHECK: icmp slt i64 %{{.*}}, 30
; CHECK: store <4 x float> %{{.*}}, ptr %{{.*}}, align 16
; Nothing is known of this one.
; CHECK-LABEL: @narrow(
; CHECK-NOT: load <
; CHECK: load float, ptr %{{.*}}, align 4
; CHECK-NOT: load <
; CHECK: store <4 x float>
; CHECK-LABEL: @unknown(
; CHECK-NOT: load <
; CHECK: load float, ptr %{{.*}}, align 4
; CHECK: store <4 x float>
; CHECK-LABEL: @multiple(
; CHECK: load <4 x float>, ptr %{{.*}}, align 16
; Columns are neighbours: 8 halves.
; CHECK-LABEL: @columns(
; CHECK: load <8 x half>, ptr %{{.*}}, align 16
; CHECK-NOT: @f2.
; CHECK: store <8 x half> %{{.*}}, ptr %{{.*}}, align 16
; 128 threads hold 16 elements.
; CHECK-LABEL: @copies(
; CHECK: load float
; CHECK: %[[BITS:.*]] = and i32 %{{.*}}, 112
; CHECK: icmp eq i32 %[[BITS]], 0
; CHECK: br i1
; CHECK: store float
; CHECK-LABEL: @none(
; CHECK-LABEL: @one(
; CHECK: load double, ptr %{{.*}}, align 8
; CHECK: and i32 %{{.*}}, 127
; CHECK: store double

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", float, 32, 64) @f2.tensor.load.32x64xf32(ptr, i64, i64, i64, i64, float) convergent nounwind
declare void @f2.tensor.store.32x64xf32(ptr, target("f2.tensor", float, 32, 64), i64, i64, i64, i64) convergent nounwind
declare void @f2.tensor.store.32x64xf32.1(ptr, target("f2.tensor", float, 32, 64), i64, i64) convergent nounwind
declare target("f2.tensor", float, 16, 32) @f2.tensor.load.16x32xf32(ptr, i64, i64) convergent nounwind
declare void @f2.tensor.store.16x32xf32(ptr, target("f2.tensor", float, 16, 32), i64, i64) convergent nounwind
declare target("f2.tensor", half, 32, 64) @f2.tensor.load.32x64xf16(ptr, i64, i64) convergent nounwind
declare void @f2.tensor.store.32x64xf16(ptr, target("f2.tensor", half, 32, 64), i64, i64) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.load.16xf32(ptr, i64) convergent nounwind
declare void @f2.tensor.store.16xf32(ptr, target("f2.tensor", float, 16), i64) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr, i64, i64, i32) convergent nounwind
declare void @f2.tensor.store.64xi32(ptr, target("f2.tensor", i32, 64), i64) convergent nounwind
declare void @f2.tensor.store.64xi32.1(ptr, target("f2.tensor", i32, 64), i64, i64) convergent nounwind
declare target("f2.tensor", double) @f2.tensor.load.f64(ptr) convergent nounwind
declare void @f2.tensor.store.f64(ptr, target("f2.tensor", double)) convergent nounwind

define ptx_kernel void @bounds(ptr noalias align 16 %in, ptr noalias align 16 %out, i64 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %n8 = shl i64 %n, 3
  %x = call target("f2.tensor", float, 32, 64) @f2.tensor.load.32x64xf32(ptr %in, i64 64, i64 1, i64 %n, i64 %n8, float 7.0)
  call void @f2.tensor.store.32x64xf32(ptr %out, target("f2.tensor", float, 32, 64) %x, i64 64, i64 1, i64 30, i64 %n8)
  ret void
}

define ptx_kernel void @narrow(ptr noalias align 16 %in, ptr noalias align 16 %out, i64 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", float, 32, 64) @f2.tensor.load.32x64xf32(ptr %in, i64 64, i64 1, i64 32, i64 %n, float -1.0)
  call void @f2.tensor.store.32x64xf32.1(ptr %out, target("f2.tensor", float, 32, 64) %x, i64 64, i64 1)
  ret void
}

define ptx_kernel void @unknown(ptr noalias align 16 %in, ptr noalias align 16 %out, i64 %s) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", float, 16, 32) @f2.tensor.load.16x32xf32(ptr %in, i64 %s, i64 1)
  call void @f2.tensor.store.16x32xf32(ptr %out, target("f2.tensor", float, 16, 32) %x, i64 32, i64 1)
  ret void
}

define ptx_kernel void @multiple(ptr noalias align 16 %in, ptr noalias align 16 %out, i64 %s) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %s4 = shl i64 %s, 2
  %x = call target("f2.tensor", float, 16, 32) @f2.tensor.load.16x32xf32(ptr %in, i64 %s4, i64 1)
  call void @f2.tensor.store.16x32xf32(ptr %out, target("f2.tensor", float, 16, 32) %x, i64 32, i64 1)
  ret void
}

define ptx_kernel void @columns(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", half, 32, 64) @f2.tensor.load.32x64xf16(ptr %in, i64 1, i64 32)
  call void @f2.tensor.store.32x64xf16(ptr %out, target("f2.tensor", half, 32, 64) %x, i64 1, i64 32)
  ret void
}

define ptx_kernel void @copies(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", float, 16) @f2.tensor.load.16xf32(ptr %in, i64 1)
  call void @f2.tensor.store.16xf32(ptr %out, target("f2.tensor", float, 16) %x, i64 1)
  ret void
}

define ptx_kernel void @none(ptr noalias align 16 %in, ptr noalias align 16 %out, i64 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %in, i64 1, i64 -1, i32 5)
  call void @f2.tensor.store.64xi32(ptr %out, target("f2.tensor", i32, 64) %x, i64 1)
  call void @f2.tensor.store.64xi32.1(ptr %in, target("f2.tensor", i32, 64) %x, i64 1, i64 -9223372036854775808)
  ret void
}

define ptx_kernel void @one(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", double) @f2.tensor.load.f64(ptr %in)
  call void @f2.tensor.store.f64(ptr %out, target("f2.tensor", double) %x)
  ret void
}
