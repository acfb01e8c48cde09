; Results computed by hand for the instructions of cuda_fp16.h and cuda_bf16.h:
; ties, subnormals, overflow, canonical NaNs, saturation, clamped integers.
; RUN: %f2sim %s --kernel vectors --block 1 --fill 0=zero --dump 0:256 | FileCheck %s
; RUN: %f2sim %s --kernel texts --block 1 --fill 0=zero --dump 0:16 | FileCheck %s --check-prefix=TEXTS
; RUN: %f2sim %s --kernel hardware --block 1 --fill 0=zero --dump 0:16 | FileCheck %s --check-prefix=HARDWARE
; RUN: %f2sim %s --kernel float8 --block 1 --fill 0=zero --dump 0:16 | FileCheck %s --check-prefix=FLOAT8
; RUN: not %f2sim %s --kernel unknown --block 1 2>&1 | FileCheck %s --check-prefix=UNKNOWN

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: arg 0:
; CHECK-NEXT: 000000: 003c023c ff7fff7f 007c0004 0080003c
; CHECK-NEXT: 000010: 00000000 00000000 02001000 0000ff7f
; CHECK-NEXT: 000020: 003c0180 007c0080 0000003c ff7fff7f
; CHECK-NEXT: 000030: 803f823f 7f7f0000 ff7f00c0 0080003c
; CHECK-NEXT: 000040: 007c803f 823f003c 0000803f 007cff7b
; CHECK-NEXT: 000050: ff7bff7b 007cfffb 00000100 ff7f803f
; CHECK-NEXT: 000060: 823f807f 7f7f013c ff7b007c ff7b00e8
; CHECK-NEXT: 000070: 00df0200 04000300 fdff0000 ff7f0000
; CHECK-NEXT: 000080: 023c003c 823f803f 0000ffff 803f0000
; CHECK-NEXT: 000090: 00008033 000080ff 00000180 003c0040
; CHECK-NEXT: 0000a0: 0020803f 0000803f 7f000000 80ffffff
; CHECK-NEXT: 0000b0: 00000000 000080ff 00008028 ffff7f7f
; CHECK-NEXT: 0000c0: 0000003f ffffff7f 00008044 00000080
; CHECK-NEXT: 0000d0: ffffffff 00000000 00000000 00000000
; CHECK-NEXT: 0000e0: 00000000 00000080 00000000 00000000
; CHECK-NEXT: 0000f0: ffffffff ffffff7f 00000000 00000000
define ptx_kernel void @vectors(ptr %out) {
  ; A tie goes to the even neighbour.
  %v0 = call i16 asm "add.rn.f16 $0, $1, $2;", "=h,h,h"(i16 u0x3C00, i16 u0x1000) ; 0x3c00
  %p0 = getelementptr i8, ptr %out, i64 0
  store i16 %v0, ptr %p0, align 2
  %v1 = call i16 asm "add.rn.f16 $0, $1, $2;", "=h,h,h"(i16 u0x3C01, i16 u0x1000) ; 0x3c02
  %p1 = getelementptr i8, ptr %out, i64 2
  store i16 %v1, ptr %p1, align 2
  ; Inf - inf is the canonical NaN.
  %v2 = call i16 asm "add.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7C00, i16 u0xFC00) ; 0x7fff
  %p2 = getelementptr i8, ptr %out, i64 4
  store i16 %v2, ptr %p2, align 2
  ; And so is any other NaN.
  %v3 = call i16 asm "add.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7E01, i16 u0x3C00) ; 0x7fff
  %p3 = getelementptr i8, ptr %out, i64 6
  store i16 %v3, ptr %p3, align 2
  ; Overflow.
  %v4 = call i16 asm "add.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7BFF, i16 u0x7BFF) ; 0x7c00
  %p4 = getelementptr i8, ptr %out, i64 8
  store i16 %v4, ptr %p4, align 2
  ; Subnormals.
  %v5 = call i16 asm "add.f16 $0, $1, $2;", "=h,h,h"(i16 u0x03FF, i16 u0x0001) ; 0x0400
  %p5 = getelementptr i8, ptr %out, i64 10
  store i16 %v5, ptr %p5, align 2
  ; Flushed.
  %v6 = call i16 asm "add.ftz.f16 $0, $1, $2;", "=h,h,h"(i16 u0x8001, i16 u0x8001) ; 0x8000
  %p6 = getelementptr i8, ptr %out, i64 12
  store i16 %v6, ptr %p6, align 2
  ; At most 1.
  %v7 = call i16 asm "add.sat.f16 $0, $1, $2;", "=h,h,h"(i16 u0x3C00, i16 u0x3C00) ; 0x3c00
  %p7 = getelementptr i8, ptr %out, i64 14
  store i16 %v7, ptr %p7, align 2
  ; At least 0.
  %v8 = call i16 asm "add.sat.f16 $0, $1, $2;", "=h,h,h"(i16 u0xBC00, i16 u0x0000) ; 0x0000
  %p8 = getelementptr i8, ptr %out, i64 16
  store i16 %v8, ptr %p8, align 2
  ; No NaN.
  %v9 = call i16 asm "add.sat.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7FFF, i16 u0x0000) ; 0x0000
  %p9 = getelementptr i8, ptr %out, i64 18
  store i16 %v9, ptr %p9, align 2
  %v10 = call i16 asm "sub.f16 $0, $1, $2;", "=h,h,h"(i16 u0x3C00, i16 u0x3C00) ; 0x0000
  %p10 = getelementptr i8, ptr %out, i64 20
  store i16 %v10, ptr %p10, align 2
  ; Half of the smallest subnormal: a tie.
  %v11 = call i16 asm "mul.f16 $0, $1, $2;", "=h,h,h"(i16 u0x0001, i16 u0x3800) ; 0x0000
  %p11 = getelementptr i8, ptr %out, i64 22
  store i16 %v11, ptr %p11, align 2
  %v12 = call i16 asm "mul.f16 $0, $1, $2;", "=h,h,h"(i16 u0x0003, i16 u0x3800) ; 0x0002
  %p12 = getelementptr i8, ptr %out, i64 24
  store i16 %v12, ptr %p12, align 2
  ; Rounded once.
  %v13 = call i16 asm "fma.rn.f16 $0, $1, $2, $3;", "=h,h,h,h"(i16 u0x3C01, i16 u0x3C01, i16 u0xBC02) ; 0x0010
  %p13 = getelementptr i8, ptr %out, i64 26
  store i16 %v13, ptr %p13, align 2
  %v14 = call i16 asm "fma.rn.relu.f16 $0, $1, $2, $3;", "=h,h,h,h"(i16 u0x3C00, i16 u0xBC00, i16 u0x0000) ; 0x0000
  %p14 = getelementptr i8, ptr %out, i64 28
  store i16 %v14, ptr %p14, align 2
  %v15 = call i16 asm "fma.rn.relu.f16 $0, $1, $2, $3;", "=h,h,h,h"(i16 u0x7C00, i16 u0x0000, i16 u0x0000) ; 0x7fff
  %p15 = getelementptr i8, ptr %out, i64 30
  store i16 %v15, ptr %p15, align 2
  %v16 = call i16 asm "fma.rn.sat.f16 $0, $1, $2, $3;", "=h,h,h,h"(i16 u0x4000, i16 u0x4000, i16 u0x0000) ; 0x3c00
  %p16 = getelementptr i8, ptr %out, i64 32
  store i16 %v16, ptr %p16, align 2
  %v17 = call i16 asm "neg.f16 $0, $1;", "=h,h"(i16 u0x0001) ; 0x8001
  %p17 = getelementptr i8, ptr %out, i64 34
  store i16 %v17, ptr %p17, align 2
  %v18 = call i16 asm "abs.f16 $0, $1;", "=h,h"(i16 u0xFC00) ; 0x7c00
  %p18 = getelementptr i8, ptr %out, i64 36
  store i16 %v18, ptr %p18, align 2
  ; -0 is less than +0.
  %v19 = call i16 asm "min.f16 $0, $1, $2;", "=h,h,h"(i16 u0x0000, i16 u0x8000) ; 0x8000
  %p19 = getelementptr i8, ptr %out, i64 38
  store i16 %v19, ptr %p19, align 2
  %v20 = call i16 asm "max.f16 $0, $1, $2;", "=h,h,h"(i16 u0x8000, i16 u0x0000) ; 0x0000
  %p20 = getelementptr i8, ptr %out, i64 40
  store i16 %v20, ptr %p20, align 2
  ; The other operand.
  %v21 = call i16 asm "max.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7E00, i16 u0x3C00) ; 0x3c00
  %p21 = getelementptr i8, ptr %out, i64 42
  store i16 %v21, ptr %p21, align 2
  %v22 = call i16 asm "max.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7E00, i16 u0xFE00) ; 0x7fff
  %p22 = getelementptr i8, ptr %out, i64 44
  store i16 %v22, ptr %p22, align 2
  %v23 = call i16 asm "max.NaN.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7E00, i16 u0x3C00) ; 0x7fff
  %p23 = getelementptr i8, ptr %out, i64 46
  store i16 %v23, ptr %p23, align 2
  ; Bfloat: a tie.
  %v24 = call i16 asm "add.rn.bf16 $0, $1, $2;", "=h,h,h"(i16 u0x3F80, i16 u0x3B80) ; 0x3f80
  %p24 = getelementptr i8, ptr %out, i64 48
  store i16 %v24, ptr %p24, align 2
  %v25 = call i16 asm "add.rn.bf16 $0, $1, $2;", "=h,h,h"(i16 u0x3F81, i16 u0x3B80) ; 0x3f82
  %p25 = getelementptr i8, ptr %out, i64 50
  store i16 %v25, ptr %p25, align 2
  ; The sum fits, the product does not.
  %v26 = call i16 asm "fma.rn.bf16 $0, $1, $2, $3;", "=h,h,h,h"(i16 u0x7F7F, i16 u0x4000, i16 u0xFF7F) ; 0x7f7f
  %p26 = getelementptr i8, ptr %out, i64 52
  store i16 %v26, ptr %p26, align 2
  %v27 = call i16 asm "mul.bf16 $0, $1, $2;", "=h,h,h"(i16 u0x0001, i16 u0x3F00) ; 0x0000
  %p27 = getelementptr i8, ptr %out, i64 54
  store i16 %v27, ptr %p27, align 2
  %v28 = call i16 asm "mul.bf16 $0, $1, $2;", "=h,h,h"(i16 u0x7F80, i16 u0x0000) ; 0x7fff
  %p28 = getelementptr i8, ptr %out, i64 56
  store i16 %v28, ptr %p28, align 2
  %v29 = call i16 asm "min.bf16 $0, $1, $2;", "=h,h,h"(i16 u0x7FC0, i16 u0xC000) ; 0xc000
  %p29 = getelementptr i8, ptr %out, i64 58
  store i16 %v29, ptr %p29, align 2
  ; -0.3.
  %v30 = call i16 asm "cvt.rni.f16.f16 $0, $1;", "=h,h"(i16 u0xB4CD) ; 0x8000
  %p30 = getelementptr i8, ptr %out, i64 60
  store i16 %v30, ptr %p30, align 2
  %v31 = call i16 asm "cvt.rpi.f16.f16 $0, $1;", "=h,h"(i16 u0x3001) ; 0x3c00
  %p31 = getelementptr i8, ptr %out, i64 62
  store i16 %v31, ptr %p31, align 2
  ; 65536.
  %v32 = call i16 asm "cvt.rn.f16.bf16 $0, $1;", "=h,h"(i16 u0x4780) ; 0x7c00
  %p32 = getelementptr i8, ptr %out, i64 64
  store i16 %v32, ptr %p32, align 2
  ; 1 + 2^-8, a tie.
  %v33 = call i16 asm "cvt.rn.bf16.f16 $0, $1;", "=h,h"(i16 u0x3C04) ; 0x3f80
  %p33 = getelementptr i8, ptr %out, i64 66
  store i16 %v33, ptr %p33, align 2
  ; 1 + 3 * 2^-8.
  %v34 = call i16 asm "cvt.rn.bf16.f16 $0, $1;", "=h,h"(i16 u0x3C0C) ; 0x3f82
  %p34 = getelementptr i8, ptr %out, i64 68
  store i16 %v34, ptr %p34, align 2
  %v35 = call i16 asm "set.gt.f16.f16 $0, $1, $2;", "=h,h,h"(i16 u0x4000, i16 u0x3C00) ; 0x3c00
  %p35 = getelementptr i8, ptr %out, i64 70
  store i16 %v35, ptr %p35, align 2
  %v36 = call i16 asm "set.gt.f16.f16 $0, $1, $2;", "=h,h,h"(i16 u0x7E00, i16 u0x3C00) ; 0x0000
  %p36 = getelementptr i8, ptr %out, i64 72
  store i16 %v36, ptr %p36, align 2
  ; Unordered.
  %v37 = call i16 asm "set.gtu.bf16.bf16 $0, $1, $2;", "=h,h,h"(i16 u0x7FC0, i16 u0x3F80) ; 0x3f80
  %p37 = getelementptr i8, ptr %out, i64 74
  store i16 %v37, ptr %p37, align 2
  ; 65520: a tie, to infinity.
  %v38 = call i16 asm "cvt.rn.f16.f32 $0, $1;", "=h,r"(i32 u0x477FF000) ; 0x7c00
  %p38 = getelementptr i8, ptr %out, i64 76
  store i16 %v38, ptr %p38, align 2
  %v39 = call i16 asm "cvt.rn.f16.f32 $0, $1;", "=h,r"(i32 u0x477FEFFF) ; 0x7bff
  %p39 = getelementptr i8, ptr %out, i64 78
  store i16 %v39, ptr %p39, align 2
  ; 1e30.
  %v40 = call i16 asm "cvt.rz.f16.f32 $0, $1;", "=h,r"(i32 u0x7149F2CA) ; 0x7bff
  %p40 = getelementptr i8, ptr %out, i64 80
  store i16 %v40, ptr %p40, align 2
  %v41 = call i16 asm "cvt.rm.f16.f32 $0, $1;", "=h,r"(i32 u0x7149F2CA) ; 0x7bff
  %p41 = getelementptr i8, ptr %out, i64 82
  store i16 %v41, ptr %p41, align 2
  %v42 = call i16 asm "cvt.rp.f16.f32 $0, $1;", "=h,r"(i32 u0x7149F2CA) ; 0x7c00
  %p42 = getelementptr i8, ptr %out, i64 84
  store i16 %v42, ptr %p42, align 2
  %v43 = call i16 asm "cvt.rp.f16.f32 $0, $1;", "=h,r"(i32 u0xF149F2CA) ; 0xfbff
  %p43 = getelementptr i8, ptr %out, i64 86
  store i16 %v43, ptr %p43, align 2
  ; 2^-25: a tie.
  %v44 = call i16 asm "cvt.rn.f16.f32 $0, $1;", "=h,r"(i32 u0x33000000) ; 0x0000
  %p44 = getelementptr i8, ptr %out, i64 88
  store i16 %v44, ptr %p44, align 2
  %v45 = call i16 asm "cvt.rn.f16.f32 $0, $1;", "=h,r"(i32 u0x33000001) ; 0x0001
  %p45 = getelementptr i8, ptr %out, i64 90
  store i16 %v45, ptr %p45, align 2
  %v46 = call i16 asm "cvt.rn.f16.f32 $0, $1;", "=h,r"(i32 u0x7FC00001) ; 0x7fff
  %p46 = getelementptr i8, ptr %out, i64 92
  store i16 %v46, ptr %p46, align 2
  ; A tie.
  %v47 = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,r"(i32 u0x3F808000) ; 0x3f80
  %p47 = getelementptr i8, ptr %out, i64 94
  store i16 %v47, ptr %p47, align 2
  %v48 = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,r"(i32 u0x3F818000) ; 0x3f82
  %p48 = getelementptr i8, ptr %out, i64 96
  store i16 %v48, ptr %p48, align 2
  %v49 = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,r"(i32 u0x7F7FFFFF) ; 0x7f80
  %p49 = getelementptr i8, ptr %out, i64 98
  store i16 %v49, ptr %p49, align 2
  %v50 = call i16 asm "cvt.rz.bf16.f32 $0, $1;", "=h,r"(i32 u0x7F7FFFFF) ; 0x7f7f
  %p50 = getelementptr i8, ptr %out, i64 100
  store i16 %v50, ptr %p50, align 2
  ; More than a tie, but not as a float.
  %v51 = call i16 asm "cvt.rn.f16.f64 $0, $1;", "=h,l"(i64 u0x3FF0020000001000) ; 0x3c01
  %p51 = getelementptr i8, ptr %out, i64 102
  store i16 %v51, ptr %p51, align 2
  ; 65519.
  %v52 = call i16 asm "cvt.rn.f16.u32 $0, $1;", "=h,r"(i32 u0x0000FFEF) ; 0x7bff
  %p52 = getelementptr i8, ptr %out, i64 104
  store i16 %v52, ptr %p52, align 2
  ; 65520.
  %v53 = call i16 asm "cvt.rn.f16.u32 $0, $1;", "=h,r"(i32 u0x0000FFF0) ; 0x7c00
  %p53 = getelementptr i8, ptr %out, i64 106
  store i16 %v53, ptr %p53, align 2
  %v54 = call i16 asm "cvt.rz.f16.u32 $0, $1;", "=h,r"(i32 u0xFFFFFFFF) ; 0x7bff
  %p54 = getelementptr i8, ptr %out, i64 108
  store i16 %v54, ptr %p54, align 2
  ; -2049: a tie.
  %v55 = call i16 asm "cvt.rn.f16.s32 $0, $1;", "=h,r"(i32 u0xFFFFF7FF) ; 0xe800
  %p55 = getelementptr i8, ptr %out, i64 110
  store i16 %v55, ptr %p55, align 2
  %v56 = call i16 asm "cvt.rn.bf16.s64 $0, $1;", "=h,l"(i64 u0x8000000000000000) ; 0xdf00
  %p56 = getelementptr i8, ptr %out, i64 112
  store i16 %v56, ptr %p56, align 2
  ; 2.5.
  %v57 = call i16 asm "cvt.rni.s16.f16 $0, $1;", "=h,h"(i16 u0x4100) ; 0x0002
  %p57 = getelementptr i8, ptr %out, i64 114
  store i16 %v57, ptr %p57, align 2
  ; 3.5.
  %v58 = call i16 asm "cvt.rni.s16.f16 $0, $1;", "=h,h"(i16 u0x4300) ; 0x0004
  %p58 = getelementptr i8, ptr %out, i64 116
  store i16 %v58, ptr %p58, align 2
  %v59 = call i16 asm "cvt.rpi.s16.f16 $0, $1;", "=h,h"(i16 u0x4100) ; 0x0003
  %p59 = getelementptr i8, ptr %out, i64 118
  store i16 %v59, ptr %p59, align 2
  %v60 = call i16 asm "cvt.rmi.s16.f16 $0, $1;", "=h,h"(i16 u0xC100) ; 0xfffd
  %p60 = getelementptr i8, ptr %out, i64 120
  store i16 %v60, ptr %p60, align 2
  ; Clamped.
  %v61 = call i16 asm "cvt.rzi.u16.f16 $0, $1;", "=h,h"(i16 u0xBC00) ; 0x0000
  %p61 = getelementptr i8, ptr %out, i64 122
  store i16 %v61, ptr %p61, align 2
  %v62 = call i16 asm "cvt.rzi.s16.bf16 $0, $1;", "=h,h"(i16 u0x7F80) ; 0x7fff
  %p62 = getelementptr i8, ptr %out, i64 124
  store i16 %v62, ptr %p62, align 2
  ; NaN.
  %v63 = call i16 asm "cvt.rzi.s16.bf16 $0, $1;", "=h,h"(i16 u0x7FC0) ; 0x0000
  %p63 = getelementptr i8, ptr %out, i64 126
  store i16 %v63, ptr %p63, align 2
  %v64 = call i32 asm "add.f16x2 $0, $1, $2;", "=r,r,r"(i32 u0x3C003C01, i32 u0x10001000) ; 0x3c003c02
  %p64 = getelementptr i8, ptr %out, i64 128
  store i32 %v64, ptr %p64, align 4
  %v65 = call i32 asm "fma.rn.bf16x2 $0, $1, $2, $3;", "=r,r,r,r"(i32 u0x3F803F81, i32 u0x3F803F80, i32 u0x3B803B80) ; 0x3f803f82
  %p65 = getelementptr i8, ptr %out, i64 132
  store i32 %v65, ptr %p65, align 4
  %v66 = call i32 asm "set.gtu.u32.f16x2 $0, $1, $2;", "=r,r,r"(i32 u0x7E004000, i32 u0x3C004000) ; 0xffff0000
  %p66 = getelementptr i8, ptr %out, i64 136
  store i32 %v66, ptr %p66, align 4
  %v67 = call i32 asm "set.le.bf16x2.bf16x2 $0, $1, $2;", "=r,r,r"(i32 u0x40003F80, i32 u0x3F803F80) ; 0x00003f80
  %p67 = getelementptr i8, ptr %out, i64 140
  store i32 %v67, ptr %p67, align 4
  ; 2^-24.
  %v68 = call i32 asm "cvt.f32.f16 $0, $1;", "=r,h"(i16 u0x0001) ; 0x33800000
  %p68 = getelementptr i8, ptr %out, i64 144
  store i32 %v68, ptr %p68, align 4
  %v69 = call i32 asm "cvt.f32.f16 $0, $1;", "=r,h"(i16 u0xFC00) ; 0xff800000
  %p69 = getelementptr i8, ptr %out, i64 148
  store i32 %v69, ptr %p69, align 4
  %v70 = call i32 asm "cvt.f32.bf16 $0, $1;", "=r,h"(i16 u0x8001) ; 0x80010000
  %p70 = getelementptr i8, ptr %out, i64 152
  store i32 %v70, ptr %p70, align 4
  ; The first operand is the upper half.
  %v71 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,r,r"(i32 u0x40000000, i32 u0x3F800000) ; 0x40003c00
  %p71 = getelementptr i8, ptr %out, i64 156
  store i32 %v71, ptr %p71, align 4
  ; A tie, away from zero.
  %v72 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 u0x3F801000) ; 0x3f802000
  %p72 = getelementptr i8, ptr %out, i64 160
  store i32 %v72, ptr %p72, align 4
  %v73 = call i32 asm "cvt.rn.tf32.f32 $0, $1;", "=r,r"(i32 u0x3F801000) ; 0x3f800000
  %p73 = getelementptr i8, ptr %out, i64 164
  store i32 %v73, ptr %p73, align 4
  ; 200, as a wider register.
  %v74 = call i32 asm "cvt.rzi.s8.f16 $0, $1;", "=r,h"(i16 u0x5A40) ; 0x0000007f
  %p74 = getelementptr i8, ptr %out, i64 168
  store i32 %v74, ptr %p74, align 4
  %v75 = call i32 asm "cvt.rzi.s8.f16 $0, $1;", "=r,h"(i16 u0xDA40) ; 0xffffff80
  %p75 = getelementptr i8, ptr %out, i64 172
  store i32 %v75, ptr %p75, align 4
  %v76 = call i32 asm "cvt.rzi.u8.f16 $0, $1;", "=r,h"(i16 u0xDA40) ; 0x00000000
  %p76 = getelementptr i8, ptr %out, i64 176
  store i32 %v76, ptr %p76, align 4
  %v77 = call i32 asm "max.f32 $0, $1, $2;", "=r,r,r"(i32 u0x7FC00000, i32 u0xFF800000) ; 0xff800000
  %p77 = getelementptr i8, ptr %out, i64 180
  store i32 %v77, ptr %p77, align 4
  ; 2^-46.
  %v78 = call i32 asm "fma.rn.f32 $0, $1, $2, $3;", "=r,r,r,r"(i32 u0x3F800001, i32 u0x3F800001, i32 u0xBF800002) ; 0x28800000
  %p78 = getelementptr i8, ptr %out, i64 184
  store i32 %v78, ptr %p78, align 4
  %v79 = call i32 asm "mul.rz.f32 $0, $1, $2;", "=r,r,r"(i32 u0x7F7FFFFF, i32 u0x7F7FFFFF) ; 0x7f7fffff
  %p79 = getelementptr i8, ptr %out, i64 188
  store i32 %v79, ptr %p79, align 4
  %v80 = call i32 asm "rcp.approx.ftz.f32 $0, $1;", "=r,r"(i32 u0x40000000) ; 0x3f000000
  %p80 = getelementptr i8, ptr %out, i64 192
  store i32 %v80, ptr %p80, align 4
  %v81 = call i32 asm "sqrt.approx.f32 $0, $1;", "=r,r"(i32 u0xBF800000) ; 0x7fffffff
  %p81 = getelementptr i8, ptr %out, i64 196
  store i32 %v81, ptr %p81, align 4
  ; 2^10.
  %v82 = call i32 asm "ex2.approx.ftz.f32 $0, $1;", "=r,r"(i32 u0x41200000) ; 0x44800000
  %p82 = getelementptr i8, ptr %out, i64 200
  store i32 %v82, ptr %p82, align 4
  %v83 = call i32 asm "shl.b32 $0, $1, $2;", "=r,r,r"(i32 u0x00000003, i32 u0x0000001F) ; 0x80000000
  %p83 = getelementptr i8, ptr %out, i64 204
  store i32 %v83, ptr %p83, align 4
  ; Clamped.
  %v84 = call i32 asm "shr.s32 $0, $1, $2;", "=r,r,r"(i32 u0x80000000, i32 u0x00000040) ; 0xffffffff
  %p84 = getelementptr i8, ptr %out, i64 208
  store i32 %v84, ptr %p84, align 4
  ; NaN.
  %v85 = call i64 asm "cvt.rzi.s64.f16 $0, $1;", "=l,h"(i16 u0x7E00) ; 0x8000000000000000
  %p85 = getelementptr i8, ptr %out, i64 224
  store i64 %v85, ptr %p85, align 8
  %v86 = call i64 asm "cvt.rzi.u64.bf16 $0, $1;", "=l,h"(i16 u0xFF80) ; 0x0000000000000000
  %p86 = getelementptr i8, ptr %out, i64 232
  store i64 %v86, ptr %p86, align 8
  %v87 = call i64 asm "cvt.rpi.s64.f16 $0, $1;", "=l,h"(i16 u0x7C00) ; 0x7fffffffffffffff
  %p87 = getelementptr i8, ptr %out, i64 240
  store i64 %v87, ptr %p87, align 8
  ret void
}

; Texts of the headers: predicates, scopes, local registers, vectors, WARP_SZ.
; TEXTS: 000000: 01000000 023c0000 20000000 0000803f
define ptx_kernel void @texts(ptr %out) {
  %a = call i16 asm "{ .reg .pred __$$temp3;\0A  setp.gtu.f16  __$$temp3, $1, $2;\0A  selp.u16 $0, 1, 0, __$$temp3;}", "=h,h,h"(i16 u0x7E00, i16 u0x3C00)
  store i16 %a, ptr %out, align 2
  %pb = getelementptr i8, ptr %out, i64 4
  %b = call i16 asm "{.reg.b16 h, r;\0A .reg.b32 f;\0A mov.b16 h, $1;\0A cvt.f32.f16 f, h;\0A cvt.rn.f16.f32 r, f;\0A{.reg.b16 spc, ulp, p;\0A mov.b16 spc,0X3C01U;\0A mov.b16 ulp,0x1400U;\0A set.eq.f16.f16 p,h, spc;\0A fma.rn.f16 r,p,ulp,r;\0A}\0A mov.b16 $0, r;\0A}", "=h,h"(i16 u0x3C01)
  store i16 %b, ptr %pb, align 2
  %pc = getelementptr i8, ptr %out, i64 8
  %c = call i32 asm "{mov.u32 $0, WARP_SZ;\0A}", "=r"()
  store i32 %c, ptr %pc, align 4
  %pd = getelementptr i8, ptr %out, i64 12
  %d = call float asm "{ mov.b32 $0, {0,$1};}\0A", "=f,h"(i16 u0x3F80)
  store float %d, ptr %pd, align 4
  ret void
}

; As an H100 computes them: the NaN of a half becomes the canonical one, the NaN
; of a double keeps its sign and the upper bits of its payload. The operand of a
; shift may be its result.
; HARDWARE: 000000: ff7fff7f f7ffc1ff 803f803f 00cdab00
define ptx_kernel void @hardware(ptr %out) {
  %a = call i16 asm "neg.f16 $0, $1;", "=h,h"(i16 u0xFE00)
  store i16 %a, ptr %out, align 2
  %pb = getelementptr i8, ptr %out, i64 2
  %b = call i16 asm "abs.bf16 $0, $1;", "=h,h"(i16 u0x7F81)
  store i16 %b, ptr %pb, align 2
  %pc = getelementptr i8, ptr %out, i64 4
  %c = call i16 asm "cvt.rn.f16.f64 $0, $1;", "=h,l"(i64 u0xFFF7DC0000000001)
  store i16 %c, ptr %pc, align 2
  %pd = getelementptr i8, ptr %out, i64 6
  %d = call i16 asm "cvt.rn.bf16.f64 $0, $1;", "=h,l"(i64 u0xFFF0200000000001)
  store i16 %d, ptr %pd, align 2
  %pe = getelementptr i8, ptr %out, i64 8
  %e = call i32 asm "{.reg .b32 l, h;\0A set.eq.f32.f32 l, $1, $1;\0A set.eq.f32.f32 h, $1, $1;\0A shr.u32 l, l, 16;\0A or.b32 $0, h, l;}", "=r,r"(i32 0)
  store i32 %e, ptr %pe, align 4
  %pf = getelementptr i8, ptr %out, i64 12
  %f = call i32 asm "{.reg .b32 l;\0A mov.b32 l, $1;\0A shl.b32 l, l, 16;\0A shr.u32 l, l, 8;\0A mov.b32 $0, l;}", "=r,r"(i32 u0x1234ABCD)
  store i32 %f, ptr %pf, align 4
  ret void
}

; 8-bit floats: 1.875 and -2^-9, the largest and -0; -inf and NaN; 3 * 2^-9, and NaN.
; FLOAT8: 000000: 803f0098 005f0080 00fcff7f 001eff7f
define ptx_kernel void @float8(ptr %out) {
  %a = call i32 asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"(i16 u0x813F)
  store i32 %a, ptr %out, align 4
  %pb = getelementptr i8, ptr %out, i64 4
  %b = call i32 asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"(i16 u0x807E)
  store i32 %b, ptr %pb, align 4
  %pc = getelementptr i8, ptr %out, i64 8
  %c = call i32 asm "cvt.rn.f16x2.e5m2x2 $0, $1;", "=r,h"(i16 u0x7DFC)
  store i32 %c, ptr %pc, align 4
  %pd = getelementptr i8, ptr %out, i64 12
  %d = call i32 asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"(i16 u0xFF03)
  store i32 %d, ptr %pd, align 4
  ret void
}

; Nothing is guessed: a modifier that is not known, a rounding that is missing.
; UNKNOWN: unsupported: inline assembly "add.xyz.f16
define ptx_kernel void @unknown(ptr %out) {
  %a = call i16 asm "add.xyz.f16 $0, $1, $2;", "=h,h,h"(i16 1, i16 2)
  store i16 %a, ptr %out, align 2
  ret void
}
