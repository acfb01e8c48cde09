; Fragments of WMMA in shared memory are accessed as shared, where the generic
; pointer is a converted one, with offsets.
; RUN: %f2opt -passes=f2layout-matrix -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel spaces --block 32
; RUN: %f2sim --equal %s %t.after.ll --kernel chosen --block 32

target triple = "nvptx64-nvidia-cuda"

@As = internal addrspace(3) global [32 x [32 x float]] undef, align 32

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.stride.tf32.p0(ptr, i32)
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr, float, float, float, float, float, float, float, float, i32)

; CHECK-LABEL: @spaces(
; CHECK: call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p3(ptr addrspace(3) @As, float 1.000000e+00
; CHECK: getelementptr [32 x float], ptr addrspace(3) @As, i64 %r, i64 0
; CHECK: getelementptr i8, ptr addrspace(3) {{.*}}, i64 -128
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.stride.tf32.p3(ptr addrspace(3) {{.*}}, i32 32), !some
; The pointer to global memory stays.
; CHECK: call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr %out
define ptx_kernel void @spaces(ptr %out, i64 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr addrspacecast (ptr addrspace(3) @As to ptr), float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0, float 7.0, float 8.0, i32 32)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = lshr i64 %n, 8
  %p = getelementptr [32 x float], ptr addrspacecast (ptr addrspace(3) @As to ptr), i64 %r, i64 0
  %q = getelementptr i8, ptr %p, i64 -128
  %a = call { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.stride.tf32.p0(ptr %q, i32 32), !some !0
  %w = extractvalue { i32, i32, i32, i32 } %a, 2
  %f = bitcast i32 %w to float
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr %out, float %f, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0, float 7.0, float 8.0, i32 32)
  ret void
}

; A pointer that may be another one is left alone.
; CHECK-LABEL: @chosen(
; CHECK: call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr %p
define ptx_kernel void @chosen(ptr %out, i32 %n) #0 {
  store i32 0, ptr addrspace(3) @As
  %c = icmp eq i32 %n, 0
  %p = select i1 %c, ptr addrspacecast (ptr addrspace(3) @As to ptr), ptr %out
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(ptr %p, float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0, float 7.0, float 8.0, i32 32)
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="32,1,1" }
!0 = !{}
