; Both versions of a kernel share its variables on the stack, which stay in the
; entry block. Elsewhere they would be allocated at run time.
; RUN: %f2opt -passes=f2layout-reroute -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 16,16
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 8,16

; CHECK: f2.dispatch:
; CHECK-NEXT: alloca i32
; CHECK-NOT: alloca
; CHECK: br i1
; CHECK-NOT: alloca

target datalayout = "A5"
target triple = "amdgcn-amd-amdhsa"

@conflicts_tile = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %mine = alloca i32, addrspace(5)
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %line = mul i32 %y, 16
  %t = add i32 %line, %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %first = load i32, ptr addrspace(1) %i
  store volatile i32 %first, ptr addrspace(5) %mine
  %v = load volatile i32, ptr addrspace(5) %mine
  %row = mul i32 %y, 16
  %w = add i32 %row, %x
  %s = getelementptr i32, ptr addrspace(3) @conflicts_tile, i32 %w
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %column = mul i32 %x, 16
  %r = add i32 %column, %y
  %l = getelementptr i32, ptr addrspace(3) @conflicts_tile, i32 %r
  %u = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %u, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" }
