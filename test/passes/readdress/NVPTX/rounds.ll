; Two rounds of one block of code write the same places, four words each. Each
; four are one access of 16 bytes when the kernel runs, and have no conflicts: a
; swizzle of single words would only split them.
; RUN: %f2opt -passes=f2layout-readdress -pass-remarks=f2layout-readdress -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256

; REMARK-NOT: swizzled
; CHECK-NOT: xor
; CHECK: ret void

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [4096 x i8] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @rounds(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p0 = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %a = load i32, ptr addrspace(1) %p0
  %b = add i32 %a, 1
  %c = mul i32 %a, 3
  %d = sub i32 %a, %t
  %w0 = shl nuw nsw i32 %t, 4
  %s0 = getelementptr i8, ptr addrspace(3) @s, i32 %w0
  %s1 = getelementptr i8, ptr addrspace(3) %s0, i32 4
  %s2 = getelementptr i8, ptr addrspace(3) %s0, i32 8
  %s3 = getelementptr i8, ptr addrspace(3) %s0, i32 12
  store i32 %a, ptr addrspace(3) %s0, align 16
  store i32 %b, ptr addrspace(3) %s1, align 4
  store i32 %c, ptr addrspace(3) %s2, align 8
  store i32 %d, ptr addrspace(3) %s3, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %e = load i32, ptr addrspace(3) %s0, align 16
  %f = load i32, ptr addrspace(3) %s1, align 4
  %g = load i32, ptr addrspace(3) %s2, align 8
  %h = load i32, ptr addrspace(3) %s3, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %h, ptr addrspace(3) %s0, align 16
  store i32 %g, ptr addrspace(3) %s1, align 4
  store i32 %f, ptr addrspace(3) %s2, align 8
  store i32 %e, ptr addrspace(3) %s3, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i = load i32, ptr addrspace(3) %s0, align 16
  %j = load i32, ptr addrspace(3) %s1, align 4
  %k = load i32, ptr addrspace(3) %s2, align 8
  %l = load i32, ptr addrspace(3) %s3, align 4
  %x = add i32 %i, %j
  %y = sub i32 %k, %l
  %z = mul i32 %x, %y
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="256,1,1" }
