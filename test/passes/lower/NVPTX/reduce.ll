; A reduction folds registers, then lanes, then warps; each partial result is
; stored once, and the results come to the registers that want them.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=64>' -S %s -o %t.small.ll
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=4>' -S %s -o %t.tiny.ll
; RUN: %f2sim --equal %s %t.tiny.ll --kernels all --block 128
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=PTX
; PTX-LABEL: .entry rows
; PTX-COUNT-5: shfl.sync.bfly
; PTX-LABEL: .entry integers
; PTX-COUNT-2: redux.sync.add.s32

; REMARK-DAG: remark: {{.*}}: reduce by fadd of 4 x float became 5 shuffles, 1 store, 1 load, 1 block barrier: 
; REMARK-DAG: remark: {{.*}}: reduce by add of 4 x i32 became 2 reductions of whole warps, 0 shuffles, 0 stores, 0 loads
; REMARK-DAG: remark: {{.*}}: reduce by smax of 1 x i32 became 1 reduction of whole warps

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@line = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@sum = private unnamed_addr constant [42 x i8] c"lane=[[],[],[],[],[]], warp=[[],[]] -> []\00"
@tile = private unnamed_addr constant [101 x i8] c"register=[[1,0],[0,1]], lane=[[0,2],[0,4],[0,8],[0,16],[0,32]], warp=[[2,0],[4,0]] -> [row:8,col:64]\00"
@each = private unnamed_addr constant [70 x i8] c"register=[[1]], lane=[[0],[0],[0],[0],[0]], warp=[[2],[4]] -> [row:8]\00"
@halves = private unnamed_addr constant [51 x i8] c"lane=[[1],[2],[4],[8],[0]], warp=[[0],[0]] -> [16]\00"
@one = private unnamed_addr constant [50 x i8] c"lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]] -> [1]\00"
@mixed = private unnamed_addr constant [98 x i8] c"register=[[1,1],[0,0],[2,3]], lane=[[0,1],[1,2],[3,4],[0,0],[0,8]], warp=[[2,16],[4,1]] -> [8,32]\00"
@wanted = private unnamed_addr constant [90 x i8] c"register=[[0,4],[0,2]], lane=[[0,1],[0,0],[0,0],[0,0],[0,4]], warp=[[0,0],[0,2]] -> [1,8]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @f2.reduce.fadd.f32.v4f32(<4 x float>, i32, ptr, ptr) #1
declare <2 x i32> @f2.reduce.add.v2i32.v4i32(<4 x i32>, i32, ptr, ptr) #1
declare i32 @f2.reduce.smax.i32(i32, i32, ptr, ptr) #1
declare <4 x half> @f2.reduce.add.v4f16.v8f16(<8 x half>, i32, ptr, ptr) #1

; Highest bits first: registers r and r + 2, then 0 and 1; lanes 16 apart, 8, 4,
; 2, 1; then four warps.
; CHECK-LABEL: @rows(
; CHECK: %[[F:.*]] = freeze <4 x float> %x
; CHECK-DAG: %[[R0:.*]] = extractelement <4 x float> %[[F]], i64 0
; CHECK-DAG: %[[R1:.*]] = extractelement <4 x float> %[[F]], i64 1
; CHECK-DAG: %[[R2:.*]] = extractelement <4 x float> %[[F]], i64 2
; CHECK-DAG: %[[R3:.*]] = extractelement <4 x float> %[[F]], i64 3
; CHECK: %[[A:.*]] = fadd float %[[R0]], %[[R2]]
; CHECK: %[[B:.*]] = fadd float %[[R1]], %[[R3]]
; CHECK: fadd float %[[A]], %[[B]]
; CHECK: shfl.sync.bfly.i32(i32 -1, i32 {{.*}}, i32 16,
; CHECK: fadd float
; CHECK: shfl.sync.bfly.i32(i32 -1, i32 {{.*}}, i32 8,
; CHECK: fadd float
; CHECK: shfl.sync.bfly.i32(i32 -1, i32 {{.*}}, i32 4,
; CHECK: shfl.sync.bfly.i32(i32 -1, i32 {{.*}}, i32 2,
; CHECK: shfl.sync.bfly.i32(i32 -1, i32 {{.*}}, i32 1,
; CHECK: fadd float
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK-NOT: store {{.*}} addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK-NOT: addrspace(3)
; CHECK-COUNT-3: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @rows(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %y = call float @f2.reduce.fadd.f32.v4f32(<4 x float> %x, i32 0, ptr @line, ptr @sum)
  %q = getelementptr float, ptr %out, i32 %t
  store float %y, ptr %q
  ret void
}

; All lanes of a warp have one row: one instruction for each.
; CHECK-LABEL: @integers(
; CHECK-COUNT-2: add i32
; CHECK-COUNT-2: call i32 @llvm.nvvm.redux.sync.add(i32 {{.*}}, i32 -1)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @integers(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr %in, i32 %t
  %x = load <4 x i32>, ptr %p
  %y = call <2 x i32> @f2.reduce.add.v2i32.v4i32(<4 x i32> %x, i32 1, ptr @tile, ptr @each)
  %q = getelementptr <2 x i32>, ptr %out, i32 %t
  store <2 x i32> %y, ptr %q
  ret void
}

; Half of the lanes have copies, which do a maximum no harm.
; CHECK-LABEL: @copies(
; CHECK: call i32 @llvm.nvvm.redux.sync.max(i32 {{.*}}, i32 -1)
; CHECK-NOT: shfl
; CHECK: ret void
define ptx_kernel void @copies(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, 15
  %p = getelementptr i32, ptr %in, i32 %l
  %x = load i32, ptr %p
  %y = call i32 @f2.reduce.smax.i32(i32 %x, i32 0, ptr @halves, ptr @one)
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %q
  ret void
}

; Bits that move in both dimensions at once, and copies in registers.
; CHECK-LABEL: @any(
; CHECK-NOT: f2.reduce
; CHECK: ret void
define ptx_kernel void @any(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, 119
  %p = getelementptr <8 x half>, ptr %in, i32 %l
  %w = load <8 x half>, ptr %p
  %x = shufflevector <8 x half> %w, <8 x half> poison, <8 x i32> <i32 0, i32 1, i32 0, i32 1, i32 4, i32 5, i32 4, i32 5>
  %y = call <4 x half> @f2.reduce.add.v4f16.v8f16(<8 x half> %x, i32 1, ptr @mixed, ptr @wanted)
  %q = getelementptr <4 x half>, ptr %out, i32 %t
  store <4 x half> %y, ptr %q
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { convergent nocallback nounwind }
