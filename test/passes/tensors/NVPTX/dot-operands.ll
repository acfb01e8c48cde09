; What @f2.tensor.dot does not take.
;
; RUN: not %f2opt -passes=f2layout-assign -disable-output %s 2>&1 | FileCheck %s

; CHECK: @f2.tensor.dot.flag (%r): the last operand is i32, expected an i1: whether factors may be rounded
; CHECK: @f2.tensor.dot.variable (%r): whether factors may be rounded is not a constant, expected one
; CHECK: @f2.tensor.dot.many (%r): 5 operands, expected 3: two factors and what is added
; CHECK: @f2.tensor.dot.narrow (%r): a product of float added to half, expected elements that are no narrower

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", float, 16, 16) @f2.tensor.load(ptr addrspace(1), i64, i64)
declare target("f2.tensor", half, 16, 16) @f2.tensor.load.half(ptr addrspace(1), i64, i64)
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.flag(target("f2.tensor", float, 16, 16), target("f2.tensor", float, 16, 16), target("f2.tensor", float, 16, 16), i32)
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.variable(target("f2.tensor", float, 16, 16), target("f2.tensor", float, 16, 16), target("f2.tensor", float, 16, 16), i1)
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.many(target("f2.tensor", float, 16, 16), target("f2.tensor", float, 16, 16), target("f2.tensor", float, 16, 16), i1, i1)
declare target("f2.tensor", half, 16, 16) @f2.tensor.dot.narrow(target("f2.tensor", float, 16, 16), target("f2.tensor", float, 16, 16), target("f2.tensor", half, 16, 16))
declare void @f2.tensor.store(ptr addrspace(1), target("f2.tensor", float, 16, 16), i64, i64)

define ptx_kernel void @flag(ptr addrspace(1) %a) #0 {
  %x = call target("f2.tensor", float, 16, 16) @f2.tensor.load(ptr addrspace(1) %a, i64 16, i64 1)
  %r = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.flag(target("f2.tensor", float, 16, 16) %x, target("f2.tensor", float, 16, 16) %x, target("f2.tensor", float, 16, 16) %x, i32 1)
  call void @f2.tensor.store(ptr addrspace(1) %a, target("f2.tensor", float, 16, 16) %r, i64 16, i64 1)
  ret void
}

define ptx_kernel void @variable(ptr addrspace(1) %a, i1 %round) #0 {
  %x = call target("f2.tensor", float, 16, 16) @f2.tensor.load(ptr addrspace(1) %a, i64 16, i64 1)
  %r = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.variable(target("f2.tensor", float, 16, 16) %x, target("f2.tensor", float, 16, 16) %x, target("f2.tensor", float, 16, 16) %x, i1 %round)
  call void @f2.tensor.store(ptr addrspace(1) %a, target("f2.tensor", float, 16, 16) %r, i64 16, i64 1)
  ret void
}

define ptx_kernel void @many(ptr addrspace(1) %a) #0 {
  %x = call target("f2.tensor", float, 16, 16) @f2.tensor.load(ptr addrspace(1) %a, i64 16, i64 1)
  %r = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.many(target("f2.tensor", float, 16, 16) %x, target("f2.tensor", float, 16, 16) %x, target("f2.tensor", float, 16, 16) %x, i1 true, i1 true)
  call void @f2.tensor.store(ptr addrspace(1) %a, target("f2.tensor", float, 16, 16) %r, i64 16, i64 1)
  ret void
}

define ptx_kernel void @narrow(ptr addrspace(1) %a) #0 {
  %x = call target("f2.tensor", float, 16, 16) @f2.tensor.load(ptr addrspace(1) %a, i64 16, i64 1)
  %h = call target("f2.tensor", half, 16, 16) @f2.tensor.load.half(ptr addrspace(1) %a, i64 16, i64 1)
  %r = call target("f2.tensor", half, 16, 16) @f2.tensor.dot.narrow(target("f2.tensor", float, 16, 16) %x, target("f2.tensor", float, 16, 16) %x, target("f2.tensor", half, 16, 16) %h)
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "f2layout-block"="128,1,1" "nvvm.reqntid"="128" }
