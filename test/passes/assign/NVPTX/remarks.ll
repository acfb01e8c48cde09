; What was chosen is told for each kernel, and for what had a choice. Tensors that
; nothing stores are not made.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks=f2layout -pass-remarks-analysis=f2layout 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks-output=%t.yaml
; RUN: FileCheck %s --input-file=%t.yaml --check-prefix=YAML
; RUN: FileCheck %s --input-file=%t.ll --check-prefix=IR

; CHECK: remark: <unknown>:0:0: 3 tensors got 3 layouts and 1 conversion (in tile)
; CHECK: remark: <unknown>:0:0: operations and conversions of tensors take {{[0-9.]+}} clocks per warp, loops included (in tile)
; CHECK: remark: <unknown>:0:0: load of 64x32 x float is in register={{.*}} -> [64,32]; the next best, register={{.*}} -> [64,32], would take {{[0-9.]+}} more clocks per warp (the first of 3 such tensors) (in tile)

; YAML: --- !Passed
; YAML-NEXT: Pass: f2layout-assign
; YAML-NEXT: Name: Assigned
; YAML-NEXT: Function: tile
; YAML: - Tensors: '3'
; YAML: - Layouts: '3'
; YAML: - Conversions: '1'
; YAML: --- !Analysis
; YAML-NEXT: Pass: f2layout-assign
; YAML-NEXT: Name: Priced
; YAML: - Clocks:
; YAML: --- !Analysis
; YAML-NEXT: Pass: f2layout-assign
; YAML-NEXT: Name: Chosen
; YAML: - Operation: load
; YAML: - Tensor: 64x32 x float
; YAML: - Layout:
; YAML: - Next:
; YAML: - More:

; IR-LABEL: @nothing(
; IR-NOT: load

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", float, 64, 32) @f2.tensor.load.64x32xf32(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", float, 32, 64) @f2.tensor.trans.32x64xf32.64x32xf32(target("f2.tensor", float, 64, 32), i32, i32) convergent nounwind
declare void @f2.tensor.store.32x64xf32(ptr, target("f2.tensor", float, 32, 64), i64, i64) convergent nounwind

define ptx_kernel void @tile(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", float, 64, 32) @f2.tensor.load.64x32xf32(ptr %in, i64 32, i64 1)
  %t = call target("f2.tensor", float, 32, 64) @f2.tensor.trans.32x64xf32.64x32xf32(target("f2.tensor", float, 64, 32) %x, i32 1, i32 0)
  call void @f2.tensor.store.32x64xf32(ptr %out, target("f2.tensor", float, 32, 64) %t, i64 64, i64 1)
  ret void
}

define ptx_kernel void @nothing(ptr noalias align 16 %in) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", float, 64, 32) @f2.tensor.load.64x32xf32(ptr %in, i64 32, i64 1)
  ret void
}
