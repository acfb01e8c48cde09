; A product that two stores want in one layout is converted once. The search counts a
; conversion for each store, and so finds no better than 57 clocks; what the operations
; propose themselves takes 50, and is taken (Instances.h). With convert-at-uses, nothing
; is made again.

; RUN: %f2opt -passes=f2layout-assign -S %s -pass-remarks=f2layout-assign -pass-remarks-analysis=f2layout-assign 2>&1 | FileCheck %s
; RUN: %f2opt -passes='f2layout-assign<convert-at-uses>' -S %s -pass-remarks=f2layout-assign -pass-remarks-analysis=f2layout-assign 2>&1 | FileCheck %s --check-prefix=USES
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.ll
; RUN: %f2opt -passes='f2layout-assign<convert-at-uses>,f2layout-lower' -S %s -o %t.uses.ll
; RUN: %f2sim --equal %s %t.ll --kernel k --block 256 --quiet --arg 4=33 --fill 0=zero
; RUN: %f2sim --equal %s %t.uses.ll --kernel k --block 256 --quiet --arg 4=33 --fill 0=zero

; CHECK: 6 tensors got 5 layouts and 2 conversions (in k)
; CHECK: of tensors take 50 clocks per wave
; CHECK: call <1 x half> @f2.convert{{.*}}[8,32]
; CHECK-NOT: call <1 x half> @f2.convert{{.*}}[8,32]

; USES: 6 tensors got 6 layouts and 3 conversions (in k)
; USES: of tensors take 58 clocks per wave

target triple = "amdgcn-amd-amdhsa"

declare target("f2.tensor", half, 8, 16) @f2.tensor.load.8x16xf16(ptr addrspace(1), i64, i64) convergent nocallback nounwind
declare target("f2.tensor", half, 16, 32) @f2.tensor.load.16x32xf16(ptr addrspace(1), i64, i64) convergent nocallback nounwind
declare target("f2.tensor", half, 8, 32) @f2.tensor.splat.8x32xf16(half) convergent nocallback nounwind
declare target("f2.tensor", half, 8, 32) @f2.tensor.dot.8x32xf16(target("f2.tensor", half, 8, 16), target("f2.tensor", half, 16, 32), target("f2.tensor", half, 8, 32)) convergent nocallback nounwind
declare void @f2.tensor.store.8x32xf16(ptr addrspace(1), target("f2.tensor", half, 8, 32), i64, i64) convergent nocallback nounwind

define amdgpu_kernel void @k(ptr addrspace(1) noalias align 16 %a, ptr addrspace(1) noalias align 16 %b, ptr addrspace(1) noalias align 16 %c, ptr addrspace(1) noalias align 16 %d, i64 %n) convergent "target-cpu"="gfx942" "f2layout-block"="256,1,1" "amdgpu-flat-work-group-size"="256,256" {
  %x = call target("f2.tensor", half, 8, 16) @f2.tensor.load.8x16xf16(ptr addrspace(1) %a, i64 16, i64 1)
  %y = call target("f2.tensor", half, 16, 32) @f2.tensor.load.16x32xf16(ptr addrspace(1) %b, i64 33, i64 1)
  %z = call target("f2.tensor", half, 8, 32) @f2.tensor.splat.8x32xf16(half 0.0)
  %p = call target("f2.tensor", half, 8, 32) @f2.tensor.dot.8x32xf16(target("f2.tensor", half, 8, 16) %x, target("f2.tensor", half, 16, 32) %y, target("f2.tensor", half, 8, 32) %z)
  call void @f2.tensor.store.8x32xf16(ptr addrspace(1) %c, target("f2.tensor", half, 8, 32) %p, i64 33, i64 1)
  call void @f2.tensor.store.8x32xf16(ptr addrspace(1) %d, target("f2.tensor", half, 8, 32) %p, i64 %n, i64 1)
  ret void
}
