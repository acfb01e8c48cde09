; RUN: %f2opt -passes='print<f2layout-contiguity>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed -f %S/Inputs/to-amd.sed %s | %f2opt -passes='print<f2layout-contiguity>' -disable-output 2>&1 | FileCheck %s
;
; One thread's part of a tensor whose rows are 1 to 16 elements long: the widest
; access goes across rows. Table 2 of "Linear Layouts: Robust Code Generation of
; Efficient Tensor Computation Using F2" has these shapes.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; [512,1] x f8: 4 elements of 4 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x1_f8: 4 accesses in 1 runs
; CHECK: load from global: 4 x 8 bits = 4 bytes, in order, align 4: 1 x 32 bits; no further neighbour{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (512 bytes)
define ptx_kernel void @tensor_512x1_f8(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 4
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 1
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i8, ptr addrspace(1) %p, i64 %x0
  %v0 = load i8, ptr addrspace(1) %p0
  %row1 = add i32 %r, 1
  %m1 = mul i32 %row1, 1
  %a1 = add i32 %m1, 0
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 %x1
  %v1 = load i8, ptr addrspace(1) %p1
  %row2 = add i32 %r, 2
  %m2 = mul i32 %row2, 1
  %a2 = add i32 %m2, 0
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 %x2
  %v2 = load i8, ptr addrspace(1) %p2
  %row3 = add i32 %r, 3
  %m3 = mul i32 %row3, 1
  %a3 = add i32 %m3, 0
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 %x3
  %v3 = load i8, ptr addrspace(1) %p3
  ret void
}

; [512,2] x f8: 16 elements of 8 row(s) a thread, 64 threads.
; CHECK-LABEL: contiguity of @tensor_512x2_f8: 16 accesses in 1 runs
; CHECK: load from global: 16 x 8 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7 %p8 %p9 %p10 %p11 %p12 %p13 %p14 %p15{{$}}
; CHECK-NEXT: threads: consecutive over x0-x5 (1024 bytes)
define ptx_kernel void @tensor_512x2_f8(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 63
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 8
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 2
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i8, ptr addrspace(1) %p, i64 %x0
  %v0 = load i8, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 2
  %a1 = add i32 %m1, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 %x1
  %v1 = load i8, ptr addrspace(1) %p1
  %row2 = add i32 %r, 1
  %m2 = mul i32 %row2, 2
  %a2 = add i32 %m2, 0
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 %x2
  %v2 = load i8, ptr addrspace(1) %p2
  %row3 = add i32 %r, 1
  %m3 = mul i32 %row3, 2
  %a3 = add i32 %m3, 1
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 %x3
  %v3 = load i8, ptr addrspace(1) %p3
  %row4 = add i32 %r, 2
  %m4 = mul i32 %row4, 2
  %a4 = add i32 %m4, 0
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i8, ptr addrspace(1) %p, i64 %x4
  %v4 = load i8, ptr addrspace(1) %p4
  %row5 = add i32 %r, 2
  %m5 = mul i32 %row5, 2
  %a5 = add i32 %m5, 1
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i8, ptr addrspace(1) %p, i64 %x5
  %v5 = load i8, ptr addrspace(1) %p5
  %row6 = add i32 %r, 3
  %m6 = mul i32 %row6, 2
  %a6 = add i32 %m6, 0
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i8, ptr addrspace(1) %p, i64 %x6
  %v6 = load i8, ptr addrspace(1) %p6
  %row7 = add i32 %r, 3
  %m7 = mul i32 %row7, 2
  %a7 = add i32 %m7, 1
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i8, ptr addrspace(1) %p, i64 %x7
  %v7 = load i8, ptr addrspace(1) %p7
  %row8 = add i32 %r, 4
  %m8 = mul i32 %row8, 2
  %a8 = add i32 %m8, 0
  %x8 = sext i32 %a8 to i64
  %p8 = getelementptr i8, ptr addrspace(1) %p, i64 %x8
  %v8 = load i8, ptr addrspace(1) %p8
  %row9 = add i32 %r, 4
  %m9 = mul i32 %row9, 2
  %a9 = add i32 %m9, 1
  %x9 = sext i32 %a9 to i64
  %p9 = getelementptr i8, ptr addrspace(1) %p, i64 %x9
  %v9 = load i8, ptr addrspace(1) %p9
  %row10 = add i32 %r, 5
  %m10 = mul i32 %row10, 2
  %a10 = add i32 %m10, 0
  %x10 = sext i32 %a10 to i64
  %p10 = getelementptr i8, ptr addrspace(1) %p, i64 %x10
  %v10 = load i8, ptr addrspace(1) %p10
  %row11 = add i32 %r, 5
  %m11 = mul i32 %row11, 2
  %a11 = add i32 %m11, 1
  %x11 = sext i32 %a11 to i64
  %p11 = getelementptr i8, ptr addrspace(1) %p, i64 %x11
  %v11 = load i8, ptr addrspace(1) %p11
  %row12 = add i32 %r, 6
  %m12 = mul i32 %row12, 2
  %a12 = add i32 %m12, 0
  %x12 = sext i32 %a12 to i64
  %p12 = getelementptr i8, ptr addrspace(1) %p, i64 %x12
  %v12 = load i8, ptr addrspace(1) %p12
  %row13 = add i32 %r, 6
  %m13 = mul i32 %row13, 2
  %a13 = add i32 %m13, 1
  %x13 = sext i32 %a13 to i64
  %p13 = getelementptr i8, ptr addrspace(1) %p, i64 %x13
  %v13 = load i8, ptr addrspace(1) %p13
  %row14 = add i32 %r, 7
  %m14 = mul i32 %row14, 2
  %a14 = add i32 %m14, 0
  %x14 = sext i32 %a14 to i64
  %p14 = getelementptr i8, ptr addrspace(1) %p, i64 %x14
  %v14 = load i8, ptr addrspace(1) %p14
  %row15 = add i32 %r, 7
  %m15 = mul i32 %row15, 2
  %a15 = add i32 %m15, 1
  %x15 = sext i32 %a15 to i64
  %p15 = getelementptr i8, ptr addrspace(1) %p, i64 %x15
  %v15 = load i8, ptr addrspace(1) %p15
  ret void
}

; [512,4] x f8: 16 elements of 4 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x4_f8: 16 accesses in 1 runs
; CHECK: load from global: 16 x 8 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7 %p8 %p9 %p10 %p11 %p12 %p13 %p14 %p15{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (2048 bytes)
define ptx_kernel void @tensor_512x4_f8(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 4
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 4
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i8, ptr addrspace(1) %p, i64 %x0
  %v0 = load i8, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 4
  %a1 = add i32 %m1, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 %x1
  %v1 = load i8, ptr addrspace(1) %p1
  %row2 = add i32 %r, 0
  %m2 = mul i32 %row2, 4
  %a2 = add i32 %m2, 2
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 %x2
  %v2 = load i8, ptr addrspace(1) %p2
  %row3 = add i32 %r, 0
  %m3 = mul i32 %row3, 4
  %a3 = add i32 %m3, 3
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 %x3
  %v3 = load i8, ptr addrspace(1) %p3
  %row4 = add i32 %r, 1
  %m4 = mul i32 %row4, 4
  %a4 = add i32 %m4, 0
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i8, ptr addrspace(1) %p, i64 %x4
  %v4 = load i8, ptr addrspace(1) %p4
  %row5 = add i32 %r, 1
  %m5 = mul i32 %row5, 4
  %a5 = add i32 %m5, 1
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i8, ptr addrspace(1) %p, i64 %x5
  %v5 = load i8, ptr addrspace(1) %p5
  %row6 = add i32 %r, 1
  %m6 = mul i32 %row6, 4
  %a6 = add i32 %m6, 2
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i8, ptr addrspace(1) %p, i64 %x6
  %v6 = load i8, ptr addrspace(1) %p6
  %row7 = add i32 %r, 1
  %m7 = mul i32 %row7, 4
  %a7 = add i32 %m7, 3
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i8, ptr addrspace(1) %p, i64 %x7
  %v7 = load i8, ptr addrspace(1) %p7
  %row8 = add i32 %r, 2
  %m8 = mul i32 %row8, 4
  %a8 = add i32 %m8, 0
  %x8 = sext i32 %a8 to i64
  %p8 = getelementptr i8, ptr addrspace(1) %p, i64 %x8
  %v8 = load i8, ptr addrspace(1) %p8
  %row9 = add i32 %r, 2
  %m9 = mul i32 %row9, 4
  %a9 = add i32 %m9, 1
  %x9 = sext i32 %a9 to i64
  %p9 = getelementptr i8, ptr addrspace(1) %p, i64 %x9
  %v9 = load i8, ptr addrspace(1) %p9
  %row10 = add i32 %r, 2
  %m10 = mul i32 %row10, 4
  %a10 = add i32 %m10, 2
  %x10 = sext i32 %a10 to i64
  %p10 = getelementptr i8, ptr addrspace(1) %p, i64 %x10
  %v10 = load i8, ptr addrspace(1) %p10
  %row11 = add i32 %r, 2
  %m11 = mul i32 %row11, 4
  %a11 = add i32 %m11, 3
  %x11 = sext i32 %a11 to i64
  %p11 = getelementptr i8, ptr addrspace(1) %p, i64 %x11
  %v11 = load i8, ptr addrspace(1) %p11
  %row12 = add i32 %r, 3
  %m12 = mul i32 %row12, 4
  %a12 = add i32 %m12, 0
  %x12 = sext i32 %a12 to i64
  %p12 = getelementptr i8, ptr addrspace(1) %p, i64 %x12
  %v12 = load i8, ptr addrspace(1) %p12
  %row13 = add i32 %r, 3
  %m13 = mul i32 %row13, 4
  %a13 = add i32 %m13, 1
  %x13 = sext i32 %a13 to i64
  %p13 = getelementptr i8, ptr addrspace(1) %p, i64 %x13
  %v13 = load i8, ptr addrspace(1) %p13
  %row14 = add i32 %r, 3
  %m14 = mul i32 %row14, 4
  %a14 = add i32 %m14, 2
  %x14 = sext i32 %a14 to i64
  %p14 = getelementptr i8, ptr addrspace(1) %p, i64 %x14
  %v14 = load i8, ptr addrspace(1) %p14
  %row15 = add i32 %r, 3
  %m15 = mul i32 %row15, 4
  %a15 = add i32 %m15, 3
  %x15 = sext i32 %a15 to i64
  %p15 = getelementptr i8, ptr addrspace(1) %p, i64 %x15
  %v15 = load i8, ptr addrspace(1) %p15
  ret void
}

; [512,8] x f8: 16 elements of 2 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x8_f8: 16 accesses in 1 runs
; CHECK: load from global: 16 x 8 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7 %p8 %p9 %p10 %p11 %p12 %p13 %p14 %p15{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (2048 bytes)
define ptx_kernel void @tensor_512x8_f8(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 2
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 8
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i8, ptr addrspace(1) %p, i64 %x0
  %v0 = load i8, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 8
  %a1 = add i32 %m1, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 %x1
  %v1 = load i8, ptr addrspace(1) %p1
  %row2 = add i32 %r, 0
  %m2 = mul i32 %row2, 8
  %a2 = add i32 %m2, 2
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 %x2
  %v2 = load i8, ptr addrspace(1) %p2
  %row3 = add i32 %r, 0
  %m3 = mul i32 %row3, 8
  %a3 = add i32 %m3, 3
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 %x3
  %v3 = load i8, ptr addrspace(1) %p3
  %row4 = add i32 %r, 0
  %m4 = mul i32 %row4, 8
  %a4 = add i32 %m4, 4
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i8, ptr addrspace(1) %p, i64 %x4
  %v4 = load i8, ptr addrspace(1) %p4
  %row5 = add i32 %r, 0
  %m5 = mul i32 %row5, 8
  %a5 = add i32 %m5, 5
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i8, ptr addrspace(1) %p, i64 %x5
  %v5 = load i8, ptr addrspace(1) %p5
  %row6 = add i32 %r, 0
  %m6 = mul i32 %row6, 8
  %a6 = add i32 %m6, 6
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i8, ptr addrspace(1) %p, i64 %x6
  %v6 = load i8, ptr addrspace(1) %p6
  %row7 = add i32 %r, 0
  %m7 = mul i32 %row7, 8
  %a7 = add i32 %m7, 7
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i8, ptr addrspace(1) %p, i64 %x7
  %v7 = load i8, ptr addrspace(1) %p7
  %row8 = add i32 %r, 1
  %m8 = mul i32 %row8, 8
  %a8 = add i32 %m8, 0
  %x8 = sext i32 %a8 to i64
  %p8 = getelementptr i8, ptr addrspace(1) %p, i64 %x8
  %v8 = load i8, ptr addrspace(1) %p8
  %row9 = add i32 %r, 1
  %m9 = mul i32 %row9, 8
  %a9 = add i32 %m9, 1
  %x9 = sext i32 %a9 to i64
  %p9 = getelementptr i8, ptr addrspace(1) %p, i64 %x9
  %v9 = load i8, ptr addrspace(1) %p9
  %row10 = add i32 %r, 1
  %m10 = mul i32 %row10, 8
  %a10 = add i32 %m10, 2
  %x10 = sext i32 %a10 to i64
  %p10 = getelementptr i8, ptr addrspace(1) %p, i64 %x10
  %v10 = load i8, ptr addrspace(1) %p10
  %row11 = add i32 %r, 1
  %m11 = mul i32 %row11, 8
  %a11 = add i32 %m11, 3
  %x11 = sext i32 %a11 to i64
  %p11 = getelementptr i8, ptr addrspace(1) %p, i64 %x11
  %v11 = load i8, ptr addrspace(1) %p11
  %row12 = add i32 %r, 1
  %m12 = mul i32 %row12, 8
  %a12 = add i32 %m12, 4
  %x12 = sext i32 %a12 to i64
  %p12 = getelementptr i8, ptr addrspace(1) %p, i64 %x12
  %v12 = load i8, ptr addrspace(1) %p12
  %row13 = add i32 %r, 1
  %m13 = mul i32 %row13, 8
  %a13 = add i32 %m13, 5
  %x13 = sext i32 %a13 to i64
  %p13 = getelementptr i8, ptr addrspace(1) %p, i64 %x13
  %v13 = load i8, ptr addrspace(1) %p13
  %row14 = add i32 %r, 1
  %m14 = mul i32 %row14, 8
  %a14 = add i32 %m14, 6
  %x14 = sext i32 %a14 to i64
  %p14 = getelementptr i8, ptr addrspace(1) %p, i64 %x14
  %v14 = load i8, ptr addrspace(1) %p14
  %row15 = add i32 %r, 1
  %m15 = mul i32 %row15, 8
  %a15 = add i32 %m15, 7
  %x15 = sext i32 %a15 to i64
  %p15 = getelementptr i8, ptr addrspace(1) %p, i64 %x15
  %v15 = load i8, ptr addrspace(1) %p15
  ret void
}

; [512,16] x f8: 16 elements of 1 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x16_f8: 16 accesses in 1 runs
; CHECK: load from global: 16 x 8 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7 %p8 %p9 %p10 %p11 %p12 %p13 %p14 %p15{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (2048 bytes)
define ptx_kernel void @tensor_512x16_f8(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 1
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 16
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i8, ptr addrspace(1) %p, i64 %x0
  %v0 = load i8, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 16
  %a1 = add i32 %m1, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 %x1
  %v1 = load i8, ptr addrspace(1) %p1
  %row2 = add i32 %r, 0
  %m2 = mul i32 %row2, 16
  %a2 = add i32 %m2, 2
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 %x2
  %v2 = load i8, ptr addrspace(1) %p2
  %row3 = add i32 %r, 0
  %m3 = mul i32 %row3, 16
  %a3 = add i32 %m3, 3
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 %x3
  %v3 = load i8, ptr addrspace(1) %p3
  %row4 = add i32 %r, 0
  %m4 = mul i32 %row4, 16
  %a4 = add i32 %m4, 4
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i8, ptr addrspace(1) %p, i64 %x4
  %v4 = load i8, ptr addrspace(1) %p4
  %row5 = add i32 %r, 0
  %m5 = mul i32 %row5, 16
  %a5 = add i32 %m5, 5
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i8, ptr addrspace(1) %p, i64 %x5
  %v5 = load i8, ptr addrspace(1) %p5
  %row6 = add i32 %r, 0
  %m6 = mul i32 %row6, 16
  %a6 = add i32 %m6, 6
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i8, ptr addrspace(1) %p, i64 %x6
  %v6 = load i8, ptr addrspace(1) %p6
  %row7 = add i32 %r, 0
  %m7 = mul i32 %row7, 16
  %a7 = add i32 %m7, 7
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i8, ptr addrspace(1) %p, i64 %x7
  %v7 = load i8, ptr addrspace(1) %p7
  %row8 = add i32 %r, 0
  %m8 = mul i32 %row8, 16
  %a8 = add i32 %m8, 8
  %x8 = sext i32 %a8 to i64
  %p8 = getelementptr i8, ptr addrspace(1) %p, i64 %x8
  %v8 = load i8, ptr addrspace(1) %p8
  %row9 = add i32 %r, 0
  %m9 = mul i32 %row9, 16
  %a9 = add i32 %m9, 9
  %x9 = sext i32 %a9 to i64
  %p9 = getelementptr i8, ptr addrspace(1) %p, i64 %x9
  %v9 = load i8, ptr addrspace(1) %p9
  %row10 = add i32 %r, 0
  %m10 = mul i32 %row10, 16
  %a10 = add i32 %m10, 10
  %x10 = sext i32 %a10 to i64
  %p10 = getelementptr i8, ptr addrspace(1) %p, i64 %x10
  %v10 = load i8, ptr addrspace(1) %p10
  %row11 = add i32 %r, 0
  %m11 = mul i32 %row11, 16
  %a11 = add i32 %m11, 11
  %x11 = sext i32 %a11 to i64
  %p11 = getelementptr i8, ptr addrspace(1) %p, i64 %x11
  %v11 = load i8, ptr addrspace(1) %p11
  %row12 = add i32 %r, 0
  %m12 = mul i32 %row12, 16
  %a12 = add i32 %m12, 12
  %x12 = sext i32 %a12 to i64
  %p12 = getelementptr i8, ptr addrspace(1) %p, i64 %x12
  %v12 = load i8, ptr addrspace(1) %p12
  %row13 = add i32 %r, 0
  %m13 = mul i32 %row13, 16
  %a13 = add i32 %m13, 13
  %x13 = sext i32 %a13 to i64
  %p13 = getelementptr i8, ptr addrspace(1) %p, i64 %x13
  %v13 = load i8, ptr addrspace(1) %p13
  %row14 = add i32 %r, 0
  %m14 = mul i32 %row14, 16
  %a14 = add i32 %m14, 14
  %x14 = sext i32 %a14 to i64
  %p14 = getelementptr i8, ptr addrspace(1) %p, i64 %x14
  %v14 = load i8, ptr addrspace(1) %p14
  %row15 = add i32 %r, 0
  %m15 = mul i32 %row15, 16
  %a15 = add i32 %m15, 15
  %x15 = sext i32 %a15 to i64
  %p15 = getelementptr i8, ptr addrspace(1) %p, i64 %x15
  %v15 = load i8, ptr addrspace(1) %p15
  ret void
}

; [512,1] x f16: 4 elements of 4 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x1_f16: 4 accesses in 1 runs
; CHECK: load from global: 4 x 16 bits = 8 bytes, in order, align 8: 1 x 64 bits; no further neighbour{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (1024 bytes)
define ptx_kernel void @tensor_512x1_f16(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 4
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 1
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i16, ptr addrspace(1) %p, i64 %x0
  %v0 = load i16, ptr addrspace(1) %p0
  %row1 = add i32 %r, 1
  %m1 = mul i32 %row1, 1
  %a1 = add i32 %m1, 0
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i16, ptr addrspace(1) %p, i64 %x1
  %v1 = load i16, ptr addrspace(1) %p1
  %row2 = add i32 %r, 2
  %m2 = mul i32 %row2, 1
  %a2 = add i32 %m2, 0
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i16, ptr addrspace(1) %p, i64 %x2
  %v2 = load i16, ptr addrspace(1) %p2
  %row3 = add i32 %r, 3
  %m3 = mul i32 %row3, 1
  %a3 = add i32 %m3, 0
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i16, ptr addrspace(1) %p, i64 %x3
  %v3 = load i16, ptr addrspace(1) %p3
  ret void
}

; [512,2] x f16: 8 elements of 4 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x2_f16: 8 accesses in 1 runs
; CHECK: load from global: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (2048 bytes)
define ptx_kernel void @tensor_512x2_f16(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 4
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 2
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i16, ptr addrspace(1) %p, i64 %x0
  %v0 = load i16, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 2
  %a1 = add i32 %m1, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i16, ptr addrspace(1) %p, i64 %x1
  %v1 = load i16, ptr addrspace(1) %p1
  %row2 = add i32 %r, 1
  %m2 = mul i32 %row2, 2
  %a2 = add i32 %m2, 0
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i16, ptr addrspace(1) %p, i64 %x2
  %v2 = load i16, ptr addrspace(1) %p2
  %row3 = add i32 %r, 1
  %m3 = mul i32 %row3, 2
  %a3 = add i32 %m3, 1
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i16, ptr addrspace(1) %p, i64 %x3
  %v3 = load i16, ptr addrspace(1) %p3
  %row4 = add i32 %r, 2
  %m4 = mul i32 %row4, 2
  %a4 = add i32 %m4, 0
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i16, ptr addrspace(1) %p, i64 %x4
  %v4 = load i16, ptr addrspace(1) %p4
  %row5 = add i32 %r, 2
  %m5 = mul i32 %row5, 2
  %a5 = add i32 %m5, 1
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i16, ptr addrspace(1) %p, i64 %x5
  %v5 = load i16, ptr addrspace(1) %p5
  %row6 = add i32 %r, 3
  %m6 = mul i32 %row6, 2
  %a6 = add i32 %m6, 0
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i16, ptr addrspace(1) %p, i64 %x6
  %v6 = load i16, ptr addrspace(1) %p6
  %row7 = add i32 %r, 3
  %m7 = mul i32 %row7, 2
  %a7 = add i32 %m7, 1
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i16, ptr addrspace(1) %p, i64 %x7
  %v7 = load i16, ptr addrspace(1) %p7
  ret void
}

; [512,4] x f16: 8 elements of 2 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x4_f16: 8 accesses in 1 runs
; CHECK: load from global: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (2048 bytes)
define ptx_kernel void @tensor_512x4_f16(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 2
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 4
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i16, ptr addrspace(1) %p, i64 %x0
  %v0 = load i16, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 4
  %a1 = add i32 %m1, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i16, ptr addrspace(1) %p, i64 %x1
  %v1 = load i16, ptr addrspace(1) %p1
  %row2 = add i32 %r, 0
  %m2 = mul i32 %row2, 4
  %a2 = add i32 %m2, 2
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i16, ptr addrspace(1) %p, i64 %x2
  %v2 = load i16, ptr addrspace(1) %p2
  %row3 = add i32 %r, 0
  %m3 = mul i32 %row3, 4
  %a3 = add i32 %m3, 3
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i16, ptr addrspace(1) %p, i64 %x3
  %v3 = load i16, ptr addrspace(1) %p3
  %row4 = add i32 %r, 1
  %m4 = mul i32 %row4, 4
  %a4 = add i32 %m4, 0
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i16, ptr addrspace(1) %p, i64 %x4
  %v4 = load i16, ptr addrspace(1) %p4
  %row5 = add i32 %r, 1
  %m5 = mul i32 %row5, 4
  %a5 = add i32 %m5, 1
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i16, ptr addrspace(1) %p, i64 %x5
  %v5 = load i16, ptr addrspace(1) %p5
  %row6 = add i32 %r, 1
  %m6 = mul i32 %row6, 4
  %a6 = add i32 %m6, 2
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i16, ptr addrspace(1) %p, i64 %x6
  %v6 = load i16, ptr addrspace(1) %p6
  %row7 = add i32 %r, 1
  %m7 = mul i32 %row7, 4
  %a7 = add i32 %m7, 3
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i16, ptr addrspace(1) %p, i64 %x7
  %v7 = load i16, ptr addrspace(1) %p7
  ret void
}

; [512,8] x f16: 8 elements of 1 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x8_f16: 8 accesses in 1 runs
; CHECK: load from global: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (2048 bytes)
define ptx_kernel void @tensor_512x8_f16(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %rg = add i32 %u, 0
  %r = mul i32 %rg, 1
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 8
  %a0 = add i32 %m0, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i16, ptr addrspace(1) %p, i64 %x0
  %v0 = load i16, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 8
  %a1 = add i32 %m1, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i16, ptr addrspace(1) %p, i64 %x1
  %v1 = load i16, ptr addrspace(1) %p1
  %row2 = add i32 %r, 0
  %m2 = mul i32 %row2, 8
  %a2 = add i32 %m2, 2
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i16, ptr addrspace(1) %p, i64 %x2
  %v2 = load i16, ptr addrspace(1) %p2
  %row3 = add i32 %r, 0
  %m3 = mul i32 %row3, 8
  %a3 = add i32 %m3, 3
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i16, ptr addrspace(1) %p, i64 %x3
  %v3 = load i16, ptr addrspace(1) %p3
  %row4 = add i32 %r, 0
  %m4 = mul i32 %row4, 8
  %a4 = add i32 %m4, 4
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i16, ptr addrspace(1) %p, i64 %x4
  %v4 = load i16, ptr addrspace(1) %p4
  %row5 = add i32 %r, 0
  %m5 = mul i32 %row5, 8
  %a5 = add i32 %m5, 5
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i16, ptr addrspace(1) %p, i64 %x5
  %v5 = load i16, ptr addrspace(1) %p5
  %row6 = add i32 %r, 0
  %m6 = mul i32 %row6, 8
  %a6 = add i32 %m6, 6
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i16, ptr addrspace(1) %p, i64 %x6
  %v6 = load i16, ptr addrspace(1) %p6
  %row7 = add i32 %r, 0
  %m7 = mul i32 %row7, 8
  %a7 = add i32 %m7, 7
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i16, ptr addrspace(1) %p, i64 %x7
  %v7 = load i16, ptr addrspace(1) %p7
  ret void
}

; [512,16] x f16: 8 elements of 1 row(s) a thread, 128 threads.
; CHECK-LABEL: contiguity of @tensor_512x16_f16: 8 accesses in 1 runs
; CHECK: load from global: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x6 (2048 bytes)
define ptx_kernel void @tensor_512x16_f16(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = and i32 %t, 127
  %cg = and i32 %u, 1
  %rg = lshr i32 %u, 1
  %c = mul i32 %cg, 8
  %r = mul i32 %rg, 1
  %row0 = add i32 %r, 0
  %m0 = mul i32 %row0, 16
  %col0 = add i32 %c, 0
  %a0 = add i32 %m0, %col0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr i16, ptr addrspace(1) %p, i64 %x0
  %v0 = load i16, ptr addrspace(1) %p0
  %row1 = add i32 %r, 0
  %m1 = mul i32 %row1, 16
  %col1 = add i32 %c, 1
  %a1 = add i32 %m1, %col1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr i16, ptr addrspace(1) %p, i64 %x1
  %v1 = load i16, ptr addrspace(1) %p1
  %row2 = add i32 %r, 0
  %m2 = mul i32 %row2, 16
  %col2 = add i32 %c, 2
  %a2 = add i32 %m2, %col2
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr i16, ptr addrspace(1) %p, i64 %x2
  %v2 = load i16, ptr addrspace(1) %p2
  %row3 = add i32 %r, 0
  %m3 = mul i32 %row3, 16
  %col3 = add i32 %c, 3
  %a3 = add i32 %m3, %col3
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr i16, ptr addrspace(1) %p, i64 %x3
  %v3 = load i16, ptr addrspace(1) %p3
  %row4 = add i32 %r, 0
  %m4 = mul i32 %row4, 16
  %col4 = add i32 %c, 4
  %a4 = add i32 %m4, %col4
  %x4 = sext i32 %a4 to i64
  %p4 = getelementptr i16, ptr addrspace(1) %p, i64 %x4
  %v4 = load i16, ptr addrspace(1) %p4
  %row5 = add i32 %r, 0
  %m5 = mul i32 %row5, 16
  %col5 = add i32 %c, 5
  %a5 = add i32 %m5, %col5
  %x5 = sext i32 %a5 to i64
  %p5 = getelementptr i16, ptr addrspace(1) %p, i64 %x5
  %v5 = load i16, ptr addrspace(1) %p5
  %row6 = add i32 %r, 0
  %m6 = mul i32 %row6, 16
  %col6 = add i32 %c, 6
  %a6 = add i32 %m6, %col6
  %x6 = sext i32 %a6 to i64
  %p6 = getelementptr i16, ptr addrspace(1) %p, i64 %x6
  %v6 = load i16, ptr addrspace(1) %p6
  %row7 = add i32 %r, 0
  %m7 = mul i32 %row7, 16
  %col7 = add i32 %c, 7
  %a7 = add i32 %m7, %col7
  %x7 = sext i32 %a7 to i64
  %p7 = getelementptr i16, ptr addrspace(1) %p, i64 %x7
  %v7 = load i16, ptr addrspace(1) %p7
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.assume(i1)
