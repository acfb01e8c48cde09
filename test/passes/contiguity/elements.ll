; RUN: %f2opt -passes='print<f2layout-contiguity>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=CHECK,NV
; RUN: sed -f %S/Inputs/to-amd.sed %s | %f2opt -passes='print<f2layout-contiguity>' -disable-output 2>&1 | FileCheck %s --check-prefixes=CHECK,AMD
;
; Kinds of accesses: widths, vectors, repeats, single accesses, unreachable code.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [4096 x i8] undef, align 32
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@outside = external addrspace(3) global [4096 x i8], align 4

; CHECK-LABEL: contiguity of @widths: 8 accesses in 4 runs
; CHECK: load from shared: 16 x 4 bits = 8 bytes, in order, align 32: 1 x 64 bits; no neighbour
; CHECK: load from shared: 16 x 1 bits = 2 bytes, in order, align 32 + 16: 1 x 16 bits; no further neighbour
; CHECK-NEXT: at %b0 %b1
; CHECK: load from shared: 4 x 64 bits = 32 bytes, in order, align 32: 2 x 128 bits
; CHECK-NEXT: at %d0 %d1 %d2
; CHECK: store to shared: 2 accesses = 12 bytes, order 1 0, align 32 + 4: 1 x 32 + 1 x 64 bits; begins 4 past a multiple of 16
define ptx_kernel void @widths() {
  %n0 = getelementptr i8, ptr addrspace(3) @s, i32 0
  %n = load <16 x i4>, ptr addrspace(3) %n0, align 1
  %b0 = getelementptr i8, ptr addrspace(3) @s, i32 16
  %b1 = getelementptr i8, ptr addrspace(3) @s, i32 17
  %v0 = load <8 x i1>, ptr addrspace(3) %b0, align 1
  %v1 = load <8 x i1>, ptr addrspace(3) %b1, align 1
  %d0 = getelementptr i8, ptr addrspace(3) @s, i32 64
  %d1 = getelementptr i8, ptr addrspace(3) @s, i32 72
  %d2 = getelementptr i8, ptr addrspace(3) @s, i32 80
  %w0 = load double, ptr addrspace(3) %d0, align 8
  %w1 = load i64, ptr addrspace(3) %d1, align 8
  %w2 = load <2 x double>, ptr addrspace(3) %d2, align 8
  %e0 = getelementptr i8, ptr addrspace(3) @s, i32 136
  %e1 = getelementptr i8, ptr addrspace(3) @s, i32 132
  store double 0.0, ptr addrspace(3) %e0, align 4
  store float 0.0, ptr addrspace(3) %e1, align 4
  ret void
}

; The second load of a place is not another element; the second store remains.
; CHECK-LABEL: contiguity of @repeats: 6 accesses in 3 runs
; CHECK: load from shared: 2 x 32 bits = 8 bytes, in order, align 32: 1 x 64 bits
; CHECK-NEXT: at %p0 %p1, again %p0{{$}}
; CHECK: store to shared: 1 x 32 bits
; CHECK-NEXT: at %p0
; CHECK: store to shared: 2 x 32 bits
; CHECK-NEXT: at %p0 %p1
define ptx_kernel void @repeats() {
  %p0 = getelementptr i8, ptr addrspace(3) @s, i32 0
  %p1 = getelementptr i8, ptr addrspace(3) @s, i32 4
  %v0 = load i32, ptr addrspace(3) %p0
  %v1 = load i32, ptr addrspace(3) %p1
  %v2 = load float, ptr addrspace(3) %p0
  store i32 0, ptr addrspace(3) %p0
  store i32 1, ptr addrspace(3) %p0
  store i32 2, ptr addrspace(3) %p1
  ret void
}

; In no run: volatile, atomic; another module's array only has its own
; alignment.
; CHECK-LABEL: contiguity of @alone: 5 accesses in 4 runs
; CHECK: 1 x 32 bits; volatile or atomic
; CHECK-NEXT: at %p0
; CHECK: 1 x 32 bits; volatile or atomic
; CHECK-NEXT: at %p1
; CHECK: 1 x 32 bits; no neighbour
; CHECK-NEXT: at %p2
; CHECK: 2 x 32 bits = 8 bytes, in order, align 4: 2 x 32 bits; only known to be aligned to 4 because of @outside{{$}}
define ptx_kernel void @alone() {
  %p0 = getelementptr i8, ptr addrspace(3) @s, i32 0
  %p1 = getelementptr i8, ptr addrspace(3) @s, i32 4
  %p2 = getelementptr i8, ptr addrspace(3) @s, i32 8
  %v0 = load volatile i32, ptr addrspace(3) %p0
  %v1 = load atomic i32, ptr addrspace(3) %p1 monotonic, align 4
  %v2 = load i32, ptr addrspace(3) %p2
  %q0 = getelementptr i8, ptr addrspace(3) @outside, i32 8
  %q1 = getelementptr i8, ptr addrspace(3) @outside, i32 12
  %w0 = load i32, ptr addrspace(3) %q0
  %w1 = load i32, ptr addrspace(3) %q1
  ret void
}

; 256 bits in global memory if the processor supports them.
; CHECK-LABEL: contiguity of @wide:
; NV: load from global: 8 x 32 bits = 32 bytes, in order, align 32: 1 x 256 bits{{$}}
; AMD: load from global: 8 x 32 bits = 32 bytes, in order, align 32: 2 x 128 bits{{$}}
define ptx_kernel void @wide(ptr addrspace(1) align 32 %p) #0 {
  %v0 = load <4 x i32>, ptr addrspace(1) %p, align 16
  %q = getelementptr i8, ptr addrspace(1) %p, i64 16
  %v1 = load <4 x i32>, ptr addrspace(1) %q, align 16
  ret void
}

; Unreachable code, and undefined values.
; CHECK-LABEL: contiguity of @nonsense: 3 accesses in 3 runs
define ptx_kernel void @nonsense(i1 %c) {
entry:
  %u = getelementptr i8, ptr addrspace(3) @s, i32 undef
  %v = load i32, ptr addrspace(3) %u
  %w = getelementptr i8, ptr addrspace(3) @s, i32 undef
  %x = load i32, ptr addrspace(3) %w
  store i32 0, ptr addrspace(3) poison
  ret void
never:
  %i = add i32 %i, 4
  %p = getelementptr i8, ptr addrspace(3) @s, i32 %i
  store i32 0, ptr addrspace(3) %p
  br label %never
}

; One bit of the thread's index decides the sign of the address. Its weight has no
; negative of 64 bits.
; CHECK-LABEL: contiguity of @sign: 1 accesses in 1 runs
define ptx_kernel void @sign(ptr addrspace(1) %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x64 = zext i32 %x to i64
  %o = shl i64 %x64, 63
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %o
  %v = load i32, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "target-cpu"="sm_100a" }
