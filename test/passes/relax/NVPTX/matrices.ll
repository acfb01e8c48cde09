; Rows of matrices: a lane points at one, and other lanes of its warp read or
; write it. A barrier between them and the row's own lane is therefore needed,
; but a warp barrier is enough.
; REQUIRES: stmatrix
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks >%t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [512 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3), i32, i32, i32, i32)
declare {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))

; CHECK-LABEL: @own_row(
; CHECK: stmatrix
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NOT: barrier.cta
; CHECK: ret void
; REMARK: block barrier became a warp barrier
define ptx_kernel void @own_row(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = shl i32 %t, 2
  %row = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %row, i32 %t, i32 %i, i32 %t, i32 %i)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load <4 x i32>, ptr addrspace(3) %row, align 16
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store <4 x i32> %v, ptr addrspace(1) %o, align 16
  ret void
}

; The rows of the warp, in another order.
; CHECK-LABEL: @rows_of_the_warp(
; CHECK: store <4 x i32>
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: ldmatrix
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @rows_of_the_warp(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = shl i32 %t, 2
  %row = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %s = insertelement <4 x i32> zeroinitializer, i32 %t, i32 2
  store <4 x i32> %s, ptr addrspace(3) %row, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 9
  %j = shl i32 %x, 2
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %m = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %other)
  %v = extractvalue {i32, i32, i32, i32} %m, 1
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; Another warp's rows.
; CHECK-LABEL: @rows_of_another_warp(
; CHECK: store <4 x i32>
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
; REMARK: block barrier kept: the store and the call of __nvvm_ldmatrix
define ptx_kernel void @rows_of_another_warp(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = shl i32 %t, 2
  %row = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %s = insertelement <4 x i32> zeroinitializer, i32 %t, i32 2
  store <4 x i32> %s, ptr addrspace(3) %row, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 32
  %j = shl i32 %x, 2
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %m = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %other)
  %v = extractvalue {i32, i32, i32, i32} %m, 1
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
