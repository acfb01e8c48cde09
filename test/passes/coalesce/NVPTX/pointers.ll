; The space of a generic pointer is tested where it is not known: on the stack,
; lanes have memory of their own.
; RUN: %f2opt -passes='function(f2layout-coalesce)' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=128,129 --quiet
; RUN: sed 's/= call i1 @llvm.nvvm.isspacep.global(.*/= icmp eq i32 0, 0/' %t.ll > %t.wrong.ll
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel stack --block 64 --arg 2=129 --quiet

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @changed(
; CHECK: [[GLOBAL:%.*]] = call i1 @llvm.nvvm.isspacep.global(ptr %o0)
; CHECK: [[BOTH:%.*]] = and i1 %{{.*}}, [[GLOBAL]]
; CHECK: call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 [[BOTH]])
; CHECK: f2.beside:
; A copy of what the host has written, which the kernel may change.
define ptx_kernel void @changed(ptr byval({ i32, ptr }) align 8 %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  store i32 %n, ptr %out, align 4
  %field = getelementptr i8, ptr %out, i64 8
  %to = load ptr, ptr %field, align 8
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %to, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  ret void
}

; The stack, or not.
; CHECK-LABEL: define ptx_kernel void @stack(
; CHECK: call i1 @llvm.nvvm.isspacep.global(
; CHECK: f2.beside:
define ptx_kernel void @stack(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %stack = alloca [10000 x i8], align 4
  %odd = trunc i32 %n to i1
  %to = select i1 %odd, ptr %stack, ptr %out
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %to, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  br label %next
next:
  %back = load float, ptr %o3, align 4
  %res = getelementptr float, ptr %out, i32 %i
  %res1 = getelementptr i8, ptr %res, i64 20000
  store float %back, ptr %res1, align 4
  ret void
}

; Shared memory is left to other passes.
; CHECK-LABEL: define ptx_kernel void @shared(
; CHECK-NOT: f2.beside
define ptx_kernel void @shared(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 %t
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  ret void
}

@s = internal addrspace(3) global [256 x [5 x float]] poison, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

attributes #0 = { "target-cpu"="sm_90" }
