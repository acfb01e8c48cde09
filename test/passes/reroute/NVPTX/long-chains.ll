; Every value and every condition is visited once: these chains have 48 links,
; and 2^33 paths from their ends to their beginnings.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [128 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; A sum that does not wrap is extended operand by operand.
; CHECK-LABEL: @sums(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @sums(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s0 = and i32 %t, 0
  %s1 = and i32 %t, 0
  %s2 = add nsw i32 %s1, %s0
  %s3 = add nsw i32 %s2, %s1
  %s4 = add nsw i32 %s3, %s2
  %s5 = add nsw i32 %s4, %s3
  %s6 = add nsw i32 %s5, %s4
  %s7 = add nsw i32 %s6, %s5
  %s8 = add nsw i32 %s7, %s6
  %s9 = add nsw i32 %s8, %s7
  %s10 = add nsw i32 %s9, %s8
  %s11 = add nsw i32 %s10, %s9
  %s12 = add nsw i32 %s11, %s10
  %s13 = add nsw i32 %s12, %s11
  %s14 = add nsw i32 %s13, %s12
  %s15 = add nsw i32 %s14, %s13
  %s16 = add nsw i32 %s15, %s14
  %s17 = add nsw i32 %s16, %s15
  %s18 = add nsw i32 %s17, %s16
  %s19 = add nsw i32 %s18, %s17
  %s20 = add nsw i32 %s19, %s18
  %s21 = add nsw i32 %s20, %s19
  %s22 = add nsw i32 %s21, %s20
  %s23 = add nsw i32 %s22, %s21
  %s24 = add nsw i32 %s23, %s22
  %s25 = add nsw i32 %s24, %s23
  %s26 = add nsw i32 %s25, %s24
  %s27 = add nsw i32 %s26, %s25
  %s28 = add nsw i32 %s27, %s26
  %s29 = add nsw i32 %s28, %s27
  %s30 = add nsw i32 %s29, %s28
  %s31 = add nsw i32 %s30, %s29
  %s32 = add nsw i32 %s31, %s30
  %s33 = add nsw i32 %s32, %s31
  %s34 = add nsw i32 %s33, %s32
  %s35 = add nsw i32 %s34, %s33
  %s36 = add nsw i32 %s35, %s34
  %s37 = add nsw i32 %s36, %s35
  %s38 = add nsw i32 %s37, %s36
  %s39 = add nsw i32 %s38, %s37
  %s40 = add nsw i32 %s39, %s38
  %s41 = add nsw i32 %s40, %s39
  %s42 = add nsw i32 %s41, %s40
  %s43 = add nsw i32 %s42, %s41
  %s44 = add nsw i32 %s43, %s42
  %s45 = add nsw i32 %s44, %s43
  %s46 = add nsw i32 %s45, %s44
  %s47 = add nsw i32 %s46, %s45
  %s = sext i32 %s47 to i64
  %base = getelementptr i32, ptr addrspace(3) @tile, i64 %s
  %p = getelementptr i32, ptr addrspace(3) %base, i32 %t
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; A conjunction is split.
; CHECK-LABEL: @conjunctions(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @conjunctions(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 noundef %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c0 = icmp sgt i32 %n, 1
  %c1 = icmp sgt i32 %n, 2
  %c2 = and i1 %c1, %c0
  %c3 = and i1 %c2, %c1
  %c4 = and i1 %c3, %c2
  %c5 = and i1 %c4, %c3
  %c6 = and i1 %c5, %c4
  %c7 = and i1 %c6, %c5
  %c8 = and i1 %c7, %c6
  %c9 = and i1 %c8, %c7
  %c10 = and i1 %c9, %c8
  %c11 = and i1 %c10, %c9
  %c12 = and i1 %c11, %c10
  %c13 = and i1 %c12, %c11
  %c14 = and i1 %c13, %c12
  %c15 = and i1 %c14, %c13
  %c16 = and i1 %c15, %c14
  %c17 = and i1 %c16, %c15
  %c18 = and i1 %c17, %c16
  %c19 = and i1 %c18, %c17
  %c20 = and i1 %c19, %c18
  %c21 = and i1 %c20, %c19
  %c22 = and i1 %c21, %c20
  %c23 = and i1 %c22, %c21
  %c24 = and i1 %c23, %c22
  %c25 = and i1 %c24, %c23
  %c26 = and i1 %c25, %c24
  %c27 = and i1 %c26, %c25
  %c28 = and i1 %c27, %c26
  %c29 = and i1 %c28, %c27
  %c30 = and i1 %c29, %c28
  %c31 = and i1 %c30, %c29
  %c32 = and i1 %c31, %c30
  %c33 = and i1 %c32, %c31
  %c34 = and i1 %c33, %c32
  %c35 = and i1 %c34, %c33
  %c36 = and i1 %c35, %c34
  %c37 = and i1 %c36, %c35
  %c38 = and i1 %c37, %c36
  %c39 = and i1 %c38, %c37
  %c40 = and i1 %c39, %c38
  %c41 = and i1 %c40, %c39
  %c42 = and i1 %c41, %c40
  %c43 = and i1 %c42, %c41
  %c44 = and i1 %c43, %c42
  %c45 = and i1 %c44, %c43
  %c46 = and i1 %c45, %c44
  %c47 = and i1 %c46, %c45
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  br i1 %c47, label %write, label %sync
write:
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  br label %sync
sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c47, label %read, label %exit
read:
  %x = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  br label %exit
exit:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
