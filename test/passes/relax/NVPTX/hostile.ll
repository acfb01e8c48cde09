; Every input must give an answer.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.ll \
; RUN:   -pass-remarks-missed=f2layout-relax 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; REMARK-DAG: block barrier kept: the copy and the call of masked_scatter may touch the same bytes
; REMARK-DAG: barriers unchanged: "f2layout-block"="a,b"
; RUN: not %f2opt -passes='f2layout-relax<some>' -S %s 2>&1 | FileCheck %s --check-prefix=SOME
; RUN: not %f2opt -passes='f2layout-relax<block=0>' -S %s 2>&1 | FileCheck %s --check-prefix=BLOCK
; SOME: unknown parameter 'some'; there are: all, no-guess, block=
; BLOCK: 'block=0': expected 128, 32x8 or 32x8x1, at most 1024 threads

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [0 x i32] undef
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: @no_address(
; CHECK: barrier
define ptx_kernel void @no_address(ptr %p) {
  store i32 0, ptr poison
  store i32 0, ptr addrspace(3) @tile
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 0, ptr addrspace(3) null
  store i32 0, ptr undef
  ret void
}

; CHECK-LABEL: @unreachable_code(
; CHECK: ret void
define ptx_kernel void @unreachable_code(ptr %p) {
  ret void
dead:
  store i32 0, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 0, ptr %p
  br label %dead
}

; CHECK-LABEL: @sizes(
; CHECK: barrier
define ptx_kernel void @sizes(ptr %p, ptr %q, i64 %n, <4 x ptr> %v) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 -1, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> zeroinitializer, <4 x ptr> %v, i32 4, <4 x i1> splat (i1 true))
  store {} zeroinitializer, ptr %p
  store i1 true, ptr %p
  store i2048 0, ptr %p
  ret void
}
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)

; A barrier that orders nothing is removed even here.
; CHECK-LABEL: @needless(
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @needless(ptr noalias %p, ptr noalias %q) {
  store i32 0, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 0, ptr %q
  ret void
}

; A malformed promise: the kernel is not changed.
; CHECK-LABEL: @malformed(
; CHECK: barrier
define ptx_kernel void @malformed() "f2layout-block"="a,b" {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
