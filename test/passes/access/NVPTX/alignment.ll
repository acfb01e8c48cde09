; The module's own arrays whose accesses have neighbours are aligned to 16
; bytes, generic pointers become shared ones, and every access states its
; alignment. The vectorizer does the rest.
; RUN: %f2opt -passes=f2layout-access -S < %s > %t.after.ll
; RUN: FileCheck %s < %t.after.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.after.ll | diff %t.after.ll -
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 64 --dynamic-shared 16 --quiet
; RUN: %llc -mcpu=sm_90 %s -o - | FileCheck %s --check-prefix=BEFORE
; RUN: %llc -mcpu=sm_90 %t.after.ll -o - | FileCheck %s --check-prefix=AFTER

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: @floats = internal addrspace(3) global [1024 x float] poison, align 16
@floats = internal addrspace(3) global [1024 x float] poison, align 4
; None of its accesses has a neighbour.
; CHECK: @pair = internal addrspace(3) global [2 x i32] poison, align 4
@pair = internal addrspace(3) global [2 x i32] poison, align 4
; Dynamic arrays, and those that are defined elsewhere, have the stated
; alignment.
; CHECK: @elsewhere = external addrspace(3) global [64 x float], align 4
@elsewhere = external addrspace(3) global [64 x float], align 4
; CHECK: @dynamic = external addrspace(3) global [0 x float], align 4
@dynamic = external addrspace(3) global [0 x float], align 4
; Three of these fill shared memory almost completely: gaps would not fit.
; CHECK: @full1 = internal addrspace(3) global [16381 x i8] poison, align 1
@full1 = internal addrspace(3) global [16381 x i8] poison, align 1
@full2 = internal addrspace(3) global [16381 x i8] poison, align 1
; CHECK: @full3 = internal addrspace(3) global [16390 x i8] poison, align 1
@full3 = internal addrspace(3) global [16390 x i8] poison, align 1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; BEFORE-LABEL: .entry four(
; BEFORE-COUNT-4: ld.shared.b32
; AFTER-LABEL: .entry four(
; AFTER: ld.shared.v4.b32
; AFTER-NOT: ld.shared
; CHECK-LABEL: define ptx_kernel void @four(
; CHECK: load float, ptr addrspace(3) %{{.*}}, align 16
define ptx_kernel void @four(ptr %in, ptr %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr inbounds <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %from
  %p = getelementptr inbounds <4 x float>, ptr addrspacecast (ptr addrspace(3) @floats to ptr), i32 %t
  store <4 x float> %x, ptr %p, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %other = xor i32 %t, 1
  %index = shl nuw nsw i32 %other, 2
  %wide = zext nneg i32 %index to i64
  %q = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @floats to ptr), i64 %wide
  %a = load float, ptr %q, align 4
  %q1 = getelementptr inbounds i8, ptr %q, i64 4
  %b = load float, ptr %q1, align 4
  %q2 = getelementptr inbounds i8, ptr %q, i64 8
  %c = load float, ptr %q2, align 4
  %q3 = getelementptr inbounds i8, ptr %q, i64 12
  %d = load float, ptr %q3, align 4
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %sum = fadd float %ab, %cd
  %to = getelementptr inbounds float, ptr %out, i32 %t
  store float %sum, ptr %to
  ret void
}

define ptx_kernel void @others(ptr %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  store i32 1, ptr addrspace(3) @pair
  store float 1.0, ptr addrspace(3) @dynamic
  %a = load i32, ptr addrspace(3) @pair
  store i32 %a, ptr %out
  ret void
}

define ptx_kernel void @full() "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  store i8 1, ptr addrspace(3) @full1
  store i8 1, ptr addrspace(3) @full2
  store i8 1, ptr addrspace(3) @full3
  ret void
}
