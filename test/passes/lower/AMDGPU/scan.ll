; Scans on waves of 64 lanes: elements of 16 bits are combined in pairs, and the
; last lane stores what the other wave gets.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=64>' -S %s -o %t.small.ll
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128

; REMARK-DAG: remark: {{.*}}: scan by fadd of 4 x float became 7 shuffles, {{.*}} (in sums)
; REMARK-DAG: remark: {{.*}}: scan by fadd of 2 x half became {{.*}} (in pairs)

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@line = private unnamed_addr addrspace(4) constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64],[128]], warp=[[256]] -> [512]\00"
@rows = private unnamed_addr addrspace(4) constant [89 x i8] c"register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], warp=[[0,64]] -> [2,128]\00"

declare i32 @llvm.amdgcn.workitem.id.x()
declare <4 x float> @f2.scan.fadd.v4f32(<4 x float>, i32, i1, i1, ptr addrspace(4)) #1
declare <2 x half> @f2.scan.fadd.v2f16(<2 x half>, i32, i1, i1, ptr addrspace(4)) #1

; CHECK-LABEL: @sums(
; CHECK: icmp eq i32 %{{.*}}, 63
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: load {{.*}} addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @sums(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x float>, ptr addrspace(1) %p
  %y = call <4 x float> @f2.scan.fadd.v4f32(<4 x float> %x, i32 0, i1 false, i1 false, ptr addrspace(4) @line)
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @pairs(
; CHECK: fadd <2 x half>
; CHECK-NOT: fadd half
; CHECK: ret void
define amdgpu_kernel void @pairs(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <2 x half>, ptr addrspace(1) %in, i32 %t
  %x = load <2 x half>, ptr addrspace(1) %p
  %y = call <2 x half> @f2.scan.fadd.v2f16(<2 x half> %x, i32 1, i1 true, i1 true, ptr addrspace(4) @rows)
  %q = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %t
  store <2 x half> %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" "amdgpu-flat-work-group-size"="128,128" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" }
