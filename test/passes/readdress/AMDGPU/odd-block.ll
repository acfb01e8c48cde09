; Blocks whose size is no product of the usual ones: 49, 9, 50 and 100 threads.
; Every pass finds a shape to price accesses for.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %s %t.after.ll --kernel of49 --block 7,7
; RUN: %f2sim --equal %s %t.after.ll --kernel of100 --block 10,10

; CHECK: @of49(
; CHECK: @of100(
; BANKS: of49
; BANKS: of100

target triple = "amdgcn-amd-amdhsa"

@a = internal addrspace(3) global [1024 x i8] undef, align 4
@b = internal addrspace(3) global [1024 x i32] undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @of49(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="49,49" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul i32 %y, 32
  %w = add i32 %row, %x
  %i = getelementptr i8, ptr addrspace(1) %in, i32 %w
  %v = load i8, ptr addrspace(1) %i
  %s = getelementptr i8, ptr addrspace(3) @a, i32 %w
  store i8 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %column = mul i32 %x, 32
  %r = add i32 %column, %y
  %l = getelementptr i8, ptr addrspace(3) @a, i32 %r
  %u = load i8, ptr addrspace(3) %l
  %o = getelementptr i8, ptr addrspace(1) %out, i32 %w
  store i8 %u, ptr addrspace(1) %o
  ret void
}

define amdgpu_kernel void @of100(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="100,100" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul i32 %y, 32
  %w = add i32 %row, %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %w
  %v = load i32, ptr addrspace(1) %i
  %s = getelementptr i32, ptr addrspace(3) @b, i32 %w
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %column = mul i32 %x, 32
  %r = add i32 %column, %y
  %l = getelementptr i32, ptr addrspace(3) @b, i32 %r
  %u = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %w
  store i32 %u, ptr addrspace(1) %o
  ret void
}
