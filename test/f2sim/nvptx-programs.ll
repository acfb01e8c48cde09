; What real programs contain besides: predicated assembly, shuffles that say
; whether their source was in range, bit searches, dot products of bytes, atomic
; operations in assembly, waits for other grids, printf. Results by hand.
; RUN: %f2sim %s --kernel scan --block 32 --fill 0=zero --dump 0:128 | FileCheck %s --check-prefix=SCAN
; RUN: %f2sim %s --kernel single --block 1 --fill 0=zero --dump 0:96 | FileCheck %s --check-prefix=SINGLE
; RUN: %f2sim %s --kernel atomics --block 32 --fill 0=zero --dump 0:32 | FileCheck %s --check-prefix=ATOMICS
; RUN: %f2sim %s --kernel masks --block 1 --fill 0=zero --dump 0:32 | FileCheck %s --check-prefix=MASKS
; RUN: not %f2sim %s --kernel guarded_store --block 1 2>&1 | FileCheck %s --check-prefix=STORE

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.nvvm.add.rz.f(float, float)
declare float @llvm.nvvm.saturate.f(float)
declare i32 @llvm.nvvm.d2i.rn(double)
declare double @llvm.nvvm.lohi.i2d(i32, i32)
declare float @llvm.nvvm.sqrt.approx.f(float)
declare float @llvm.ldexp.f32.i32(float, i32)
declare i32 @vprintf(ptr, ptr)

; One step of CUB's scan: lanes from 4 on add what is 4 lanes below.
; SCAN: 000000: 00000000 01000000 02000000 03000000
; SCAN-NEXT: 000010: 04000000 06000000 08000000 0a000000
; SCAN-NEXT: 000020: 0c000000 0e000000
define ptx_kernel void @scan(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call i32 asm sideeffect "{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p add.s32 r0, r0, $4;  mov.s32 $0, r0;}", "=r,r,r,r,r,r"(i32 %t, i32 4, i32 0, i32 %t, i32 -1)
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %r, ptr %p, align 4
  ret void
}

; SINGLE: 000000: 10000000 0f000000 ffffffff 03000000
; SINGLE-NEXT: 000010: 46000000 f6ffffff 05000000 07000000
; SINGLE-NEXT: 000020: 0000803f 00000000 02000000 00000040
; SINGLE-NEXT: 000030: 00000000 0000f83f 0000a041 00000000
define ptx_kernel void @single(ptr %out) {
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %text = call i32 @vprintf(ptr %out, ptr null)
  %1 = call i32 asm "bfind.u32 $0, $1;", "=r,r"(i32 u0x0001F000)
  store i32 %1, ptr %out, align 4
  %2 = call i32 asm "bfind.shiftamt.u32 $0, $1;", "=r,r"(i32 u0x0001F000)
  %p2 = getelementptr i8, ptr %out, i64 4
  store i32 %2, ptr %p2, align 4
  ; All bits are signs.
  %3 = call i32 asm "bfind.s32 $0, $1;", "=r,r"(i32 -1)
  %p3 = getelementptr i8, ptr %out, i64 8
  store i32 %3, ptr %p3, align 4
  %4 = call i32 asm "bfind.s64 $0, $1;", "=r,l"(i64 -9)
  %p4 = getelementptr i8, ptr %out, i64 12
  store i32 %4, ptr %p4, align 4
  ; 1*4 + 2*3 + 3*2 + 4*1 + 50, and -1*4 - 2*3 - 3*2 + 4*1 + 2.
  %5 = call i32 asm "dp4a.u32.u32 $0, $1, $2, $3;", "=r,r,r,r"(i32 u0x04030201, i32 u0x01020304, i32 50)
  %p5 = getelementptr i8, ptr %out, i64 16
  store i32 %5, ptr %p5, align 4
  %6 = call i32 asm "dp4a.s32.u32 $0, $1, $2, $3;", "=r,r,r,r"(i32 u0x04FDFEFF, i32 u0x01020304, i32 2)
  %p6 = getelementptr i8, ptr %out, i64 20
  store i32 %6, ptr %p6, align 4
  ; The predicate is false, and its opposite is true.
  %7 = call i32 asm "{.reg .pred p;\0A setp.ne.s32 p, $1, $1;\0A mov.s32 $0, $1;\0A @p add.s32 $0, $0, 2;}", "=&r,r"(i32 5)
  %p7 = getelementptr i8, ptr %out, i64 24
  store i32 %7, ptr %p7, align 4
  %8 = call i32 asm "{.reg .pred p;\0A setp.ne.s32 p, $1, $1;\0A mov.s32 $0, $1;\0A @!p add.s32 $0, $0, 2;}", "=&r,r"(i32 5)
  %p8 = getelementptr i8, ptr %out, i64 28
  store i32 %8, ptr %p8, align 4
  ; 1 + almost 2^-23 toward zero; a NaN saturates to 0; 2.5 to even.
  %9 = call float @llvm.nvvm.add.rz.f(float 1.0, float 0x3E7FFFFFE0000000)
  %p9 = getelementptr i8, ptr %out, i64 32
  store float %9, ptr %p9, align 4
  %10 = call float @llvm.nvvm.saturate.f(float 0x7FF8000000000000)
  %p10 = getelementptr i8, ptr %out, i64 36
  store float %10, ptr %p10, align 4
  %11 = call i32 @llvm.nvvm.d2i.rn(double 2.5)
  %p11 = getelementptr i8, ptr %out, i64 40
  store i32 %11, ptr %p11, align 4
  %12 = call float @llvm.nvvm.sqrt.approx.f(float 4.0)
  %p12 = getelementptr i8, ptr %out, i64 44
  store float %12, ptr %p12, align 4
  %13 = call double @llvm.nvvm.lohi.i2d(i32 0, i32 u0x3FF80000)
  %p13 = getelementptr i8, ptr %out, i64 48
  store double %13, ptr %p13, align 8
  %14 = call float @llvm.ldexp.f32.i32(float 5.0, i32 2)
  %p14 = getelementptr i8, ptr %out, i64 56
  store float %14, ptr %p14, align 4
  ret void
}

; ATOMICS: 000000: 00000000 1f000000 20000000 ffffffff
; ATOMICS-NEXT: 000010: e1ffffff 1f000000
define ptx_kernel void @atomics(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p1 = getelementptr i8, ptr %out, i64 4
  %p2 = getelementptr i8, ptr %out, i64 8
  %p3 = getelementptr i8, ptr %out, i64 12
  %p4 = getelementptr i8, ptr %out, i64 16
  %p5 = getelementptr i8, ptr %out, i64 20
  %bit = shl i32 1, %t
  %minus = sub i32 0, %t
  call void asm sideeffect "red.and.release.cta.b32 [$0], $1;", "l,r,~{memory}"(ptr %out, i32 %bit)
  call void asm sideeffect "red.relaxed.gpu.max.u32 [$0], $1;", "l,r,~{memory}"(ptr %p1, i32 %t)
  call void asm sideeffect "red.relaxed.gpu.add.u32 [$0], $1;", "l,r,~{memory}"(ptr %p2, i32 1)
  call void asm sideeffect "red.acq_rel.gpu.or.b32 [$0], $1;", "l,r,~{memory}"(ptr %p3, i32 %bit)
  call void asm sideeffect "red.relaxed.gpu.min.s32 [$0], $1;", "l,r,~{memory}"(ptr %p4, i32 %minus)
  call void asm sideeffect "red.relaxed.gpu.max.s32 [$0], $1;", "l,r,~{memory}"(ptr %p5, i32 %t)
  ret void
}

; PTX ISA 9.7.1.22, bmsk: 2 bits from 1; .clamp: a position above 31 gives 0, a
; width above 31 all bits from the position on, as does a sum above 31; no bits
; give 0; .wrap: 34 is 2, and 33 is 1.
; MASKS: 000000: 06000000 00000000 f0ffffff 000000c0
; MASKS-NEXT: 000010: 00000000 06000000 04000000 770f0100
define ptx_kernel void @masks(ptr %out) {
  %1 = call i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 1, i32 2)
  store i32 %1, ptr %out, align 4
  %2 = call i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 32, i32 2)
  %p2 = getelementptr i8, ptr %out, i64 4
  store i32 %2, ptr %p2, align 4
  %3 = call i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 4, i32 40)
  %p3 = getelementptr i8, ptr %out, i64 8
  store i32 %3, ptr %p3, align 4
  %4 = call i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 30, i32 4)
  %p4 = getelementptr i8, ptr %out, i64 12
  store i32 %4, ptr %p4, align 4
  %5 = call i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 3, i32 0)
  %p5 = getelementptr i8, ptr %out, i64 16
  store i32 %5, ptr %p5, align 4
  %6 = call i32 asm "bmsk.wrap.b32 $0, $1, $2;", "=r,r,r"(i32 1, i32 34)
  %p6 = getelementptr i8, ptr %out, i64 20
  store i32 %6, ptr %p6, align 4
  %7 = call i32 asm "bmsk.wrap.b32 $0, $1, $2;", "=r,r,r"(i32 34, i32 33)
  %p7 = getelementptr i8, ptr %out, i64 24
  store i32 %7, ptr %p7, align 4
  ; PTX ISA 9.7.8.6, lop3: a ^ (b & ~c) is 0xf0 ^ (0xcc & 0x55) = 0xb4.
  %8 = call i32 asm "lop3.b32 $0, $1, $2, $3, 0xb4;", "=r,r,r,r"(i32 126840, i32 65423, i32 8176)
  %p8 = getelementptr i8, ptr %out, i64 28
  store i32 %8, ptr %p8, align 4
  ret void
}

; STORE: unsupported: inline assembly "{.reg .pred p;
define ptx_kernel void @guarded_store(ptr %out) {
  call void asm sideeffect "{.reg .pred p;\0A setp.eq.s32 p, $1, $1;\0A @p st.global.b32 [$0], $1;}", "l,r,~{memory}"(ptr %out, i32 1)
  ret void
}
