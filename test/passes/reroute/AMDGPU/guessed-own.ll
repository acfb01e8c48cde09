; In blocks of 64x4, a thread would only keep what it has stored itself, and the
; other loads read bytes that nobody writes: the guess is probably wrong, and no
; second version of the kernel is made for it. If the shape is stated, the
; thread's own value stays in a register.
; RUN: %f2opt -passes=f2layout -S %s -o %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes='f2layout<block=64x4>' -S %s -o %t.stated.ll
; RUN: FileCheck %s --input-file=%t.stated.ll --check-prefix=STATED
; RUN: %f2sim --equal %s %t.stated.ll --kernel plane --block 64,4

target triple = "amdgcn-amd-amdhsa"

@u = internal addrspace(3) global [260 x i32] poison, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

; REMARK: 3 loads from shared array u stay, the first because threads are indexed in several dimensions
; CHECK-LABEL: @plane(
; CHECK-COUNT-3: load i32, ptr addrspace(3)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; STATED-LABEL: @plane(
; STATED-COUNT-2: load i32, ptr addrspace(3)
; STATED-NOT: load i32, ptr addrspace(3)
; STATED: ret void
define amdgpu_kernel void @plane(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = shl nuw nsw i32 %y, 6
  %t = add nuw nsw i32 %row, %x
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %from, align 4
  %own = getelementptr i32, ptr addrspace(3) @u, i32 %t
  store i32 %v, ptr addrspace(3) %own, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %a = load i32, ptr addrspace(3) %own, align 4
  %four = getelementptr i8, ptr addrspace(3) %own, i32 16
  %b = load i32, ptr addrspace(3) %four, align 4
  %three = getelementptr i8, ptr addrspace(3) %own, i32 12
  %c = load i32, ptr addrspace(3) %three, align 4
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %abc, ptr addrspace(1) %to, align 4
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
