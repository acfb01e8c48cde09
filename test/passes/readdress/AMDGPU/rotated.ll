; A tile of 48 rows of 24 words, stored by the number of the element and loaded by
; columns. One term of a swizzle leaves conflicts where a warp has the end of one
; column and the beginning of the next; the same bits, rotated, leave none. The array
; does not grow, and may not.
; RUN: %f2opt -passes='function(f2layout-readdress<no-grow>),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel columns --block 384
; RUN: %f2sim %s --kernel columns --block 384 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel columns --block 384 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: total {{[0-9]+}} accesses, 276 wavefronts, 72 ideal
; AFTER: total {{[0-9]+}} accesses, 72 wavefronts, 72 ideal

target triple = "amdgcn-amd-amdhsa"

; CHECK: @tile = internal addrspace(3) global [48 x [24 x i32]]
@tile = internal addrspace(3) global [48 x [24 x i32]] undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: remark: {{.*}}shared array tile swizzled: the 6 accesses of a block take 276 -> 72 LDS cycles
; CHECK-LABEL: @columns(
; CHECK: lshr i32
; CHECK: and i32 {{.*}}, 12
; CHECK: lshr i32 {{.*}}, 4
; CHECK: ret void
define amdgpu_kernel void @columns(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = urem i32 %t, 48
  %c = udiv i32 %t, 48
  %r24 = mul nuw nsw i32 %r, 24
  %q = add nuw nsw i32 %r24, %c
  %e0 = add nuw nsw i32 %t, 0
  %p0 = getelementptr i32, ptr addrspace(3) @tile, i32 %e0
  store i32 %e0, ptr addrspace(3) %p0
  %e1 = add nuw nsw i32 %t, 384
  %p1 = getelementptr i32, ptr addrspace(3) @tile, i32 %e1
  store i32 %e1, ptr addrspace(3) %p1
  %e2 = add nuw nsw i32 %t, 768
  %p2 = getelementptr i32, ptr addrspace(3) @tile, i32 %e2
  store i32 %e2, ptr addrspace(3) %p2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %f0 = add nuw nsw i32 %q, 0
  %l0 = getelementptr i32, ptr addrspace(3) @tile, i32 %f0
  %v0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %e0
  store i32 %v0, ptr addrspace(1) %o0
  %f1 = add nuw nsw i32 %q, 8
  %l1 = getelementptr i32, ptr addrspace(3) @tile, i32 %f1
  %v1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %e1
  store i32 %v1, ptr addrspace(1) %o1
  %f2 = add nuw nsw i32 %q, 16
  %l2 = getelementptr i32, ptr addrspace(3) @tile, i32 %f2
  %v2 = load i32, ptr addrspace(3) %l2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %e2
  store i32 %v2, ptr addrspace(1) %o2
  ret void
}

attributes #0 = { "target-cpu"="gfx1100" "f2layout-block"="384,1,1" }
