; Reads of 16 bytes are served in cosets of span{1,2,20} on gfx942; 8 bytes
; aligned to 4 are two accesses in one instruction.
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2sim %s --kernel gfx942 --block 64 --report | FileCheck %s --check-prefix=SIM942

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [4096 x i32] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: bank conflicts in 'gfx942' on gfx942, blocks of 64x1x1:
; CHECK-NEXT: load of 16 bytes from tile: 8 LDS cycles in 1 wave; %a = load
; CHECK-NEXT: load of 16 bytes from tile: 16 LDS cycles in 1 wave, minimum 8; %b = load
; CHECK-NEXT: load of 8 bytes from tile: 8 LDS cycles in 1 wave, minimum 4; %c = load
; SIM942: load 1 x 16, 8 wavefronts, 8 ideal: %a = load
; SIM942: load 1 x 16, 16 wavefronts, 8 ideal: %b = load
; SIM942: load 2 x 4, 8 wavefronts, 4 ideal: %c = load
define amdgpu_kernel void @gfx942() "target-cpu"="gfx942" "f2layout-block"="64,1,1" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x i32>, ptr addrspace(3) @tile, i32 %x
  %a = load <4 x i32>, ptr addrspace(3) %p
  %q = getelementptr [2 x <4 x i32>], ptr addrspace(3) @tile, i32 %x
  %b = load <4 x i32>, ptr addrspace(3) %q
  %r = getelementptr <2 x i32>, ptr addrspace(3) @tile, i32 %x
  %c = load <2 x i32>, ptr addrspace(3) %r, align 4
  ret void
}
