; Fragments of wmma are counted by their rows, though the array escapes to the
; instruction as a generic pointer.
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout-banks -disable-output %s -pass-remarks-analysis=f2layout-banks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

target triple = "nvptx64-nvidia-cuda"

@As = internal addrspace(3) global [64 x [64 x half]] undef, align 32
@Bs = internal addrspace(3) global [64 x [72 x half]] undef, align 32
@Cs = internal addrspace(3) global [64 x [64 x float]] undef, align 32
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr, i32)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.f16.p3(ptr addrspace(3), i32)
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p3(ptr addrspace(3), float, float, float, float, float, float, float, float, i32)

; 16 rows of 32 bytes, 128 bytes apart, take a wavefront each, and twice that
; for the halves of a row; 144 bytes apart, eight of them share one.
; CHECK-LABEL: bank conflicts in 'tiles'
; CHECK-NEXT: load of matrix rows of 16 bytes from As: 64 wavefronts in 2 warps, minimum 8;
; CHECK-NEXT: load of matrix rows of 16 bytes from Bs: 8 wavefronts in 2 warps;
; CHECK-NEXT: store of matrix rows of 8 bytes to Cs: {{[0-9]+}} wavefronts in 2 warps, minimum {{[0-9]+}};
; CHECK-NEXT: load of matrix rows of 16 bytes from As: stride n: 8-way conflict if 64 divides n, none if 16 divides n - 8
; REMARK: remark: {{.*}}load of matrix rows of 16 bytes from As takes 64 wavefronts in 2 warps, minimum 8 (blocks of 64x1x1)
; REMARK: remark: {{.*}}store of matrix rows of 8 bytes to Cs takes
; REMARK: remark: {{.*}}shared array As is accessed at a distance that is not known: stride n: 8-way conflict if 64 divides n
define ptx_kernel void @tiles(i32 %n) "target-cpu"="sm_90" "nvvm.reqntid"="64,1,1" {
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr addrspacecast (ptr addrspace(3) @As to ptr), i32 64)
  %b = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.b.col.stride.f16.p3(ptr addrspace(3) @Bs, i32 72)
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p3(ptr addrspace(3) @Cs, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, i32 64)
  %c = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr addrspacecast (ptr addrspace(3) @As to ptr), i32 %n)
  ret void
}
