; Loads of products in parts: their bounds do not wrap, and they do not move past
; what may write to what they read.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel bounded --block 128 --fill 0=finite --fill 1=finite --arg 3=0x8000000000000000
; RUN: %f2sim --equal %s %t.ll --kernel bounded --block 128 --fill 0=iota16:16 --fill 1=iota16:13 --arg 3=700

; CHECK-LABEL: @bounded(
; CHECK: call i64 @llvm.smax.i64(i64 %n, i64 0)

; Nothing is read behind what the map writes.
; CHECK-LABEL: @written(
; CHECK: store volatile i32 1, ptr addrspace(1) @target
; CHECK-NOT: load {{.*}}, ptr addrspace(1)
; CHECK: ret void

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", half, 64, 1024) @f2.tensor.load.bounded(ptr addrspace(1), i64, i64, i64, i64, half)
declare target("f2.tensor", half, 64, 1024) @f2.tensor.load.a(ptr addrspace(1), i64, i64)
declare target("f2.tensor", half, 1024, 64) @f2.tensor.load.b(ptr addrspace(1), i64, i64)
declare target("f2.tensor", float, 64, 64) @f2.tensor.splat(float)
declare target("f2.tensor", float, 64, 64) @f2.tensor.map(ptr, target("f2.tensor", float, 64, 64))
declare target("f2.tensor", float, 64, 64) @f2.tensor.dot(target("f2.tensor", half, 64, 1024), target("f2.tensor", half, 1024, 64), target("f2.tensor", float, 64, 64))
declare void @f2.tensor.store(ptr addrspace(1), target("f2.tensor", float, 64, 64), i64, i64)

define ptx_kernel void @bounded(ptr addrspace(1) noalias align 16 %a, ptr addrspace(1) noalias align 16 %b, ptr addrspace(1) noalias align 16 %c, i64 %n) #0 {
  %left = call target("f2.tensor", half, 64, 1024) @f2.tensor.load.bounded(ptr addrspace(1) %a, i64 1024, i64 1, i64 64, i64 %n, half 0.0)
  %right = call target("f2.tensor", half, 1024, 64) @f2.tensor.load.b(ptr addrspace(1) %b, i64 64, i64 1)
  %zero = call target("f2.tensor", float, 64, 64) @f2.tensor.splat(float 0.0)
  %r = call target("f2.tensor", float, 64, 64) @f2.tensor.dot(target("f2.tensor", half, 64, 1024) %left, target("f2.tensor", half, 1024, 64) %right, target("f2.tensor", float, 64, 64) %zero)
  call void @f2.tensor.store(ptr addrspace(1) %c, target("f2.tensor", float, 64, 64) %r, i64 64, i64 1)
  ret void
}

; A map writes to memory, where factors may be.
define ptx_kernel void @written(ptr addrspace(1) align 16 %a, ptr addrspace(1) align 16 %b, ptr addrspace(1) noalias align 16 %c) #0 {
  %left = call target("f2.tensor", half, 64, 1024) @f2.tensor.load.a(ptr addrspace(1) %a, i64 1024, i64 1)
  %right = call target("f2.tensor", half, 1024, 64) @f2.tensor.load.b(ptr addrspace(1) %b, i64 64, i64 1)
  %zero = call target("f2.tensor", float, 64, 64) @f2.tensor.splat(float 0.0)
  %sum = call target("f2.tensor", float, 64, 64) @f2.tensor.map(ptr @write, target("f2.tensor", float, 64, 64) %zero)
  %r = call target("f2.tensor", float, 64, 64) @f2.tensor.dot(target("f2.tensor", half, 64, 1024) %left, target("f2.tensor", half, 1024, 64) %right, target("f2.tensor", float, 64, 64) %sum)
  call void @f2.tensor.store(ptr addrspace(1) %c, target("f2.tensor", float, 64, 64) %r, i64 64, i64 1)
  ret void
}

@target = internal addrspace(1) global [64 x i32] zeroinitializer

define internal float @write(float %x) {
  store volatile i32 1, ptr addrspace(1) @target
  ret float %x
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "f2layout-block"="128,1,1" "nvvm.reqntid"="128" }
