; Two results in one word: elements of 16 bits are combined in pairs, and narrower ones
; in words where the operation knows no widths. The last step is within the word.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 64
; RUN: %llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=CODE
; CODE-LABEL: sums:
; CODE-COUNT-3: v_pk_add_u16
; CODE-NOT: v_pk_add_u16
; CODE-LABEL: parities:
; CODE: v_xor_b32

target triple = "amdgcn-amd-amdhsa"
@from = private unnamed_addr addrspace(4) constant [85 x i8] c"register=[[0,1],[0,2],[0,4]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]] -> [64,8]\00"
@to = private unnamed_addr addrspace(4) constant [41 x i8] c"lane=[[1],[2],[4],[8],[16],[32]] -> [64]\00"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i16 @f2.reduce.add.i16(<8 x i16>, i32, ptr addrspace(4), ptr addrspace(4)) #1
declare i16 @f2.reduce.smax.i16(<8 x i16>, i32, ptr addrspace(4), ptr addrspace(4)) #1
declare i8 @f2.reduce.xor.i8(<8 x i8>, i32, ptr addrspace(4), ptr addrspace(4)) #1

; CHECK-LABEL: @sums(
; CHECK-COUNT-3: add <2 x i16>
; CHECK: add i16
define amdgpu_kernel void @sums(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i16>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i16>, ptr addrspace(1) %p
  %y = call i16 @f2.reduce.add.i16(<8 x i16> %x, i32 1, ptr addrspace(4) @from, ptr addrspace(4) @to)
  %q = getelementptr i16, ptr addrspace(1) %out, i32 %t
  store i16 %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @greatest(
; CHECK-COUNT-3: call <2 x i16> @llvm.smax.v2i16
; CHECK: call i16 @llvm.smax.i16
define amdgpu_kernel void @greatest(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i16>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i16>, ptr addrspace(1) %p
  %y = call i16 @f2.reduce.smax.i16(<8 x i16> %x, i32 1, ptr addrspace(4) @from, ptr addrspace(4) @to)
  %q = getelementptr i16, ptr addrspace(1) %out, i32 %t
  store i16 %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @parities(
; CHECK: xor <4 x i8>
; CHECK-COUNT-3: xor i8
define amdgpu_kernel void @parities(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %y = call i8 @f2.reduce.xor.i8(<8 x i8> %x, i32 1, ptr addrspace(4) @from, ptr addrspace(4) @to)
  %q = getelementptr i8, ptr addrspace(1) %out, i32 %t
  store i8 %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx90a" "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { convergent nocallback nounwind }
