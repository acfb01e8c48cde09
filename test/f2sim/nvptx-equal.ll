; An exchange through shared memory, and the shuffle that replaces it; then
; shuffles that are wrong in one way each.
; RUN: split-file %s %t
; RUN: %f2sim --equal %t/shared.ll %t/shuffle.ll --block 64 | FileCheck %s --check-prefix=SAME
; RUN: not %f2sim --equal %t/shared.ll %t/wrong-lane.ll --block 64 | FileCheck %s --check-prefix=LANE
; RUN: not %f2sim --equal %t/shared.ll %t/stale.ll --block 64 | FileCheck %s --check-prefix=STALE
; RUN: not %f2sim --equal %t/shared.ll %t/half-mask.ll --block 64 | FileCheck %s --check-prefix=MASK
; RUN: not %f2sim --equal %t/shared.ll %t/missing.ll --block 64 | FileCheck %s --check-prefix=MISSING
; The data of the two bytes may agree; their origins may not.
; RUN: not %f2sim --equal %t/shared.ll %t/wrong-lane.ll --block 64 --fill 0=zero | FileCheck %s --check-prefix=ORIGIN

; SAME: equal
; LANE: DIFFERENT: kernel k, schedule forward
; LANE-NEXT: arg 1: {{[0-9]+}} bytes differ, the first at byte 0 (element 0 of 32 bits)
; LANE-NEXT: before: 0x{{..}}, a copy of byte 4 of arg 0; written by thread 0 (warp 0 lane 0) at store i32
; LANE-NEXT: after: 0x{{..}}, a copy of byte 8 of arg 0; written by thread 0
; STALE: DIFFERENT
; STALE: before: {{.*}}a copy of byte 4 of arg 0
; STALE: after: {{.*}}a copy of byte 0 of arg 0
; MASK: DIFFERENT
; MASK-NEXT: after: divergence: lane 16 is not in its own mask 0xFFFF
; MISSING: DIFFERENT
; MISSING: after: {{.*}}never written
; ORIGIN: before: 0x00, a copy of byte 4 of arg 0
; ORIGIN: after: 0x00, a copy of byte 8 of arg 0

;--- shared.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %ps, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
;--- shuffle.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
;--- wrong-lane.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 2, i32 31)
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
;--- stale.ll
; The shuffle's clamp of 0 leaves every lane its own value.
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 0)
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
;--- half-mask.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %v, i32 1, i32 31)
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
;--- missing.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  ret void
}
