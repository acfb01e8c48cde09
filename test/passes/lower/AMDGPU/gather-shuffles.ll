; The same on AMD, on waves of 64 and of 32 lanes.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<no-shuffle>' -S %s -o %t.memory.ll
; RUN: %f2sim --equal %s %t.memory.ll --kernels all --block 128
; RUN: %f2sim --equal %t.memory.ll %t.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<no-shared>' -S %s -o %t.shuffles.ll
; RUN: FileCheck %s --input-file=%t.shuffles.ll --check-prefix=HALVES
; RUN: %llc %t.shuffles.ll -o - | FileCheck %s --check-prefix=GCN-HALVES
; RUN: %f2sim --equal %s %t.shuffles.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %llc %t.O3.ll -o - | FileCheck %s --check-prefix=GCN

; REMARK: gather of 1 x float became 1 shuffle, 0 selects and 0 permutes: {{.*}} clocks per wave, through memory {{.*}} (in lanes)
; REMARK: gather of 2 x half became 1 store and 2 loads, 1 time through 512 bytes: {{.*}} by shuffles {{.*}} (in halves)
; REMARK: gather of 8 x i8 became 0 shuffles, 0 selects and 2 permutes: {{.*}} (in bytes)
; REMARK: gather of 16 x i32 became {{.*}} stores and 4 loads, 1 time through 8192 bytes: {{.*}} clocks per wave, by shuffles {{.*}} (in many)

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@rows64 = private unnamed_addr addrspace(4) constant [69 x i8] c"lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], warp=[[1,0]] -> [2,64]\00"
@bytes32 = private unnamed_addr addrspace(4) constant [101 x i8] c"register=[[1,0],[2,0],[4,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[0,64]] -> [8,128]\00"
@two32 = private unnamed_addr addrspace(4) constant [89 x i8] c"register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[0,64]] -> [2,128]\00"
@deep64 = private unnamed_addr addrspace(4) constant [107 x i8] c"register=[[1,0],[2,0],[4,0],[8,0]], lane=[[16,0],[32,0],[0,1],[0,2],[0,4],[0,8]], warp=[[0,16]] -> [64,32]\00"
@few64 = private unnamed_addr addrspace(4) constant [93 x i8] c"register=[[1,0],[2,0]], lane=[[4,0],[8,0],[0,1],[0,2],[0,4],[0,8]], warp=[[0,16]] -> [16,32]\00"
@pairs32 = private unnamed_addr addrspace(4) constant [87 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[0,8],[0,16],[0,32]], warp=[[1,0],[2,0]] -> [4,64]\00"

declare i32 @llvm.amdgcn.workitem.id.x()
declare <1 x float> @f2.gather.lanes(<1 x float>, <1 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #3
declare <2 x half> @f2.gather.halves(<2 x half>, <2 x i64>, i32, ptr addrspace(4), ptr addrspace(4)) #3
declare <2 x i8> @f2.gather.bytes(<8 x i8>, <2 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #3
declare <1 x i64> @f2.gather.crossing(<1 x i64>, <1 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #3
declare <4 x i32> @f2.gather.many(<16 x i32>, <4 x i32>, i32, ptr addrspace(4), ptr addrspace(4)) #3

; CHECK-LABEL: @lanes(
; CHECK: %[[A:.*]] = shl i32 %{{.*}}, 2
; CHECK: call i32 @llvm.amdgcn.ds.bpermute(i32 %[[A]], i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; GCN-LABEL: lanes:
; GCN: ds_bpermute_b32
define amdgpu_kernel void @lanes(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <1 x float>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <1 x float>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <1 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <1 x float>, ptr addrspace(1) %p
  %i = load <1 x i32>, ptr addrspace(1) %n
  %y = call <1 x float> @f2.gather.lanes(<1 x float> %x, <1 x i32> %i, i32 1, ptr addrspace(4) @rows64, ptr addrspace(4) @rows64)
  store <1 x float> %y, ptr addrspace(1) %q
  ret void
}

; HALVES-LABEL: @halves(
; HALVES-COUNT-2: call i32 @llvm.amdgcn.ds.bpermute
; HALVES: call i32 @llvm.fshr.i32
; HALVES: ret void
; GCN-HALVES-LABEL: halves:
; GCN-HALVES: v_alignbit_b32
define amdgpu_kernel void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #2 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <2 x half>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <2 x i64>, ptr addrspace(1) %index, i32 %t
  %x = load <2 x half>, ptr addrspace(1) %p
  %i = load <2 x i64>, ptr addrspace(1) %n
  %y = call <2 x half> @f2.gather.halves(<2 x half> %x, <2 x i64> %i, i32 1, ptr addrspace(4) @pairs32, ptr addrspace(4) @pairs32)
  store <2 x half> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @bytes(
; CHECK: call i32 @llvm.amdgcn.perm(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; GCN-LABEL: bytes:
; GCN: v_perm_b32
define amdgpu_kernel void @bytes(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #2 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <2 x i8>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <2 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %i = load <2 x i32>, ptr addrspace(1) %n
  %y = call <2 x i8> @f2.gather.bytes(<8 x i8> %x, <2 x i32> %i, i32 0, ptr addrspace(4) @bytes32, ptr addrspace(4) @two32)
  store <2 x i8> %y, ptr addrspace(1) %q
  ret void
}

; A wave of 64 lanes in which ds_bpermute reaches one half: the other half comes
; by permlane64, for both words of an element.
; CHECK-LABEL: @crossing(
; CHECK-COUNT-2: call i32 @llvm.amdgcn.permlane64.i32
; CHECK-NOT: permlane64
; CHECK: ret void
; GCN-LABEL: crossing:
; GCN: v_permlane64_b32
define amdgpu_kernel void @crossing(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <1 x i64>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <1 x i64>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <1 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <1 x i64>, ptr addrspace(1) %p
  %i = load <1 x i32>, ptr addrspace(1) %n
  %y = call <1 x i64> @f2.gather.crossing(<1 x i64> %x, <1 x i32> %i, i32 1, ptr addrspace(4) @rows64, ptr addrspace(4) @rows64)
  store <1 x i64> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @many(
; CHECK-NOT: s.barrier
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK-NOT: s.barrier
; CHECK: ret void
define amdgpu_kernel void @many(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <16 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <4 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <16 x i32>, ptr addrspace(1) %p
  %i = load <4 x i32>, ptr addrspace(1) %n
  %y = call <4 x i32> @f2.gather.many(<16 x i32> %x, <4 x i32> %i, i32 0, ptr addrspace(4) @deep64, ptr addrspace(4) @few64)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
attributes #1 = { convergent nounwind "target-cpu"="gfx1100" "target-features"="+wavefrontsize64" "amdgpu-flat-work-group-size"="128,128" }
attributes #2 = { convergent nounwind "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" }
attributes #3 = { convergent nocallback nounwind }
