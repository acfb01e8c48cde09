; The transpose of an accumulator is reduced where it is: only the factors are
; converted, from how they are loaded.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks=f2layout-assign 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernel k --block 128 --fill 0=iota8:4 --fill 1=iota8:4 --schedules forward

; REMARK: and 2 conversions (in k)
; CHECK: call <{{[0-9]+}} x half> @f2.convert.
; CHECK: call <{{[0-9]+}} x half> @f2.convert.
; CHECK: call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
; CHECK-NOT: @f2.convert
; CHECK: call <{{[0-9]+}} x float> @f2.reduce.fmax.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", half, 64, 32) @f2.tensor.load.64x32xf16(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", half, 32, 64) @f2.tensor.load.32x64xf16(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", float, 64, 64) @f2.tensor.splat.64x64xf32(float) convergent nounwind
declare target("f2.tensor", float, 64, 64) @f2.tensor.dot.64x64xf32.64x32xf16.32x64xf16.64x64xf32(target("f2.tensor", half, 64, 32), target("f2.tensor", half, 32, 64), target("f2.tensor", float, 64, 64)) convergent nounwind
declare target("f2.tensor", float, 64, 64) @f2.tensor.trans.64x64xf32.64x64xf32(target("f2.tensor", float, 64, 64), i32, i32) convergent nounwind
declare target("f2.tensor", float, 64) @f2.tensor.reduce.fmax.64xf32.64x64xf32(target("f2.tensor", float, 64, 64), i32) convergent nounwind
declare void @f2.tensor.store.64xf32(ptr, target("f2.tensor", float, 64), i64) convergent nounwind

define ptx_kernel void @k(ptr noalias align 16 %a, ptr noalias align 16 %b, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", half, 64, 32) @f2.tensor.load.64x32xf16(ptr %a, i64 32, i64 1)
  %y = call target("f2.tensor", half, 32, 64) @f2.tensor.load.32x64xf16(ptr %b, i64 64, i64 1)
  %c = call target("f2.tensor", float, 64, 64) @f2.tensor.splat.64x64xf32(float 0.0)
  %d = call target("f2.tensor", float, 64, 64) @f2.tensor.dot.64x64xf32.64x32xf16.32x64xf16.64x64xf32(target("f2.tensor", half, 64, 32) %x, target("f2.tensor", half, 32, 64) %y, target("f2.tensor", float, 64, 64) %c)
  %t = call target("f2.tensor", float, 64, 64) @f2.tensor.trans.64x64xf32.64x64xf32(target("f2.tensor", float, 64, 64) %d, i32 1, i32 0)
  %r = call target("f2.tensor", float, 64) @f2.tensor.reduce.fmax.64xf32.64x64xf32(target("f2.tensor", float, 64, 64) %t, i32 0)
  call void @f2.tensor.store.64xf32(ptr %out, target("f2.tensor", float, 64) %r, i64 1)
  ret void
}
