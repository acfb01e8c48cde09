; A stated layout of the sums is that of the slice of the tile, in other words: no
; conversion is needed.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks=f2layout-assign 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernel k --block 128

; REMARK: and 0 conversions (in k)
; CHECK-NOT: @f2.convert
; CHECK: call <2 x float> @f2.reduce.fmax.
; CHECK-NOT: @f2.convert

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private constant [100 x i8] c"register=[[0,2],[8,0],[0,1]], lane=[[0,4],[0,8],[0,16],[0,32],[1,0]], warp=[[2,0],[4,0]] -> [16,64]\00"
@layout1 = private constant [71 x i8] c"register=[[8],[0]], lane=[[0],[0],[0],[0],[1]], warp=[[2],[4]] -> [16]\00"

declare target("f2.tensor", float, 16, 64) @f2.tensor.load.16x64xf32(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", float, 16, 64) @f2.tensor.convert.16x64xf32.16x64xf32(target("f2.tensor", float, 16, 64), ptr) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.reduce.fmax.16xf32.16x64xf32(target("f2.tensor", float, 16, 64), i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.convert.16xf32.16xf32(target("f2.tensor", float, 16), ptr) convergent nounwind
declare target("f2.tensor", float, 16, 1) @f2.tensor.expand_dims.16x1xf32.16xf32(target("f2.tensor", float, 16), i32) convergent nounwind
declare target("f2.tensor", float, 16, 64) @f2.tensor.broadcast.16x64xf32.16x1xf32(target("f2.tensor", float, 16, 1)) convergent nounwind
declare target("f2.tensor", float, 16, 64) @f2.tensor.map.16x64xf32.16x64xf32.16x64xf32(ptr, target("f2.tensor", float, 16, 64), target("f2.tensor", float, 16, 64)) convergent nounwind
declare void @f2.tensor.store.16x64xf32(ptr, target("f2.tensor", float, 16, 64), i64, i64) convergent nounwind

define ptx_kernel void @k(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x0 = call target("f2.tensor", float, 16, 64) @f2.tensor.load.16x64xf32(ptr %in, i64 64, i64 1)
  %x = call target("f2.tensor", float, 16, 64) @f2.tensor.convert.16x64xf32.16x64xf32(target("f2.tensor", float, 16, 64) %x0, ptr @layout0)
  %s = call target("f2.tensor", float, 16) @f2.tensor.reduce.fmax.16xf32.16x64xf32(target("f2.tensor", float, 16, 64) %x, i32 1)
  %s1 = call target("f2.tensor", float, 16) @f2.tensor.convert.16xf32.16xf32(target("f2.tensor", float, 16) %s, ptr @layout1)
  %e = call target("f2.tensor", float, 16, 1) @f2.tensor.expand_dims.16x1xf32.16xf32(target("f2.tensor", float, 16) %s1, i32 1)
  %b = call target("f2.tensor", float, 16, 64) @f2.tensor.broadcast.16x64xf32.16x1xf32(target("f2.tensor", float, 16, 1) %e)
  %d = call target("f2.tensor", float, 16, 64) @f2.tensor.map.16x64xf32.16x64xf32.16x64xf32(ptr @sub, target("f2.tensor", float, 16, 64) %x, target("f2.tensor", float, 16, 64) %b)
  %d1 = call target("f2.tensor", float, 16, 64) @f2.tensor.convert.16x64xf32.16x64xf32(target("f2.tensor", float, 16, 64) %d, ptr @layout0)
  call void @f2.tensor.store.16x64xf32(ptr %out, target("f2.tensor", float, 16, 64) %d1, i64 64, i64 1)
  ret void
}

define internal float @sub(float %a, float %b) {
  %r = fsub float %a, %b
  ret float %r
}
