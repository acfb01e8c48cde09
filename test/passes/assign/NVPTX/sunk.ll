; A conversion of what a loop leaves stands behind the loop, where all threads reach
; the product.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernel left --block 128 --quiet --arg 2=1,3 --fill 0=iota16:8

; CHECK-LABEL: @left(
; CHECK: loop:
; CHECK-NOT: @f2.convert
; CHECK: end:
; CHECK: call {{.*}}@f2.convert

target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", half, 64, 32) @f2.tensor.load.64x32xf16(ptr, i64, i64) convergent nocallback nounwind
declare target("f2.tensor", half, 64, 32) @f2.tensor.map.64x32xf16(ptr, target("f2.tensor", half, 64, 32), target("f2.tensor", half, 64, 32)) convergent nounwind
declare target("f2.tensor", half, 32, 64) @f2.tensor.trans.32x64xf16(target("f2.tensor", half, 64, 32), i32, i32) convergent nocallback nounwind
declare target("f2.tensor", float, 64, 64) @f2.tensor.splat.64x64xf32(float) convergent nocallback nounwind
declare target("f2.tensor", float, 64, 64) @f2.tensor.dot.64x64xf32(target("f2.tensor", half, 64, 32), target("f2.tensor", half, 32, 64), target("f2.tensor", float, 64, 64)) convergent nocallback nounwind
declare void @f2.tensor.store.64x64xf32(ptr, target("f2.tensor", float, 64, 64), i64, i64) convergent nocallback nounwind

define internal half @max(half %a, half %b) {
  %r = call half @llvm.maxnum.f16(half %a, half %b)
  ret half %r
}

declare half @llvm.maxnum.f16(half, half)

define ptx_kernel void @left(ptr noalias align 16 %in, ptr noalias align 16 %out, i32 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", half, 64, 32) @f2.tensor.load.64x32xf16(ptr %in, i64 32, i64 1)
  br label %loop

loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %sum = phi target("f2.tensor", half, 64, 32) [ %x, %0 ], [ %y, %loop ]
  %first = shl i32 %i, 11
  %at = getelementptr half, ptr %in, i32 %first
  %z = call target("f2.tensor", half, 64, 32) @f2.tensor.load.64x32xf16(ptr %at, i64 32, i64 1)
  %y = call target("f2.tensor", half, 64, 32) @f2.tensor.map.64x32xf16(ptr @max, target("f2.tensor", half, 64, 32) %sum, target("f2.tensor", half, 64, 32) %z)
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, %n
  br i1 %again, label %loop, label %end

end:
  %t2 = call target("f2.tensor", half, 32, 64) @f2.tensor.trans.32x64xf16(target("f2.tensor", half, 64, 32) %y, i32 1, i32 0)
  %z2 = call target("f2.tensor", float, 64, 64) @f2.tensor.splat.64x64xf32(float 0.0)
  %d2 = call target("f2.tensor", float, 64, 64) @f2.tensor.dot.64x64xf32(target("f2.tensor", half, 64, 32) %y, target("f2.tensor", half, 32, 64) %t2, target("f2.tensor", float, 64, 64) %z2)
  call void @f2.tensor.store.64x64xf32(ptr %out, target("f2.tensor", float, 64, 64) %d2, i64 64, i64 1)
  ret void
}
