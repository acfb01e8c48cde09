; The matrices of one ldmatrix are the words that one operand of a product takes,
; in neighbouring registers: nothing is moved in between.
; RUN: %f2opt '-passes=f2layout-assign,instcombine' -S %s -o %t.ll
; RUN: %llc -mcpu=sm_90 -mattr=+ptx83 %t.ll -o - | FileCheck %s
; RUN: %f2sim --equal %s %t.ll --kernel rows --block 32 --fill 0=finite --fill 1=finite
; RUN: %f2sim --equal %s %t.ll --kernel columns --block 32 --fill 0=finite --fill 1=finite

; All four of A; of B, k and k + 8 come first.
; CHECK-LABEL: .entry rows(
; CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {[[A0:%r[0-9]+]], [[A1:%r[0-9]+]], [[A2:%r[0-9]+]], [[A3:%r[0-9]+]]}
; CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {[[B0:%r[0-9]+]], [[B1:%r[0-9]+]], [[B2:%r[0-9]+]], [[B3:%r[0-9]+]]}
; CHECK: mma.sync
; CHECK: {[[A0]], [[A1]], [[A2]], [[A3]]}
; CHECK-NEXT: {[[B0]], [[B1]]}
; CHECK: mma.sync
; CHECK: {[[A0]], [[A1]], [[A2]], [[A3]]}
; CHECK-NEXT: {[[B2]], [[B3]]}

; The same of B with columns in rows of memory, where k + 8 is in the same row.
; CHECK-LABEL: .entry columns(
; CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {[[B0:%r[0-9]+]], [[B1:%r[0-9]+]], [[B2:%r[0-9]+]], [[B3:%r[0-9]+]]}
; CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {[[A0:%r[0-9]+]], [[A1:%r[0-9]+]], [[A2:%r[0-9]+]], [[A3:%r[0-9]+]]}
; CHECK: mma.sync
; CHECK: {[[A0]], [[A1]], [[A2]], [[A3]]}
; CHECK-NEXT: {[[B0]], [[B1]]}
; CHECK: mma.sync
; CHECK: {[[A0]], [[A1]], [[A2]], [[A3]]}
; CHECK-NEXT: {[[B2]], [[B3]]}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", half, 16, 16) @f2.tensor.stage.16x16xf16(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", half, 16, 16) @f2.tensor.wait.16x16xf16(target("f2.tensor", half, 16, 16)) convergent nounwind
declare target("f2.tensor", half, 16, 16) @f2.tensor.trans.16x16xf16(target("f2.tensor", half, 16, 16), i32, i32) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.splat.16x16xf32(float) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32(target("f2.tensor", half, 16, 16), target("f2.tensor", half, 16, 16), target("f2.tensor", float, 16, 16)) convergent nounwind
declare void @f2.tensor.store.16x16xf32(ptr addrspace(1), target("f2.tensor", float, 16, 16), i64, i64) convergent nounwind

; c = a b
define ptx_kernel void @rows(ptr addrspace(1) align 16 %a, ptr addrspace(1) align 16 %b, ptr addrspace(1) align 16 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %sa = call target("f2.tensor", half, 16, 16) @f2.tensor.stage.16x16xf16(ptr addrspace(1) align 16 %a, i64 16, i64 1)
  %sb = call target("f2.tensor", half, 16, 16) @f2.tensor.stage.16x16xf16(ptr addrspace(1) align 16 %b, i64 16, i64 1)
  %x = call target("f2.tensor", half, 16, 16) @f2.tensor.wait.16x16xf16(target("f2.tensor", half, 16, 16) %sa)
  %y = call target("f2.tensor", half, 16, 16) @f2.tensor.wait.16x16xf16(target("f2.tensor", half, 16, 16) %sb)
  %zero = call target("f2.tensor", float, 16, 16) @f2.tensor.splat.16x16xf32(float 0.0)
  %d = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32(target("f2.tensor", half, 16, 16) %x, target("f2.tensor", half, 16, 16) %y, target("f2.tensor", float, 16, 16) %zero)
  call void @f2.tensor.store.16x16xf32(ptr addrspace(1) align 16 %c, target("f2.tensor", float, 16, 16) %d, i64 16, i64 1)
  ret void
}

; c = a b^T
define ptx_kernel void @columns(ptr addrspace(1) align 16 %a, ptr addrspace(1) align 16 %b, ptr addrspace(1) align 16 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %sa = call target("f2.tensor", half, 16, 16) @f2.tensor.stage.16x16xf16(ptr addrspace(1) align 16 %a, i64 16, i64 1)
  %sb = call target("f2.tensor", half, 16, 16) @f2.tensor.stage.16x16xf16(ptr addrspace(1) align 16 %b, i64 16, i64 1)
  %x = call target("f2.tensor", half, 16, 16) @f2.tensor.wait.16x16xf16(target("f2.tensor", half, 16, 16) %sa)
  %y = call target("f2.tensor", half, 16, 16) @f2.tensor.wait.16x16xf16(target("f2.tensor", half, 16, 16) %sb)
  %t = call target("f2.tensor", half, 16, 16) @f2.tensor.trans.16x16xf16(target("f2.tensor", half, 16, 16) %y, i32 1, i32 0)
  %zero = call target("f2.tensor", float, 16, 16) @f2.tensor.splat.16x16xf32(float 0.0)
  %d = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32(target("f2.tensor", half, 16, 16) %x, target("f2.tensor", half, 16, 16) %t, target("f2.tensor", float, 16, 16) %zero)
  call void @f2.tensor.store.16x16xf32(ptr addrspace(1) align 16 %c, target("f2.tensor", float, 16, 16) %d, i64 16, i64 1)
  ret void
}
