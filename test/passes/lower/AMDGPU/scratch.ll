; Functions that may be in one call chain share one scratch array, and wait for
; each other; the array uses the space that a kernel and its callees leave.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --quiet
; RUN: %llc -mcpu=gfx1100 %t.ll -o %t.s


target triple = "amdgcn-amd-amdhsa"

@quads = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@columns = private unnamed_addr constant [79 x i8] c"register=[[128],[256]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [512]\00"
@large = internal addrspace(3) global [64384 x i8] poison, align 16

; CHECK-DAG: @f2.scratch = internal unnamed_addr addrspace(3) global [2048 x i8]
; CHECK-DAG: @alone.f2.scratch = internal unnamed_addr addrspace(3) global [2048 x i8]
; CHECK-DAG: @beside.f2.scratch = internal unnamed_addr addrspace(3) global [1024 x i8]
; CHECK-NOT: f2.scratch = 

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare <4 x i32> @f2.convert.v4i32(<4 x i32>, ptr, ptr) convergent nocallback nounwind

; After calling itself, which has just used the scratch, it waits.
; CHECK-LABEL: define internal <4 x i32> @again(
; CHECK: call <4 x i32> @again(
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK: getelementptr {{.*}} @f2.scratch,
define internal <4 x i32> @again(<4 x i32> %x, i32 %n) noinline convergent "f2layout-block"="128,1,1" "target-cpu"="gfx1100" {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %more
more:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m = sub i32 %n, 1
  %r = call <4 x i32> @again(<4 x i32> %x, i32 %m)
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %r, ptr @quads, ptr @columns)
  ret <4 x i32> %y
end:
  ret <4 x i32> %x
}

define internal <4 x i32> @other(<4 x i32> %x) noinline convergent "f2layout-block"="128,1,1" "target-cpu"="gfx1100" {
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @columns, ptr @quads)
  ret <4 x i32> %y
}

define internal <4 x i32> @by_way_of(<4 x i32> %x) noinline convergent "target-cpu"="gfx1100" {
  %y = call <4 x i32> @other(<4 x i32> %x)
  ret <4 x i32> %y
}

; Alternates between two functions and a conversion of its own.
; CHECK-LABEL: define amdgpu_kernel void @calls(
; CHECK: call <4 x i32> @again(
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: getelementptr {{.*}} @f2.scratch,
; CHECK: call <4 x i32> @by_way_of(
define amdgpu_kernel void @calls(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx1100" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %a = call <4 x i32> @again(<4 x i32> %x, i32 3)
  %b = call <4 x i32> @f2.convert.v4i32(<4 x i32> %a, ptr @columns, ptr @quads)
  %c = call <4 x i32> @by_way_of(<4 x i32> %b)
  store <4 x i32> %c, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @alone(
; CHECK: getelementptr {{.*}} @alone.f2.scratch,
define amdgpu_kernel void @alone(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx1100" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

define internal void @fill(i32 %t) noinline "target-cpu"="gfx1100" {
  %p = getelementptr i8, ptr addrspace(3) @large, i32 %t
  store i8 1, ptr addrspace(3) %p
  ret void
}

; A callee's array leaves 1152 bytes.
; CHECK-LABEL: define amdgpu_kernel void @beside(
define amdgpu_kernel void @beside(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx1100" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  call void @fill(i32 %t)
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}
