; RUN: %f2opt -passes='print<f2layout-contiguity>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed -f %S/Inputs/to-amd.sed %s | %f2opt -passes='print<f2layout-contiguity>' -disable-output 2>&1 | FileCheck %s
;
; Addresses in loops.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [8192 x float] undef, align 16

; A counter from 0 to 60 by 4: no bits in common with the thread's 64.
; CHECK-LABEL: contiguity of @tiles:
; CHECK: load from shared: 4 x 32 bits = 16 bytes, in order, align 16: 1 x 128 bits
; CHECK-NEXT: at %p0 %p1 %p2 %p3
; CHECK-NEXT: threads: stride 256 bytes over x
define ptx_kernel void @tiles() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = shl i32 %t, 6
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %i0 = or i32 %row, %k
  %i1 = or i32 %i0, 1
  %i2 = xor i32 %i0, 2
  %i3 = or i32 %i1, 2
  %p0 = getelementptr float, ptr addrspace(3) @s, i32 %i0
  %p1 = getelementptr float, ptr addrspace(3) @s, i32 %i1
  %p2 = getelementptr float, ptr addrspace(3) @s, i32 %i2
  %p3 = getelementptr float, ptr addrspace(3) @s, i32 %i3
  %v0 = load float, ptr addrspace(3) %p0
  %v1 = load float, ptr addrspace(3) %p1
  %v2 = load float, ptr addrspace(3) %p2
  %v3 = load float, ptr addrspace(3) %p3
  %k1 = add nuw nsw i32 %k, 4
  %c = icmp ult i32 %k1, 64
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A pointer and an index that advance together, alternating between two buffers:
; the swizzle depends on the thread alone.
; CHECK-LABEL: contiguity of @pointer_and_buffer:
; CHECK: store to shared: 2 x 32 bits = 8 bytes, in order, align 8: 1 x 64 bits; no further neighbour
; CHECK-NEXT: at %p0 %p1
; CHECK: load from global: 2 x 32 bits = 8 bytes, in order, align 8: 1 x 64 bits; no further neighbour
; CHECK-NEXT: at %g0 %g1
; CHECK-NEXT: threads: consecutive over x0-x9
define ptx_kernel void @pointer_and_buffer(ptr addrspace(1) align 8 %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = shl i32 %t, 1
  %hi = lshr i32 %t, 3
  %low = and i32 %hi, 14
  %sw = xor i32 %t2, %low
  %start = getelementptr float, ptr addrspace(1) %in, i32 %t2
  br label %loop
loop:
  %b = phi i32 [ 0, %entry ], [ %b1, %loop ]
  %g0 = phi ptr addrspace(1) [ %start, %entry ], [ %g2, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %at0 = add i32 %sw, %b
  %at1 = or i32 %at0, 1
  %p0 = getelementptr float, ptr addrspace(3) @s, i32 %at0
  %p1 = getelementptr float, ptr addrspace(3) @s, i32 %at1
  store float 0.0, ptr addrspace(3) %p0
  store float 1.0, ptr addrspace(3) %p1
  %v0 = load float, ptr addrspace(1) %g0
  %g1 = getelementptr float, ptr addrspace(1) %g0, i32 1
  %v1 = load float, ptr addrspace(1) %g1
  %b1 = xor i32 %b, 2048
  %g2 = getelementptr float, ptr addrspace(1) %g0, i32 2048
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; An index and a pointer that count the same iterations from the same start.
; CHECK-LABEL: contiguity of @two_counters:
; CHECK: load from global: 2 x 32 bits = 8 bytes, in order
; CHECK-NEXT: at %a %b
define ptx_kernel void @two_counters(ptr addrspace(1) %in, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = phi ptr addrspace(1) [ %in, %entry ], [ %p1, %loop ]
  %i4 = shl i64 %i, 4
  %a = getelementptr i8, ptr addrspace(1) %in, i64 %i4
  %b = getelementptr i8, ptr addrspace(1) %p, i64 4
  %v = load i32, ptr addrspace(1) %a
  %w = load i32, ptr addrspace(1) %b
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 16
  %i1 = add i64 %i, 1
  %c = icmp slt i32 %v, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
