; Wavefronts of shared accesses: 32 banks of 4 bytes, phases of wide accesses.
; RUN: split-file %s %t
; RUN: %f2sim %t/nv.ll --block 32 --report | FileCheck %s --check-prefix=NV
; RUN: %f2sim %t/amd.ll --kernel k942 --block 64 --report | FileCheck %s --check-prefix=GFX942
; RUN: %f2sim %t/amd.ll --kernel k950 --block 64 --report | FileCheck %s --check-prefix=GFX950
; RUN: %f2sim %t/nv.ll --block 32 --json | FileCheck %s --check-prefix=JSON

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
;--- amd.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [256 x i32] poison, align 16
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
