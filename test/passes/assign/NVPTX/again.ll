; A tensor that a tile needs in another layout is converted while it is small, and
; what makes a tile of it is made again. A long computation is converted itself.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks=f2layout-assign 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernel bias --block 128
; RUN: %f2sim --equal %s %t.lowered.ll --kernel dear --block 128

; REMARK: 1 conversion; {{[0-9]+}} operation{{s?}} made again instead (in bias)
; REMARK: 1 conversion (in dear)
; CHECK-LABEL: @bias(
; CHECK: call <2 x i32> @f2.convert.v2i32.v1i32(
; CHECK-NOT: call {{.*}}@f2.convert
; CHECK-LABEL: @dear(
; CHECK: call <8 x i32> @f2.convert.
; CHECK-NOT: call {{.*}}@f2.convert

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private constant [100 x i8] c"register=[[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[0,1]], warp=[[0,2],[0,4]] -> [16,64]\00"

declare target("f2.tensor", i32, 2) @f2.tensor.load.2xi32(ptr, i64) convergent nounwind
declare target("f2.tensor", i32, 2) @f2.tensor.map.2xi32.2xi32.2xi32(ptr, target("f2.tensor", i32, 2), target("f2.tensor", i32, 2)) convergent nounwind
declare target("f2.tensor", i32, 2, 1) @f2.tensor.expand_dims.2x1xi32.2xi32(target("f2.tensor", i32, 2), i32) convergent nounwind
declare target("f2.tensor", i32, 2, 1, 1) @f2.tensor.expand_dims.2x1x1xi32.2x1xi32(target("f2.tensor", i32, 2, 1), i32) convergent nounwind
declare target("f2.tensor", i32, 2, 16, 16) @f2.tensor.broadcast.2x16x16xi32.2x1x1xi32(target("f2.tensor", i32, 2, 1, 1)) convergent nounwind
declare void @f2.tensor.store.2xi32(ptr, target("f2.tensor", i32, 2), i64) convergent nounwind
declare void @f2.tensor.store.2x16x16xi32(ptr, target("f2.tensor", i32, 2, 16, 16), i64, i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16, 64) @f2.tensor.load.16x64xi32(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr, target("f2.tensor", i32, 16, 64), target("f2.tensor", i32, 16, 64)) convergent nounwind
declare void @f2.tensor.store.16x64xi32(ptr, target("f2.tensor", i32, 16, 64), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16, 64) @f2.tensor.convert.16x64xi32.16x64xi32(target("f2.tensor", i32, 16, 64), ptr) convergent nounwind

define ptx_kernel void @bias(ptr noalias %b, ptr noalias %out, ptr noalias %out2, ptr noalias %out3, ptr noalias %out4) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %r = call target("f2.tensor", i32, 2) @f2.tensor.load.2xi32(ptr %b, i64 1)
  %m = call target("f2.tensor", i32, 2) @f2.tensor.map.2xi32.2xi32.2xi32(ptr @add1, target("f2.tensor", i32, 2) %r, target("f2.tensor", i32, 2) %r)
  %e = call target("f2.tensor", i32, 2, 1) @f2.tensor.expand_dims.2x1xi32.2xi32(target("f2.tensor", i32, 2) %r, i32 1)
  %e1 = call target("f2.tensor", i32, 2, 1, 1) @f2.tensor.expand_dims.2x1x1xi32.2x1xi32(target("f2.tensor", i32, 2, 1) %e, i32 2)
  %w = call target("f2.tensor", i32, 2, 16, 16) @f2.tensor.broadcast.2x16x16xi32.2x1x1xi32(target("f2.tensor", i32, 2, 1, 1) %e1)
  call void @f2.tensor.store.2xi32(ptr %out, target("f2.tensor", i32, 2) %m, i64 1)
  call void @f2.tensor.store.2xi32(ptr %out3, target("f2.tensor", i32, 2) %r, i64 1)
  call void @f2.tensor.store.2x16x16xi32(ptr %out2, target("f2.tensor", i32, 2, 16, 16) %w, i64 256, i64 16, i64 1)
  call void @f2.tensor.store.2x16x16xi32(ptr %out4, target("f2.tensor", i32, 2, 16, 16) %w, i64 16, i64 1, i64 32)
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
  %d = call target("f2.tensor", i32, 16, 64) @f2.tensor.map.16x64xi32.16x64xi32.16x64xi32(ptr @add1, target("f2.tensor", i32, 16, 64) %c, target("f2.tensor", i32, 16, 64) %c)
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
