; Wavefronts of shared accesses: 32 banks of 4 bytes, phases of wide accesses.
; RUN: split-file %s %t
; RUN: %f2sim %t/nv.ll --block 32 --report | FileCheck %s --check-prefix=NV
; RUN: %f2sim %t/amd.ll --kernel k942 --block 64 --report | FileCheck %s --check-prefix=GFX942
; RUN: %f2sim %t/amd.ll --kernel k950 --block 64 --report | FileCheck %s --check-prefix=GFX950
; RUN: %f2sim %t/nv.ll --block 32 --json | FileCheck %s --check-prefix=JSON
; RUN: %f2sim %t/amd.ll --kernel halves --block 64 --report | FileCheck %s --check-prefix=HALVES
; RUN: %f2sim %t/narrow.ll --block 64 --report | FileCheck %s --check-prefix=NARROW
; RUN: %f2sim %t/narrow.ll --block 64 --grid 3 --json | FileCheck %s --check-prefix=WARPS

; NV: store 1 x 4, 1 wavefronts, 1 ideal: store i32 %t, ptr addrspace(3) %p1
; NV-NEXT: store 1 x 4, 32 wavefronts, 1 ideal: store i32 %t, ptr addrspace(3) %p32
; NV-NEXT: store 1 x 4, 1 wavefronts, 1 ideal: store i32 %t, ptr addrspace(3) %p33
; NV-NEXT: store 1 x 8, 2 wavefronts, 2 ideal
; NV-NEXT: store 1 x 16, 4 wavefronts, 4 ideal
; All lanes read one word.
; NV-NEXT: load 1 x 4, 1 wavefronts, 1 ideal
; NV-NEXT: total 6 accesses, 41 wavefronts, 10 ideal
; JSON: "ideal_wavefronts": 10
; JSON: "wavefronts": 41
; Half the alignment: two accesses, here 3 words apart. Without any: one.
; HALVES: store 2 x 4, 4 wavefronts, 4 ideal: store <2 x i32>
; HALVES: store 2 x 8, 8 wavefronts, 8 ideal: store <4 x i32>
; HALVES: store 1 x 8, 8 wavefronts, 4 ideal: store <4 x i16>
; Lanes that access one word do not conflict: 32 bytes in 8 words, 32 halves in
; 16, but 32 halves with stride 3 in 48 words.
; NARROW: store 2 x 1, 2 wavefronts, 2 ideal: store i8 %b, ptr addrspace(3) %p1
; NARROW-NEXT: store 2 x 2, 2 wavefronts, 2 ideal: store i16 %h, ptr addrspace(3) %p2
; NARROW-NEXT: store 2 x 2, 4 wavefronts, 2 ideal: store i16 %h, ptr addrspace(3) %p6
; Four bytes of any alignment are four accesses; 12 aligned bytes are two.
; NARROW-NEXT: store 8 x 1, 8 wavefronts, 8 ideal: store <4 x i8>
; NARROW-NEXT: store 2 x 4, 8 wavefronts, 2 ideal: store <3 x i32>
; NARROW-NEXT: store 2 x 8, 8 wavefronts, 4 ideal: store <3 x i32>
; Bytes that no lane reads need no wavefront: 4 lanes are in one half of a warp.
; NARROW-NEXT: load 1 x 8, 1 wavefronts, 1 ideal: %few
; All lanes read the same 8 bytes: both halves are served at once.
; NARROW-NEXT: load 2 x 8, 2 wavefronts, 2 ideal: %same
; WARPS: "kernel": "n"
; WARPS: "warps": 6
; 16-byte accesses: gfx942 reads lanes 0-3 and 20-23 together, gfx950 16 lanes.
; GFX942: store 1 x 16, 8 wavefronts, 8 ideal
; GFX942: load 1 x 16, 8 wavefronts, 8 ideal
; GFX950: store 1 x 16, 8 wavefronts, 8 ideal
; GFX950: load 1 x 16, 4 wavefronts, 4 ideal

;--- nv.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [2048 x i32] undef, align 16
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p1, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i32 = shl i32 %t, 5
  %p32 = getelementptr i32, ptr addrspace(3) @s, i32 %i32
  store i32 %t, ptr addrspace(3) %p32, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i33 = mul i32 %t, 33
  %p33 = getelementptr i32, ptr addrspace(3) @s, i32 %i33
  store i32 %t, ptr addrspace(3) %p33, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p8 = getelementptr i64, ptr addrspace(3) @s, i32 %t
  store i64 0, ptr addrspace(3) %p8, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p16 = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  store <4 x i32> zeroinitializer, ptr addrspace(3) %p16, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) @s, align 4
  ret void
}
;--- narrow.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [2048 x i32] undef, align 16
define ptx_kernel void @n(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = trunc i32 %t to i8
  %h = trunc i32 %t to i16
  %p1 = getelementptr i8, ptr addrspace(3) @s, i32 %t
  store i8 %b, ptr addrspace(3) %p1, align 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p2 = getelementptr i16, ptr addrspace(3) @s, i32 %t
  store i16 %h, ptr addrspace(3) %p2, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p6 = getelementptr [3 x i16], ptr addrspace(3) @s, i32 %t
  store i16 %h, ptr addrspace(3) %p6, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p4 = getelementptr <4 x i8>, ptr addrspace(3) @s, i32 %t
  store <4 x i8> zeroinitializer, ptr addrspace(3) %p4, align 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p16 = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  store <3 x i32> zeroinitializer, ptr addrspace(3) %p16, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = icmp ult i32 %t, 4
  br i1 %first, label %some, label %join
some:
  %p8 = getelementptr i64, ptr addrspace(3) @s, i32 %t
  %few = load i64, ptr addrspace(3) %p8, align 8
  br label %join
join:
  %same = load i64, ptr addrspace(3) @s, align 8
  ret void
}
;--- amd.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [512 x i32] poison, align 16
define amdgpu_kernel void @k942() "target-cpu"="gfx942" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  store <4 x i32> zeroinitializer, ptr addrspace(3) %p, align 16
  %v = load <4 x i32>, ptr addrspace(3) %p, align 16
  ret void
}
define amdgpu_kernel void @k950() "target-cpu"="gfx950" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  store <4 x i32> zeroinitializer, ptr addrspace(3) %p, align 16
  %v = load <4 x i32>, ptr addrspace(3) %p, align 16
  ret void
}
define amdgpu_kernel void @halves() "target-cpu"="gfx942" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p12 = getelementptr [3 x i32], ptr addrspace(3) @s, i32 %t
  store <2 x i32> zeroinitializer, ptr addrspace(3) %p12, align 4
  call void @llvm.amdgcn.s.barrier()
  %p24 = getelementptr [3 x i64], ptr addrspace(3) @s, i32 %t
  store <4 x i32> zeroinitializer, ptr addrspace(3) %p24, align 8
  call void @llvm.amdgcn.s.barrier()
  store <4 x i16> zeroinitializer, ptr addrspace(3) %p12, align 2
  ret void
}
