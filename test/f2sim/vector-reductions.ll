; LLVM Language Reference, llvm.vector.reduce.fmax: "the reduction has the same
; comparison semantics as the llvm.maxnum intrinsic": a NaN loses against a
; number. llvm.vector.reduce.fmaximum: as llvm.maximum, which propagates NaNs.
; RUN: %f2sim %s --block 1 --fill 0=zero --dump 0:32 | FileCheck %s
; CHECK: 000000: 0000a040 000040c0 00000041 0000c07f
; CHECK-NEXT: 000010: 00008040 000080c0 00440000 00000000

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %out) #0 {
  %a = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> <float 1.0, float 5.0, float -3.0, float 2.0>)
  store float %a, ptr addrspace(1) %out
  %b = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> <float 1.0, float 5.0, float -3.0, float 2.0>)
  %p.b = getelementptr i8, ptr addrspace(1) %out, i64 4
  store float %b, ptr addrspace(1) %p.b
  %c = call float @llvm.vector.reduce.fmax.v2f32(<2 x float> <float 8.0, float 0x7FF8000000000000>)
  %p.c = getelementptr i8, ptr addrspace(1) %out, i64 8
  store float %c, ptr addrspace(1) %p.c
  %d = call float @llvm.vector.reduce.fmaximum.v2f32(<2 x float> <float 8.0, float 0x7FF8000000000000>)
  %p.d = getelementptr i8, ptr addrspace(1) %out, i64 12
  store float %d, ptr addrspace(1) %p.d
  %e = call float @llvm.vector.reduce.fmaximum.v2f32(<2 x float> <float 4.0, float -4.0>)
  %p.e = getelementptr i8, ptr addrspace(1) %out, i64 16
  store float %e, ptr addrspace(1) %p.e
  %f = call float @llvm.vector.reduce.fminimum.v2f32(<2 x float> <float 4.0, float -4.0>)
  %p.f = getelementptr i8, ptr addrspace(1) %out, i64 20
  store float %f, ptr addrspace(1) %p.f
  %g = call half @llvm.vector.reduce.fmax.v2f16(<2 x half> <half 4.0, half -4.0>)
  %p.g = getelementptr i8, ptr addrspace(1) %out, i64 24
  store half %g, ptr addrspace(1) %p.g
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" }
