; A tensor that is updated in place, with a barrier between its load and its store:
; all copies are loaded before, those included that another layout needs.
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel k --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.whole.ll
; RUN: %f2sim --equal %s %t.whole.ll --kernel k --block 128

; CHECK-LABEL: @k(
; CHECK: load i32, ptr
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT: load
; CHECK: store i32

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", i32, 16) @f2.tensor.load.16xi32(ptr, i64) convergent nounwind
declare target("f2.tensor", i32, 16) @f2.tensor.map.16xi32.16xi32(ptr, target("f2.tensor", i32, 16)) convergent nounwind
declare void @f2.tensor.store.16xi32(ptr, target("f2.tensor", i32, 16), i64) convergent nounwind
declare target("f2.tensor", i32, 16, 1) @f2.tensor.expand_dims.16x1xi32.16xi32(target("f2.tensor", i32, 16), i32) convergent nounwind
declare target("f2.tensor", i32, 16, 32) @f2.tensor.broadcast.16x32xi32.16x1xi32(target("f2.tensor", i32, 16, 1)) convergent nounwind
declare void @f2.tensor.store.16x32xi32(ptr, target("f2.tensor", i32, 16, 32), i64, i64) convergent nounwind

define ptx_kernel void @k(ptr align 16 %p, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 16) @f2.tensor.load.16xi32(ptr %p, i64 1)
  %y = call target("f2.tensor", i32, 16) @f2.tensor.map.16xi32.16xi32(ptr @twice, target("f2.tensor", i32, 16) %x)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @f2.tensor.store.16xi32(ptr %p, target("f2.tensor", i32, 16) %y, i64 1)
  %e = call target("f2.tensor", i32, 16, 1) @f2.tensor.expand_dims.16x1xi32.16xi32(target("f2.tensor", i32, 16) %x, i32 1)
  %b = call target("f2.tensor", i32, 16, 32) @f2.tensor.broadcast.16x32xi32.16x1xi32(target("f2.tensor", i32, 16, 1) %e)
  call void @f2.tensor.store.16x32xi32(ptr %out, target("f2.tensor", i32, 16, 32) %b, i64 32, i64 1)
  ret void
}

define internal i32 @twice(i32 %a) {
  %r = add i32 %a, %a
  ret i32 %r
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
