; clang for AMD copies structures of bytes in vectors: elements are taken from one by
; extractelement and shufflevector, and put into one by insertelement. Where such a
; vector consists of exchanged elements alone, its words are exchanged.
; RUN: %f2opt -passes='f2layout-reroute<no-shared>' -S %s -o %t.ll -pass-remarks=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --fill 0=random

target triple = "amdgcn-amd-amdhsa"

@whole.s = internal addrspace(3) global [256 x i8] poison, align 16
@partial.s = internal addrspace(3) global [256 x i8] poison, align 16
@half.s = internal addrspace(3) global [256 x i8] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: 4 x i8 per thread within each wave became 1 shuffle:
; CHECK-LABEL: @whole(
; CHECK: [[V:%.*]] = load <4 x i8>
; CHECK: [[F:%.*]] = freeze <4 x i8> [[V]]
; CHECK: [[W:%.*]] = bitcast <4 x i8> [[F]] to i32
; CHECK-NOT: insertelement
; CHECK: [[R:%.*]] = bitcast i32 {{.*}} to <4 x i8>
; CHECK-NOT: insertelement
; CHECK: store <4 x i8> [[R]]
define amdgpu_kernel void @whole(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = shl nuw nsw i32 %t, 2
  %p = getelementptr i8, ptr addrspace(1) %in, i32 %mine
  %v = load <4 x i8>, ptr addrspace(1) %p, align 4
  %u = shufflevector <4 x i8> %v, <4 x i8> poison, <2 x i32> <i32 1, i32 3>
  %e0 = extractelement <4 x i8> %v, i32 0
  %e1 = extractelement <2 x i8> %u, i32 0
  %e2 = extractelement <4 x i8> %v, i32 2
  %e3 = extractelement <2 x i8> %u, i32 1
  %o0 = add nuw nsw i32 %t, 0
  %to0 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %o0
  store i8 %e0, ptr addrspace(3) %to0, align 1
  %o1 = add nuw nsw i32 %t, 64
  %to1 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %o1
  store i8 %e1, ptr addrspace(3) %to1, align 1
  %o2 = add nuw nsw i32 %t, 128
  %to2 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %o2
  store i8 %e2, ptr addrspace(3) %to2, align 1
  %o3 = add nuw nsw i32 %t, 192
  %to3 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %o3
  store i8 %e3, ptr addrspace(3) %to3, align 1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %other = xor i32 %t, 5
  %i3 = add nuw nsw i32 %other, 192
  %from3 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %i3
  %l3 = load i8, ptr addrspace(3) %from3, align 1
  %i0 = add nuw nsw i32 %other, 0
  %from0 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %i0
  %l0 = load i8, ptr addrspace(3) %from0, align 1
  %i1 = add nuw nsw i32 %other, 64
  %from1 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %i1
  %l1 = load i8, ptr addrspace(3) %from1, align 1
  %i2 = add nuw nsw i32 %other, 128
  %from2 = getelementptr i8, ptr addrspace(3) @whole.s, i32 %i2
  %l2 = load i8, ptr addrspace(3) %from2, align 1
  %w0 = insertelement <4 x i8> poison, i8 %l3, i32 3
  %w1 = insertelement <4 x i8> %w0, i8 %l0, i32 0
  %w2 = insertelement <4 x i8> %w1, i8 %l1, i32 1
  %w3 = insertelement <4 x i8> %w2, i8 %l2, i32 2
  %q = getelementptr i8, ptr addrspace(1) %out, i32 %mine
  store <4 x i8> %w3, ptr addrspace(1) %q, align 4
  ret void
}

; One element is another value, so that the vector stays.
; CHECK-LABEL: @partial(
; CHECK-COUNT-4: insertelement <4 x i8>
; CHECK: store <4 x i8>
define amdgpu_kernel void @partial(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = shl nuw nsw i32 %t, 2
  %p = getelementptr i8, ptr addrspace(1) %in, i32 %mine
  %v = load <4 x i8>, ptr addrspace(1) %p, align 4
  %u = shufflevector <4 x i8> %v, <4 x i8> poison, <2 x i32> <i32 1, i32 3>
  %e0 = extractelement <4 x i8> %v, i32 0
  %e1 = extractelement <2 x i8> %u, i32 0
  %e2 = extractelement <4 x i8> %v, i32 2
  %e3 = extractelement <2 x i8> %u, i32 1
  %o0 = add nuw nsw i32 %t, 0
  %to0 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %o0
  store i8 %e0, ptr addrspace(3) %to0, align 1
  %o1 = add nuw nsw i32 %t, 64
  %to1 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %o1
  store i8 %e1, ptr addrspace(3) %to1, align 1
  %o2 = add nuw nsw i32 %t, 128
  %to2 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %o2
  store i8 %e2, ptr addrspace(3) %to2, align 1
  %o3 = add nuw nsw i32 %t, 192
  %to3 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %o3
  store i8 %e3, ptr addrspace(3) %to3, align 1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %other = xor i32 %t, 5
  %i3 = add nuw nsw i32 %other, 192
  %from3 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %i3
  %l3 = load i8, ptr addrspace(3) %from3, align 1
  %i0 = add nuw nsw i32 %other, 0
  %from0 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %i0
  %l0 = load i8, ptr addrspace(3) %from0, align 1
  %i1 = add nuw nsw i32 %other, 64
  %from1 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %i1
  %l1 = load i8, ptr addrspace(3) %from1, align 1
  %i2 = add nuw nsw i32 %other, 128
  %from2 = getelementptr i8, ptr addrspace(3) @partial.s, i32 %i2
  %l2 = load i8, ptr addrspace(3) %from2, align 1
  %w0 = insertelement <4 x i8> poison, i8 %l3, i32 3
  %w1 = insertelement <4 x i8> %w0, i8 %l0, i32 0
  %w2 = insertelement <4 x i8> %w1, i8 %l1, i32 1
  %w3 = insertelement <4 x i8> %w2, i8 7, i32 2
  %x = zext i8 %l2 to i32
  %y = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %z = getelementptr i8, ptr addrspace(1) %y, i32 1024
  store i32 %x, ptr addrspace(1) %z, align 4
  %q = getelementptr i8, ptr addrspace(1) %out, i32 %mine
  store <4 x i8> %w3, ptr addrspace(1) %q, align 4
  ret void
}
; A word of the vector comes from elsewhere.
; CHECK-LABEL: @half(
; CHECK-COUNT-8: insertelement <8 x i8>
; CHECK: store <8 x i8>
define amdgpu_kernel void @half(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = shl nuw nsw i32 %t, 2
  %p = getelementptr i8, ptr addrspace(1) %in, i32 %mine
  %v = load <4 x i8>, ptr addrspace(1) %p, align 4
  %u = shufflevector <4 x i8> %v, <4 x i8> poison, <2 x i32> <i32 1, i32 3>
  %e0 = extractelement <4 x i8> %v, i32 0
  %e1 = extractelement <2 x i8> %u, i32 0
  %e2 = extractelement <4 x i8> %v, i32 2
  %e3 = extractelement <2 x i8> %u, i32 1
  %o0 = add nuw nsw i32 %t, 0
  %to0 = getelementptr i8, ptr addrspace(3) @half.s, i32 %o0
  store i8 %e0, ptr addrspace(3) %to0, align 1
  %o1 = add nuw nsw i32 %t, 64
  %to1 = getelementptr i8, ptr addrspace(3) @half.s, i32 %o1
  store i8 %e1, ptr addrspace(3) %to1, align 1
  %o2 = add nuw nsw i32 %t, 128
  %to2 = getelementptr i8, ptr addrspace(3) @half.s, i32 %o2
  store i8 %e2, ptr addrspace(3) %to2, align 1
  %o3 = add nuw nsw i32 %t, 192
  %to3 = getelementptr i8, ptr addrspace(3) @half.s, i32 %o3
  store i8 %e3, ptr addrspace(3) %to3, align 1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %other = xor i32 %t, 5
  %i3 = add nuw nsw i32 %other, 192
  %from3 = getelementptr i8, ptr addrspace(3) @half.s, i32 %i3
  %l3 = load i8, ptr addrspace(3) %from3, align 1
  %i0 = add nuw nsw i32 %other, 0
  %from0 = getelementptr i8, ptr addrspace(3) @half.s, i32 %i0
  %l0 = load i8, ptr addrspace(3) %from0, align 1
  %i1 = add nuw nsw i32 %other, 64
  %from1 = getelementptr i8, ptr addrspace(3) @half.s, i32 %i1
  %l1 = load i8, ptr addrspace(3) %from1, align 1
  %i2 = add nuw nsw i32 %other, 128
  %from2 = getelementptr i8, ptr addrspace(3) @half.s, i32 %i2
  %l2 = load i8, ptr addrspace(3) %from2, align 1
  %w0 = insertelement <8 x i8> poison, i8 %l3, i32 3
  %w1 = insertelement <8 x i8> %w0, i8 %l0, i32 0
  %w2 = insertelement <8 x i8> %w1, i8 %l1, i32 1
  %w3 = insertelement <8 x i8> %w2, i8 %l2, i32 2
  %w4 = insertelement <8 x i8> %w3, i8 4, i32 4
  %w5 = insertelement <8 x i8> %w4, i8 5, i32 5
  %w6 = insertelement <8 x i8> %w5, i8 6, i32 6
  %w7 = insertelement <8 x i8> %w6, i8 7, i32 7
  %q = getelementptr <8 x i8>, ptr addrspace(1) %out, i32 %t
  store <8 x i8> %w7, ptr addrspace(1) %q, align 4
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" "target-cpu"="gfx942" }
