; Every fault is an error of its own that says what was expected and what was found.
; RUN: split-file %s %t
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/calls.ll 2>&1 | FileCheck %s
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/unknown-block.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWNBLOCK
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/large.ll 2>&1 | FileCheck %s --check-prefix=LARGE
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/product.ll 2>&1 | FileCheck %s --check-prefix=PRODUCT
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/warps.ll 2>&1 | FileCheck %s --check-prefix=WARPS
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/phi.ll 2>&1 | FileCheck %s --check-prefix=PHI
; RUN: not %f2opt -passes=f2layout-assign,f2layout-lower -disable-output %t/left.ll 2>&1 | FileCheck %s --check-prefix=LEFT
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/argument.ll 2>&1 | FileCheck %s --check-prefix=ARGUMENT

; CHECK: @f2.tensor.splat.3xf32 (%e17): the type target("f2.tensor", float, 3), expected target("f2.tensor", T, sizes) with powers of two, and T an integer of 1, 8, 16, 32 or 64 bits, half, bfloat, float or double
; CHECK: @f2.tensor.splat.4xi12 (%e18): the type target("f2.tensor", i12, 4), expected target("f2.tensor", T, sizes) with powers of two, and T an integer of 1, 8, 16, 32 or 64 bits, half, bfloat, float or double
; CHECK: @f2.tensor.store.16x8xf32.16x8xf32 (%e19): a result, expected none of a store
; CHECK: @f2.tensor.iota.i32 (%s1): the result i32, expected a tensor
; CHECK: @f2.tensor.load.16xf32 (%e20): the first operand is no pointer, expected the address of the tensor
; CHECK: @f2.tensor.load.16xf32.1 (%e21): 1 operands, expected 2 (a stride for each dimension) or 4 (and bounds)
; CHECK: @f2.tensor.load.16xf32.2 (%e22): 3 operands, expected 2 (a stride for each dimension) or 4 (and bounds)
; CHECK: @f2.tensor.load.16xf32.3 (%e23): operand 1 is i32, expected an i64: a stride or a bound in elements
; CHECK: @f2.tensor.load.16xf32.4 (%e24): the element outside of the bounds is i32, expected float
; CHECK: @f2.tensor.load.16xi1 (%e25): elements of less than 8 bits in memory, expected 8 to 64
; CHECK: @f2.tensor.store.16xf32: 2 operands, expected 3 (a stride for each dimension) or 4 (and bounds)
; CHECK: @f2.tensor.store.16xf32.1: the second operand is no tensor, expected the one to store
; CHECK: @f2.tensor.store.16x8xi1: elements of less than 8 bits in memory, expected 8 to 64
; CHECK: @f2.tensor.load.f32 (%e29): 2 operands, expected 1 (a stride for each dimension) or 2 (and bounds)
; CHECK: @f2.tensor.load.f32.1 (%e30): no operands, expected the address of the tensor first
; CHECK: @f2.tensor.store.16xf32.2: 1 operand, expected an address and a tensor first
; CHECK: @f2.tensor.splat.16xf32.1 (%e32): the element is i32, expected float
; CHECK: @f2.tensor.iota.16xf32 (%e33): coordinates of float, expected an integer
; CHECK: @f2.tensor.iota.16xi32 (%e34): axis 1, expected less than the 1 dimensions of the result
; CHECK: @f2.tensor.iota.16xi32 (%e35): the axis is not a constant, expected one
; CHECK: @f2.tensor.map.16x8xf32 (%e36): no tensor, expected at least one
; CHECK: @f2.tensor.map.16x8xf32.16x8xf32 (%e37): the first operand is not a function with a body, expected one that takes and returns elements
; CHECK: @f2.tensor.map.16x8xf32.16x8xf32 (%e38): the first operand is not a function with a body, expected one that takes and returns elements
; CHECK: @f2.tensor.map.16x8xf32.16x8xf32 (%e39): a function of 2 arguments and 1 tensors, expected as many
; CHECK: @f2.tensor.map.16x8xf32.16x8xf32.16xf32 (%e40): tensors of 16 x float and 16x8 x float, expected the same shape
; CHECK: @f2.tensor.map.16x8xf32.16x8xf32.16x8xi8 (%e41): argument 1 of the function is float, expected i8
; CHECK: @f2.tensor.map.16x8xf32.16x8xf32 (%e42): the function returns void, expected an element
; CHECK: @f2.tensor.map.16x8xf16.16x8xf32.16x8xf32 (%e43): the result is a tensor of 16x8 x half, expected 16x8 x float
; CHECK: @f2.tensor.trans.8x16xf32.16x8xf32 (%e44): 2 operands, expected 3: a tensor and its dimensions in the new order
; CHECK: @f2.tensor.trans.8x16xf32.16x8xf32.1 (%e45): cannot transpose: [1,1] is no order of the 2 dimensions of [16,8]
; CHECK: @f2.tensor.trans.16x8xf32.16x8xf32 (%e46): the result is a tensor of 16x8 x float, expected 8x16 x float
; CHECK: @f2.tensor.trans.8x16xf32.16x8xf32.1 (%e47): a dimension is not a constant, expected one
; CHECK: @f2.tensor.reshape.64xf32.16x8xf32 (%e48): cannot reshape [16,8] with 2^7 elements to [64] with 2^6
; CHECK: @f2.tensor.broadcast.16x16xf32.16x8xf32 (%e49): cannot broadcast [16,8] to [16,16]: dimension 1 has size 8, expected 1 or 16
; CHECK: @f2.tensor.expand_dims.16x8x1xf32.16x8xf32 (%e50): axis 3, expected less than the 3 dimensions of the result
; CHECK: @f2.tensor.expand_dims.16x8x1xf32.16x8xf32 (%e51): the result is a tensor of 16x8x1 x float, expected 1x16x8 x float
; CHECK: @f2.tensor.join.16x8x2xf32.16x8xf32.16x8xi8 (%e52): tensors of 16x8 x float and 16x8 x i8, expected two of one type
; CHECK: @f2.tensor.join.16x8x4xf32.16x8xf32.16x8xf32 (%e53): the result is a tensor of 16x8x4 x float, expected 16x8x2 x float
; CHECK: @f2.tensor.split.16xf32.16x8xf32 (%e54): cannot split [16,8], expected a last dimension of size 2
; CHECK: @f2.tensor.split.16x4xf32.16x8xf32 (%e55): element 2 of a pair, expected 0 or 1
; CHECK: @f2.tensor.reshape.128xf32 (%e56): 0 operands that are tensors, expected 1
; CHECK: @f2.tensor.reduce.fadd.16xf32.16x8xf32 (%e57): axis 2, expected less than the 2 dimensions of the tensor
; CHECK: @f2.tensor.reduce.fadd.8xf32.16x8xf32 (%e58): the result is a tensor of 8 x float, expected 16 x float
; CHECK: @f2.tensor.reduce.xor.16xf32.16x8xf32 (%e59): the operation 'xor' on float, expected one of fadd, fmul, fmin, fmax, fminimum or fmaximum
; CHECK: @f2.tensor.reduce.and.16xi1.16x8xi1 (%e60): elements of less than 8 bits, expected 8 to 64
; CHECK: @f2.tensor.reduce.16xf32.16x8xf32 (%e61): the operation '16xf32' on float, expected one of fadd, fmul, fmin, fmax, fminimum or fmaximum
; CHECK: @f2.tensor.reduce.fadd.16xf32.16x8xf32.1 (%e62): 1 operands, expected 2: a tensor and the axis
; CHECK: @f2.tensor.scan.add.16x8xf32.16x8xi8 (%e63): the result is a tensor of 16x8 x float, expected 16x8 x i8
; CHECK: @f2.tensor.scan.fadd.16x8xf32.16x8xf32 (%e64): 2 operands, expected 4: a tensor, the axis, reverse, exclusive
; CHECK: @f2.tensor.gather.16x8xf32.16x8xf32.16x8xi8 (%e65): indices of i8, expected i32 or i64
; CHECK: @f2.tensor.gather.16xf32.16x8xf32.16xf32 (%e66): indices of float, expected i32 or i64
; CHECK: @f2.tensor.gather.16x4xf32.16x8xf32.16x4xi32 (%e67): an index of size 4 in dimension 1, expected 8
; CHECK: @f2.tensor.gather.16x8xi1.16x8xi1.16x8xi32 (%e68): elements of less than 8 bits, expected 8 to 64
; CHECK: @f2.tensor.gather.16x8xi32.16x8xf32.16x8xi32 (%e69): the result is a tensor of 16x8 x i32, expected 16x8 x float
; CHECK: @f2.tensor.dot.16x16xf32.16x8xf16.8x16xf16 (%e70): 2 operands, expected 3: two factors and what is added
; CHECK: @f2.tensor.dot.16x16xf32.16xf32.8x16xf16.16x16xf32 (%e71): factors of 1 and 2 dimensions and a sum of 2, expected two each
; CHECK: @f2.tensor.dot.16x16xf32.16x8xf16.16x8xf16.16x16xf32 (%e72): a tensor of 16x8 times 16x8 plus 16x16, expected m x k, k x n and m x n
; CHECK: @f2.tensor.dot.16x16xf32.16x8xf32.8x16xf16.16x16xf32 (%e73): factors of float and half, expected one type
; CHECK: @f2.tensor.dot.16x16xi32.16x8xf16.8x16xf16.16x16xi32 (%e74): a product of half added to i32, expected both integers or both not
; CHECK: @f2.tensor.dot.16x16xf16.16x8xf32.8x16xf32.16x16xf16 (%e75): a product of float added to half, expected elements that are no narrower
; CHECK: @f2.tensor.dot.16x16xi16.16x8xi64.8x16xi64.16x16xi16 (%e76): a product of i64 added to i16, expected elements that are no narrower
; CHECK: @f2.tensor.dot.16x16xf16.16x8xf16.8x16xf16.16x16xf32 (%e77): the result is a tensor of 16x16 x half, expected 16x16 x float
; CHECK: @f2.tensor.convert.16x8xf32.16x8xf32 (%e78): the layout is not a constant string that ends with a zero byte, expected one
; CHECK: @f2.tensor.convert.16x8xf32.16x8xf32 (%e79): the layout: 1:16: expected ',' or ']', found the end of the text
; CHECK: @f2.tensor.convert.16x8xf32.16x8xf32 (%e80): the layout offset={{\[\[}}1,0{{\]\]}} -> [16,8], expected register, lane and warp to coordinates
; CHECK: @f2.tensor.convert.16x8xf32.16x8xf32 (%e81): a layout of 16, expected one of 16x8
; CHECK: @f2.tensor.convert.16x8xf32.16x8xf32 (%e82): the layout register={{\[\[}}1,0{{\]\]}}, lane=[], warp=[] -> [16,8], expected one that holds every element
; CHECK: @f2.tensor.square.16xf32 (%s2): unknown operation, expected one of load, store, stage, wait, splat, iota, map, trans, reshape, expand_dims, broadcast, join, split, reduce, scan, gather, dot, convert
; CHECK: @f2.tensor.splat.16xf32 (%s3): musttail, or with operand bundles, expected a plain call
; CHECK: a call with tensors of a function that is not inlined, expected one that can be
; CHECK: a tensor in 'freeze', expected it only in operations on tensors, phis, selects and calls
; CHECK-NOT: error

; UNKNOWNBLOCK: error: <unknown>:0:0: in function unknown void (ptr): tensors in a function whose block size is not known, expected the attribute "f2layout-block"="x,y,z"
; UNKNOWNBLOCK: error: <unknown>:0:0: in function odd void (ptr): tensors in blocks of 96 threads, expected a power of two of whole warps of 32
; UNKNOWNBLOCK: error: <unknown>:0:0: in function few void (ptr): tensors in blocks of 16 threads, expected a power of two of whole warps of 32
; UNKNOWNBLOCK: error: <unknown>:0:0: in function processor void (ptr): function 'processor' has unknown "target-cpu" 'sm_1'; known are sm_75
; UNKNOWNBLOCK: error: <unknown>:0:0: in function stated void (ptr): "f2layout-block"="-1": expected "x,y,z", each at least 1, at most 1024 threads together
; LARGE: error: <unknown>:0:0: in function large void (ptr): @f2.tensor.load.16384xf32 (%x): 2^9 elements in each thread, expected at most 256
; LARGE: error: <unknown>:0:0: in function large void (ptr): @f2.tensor.store.16384xf32: 2^9 elements in each thread, expected at most 256
; PRODUCT: error: <unknown>:0:0: in function product void (ptr): @f2.tensor.dot.256x256xf64 (%d): no layout of 256x256 x double for a product with k = 16, expected one with at most 256 elements of each factor in a thread
; WARPS: error: <unknown>:0:0: in function warps void (ptr): @f2.tensor.convert.128xf32 (%y): the layout has 2^5 lanes and 2^2 warps, expected at most 2^5 and 2^1
; PHI: error: <unknown>:0:0: in function phi void (i1): the type target("f2.tensor", float, 3), expected target("f2.tensor", T, sizes) with powers of two
; PHI: error: <unknown>:0:0: in function phi void (i1): the type target("f2.tensor", i12, 4), expected
; LEFT: error: <unknown>:0:0: in function left void (target("f2.tensor", i32, 64), ptr): @f2.tensor.store.64xi32: an operation on tensors, expected it replaced by f2layout-assign: in a kernel, or a function that is internal and inlined into kernels
; ARGUMENT: error: <unknown>:0:0: in function argument void (target("f2.tensor", float, 128), ptr): a tensor that is an argument, expected the function inlined into a kernel

;--- calls.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private constant [16 x i8] c"register=[[1,0]\00"
@layout1 = private constant [25 x i8] c"offset=[[1,0]] -> [16,8]\00"
@layout2 = private constant [41 x i8] c"register=[[1]], lane=[], warp=[] -> [16]\00"
@layout3 = private constant [45 x i8] c"register=[[1,0]], lane=[], warp=[] -> [16,8]\00"

declare target("f2.tensor", float, 16, 8) @f2.tensor.splat.16x8xf32(float) convergent nounwind
declare target("f2.tensor", i8, 16, 8) @f2.tensor.splat.16x8xi8(i8) convergent nounwind
declare target("f2.tensor", i1, 16, 8) @f2.tensor.splat.16x8xi1(i1) convergent nounwind
declare target("f2.tensor", i32, 16, 8) @f2.tensor.splat.16x8xi32(i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.splat.16xf32(float) convergent nounwind
declare target("f2.tensor", i32, 16, 4) @f2.tensor.splat.16x4xi32(i32) convergent nounwind
declare target("f2.tensor", half, 8, 16) @f2.tensor.splat.8x16xf16(half) convergent nounwind
declare target("f2.tensor", half, 16, 8) @f2.tensor.splat.16x8xf16(half) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.splat.16x16xf32(float) convergent nounwind
declare target("f2.tensor", i32, 16, 16) @f2.tensor.splat.16x16xi32(i32) convergent nounwind
declare target("f2.tensor", half, 16, 16) @f2.tensor.splat.16x16xf16(half) convergent nounwind
declare target("f2.tensor", float, 8, 16) @f2.tensor.splat.8x16xf32(float) convergent nounwind
declare target("f2.tensor", i8, 8, 16) @f2.tensor.splat.8x16xi8(i8) convergent nounwind
declare target("f2.tensor", i16, 16, 16) @f2.tensor.splat.16x16xi16(i16) convergent nounwind
declare target("f2.tensor", i64, 16, 8) @f2.tensor.splat.16x8xi64(i64) convergent nounwind
declare target("f2.tensor", i64, 8, 16) @f2.tensor.splat.8x16xi64(i64) convergent nounwind
declare target("f2.tensor", float, 3) @f2.tensor.splat.3xf32(float) convergent nounwind
declare target("f2.tensor", i12, 4) @f2.tensor.splat.4xi12(i12) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.store.16x8xf32.16x8xf32(ptr, target("f2.tensor", float, 16, 8), i64, i64) convergent nounwind
declare i32 @f2.tensor.iota.i32(i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.load.16xf32(i64, i64) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.load.16xf32.1(ptr) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.load.16xf32.2(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.load.16xf32.3(ptr, i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.load.16xf32.4(ptr, i64, i64, i32) convergent nounwind
declare target("f2.tensor", i1, 16) @f2.tensor.load.16xi1(ptr, i64) convergent nounwind
declare void @f2.tensor.store.16xf32(ptr, target("f2.tensor", float, 16)) convergent nounwind
declare void @f2.tensor.store.16xf32.1(target("f2.tensor", float, 16), ptr, i64) convergent nounwind
declare void @f2.tensor.store.16x8xi1(ptr, target("f2.tensor", i1, 16, 8), i64, i64) convergent nounwind
declare target("f2.tensor", float) @f2.tensor.load.f32(ptr, float) convergent nounwind
declare target("f2.tensor", float) @f2.tensor.load.f32.1() convergent nounwind
declare void @f2.tensor.store.16xf32.2(target("f2.tensor", float, 16)) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.splat.16xf32.1(i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.iota.16xf32(i32) convergent nounwind
declare target("f2.tensor", i32, 16) @f2.tensor.iota.16xi32(i32) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32(ptr) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32(ptr, target("f2.tensor", float, 16, 8)) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32.16xf32(ptr, target("f2.tensor", float, 16, 8), target("f2.tensor", float, 16)) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32.16x8xi8(ptr, target("f2.tensor", float, 16, 8), target("f2.tensor", i8, 16, 8)) convergent nounwind
declare target("f2.tensor", half, 16, 8) @f2.tensor.map.16x8xf16.16x8xf32.16x8xf32(ptr, target("f2.tensor", float, 16, 8), target("f2.tensor", float, 16, 8)) convergent nounwind
declare target("f2.tensor", float, 8, 16) @f2.tensor.trans.8x16xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 8, 16) @f2.tensor.trans.8x16xf32.16x8xf32.1(target("f2.tensor", float, 16, 8), i32, i32) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.trans.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32, i32) convergent nounwind
declare target("f2.tensor", float, 64) @f2.tensor.reshape.64xf32.16x8xf32(target("f2.tensor", float, 16, 8)) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.broadcast.16x16xf32.16x8xf32(target("f2.tensor", float, 16, 8)) convergent nounwind
declare target("f2.tensor", float, 16, 8, 1) @f2.tensor.expand_dims.16x8x1xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16, 8, 2) @f2.tensor.join.16x8x2xf32.16x8xf32.16x8xi8(target("f2.tensor", float, 16, 8), target("f2.tensor", i8, 16, 8)) convergent nounwind
declare target("f2.tensor", float, 16, 8, 4) @f2.tensor.join.16x8x4xf32.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8), target("f2.tensor", float, 16, 8)) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.split.16xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16, 4) @f2.tensor.split.16x4xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.reshape.128xf32(float) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.reduce.fadd.16xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 8) @f2.tensor.reduce.fadd.8xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.reduce.xor.16xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", i1, 16) @f2.tensor.reduce.and.16xi1.16x8xi1(target("f2.tensor", i1, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.reduce.16xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.reduce.fadd.16xf32.16x8xf32.1(target("f2.tensor", float, 16, 8)) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.scan.add.16x8xf32.16x8xi8(target("f2.tensor", i8, 16, 8), i32, i1, i1) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.scan.fadd.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.gather.16x8xf32.16x8xf32.16x8xi8(target("f2.tensor", float, 16, 8), target("f2.tensor", i8, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.gather.16xf32.16x8xf32.16xf32(target("f2.tensor", float, 16, 8), target("f2.tensor", float, 16), i32) convergent nounwind
declare target("f2.tensor", float, 16, 4) @f2.tensor.gather.16x4xf32.16x8xf32.16x4xi32(target("f2.tensor", float, 16, 8), target("f2.tensor", i32, 16, 4), i32) convergent nounwind
declare target("f2.tensor", i1, 16, 8) @f2.tensor.gather.16x8xi1.16x8xi1.16x8xi32(target("f2.tensor", i1, 16, 8), target("f2.tensor", i32, 16, 8), i32) convergent nounwind
declare target("f2.tensor", i32, 16, 8) @f2.tensor.gather.16x8xi32.16x8xf32.16x8xi32(target("f2.tensor", float, 16, 8), target("f2.tensor", i32, 16, 8), i32) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16x8xf16.8x16xf16(target("f2.tensor", half, 16, 8), target("f2.tensor", half, 8, 16)) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16xf32.8x16xf16.16x16xf32(target("f2.tensor", float, 16), target("f2.tensor", half, 8, 16), target("f2.tensor", float, 16, 16)) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16x8xf16.16x8xf16.16x16xf32(target("f2.tensor", half, 16, 8), target("f2.tensor", half, 16, 8), target("f2.tensor", float, 16, 16)) convergent nounwind
declare target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16x8xf32.8x16xf16.16x16xf32(target("f2.tensor", float, 16, 8), target("f2.tensor", half, 8, 16), target("f2.tensor", float, 16, 16)) convergent nounwind
declare target("f2.tensor", i32, 16, 16) @f2.tensor.dot.16x16xi32.16x8xf16.8x16xf16.16x16xi32(target("f2.tensor", half, 16, 8), target("f2.tensor", half, 8, 16), target("f2.tensor", i32, 16, 16)) convergent nounwind
declare target("f2.tensor", half, 16, 16) @f2.tensor.dot.16x16xf16.16x8xf32.8x16xf32.16x16xf16(target("f2.tensor", float, 16, 8), target("f2.tensor", float, 8, 16), target("f2.tensor", half, 16, 16)) convergent nounwind
declare target("f2.tensor", i16, 16, 16) @f2.tensor.dot.16x16xi16.16x8xi64.8x16xi64.16x16xi16(target("f2.tensor", i64, 16, 8), target("f2.tensor", i64, 8, 16), target("f2.tensor", i16, 16, 16)) convergent nounwind
declare target("f2.tensor", half, 16, 16) @f2.tensor.dot.16x16xf16.16x8xf16.8x16xf16.16x16xf32(target("f2.tensor", half, 16, 8), target("f2.tensor", half, 8, 16), target("f2.tensor", float, 16, 16)) convergent nounwind
declare target("f2.tensor", float, 16, 8) @f2.tensor.convert.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8), ptr) convergent nounwind
declare target("f2.tensor", float, 16) @f2.tensor.square.16xf32() convergent nounwind
declare void @use(target("f2.tensor", float, 16)) convergent nounwind

define ptx_kernel void @k(ptr %p, i64 %n, i32 %m, ptr %q) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
; well-formed, for others to use
  %v1 = call target("f2.tensor", float, 16, 8) @f2.tensor.splat.16x8xf32(float 0.0)
  %v2 = call target("f2.tensor", i8, 16, 8) @f2.tensor.splat.16x8xi8(i8 0)
  %v3 = call target("f2.tensor", i1, 16, 8) @f2.tensor.splat.16x8xi1(i1 true)
  %v4 = call target("f2.tensor", i32, 16, 8) @f2.tensor.splat.16x8xi32(i32 0)
  %v5 = call target("f2.tensor", float, 16) @f2.tensor.splat.16xf32(float 0.0)
  %v6 = call target("f2.tensor", i32, 16, 4) @f2.tensor.splat.16x4xi32(i32 0)
  %v7 = call target("f2.tensor", half, 8, 16) @f2.tensor.splat.8x16xf16(half 0.0)
  %v8 = call target("f2.tensor", half, 16, 8) @f2.tensor.splat.16x8xf16(half 0.0)
  %v9 = call target("f2.tensor", float, 16, 16) @f2.tensor.splat.16x16xf32(float 0.0)
  %v10 = call target("f2.tensor", i32, 16, 16) @f2.tensor.splat.16x16xi32(i32 0)
  %v11 = call target("f2.tensor", half, 16, 16) @f2.tensor.splat.16x16xf16(half 0.0)
  %v12 = call target("f2.tensor", float, 8, 16) @f2.tensor.splat.8x16xf32(float 0.0)
  %v13 = call target("f2.tensor", i8, 8, 16) @f2.tensor.splat.8x16xi8(i8 0)
  %v14 = call target("f2.tensor", i16, 16, 16) @f2.tensor.splat.16x16xi16(i16 0)
  %v15 = call target("f2.tensor", i64, 16, 8) @f2.tensor.splat.16x8xi64(i64 0)
  %v16 = call target("f2.tensor", i64, 8, 16) @f2.tensor.splat.8x16xi64(i64 0)
; types
  %e17 = call target("f2.tensor", float, 3) @f2.tensor.splat.3xf32(float 0.0)
  %e18 = call target("f2.tensor", i12, 4) @f2.tensor.splat.4xi12(i12 0)
  %e19 = call target("f2.tensor", float, 16, 8) @f2.tensor.store.16x8xf32.16x8xf32(ptr %p, target("f2.tensor", float, 16, 8) %v1, i64 8, i64 1)
  %s1 = call i32 @f2.tensor.iota.i32(i32 0)
; accesses
  %e20 = call target("f2.tensor", float, 16) @f2.tensor.load.16xf32(i64 %n, i64 1)
  %e21 = call target("f2.tensor", float, 16) @f2.tensor.load.16xf32.1(ptr %p)
  %e22 = call target("f2.tensor", float, 16) @f2.tensor.load.16xf32.2(ptr %p, i64 1, i64 3)
  %e23 = call target("f2.tensor", float, 16) @f2.tensor.load.16xf32.3(ptr %p, i32 1)
  %e24 = call target("f2.tensor", float, 16) @f2.tensor.load.16xf32.4(ptr %p, i64 1, i64 3, i32 0)
  %e25 = call target("f2.tensor", i1, 16) @f2.tensor.load.16xi1(ptr %p, i64 1)
  call void @f2.tensor.store.16xf32(ptr %p, target("f2.tensor", float, 16) %v5)
  call void @f2.tensor.store.16xf32.1(target("f2.tensor", float, 16) %v5, ptr %p, i64 1)
  call void @f2.tensor.store.16x8xi1(ptr %p, target("f2.tensor", i1, 16, 8) %v3, i64 8, i64 1)
  %e29 = call target("f2.tensor", float) @f2.tensor.load.f32(ptr %p, float 0.0)
  %e30 = call target("f2.tensor", float) @f2.tensor.load.f32.1()
  call void @f2.tensor.store.16xf32.2(target("f2.tensor", float, 16) %v5)
; splat, iota, map
  %e32 = call target("f2.tensor", float, 16) @f2.tensor.splat.16xf32.1(i32 0)
  %e33 = call target("f2.tensor", float, 16) @f2.tensor.iota.16xf32(i32 0)
  %e34 = call target("f2.tensor", i32, 16) @f2.tensor.iota.16xi32(i32 1)
  %e35 = call target("f2.tensor", i32, 16) @f2.tensor.iota.16xi32(i32 %m)
  %e36 = call target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32(ptr @two)
  %e37 = call target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32(ptr %q, target("f2.tensor", float, 16, 8) %v1)
  %e38 = call target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32(ptr @outside, target("f2.tensor", float, 16, 8) %v1)
  %e39 = call target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32(ptr @two, target("f2.tensor", float, 16, 8) %v1)
  %e40 = call target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32.16xf32(ptr @two, target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", float, 16) %v5)
  %e41 = call target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32.16x8xi8(ptr @two, target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", i8, 16, 8) %v2)
  %e42 = call target("f2.tensor", float, 16, 8) @f2.tensor.map.16x8xf32.16x8xf32(ptr @nothing, target("f2.tensor", float, 16, 8) %v1)
  %e43 = call target("f2.tensor", half, 16, 8) @f2.tensor.map.16x8xf16.16x8xf32.16x8xf32(ptr @two, target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", float, 16, 8) %v1)
; shapes
  %e44 = call target("f2.tensor", float, 8, 16) @f2.tensor.trans.8x16xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 1)
  %e45 = call target("f2.tensor", float, 8, 16) @f2.tensor.trans.8x16xf32.16x8xf32.1(target("f2.tensor", float, 16, 8) %v1, i32 1, i32 1)
  %e46 = call target("f2.tensor", float, 16, 8) @f2.tensor.trans.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 1, i32 0)
  %e47 = call target("f2.tensor", float, 8, 16) @f2.tensor.trans.8x16xf32.16x8xf32.1(target("f2.tensor", float, 16, 8) %v1, i32 %m, i32 0)
  %e48 = call target("f2.tensor", float, 64) @f2.tensor.reshape.64xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1)
  %e49 = call target("f2.tensor", float, 16, 16) @f2.tensor.broadcast.16x16xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1)
  %e50 = call target("f2.tensor", float, 16, 8, 1) @f2.tensor.expand_dims.16x8x1xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 3)
  %e51 = call target("f2.tensor", float, 16, 8, 1) @f2.tensor.expand_dims.16x8x1xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 0)
  %e52 = call target("f2.tensor", float, 16, 8, 2) @f2.tensor.join.16x8x2xf32.16x8xf32.16x8xi8(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", i8, 16, 8) %v2)
  %e53 = call target("f2.tensor", float, 16, 8, 4) @f2.tensor.join.16x8x4xf32.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", float, 16, 8) %v1)
  %e54 = call target("f2.tensor", float, 16) @f2.tensor.split.16xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 0)
  %e55 = call target("f2.tensor", float, 16, 4) @f2.tensor.split.16x4xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 2)
  %e56 = call target("f2.tensor", float, 128) @f2.tensor.reshape.128xf32(float 0.0)
; lines and gathers
  %e57 = call target("f2.tensor", float, 16) @f2.tensor.reduce.fadd.16xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 2)
  %e58 = call target("f2.tensor", float, 8) @f2.tensor.reduce.fadd.8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 1)
  %e59 = call target("f2.tensor", float, 16) @f2.tensor.reduce.xor.16xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 1)
  %e60 = call target("f2.tensor", i1, 16) @f2.tensor.reduce.and.16xi1.16x8xi1(target("f2.tensor", i1, 16, 8) %v3, i32 1)
  %e61 = call target("f2.tensor", float, 16) @f2.tensor.reduce.16xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 1)
  %e62 = call target("f2.tensor", float, 16) @f2.tensor.reduce.fadd.16xf32.16x8xf32.1(target("f2.tensor", float, 16, 8) %v1)
  %e63 = call target("f2.tensor", float, 16, 8) @f2.tensor.scan.add.16x8xf32.16x8xi8(target("f2.tensor", i8, 16, 8) %v2, i32 0, i1 false, i1 false)
  %e64 = call target("f2.tensor", float, 16, 8) @f2.tensor.scan.fadd.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, i32 0)
  %e65 = call target("f2.tensor", float, 16, 8) @f2.tensor.gather.16x8xf32.16x8xf32.16x8xi8(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", i8, 16, 8) %v2, i32 0)
  %e66 = call target("f2.tensor", float, 16) @f2.tensor.gather.16xf32.16x8xf32.16xf32(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", float, 16) %v5, i32 0)
  %e67 = call target("f2.tensor", float, 16, 4) @f2.tensor.gather.16x4xf32.16x8xf32.16x4xi32(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", i32, 16, 4) %v6, i32 0)
  %e68 = call target("f2.tensor", i1, 16, 8) @f2.tensor.gather.16x8xi1.16x8xi1.16x8xi32(target("f2.tensor", i1, 16, 8) %v3, target("f2.tensor", i32, 16, 8) %v4, i32 0)
  %e69 = call target("f2.tensor", i32, 16, 8) @f2.tensor.gather.16x8xi32.16x8xf32.16x8xi32(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", i32, 16, 8) %v4, i32 0)
; products
  %e70 = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16x8xf16.8x16xf16(target("f2.tensor", half, 16, 8) %v8, target("f2.tensor", half, 8, 16) %v7)
  %e71 = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16xf32.8x16xf16.16x16xf32(target("f2.tensor", float, 16) %v5, target("f2.tensor", half, 8, 16) %v7, target("f2.tensor", float, 16, 16) %v9)
  %e72 = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16x8xf16.16x8xf16.16x16xf32(target("f2.tensor", half, 16, 8) %v8, target("f2.tensor", half, 16, 8) %v8, target("f2.tensor", float, 16, 16) %v9)
  %e73 = call target("f2.tensor", float, 16, 16) @f2.tensor.dot.16x16xf32.16x8xf32.8x16xf16.16x16xf32(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", half, 8, 16) %v7, target("f2.tensor", float, 16, 16) %v9)
  %e74 = call target("f2.tensor", i32, 16, 16) @f2.tensor.dot.16x16xi32.16x8xf16.8x16xf16.16x16xi32(target("f2.tensor", half, 16, 8) %v8, target("f2.tensor", half, 8, 16) %v7, target("f2.tensor", i32, 16, 16) %v10)
  %e75 = call target("f2.tensor", half, 16, 16) @f2.tensor.dot.16x16xf16.16x8xf32.8x16xf32.16x16xf16(target("f2.tensor", float, 16, 8) %v1, target("f2.tensor", float, 8, 16) %v12, target("f2.tensor", half, 16, 16) %v11)
  %e76 = call target("f2.tensor", i16, 16, 16) @f2.tensor.dot.16x16xi16.16x8xi64.8x16xi64.16x16xi16(target("f2.tensor", i64, 16, 8) %v15, target("f2.tensor", i64, 8, 16) %v16, target("f2.tensor", i16, 16, 16) %v14)
  %e77 = call target("f2.tensor", half, 16, 16) @f2.tensor.dot.16x16xf16.16x8xf16.8x16xf16.16x16xf32(target("f2.tensor", half, 16, 8) %v8, target("f2.tensor", half, 8, 16) %v7, target("f2.tensor", float, 16, 16) %v9)
; layouts
  %e78 = call target("f2.tensor", float, 16, 8) @f2.tensor.convert.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, ptr %q)
  %e79 = call target("f2.tensor", float, 16, 8) @f2.tensor.convert.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, ptr @layout0)
  %e80 = call target("f2.tensor", float, 16, 8) @f2.tensor.convert.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, ptr @layout1)
  %e81 = call target("f2.tensor", float, 16, 8) @f2.tensor.convert.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, ptr @layout2)
  %e82 = call target("f2.tensor", float, 16, 8) @f2.tensor.convert.16x8xf32.16x8xf32(target("f2.tensor", float, 16, 8) %v1, ptr @layout3)
; calls and uses
  %s2 = call target("f2.tensor", float, 16) @f2.tensor.square.16xf32()
  %s3 = call target("f2.tensor", float, 16) @f2.tensor.splat.16xf32(float 0.0) [ "x"() ]
  call void @use(target("f2.tensor", float, 16) %v5)
  %s4 = freeze target("f2.tensor", float, 16) %v5
  ret void
}

declare float @outside(float)

define internal float @two(float %a, float %b) {
  ret float %a
}

define internal void @nothing(float %a) {
  ret void
}

;--- unknown-block.ll
target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", float, 64) @f2.tensor.load.64xf32(ptr, i64) convergent nounwind
declare void @f2.tensor.store.64xf32(ptr, target("f2.tensor", float, 64), i64) convergent nounwind
define ptx_kernel void @unknown(ptr %p) convergent "target-cpu"="sm_90" {
  %x = call target("f2.tensor", float, 64) @f2.tensor.load.64xf32(ptr %p, i64 1)
  call void @f2.tensor.store.64xf32(ptr %p, target("f2.tensor", float, 64) %x, i64 1)
  ret void
}
define ptx_kernel void @odd(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="96" {
  %x = call target("f2.tensor", float, 64) @f2.tensor.load.64xf32(ptr %p, i64 1)
  call void @f2.tensor.store.64xf32(ptr %p, target("f2.tensor", float, 64) %x, i64 1)
  ret void
}
define ptx_kernel void @few(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="16" {
  %x = call target("f2.tensor", float, 64) @f2.tensor.load.64xf32(ptr %p, i64 1)
  call void @f2.tensor.store.64xf32(ptr %p, target("f2.tensor", float, 64) %x, i64 1)
  ret void
}
define ptx_kernel void @processor(ptr %p) convergent "target-cpu"="sm_1" "nvvm.reqntid"="32" {
  %x = call target("f2.tensor", float, 64) @f2.tensor.load.64xf32(ptr %p, i64 1)
  call void @f2.tensor.store.64xf32(ptr %p, target("f2.tensor", float, 64) %x, i64 1)
  ret void
}
define ptx_kernel void @stated(ptr %p) convergent "target-cpu"="sm_90" "f2layout-block"="-1" {
  %x = call target("f2.tensor", float, 64) @f2.tensor.load.64xf32(ptr %p, i64 1)
  call void @f2.tensor.store.64xf32(ptr %p, target("f2.tensor", float, 64) %x, i64 1)
  ret void
}

;--- large.ll
target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", float, 16384) @f2.tensor.load.16384xf32(ptr, i64) convergent nounwind
declare void @f2.tensor.store.16384xf32(ptr, target("f2.tensor", float, 16384), i64) convergent nounwind
define ptx_kernel void @large(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %x = call target("f2.tensor", float, 16384) @f2.tensor.load.16384xf32(ptr %p, i64 1)
  call void @f2.tensor.store.16384xf32(ptr %p, target("f2.tensor", float, 16384) %x, i64 1)
  ret void
}

;--- product.ll
target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", double, 256, 16) @f2.tensor.splat.256x16xf64(double) convergent nounwind
declare target("f2.tensor", double, 16, 256) @f2.tensor.splat.16x256xf64(double) convergent nounwind
declare target("f2.tensor", double, 256, 256) @f2.tensor.splat.256x256xf64(double) convergent nounwind
declare target("f2.tensor", double, 256, 256) @f2.tensor.dot.256x256xf64(target("f2.tensor", double, 256, 16), target("f2.tensor", double, 16, 256), target("f2.tensor", double, 256, 256)) convergent nounwind
declare void @f2.tensor.store.256x256xf64(ptr, target("f2.tensor", double, 256, 256), i64, i64) convergent nounwind
define ptx_kernel void @product(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %a = call target("f2.tensor", double, 256, 16) @f2.tensor.splat.256x16xf64(double 1.0)
  %b = call target("f2.tensor", double, 16, 256) @f2.tensor.splat.16x256xf64(double 1.0)
  %c = call target("f2.tensor", double, 256, 256) @f2.tensor.splat.256x256xf64(double 0.0)
  %d = call target("f2.tensor", double, 256, 256) @f2.tensor.dot.256x256xf64(target("f2.tensor", double, 256, 16) %a, target("f2.tensor", double, 16, 256) %b, target("f2.tensor", double, 256, 256) %c)
  call void @f2.tensor.store.256x256xf64(ptr %p, target("f2.tensor", double, 256, 256) %d, i64 256, i64 1)
  ret void
}

;--- warps.ll
target triple = "nvptx64-nvidia-cuda"
@layout = private constant [69 x i8] c"register=[], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [128]\00\00"
declare target("f2.tensor", float, 128) @f2.tensor.load.128xf32(ptr, i64) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.convert.128xf32(target("f2.tensor", float, 128), ptr) convergent nounwind
declare void @f2.tensor.store.128xf32(ptr, target("f2.tensor", float, 128), i64) convergent nounwind
define ptx_kernel void @warps(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %x = call target("f2.tensor", float, 128) @f2.tensor.load.128xf32(ptr %p, i64 1)
  %y = call target("f2.tensor", float, 128) @f2.tensor.convert.128xf32(target("f2.tensor", float, 128) %x, ptr @layout)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %y, i64 1)
  ret void
}

;--- phi.ll
target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", float, 64) @f2.tensor.splat.64xf32(float) convergent nounwind
define ptx_kernel void @phi(i1 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %x = call target("f2.tensor", float, 64) @f2.tensor.splat.64xf32(float 1.0)
  br i1 %c, label %left, label %right

left:
  br label %right

right:
  %y = phi target("f2.tensor", float, 3) [ undef, %0 ], [ poison, %left ]
  %z = select i1 %c, target("f2.tensor", i12, 4) undef, target("f2.tensor", i12, 4) poison
  ret void
}

;--- argument.ll
target triple = "nvptx64-nvidia-cuda"
declare void @f2.tensor.store.128xf32(ptr, target("f2.tensor", float, 128), i64) convergent nounwind
define ptx_kernel void @argument(target("f2.tensor", float, 128) %x, ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %x, i64 1)
  ret void
}

;--- left.ll
target triple = "nvptx64-nvidia-cuda"
declare void @f2.tensor.store.64xi32(ptr, target("f2.tensor", i32, 64), i64) convergent nounwind
define void @left(target("f2.tensor", i32, 64) %x, ptr %q) {
  call void @f2.tensor.store.64xi32(ptr %q, target("f2.tensor", i32, 64) %x, i64 1)
  ret void
}
