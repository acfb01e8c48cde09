; Scales that groups of 8 elements share, as in mxfp4: the layout of the operand of
; a product is carried backward through reshape, broadcast and expand_dims, and
; each thread loads the scales of its own elements.
;
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks=f2layout-assign 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.low.ll
; RUN: %f2sim --equal %t.ll %t.low.ll --kernels all --block 32
; RUN: %llc -mcpu=sm_90 %t.low.ll -o /dev/null
;
; REMARK: 11 tensors got {{.*}} layouts and 0 conversions (in k)
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", i8, 16, 16) @f2.tensor.load.16x16xi8(ptr, i64, i64) #1
declare target("f2.tensor", half, 16, 2) @f2.tensor.load.16x2xf16(ptr, i64, i64) #1
declare target("f2.tensor", half, 16, 2, 1) @f2.tensor.expand_dims.16x2x1xf16(target("f2.tensor", half, 16, 2), i32) #1
declare target("f2.tensor", half, 16, 2, 8) @f2.tensor.broadcast.16x2x8xf16(target("f2.tensor", half, 16, 2, 1)) #1
declare target("f2.tensor", half, 16, 16) @f2.tensor.reshape.16x16xf16(target("f2.tensor", half, 16, 2, 8)) #1
declare target("f2.tensor", half, 16, 16) @f2.tensor.map.16x16xf16(ptr, target("f2.tensor", i8, 16, 16), target("f2.tensor", half, 16, 16)) #2
declare target("f2.tensor", half, 8, 16) @f2.tensor.load.8x16xf16(ptr, i64, i64) #1
declare target("f2.tensor", half, 16, 8) @f2.tensor.trans.16x8xf16(target("f2.tensor", half, 8, 16), i32, i32) #1
declare target("f2.tensor", float, 16, 8) @f2.tensor.splat.16x8xf32(float) #1
declare target("f2.tensor", float, 16, 8) @f2.tensor.dot.16x8xf32(target("f2.tensor", half, 16, 16), target("f2.tensor", half, 16, 8), target("f2.tensor", float, 16, 8)) #1
declare void @f2.tensor.store.16x8xf32(ptr, target("f2.tensor", float, 16, 8), i64, i64) #1

define internal half @scaled(i8 %x, half %s) {
  %y = sitofp i8 %x to half
  %z = fmul half %y, %s
  ret half %z
}

; Two elements at a time, and two scales at a time: those of rows r and r + 8. The
; second factor is stored by columns, and comes two by two.
; CHECK-LABEL: @k(
; CHECK-COUNT-4: load <2 x i8>
; CHECK-COUNT-2: load <2 x half>
; CHECK-COUNT-2: load <2 x half>
; CHECK: call {{.*}} @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
; CHECK-COUNT-2: store <2 x float>
; CHECK: ret void
define ptx_kernel void @k(ptr noalias align 16 %w, ptr noalias align 16 %scales, ptr noalias align 16 %b, ptr noalias align 16 %out) #0 {
  %m = call target("f2.tensor", i8, 16, 16) @f2.tensor.load.16x16xi8(ptr %w, i64 16, i64 1)
  %s = call target("f2.tensor", half, 16, 2) @f2.tensor.load.16x2xf16(ptr %scales, i64 2, i64 1)
  %e = call target("f2.tensor", half, 16, 2, 1) @f2.tensor.expand_dims.16x2x1xf16(target("f2.tensor", half, 16, 2) %s, i32 2)
  %g = call target("f2.tensor", half, 16, 2, 8) @f2.tensor.broadcast.16x2x8xf16(target("f2.tensor", half, 16, 2, 1) %e)
  %r = call target("f2.tensor", half, 16, 16) @f2.tensor.reshape.16x16xf16(target("f2.tensor", half, 16, 2, 8) %g)
  %a = call target("f2.tensor", half, 16, 16) @f2.tensor.map.16x16xf16(ptr @scaled, target("f2.tensor", i8, 16, 16) %m, target("f2.tensor", half, 16, 16) %r)
  %bt = call target("f2.tensor", half, 8, 16) @f2.tensor.load.8x16xf16(ptr %b, i64 16, i64 1)
  %bn = call target("f2.tensor", half, 16, 8) @f2.tensor.trans.16x8xf16(target("f2.tensor", half, 8, 16) %bt, i32 1, i32 0)
  %z = call target("f2.tensor", float, 16, 8) @f2.tensor.splat.16x8xf32(float 0.0)
  %c = call target("f2.tensor", float, 16, 8) @f2.tensor.dot.16x8xf32(target("f2.tensor", half, 16, 16) %a, target("f2.tensor", half, 16, 8) %bn, target("f2.tensor", float, 16, 8) %z)
  call void @f2.tensor.store.16x8xf32(ptr %out, target("f2.tensor", float, 16, 8) %c, i64 8, i64 1)
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent nounwind }
