; Integers of extended precision in assembly, and atomics on halves.
; RUN: %f2sim %s --kernel carries --block 1 --fill 0=zero --dump 0:48 | FileCheck %s
; RUN: %f2sim %s --kernel atomics --block 1 --fill 0=zero --dump 0:16 | FileCheck %s --check-prefix=ATOMICS
; RUN: not %f2sim %s --kernel unset --block 1 2>&1 | FileCheck %s --check-prefix=UNSET

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; 0xffffffff * 0xffffffff + 0xffffffff = 0xffffffff00000000
; 0xffffffffffffffff + 1 = 0 with a carry; 0 - 1 borrows
; -2 * 3 as a signed product: -1 is its upper half
; CHECK: 000000: 00000000 ffffffff 00000000 00000000
; CHECK-NEXT: 000010: 01000000 ffffffff ffffffff ffffffff
; CHECK-NEXT: 000020: feffffff ffffffff 00000000 00000000
define ptx_kernel void @carries(ptr %out) {
  %a = call { i32, i32 } asm "{ mad.lo.cc.u32 $0, $2, $3, $4; madc.hi.u32 $1, $2, $3, 0; }", "=&r,=&r,r,r,r"(i32 -1, i32 -1, i32 -1)
  %a0 = extractvalue { i32, i32 } %a, 0
  %a1 = extractvalue { i32, i32 } %a, 1
  store i32 %a0, ptr %out
  %p1 = getelementptr i8, ptr %out, i64 4
  store i32 %a1, ptr %p1
  %b = call { i32, i32, i32 } asm "{ add.cc.u32 $0, $3, $4; addc.cc.u32 $1, $3, 0; addc.u32 $2, 0, 0; }", "=&r,=&r,=&r,r,r"(i32 -1, i32 1)
  %b0 = extractvalue { i32, i32, i32 } %b, 0
  %b1 = extractvalue { i32, i32, i32 } %b, 1
  %b2 = extractvalue { i32, i32, i32 } %b, 2
  %p2 = getelementptr i8, ptr %out, i64 8
  store i32 %b0, ptr %p2
  %p3 = getelementptr i8, ptr %out, i64 12
  store i32 %b1, ptr %p3
  %p4 = getelementptr i8, ptr %out, i64 16
  store i32 %b2, ptr %p4
  %c = call { i32, i32 } asm "{ sub.cc.u32 $0, $2, $3; subc.u32 $1, 0, 0; }", "=&r,=&r,r,r"(i32 0, i32 1)
  %c0 = extractvalue { i32, i32 } %c, 0
  %c1 = extractvalue { i32, i32 } %c, 1
  %p5 = getelementptr i8, ptr %out, i64 20
  store i32 %c0, ptr %p5
  %p6 = getelementptr i8, ptr %out, i64 24
  store i32 %c1, ptr %p6
  %d = call i32 asm "mul.hi.s32 $0, $1, $2;", "=r,r,r"(i32 -2, i32 3)
  %p7 = getelementptr i8, ptr %out, i64 28
  store i32 %d, ptr %p7
  %e = call i64 asm "mul.hi.u64 $0, $1, $2;", "=l,l,l"(i64 -1, i64 -1)
  %p8 = getelementptr i8, ptr %out, i64 32
  store i64 %e, ptr %p8
  ret void
}

; 1 + 1 and 0 + inf; what was there before.
; ATOMICS: 000000: 0040007c 003c0000 c03f0000 00000000
define ptx_kernel void @atomics(ptr %out) {
  store i32 u0x00003C00, ptr %out, align 4
  %x = call i32 asm sideeffect "{ atom.add.noftz.f16x2 $0,[$1],$2; }", "=r,l,r,~{memory}"(ptr %out, i32 u0x7C003C00)
  %p1 = getelementptr i8, ptr %out, i64 4
  store i32 %x, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %out, i64 8
  store i16 u0x3F80, ptr %p2, align 2
  call void asm sideeffect "red.relaxed.gpu.add.noftz.bf16 [$0], $1;", "l,h,~{memory}"(ptr %p2, i16 u0x3F00)
  ret void
}

; UNSET: unsupported: inline assembly "addc.u32
define ptx_kernel void @unset(ptr %out) {
  %a = call i32 asm "addc.u32 $0, 0, 0;", "=r"()
  store i32 %a, ptr %out
  ret void
}
