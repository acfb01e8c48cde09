; Each thread reads an element that nobody writes, and one of its own. The second
; needs no memory any more; nor does anything write the array then. What is read
; of it is still undef, not poison, though the array has become smaller: the upper
; half of the zext is zero, and LLVM keeps that store.
; RUN: %f2opt -passes='f2layout,default<O1>' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel k --block 32

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal unnamed_addr addrspace(3) global [256 x i8] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @k(
; CHECK-NOT: addrspace(3)
; CHECK: store i32 0, ptr addrspace(1) %first
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %second
define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  %two = shl nuw nsw i32 %t, 1
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %word = load i32, ptr addrspace(1) %from, align 4
  %half = trunc i32 %word to i16
  %own = getelementptr i16, ptr addrspace(3) @tile, i32 %t
  store i16 %half, ptr addrspace(3) %own, align 2
  %xor = xor i32 %t, 46
  %unwritten = getelementptr i16, ptr addrspace(3) @tile, i32 %xor
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
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

attributes #0 = { "target-cpu"="gfx942" "f2layout-block"="32,1,1" }
