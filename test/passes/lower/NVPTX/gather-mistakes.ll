; All possible errors of a gather.
; RUN: not %f2opt -passes=f2layout-lower -disable-output %s 2>&1 | FileCheck %s
; RUN: not %f2opt -passes='f2layout-lower<scratch=7>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TINY

; CHECK: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x i32>, i32): @f2.gather.args (%y0): of type <2 x i32> (<2 x i32>, <2 x i32>, ptr, ptr), expected <M x T> (<N x T> registers, <M x i32 or i64> index, i32 axis, ptr source layout, ptr destination layout)
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x i32>, i32): @f2.gather.i16 (%y1): of type <2 x i32> (<2 x i32>, <2 x i16>, i32, ptr, ptr), expected <M x T> (<N x T> registers, <M x i32 or i64> index, i32 axis, ptr source layout, ptr destination layout)
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y2): the axis is not known, expected a constant
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y3): axis -1, expected one of the tensor's 2 dimensions, counted from 0
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x i32>, i32): @f2.gather.index (%y4): an index of type <4 x i32>, expected one i32 or i64 for each register of <2 x i32>
; CHECK-NEXT: error: <unknown>:0:0: in function k void (<2 x i32>, <2 x i32>, i32): @f2.gather.long (%y5): an index of type <1 x i64>, expected one i32 or i64 for each register of <2 x i32>
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y0): the source has 2 dimensions, the result 1, expected the same
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y1): dimension 1 is 'dim1' of the source and 'col' of the result, expected the same
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y2): 'dim1' has size 4 in the result, expected 8 as in the source: only axis 0 may differ
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y3): the source layout holds 2^5 of 2^6 elements, expected all: any may be asked for
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y4): blocks of the source layout hold different elements, expected images of zero for block: a gather stays in its block
; CHECK-NEXT: error: <unknown>:0:0: in function divergent void (<2 x i32>, <2 x i32>, i32): @f2.gather.v2i32 (%y): only some threads of the block reach this call, expected all together: a branch depends on the thread's index
; CHECK-NOT: error

; TINY: error: <unknown>:0:0: in function good void (<2 x i64>, <2 x i32>): @f2.gather.v2i64 (%y): no scratch memory for even one element: scratch= and the function's arrays leave 7 bytes, expected at least 8

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [64 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [8,8]\00"
@far = private unnamed_addr constant [79 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[8,0]] -> [16,8]\00"
@flat = private unnamed_addr constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]\00"
@named = private unnamed_addr constant [73 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [dim0:8,col:8]\00"
@narrow = private unnamed_addr constant [64 x i8] c"register=[[0,1]], lane=[[0,2],[0,0],[1,0],[2,0],[4,0]] -> [8,4]\00"
@holes = private unnamed_addr constant [64 x i8] c"register=[[0,1]], lane=[[0,1],[0,4],[1,0],[2,0],[4,0]] -> [8,8]\00"
@blocks = private unnamed_addr constant [80 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], block=[[8,0]] -> [16,8]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <2 x i32> @f2.gather.args(<2 x i32>, <2 x i32>, ptr, ptr) #1
declare <2 x i32> @f2.gather.i16(<2 x i32>, <2 x i16>, i32, ptr, ptr) #1
declare <2 x i32> @f2.gather.long(<2 x i32>, <1 x i64>, i32, ptr, ptr) #1
declare <2 x i32> @f2.gather.index(<2 x i32>, <4 x i32>, i32, ptr, ptr) #1
declare <2 x i32> @f2.gather.v2i32(<2 x i32>, <2 x i32>, i32, ptr, ptr) #1
declare <2 x i64> @f2.gather.v2i64(<2 x i64>, <2 x i32>, i32, ptr, ptr) #1

define ptx_kernel void @k(<2 x i32> %x, <2 x i32> %i, i32 %n) #0 {
  %y0 = call <2 x i32> @f2.gather.args(<2 x i32> %x, <2 x i32> %i, ptr @a, ptr @a)
  %y1 = call <2 x i32> @f2.gather.i16(<2 x i32> %x, <2 x i16> zeroinitializer, i32 0, ptr @a, ptr @a)
  %y2 = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 %n, ptr @a, ptr @a)
  %y3 = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 -1, ptr @a, ptr @a)
  %y4 = call <2 x i32> @f2.gather.index(<2 x i32> %x, <4 x i32> zeroinitializer, i32 0, ptr @a, ptr @a)
  %y5 = call <2 x i32> @f2.gather.long(<2 x i32> %x, <1 x i64> zeroinitializer, i32 0, ptr @a, ptr @a)
  ret void
}
define ptx_kernel void @tensors(<2 x i32> %x, <2 x i32> %i, i32 %n) #0 {
  %y0 = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 0, ptr @a, ptr @flat)
  %y1 = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 0, ptr @a, ptr @named)
  %y2 = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 0, ptr @a, ptr @narrow)
  %y3 = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 0, ptr @holes, ptr @a)
  %y4 = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 0, ptr @blocks, ptr @a)
  ret void
}
define ptx_kernel void @divergent(<2 x i32> %x, <2 x i32> %i, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %yes, label %no
yes:
  %y = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 0, ptr @a, ptr @a)
  br label %no
no:
  ret void
}
define ptx_kernel void @good(<2 x i64> %x, <2 x i32> %i) #2 {
  %y = call <2 x i64> @f2.gather.v2i64(<2 x i64> %x, <2 x i32> %i, i32 0, ptr @far, ptr @far)
  ret void
}
attributes #0 = { convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #2 = { convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" }
attributes #1 = { convergent nocallback nounwind }
