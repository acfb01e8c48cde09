; All possible errors of layout calls in one run: what was expected, and what
; was found.
; RUN: not %f2opt -passes=f2layout-lower -disable-output %s 2>&1 | FileCheck %s
; RUN: not %f2opt -passes=f2layout -disable-output %s 2>&1 | FileCheck %s

; CHECK: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.load.v2i32: its address is used, expected calls only
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y0): the source layout cannot be read: 1:43: expected ',' or ']', found '='
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y0): the text of the destination layout is not terminated, expected a zero byte after it
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y1): the source layout is not known, expected a pointer to a private constant string
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y1): the destination layout is not known, expected a pointer to a private constant string
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v4i32 (%y2): the source layout has 2^1 registers, expected 4 as in <4 x i32>
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v4i32 (%y2): the destination layout has 2^1 registers, expected 4 as in <4 x i32>
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y5): the destination layout has 2^0 registers, expected 2 as in <2 x i32>
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i128 (%y6): elements of type i128, expected an integer or pointer of 8 to 64 bits, half, bfloat, float or double
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i4 (%y7): elements of type i4, expected an integer or pointer of 8 to 64 bits, half, bfloat, float or double
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.none (%y8): the declaration is not convergent, expected convergent nocallback nounwind
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.none (%y8): memory(...) restricts what is accessed, expected none, as the call waits for other threads
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.args (%y9): of type <2 x i32> (<2 x i32>, ptr), expected <M x T> (<N x T> registers, ptr source layout, ptr destination layout)
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.other (%y10): of type <2 x float> (<2 x i32>, ptr, ptr), expected <M x T> (<N x T> registers, ptr source layout, ptr destination layout)
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.transmogrify.v2i32 (%y11): unknown layout function, expected one of @f2.convert.<suffix>, @f2.gather.<suffix>, @f2.reduce.<operation>.<suffix>, @f2.scan.<operation>.<suffix>, @f2.store.<suffix> and @f2.load.<suffix>
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.store.p0: of type void (ptr, <2 x i32>, ptr, ptr), expected void (ptr addrspace(3) buffer, <N x T> registers, ptr threads' layout, ptr memory layout)
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.load.v2i32 (%l): the threads' layout has 2^0 registers, expected 2 as in <2 x i32>
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y3): the destination layout has 2^6 lanes, expected 32, the warp of sm_90; lanes that hold copies have bits at element 0
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y4): the destination layout has 2 warps, expected 1 warp of 32 lanes in a block of 32 threads; warps that hold copies have bits at element 0
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y3): layouts of different tensors: 'dim0' has size 128 where wanted, expected 64 as held
; CHECK-NEXT: error: <unknown>:0:0: in function k void (ptr, ptr, ptr, i32): @f2.store.v2i32: the memory layout takes 2^8 bytes, expected at most the 128 that the buffer has
; CHECK-NEXT: error: <unknown>:0:0: in function tensors void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y3): layouts of different tensors: 'm' has size 32 where wanted, expected 1 as held
; CHECK-NEXT: error: <unknown>:0:0: in function blocks void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y): impossible conversion: elements cross blocks
; CHECK-NEXT: error: <unknown>:0:0: in function blocks void (ptr, ptr, ptr, i32): @f2.store.v2i32: blocks of the layout of the threads hold different elements, expected images of zero for block: shared memory is one block's
; CHECK-NEXT: error: <unknown>:0:0: in function caller void (ptr, ptr, ptr, i32): @callee: only some threads of the block reach this call, expected all together: a branch depends on the thread's index
; CHECK-NEXT: error: <unknown>:0:0: in function launch void (ptr): @f2.convert.v2i32 (%y): "f2layout-block"="0,1,1": expected "x,y,z", each at least 1, at most 1024 threads together
; CHECK-NEXT: error: <unknown>:0:0: in function warps_disagree void (ptr): @f2.convert.v2i32 (%z): the source layout has 2 warps, expected 1 as in the function's first layout; warps that hold copies have bits at element 0
; CHECK-NEXT: error: <unknown>:0:0: in function warps_disagree void (ptr): @f2.convert.v2i32 (%z): the destination layout has 2 warps, expected 1 as in the function's first layout; warps that hold copies have bits at element 0
; CHECK-NEXT: error: <unknown>:0:0: in function processor void (ptr): @f2.convert.v2i32 (%y): function 'processor' has unknown "target-cpu" 'sm_12'; known are sm_75, sm_80, sm_86, sm_87, sm_89, sm_90, sm_100, sm_103, sm_120, sm_121
; CHECK-NEXT: error: <unknown>:0:0: in function divergent void (ptr, ptr, ptr, i32): @f2.convert.v2i32 (%y3): only some threads of the block reach this call, expected all together: a branch depends on the thread's index
; CHECK-NEXT: error: <unknown>:0:0: in function planfault void (ptr, ptr, ptr, i32): @f2.store.v2i32: the memory layout is not one-to-one: 2^6 offsets, 2^6 elements, of which 2^5 have a place
; CHECK-NEXT: error: <unknown>:0:0: in function device <2 x i32> (<2 x i32>): @f2.convert.v2i32 (%y3): in a function that is not a kernel and whose launch is not known, expected it inlined, or the attribute "f2layout-block"="x,y,z"
; CHECK-NOT: error

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]\00"
@ab = private unnamed_addr constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32=] -> [64]\00"
@open = private unnamed_addr constant [4 x i8] c"lane"
@var = private unnamed_addr global [53 x i8] c"register=[[2]], lane=[[1],[4],[8],[16],[32]] -> [64]\00"
@c = private unnamed_addr constant [53 x i8] c"register=[[2]], lane=[[1],[4],[8],[16],[32]] -> [64]\00"
@w = private unnamed_addr constant [59 x i8] c"register=[[2]], lane=[[1],[4],[8],[16],[32],[64]] -> [128]\00"
@warps = private unnamed_addr constant [65 x i8] c"register=[[2]], lane=[[1],[4],[8],[16],[32]], warp=[[0]] -> [64]\00"
@small = private unnamed_addr constant [54 x i8] c"register=[[0]], lane=[[1],[2],[4],[8],[16]] -> [m:32]\00"
@blocks_a = private unnamed_addr constant [68 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]], block=[[64]] -> [128]\00"
@blocks_b = private unnamed_addr constant [68 x i8] c"register=[[64]], lane=[[2],[4],[8],[16],[32]], block=[[1]] -> [128]\00"
@m = private unnamed_addr constant [43 x i8] c"offset=[[1],[2],[4],[8],[16],[32]] -> [64]\00"
@m2 = private unnamed_addr constant [42 x i8] c"offset=[[1],[2],[4],[8],[16],[1]] -> [64]\00"
@m3 = private unnamed_addr constant [49 x i8] c"offset=[[1],[2],[4],[8],[16],[32],[64]] -> [128]\00"
@s3 = internal addrspace(3) global [128 x i32] poison
@s = internal addrspace(3) global [64 x i32] poison
@s2 = internal addrspace(3) global [32 x i32] poison
declare <2 x i32> @f2.convert.v2i32(<2 x i32>, ptr, ptr) convergent nocallback nounwind
declare <4 x i32> @f2.convert.v4i32(<4 x i32>, ptr, ptr) convergent nocallback nounwind
declare <2 x i128> @f2.convert.v2i128(<2 x i128>, ptr, ptr) convergent nocallback nounwind
declare <2 x i4> @f2.convert.v2i4(<2 x i4>, ptr, ptr) convergent nocallback nounwind
declare <2 x i32> @f2.convert.none(<2 x i32>, ptr, ptr) memory(none)
declare <2 x i32> @f2.convert.args(<2 x i32>, ptr) convergent nocallback nounwind
declare <2 x float> @f2.convert.other(<2 x i32>, ptr, ptr) convergent nocallback nounwind
declare <2 x i32> @f2.transmogrify.v2i32(<2 x i32>, ptr, ptr) convergent nocallback nounwind
declare void @f2.store.v2i32(ptr addrspace(3), <2 x i32>, ptr, ptr) convergent nocallback nounwind
declare void @f2.store.p0(ptr, <2 x i32>, ptr, ptr) convergent nocallback nounwind
declare <2 x i32> @f2.load.v2i32(ptr addrspace(3), ptr, ptr) convergent nocallback nounwind
define ptx_kernel void @k(ptr %in, ptr %out, ptr %unknown, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x i32>, ptr %in, i32 %t
  %x = load <2 x i32>, ptr %p
  %y0 = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @ab, ptr @open)
  %y1 = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @var, ptr %unknown)
  %y2 = call <4 x i32> @f2.convert.v4i32(<4 x i32> poison, ptr @a, ptr @a)
  %y3 = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a, ptr @w)
  %y4 = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a, ptr @warps)
  %y5 = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a, ptr @m)
  %y6 = call <2 x i128> @f2.convert.v2i128(<2 x i128> poison, ptr @a, ptr @a)
  %y7 = call <2 x i4> @f2.convert.v2i4(<2 x i4> poison, ptr @a, ptr @a)
  %y8 = call <2 x i32> @f2.convert.none(<2 x i32> %x, ptr @a, ptr @a)
  %y9 = call <2 x i32> @f2.convert.args(<2 x i32> %x, ptr @a)
  %y10 = call <2 x float> @f2.convert.other(<2 x i32> %x, ptr @a, ptr @a)
  %y11 = call <2 x i32> @f2.transmogrify.v2i32(<2 x i32> %x, ptr @a, ptr @a)
  call void @f2.store.v2i32(ptr addrspace(3) @s2, <2 x i32> %x, ptr @a, ptr @m)
  call void @f2.store.p0(ptr %out, <2 x i32> %x, ptr @a, ptr @m)
  %l = call <2 x i32> @f2.load.v2i32(ptr addrspace(3) @s, ptr @m, ptr @a)
  store ptr @f2.load.v2i32, ptr %out
  ret void
}
define ptx_kernel void @tensors(ptr %in, ptr %out, ptr %unknown, i32 %n) #0 {
  %y3 = call <2 x i32> @f2.convert.v2i32(<2 x i32> zeroinitializer, ptr @a, ptr @small)
  ret void
}
define ptx_kernel void @blocks(ptr %in, ptr %out, ptr %unknown, i32 %n) #0 {
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> zeroinitializer, ptr @blocks_a, ptr @blocks_b)
  call void @f2.store.v2i32(ptr addrspace(3) @s3, <2 x i32> zeroinitializer, ptr @blocks_a, ptr @m3)
  ret void
}
; If divergence cannot be proved, the caller promises that there is none.
define ptx_kernel void @promised(ptr %in, ptr %out, ptr %unknown, i32 %n) #0 {
  %l = load volatile i32, ptr %in
  %c = icmp ult i32 %l, %n
  br i1 %c, label %yes, label %no
yes:
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @a, ptr @c)
  store <2 x i32> %y, ptr %out
  br label %no
no:
  ret void
}
define internal void @callee(ptr %out) #1 {
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @a, ptr @c)
  store <2 x i32> %y, ptr %out
  ret void
}
define ptx_kernel void @caller(ptr %in, ptr %out, ptr %unknown, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %yes, label %no
yes:
  call void @callee(ptr %out)
  br label %no
no:
  ret void
}
define ptx_kernel void @launch(ptr %out) #2 {
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @a, ptr @c)
  store <2 x i32> %y, ptr %out
  ret void
}
define ptx_kernel void @warps_disagree(ptr %out) #3 {
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @a, ptr @c)
  %z = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @warps, ptr @warps)
  ret void
}
define ptx_kernel void @processor(ptr %out) #4 {
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> splat (i32 1), ptr @a, ptr @c)
  ret void
}
define ptx_kernel void @divergent(ptr %in, ptr %out, ptr %unknown, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %yes, label %no
yes:
  %y3 = call <2 x i32> @f2.convert.v2i32(<2 x i32> zeroinitializer, ptr @a, ptr @c)
  br label %no
no:
  ret void
}
define ptx_kernel void @planfault(ptr %in, ptr %out, ptr %unknown, i32 %n) #0 {
  call void @f2.store.v2i32(ptr addrspace(3) @s, <2 x i32> zeroinitializer, ptr @a, ptr @m2)
  ret void
}
define <2 x i32> @device(<2 x i32> %x) {
  %y3 = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a, ptr @c)
  ret <2 x i32> %y3
}
define ptx_kernel void @good(ptr %out) #0 {
  %x = load <2 x i32>, ptr %out
  %y3 = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a, ptr @c)
  store <2 x i32> %y3, ptr %out
  ret void
}
attributes #1 = { "target-cpu"="sm_90" "f2layout-block"="32,1,1" }
attributes #2 = { "target-cpu"="sm_90" "f2layout-block"="0,1,1" }
attributes #3 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
attributes #4 = { "target-cpu"="sm_12" }
attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="32" }
