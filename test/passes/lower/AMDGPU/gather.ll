; The same on AMD, at once and window by window, on waves of 64 and of 32 lanes.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=1000>' -S %s -o %t.small.ll
; RUN: FileCheck %s --input-file=%t.small.ll --check-prefix=SMALL
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %llc %t.ll -o - | FileCheck %s --check-prefix=GCN
; RUN: %if before-codegen %{ %llc -load-pass-plugin=%plugin %s -o - | FileCheck %s --check-prefix=GCN %}
; GCN-LABEL: waves64:
; GCN: ds_write{{.*}}_b64
; GCN: s_barrier
; GCN: ds_read{{.*}}_b64

; CHECK: @waves64.f2.scratch = internal unnamed_addr addrspace(3) global [2048 x i8] poison, align 8
; SMALL: @waves64.f2.scratch = internal unnamed_addr addrspace(3) global [512 x i8] poison, align 8

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@table64 = private unnamed_addr addrspace(4) constant [73 x i8] c"register=[[128]], lane=[[1],[2],[4],[8],[16],[32]], warp=[[64]] -> [256]\00"
@wanted64 = private unnamed_addr addrspace(4) constant [55 x i8] c"lane=[[32],[16],[8],[4],[2],[1]], warp=[[64]] -> [128]\00"
@table32 = private unnamed_addr addrspace(4) constant [92 x i8] c"register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8],[4,0]], warp=[[0,0],[8,0]] -> [16,16]\00"
@wanted32 = private unnamed_addr addrspace(4) constant [85 x i8] c"register=[[1,0]], lane=[[2,0],[4,0],[8,0],[0,1],[0,2]], warp=[[0,0],[0,4]] -> [16,8]\00"

declare i32 @llvm.amdgcn.workitem.id.x()
declare <1 x double> @f2.gather.v1f64.v2f64(<2 x double>, <1 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #1
declare <2 x i8> @f2.gather.v2i8.v4i8(<4 x i8>, <2 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #1

; CHECK-LABEL: @waves64(
; CHECK: and i32 {{.*}}, 255
; CHECK-COUNT-2: store i64 {{.*}}addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: load i64, ptr addrspace(3)
; CHECK-NOT: barrier
; CHECK: ret void
; SMALL-LABEL: @waves64(
; SMALL: f2.window:
; SMALL: icmp eq i32 {{.*}}, 4
define amdgpu_kernel void @waves64(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <2 x double>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <1 x double>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <1 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <2 x double>, ptr addrspace(1) %p
  %i = load <1 x i32>, ptr addrspace(1) %n
  %y = call <1 x double> @f2.gather.v1f64.v2f64(<2 x double> %x, <1 x i32> %i, i32 0, ptr addrspace(4) @table64, ptr addrspace(4) @wanted64)
  store <1 x double> %y, ptr addrspace(1) %q
  ret void
}

; If two waves hold the same elements, one stores them.
; CHECK-LABEL: @waves32(
; CHECK: and i32 {{.*}}, 32
; CHECK: br i1
; CHECK: store <4 x i8> {{.*}}addrspace(3)
; CHECK-NOT: store
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK-COUNT-2: load i8, ptr addrspace(3)
define amdgpu_kernel void @waves32(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #2 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %high = lshr i32 %t, 1
  %high32 = and i32 %high, 32
  %low = and i32 %t, 31
  %copy = or i32 %high32, %low
  %p = getelementptr <4 x i8>, ptr addrspace(1) %in, i32 %copy
  %q = getelementptr <2 x i8>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <2 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <4 x i8>, ptr addrspace(1) %p
  %i = load <2 x i32>, ptr addrspace(1) %n
  %y = call <2 x i8> @f2.gather.v2i8.v4i8(<4 x i8> %x, <2 x i32> %i, i32 1, ptr addrspace(4) @table32, ptr addrspace(4) @wanted32)
  store <2 x i8> %y, ptr addrspace(1) %q
  ret void
}
attributes #0 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent nounwind "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" }
