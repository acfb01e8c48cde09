; A row that a tile needs in another layout is loaded again; a long computation is
; converted.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks=f2layout-assign 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernels all --block 128

; REMARK: 0 conversions; {{[0-9]+}} operations made again instead (in bias)
; REMARK: 1 conversion (in dear)
; CHECK-LABEL: @bias(
; CHECK-NOT: @f2.convert
; CHECK-LABEL: @dear(
; CHECK: call <{{[0-9]+}} x i32> @f2.convert.
; CHECK-NOT: @f2.convert

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private constant [100 x i8] c"register=[[1,0],[2,0],[4,0]], lane=[[8,0],[0,1],[0,2],[0,4],[0,8]], warp=[[0,16],[0,32]] -> [16,64]\00"

declare target("f2.tensor", i32, 64, 64) @f2.tensor.load.64x64xi32(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.map.64xi32.64xi32.64xi32(ptr, target("f2.tensor", i32, 64), target("f2.tensor", i32, 64)) convergent nounwind
declare target("f2.tensor", i32, 1, 64) @f2.tensor.expand_dims.1x64xi32.64xi32(target("f2.tensor", i32, 64), i32) convergent nounwind
declare target("f2.tensor", i32, 64, 64) @f2.tensor.broadcast.64x64xi32.1x64xi32(target("f2.tensor", i32, 1, 64)) convergent nounwind
declare target("f2.tensor", i32, 64, 64) @f2.tensor.map.64x64xi32.64x64xi32.64x64xi32(ptr, target("f2.tensor", i32, 64, 64), target("f2.tensor", i32, 64, 64)) convergent nounwind
declare void @f2.tensor.store.64x64xi32(ptr, target("f2.tensor", i32, 64, 64), i64, i64) convergent nounwind
declare void @f2.tensor.store.64xi32(ptr, target("f2.tensor", i32, 64), i64) convergent nounwind
declare target("f2.tensor", i32, 16, 64) @f2.tensor.load.16x64xi32(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr, target("f2.tensor", i32, 16, 64), target("f2.tensor", i32, 16, 64)) convergent nounwind
declare void @f2.tensor.store.16x64xi32(ptr, target("f2.tensor", i32, 16, 64), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16, 64) @f2.tensor.convert.16x64xi32.16x64xi32(target("f2.tensor", i32, 16, 64), ptr) convergent nounwind
declare target("f2.tensor", i32, 16, 64) @f2.tensor.scan.add.16x64xi32.16x64xi32(target("f2.tensor", i32, 16, 64), i32, i1, i1) convergent nounwind

define ptx_kernel void @bias(ptr noalias align 16 %in, ptr noalias align 16 %out, ptr noalias align 16 %out2) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 64, 64) @f2.tensor.load.64x64xi32(ptr %in, i64 1, i64 64)
  %r = call target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32 0)
  %r1 = call target("f2.tensor", i32, 64) @f2.tensor.map.64xi32.64xi32.64xi32(ptr @add1, target("f2.tensor", i32, 64) %r, target("f2.tensor", i32, 64) %r)
  %e = call target("f2.tensor", i32, 1, 64) @f2.tensor.expand_dims.1x64xi32.64xi32(target("f2.tensor", i32, 64) %r1, i32 0)
  %w = call target("f2.tensor", i32, 64, 64) @f2.tensor.broadcast.64x64xi32.1x64xi32(target("f2.tensor", i32, 1, 64) %e)
  %y = call target("f2.tensor", i32, 64, 64) @f2.tensor.map.64x64xi32.64x64xi32.64x64xi32(ptr @add1, target("f2.tensor", i32, 64, 64) %x, target("f2.tensor", i32, 64, 64) %w)
  call void @f2.tensor.store.64x64xi32(ptr %out, target("f2.tensor", i32, 64, 64) %y, i64 1, i64 64)
  call void @f2.tensor.store.64xi32(ptr %out2, target("f2.tensor", i32, 64) %r1, i64 1)
  ret void
}

define ptx_kernel void @dear(ptr noalias align 16 %in, ptr noalias align 16 %out, ptr noalias align 16 %out2) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 16, 64) @f2.tensor.load.16x64xi32(ptr %in, i64 64, i64 1)
  %m0 = call target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr @long, target("f2.tensor", i32, 16, 64) %x, target("f2.tensor", i32, 16, 64) %x)
  %m1 = call target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr @long, target("f2.tensor", i32, 16, 64) %m0, target("f2.tensor", i32, 16, 64) %x)
  %m2 = call target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr @long, target("f2.tensor", i32, 16, 64) %m1, target("f2.tensor", i32, 16, 64) %x)
  %m3 = call target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr @long, target("f2.tensor", i32, 16, 64) %m2, target("f2.tensor", i32, 16, 64) %x)
  %m4 = call target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr @long, target("f2.tensor", i32, 16, 64) %m3, target("f2.tensor", i32, 16, 64) %x)
  %m5 = call target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr @long, target("f2.tensor", i32, 16, 64) %m4, target("f2.tensor", i32, 16, 64) %x)
  call void @f2.tensor.store.16x64xi32(ptr %out, target("f2.tensor", i32, 16, 64) %m5, i64 64, i64 1)
  %c = call target("f2.tensor", i32, 16, 64) @f2.tensor.convert.16x64xi32.16x64xi32(target("f2.tensor", i32, 16, 64) %m5, ptr @layout0)
  %d = call target("f2.tensor", i32, 16, 64) @f2.tensor.scan.add.16x64xi32.16x64xi32(target("f2.tensor", i32, 16, 64) %c, i32 0, i1 false, i1 false)
  %d1 = call target("f2.tensor", i32, 16, 64) @f2.tensor.convert.16x64xi32.16x64xi32(target("f2.tensor", i32, 16, 64) %d, ptr @layout0)
  call void @f2.tensor.store.16x64xi32(ptr %out2, target("f2.tensor", i32, 16, 64) %d1, i64 1, i64 16)
  ret void
}

define internal i32 @add1(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}

define internal i32 @long(i32 %a, i32 %b) {
  %c0 = mul i32 %a, %b
  %d1 = mul i32 %c0, %b
  %e2 = mul i32 %d1, %b
  %f3 = mul i32 %e2, %b
  %g4 = mul i32 %f3, %b
  %h5 = mul i32 %g4, %b
  %i6 = mul i32 %h5, %b
  %j7 = mul i32 %i6, %b
  %k8 = mul i32 %j7, %b
  %l9 = mul i32 %k8, %b
  ret i32 %l9
}
