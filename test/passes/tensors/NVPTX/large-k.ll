; A product with k = 1024 is cut into pieces: a thread could not hold its rows of A and
; columns of B, and the 128 threads not even all of A. Parts of loads are loads. The sum
; passes through them from one to the next.
;
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes='default<O2>' -S %s -o %t.O2.ll
; RUN: %llc -mcpu=sm_90 %t.O2.ll -o - | FileCheck %s --check-prefix=PTX

; CHECK-LABEL: @large(
; CHECK: getelementptr half, ptr addrspace(1) %a, i64 512
; CHECK-NOT: target("f2.tensor"
; CHECK: call {{.*}}@llvm.nvvm.mma.m16n8k16.row.col.f32.f32(

; The sum has no layout: nothing helps.
; RUN: sed -e "s/ 64)/ 1024)/g; s/ 64, 1024)/ 1024, 1024)/g; s/float, 64,/float, 1024,/g" %s | not %f2opt -passes=f2layout-assign -disable-output 2>&1 | FileCheck %s --check-prefix=ERROR
; ERROR: no layout of 1024x1024 x float for a product with k = 1024, expected one with at most 256 elements of each factor in a thread
; PTX-NOT: .local
; PTX: mma.sync.aligned.m16n8k16

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", half, 64, 1024) @f2.tensor.load.a(ptr addrspace(1), i64, i64)
declare target("f2.tensor", half, 1024, 64) @f2.tensor.load.b(ptr addrspace(1), i64, i64)
declare target("f2.tensor", float, 64, 64) @f2.tensor.splat(float)
declare target("f2.tensor", float, 64, 64) @f2.tensor.dot(target("f2.tensor", half, 64, 1024), target("f2.tensor", half, 1024, 64), target("f2.tensor", float, 64, 64))
declare void @f2.tensor.store(ptr addrspace(1), target("f2.tensor", float, 64, 64), i64, i64)

define ptx_kernel void @large(ptr addrspace(1) noalias align 16 %a, ptr addrspace(1) noalias align 16 %b, ptr addrspace(1) noalias align 16 %c) #0 {
  %left = call target("f2.tensor", half, 64, 1024) @f2.tensor.load.a(ptr addrspace(1) %a, i64 1024, i64 1)
  %right = call target("f2.tensor", half, 1024, 64) @f2.tensor.load.b(ptr addrspace(1) %b, i64 64, i64 1)
  %zero = call target("f2.tensor", float, 64, 64) @f2.tensor.splat(float 0.0)
  %r = call target("f2.tensor", float, 64, 64) @f2.tensor.dot(target("f2.tensor", half, 64, 1024) %left, target("f2.tensor", half, 1024, 64) %right, target("f2.tensor", float, 64, 64) %zero)
  call void @f2.tensor.store(ptr addrspace(1) %c, target("f2.tensor", float, 64, 64) %r, i64 64, i64 1)
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "f2layout-block"="128,1,1" "nvvm.reqntid"="128" }
