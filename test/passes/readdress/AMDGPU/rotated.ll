; A tile of 48 rows of 48 words, stored by the number of the element and loaded by
; columns. One term of a swizzle leaves conflicts where a warp has the end of one
; column and the beginning of the next; the same bits, rotated, leave none. The array
; does not grow, and may not. Here a term takes three instructions: one term stays, for
; two would take more than the last conflicts are worth.
; RUN: %f2opt -passes='function(f2layout-readdress<no-grow>),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel columns --block 256
; RUN: %f2sim %s --kernel columns --block 256 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel columns --block 256 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: total {{[0-9]+}} accesses, 1032 wavefronts, 144 ideal
; AFTER: total {{[0-9]+}} accesses, 168 wavefronts, 144 ideal

target triple = "amdgcn-amd-amdhsa"

; CHECK: @tile = internal addrspace(3) global [48 x [48 x i32]]
@tile = internal addrspace(3) global [48 x [48 x i32]] undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: remark: {{.*}}shared array tile swizzled: the 18 accesses of a block take 1032 -> 168 LDS cycles
; CHECK-LABEL: @columns(
; CHECK: and i32 {{.*}}, 60
; CHECK: ret void
define amdgpu_kernel void @columns(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e0 = add nuw nsw i32 %t, 0
  %p0 = getelementptr i32, ptr addrspace(3) @tile, i32 %e0
  store i32 %e0, ptr addrspace(3) %p0
  %e1 = add nuw nsw i32 %t, 256
  %p1 = getelementptr i32, ptr addrspace(3) @tile, i32 %e1
  store i32 %e1, ptr addrspace(3) %p1
  %e2 = add nuw nsw i32 %t, 512
  %p2 = getelementptr i32, ptr addrspace(3) @tile, i32 %e2
  store i32 %e2, ptr addrspace(3) %p2
  %e3 = add nuw nsw i32 %t, 768
  %p3 = getelementptr i32, ptr addrspace(3) @tile, i32 %e3
  store i32 %e3, ptr addrspace(3) %p3
  %e4 = add nuw nsw i32 %t, 1024
  %p4 = getelementptr i32, ptr addrspace(3) @tile, i32 %e4
  store i32 %e4, ptr addrspace(3) %p4
  %e5 = add nuw nsw i32 %t, 1280
  %p5 = getelementptr i32, ptr addrspace(3) @tile, i32 %e5
  store i32 %e5, ptr addrspace(3) %p5
  %e6 = add nuw nsw i32 %t, 1536
  %p6 = getelementptr i32, ptr addrspace(3) @tile, i32 %e6
  store i32 %e6, ptr addrspace(3) %p6
  %e7 = add nuw nsw i32 %t, 1792
  %p7 = getelementptr i32, ptr addrspace(3) @tile, i32 %e7
  store i32 %e7, ptr addrspace(3) %p7
  %e8 = add nuw nsw i32 %t, 2048
  %p8 = getelementptr i32, ptr addrspace(3) @tile, i32 %e8
  store i32 %e8, ptr addrspace(3) %p8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = urem i32 %e0, 48
  %c0 = udiv i32 %e0, 48
  %m0 = mul nuw nsw i32 %r0, 48
  %q0 = add nuw nsw i32 %m0, %c0
  %r1 = urem i32 %e1, 48
  %c1 = udiv i32 %e1, 48
  %m1 = mul nuw nsw i32 %r1, 48
  %q1 = add nuw nsw i32 %m1, %c1
  %r2 = urem i32 %e2, 48
  %c2 = udiv i32 %e2, 48
  %m2 = mul nuw nsw i32 %r2, 48
  %q2 = add nuw nsw i32 %m2, %c2
  %f0 = add nuw nsw i32 %q0, 0
  %l0 = getelementptr i32, ptr addrspace(3) @tile, i32 %f0
  %v0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %e0
  store i32 %v0, ptr addrspace(1) %o0
  %f1 = add nuw nsw i32 %q1, 0
  %l1 = getelementptr i32, ptr addrspace(3) @tile, i32 %f1
  %v1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %e1
  store i32 %v1, ptr addrspace(1) %o1
  %f2 = add nuw nsw i32 %q2, 0
  %l2 = getelementptr i32, ptr addrspace(3) @tile, i32 %f2
  %v2 = load i32, ptr addrspace(3) %l2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %e2
  store i32 %v2, ptr addrspace(1) %o2
  %f3 = add nuw nsw i32 %q0, 16
  %l3 = getelementptr i32, ptr addrspace(3) @tile, i32 %f3
  %v3 = load i32, ptr addrspace(3) %l3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %e3
  store i32 %v3, ptr addrspace(1) %o3
  %f4 = add nuw nsw i32 %q1, 16
  %l4 = getelementptr i32, ptr addrspace(3) @tile, i32 %f4
  %v4 = load i32, ptr addrspace(3) %l4
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %e4
  store i32 %v4, ptr addrspace(1) %o4
  %f5 = add nuw nsw i32 %q2, 16
  %l5 = getelementptr i32, ptr addrspace(3) @tile, i32 %f5
  %v5 = load i32, ptr addrspace(3) %l5
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %e5
  store i32 %v5, ptr addrspace(1) %o5
  %f6 = add nuw nsw i32 %q0, 32
  %l6 = getelementptr i32, ptr addrspace(3) @tile, i32 %f6
  %v6 = load i32, ptr addrspace(3) %l6
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %e6
  store i32 %v6, ptr addrspace(1) %o6
  %f7 = add nuw nsw i32 %q1, 32
  %l7 = getelementptr i32, ptr addrspace(3) @tile, i32 %f7
  %v7 = load i32, ptr addrspace(3) %l7
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %e7
  store i32 %v7, ptr addrspace(1) %o7
  %f8 = add nuw nsw i32 %q2, 32
  %l8 = getelementptr i32, ptr addrspace(3) @tile, i32 %f8
  %v8 = load i32, ptr addrspace(3) %l8
  %o8 = getelementptr i32, ptr addrspace(1) %out, i32 %e8
  store i32 %v8, ptr addrspace(1) %o8
  ret void
}

attributes #0 = { "target-cpu"="gfx1100" "f2layout-block"="256,1,1" }
