; Shape operations only rename registers; tensors without dimensions have one
; element, which all threads hold.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.whole.ll
; RUN: %f2sim --equal %s %t.whole.ll --kernels all --block 128

; CHECK-NOT: f2.tensor
; CHECK-LABEL: @shapes(
; CHECK: load <2 x i32>
; CHECK-LABEL: @scalar(
; CHECK: load i32
; CHECK: call <1 x i32> @f2.reduce.add.
; CHECK: store i32
; CHECK-NOT: f2.tensor

target triple = "amdgcn-amd-amdhsa"

declare target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 32, 16) @f2.tensor.trans.32x16xi32.16x32xi32(target("f2.tensor", i32, 16, 32), i32, i32) convergent nounwind
declare target("f2.tensor", i32, 8, 4, 16) @f2.tensor.reshape.8x4x16xi32.32x16xi32(target("f2.tensor", i32, 32, 16)) convergent nounwind
declare target("f2.tensor", i32, 16, 8, 4) @f2.tensor.trans.16x8x4xi32.8x4x16xi32(target("f2.tensor", i32, 8, 4, 16), i32, i32, i32) convergent nounwind
declare target("f2.tensor", i32, 16, 16, 2) @f2.tensor.reshape.16x16x2xi32.16x8x4xi32(target("f2.tensor", i32, 16, 8, 4)) convergent nounwind
declare target("f2.tensor", i32, 16, 16) @f2.tensor.split.16x16xi32.16x16x2xi32(target("f2.tensor", i32, 16, 16, 2), i32) convergent nounwind
declare target("f2.tensor", i32, 16, 16, 2) @f2.tensor.join.16x16x2xi32.16x16xi32.16x16xi32(target("f2.tensor", i32, 16, 16), target("f2.tensor", i32, 16, 16)) convergent nounwind
declare void @f2.tensor.store.16x16x2xi32(ptr addrspace(1), target("f2.tensor", i32, 16, 16, 2), i64, i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16) @f2.tensor.iota.16xi32(i32) convergent nounwind
declare target("f2.tensor", i32, 16, 1) @f2.tensor.expand_dims.16x1xi32.16xi32(target("f2.tensor", i32, 16), i32) convergent nounwind
declare target("f2.tensor", i32, 16, 16) @f2.tensor.broadcast.16x16xi32.16x1xi32(target("f2.tensor", i32, 16, 1)) convergent nounwind
declare target("f2.tensor", i32, 16, 16) @f2.tensor.map.16x16xi32.16x16xi32.16x16xi32(ptr, target("f2.tensor", i32, 16, 16), target("f2.tensor", i32, 16, 16)) convergent nounwind
declare void @f2.tensor.store.16x16xi32(ptr addrspace(1), target("f2.tensor", i32, 16, 16), i64, i64) convergent nounwind
declare target("f2.tensor", i32) @f2.tensor.load.i32(ptr addrspace(1)) convergent nounwind
declare target("f2.tensor", i32, 1) @f2.tensor.expand_dims.1xi32.i32(target("f2.tensor", i32), i32) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.broadcast.64xi32.1xi32(target("f2.tensor", i32, 1)) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.map.64xi32.64xi32.64xi32(ptr, target("f2.tensor", i32, 64), target("f2.tensor", i32, 64)) convergent nounwind
declare target("f2.tensor", i32) @f2.tensor.reduce.add.i32.64xi32(target("f2.tensor", i32, 64), i32) convergent nounwind
declare target("f2.tensor", i32) @f2.tensor.map.i32.i32.i32(ptr, target("f2.tensor", i32), target("f2.tensor", i32)) convergent nounwind
declare void @f2.tensor.store.i32(ptr addrspace(1), target("f2.tensor", i32)) convergent nounwind

define amdgpu_kernel void @shapes(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out, ptr addrspace(1) noalias align 16 %out2) convergent "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" {
  %x = call target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr addrspace(1) %in, i64 32, i64 1)
  %t = call target("f2.tensor", i32, 32, 16) @f2.tensor.trans.32x16xi32.16x32xi32(target("f2.tensor", i32, 16, 32) %x, i32 1, i32 0)
  %r = call target("f2.tensor", i32, 8, 4, 16) @f2.tensor.reshape.8x4x16xi32.32x16xi32(target("f2.tensor", i32, 32, 16) %t)
  %p = call target("f2.tensor", i32, 16, 8, 4) @f2.tensor.trans.16x8x4xi32.8x4x16xi32(target("f2.tensor", i32, 8, 4, 16) %r, i32 2, i32 0, i32 1)
  %q = call target("f2.tensor", i32, 16, 16, 2) @f2.tensor.reshape.16x16x2xi32.16x8x4xi32(target("f2.tensor", i32, 16, 8, 4) %p)
  %a = call target("f2.tensor", i32, 16, 16) @f2.tensor.split.16x16xi32.16x16x2xi32(target("f2.tensor", i32, 16, 16, 2) %q, i32 0)
  %b = call target("f2.tensor", i32, 16, 16) @f2.tensor.split.16x16xi32.16x16x2xi32(target("f2.tensor", i32, 16, 16, 2) %q, i32 1)
  %j = call target("f2.tensor", i32, 16, 16, 2) @f2.tensor.join.16x16x2xi32.16x16xi32.16x16xi32(target("f2.tensor", i32, 16, 16) %b, target("f2.tensor", i32, 16, 16) %a)
  call void @f2.tensor.store.16x16x2xi32(ptr addrspace(1) %out, target("f2.tensor", i32, 16, 16, 2) %j, i64 32, i64 2, i64 1)
  %i = call target("f2.tensor", i32, 16) @f2.tensor.iota.16xi32(i32 0)
  %e = call target("f2.tensor", i32, 16, 1) @f2.tensor.expand_dims.16x1xi32.16xi32(target("f2.tensor", i32, 16) %i, i32 1)
  %w = call target("f2.tensor", i32, 16, 16) @f2.tensor.broadcast.16x16xi32.16x1xi32(target("f2.tensor", i32, 16, 1) %e)
  %z = call target("f2.tensor", i32, 16, 16) @f2.tensor.map.16x16xi32.16x16xi32.16x16xi32(ptr @add, target("f2.tensor", i32, 16, 16) %a, target("f2.tensor", i32, 16, 16) %w)
  call void @f2.tensor.store.16x16xi32(ptr addrspace(1) %out2, target("f2.tensor", i32, 16, 16) %z, i64 16, i64 1)
  ret void
}

define amdgpu_kernel void @scalar(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) convergent "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" {
  %x = call target("f2.tensor", i32) @f2.tensor.load.i32(ptr addrspace(1) %in)
  %e = call target("f2.tensor", i32, 1) @f2.tensor.expand_dims.1xi32.i32(target("f2.tensor", i32) %x, i32 0)
  %b = call target("f2.tensor", i32, 64) @f2.tensor.broadcast.64xi32.1xi32(target("f2.tensor", i32, 1) %e)
  %i = call target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32 0)
  %y = call target("f2.tensor", i32, 64) @f2.tensor.map.64xi32.64xi32.64xi32(ptr @add, target("f2.tensor", i32, 64) %b, target("f2.tensor", i32, 64) %i)
  %s = call target("f2.tensor", i32) @f2.tensor.reduce.add.i32.64xi32(target("f2.tensor", i32, 64) %y, i32 0)
  %u = call target("f2.tensor", i32) @f2.tensor.map.i32.i32.i32(ptr @add, target("f2.tensor", i32) %s, target("f2.tensor", i32) %x)
  call void @f2.tensor.store.i32(ptr addrspace(1) %out, target("f2.tensor", i32) %u)
  ret void
}

define internal i32 @add(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
