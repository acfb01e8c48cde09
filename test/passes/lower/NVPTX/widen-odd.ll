; What is legal in IR and never runs, or is poison, before a call whose operands may be
; widened later: an index beyond the vector, and a value that is its own operand in a
; block that nothing reaches.
; RUN: %f2opt -passes=f2layout-lower -S %s | FileCheck %s

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@rows = private unnamed_addr constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]\00"
declare <2 x float> @f2.convert.v2f32(<2 x float>, ptr, ptr) #1

; CHECK-LABEL: @beyond(
; CHECK-NOT: f2.convert
; CHECK: ret void
define ptx_kernel void @beyond(ptr %out, <2 x i8> %x, <2 x i8> %z) #0 {
  %s = shufflevector <2 x i8> %x, <2 x i8> %z, <2 x i32> <i32 1, i32 2>
  %e = extractelement <2 x i8> %s, i32 900000
  %w0 = uitofp i8 %e to float
  %f = extractelement <2 x i8> %s, i32 0
  %w1 = uitofp i8 %f to float
  %v0 = insertelement <2 x float> poison, float %w0, i32 0
  %v1 = insertelement <2 x float> %v0, float %w1, i32 1
  %y = call <2 x float> @f2.convert.v2f32(<2 x float> %v1, ptr @rows, ptr @rows)
  store <2 x float> %y, ptr %out
  ret void
}

; CHECK-LABEL: @own_operand(
; CHECK-NOT: f2.convert
; CHECK: ret void
define ptx_kernel void @own_operand(ptr %out, float %x) #0 {
  ret void
dead:
  %v1 = insertelement <2 x float> %v1, float %x, i32 1
  %y = call <2 x float> @f2.convert.v2f32(<2 x float> %v1, ptr @rows, ptr @rows)
  store <2 x float> %y, ptr %out
  br label %dead
}
attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #1 = { convergent nocallback nounwind }
