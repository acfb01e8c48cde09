; A tile that stmatrix writes, and rows of 16 bytes are read.
; REQUIRES: stmatrix
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel stores --block 128
; RUN: %f2sim %t.after.ll --kernel stores --block 128 --report | FileCheck %s --check-prefix=STORES
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=BANKS
; STORES: total {{[0-9]+}} accesses, [[N:[0-9]+]] wavefronts, [[N]] ideal

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@out_tile = internal addrspace(3) global [64 x [64 x half]] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3), i32, i32, i32, i32)

; BANKS-LABEL: bank conflicts in 'stores'
; BANKS: store of matrix rows of 16 bytes to out_tile: 128 wavefronts in 4 warps, minimum 16;
; REMARK: remark: {{.*}}shared array out_tile swizzled: the 8 accesses of a block take 576 -> 128 wavefronts{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @stores(
define ptx_kernel void @stores(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r15 = and i32 %t, 15
  %warp = lshr i32 %t, 5
  %wrow = shl i32 %warp, 4
  %row = or i32 %wrow, %r15
  %half = lshr i32 %t, 1
  %col = and i32 %half, 8
  %w0 = mul i32 %t, 65537
  %w1 = add i32 %w0, 1000
  %w2 = add i32 %w0, 2000
  %w3 = add i32 %w0, 3000
  %p = getelementptr [64 x [64 x half]], ptr addrspace(3) @out_tile, i32 0, i32 %row, i32 %col
  %p1 = getelementptr half, ptr addrspace(3) %p, i32 16
  %p2 = getelementptr half, ptr addrspace(3) %p, i32 32
  %p3 = getelementptr half, ptr addrspace(3) %p, i32 48
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p, i32 %w0, i32 %w1, i32 %w2, i32 %w3)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p1, i32 %w1, i32 %w2, i32 %w3, i32 %w0)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p2, i32 %w2, i32 %w3, i32 %w0, i32 %w1)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p3, i32 %w3, i32 %w0, i32 %w1, i32 %w2)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = lshr i32 %t, 3
  %chunk = and i32 %t, 7
  %c = shl i32 %chunk, 3
  %q0 = getelementptr [64 x [64 x half]], ptr addrspace(3) @out_tile, i32 0, i32 %r, i32 %c
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i32 2048
  %q2 = getelementptr i8, ptr addrspace(3) %q0, i32 4096
  %q3 = getelementptr i8, ptr addrspace(3) %q0, i32 6144
  %v0 = load <4 x i32>, ptr addrspace(3) %q0, align 16
  %v1 = load <4 x i32>, ptr addrspace(3) %q1, align 16
  %v2 = load <4 x i32>, ptr addrspace(3) %q2, align 16
  %v3 = load <4 x i32>, ptr addrspace(3) %q3, align 16
  %o0 = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %o1 = getelementptr <4 x i32>, ptr addrspace(1) %o0, i32 128
  %o2 = getelementptr <4 x i32>, ptr addrspace(1) %o0, i32 256
  %o3 = getelementptr <4 x i32>, ptr addrspace(1) %o0, i32 384
  store <4 x i32> %v0, ptr addrspace(1) %o0
  store <4 x i32> %v1, ptr addrspace(1) %o1
  store <4 x i32> %v2, ptr addrspace(1) %o2
  store <4 x i32> %v3, ptr addrspace(1) %o3
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="128,1,1" }
