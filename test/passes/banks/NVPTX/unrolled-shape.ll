; Stores in a row, as of an unrolled loop, show how long a row of threads is:
; thread 16 would store where thread 0 has just stored.
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@rows = internal addrspace(3) global [8 x [64 x float]] undef, align 4
@zero = internal addrspace(3) global [8 x [80 x float]] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK: bank conflicts in 'unrolled' on sm_90, assumed blocks of 16x8x1:
define ptx_kernel void @unrolled(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul i32 %y, 64
  %first = add i32 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i32 %first
  %g0 = getelementptr float, ptr addrspace(1) %from, i32 0
  %v0 = load float, ptr addrspace(1) %g0
  %c0 = add i32 %x, 0
  %p0 = getelementptr [64 x float], ptr addrspace(3) @rows, i32 %y, i32 %c0
  store float %v0, ptr addrspace(3) %p0
  %g16 = getelementptr float, ptr addrspace(1) %from, i32 16
  %v16 = load float, ptr addrspace(1) %g16
  %c16 = add i32 %x, 16
  %p16 = getelementptr [64 x float], ptr addrspace(3) @rows, i32 %y, i32 %c16
  store float %v16, ptr addrspace(3) %p16
  %g32 = getelementptr float, ptr addrspace(1) %from, i32 32
  %v32 = load float, ptr addrspace(1) %g32
  %c32 = add i32 %x, 32
  %p32 = getelementptr [64 x float], ptr addrspace(3) @rows, i32 %y, i32 %c32
  store float %v32, ptr addrspace(3) %p32
  %g48 = getelementptr float, ptr addrspace(1) %from, i32 48
  %v48 = load float, ptr addrspace(1) %g48
  %c48 = add i32 %x, 48
  %p48 = getelementptr [64 x float], ptr addrspace(3) @rows, i32 %y, i32 %c48
  store float %v48, ptr addrspace(3) %p48
  %q = getelementptr [64 x float], ptr addrspace(3) @rows, i32 %y, i32 %x
  %w = load float, ptr addrspace(3) %q
  %to = getelementptr float, ptr addrspace(1) %out, i32 %first
  store float %w, ptr addrspace(1) %to
  ret void
}

; Several threads may store one constant on purpose.
; CHECK: bank conflicts in 'cleared' on sm_90, assumed blocks of
; CHECK-NOT: assumed blocks of 16x8x1
define ptx_kernel void @cleared(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul i32 %y, 64
  %first = add i32 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i32 %first
  %c0 = add i32 %x, 0
  %p0 = getelementptr [80 x float], ptr addrspace(3) @zero, i32 %y, i32 %c0
  store float 0.0, ptr addrspace(3) %p0
  %c16 = add i32 %x, 16
  %p16 = getelementptr [80 x float], ptr addrspace(3) @zero, i32 %y, i32 %c16
  store float 0.0, ptr addrspace(3) %p16
  %c32 = add i32 %x, 32
  %p32 = getelementptr [80 x float], ptr addrspace(3) @zero, i32 %y, i32 %c32
  store float 0.0, ptr addrspace(3) %p32
  %c48 = add i32 %x, 48
  %p48 = getelementptr [80 x float], ptr addrspace(3) @zero, i32 %y, i32 %c48
  store float 0.0, ptr addrspace(3) %p48
  %q = getelementptr [80 x float], ptr addrspace(3) @zero, i32 %y, i32 %x
  %w = load float, ptr addrspace(3) %q
  %to = getelementptr float, ptr addrspace(1) %out, i32 %first
  store float %w, ptr addrspace(1) %to
  ret void
}
