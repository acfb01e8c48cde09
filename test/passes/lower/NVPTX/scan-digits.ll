; Digits of a scan's position in lanes and warps: which lane is read follows from
; constants, the last lane of a warp stores what the others get, and of the other
; warps a thread loads only what lies before or behind its own.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<no-shared;scratch=64>' -S %s -o %t.small.ll
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128

; REMARK-DAG: remark: {{.*}}: scan by fadd of 4 x float became 6 shuffles, {{.*}} (in sums)
; REMARK-DAG: remark: {{.*}}: scan by add of 4 x i32 became 5 shuffles, {{.*}} (in integers)
; REMARK-DAG: remark: {{.*}}: scan by smax of 2 x i16 became 6 shuffles, {{.*}} (in pairs)
; REMARK-DAG: remark: {{.*}}: scan by fadd of 2 x float became 0 shuffles, {{.*}} 1 block barrier: {{.*}} (in two_warps)

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@row = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@rows = private unnamed_addr constant [89 x i8] c"register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[0,64]] -> [2,128]\00"
@columns = private unnamed_addr constant [87 x i8] c"register=[[2,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[1,0],[0,32]] -> [4,64]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <4 x float> @f2.scan.fadd.v4f32(<4 x float>, i32, i1, i1, ptr) #1
declare <4 x i32> @f2.scan.add.v4i32(<4 x i32>, i32, i1, i1, ptr) #1
declare <2 x i16> @f2.scan.smax.v2i16(<2 x i16>, i32, i1, i1, ptr) #1
declare <2 x float> @f2.scan.fadd.v2f32(<2 x float>, i32, i1, i1, ptr) #1

; The last element of each thread gets the result of the lanes, and no sum of its
; own.
; CHECK-LABEL: @sums(
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 0, i32 7711)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 1, i32 7199)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 3, i32 6175)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 7, i32 4127)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 15, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %{{.*}}, i32 1, i32 0)
; CHECK: icmp eq i32 %{{.*}}, 31
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK: barrier.cta.sync
; CHECK: load {{.*}} addrspace(3)
; CHECK: ret void
define ptx_kernel void @sums(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %y = call <4 x float> @f2.scan.fadd.v4f32(<4 x float> %x, i32 0, i1 false, i1 false, ptr @row)
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %y, ptr %q
  ret void
}

; In reverse. What lies before a lane is its result without its own element.
; CHECK-LABEL: @integers(
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 1, i32 7711)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 16, i32 31)
; CHECK-NOT: shfl
; CHECK: sub i32
; CHECK: icmp eq i32 %{{.*}}, 0
; CHECK: ret void
define ptx_kernel void @integers(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr %in, i32 %t
  %x = load <4 x i32>, ptr %p
  %y = call <4 x i32> @f2.scan.add.v4i32(<4 x i32> %x, i32 0, i1 true, i1 false, ptr @row)
  %q = getelementptr <4 x i32>, ptr %out, i32 %t
  store <4 x i32> %y, ptr %q
  ret void
}

; Two lines in pairs. The maximum of an element and itself is no change, so that
; nothing is selected but what lies before the first lane.
; CHECK-LABEL: @pairs(
; CHECK: call <2 x i16> @llvm.smax.v2i16(
; CHECK-NOT: call i16 @llvm.smax.i16(
; CHECK: ret void
define ptx_kernel void @pairs(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x i16>, ptr %in, i32 %t
  %x = load <2 x i16>, ptr %p
  %y = call <2 x i16> @f2.scan.smax.v2i16(<2 x i16> %x, i32 1, i1 false, i1 true, ptr @rows)
  %q = getelementptr <2 x i16>, ptr %out, i32 %t
  store <2 x i16> %y, ptr %q
  ret void
}

; Two warps: each gets what the other one has, and no more.
; CHECK-LABEL: @two_warps(
; CHECK-COUNT-1: load <2 x i32>, ptr addrspace(3)
; CHECK-NOT: load {{.*}} addrspace(3)
; CHECK: ret void
define ptx_kernel void @two_warps(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x float>, ptr %in, i32 %t
  %x = load <2 x float>, ptr %p
  %y = call <2 x float> @f2.scan.fadd.v2f32(<2 x float> %x, i32 0, i1 false, i1 false, ptr @columns)
  %q = getelementptr <2 x float>, ptr %out, i32 %t
  store <2 x float> %y, ptr %q
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { convergent nocallback nounwind }
