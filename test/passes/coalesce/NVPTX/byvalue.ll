; An argument that is passed by value keeps captures(none): without it NVPTX
; would copy it to the stack of each thread. The array that the lanes store to
; together loses it.
; RUN: %f2opt -passes='function(f2layout-coalesce)' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %if byval-calls %{ %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=PTX %}
; RUN: %f2sim --equal %s %t.ll --kernel scaled --block 64 --grid 2 --quiet
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @scaled(ptr noalias %out, ptr readonly byval([64 x float]) align 4 captures(none) %scales)
; CHECK: f2.beside:
; PTX-LABEL: .entry scaled(
; PTX-NOT: .local
; PTX: shfl.sync
; PTX-NOT: .local
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define internal float @scale(ptr readonly captures(none) %scales, i32 %n) noinline nounwind {
  %k = and i32 %n, 63
  %p = getelementptr float, ptr %scales, i32 %k
  %v = load float, ptr %p, align 4
  ret float %v
}

define ptx_kernel void @scaled(ptr noalias captures(none) %out, ptr readonly byval([64 x float]) align 4 captures(none) %scales) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %v0 = call float @scale(ptr readonly captures(none) %scales, i32 %i)
  %v1 = fadd float %v0, 1.000000e+00
  %v2 = fadd float %v0, 2.000000e+00
  %w = sext i32 %i to i64
  %o0 = getelementptr [3 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
