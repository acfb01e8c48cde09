; Reads of the block's size and of thread indices, where the shape is promised:
; implicit arguments, the dispatch packet, and the device library.
; RUN: %f2opt -passes=f2layout-block-size -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel arguments --block 32,8 --grid 2,2
; RUN: %f2sim --equal %s %t.ll --kernel packet --block 32,8 --grid 2,2
; RUN: %f2sim --equal %s %t.ll --kernel last_by_threads --block 32,8 --grid 2,2
; RUN: %f2opt -passes='f2layout-block-size<block=64x2>' -S %s | FileCheck %s --check-prefix=OPTION

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare i32 @llvm.umin.i32(i32, i32)
declare i64 @__ockl_get_local_size(i32)
declare i64 @__ockl_get_local_id(i32)

; CHECK-LABEL: @arguments(
; CHECK: call range(i32 0, 32) i32 @llvm.amdgcn.workitem.id.x()
; CHECK: zext i16 32 to i32
; CHECK: zext i16 8 to i32
define amdgpu_kernel void @arguments(ptr addrspace(1) %p) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 12
  %py = getelementptr i8, ptr addrspace(4) %i, i64 14
  %nx16 = load i16, ptr addrspace(4) %px
  %nx = zext i16 %nx16 to i32
  %ny16 = load i16, ptr addrspace(4) %py
  %ny = zext i16 %ny16 to i32
  %t0 = mul i32 %y, %nx
  %t = add i32 %t0, %x
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %ny, ptr addrspace(1) %q
  ret void
}

; Blocks of one row: the other indices are 0.
; CHECK-LABEL: @packet(
; CHECK: call i32 @llvm.amdgcn.workitem.id.x()
; OPTION-LABEL: @packet(
; OPTION: call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.x()
; OPTION: zext i16 64 to i32
define amdgpu_kernel void @packet(ptr addrspace(1) %p) #1 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %i = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 4
  %nx16 = load i16, ptr addrspace(4) %px
  %nx = zext i16 %nx16 to i32
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %nx
  ret void
}

; CHECK-LABEL: @library(
; CHECK-NEXT: call i64 @__ockl_get_local_id(i32 0)
; CHECK-NEXT: add i64 32, 0
; CHECK-NEXT: ret void
define amdgpu_kernel void @library(ptr addrspace(1) %p) #0 {
  %x = call i64 @__ockl_get_local_id(i32 0)
  %z = call i64 @__ockl_get_local_id(i32 2)
  %n = call i64 @__ockl_get_local_size(i32 0)
  %m = add i64 %n, %z
  ret void
}

; The device library asks whether the block is a smaller one at the end of the
; grid: by the threads of the grid, or by the number of whole blocks.
; CHECK-LABEL: @last_by_threads(
; CHECK-NOT: umin
; CHECK: mul i32 32, 8
define amdgpu_kernel void @last_by_threads(ptr addrspace(1) %p) #0 {
  %i = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 4
  %nx16 = load i16, ptr addrspace(4) %px
  %nx = zext i16 %nx16 to i32
  %gx = getelementptr i8, ptr addrspace(4) %i, i64 12
  %tx = load i32, ptr addrspace(4) %gx
  %bx = call i32 @llvm.amdgcn.workgroup.id.x()
  %before.x = mul i32 %bx, %nx
  %rest.x = sub i32 %tx, %before.x
  %sx = call i32 @llvm.umin.i32(i32 %rest.x, i32 %nx)
  %py = getelementptr i8, ptr addrspace(4) %i, i64 6
  %ny16 = load i16, ptr addrspace(4) %py
  %ny = zext i16 %ny16 to i32
  %gy = getelementptr i8, ptr addrspace(4) %i, i64 16
  %ty = load i32, ptr addrspace(4) %gy
  %by = call i32 @llvm.amdgcn.workgroup.id.y()
  %before.y = mul i32 %ny, %by
  %rest.y = sub i32 %ty, %before.y
  %sy = call i32 @llvm.umin.i32(i32 %ny, i32 %rest.y)
  %s = mul i32 %sx, %sy
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %s
  store i32 %s, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @last_by_blocks(
; CHECK-NOT: icmp
; CHECK: select i1 true, i64 6, i64 9
; CHECK: select i1 true, i64 7, i64 10
define amdgpu_kernel void @last_by_blocks(ptr addrspace(1) %p) #0 {
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %bx = call i32 @llvm.amdgcn.workgroup.id.x()
  %cx = load i32, ptr addrspace(4) %i
  %whole.x = icmp ult i32 %bx, %cx
  %ox = select i1 %whole.x, i64 6, i64 9
  %px = getelementptr i16, ptr addrspace(4) %i, i64 %ox
  %nx = load i16, ptr addrspace(4) %px
  %by = call i32 @llvm.amdgcn.workgroup.id.y()
  %jy = getelementptr i8, ptr addrspace(4) %i, i64 4
  %cy = load i32, ptr addrspace(4) %jy
  %whole.y = icmp ugt i32 %cy, %by
  %oy = select i1 %whole.y, i64 7, i64 10
  %py = getelementptr i16, ptr addrspace(4) %i, i64 %oy
  %ny = load i16, ptr addrspace(4) %py
  ret void
}

; Another dimension's, or not less.
; CHECK-LABEL: @not_last(
; CHECK: umin
; CHECK: icmp ult
; CHECK: icmp ule
define amdgpu_kernel void @not_last(ptr addrspace(1) %p) #0 {
  %i = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 4
  %nx16 = load i16, ptr addrspace(4) %px
  %nx = zext i16 %nx16 to i32
  %gx = getelementptr i8, ptr addrspace(4) %i, i64 16
  %tx = load i32, ptr addrspace(4) %gx
  %bx = call i32 @llvm.amdgcn.workgroup.id.x()
  %before.x = mul i32 %bx, %nx
  %rest.x = sub i32 %tx, %before.x
  %sx = call i32 @llvm.umin.i32(i32 %rest.x, i32 %nx)
  %j = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %cx = load i32, ptr addrspace(4) %j
  %by = call i32 @llvm.amdgcn.workgroup.id.y()
  %a = icmp ult i32 %by, %cx
  %b = icmp ule i32 %bx, %cx
  ret void
}

; The last block of a grid may be smaller (OpenCL).
; CHECK-LABEL: @not_uniform(
; CHECK: load i16
; CHECK: ret void
define amdgpu_kernel void @not_uniform(ptr addrspace(1) %p) #2 {
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 12
  %nx16 = load i16, ptr addrspace(4) %px
  %nx = zext i16 %nx16 to i32
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" "f2layout-block"="32,8,1" }
attributes #1 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" }
attributes #2 = { "target-cpu"="gfx942" "f2layout-block"="32,8,1" }
