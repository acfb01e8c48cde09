; Scans digit by digit: registers, then lanes, then warps, in the order of the
; position. A layout in which bits move in two dimensions is converted first.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=64>' -S %s -o %t.small.ll
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=8>' -S %s -o %t.tiny.ll
; RUN: %f2sim --equal %s %t.tiny.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=64;no-shuffle>' -S %s -o %t.moves.ll
; RUN: %f2sim --equal %s %t.moves.ll --kernels all --block 128

; REMARK-DAG: remark: {{.*}}: reduce by fadd of 4 x float became
; REMARK-DAG: remark: {{.*}}: scan by fadd of 4 x float became 6 shuffles, 1 store, 3 loads, 1 block barrier: 
; REMARK-DAG: remark: {{.*}}: scan by add of 8 x i32 became
; REMARK-DAG: remark: {{.*}}: scan by fmax of 4 x half became

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@row = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@sum = private unnamed_addr constant [50 x i8] c"lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]] -> [1]\00"
@repeats = private unnamed_addr constant [105 x i8] c"register=[[0,1],[0,256],[1,0]], lane=[[0,2],[0,4],[0,8],[0,16],[0,32]], warp=[[0,64],[0,128]] -> [2,512]\00"
@swizzled = private unnamed_addr constant [92 x i8] c"register=[[1,0],[2,1]], lane=[[0,1],[4,2],[0,4],[8,8],[0,2]], warp=[[0,0],[0,8]] -> [16,16]\00"
@copied = private unnamed_addr constant [72 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]], warp=[[32],[64]] -> [128]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @f2.reduce.fadd.f32.v4f32(<4 x float>, i32, ptr, ptr) #1
declare <4 x float> @f2.scan.fadd.v4f32(<4 x float>, i32, i1, i1, ptr) #1
declare <8 x i32> @f2.scan.add.v8i32(<8 x i32>, i32, i1, i1, ptr) #1
declare double @f2.reduce.fmax.f64.v2f64(<2 x double>, i32, ptr, ptr) #1
declare <2 x double> @f2.scan.fmax.v2f64(<2 x double>, i32, i1, i1, ptr) #1
declare <4 x half> @f2.scan.fmax.v4f16(<4 x half>, i32, i1, i1, ptr) #1

; A sum and running sums of the same elements: both use the scratch, and the
; second one waits for the first.
; CHECK-LABEL: @sum_and_cumsum(
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK: barrier.cta.sync
; CHECK: addrspace(3)
; CHECK: barrier.cta.sync
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK: barrier.cta.sync
; CHECK: load {{.*}} addrspace(3)
; CHECK: ret void
define ptx_kernel void @sum_and_cumsum(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x float>, ptr %in, i32 %t
  %x = load <4 x float>, ptr %p
  %s = call float @f2.reduce.fadd.f32.v4f32(<4 x float> %x, i32 0, ptr @row, ptr @sum)
  %r = call <4 x float> @f2.scan.fadd.v4f32(<4 x float> %x, i32 0, i1 false, i1 false, ptr @row)
  %v = insertelement <4 x float> poison, float %s, i32 0
  %w = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> zeroinitializer
  %y = fsub <4 x float> %w, %r
  %q = getelementptr <4 x float>, ptr %out, i32 %t
  store <4 x float> %y, ptr %q
  ret void
}

; From the last element to the first, and a tile that repeats in registers.
; CHECK-LABEL: @reverse(
; CHECK-NOT: f2.scan
; CHECK: ret void
define ptx_kernel void @reverse(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <8 x i32>, ptr %in, i32 %t
  %x = load <8 x i32>, ptr %p
  %y = call <8 x i32> @f2.scan.add.v8i32(<8 x i32> %x, i32 1, i1 true, i1 false, ptr @repeats)
  %q = getelementptr <8 x i32>, ptr %out, i32 %t
  store <8 x i32> %y, ptr %q
  ret void
}

; CHECK-LABEL: @anywhere(
; CHECK-NOT: f2.scan
; CHECK: ret void
define ptx_kernel void @anywhere(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, 95
  %p = getelementptr <4 x half>, ptr %in, i32 %l
  %x = load <4 x half>, ptr %p
  %y = call <4 x half> @f2.scan.fmax.v4f16(<4 x half> %x, i32 0, i1 false, i1 true, ptr @swizzled)
  %q = getelementptr <4 x half>, ptr %out, i32 %t
  store <4 x half> %y, ptr %q
  ret void
}

; Without shuffles and with little scratch, the scan moves elements to another
; layout and back, and among warps in between: its first use of the scratch waits
; for the reduction before it.
; CHECK-LABEL: @after_reduction(
; CHECK-NOT: f2.scan
; CHECK: ret void
define ptx_kernel void @after_reduction(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = and i32 %t, 64
  %l = and i32 %t, 31
  %c = lshr i32 %t, 1
  %d = and i32 %c, 16
  %e = xor i32 %l, %d
  %f = lshr i32 %w, 1
  %n = or i32 %e, %f
  %p = getelementptr <2 x double>, ptr %in, i32 %n
  %x = load <2 x double>, ptr %p
  %s = call double @f2.reduce.fmax.f64.v2f64(<2 x double> %x, i32 0, ptr @copied, ptr @sum)
  %r = call <2 x double> @f2.scan.fmax.v2f64(<2 x double> %x, i32 0, i1 false, i1 true, ptr @copied)
  %v = insertelement <2 x double> %r, double %s, i32 0
  %q = getelementptr <2 x double>, ptr %out, i32 %t
  store <2 x double> %v, ptr %q
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { convergent nocallback nounwind }
