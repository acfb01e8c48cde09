; Two results in one word: elements of 16 bits are combined in pairs, and narrower ones
; in words where the operation knows no widths. The last step is within the word.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 32
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 32
; RUN: %llc -mcpu=sm_90 -mattr=+ptx83 %t.ll -o - | FileCheck %s --check-prefix=CODE
; CODE-LABEL: .entry sums
; CODE-COUNT-3: add.s16x2
; CODE-NOT: add.s16x2
; CODE-LABEL: .entry parities
; CODE: xor.b32

target triple = "nvptx64-nvidia-cuda"
@from = private unnamed_addr constant [78 x i8] c"register=[[0,1],[0,2],[0,4]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]] -> [32,8]\00"
@to = private unnamed_addr constant [36 x i8] c"lane=[[1],[2],[4],[8],[16]] -> [32]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i16 @f2.reduce.add.i16(<8 x i16>, i32, ptr, ptr) #1
declare i16 @f2.reduce.smax.i16(<8 x i16>, i32, ptr, ptr) #1
declare i8 @f2.reduce.xor.i8(<8 x i8>, i32, ptr, ptr) #1

; CHECK-LABEL: @sums(
; CHECK-COUNT-3: add <2 x i16>
; CHECK: add i16
define ptx_kernel void @sums(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <8 x i16>, ptr %in, i32 %t
  %x = load <8 x i16>, ptr %p
  %y = call i16 @f2.reduce.add.i16(<8 x i16> %x, i32 1, ptr @from, ptr @to)
  %q = getelementptr i16, ptr %out, i32 %t
  store i16 %y, ptr %q
  ret void
}

; CHECK-LABEL: @greatest(
; CHECK-COUNT-3: call <2 x i16> @llvm.smax.v2i16
; CHECK: call i16 @llvm.smax.i16
define ptx_kernel void @greatest(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <8 x i16>, ptr %in, i32 %t
  %x = load <8 x i16>, ptr %p
  %y = call i16 @f2.reduce.smax.i16(<8 x i16> %x, i32 1, ptr @from, ptr @to)
  %q = getelementptr i16, ptr %out, i32 %t
  store i16 %y, ptr %q
  ret void
}

; CHECK-LABEL: @parities(
; CHECK: xor <4 x i8>
; CHECK-COUNT-3: xor i8
define ptx_kernel void @parities(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <8 x i8>, ptr %in, i32 %t
  %x = load <8 x i8>, ptr %p
  %y = call i8 @f2.reduce.xor.i8(<8 x i8> %x, i32 1, ptr @from, ptr @to)
  %q = getelementptr i8, ptr %out, i32 %t
  store i8 %y, ptr %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #1 = { convergent nocallback nounwind }
