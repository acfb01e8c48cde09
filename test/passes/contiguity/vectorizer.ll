; RUN: %f2opt -passes='print<f2layout-contiguity>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed -f %S/Inputs/to-amd.sed %s | %f2opt -passes='print<f2layout-contiguity>' -disable-output 2>&1 | FileCheck %s
;
; Neighbours that LLVM's load/store vectorizer finds, does not find, or finds
; only after the right other passes. Each kernel is one thread's unrolled
; accesses; the letters mark groups that belong together.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@aligned = internal addrspace(3) global [32768 x i8] undef, align 16
@other = internal addrspace(3) global [16384 x i8] undef, align 16
@bytes4 = internal addrspace(3) global [32768 x i8] undef, align 4

; (a) p[4 t + i], p aligned to 16, the accesses to 4.
; CHECK-LABEL: contiguity of @global_aligned: 4 accesses in 1 runs
; CHECK: load from global: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @global_aligned(ptr addrspace(1) align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %a0 = add i32 %b, 0
  %x0 = zext i32 %a0 to i64
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %p0, align 4
  %a1 = or i32 %b, 1
  %x1 = zext i32 %a1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 %x1
  %v1 = load float, ptr addrspace(1) %p1, align 4
  %a2 = or i32 %b, 2
  %x2 = zext i32 %a2 to i64
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 %x2
  %v2 = load float, ptr addrspace(1) %p2, align 4
  %a3 = or i32 %b, 3
  %x3 = zext i32 %a3 to i64
  %p3 = getelementptr float, ptr addrspace(1) %p, i64 %x3
  %v3 = load float, ptr addrspace(1) %p3, align 4
  ret void
}

; (a) The same with unknown p.
; CHECK-LABEL: contiguity of @global_unaligned: 4 accesses in 1 runs
; CHECK: load from global: 4 x 32 bits = 16 bytes, in order, align 4: 4 x 32 bits; only known to be aligned to 4 because of %p{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @global_unaligned(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %a0 = add i32 %b, 0
  %x0 = zext i32 %a0 to i64
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %p0, align 4
  %a1 = add i32 %b, 1
  %x1 = zext i32 %a1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 %x1
  %v1 = load float, ptr addrspace(1) %p1, align 4
  %a2 = add i32 %b, 2
  %x2 = zext i32 %a2 to i64
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 %x2
  %v2 = load float, ptr addrspace(1) %p2, align 4
  %a3 = add i32 %b, 3
  %x3 = zext i32 %a3 to i64
  %p3 = getelementptr float, ptr addrspace(1) %p, i64 %x3
  %v3 = load float, ptr addrspace(1) %p3, align 4
  ret void
}

; (a) p[zext(t * n + i)]: the sum may wrap between two of them.
; CHECK-LABEL: contiguity of @zext_may_wrap: 4 accesses in 4 runs
; CHECK: load from global: 1 x 32 bits = 4 bytes, in order, align 4: 1 x 32 bits; no neighbour{{$}}
; CHECK-NEXT: at %p0{{$}}
; CHECK: load from global: 1 x 32 bits = 4 bytes, in order, align 4: 1 x 32 bits; no neighbour{{$}}
; CHECK-NEXT: at %p1{{$}}
; CHECK: load from global: 1 x 32 bits = 4 bytes, in order, align 4: 1 x 32 bits; no neighbour{{$}}
; CHECK-NEXT: at %p2{{$}}
; CHECK: load from global: 1 x 32 bits = 4 bytes, in order, align 4: 1 x 32 bits; no neighbour{{$}}
; CHECK-NEXT: at %p3{{$}}
define ptx_kernel void @zext_may_wrap(ptr addrspace(1) align 16 %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = mul i32 %t, %n
  %a0 = add i32 %b, 0
  %x0 = zext i32 %a0 to i64
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %p0, align 4
  %a1 = add i32 %b, 1
  %x1 = zext i32 %a1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 %x1
  %v1 = load float, ptr addrspace(1) %p1, align 4
  %a2 = add i32 %b, 2
  %x2 = zext i32 %a2 to i64
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 %x2
  %v2 = load float, ptr addrspace(1) %p2, align 4
  %a3 = add i32 %b, 3
  %x3 = zext i32 %a3 to i64
  %p3 = getelementptr float, ptr addrspace(1) %p, i64 %x3
  %v3 = load float, ptr addrspace(1) %p3, align 4
  ret void
}

; (a) The same where n is a multiple of 4.
; CHECK-LABEL: contiguity of @zext_assumed: 4 accesses in 1 runs
; CHECK: load from global: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
define ptx_kernel void @zext_assumed(ptr addrspace(1) align 16 %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %n, 3
  %is = icmp eq i32 %low, 0
  call void @llvm.assume(i1 %is)
  %b = mul i32 %t, %n
  %a0 = add i32 %b, 0
  %x0 = zext i32 %a0 to i64
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %p0, align 4
  %a1 = add i32 %b, 1
  %x1 = zext i32 %a1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 %x1
  %v1 = load float, ptr addrspace(1) %p1, align 4
  %a2 = add i32 %b, 2
  %x2 = zext i32 %a2 to i64
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 %x2
  %v2 = load float, ptr addrspace(1) %p2, align 4
  %a3 = add i32 %b, 3
  %x3 = zext i32 %a3 to i64
  %p3 = getelementptr float, ptr addrspace(1) %p, i64 %x3
  %v3 = load float, ptr addrspace(1) %p3, align 4
  ret void
}

; (a) p[sext(t * n + i)], no signed wrap: neighbours, though not aligned.
; CHECK-LABEL: contiguity of @sext_nsw: 4 accesses in 1 runs
; CHECK: load from global: 4 x 32 bits = 16 bytes, in order, align 4: 4 x 32 bits; only known to be aligned to 4 because of %p{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
define ptx_kernel void @sext_nsw(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = mul nsw i32 %t, %n
  %a0 = add nsw i32 %b, 0
  %x0 = sext i32 %a0 to i64
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %p0, align 4
  %a1 = add nsw i32 %b, 1
  %x1 = sext i32 %a1 to i64
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 %x1
  %v1 = load float, ptr addrspace(1) %p1, align 4
  %a2 = add nsw i32 %b, 2
  %x2 = sext i32 %a2 to i64
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 %x2
  %v2 = load float, ptr addrspace(1) %p2, align 4
  %a3 = add nsw i32 %b, 3
  %x3 = sext i32 %a3 to i64
  %p3 = getelementptr float, ptr addrspace(1) %p, i64 %x3
  %v3 = load float, ptr addrspace(1) %p3, align 4
  ret void
}

; (b) s[((row ^ col) * 8) add i] of halves, row = t / 8, col = t mod 8.
; CHECK-LABEL: contiguity of @swizzle_rows_add: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @swizzle_rows_add() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %r7 = and i32 %row, 7
  %m = xor i32 %r7, %col
  %m8 = shl i32 %m, 3
  %r64 = shl i32 %row, 6
  %b = add i32 %r64, %m8
  %a0 = add i32 %b, 0
  %p0 = getelementptr half, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %a1 = add i32 %b, 1
  %p1 = getelementptr half, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %a2 = add i32 %b, 2
  %p2 = getelementptr half, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %a3 = add i32 %b, 3
  %p3 = getelementptr half, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %a4 = add i32 %b, 4
  %p4 = getelementptr half, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %a5 = add i32 %b, 5
  %p5 = getelementptr half, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %a6 = add i32 %b, 6
  %p6 = getelementptr half, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %a7 = add i32 %b, 7
  %p7 = getelementptr half, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) s[((row ^ col) * 8) or i] of halves, row = t / 8, col = t mod 8.
; CHECK-LABEL: contiguity of @swizzle_rows_or: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @swizzle_rows_or() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %r7 = and i32 %row, 7
  %m = xor i32 %r7, %col
  %m8 = shl i32 %m, 3
  %r64 = shl i32 %row, 6
  %b = add i32 %r64, %m8
  %a0 = or i32 %b, 0
  %p0 = getelementptr half, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %a1 = or i32 %b, 1
  %p1 = getelementptr half, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %a2 = or i32 %b, 2
  %p2 = getelementptr half, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %a3 = or i32 %b, 3
  %p3 = getelementptr half, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %a4 = or i32 %b, 4
  %p4 = getelementptr half, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %a5 = or i32 %b, 5
  %p5 = getelementptr half, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %a6 = or i32 %b, 6
  %p6 = getelementptr half, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %a7 = or i32 %b, 7
  %p7 = getelementptr half, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) s[((row ^ col) * 8) or disjoint i] of halves, row = t / 8, col = t mod 8.
; CHECK-LABEL: contiguity of @swizzle_rows_or_disjoint: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @swizzle_rows_or_disjoint() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %r7 = and i32 %row, 7
  %m = xor i32 %r7, %col
  %m8 = shl i32 %m, 3
  %r64 = shl i32 %row, 6
  %b = add i32 %r64, %m8
  %a0 = or disjoint i32 %b, 0
  %p0 = getelementptr half, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %a1 = or disjoint i32 %b, 1
  %p1 = getelementptr half, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %a2 = or disjoint i32 %b, 2
  %p2 = getelementptr half, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %a3 = or disjoint i32 %b, 3
  %p3 = getelementptr half, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %a4 = or disjoint i32 %b, 4
  %p4 = getelementptr half, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %a5 = or disjoint i32 %b, 5
  %p5 = getelementptr half, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %a6 = or disjoint i32 %b, 6
  %p6 = getelementptr half, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %a7 = or disjoint i32 %b, 7
  %p7 = getelementptr half, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) s[((row ^ col) * 8) xor i] of halves, row = t / 8, col = t mod 8.
; CHECK-LABEL: contiguity of @swizzle_rows_xor: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @swizzle_rows_xor() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %r7 = and i32 %row, 7
  %m = xor i32 %r7, %col
  %m8 = shl i32 %m, 3
  %r64 = shl i32 %row, 6
  %b = add i32 %r64, %m8
  %a0 = xor i32 %b, 0
  %p0 = getelementptr half, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %a1 = xor i32 %b, 1
  %p1 = getelementptr half, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %a2 = xor i32 %b, 2
  %p2 = getelementptr half, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %a3 = xor i32 %b, 3
  %p3 = getelementptr half, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %a4 = xor i32 %b, 4
  %p4 = getelementptr half, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %a5 = xor i32 %b, 5
  %p5 = getelementptr half, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %a6 = xor i32 %b, 6
  %p6 = getelementptr half, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %a7 = xor i32 %b, 7
  %p7 = getelementptr half, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) s[((row * 64 + col * 8) | i) ^ (row << 3)]: the index is inside the xor.
; CHECK-LABEL: contiguity of @swizzle_inside: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @swizzle_inside() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %r64 = shl i32 %row, 6
  %c8 = shl i32 %col, 3
  %b = add i32 %r64, %c8
  %m = shl i32 %row, 3
  %o0 = or i32 %b, 0
  %a0 = xor i32 %o0, %m
  %p0 = getelementptr half, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %o1 = or i32 %b, 1
  %a1 = xor i32 %o1, %m
  %p1 = getelementptr half, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %o2 = or i32 %b, 2
  %a2 = xor i32 %o2, %m
  %p2 = getelementptr half, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %o3 = or i32 %b, 3
  %a3 = xor i32 %o3, %m
  %p3 = getelementptr half, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %o4 = or i32 %b, 4
  %a4 = xor i32 %o4, %m
  %p4 = getelementptr half, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %o5 = or i32 %b, 5
  %a5 = xor i32 %o5, %m
  %p5 = getelementptr half, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %o6 = or i32 %b, 6
  %a6 = xor i32 %o6, %m
  %p6 = getelementptr half, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %o7 = or i32 %b, 7
  %a7 = xor i32 %o7, %m
  %p7 = getelementptr half, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) CuTe's swizzle: off ^ ((off & 0x1c0) >> 3) of off = 8 t + i.
; CHECK-LABEL: contiguity of @cute: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @cute() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 3
  %o0 = add i32 %b, 0
  %y0 = and i32 %o0, 448
  %z0 = lshr i32 %y0, 3
  %a0 = xor i32 %o0, %z0
  %p0 = getelementptr half, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %o1 = add i32 %b, 1
  %y1 = and i32 %o1, 448
  %z1 = lshr i32 %y1, 3
  %a1 = xor i32 %o1, %z1
  %p1 = getelementptr half, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %o2 = add i32 %b, 2
  %y2 = and i32 %o2, 448
  %z2 = lshr i32 %y2, 3
  %a2 = xor i32 %o2, %z2
  %p2 = getelementptr half, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %o3 = add i32 %b, 3
  %y3 = and i32 %o3, 448
  %z3 = lshr i32 %y3, 3
  %a3 = xor i32 %o3, %z3
  %p3 = getelementptr half, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %o4 = add i32 %b, 4
  %y4 = and i32 %o4, 448
  %z4 = lshr i32 %y4, 3
  %a4 = xor i32 %o4, %z4
  %p4 = getelementptr half, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %o5 = add i32 %b, 5
  %y5 = and i32 %o5, 448
  %z5 = lshr i32 %y5, 3
  %a5 = xor i32 %o5, %z5
  %p5 = getelementptr half, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %o6 = add i32 %b, 6
  %y6 = and i32 %o6, 448
  %z6 = lshr i32 %y6, 3
  %a6 = xor i32 %o6, %z6
  %p6 = getelementptr half, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %o7 = add i32 %b, 7
  %y7 = and i32 %o7, 448
  %z7 = lshr i32 %y7, 3
  %a7 = xor i32 %o7, %z7
  %p7 = getelementptr half, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) The same in an unknown array.
; CHECK-LABEL: contiguity of @cute_unaligned: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 2: 8 x 16 bits; only known to be aligned to 2 because of %s{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @cute_unaligned(ptr addrspace(3) %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 3
  %o0 = add i32 %b, 0
  %y0 = and i32 %o0, 448
  %z0 = lshr i32 %y0, 3
  %a0 = xor i32 %o0, %z0
  %p0 = getelementptr half, ptr addrspace(3) %s, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %o1 = add i32 %b, 1
  %y1 = and i32 %o1, 448
  %z1 = lshr i32 %y1, 3
  %a1 = xor i32 %o1, %z1
  %p1 = getelementptr half, ptr addrspace(3) %s, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %o2 = add i32 %b, 2
  %y2 = and i32 %o2, 448
  %z2 = lshr i32 %y2, 3
  %a2 = xor i32 %o2, %z2
  %p2 = getelementptr half, ptr addrspace(3) %s, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %o3 = add i32 %b, 3
  %y3 = and i32 %o3, 448
  %z3 = lshr i32 %y3, 3
  %a3 = xor i32 %o3, %z3
  %p3 = getelementptr half, ptr addrspace(3) %s, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %o4 = add i32 %b, 4
  %y4 = and i32 %o4, 448
  %z4 = lshr i32 %y4, 3
  %a4 = xor i32 %o4, %z4
  %p4 = getelementptr half, ptr addrspace(3) %s, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %o5 = add i32 %b, 5
  %y5 = and i32 %o5, 448
  %z5 = lshr i32 %y5, 3
  %a5 = xor i32 %o5, %z5
  %p5 = getelementptr half, ptr addrspace(3) %s, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %o6 = add i32 %b, 6
  %y6 = and i32 %o6, 448
  %z6 = lshr i32 %y6, 3
  %a6 = xor i32 %o6, %z6
  %p6 = getelementptr half, ptr addrspace(3) %s, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %o7 = add i32 %b, 7
  %y7 = and i32 %o7, 448
  %z7 = lshr i32 %y7, 3
  %a7 = xor i32 %o7, %z7
  %p7 = getelementptr half, ptr addrspace(3) %s, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) The same in an array that is aligned to 4, whose alignment may be raised.
; CHECK-LABEL: contiguity of @cute_align4: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 4: 4 x 32 bits; only known to be aligned to 4 because of @bytes4; 1 x 128 bits if @bytes4 were aligned to 16{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 permuted (16384 bytes)
define ptx_kernel void @cute_align4() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 3
  %o0 = add i32 %b, 0
  %y0 = and i32 %o0, 448
  %z0 = lshr i32 %y0, 3
  %a0 = xor i32 %o0, %z0
  %p0 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a0
  %v0 = load half, ptr addrspace(3) %p0, align 2
  %o1 = add i32 %b, 1
  %y1 = and i32 %o1, 448
  %z1 = lshr i32 %y1, 3
  %a1 = xor i32 %o1, %z1
  %p1 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a1
  %v1 = load half, ptr addrspace(3) %p1, align 2
  %o2 = add i32 %b, 2
  %y2 = and i32 %o2, 448
  %z2 = lshr i32 %y2, 3
  %a2 = xor i32 %o2, %z2
  %p2 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a2
  %v2 = load half, ptr addrspace(3) %p2, align 2
  %o3 = add i32 %b, 3
  %y3 = and i32 %o3, 448
  %z3 = lshr i32 %y3, 3
  %a3 = xor i32 %o3, %z3
  %p3 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3, align 2
  %o4 = add i32 %b, 4
  %y4 = and i32 %o4, 448
  %z4 = lshr i32 %y4, 3
  %a4 = xor i32 %o4, %z4
  %p4 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a4
  %v4 = load half, ptr addrspace(3) %p4, align 2
  %o5 = add i32 %b, 5
  %y5 = and i32 %o5, 448
  %z5 = lshr i32 %y5, 3
  %a5 = xor i32 %o5, %z5
  %p5 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a5
  %v5 = load half, ptr addrspace(3) %p5, align 2
  %o6 = add i32 %b, 6
  %y6 = and i32 %o6, 448
  %z6 = lshr i32 %y6, 3
  %a6 = xor i32 %o6, %z6
  %p6 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a6
  %v6 = load half, ptr addrspace(3) %p6, align 2
  %o7 = add i32 %b, 7
  %y7 = and i32 %o7, 448
  %z7 = lshr i32 %y7, 3
  %a7 = xor i32 %o7, %z7
  %p7 = getelementptr half, ptr addrspace(3) @bytes4, i32 %a7
  %v7 = load half, ptr addrspace(3) %p7, align 2
  ret void
}

; (b) The xor is applied to the address.
; CHECK-LABEL: contiguity of @xor_of_address: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
define ptx_kernel void @xor_of_address() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 4
  %m = and i32 %t, 112
  %m64 = zext i32 %m to i64
  %b64 = zext i32 %b to i64
  %s = ptrtoint ptr addrspace(3) @aligned to i64
  %sb = add i64 %s, %b64
  %o0 = add i64 %sb, 0
  %a0 = xor i64 %o0, %m64
  %p0 = inttoptr i64 %a0 to ptr addrspace(3)
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %o1 = add i64 %sb, 4
  %a1 = xor i64 %o1, %m64
  %p1 = inttoptr i64 %a1 to ptr addrspace(3)
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %o2 = add i64 %sb, 8
  %a2 = xor i64 %o2, %m64
  %p2 = inttoptr i64 %a2 to ptr addrspace(3)
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %o3 = add i64 %sb, 12
  %a3 = xor i64 %o3, %m64
  %p3 = inttoptr i64 %a3 to ptr addrspace(3)
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (c) 16 of i8.
; CHECK-LABEL: contiguity of @elements_i8: 16 accesses in 1 runs
; CHECK: load from shared: 16 x 8 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7 %p8 %p9 %p10 %p11 %p12 %p13 %p14 %p15{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @elements_i8() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = mul i32 %t, 16
  %a0 = add i32 %b, 0
  %p0 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load i8, ptr addrspace(3) %p0
  %a1 = add i32 %b, 1
  %p1 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load i8, ptr addrspace(3) %p1
  %a2 = add i32 %b, 2
  %p2 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load i8, ptr addrspace(3) %p2
  %a3 = add i32 %b, 3
  %p3 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load i8, ptr addrspace(3) %p3
  %a4 = add i32 %b, 4
  %p4 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load i8, ptr addrspace(3) %p4
  %a5 = add i32 %b, 5
  %p5 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load i8, ptr addrspace(3) %p5
  %a6 = add i32 %b, 6
  %p6 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load i8, ptr addrspace(3) %p6
  %a7 = add i32 %b, 7
  %p7 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load i8, ptr addrspace(3) %p7
  %a8 = add i32 %b, 8
  %p8 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a8
  %v8 = load i8, ptr addrspace(3) %p8
  %a9 = add i32 %b, 9
  %p9 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a9
  %v9 = load i8, ptr addrspace(3) %p9
  %a10 = add i32 %b, 10
  %p10 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a10
  %v10 = load i8, ptr addrspace(3) %p10
  %a11 = add i32 %b, 11
  %p11 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a11
  %v11 = load i8, ptr addrspace(3) %p11
  %a12 = add i32 %b, 12
  %p12 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a12
  %v12 = load i8, ptr addrspace(3) %p12
  %a13 = add i32 %b, 13
  %p13 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a13
  %v13 = load i8, ptr addrspace(3) %p13
  %a14 = add i32 %b, 14
  %p14 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a14
  %v14 = load i8, ptr addrspace(3) %p14
  %a15 = add i32 %b, 15
  %p15 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a15
  %v15 = load i8, ptr addrspace(3) %p15
  ret void
}

; (c) 8 of i16.
; CHECK-LABEL: contiguity of @elements_i16: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @elements_i16() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = mul i32 %t, 8
  %a0 = add i32 %b, 0
  %p0 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load i16, ptr addrspace(3) %p0
  %a1 = add i32 %b, 1
  %p1 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load i16, ptr addrspace(3) %p1
  %a2 = add i32 %b, 2
  %p2 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load i16, ptr addrspace(3) %p2
  %a3 = add i32 %b, 3
  %p3 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load i16, ptr addrspace(3) %p3
  %a4 = add i32 %b, 4
  %p4 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load i16, ptr addrspace(3) %p4
  %a5 = add i32 %b, 5
  %p5 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load i16, ptr addrspace(3) %p5
  %a6 = add i32 %b, 6
  %p6 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load i16, ptr addrspace(3) %p6
  %a7 = add i32 %b, 7
  %p7 = getelementptr i16, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load i16, ptr addrspace(3) %p7
  ret void
}

; (c) 8 of bfloat.
; CHECK-LABEL: contiguity of @elements_bfloat: 8 accesses in 1 runs
; CHECK: load from shared: 8 x 16 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4 %p5 %p6 %p7{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @elements_bfloat() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = mul i32 %t, 8
  %a0 = add i32 %b, 0
  %p0 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load bfloat, ptr addrspace(3) %p0
  %a1 = add i32 %b, 1
  %p1 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load bfloat, ptr addrspace(3) %p1
  %a2 = add i32 %b, 2
  %p2 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load bfloat, ptr addrspace(3) %p2
  %a3 = add i32 %b, 3
  %p3 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load bfloat, ptr addrspace(3) %p3
  %a4 = add i32 %b, 4
  %p4 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load bfloat, ptr addrspace(3) %p4
  %a5 = add i32 %b, 5
  %p5 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a5
  %v5 = load bfloat, ptr addrspace(3) %p5
  %a6 = add i32 %b, 6
  %p6 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a6
  %v6 = load bfloat, ptr addrspace(3) %p6
  %a7 = add i32 %b, 7
  %p7 = getelementptr bfloat, ptr addrspace(3) @aligned, i32 %a7
  %v7 = load bfloat, ptr addrspace(3) %p7
  ret void
}

; (c) i32, float, i16, half, i32 side by side.
; CHECK-LABEL: contiguity of @elements_mixed: 5 accesses in 1 runs
; CHECK: load from shared: 5 accesses = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3 %p4{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @elements_mixed() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 4
  %a0 = add i32 %b, 0
  %p0 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load i32, ptr addrspace(3) %p0
  %a1 = add i32 %b, 4
  %p1 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1
  %a2 = add i32 %b, 8
  %p2 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load i16, ptr addrspace(3) %p2
  %a3 = add i32 %b, 10
  %p3 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load half, ptr addrspace(3) %p3
  %a4 = add i32 %b, 12
  %p4 = getelementptr i8, ptr addrspace(3) @aligned, i32 %a4
  %v4 = load i32, ptr addrspace(3) %p4
  ret void
}

; (d) Constant offsets in another order, loads and stores.
; CHECK-LABEL: contiguity of @permuted_constants: 8 accesses in 2 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, order 1 3 0 2, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p1 %p3 %p0 %p2{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
; CHECK: store to shared: 4 x 32 bits = 16 bytes, order 3 2 1 0, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %q3 %q2 %q1 %q0{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @permuted_constants() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %a0 = add i32 %b, 2
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = add i32 %b, 0
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = add i32 %b, 3
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = add i32 %b, 1
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  %c0 = add i32 %b, 3
  %q0 = getelementptr float, ptr addrspace(3) @other, i32 %c0
  store float %v0, ptr addrspace(3) %q0, align 4
  %c1 = add i32 %b, 2
  %q1 = getelementptr float, ptr addrspace(3) @other, i32 %c1
  store float %v1, ptr addrspace(3) %q1, align 4
  %c2 = add i32 %b, 1
  %q2 = getelementptr float, ptr addrspace(3) @other, i32 %c2
  store float %v2, ptr addrspace(3) %q2, align 4
  %c3 = add i32 %b, 0
  %q3 = getelementptr float, ptr addrspace(3) @other, i32 %c3
  store float %v3, ptr addrspace(3) %q3, align 4
  ret void
}

; (d) s[4 t + (i ^ (t & 3))].
; CHECK-LABEL: contiguity of @permuted_by_thread: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, order by [x0] [x1], align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @permuted_by_thread() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %x0 = xor i32 %m, 0
  %a0 = add i32 %b, %x0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %x1 = xor i32 %m, 1
  %a1 = add i32 %b, %x1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %x2 = xor i32 %m, 2
  %a2 = add i32 %b, %x2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %x3 = xor i32 %m, 3
  %a3 = add i32 %b, %x3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (d) s[4 t + (i ^ ((t & 1) << 1))].
; CHECK-LABEL: contiguity of @permuted_pairs: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, order by [x0], align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @permuted_pairs() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %m1 = and i32 %t, 1
  %m = shl i32 %m1, 1
  %x0 = xor i32 %m, 0
  %a0 = or i32 %b, %x0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %x1 = xor i32 %m, 1
  %a1 = or i32 %b, %x1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %x2 = xor i32 %m, 2
  %a2 = or i32 %b, %x2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %x3 = xor i32 %m, 3
  %a3 = or i32 %b, %x3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; s[4 t + ((i + t) & 3)], which is not an xor.
; CHECK-LABEL: contiguity of @rotated_by_thread: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, order by [x0] [x1], align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @rotated_by_thread() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %x0 = add i32 %t, 0
  %y0 = and i32 %x0, 3
  %a0 = or i32 %b, %y0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %x1 = add i32 %t, 1
  %y1 = and i32 %x1, 3
  %a1 = or i32 %b, %y1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %x2 = add i32 %t, 2
  %y2 = and i32 %x2, 3
  %a2 = or i32 %b, %y2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %x3 = add i32 %t, 3
  %y3 = and i32 %x3, 3
  %a3 = or i32 %b, %y3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (e) warp * 128 + lane * 4 + i from t & 31 and t >> 5, by add in i32.
; CHECK-LABEL: contiguity of @lane_and_warp_add_i32: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @lane_and_warp_add_i32() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %w128 = shl i32 %warp, 7
  %l4 = shl i32 %lane, 2
  %b = add i32 %w128, %l4
  %a0 = add i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = add i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = add i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = add i32 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (e) warp * 128 + lane * 4 + i from t & 31 and t >> 5, by add in i64.
; CHECK-LABEL: contiguity of @lane_and_warp_add_i64: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @lane_and_warp_add_i64() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %lane = and i64 %w, 31
  %warp = lshr i64 %w, 5
  %w128 = shl i64 %warp, 7
  %l4 = shl i64 %lane, 2
  %b = add i64 %w128, %l4
  %a0 = add i64 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i64 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = add i64 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i64 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = add i64 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i64 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = add i64 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i64 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (e) warp * 128 + lane * 4 + i from t & 31 and t >> 5, by or in i32.
; CHECK-LABEL: contiguity of @lane_and_warp_or_i32: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @lane_and_warp_or_i32() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %w128 = shl i32 %warp, 7
  %l4 = shl i32 %lane, 2
  %b = or i32 %w128, %l4
  %a0 = or i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = or i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = or i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = or i32 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (e) warp * 128 + lane * 4 + i from t & 31 and t >> 5, by or in i64.
; CHECK-LABEL: contiguity of @lane_and_warp_or_i64: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @lane_and_warp_or_i64() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %lane = and i64 %w, 31
  %warp = lshr i64 %w, 5
  %w128 = shl i64 %warp, 7
  %l4 = shl i64 %lane, 2
  %b = or i64 %w128, %l4
  %a0 = or i64 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i64 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = or i64 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i64 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = or i64 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i64 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = or i64 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i64 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (e) warp * 128 + lane * 4 + i from t & 31 and t >> 5, by xor in i32.
; CHECK-LABEL: contiguity of @lane_and_warp_xor_i32: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @lane_and_warp_xor_i32() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %w128 = shl i32 %warp, 7
  %l4 = shl i32 %lane, 2
  %b = xor i32 %w128, %l4
  %a0 = xor i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = xor i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = xor i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = xor i32 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (e) warp * 128 + lane * 4 + i from t & 31 and t >> 5, by xor in i64.
; CHECK-LABEL: contiguity of @lane_and_warp_xor_i64: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @lane_and_warp_xor_i64() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %lane = and i64 %w, 31
  %warp = lshr i64 %w, 5
  %w128 = shl i64 %warp, 7
  %l4 = shl i64 %lane, 2
  %b = xor i64 %w128, %l4
  %a0 = xor i64 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i64 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = xor i64 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i64 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = xor i64 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i64 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = xor i64 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i64 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; (f) A store to another array, a store to the same one and a barrier in between
; do not affect the addresses.
; CHECK-LABEL: contiguity of @store_between: 6 accesses in 3 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
; CHECK: store to shared: 1 x 32 bits = 4 bytes, in order, align 4: 1 x 32 bits; no neighbour{{$}}
; CHECK-NEXT: at %q{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (4096 bytes)
; CHECK: store to shared: 1 x 32 bits = 4 bytes, in order, align 16: 1 x 32 bits; no neighbour{{$}}
; CHECK-NEXT: at %r{{$}}
; CHECK-NEXT: threads: stride 16 bytes over x
define ptx_kernel void @store_between(float %f) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %q = getelementptr float, ptr addrspace(3) @other, i32 %t
  %h = add i32 %b, 8192
  %r = getelementptr float, ptr addrspace(3) @aligned, i32 %h
  %a0 = add i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  store float %f, ptr addrspace(3) %q, align 4
  %a1 = add i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  store float %f, ptr addrspace(3) %r, align 4
  %a2 = add i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a3 = add i32 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) @aligned, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; Only a later access states its alignment.
; CHECK-LABEL: contiguity of @later_alignment: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, order 2 1 3 0, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @later_alignment(ptr addrspace(3) %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %a3 = add i32 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) %s, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  %a1 = add i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) %s, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a0 = add i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) %s, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 16
  %a2 = add i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) %s, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  ret void
}

; One of two arrays.
; CHECK-LABEL: contiguity of @double_buffer: 4 accesses in 1 runs
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits{{$}}
; CHECK-NEXT: at %p0 %p1 %p2 %p3{{$}}
; CHECK-NEXT: threads: consecutive over x0-x9 (16384 bytes)
define ptx_kernel void @double_buffer(i1 %first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = select i1 %first, ptr addrspace(3) @aligned, ptr addrspace(3) @other
  %b = shl i32 %t, 2
  %a0 = add i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) %s, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = add i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) %s, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = add i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) %s, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %a3 = add i32 %b, 3
  %p3 = getelementptr float, ptr addrspace(3) %s, i32 %a3
  %v3 = load float, ptr addrspace(3) %p3, align 4
  ret void
}

; Three elements of four.
; CHECK-LABEL: contiguity of @three_of_four: 3 accesses in 1 runs
; CHECK: load from shared: 3 x 32 bits = 12 bytes, in order, align 16: 1 x 64 + 1 x 32 bits; 12 bytes are no power of two{{$}}
; CHECK-NEXT: at %p0 %p1 %p2{{$}}
; CHECK-NEXT: threads: stride 16 bytes over x
define ptx_kernel void @three_of_four() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 2
  %a0 = add i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(3) @aligned, i32 %a0
  %v0 = load float, ptr addrspace(3) %p0, align 4
  %a1 = add i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(3) @aligned, i32 %a1
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %a2 = add i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(3) @aligned, i32 %a2
  %v2 = load float, ptr addrspace(3) %p2, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.assume(i1)
