; Reductions and scans on waves of 64 and of 32 lanes: moves within rows of 16
; lanes are DPP, others go through the LDS pipe or permlanes.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=64>' -S %s -o %t.small.ll
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128
; RUN: %llc %t.ll -o - | FileCheck %s --check-prefix=GCN
; GCN-LABEL: sum64:
; GCN: v_add_f32_dpp
; GCN: s_barrier
; GCN-LABEL: rows32:
; GCN: row_xmask

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@line64 = private unnamed_addr addrspace(4) constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64],[128]], warp=[[256]] -> [512]\00"
@sum = private unnamed_addr addrspace(4) constant [42 x i8] c"lane=[[],[],[],[],[],[]], warp=[[]] -> []\00"
@tile32 = private unnamed_addr addrspace(4) constant [93 x i8] c"register=[[1,0],[0,1]], lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], warp=[[0,16],[0,32]] -> [8,64]\00"
@each32 = private unnamed_addr addrspace(4) constant [66 x i8] c"register=[[1]], lane=[[0],[0],[0],[2],[4]], warp=[[0],[0]] -> [8]\00"

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @f2.reduce.fadd.f32.v4f32(<4 x float>, i32, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x float> @f2.scan.fadd.v4f32(<4 x float>, i32, i1, i1, ptr addrspace(4)) #1
declare <2 x i64> @f2.reduce.umin.v2i64.v4i64(<4 x i64>, i32, ptr addrspace(4), ptr addrspace(4)) #1
declare <4 x i64> @f2.scan.umin.v4i64(<4 x i64>, i32, i1, i1, ptr addrspace(4)) #1

; CHECK-LABEL: @sum64(
; CHECK-COUNT-3: fadd float
; CHECK: call i32 @llvm.amdgcn.update.dpp
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: load {{.*}} addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @sum64(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x float>, ptr addrspace(1) %p
  %s = call float @f2.reduce.fadd.f32.v4f32(<4 x float> %x, i32 0, ptr addrspace(4) @line64, ptr addrspace(4) @sum)
  %q = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %s, ptr addrspace(1) %q
  ret void
}

define amdgpu_kernel void @running64(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x float>, ptr addrspace(1) %p
  %s = call <4 x float> @f2.scan.fadd.v4f32(<4 x float> %x, i32 0, i1 true, i1 true, ptr addrspace(4) @line64)
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %s, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @rows32(
; CHECK: call i64 @llvm.umin.i64
; CHECK-NOT: @f2.
; CHECK: ret void
define amdgpu_kernel void @rows32(ptr addrspace(1) %in, ptr addrspace(1) %out) #2 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i64>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i64>, ptr addrspace(1) %p
  %r = call <4 x i64> @f2.scan.umin.v4i64(<4 x i64> %x, i32 1, i1 false, i1 false, ptr addrspace(4) @tile32)
  %s = call <2 x i64> @f2.reduce.umin.v2i64.v4i64(<4 x i64> %x, i32 1, ptr addrspace(4) @tile32, ptr addrspace(4) @each32)
  %u = shufflevector <2 x i64> %s, <2 x i64> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %y = add <4 x i64> %r, %u
  %q = getelementptr <4 x i64>, ptr addrspace(1) %out, i32 %t
  store <4 x i64> %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" "amdgpu-flat-work-group-size"="128,128" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" }
