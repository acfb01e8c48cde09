; Reductions, scans and gathers become calls with stated layouts.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll -pass-remarks=f2layout-assign 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.whole.ll
; RUN: %f2sim --equal %s %t.whole.ll --kernels all --block 128

; The result of a row is where the row is.
; REMARK: remark: <unknown>:0:0: 6 tensors got {{[0-9]+}} layouts and 0 conversions (in rows)

; CHECK-LABEL: @rows(
; CHECK: call <{{[0-9]+}} x i32> @f2.reduce.smax.
; CHECK-NOT: @f2.convert
; CHECK-LABEL: @columns(
; CHECK: call <{{[0-9]+}} x i64> @f2.reduce.xor.
; CHECK-LABEL: @scan(
; CHECK: call <2 x i32> @f2.scan.add.v2i32(<2 x i32> %{{.*}}, i32 0, i1 false, i1 false, ptr
; CHECK: call <2 x i32> @f2.scan.umin.v2i32(<2 x i32> %{{.*}}, i32 0, i1 true, i1 true, ptr
; CHECK-LABEL: @gather(
; CHECK: call <{{[0-9]+}} x float> @f2.gather.

target triple = "amdgcn-amd-amdhsa"

declare target("f2.tensor", i32, 32, 64) @f2.tensor.load.32x64xi32(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 32) @f2.tensor.reduce.smax.32xi32.32x64xi32(target("f2.tensor", i32, 32, 64), i32) convergent nounwind
declare target("f2.tensor", i32, 32, 1) @f2.tensor.expand_dims.32x1xi32.32xi32(target("f2.tensor", i32, 32), i32) convergent nounwind
declare target("f2.tensor", i32, 32, 64) @f2.tensor.broadcast.32x64xi32.32x1xi32(target("f2.tensor", i32, 32, 1)) convergent nounwind
declare target("f2.tensor", i32, 32, 64) @f2.tensor.map.32x64xi32.32x64xi32.32x64xi32(ptr, target("f2.tensor", i32, 32, 64), target("f2.tensor", i32, 32, 64)) convergent nounwind
declare void @f2.tensor.store.32x64xi32(ptr addrspace(1), target("f2.tensor", i32, 32, 64), i64, i64) convergent nounwind
declare target("f2.tensor", i64, 32, 64) @f2.tensor.load.32x64xi64(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", i64, 64) @f2.tensor.reduce.xor.64xi64.32x64xi64(target("f2.tensor", i64, 32, 64), i32) convergent nounwind
declare void @f2.tensor.store.64xi64(ptr addrspace(1), target("f2.tensor", i64, 64), i64) convergent nounwind
declare target("f2.tensor", i32, 256) @f2.tensor.load.256xi32(ptr addrspace(1), i64) convergent nounwind
declare target("f2.tensor", i32, 256) @f2.tensor.scan.add.256xi32.256xi32(target("f2.tensor", i32, 256), i32, i1, i1) convergent nounwind
declare target("f2.tensor", i32, 256) @f2.tensor.scan.umin.256xi32.256xi32(target("f2.tensor", i32, 256), i32, i1, i1) convergent nounwind
declare void @f2.tensor.store.256xi32(ptr addrspace(1), target("f2.tensor", i32, 256), i64) convergent nounwind
declare target("f2.tensor", float, 64, 4) @f2.tensor.load.64x4xf32(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16, 4) @f2.tensor.load.16x4xi32(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", float, 16, 4) @f2.tensor.gather.16x4xf32.64x4xf32.16x4xi32(target("f2.tensor", float, 64, 4), target("f2.tensor", i32, 16, 4), i32) convergent nounwind
declare void @f2.tensor.store.16x4xf32(ptr addrspace(1), target("f2.tensor", float, 16, 4), i64, i64) convergent nounwind

define amdgpu_kernel void @rows(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" {
  %x = call target("f2.tensor", i32, 32, 64) @f2.tensor.load.32x64xi32(ptr addrspace(1) %in, i64 64, i64 1)
  %s = call target("f2.tensor", i32, 32) @f2.tensor.reduce.smax.32xi32.32x64xi32(target("f2.tensor", i32, 32, 64) %x, i32 1)
  %e = call target("f2.tensor", i32, 32, 1) @f2.tensor.expand_dims.32x1xi32.32xi32(target("f2.tensor", i32, 32) %s, i32 1)
  %b = call target("f2.tensor", i32, 32, 64) @f2.tensor.broadcast.32x64xi32.32x1xi32(target("f2.tensor", i32, 32, 1) %e)
  %d = call target("f2.tensor", i32, 32, 64) @f2.tensor.map.32x64xi32.32x64xi32.32x64xi32(ptr @sub, target("f2.tensor", i32, 32, 64) %x, target("f2.tensor", i32, 32, 64) %b)
  call void @f2.tensor.store.32x64xi32(ptr addrspace(1) %out, target("f2.tensor", i32, 32, 64) %d, i64 64, i64 1)
  ret void
}

define amdgpu_kernel void @columns(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" {
  %x = call target("f2.tensor", i64, 32, 64) @f2.tensor.load.32x64xi64(ptr addrspace(1) %in, i64 64, i64 1)
  %s = call target("f2.tensor", i64, 64) @f2.tensor.reduce.xor.64xi64.32x64xi64(target("f2.tensor", i64, 32, 64) %x, i32 0)
  call void @f2.tensor.store.64xi64(ptr addrspace(1) %out, target("f2.tensor", i64, 64) %s, i64 1)
  ret void
}

define amdgpu_kernel void @scan(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" {
  %x = call target("f2.tensor", i32, 256) @f2.tensor.load.256xi32(ptr addrspace(1) %in, i64 1)
  %s = call target("f2.tensor", i32, 256) @f2.tensor.scan.add.256xi32.256xi32(target("f2.tensor", i32, 256) %x, i32 0, i1 false, i1 false)
  %t = call target("f2.tensor", i32, 256) @f2.tensor.scan.umin.256xi32.256xi32(target("f2.tensor", i32, 256) %s, i32 0, i1 true, i1 true)
  call void @f2.tensor.store.256xi32(ptr addrspace(1) %out, target("f2.tensor", i32, 256) %t, i64 1)
  ret void
}

define amdgpu_kernel void @gather(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %at, ptr addrspace(1) noalias align 16 %out) convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" {
  %x = call target("f2.tensor", float, 64, 4) @f2.tensor.load.64x4xf32(ptr addrspace(1) %in, i64 4, i64 1)
  %i = call target("f2.tensor", i32, 16, 4) @f2.tensor.load.16x4xi32(ptr addrspace(1) %at, i64 4, i64 1)
  %g = call target("f2.tensor", float, 16, 4) @f2.tensor.gather.16x4xf32.64x4xf32.16x4xi32(target("f2.tensor", float, 64, 4) %x, target("f2.tensor", i32, 16, 4) %i, i32 0)
  call void @f2.tensor.store.16x4xf32(ptr addrspace(1) %out, target("f2.tensor", float, 16, 4) %g, i64 4, i64 1)
  ret void
}

define internal i32 @sub(i32 %a, i32 %b) {
  %r = sub i32 %a, %b
  ret i32 %r
}
