; Elements that do not fill their bytes: the registers in f2sim and those of the
; lowered code hold the same.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64

; CHECK-NOT: @f2.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@a = private constant [67 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]], warp=[[64]] -> [128]\00"
@b = private constant [67 x i8] c"register=[[64]], lane=[[1],[2],[4],[8],[16]], warp=[[32]] -> [128]\00"
@m = private constant [49 x i8] c"offset=[[2],[1],[4],[8],[16],[32],[64]] -> [128]\00"
@tile = internal addrspace(3) global [128 x i16] poison
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare <2 x i12> @f2.convert.v2i12(<2 x i12>, ptr, ptr) convergent nocallback nounwind
declare <2 x i12> @f2.gather.v2i12(<2 x i12>, <2 x i32>, i32, ptr, ptr) convergent nocallback nounwind
declare <2 x i37> @f2.convert.v2i37(<2 x i37>, ptr, ptr) convergent nocallback nounwind
declare void @f2.store.v2i12(ptr addrspace(3), <2 x i12>, ptr, ptr) convergent nocallback nounwind
declare <2 x i12> @f2.load.v2i12(ptr addrspace(3), ptr, ptr) convergent nocallback nounwind

define ptx_kernel void @converted(ptr noalias %in, ptr noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x i32>, ptr %in, i32 %t
  %q = getelementptr <2 x i32>, ptr %out, i32 %t
  %x = load <2 x i32>, ptr %p
  %n = trunc <2 x i32> %x to <2 x i12>
  %y = call <2 x i12> @f2.convert.v2i12(<2 x i12> %n, ptr @a, ptr @b)
  %z = call <2 x i12> @f2.gather.v2i12(<2 x i12> %y, <2 x i32> %x, i32 0, ptr @b, ptr @a)
  %yw = sext <2 x i12> %y to <2 x i32>
  %zw = sext <2 x i12> %z to <2 x i32>
  %s = sub <2 x i32> %yw, %zw
  store <2 x i32> %s, ptr %q
  ret void
}
define ptx_kernel void @wide(ptr noalias %in, ptr noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x i64>, ptr %in, i32 %t
  %q = getelementptr <2 x i64>, ptr %out, i32 %t
  %x = load <2 x i64>, ptr %p
  %n = trunc <2 x i64> %x to <2 x i37>
  %y = call <2 x i37> @f2.convert.v2i37(<2 x i37> %n, ptr @a, ptr @b)
  %w = sext <2 x i37> %y to <2 x i64>
  store <2 x i64> %w, ptr %q
  ret void
}
; The other bits of the buffer are not loaded.
define ptx_kernel void @buffer(ptr noalias %in, ptr noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x i32>, ptr %in, i32 %t
  %q = getelementptr <2 x i32>, ptr %out, i32 %t
  %x = load <2 x i32>, ptr %p
  %n = trunc <2 x i32> %x to <2 x i12>
  call void @f2.store.v2i12(ptr addrspace(3) @tile, <2 x i12> %n, ptr @a, ptr @m)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %g = getelementptr i16, ptr addrspace(3) @tile, i32 %t
  %e = load i16, ptr addrspace(3) %g
  %f = or i16 %e, -4096
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i16 %f, ptr addrspace(3) %g
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = call <2 x i12> @f2.load.v2i12(ptr addrspace(3) @tile, ptr @b, ptr @m)
  %w = zext <2 x i12> %y to <2 x i32>
  store <2 x i32> %w, ptr %q
  ret void
}
