; Digits of a scan's position that change places with other bits, where that is
; cheaper than to scan them where they are.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128

; REMARK-DAG: remark: {{.*}}: scan by fadd of 32 x float became 9 shuffles, {{.*}}, 0 block barriers: {{.*}} (in many_lines)
; REMARK-DAG: remark: {{.*}}: scan by fadd of 32 x float became 96 shuffles, {{.*}}, 1 block barrier: {{.*}} (in floats)
; REMARK-DAG: remark: {{.*}}: scan by add of 32 x i32 became 2 shuffles, {{.*}}, 2 block barriers: {{.*}} (in other_order)

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@lines = private unnamed_addr constant [114 x i8] c"register=[[0,1],[0,2],[8,0],[16,0],[32,0]], lane=[[0,4],[0,8],[0,16],[0,32],[1,0]], warp=[[2,0],[4,0]] -> [64,64]\00"
@tile = private unnamed_addr constant [115 x i8] c"register=[[0,1],[0,2],[16,0],[32,0],[64,0]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]] -> [128,32]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <32 x float> @f2.scan.fadd.v32f32(<32 x float>, i32, i1, i1, ptr) #1
declare <32 x i32> @f2.scan.add.v32i32(<32 x i32>, i32, i1, i1, ptr) #1

; Eight lines in sixteen lanes each: three of the four bits of lanes change places
; with those of the lines, within the warp, so that one shuffle is left for them.
; CHECK-LABEL: @many_lines(
; CHECK: store {{.*}} addrspace(3)
; CHECK: call void @llvm.nvvm.bar.warp.sync(
; CHECK: load {{.*}} addrspace(3)
; CHECK-COUNT-1: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 0, i32 5919)
; CHECK: call void @llvm.nvvm.bar.warp.sync(
; CHECK-COUNT-8: call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %{{.*}}, i32 1, i32 4096)
; CHECK-NOT: shfl
; CHECK: ret void
define ptx_kernel void @many_lines(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <32 x float>, ptr %in, i32 %t
  %x = load <32 x float>, ptr %p
  %y = call <32 x float> @f2.scan.fadd.v32f32(<32 x float> %x, i32 1, i1 false, i1 false, ptr @lines)
  %q = getelementptr <32 x float>, ptr %out, i32 %t
  store <32 x float> %y, ptr %q
  ret void
}

; The order of sums of floats is that of the layout, so lanes and warps are scanned
; where they are; integers move to a layout with most of the axis in registers.
; CHECK-LABEL: @floats(
; CHECK: ret void
define ptx_kernel void @floats(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <32 x float>, ptr %in, i32 %t
  %x = load <32 x float>, ptr %p
  %y = call <32 x float> @f2.scan.fadd.v32f32(<32 x float> %x, i32 0, i1 false, i1 false, ptr @tile)
  %q = getelementptr <32 x float>, ptr %out, i32 %t
  store <32 x float> %y, ptr %q
  ret void
}

; CHECK-LABEL: @other_order(
; CHECK: ret void
define ptx_kernel void @other_order(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <32 x i32>, ptr %in, i32 %t
  %x = load <32 x i32>, ptr %p
  %y = call <32 x i32> @f2.scan.add.v32i32(<32 x i32> %x, i32 0, i1 false, i1 false, ptr @tile)
  %q = getelementptr <32 x i32>, ptr %out, i32 %t
  store <32 x i32> %y, ptr %q
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { convergent nocallback nounwind }
