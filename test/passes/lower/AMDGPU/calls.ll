; The same on AMD: waves of 64 lanes, strings in the constant address space, and
; an element type that is not a word.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --input-file=%t.ll --check-prefix=NONE
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256
; RUN: %f2opt -passes='f2layout,f2layout' -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 256
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=GCN
; RUN: %if before-codegen %{ %llc -load-pass-plugin=%plugin -mcpu=gfx942 %s -o - | FileCheck %s --check-prefix=GCN %}
; GCN-LABEL: swap:
; GCN: quad_perm
; GCN-LABEL: buffer:
; GCN: ds_write_b128

; NONE-NOT: @f2.
; NONE-NOT: addrspace(4) constant

; CHECK: @across.f2.scratch = internal unnamed_addr addrspace(3) global

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@quads = private unnamed_addr addrspace(4) constant [86 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64],[128]], warp=[[256],[512]] -> [1024]\00"
@quads_swapped = private unnamed_addr addrspace(4) constant [86 x i8] c"register=[[1],[4]], lane=[[2],[8],[16],[32],[64],[128]], warp=[[256],[512]] -> [1024]\00"
@columns = private unnamed_addr addrspace(4) constant [86 x i8] c"register=[[256],[512]], lane=[[1],[2],[4],[8],[16],[32]], warp=[[64],[128]] -> [1024]\00"
@plain = private unnamed_addr addrspace(4) constant [68 x i8] c"offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256],[512]] -> [1024]\00"
@tile = internal addrspace(3) global [1024 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare <4 x i32> @f2.convert.v4i32(<4 x i32>, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x bfloat> @f2.convert.v4bf16(<4 x bfloat>, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x double> @f2.convert.v4f64(<4 x double>, ptr addrspace(4), ptr addrspace(4)) #1
declare void @f2.store.v4i32(ptr addrspace(3), <4 x i32>, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x i32> @f2.load.v4i32(ptr addrspace(3), ptr addrspace(4), ptr addrspace(4)) #1

; CHECK-LABEL: @swap(
; CHECK: update.dpp
; CHECK-NOT: s.barrier
; CHECK: ret void
define amdgpu_kernel void @swap(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr addrspace(4) @quads, ptr addrspace(4) @quads_swapped)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @across(
; CHECK: store {{.*}}addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: load {{.*}}addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: store {{.*}}addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: load {{.*}}addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @across(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x bfloat>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x bfloat>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x bfloat>, ptr addrspace(1) %p
  %z = call <4 x bfloat> @f2.convert.v4bf16(<4 x bfloat> %x, ptr addrspace(4) @quads, ptr addrspace(4) @columns)
  %y = call <4 x bfloat> @f2.convert.v4bf16(<4 x bfloat> %z, ptr addrspace(4) @columns, ptr addrspace(4) @quads)
  store <4 x bfloat> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @wide(
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: ret void
define amdgpu_kernel void @wide(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x double>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x double>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x double>, ptr addrspace(1) %p
  %y = call <4 x double> @f2.convert.v4f64(<4 x double> %x, ptr addrspace(4) @quads, ptr addrspace(4) @columns)
  store <4 x double> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @buffer(
; CHECK: store <4 x i32> {{.*}}, ptr addrspace(3) {{.*}}, align 16
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK-COUNT-4: load i32, ptr addrspace(3)
; CHECK-NOT: s.barrier
; CHECK: ret void
define amdgpu_kernel void @buffer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  call void @f2.store.v4i32(ptr addrspace(3) @tile, <4 x i32> %x, ptr addrspace(4) @quads, ptr addrspace(4) @plain)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %y = call <4 x i32> @f2.load.v4i32(ptr addrspace(3) @tile, ptr addrspace(4) @columns, ptr addrspace(4) @plain)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
