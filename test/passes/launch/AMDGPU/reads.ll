; RUN: split-file %s %t
; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %t/v6.ll 2>&1 | FileCheck %t/v6.ll
; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %t/v4.ll 2>&1 | FileCheck %t/v4.ll

;--- v6.ll
; Code object version 5 and later: the block size is an implicit argument.
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: launch of @intrinsics
; CHECK: {{^ +}}reads: x y z
; CHECK: ThreadIndex 1: {{.*}}workitem.id.y
; CHECK: BlockIndex 0: {{.*}}workgroup.id.x
; CHECK: WarpSize 0: {{.*}}wavefrontsize
; CHECK: BlockSize 0: {{.*}} load i16, ptr addrspace(4) %px
; CHECK: BlockSize 2: {{.*}} load i16, ptr addrspace(4) %pz
; CHECK: GridSize 1: {{.*}} load i32, ptr addrspace(4) %gy
; CHECK: BlockSize 1: {{.*}} load i16, ptr addrspace(4) %qy
; CHECK-NEXT: launch of
define amdgpu_kernel void @intrinsics() "uniform-work-group-size"="true" {
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %w = call i32 @llvm.amdgcn.wavefrontsize()
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 12
  %x = load i16, ptr addrspace(4) %px
  %p = getelementptr i8, ptr addrspace(4) %i, i64 8
  %pz = getelementptr [4 x i16], ptr addrspace(4) %p, i64 1
  %z = load i16, ptr addrspace(4) %pz
  %gy = getelementptr i32, ptr addrspace(4) %i, i64 1
  %g = load i32, ptr addrspace(4) %gy
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %qy = getelementptr i8, ptr addrspace(4) %d, i64 6
  %q = load i16, ptr addrspace(4) %qy
  ; A remainder, a grid size in threads, half a field: none of them is read.
  %pr = getelementptr i8, ptr addrspace(4) %i, i64 18
  %r = load i16, ptr addrspace(4) %pr
  %pt = getelementptr i8, ptr addrspace(4) %d, i64 12
  %t = load i32, ptr addrspace(4) %pt
  %h = load i32, ptr addrspace(4) %px
  %o = load i16, ptr addrspace(4) %i
  ret void
}

; Blocks may differ in size: the requested size is not the actual one.
; CHECK-LABEL: @ragged
; CHECK: {{^ +}}reads:{{$}}
; CHECK-NEXT: launch of
define amdgpu_kernel void @ragged() {
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 12
  %x = load i16, ptr addrspace(4) %px
  ret void
}

; Two counts make a lane number of 64, one of 32.
; CHECK-LABEL: @lane64
; CHECK: {{^ +}}reads:
; CHECK-NEXT: Lane 0: {{.*}}%hi =
; CHECK-NEXT: launch of
define amdgpu_kernel void @lane64(i32 %m) "target-cpu"="gfx942" {
  %lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %hi = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lo)
  %masked = call i32 @llvm.amdgcn.mbcnt.hi(i32 %m, i32 %lo)
  %high_only = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 0)
  ret void
}

; CHECK-LABEL: @lane32
; CHECK: {{^ +}}reads:
; CHECK-NEXT: Lane 0: {{.*}}%lo =
; CHECK-NEXT: Lane 0: {{.*}}%hi =
; CHECK-NEXT: launch of
define amdgpu_kernel void @lane32() "target-cpu"="gfx1100" {
  %lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %hi = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lo)
  %from_one = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 1)
  ret void
}

; HIP without device libraries.
; CHECK-LABEL: @library
; CHECK: {{^ +}}reads: x y
; CHECK-NEXT: ThreadIndex 0:
; CHECK-NEXT: BlockSize 1:
; CHECK-NEXT: BlockIndex 2:
; CHECK-NEXT: GridSize 0:
; CHECK-NOT: :
define amdgpu_kernel void @library(i32 %d) {
  %a = call i64 @__ockl_get_local_id(i32 0)
  %b = call i64 @__ockl_get_local_size(i32 1)
  %c = call i64 @__ockl_get_group_id(i32 2)
  %e = call i64 @__ockl_get_num_groups(i32 0)
  %f = call i64 @__ockl_get_local_id(i32 %d)
  %g = call i64 @__ockl_get_local_id(i32 3)
  %h = call i64 @__ockl_get_global_id(i32 0)
  ret void
}
declare i64 @__ockl_get_local_id(i32)
declare i64 @__ockl_get_local_size(i32)
declare i64 @__ockl_get_group_id(i32)
declare i64 @__ockl_get_num_groups(i32)
declare i64 @__ockl_get_global_id(i32)

;--- v4.ll
; Code object version 4 has other things at offset 12 of the implicit arguments.
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: launch of @implicit
; CHECK: {{^ +}}reads:{{$}}
; CHECK-NEXT: launch of @packet
define amdgpu_kernel void @implicit() "uniform-work-group-size"="true" {
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %px = getelementptr i8, ptr addrspace(4) %i, i64 12
  %x = load i16, ptr addrspace(4) %px
  ret void
}

; CHECK: {{^ +}}reads: x
; CHECK-NEXT: BlockSize 0:
define amdgpu_kernel void @packet() "uniform-work-group-size"="true" {
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %px = getelementptr i8, ptr addrspace(4) %d, i64 4
  %x = load i16, ptr addrspace(4) %px
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 400}
