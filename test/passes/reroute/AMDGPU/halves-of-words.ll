; Halves of two words make one word: what the plan keeps is neither of the two.
; Nothing is frozen here, so that both are traced through the word they make.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 256

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [512 x i16] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @loaded(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @loaded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = add i32 %t, 256
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x = load i32, ptr addrspace(1) %px, !noundef !0
  %y = load i32, ptr addrspace(1) %py, !noundef !0
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %z = load i32, ptr addrspace(3) %s0, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @put_together(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @put_together(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = add i32 %t, 256
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x = load i32, ptr addrspace(1) %px, !noundef !0
  %y = load i32, ptr addrspace(1) %py, !noundef !0
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l0 = load i16, ptr addrspace(3) %s0, align 2
  %l1 = load i16, ptr addrspace(3) %s1, align 2
  %z0 = zext i16 %l0 to i32
  %z1 = zext i16 %l1 to i32
  %zs = shl i32 %z1, 16
  %z = or disjoint i32 %z0, %zs
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @computed(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @computed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = add i32 %t, 256
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x = mul i32 %t, 1640531527
  %y = xor i32 %x, 123456789
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %z = load i32, ptr addrspace(3) %s0, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @frozen(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @frozen(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = add i32 %t, 256
  %px = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %py = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %x0 = load i32, ptr addrspace(1) %px
  %y0 = load i32, ptr addrspace(1) %py
  %x = freeze i32 %x0
  %y = freeze i32 %y0
  %xh = lshr i32 %x, 16
  %e0 = trunc i32 %xh to i16
  %e1 = trunc i32 %y to i16
  %i0 = shl i32 %t, 1
  %i1 = or disjoint i32 %i0, 1
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %i0
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %i1
  store i16 %e0, ptr addrspace(3) %s0, align 2
  store i16 %e1, ptr addrspace(3) %s1, align 2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %z = load i32, ptr addrspace(3) %s0, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="gfx942" }

!0 = !{}
!1 = !{i32 256, i32 1, i32 1}
