; Reads of 16 bytes are served in 64 banks on gfx950.
; REQUIRES: gfx950
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2sim %s --kernel gfx950 --block 64 --report | FileCheck %s --check-prefix=SIM950

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [4096 x i32] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: bank conflicts in 'gfx950' on gfx950, blocks of 64x1x1:
; CHECK-NEXT: load of 16 bytes from tile: 4 LDS cycles in 1 wave; %a = load
; CHECK-NEXT: load of 16 bytes from tile: 8 LDS cycles in 1 wave, minimum 4; %b = load
; SIM950: load 1 x 16, 4 wavefronts, 4 ideal: %a = load
; SIM950: load 1 x 16, 8 wavefronts, 4 ideal: %b = load
define amdgpu_kernel void @gfx950() "target-cpu"="gfx950" "f2layout-block"="64,1,1" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(3) @tile, i32 %x
  %a = load <4 x i32>, ptr addrspace(3) %p
  %q = getelementptr [2 x <4 x i32>], ptr addrspace(3) @tile, i32 %x
  %b = load <4 x i32>, ptr addrspace(3) %q
  ret void
}
