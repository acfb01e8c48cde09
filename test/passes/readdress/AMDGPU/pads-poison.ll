; A quotient that other accesses could share is poison where its own access does not
; run: `exact`, in threads whose number is no multiple of 48. It is shared only with
; accesses that run after one with it.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress 2>&1 | FileCheck %s
; RUN: %f2sim --equal %s %t.after.ll --block 128

; CHECK: shared array tile swizzled

target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [48 x [48 x i32]] undef, align 4
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e0 = add nuw nsw i32 %t, 0
  %r0 = udiv exact i32 %e0, 48
  %c0 = urem i32 %e0, 48
  %e1 = add nuw nsw i32 %t, 128
  %r1 = udiv i32 %e1, 48
  %c1 = urem i32 %e1, 48
  %e2 = add nuw nsw i32 %t, 256
  %r2 = udiv i32 %e2, 48
  %c2 = urem i32 %e2, 48
  %e3 = add nuw nsw i32 %t, 384
  %r3 = udiv i32 %e3, 48
  %c3 = urem i32 %e3, 48
  %e4 = add nuw nsw i32 %t, 512
  %r4 = udiv i32 %e4, 48
  %c4 = urem i32 %e4, 48
  %e5 = add nuw nsw i32 %t, 640
  %r5 = udiv i32 %e5, 48
  %c5 = urem i32 %e5, 48
  %e6 = add nuw nsw i32 %t, 768
  %r6 = udiv i32 %e6, 48
  %c6 = urem i32 %e6, 48
  %e7 = add nuw nsw i32 %t, 896
  %r7 = udiv i32 %e7, 48
  %c7 = urem i32 %e7, 48
  %e8 = add nuw nsw i32 %t, 1024
  %r8 = udiv i32 %e8, 48
  %c8 = urem i32 %e8, 48
  %e9 = add nuw nsw i32 %t, 1152
  %r9 = udiv i32 %e9, 48
  %c9 = urem i32 %e9, 48
  %e10 = add nuw nsw i32 %t, 1280
  %r10 = udiv i32 %e10, 48
  %c10 = urem i32 %e10, 48
  %e11 = add nuw nsw i32 %t, 1408
  %r11 = udiv i32 %e11, 48
  %c11 = urem i32 %e11, 48
  %e12 = add nuw nsw i32 %t, 1536
  %r12 = udiv i32 %e12, 48
  %c12 = urem i32 %e12, 48
  %e13 = add nuw nsw i32 %t, 1664
  %r13 = udiv i32 %e13, 48
  %c13 = urem i32 %e13, 48
  %e14 = add nuw nsw i32 %t, 1792
  %r14 = udiv i32 %e14, 48
  %c14 = urem i32 %e14, 48
  %e15 = add nuw nsw i32 %t, 1920
  %r15 = udiv i32 %e15, 48
  %c15 = urem i32 %e15, 48
  %e16 = add nuw nsw i32 %t, 2048
  %r16 = udiv i32 %e16, 48
  %c16 = urem i32 %e16, 48
  %e17 = add nuw nsw i32 %t, 2176
  %r17 = udiv i32 %e17, 48
  %c17 = urem i32 %e17, 48
  %is = icmp eq i32 %c0, 0
  br i1 %is, label %a0, label %b0
a0:
  %ps0 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r0, i32 %c0
  store i32 %e0, ptr addrspace(3) %ps0
  br label %b0
b0:
  %ps1 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r1, i32 %c1
  store i32 %e1, ptr addrspace(3) %ps1
  %ps2 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r2, i32 %c2
  store i32 %e2, ptr addrspace(3) %ps2
  %ps3 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r3, i32 %c3
  store i32 %e3, ptr addrspace(3) %ps3
  %ps4 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r4, i32 %c4
  store i32 %e4, ptr addrspace(3) %ps4
  %ps5 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r5, i32 %c5
  store i32 %e5, ptr addrspace(3) %ps5
  %ps6 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r6, i32 %c6
  store i32 %e6, ptr addrspace(3) %ps6
  %ps7 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r7, i32 %c7
  store i32 %e7, ptr addrspace(3) %ps7
  %ps8 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r8, i32 %c8
  store i32 %e8, ptr addrspace(3) %ps8
  %ps9 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r9, i32 %c9
  store i32 %e9, ptr addrspace(3) %ps9
  %ps10 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r10, i32 %c10
  store i32 %e10, ptr addrspace(3) %ps10
  %ps11 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r11, i32 %c11
  store i32 %e11, ptr addrspace(3) %ps11
  %ps12 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r12, i32 %c12
  store i32 %e12, ptr addrspace(3) %ps12
  %ps13 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r13, i32 %c13
  store i32 %e13, ptr addrspace(3) %ps13
  %ps14 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r14, i32 %c14
  store i32 %e14, ptr addrspace(3) %ps14
  %ps15 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r15, i32 %c15
  store i32 %e15, ptr addrspace(3) %ps15
  %ps16 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r16, i32 %c16
  store i32 %e16, ptr addrspace(3) %ps16
  %ps17 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %r17, i32 %c17
  store i32 %e17, ptr addrspace(3) %ps17
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %is, label %a1, label %b1
a1:
  %pl0 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c0, i32 %r0
  %v0 = load i32, ptr addrspace(3) %pl0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %e0
  store i32 %v0, ptr addrspace(1) %o0
  br label %b1
b1:
  %pl1 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c1, i32 %r1
  %v1 = load i32, ptr addrspace(3) %pl1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %e1
  store i32 %v1, ptr addrspace(1) %o1
  %pl2 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c2, i32 %r2
  %v2 = load i32, ptr addrspace(3) %pl2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %e2
  store i32 %v2, ptr addrspace(1) %o2
  %pl3 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c3, i32 %r3
  %v3 = load i32, ptr addrspace(3) %pl3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %e3
  store i32 %v3, ptr addrspace(1) %o3
  %pl4 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c4, i32 %r4
  %v4 = load i32, ptr addrspace(3) %pl4
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %e4
  store i32 %v4, ptr addrspace(1) %o4
  %pl5 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c5, i32 %r5
  %v5 = load i32, ptr addrspace(3) %pl5
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %e5
  store i32 %v5, ptr addrspace(1) %o5
  %pl6 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c6, i32 %r6
  %v6 = load i32, ptr addrspace(3) %pl6
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %e6
  store i32 %v6, ptr addrspace(1) %o6
  %pl7 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c7, i32 %r7
  %v7 = load i32, ptr addrspace(3) %pl7
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %e7
  store i32 %v7, ptr addrspace(1) %o7
  %pl8 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c8, i32 %r8
  %v8 = load i32, ptr addrspace(3) %pl8
  %o8 = getelementptr i32, ptr addrspace(1) %out, i32 %e8
  store i32 %v8, ptr addrspace(1) %o8
  %pl9 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c9, i32 %r9
  %v9 = load i32, ptr addrspace(3) %pl9
  %o9 = getelementptr i32, ptr addrspace(1) %out, i32 %e9
  store i32 %v9, ptr addrspace(1) %o9
  %pl10 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c10, i32 %r10
  %v10 = load i32, ptr addrspace(3) %pl10
  %o10 = getelementptr i32, ptr addrspace(1) %out, i32 %e10
  store i32 %v10, ptr addrspace(1) %o10
  %pl11 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c11, i32 %r11
  %v11 = load i32, ptr addrspace(3) %pl11
  %o11 = getelementptr i32, ptr addrspace(1) %out, i32 %e11
  store i32 %v11, ptr addrspace(1) %o11
  %pl12 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c12, i32 %r12
  %v12 = load i32, ptr addrspace(3) %pl12
  %o12 = getelementptr i32, ptr addrspace(1) %out, i32 %e12
  store i32 %v12, ptr addrspace(1) %o12
  %pl13 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c13, i32 %r13
  %v13 = load i32, ptr addrspace(3) %pl13
  %o13 = getelementptr i32, ptr addrspace(1) %out, i32 %e13
  store i32 %v13, ptr addrspace(1) %o13
  %pl14 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c14, i32 %r14
  %v14 = load i32, ptr addrspace(3) %pl14
  %o14 = getelementptr i32, ptr addrspace(1) %out, i32 %e14
  store i32 %v14, ptr addrspace(1) %o14
  %pl15 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c15, i32 %r15
  %v15 = load i32, ptr addrspace(3) %pl15
  %o15 = getelementptr i32, ptr addrspace(1) %out, i32 %e15
  store i32 %v15, ptr addrspace(1) %o15
  %pl16 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c16, i32 %r16
  %v16 = load i32, ptr addrspace(3) %pl16
  %o16 = getelementptr i32, ptr addrspace(1) %out, i32 %e16
  store i32 %v16, ptr addrspace(1) %o16
  %pl17 = getelementptr [48 x i32], ptr addrspace(3) @tile, i32 %c17, i32 %r17
  %v17 = load i32, ptr addrspace(3) %pl17
  %o17 = getelementptr i32, ptr addrspace(1) %out, i32 %e17
  store i32 %v17, ptr addrspace(1) %o17
  ret void
}
attributes #0 = { "target-cpu"="gfx90a" "f2layout-block"="128,1,1" }
