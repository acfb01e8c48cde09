; Each thread reads an element that nobody writes, and one of its own. The second
; needs no memory any more; nor does anything write the array then. What is read
; of it is still undef, not poison, though the array has become smaller: the upper
; half of the zext is zero, and LLVM keeps that store.
; RUN: %f2opt -passes='f2layout,default<O1>' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel k --block 32

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal unnamed_addr addrspace(3) global [256 x i8] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @k(
; CHECK-NOT: addrspace(3)
; CHECK: store i32 0, ptr addrspace(1) %first
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %second
define ptx_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %two = shl nuw nsw i32 %t, 1
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %word = load i32, ptr addrspace(1) %from, align 4
  %half = trunc i32 %word to i16
  %own = getelementptr i16, ptr addrspace(3) @tile, i32 %t
  store i16 %half, ptr addrspace(3) %own, align 2
  %xor = xor i32 %t, 46
  %unwritten = getelementptr i16, ptr addrspace(3) @tile, i32 %xor
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = load i16, ptr addrspace(3) %unwritten, align 2
  %b = load i16, ptr addrspace(3) %own, align 2
  %wideA = zext i16 %a to i32
  %wideB = zext i16 %b to i32
  %first = getelementptr i32, ptr addrspace(1) %out, i32 %two
  %second = getelementptr i8, ptr addrspace(1) %first, i32 4
  store i32 %wideA, ptr addrspace(1) %first, align 4
  store i32 %wideB, ptr addrspace(1) %second, align 4
  ret void
}

attributes #0 = { "target-cpu"="sm_80" "nvvm.reqntid"="32,1,1" }
