; One exchange (lane ^ 1), by LDS and by every cross-lane operation that can
; implement it, in waves of 64 and of 32; and operations that are wrong.
; RUN: split-file %s %t
; RUN: %f2sim --equal %t/lds.ll %t/lanes.ll --kernel bpermute --block 128 | FileCheck %s --check-prefix=SAME
; RUN: %f2sim --equal %t/lds.ll %t/lanes.ll --kernel permute --block 128 | FileCheck %s --check-prefix=SAME
; RUN: %f2sim --equal %t/lds.ll %t/lanes.ll --kernel swizzle --block 128 | FileCheck %s --check-prefix=SAME
; RUN: %f2sim --equal %t/lds.ll %t/lanes.ll --kernel quad --block 128 | FileCheck %s --check-prefix=SAME
; RUN: %f2sim --equal %t/lds.ll %t/lanes.ll --kernel dpp8 --block 128 | FileCheck %s --check-prefix=SAME
; RUN: %f2sim --equal %t/lds.ll %t/lanes.ll --kernel permlane16 --block 128 | FileCheck %s --check-prefix=SAME
; RUN: not %f2sim --equal %t/lds.ll %t/lanes.ll --kernel wrong --block 128 | FileCheck %s --check-prefix=WRONG
; A lane outside the wave's row keeps `old`; here that is undefined.
; RUN: not %f2sim --equal %t/lds.ll %t/lanes.ll --kernel out_of_row --block 128 | FileCheck %s --check-prefix=ROW
; SAME: equal
; WRONG: DIFFERENT
; WRONG: before: {{.*}}a copy of byte 4 of arg 0
; WRONG: after: {{.*}}a copy of byte 12 of arg 0
; ROW: DIFFERENT
; ROW: after: poison

;--- lds.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [128 x i32] poison, align 4
define internal void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %x = xor i32 %t, 1
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %ps, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
define amdgpu_kernel void @bpermute(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define amdgpu_kernel void @permute(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define amdgpu_kernel void @swizzle(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define amdgpu_kernel void @quad(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define amdgpu_kernel void @dpp8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define amdgpu_kernel void @permlane16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define amdgpu_kernel void @wrong(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define amdgpu_kernel void @out_of_row(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
;--- lanes.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
define internal i32 @get(ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  ret i32 %v
}
define internal void @put(ptr addrspace(1) %out, i32 %w) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
define amdgpu_kernel void @bpermute(ptr addrspace(1) %in, ptr addrspace(1) %out) #64 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %l = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lo)
  %x = xor i32 %l, 1
  %a = shl i32 %x, 2
  %w = call i32 @llvm.amdgcn.ds.bpermute(i32 %a, i32 %v)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @permute(ptr addrspace(1) %in, ptr addrspace(1) %out) #64 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %x = xor i32 %t, 1
  %a = shl i32 %x, 2
  %w = call i32 @llvm.amdgcn.ds.permute(i32 %a, i32 %v)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; swizzle(SWAP,1): and 0x1f, xor 1
define amdgpu_kernel void @swizzle(ptr addrspace(1) %in, ptr addrspace(1) %out) #64 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 1055)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; quad_perm:[1,0,3,2]
define amdgpu_kernel void @quad(ptr addrspace(1) %in, ptr addrspace(1) %out) #64 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %v, i32 177, i32 15, i32 15, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; dpp8:[1,0,3,2,5,4,7,6]
define amdgpu_kernel void @dpp8(ptr addrspace(1) %in, ptr addrspace(1) %out) #32 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.mov.dpp8.i32(i32 %v, i32 14570689)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; selectors 1 0 3 2 5 4 7 6 | 9 8 11 10 13 12 15 14
define amdgpu_kernel void @permlane16(ptr addrspace(1) %in, ptr addrspace(1) %out) #32 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.permlane16.i32(i32 poison, i32 %v, i32 1732584193, i32 -271733879, i1 false, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; row_half_mirror is lane ^ 7; quad_perm:[3,2,1,0] lane ^ 3
define amdgpu_kernel void @wrong(ptr addrspace(1) %in, ptr addrspace(1) %out) #64 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %v, i32 27, i32 15, i32 15, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; row_shr:1: lane 0 of each row has no source
define amdgpu_kernel void @out_of_row(ptr addrspace(1) %in, ptr addrspace(1) %out) #64 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %v, i32 273, i32 15, i32 15, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
attributes #64 = { "target-cpu"="gfx942" }
attributes #32 = { "target-cpu"="gfx1100" }
