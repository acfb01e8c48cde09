; All possible errors of reductions and scans.
; RUN: not %f2opt -passes=f2layout-lower -disable-output %s 2>&1 | FileCheck %s
; RUN: not %f2opt -passes='f2layout-lower<scratch=3>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TINY

; CHECK: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.reduce.add.args (%y0): of type <2 x i32> (<2 x i32>, ptr, ptr), expected <M x T> (<N x T> registers, i32 axis, ptr source layout, ptr destination layout)
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.reduce.add.v2i32 (%y1): the axis is not known, expected a constant
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.reduce.add.v2i32 (%y2): axis 2, expected one of the tensor's 2 dimensions, counted from 0
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.reduce.min.v2i32 (%y3): operation 'min' on elements of type i32, expected add, mul, and, or, xor, smin, smax, umin or umax
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.reduce.xor.v2f32 (%y4): operation 'xor' on elements of type float, expected fadd, fmul, fmin, fmax, fminimum or fmaximum
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.reduce.add.v2p0 (%y5): operation 'add' on elements of type ptr, expected elements that are integers or floats
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.scan.add.v4i32 (%y6): of type <4 x i32> (<2 x i32>, i32, i1, i1, ptr), expected <N x T> (<N x T> registers, i32 axis, i1 reverse, i1 exclusive, ptr source layout)
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.scan.add.v2i32 (%y7): 'reverse' is not known, expected a constant
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x float>, <2 x ptr>, i32, i1): @f2.scan.add.v2i32 (%y8): axis 7, expected one of the tensor's 2 dimensions, counted from 0
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>): @f2.reduce.add.v2i32 (%y0): the destination's tensor is [4], expected [8], the source's without axis 0
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>): @f2.reduce.add.v2i32 (%y1): the destination's tensor is [8,8], expected [8], the source's without axis 0
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>): @f2.reduce.add.v2i32 (%y2): the source layout holds 2^5 of 2^6 elements, expected all of every line
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>): @f2.reduce.add.v2i32 (%y3): blocks of the source layout hold different elements, expected images of zero for block: a reduction stays in its block
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>): @f2.scan.add.v2i32 (%y4): the source layout holds 2^5 of 2^6 elements, expected all of every line
; CHECK-NEXT: error: <unknown>:0:0: in function threads void (<2 x i32>): @f2.reduce.add.v2i32 (%y0): the destination layout has 2 warps, expected 1 warp of 32 lanes in a block of 32 threads; warps that hold copies have bits at element 0
; CHECK-NEXT: error: <unknown>:0:0: in function divergent void (<2 x i32>): @f2.scan.add.v2i32 (%y): only some threads of the block reach this call, expected all together: a branch depends on the thread's index
; CHECK-NOT: error
; TINY: error: <unknown>:0:0: in function good void (<2 x i32>): @f2.scan.add.v2i32 (%y): no scratch memory for even one element: scratch= and the function's arrays leave 3 bytes, expected at least 4

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [64 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [8,8]\00"
@sums = private unnamed_addr constant [50 x i8] c"register=[[1]], lane=[[2],[4],[0],[0],[0]] -> [8]\00"
@four = private unnamed_addr constant [50 x i8] c"register=[[1]], lane=[[2],[0],[0],[0],[0]] -> [4]\00"
@holes = private unnamed_addr constant [64 x i8] c"register=[[0,1]], lane=[[0,1],[0,4],[1,0],[2,0],[4,0]] -> [8,8]\00"
@blocks = private unnamed_addr constant [80 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], block=[[8,0]] -> [16,8]\00"
@warps = private unnamed_addr constant [62 x i8] c"register=[[1]], lane=[[2],[4],[0],[0],[0]], warp=[[0]] -> [8]\00"
@across = private unnamed_addr constant [73 x i8] c"register=[[32]], lane=[[1],[2],[4],[8],[16]], warp=[[64],[128]] -> [256]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <2 x i32> @f2.reduce.add.args(<2 x i32>, ptr, ptr) #1
declare <2 x i32> @f2.reduce.add.v2i32(<2 x i32>, i32, ptr, ptr) #1
declare <2 x i32> @f2.reduce.min.v2i32(<2 x i32>, i32, ptr, ptr) #1
declare <2 x float> @f2.reduce.xor.v2f32(<2 x float>, i32, ptr, ptr) #1
declare <2 x ptr> @f2.reduce.add.v2p0(<2 x ptr>, i32, ptr, ptr) #1
declare <4 x i32> @f2.scan.add.v4i32(<2 x i32>, i32, i1, i1, ptr) #1
declare <2 x i32> @f2.scan.add.v2i32(<2 x i32>, i32, i1, i1, ptr) #1

define ptx_kernel void @k(<2 x i32> %x, <2 x float> %f, <2 x ptr> %p, i32 %n, i1 %b) #0 {
  %y0 = call <2 x i32> @f2.reduce.add.args(<2 x i32> %x, ptr @a, ptr @sums)
  %y1 = call <2 x i32> @f2.reduce.add.v2i32(<2 x i32> %x, i32 %n, ptr @a, ptr @sums)
  %y2 = call <2 x i32> @f2.reduce.add.v2i32(<2 x i32> %x, i32 2, ptr @a, ptr @sums)
  %y3 = call <2 x i32> @f2.reduce.min.v2i32(<2 x i32> %x, i32 0, ptr @a, ptr @sums)
  %y4 = call <2 x float> @f2.reduce.xor.v2f32(<2 x float> %f, i32 0, ptr @a, ptr @sums)
  %y5 = call <2 x ptr> @f2.reduce.add.v2p0(<2 x ptr> %p, i32 0, ptr @a, ptr @sums)
  %y6 = call <4 x i32> @f2.scan.add.v4i32(<2 x i32> %x, i32 0, i1 false, i1 false, ptr @a)
  %y7 = call <2 x i32> @f2.scan.add.v2i32(<2 x i32> %x, i32 0, i1 %b, i1 false, ptr @a)
  %y8 = call <2 x i32> @f2.scan.add.v2i32(<2 x i32> %x, i32 7, i1 false, i1 false, ptr @a)
  ret void
}
define ptx_kernel void @tensors(<2 x i32> %x) #0 {
  %y0 = call <2 x i32> @f2.reduce.add.v2i32(<2 x i32> %x, i32 0, ptr @a, ptr @four)
  %y1 = call <2 x i32> @f2.reduce.add.v2i32(<2 x i32> %x, i32 0, ptr @a, ptr @a)
  %y2 = call <2 x i32> @f2.reduce.add.v2i32(<2 x i32> %x, i32 0, ptr @holes, ptr @sums)
  %y3 = call <2 x i32> @f2.reduce.add.v2i32(<2 x i32> %x, i32 0, ptr @blocks, ptr @sums)
  %y4 = call <2 x i32> @f2.scan.add.v2i32(<2 x i32> %x, i32 0, i1 true, i1 false, ptr @holes)
  ret void
}
define ptx_kernel void @threads(<2 x i32> %x) #0 {
  %y0 = call <2 x i32> @f2.reduce.add.v2i32(<2 x i32> %x, i32 0, ptr @a, ptr @warps)
  ret void
}
define ptx_kernel void @divergent(<2 x i32> %x) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %some, label %end
some:
  %y = call <2 x i32> @f2.scan.add.v2i32(<2 x i32> %x, i32 0, i1 false, i1 false, ptr @a)
  br label %end
end:
  ret void
}
define ptx_kernel void @good(<2 x i32> %x) #2 {
  %y = call <2 x i32> @f2.scan.add.v2i32(<2 x i32> %x, i32 0, i1 false, i1 false, ptr @across)
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
