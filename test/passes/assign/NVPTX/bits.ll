; Tensors of one bit are converted as bytes.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernel k --block 128

; CHECK: icmp slt i32
; CHECK: zext <4 x i1> %{{.*}} to <4 x i8>
; CHECK: call <4 x i8> @f2.convert.v4i8(
; CHECK: trunc <4 x i8> %{{.*}} to <4 x i1>

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private constant [79 x i8] c"register=[[32],[64]], lane=[[1],[2],[4],[8],[16]], warp=[[128],[256]] -> [512]\00"

declare target("f2.tensor", i32, 512) @f2.tensor.load.512xi32(ptr, i64) convergent nounwind
declare target("f2.tensor", i32, 512) @f2.tensor.splat.512xi32(i32) convergent nounwind
declare target("f2.tensor", i1, 512) @f2.tensor.map.512xi1.512xi32.512xi32(ptr, target("f2.tensor", i32, 512), target("f2.tensor", i32, 512)) convergent nounwind
declare target("f2.tensor", i1, 512) @f2.tensor.convert.512xi1.512xi1(target("f2.tensor", i1, 512), ptr) convergent nounwind
declare target("f2.tensor", i32, 512) @f2.tensor.scan.add.512xi32.512xi32(target("f2.tensor", i32, 512), i32, i1, i1) convergent nounwind
declare target("f2.tensor", i32, 512) @f2.tensor.map.512xi32.512xi1.512xi32.512xi32(ptr, target("f2.tensor", i1, 512), target("f2.tensor", i32, 512), target("f2.tensor", i32, 512)) convergent nounwind
declare void @f2.tensor.store.512xi32(ptr, target("f2.tensor", i32, 512), i64) convergent nounwind

define ptx_kernel void @k(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 512) @f2.tensor.load.512xi32(ptr %in, i64 1)
  %z = call target("f2.tensor", i32, 512) @f2.tensor.splat.512xi32(i32 0)
  %c = call target("f2.tensor", i1, 512) @f2.tensor.map.512xi1.512xi32.512xi32(ptr @less, target("f2.tensor", i32, 512) %x, target("f2.tensor", i32, 512) %z)
  %d = call target("f2.tensor", i1, 512) @f2.tensor.convert.512xi1.512xi1(target("f2.tensor", i1, 512) %c, ptr @layout0)
  %w = call target("f2.tensor", i32, 512) @f2.tensor.load.512xi32(ptr %in, i64 1)
  %s = call target("f2.tensor", i32, 512) @f2.tensor.scan.add.512xi32.512xi32(target("f2.tensor", i32, 512) %w, i32 0, i1 false, i1 false)
  %y = call target("f2.tensor", i32, 512) @f2.tensor.map.512xi32.512xi1.512xi32.512xi32(ptr @choose, target("f2.tensor", i1, 512) %d, target("f2.tensor", i32, 512) %s, target("f2.tensor", i32, 512) %z)
  call void @f2.tensor.store.512xi32(ptr %out, target("f2.tensor", i32, 512) %y, i64 1)
  ret void
}

define internal i1 @less(i32 %a, i32 %b) {
  %r = icmp slt i32 %a, %b
  ret i1 %r
}

define internal i32 @choose(i1 %c, i32 %a, i32 %b) {
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
