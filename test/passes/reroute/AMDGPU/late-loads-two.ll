; Two exchanges at one barrier, both with their loads where the values are used: the
; loads of the first stand behind the store of the second, not in front of it (O60).
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32,32

; REMARK-DAG: shared exchange through tile of 1 x i32 per thread within each wave {{.*}}, with loads where their values are used
; REMARK-DAG: shared exchange through second of 1 x i32 per thread within each wave {{.*}}, with loads where their values are used

; CHECK-LABEL: @two(
; CHECK: store i32 {{.*}}, ptr addrspace(3)
; CHECK-NOT: load {{.*}} addrspace(3)
; CHECK: store i32 {{.*}}, ptr addrspace(3)
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK: add i32
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@second = internal addrspace(3) global [32 x [32 x i32]] undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()


define amdgpu_kernel void @two(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %weights, ptr addrspace(1) noalias %out) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = shl i32 %y, 5
  %t = add i32 %row, %x
  %store2 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 %x, i32 %y
  %store = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 %x, i32 %y
  %wp0 = getelementptr i32, ptr addrspace(1) %weights, i32 0
  %w0 = load i32, ptr addrspace(1) %wp0
  %h0 = add i32 %w0, %t
  %wp1 = getelementptr i32, ptr addrspace(1) %weights, i32 1
  %w1 = load i32, ptr addrspace(1) %wp1
  %h1 = add i32 %w1, %t
  %wp2 = getelementptr i32, ptr addrspace(1) %weights, i32 2
  %w2 = load i32, ptr addrspace(1) %wp2
  %h2 = add i32 %w2, %t
  %wp3 = getelementptr i32, ptr addrspace(1) %weights, i32 3
  %w3 = load i32, ptr addrspace(1) %wp3
  %h3 = add i32 %w3, %t
  %wp4 = getelementptr i32, ptr addrspace(1) %weights, i32 4
  %w4 = load i32, ptr addrspace(1) %wp4
  %h4 = add i32 %w4, %t
  %wp5 = getelementptr i32, ptr addrspace(1) %weights, i32 5
  %w5 = load i32, ptr addrspace(1) %wp5
  %h5 = add i32 %w5, %t
  %wp6 = getelementptr i32, ptr addrspace(1) %weights, i32 6
  %w6 = load i32, ptr addrspace(1) %wp6
  %h6 = add i32 %w6, %t
  %wp7 = getelementptr i32, ptr addrspace(1) %weights, i32 7
  %w7 = load i32, ptr addrspace(1) %wp7
  %h7 = add i32 %w7, %t
  %wp8 = getelementptr i32, ptr addrspace(1) %weights, i32 8
  %w8 = load i32, ptr addrspace(1) %wp8
  %h8 = add i32 %w8, %t
  %wp9 = getelementptr i32, ptr addrspace(1) %weights, i32 9
  %w9 = load i32, ptr addrspace(1) %wp9
  %h9 = add i32 %w9, %t
  %wp10 = getelementptr i32, ptr addrspace(1) %weights, i32 10
  %w10 = load i32, ptr addrspace(1) %wp10
  %h10 = add i32 %w10, %t
  %wp11 = getelementptr i32, ptr addrspace(1) %weights, i32 11
  %w11 = load i32, ptr addrspace(1) %wp11
  %h11 = add i32 %w11, %t
  %wp12 = getelementptr i32, ptr addrspace(1) %weights, i32 12
  %w12 = load i32, ptr addrspace(1) %wp12
  %h12 = add i32 %w12, %t
  %wp13 = getelementptr i32, ptr addrspace(1) %weights, i32 13
  %w13 = load i32, ptr addrspace(1) %wp13
  %h13 = add i32 %w13, %t
  %wp14 = getelementptr i32, ptr addrspace(1) %weights, i32 14
  %w14 = load i32, ptr addrspace(1) %wp14
  %h14 = add i32 %w14, %t
  %wp15 = getelementptr i32, ptr addrspace(1) %weights, i32 15
  %w15 = load i32, ptr addrspace(1) %wp15
  %h15 = add i32 %w15, %t
  %wp16 = getelementptr i32, ptr addrspace(1) %weights, i32 16
  %w16 = load i32, ptr addrspace(1) %wp16
  %h16 = add i32 %w16, %t
  %wp17 = getelementptr i32, ptr addrspace(1) %weights, i32 17
  %w17 = load i32, ptr addrspace(1) %wp17
  %h17 = add i32 %w17, %t
  %wp18 = getelementptr i32, ptr addrspace(1) %weights, i32 18
  %w18 = load i32, ptr addrspace(1) %wp18
  %h18 = add i32 %w18, %t
  %wp19 = getelementptr i32, ptr addrspace(1) %weights, i32 19
  %w19 = load i32, ptr addrspace(1) %wp19
  %h19 = add i32 %w19, %t
  %wp20 = getelementptr i32, ptr addrspace(1) %weights, i32 20
  %w20 = load i32, ptr addrspace(1) %wp20
  %h20 = add i32 %w20, %t
  %wp21 = getelementptr i32, ptr addrspace(1) %weights, i32 21
  %w21 = load i32, ptr addrspace(1) %wp21
  %h21 = add i32 %w21, %t
  %wp22 = getelementptr i32, ptr addrspace(1) %weights, i32 22
  %w22 = load i32, ptr addrspace(1) %wp22
  %h22 = add i32 %w22, %t
  %wp23 = getelementptr i32, ptr addrspace(1) %weights, i32 23
  %w23 = load i32, ptr addrspace(1) %wp23
  %h23 = add i32 %w23, %t
  %wp24 = getelementptr i32, ptr addrspace(1) %weights, i32 24
  %w24 = load i32, ptr addrspace(1) %wp24
  %h24 = add i32 %w24, %t
  %wp25 = getelementptr i32, ptr addrspace(1) %weights, i32 25
  %w25 = load i32, ptr addrspace(1) %wp25
  %h25 = add i32 %w25, %t
  %wp26 = getelementptr i32, ptr addrspace(1) %weights, i32 26
  %w26 = load i32, ptr addrspace(1) %wp26
  %h26 = add i32 %w26, %t
  %wp27 = getelementptr i32, ptr addrspace(1) %weights, i32 27
  %w27 = load i32, ptr addrspace(1) %wp27
  %h27 = add i32 %w27, %t
  %wp28 = getelementptr i32, ptr addrspace(1) %weights, i32 28
  %w28 = load i32, ptr addrspace(1) %wp28
  %h28 = add i32 %w28, %t
  %wp29 = getelementptr i32, ptr addrspace(1) %weights, i32 29
  %w29 = load i32, ptr addrspace(1) %wp29
  %h29 = add i32 %w29, %t
  %wp30 = getelementptr i32, ptr addrspace(1) %weights, i32 30
  %w30 = load i32, ptr addrspace(1) %wp30
  %h30 = add i32 %w30, %t
  %wp31 = getelementptr i32, ptr addrspace(1) %weights, i32 31
  %w31 = load i32, ptr addrspace(1) %wp31
  %h31 = add i32 %w31, %t
  br label %loop

loop:
  %m = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %s31, %loop ]
  %from = shl i32 %m, 10
  %at = add i32 %from, %t
  %g = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %v = load i32, ptr addrspace(1) %g
  store i32 %v, ptr addrspace(3) %store
  %v2 = xor i32 %v, 5
  store i32 %v2, ptr addrspace(3) %store2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %p0 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 0, i32 %y
  %l0 = load i32, ptr addrspace(3) %p0
  %q0 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 0, i32 %y
  %r0 = load i32, ptr addrspace(3) %q0
  %u0 = xor i32 %l0, %r0
  %m0 = mul i32 %sum, 3
  %s0 = add i32 %m0, %u0
  %p1 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 1, i32 %y
  %l1 = load i32, ptr addrspace(3) %p1
  %q1 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 1, i32 %y
  %r1 = load i32, ptr addrspace(3) %q1
  %u1 = xor i32 %l1, %r1
  %m1 = mul i32 %s0, 3
  %s1 = add i32 %m1, %u1
  %p2 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 2, i32 %y
  %l2 = load i32, ptr addrspace(3) %p2
  %q2 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 2, i32 %y
  %r2 = load i32, ptr addrspace(3) %q2
  %u2 = xor i32 %l2, %r2
  %m2 = mul i32 %s1, 3
  %s2 = add i32 %m2, %u2
  %p3 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 3, i32 %y
  %l3 = load i32, ptr addrspace(3) %p3
  %q3 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 3, i32 %y
  %r3 = load i32, ptr addrspace(3) %q3
  %u3 = xor i32 %l3, %r3
  %m3 = mul i32 %s2, 3
  %s3 = add i32 %m3, %u3
  %p4 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 4, i32 %y
  %l4 = load i32, ptr addrspace(3) %p4
  %q4 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 4, i32 %y
  %r4 = load i32, ptr addrspace(3) %q4
  %u4 = xor i32 %l4, %r4
  %m4 = mul i32 %s3, 3
  %s4 = add i32 %m4, %u4
  %p5 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 5, i32 %y
  %l5 = load i32, ptr addrspace(3) %p5
  %q5 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 5, i32 %y
  %r5 = load i32, ptr addrspace(3) %q5
  %u5 = xor i32 %l5, %r5
  %m5 = mul i32 %s4, 3
  %s5 = add i32 %m5, %u5
  %p6 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 6, i32 %y
  %l6 = load i32, ptr addrspace(3) %p6
  %q6 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 6, i32 %y
  %r6 = load i32, ptr addrspace(3) %q6
  %u6 = xor i32 %l6, %r6
  %m6 = mul i32 %s5, 3
  %s6 = add i32 %m6, %u6
  %p7 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 7, i32 %y
  %l7 = load i32, ptr addrspace(3) %p7
  %q7 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 7, i32 %y
  %r7 = load i32, ptr addrspace(3) %q7
  %u7 = xor i32 %l7, %r7
  %m7 = mul i32 %s6, 3
  %s7 = add i32 %m7, %u7
  %p8 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 8, i32 %y
  %l8 = load i32, ptr addrspace(3) %p8
  %q8 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 8, i32 %y
  %r8 = load i32, ptr addrspace(3) %q8
  %u8 = xor i32 %l8, %r8
  %m8 = mul i32 %s7, 3
  %s8 = add i32 %m8, %u8
  %p9 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 9, i32 %y
  %l9 = load i32, ptr addrspace(3) %p9
  %q9 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 9, i32 %y
  %r9 = load i32, ptr addrspace(3) %q9
  %u9 = xor i32 %l9, %r9
  %m9 = mul i32 %s8, 3
  %s9 = add i32 %m9, %u9
  %p10 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 10, i32 %y
  %l10 = load i32, ptr addrspace(3) %p10
  %q10 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 10, i32 %y
  %r10 = load i32, ptr addrspace(3) %q10
  %u10 = xor i32 %l10, %r10
  %m10 = mul i32 %s9, 3
  %s10 = add i32 %m10, %u10
  %p11 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 11, i32 %y
  %l11 = load i32, ptr addrspace(3) %p11
  %q11 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 11, i32 %y
  %r11 = load i32, ptr addrspace(3) %q11
  %u11 = xor i32 %l11, %r11
  %m11 = mul i32 %s10, 3
  %s11 = add i32 %m11, %u11
  %p12 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 12, i32 %y
  %l12 = load i32, ptr addrspace(3) %p12
  %q12 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 12, i32 %y
  %r12 = load i32, ptr addrspace(3) %q12
  %u12 = xor i32 %l12, %r12
  %m12 = mul i32 %s11, 3
  %s12 = add i32 %m12, %u12
  %p13 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 13, i32 %y
  %l13 = load i32, ptr addrspace(3) %p13
  %q13 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 13, i32 %y
  %r13 = load i32, ptr addrspace(3) %q13
  %u13 = xor i32 %l13, %r13
  %m13 = mul i32 %s12, 3
  %s13 = add i32 %m13, %u13
  %p14 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 14, i32 %y
  %l14 = load i32, ptr addrspace(3) %p14
  %q14 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 14, i32 %y
  %r14 = load i32, ptr addrspace(3) %q14
  %u14 = xor i32 %l14, %r14
  %m14 = mul i32 %s13, 3
  %s14 = add i32 %m14, %u14
  %p15 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 15, i32 %y
  %l15 = load i32, ptr addrspace(3) %p15
  %q15 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 15, i32 %y
  %r15 = load i32, ptr addrspace(3) %q15
  %u15 = xor i32 %l15, %r15
  %m15 = mul i32 %s14, 3
  %s15 = add i32 %m15, %u15
  %p16 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 16, i32 %y
  %l16 = load i32, ptr addrspace(3) %p16
  %q16 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 16, i32 %y
  %r16 = load i32, ptr addrspace(3) %q16
  %u16 = xor i32 %l16, %r16
  %m16 = mul i32 %s15, 3
  %s16 = add i32 %m16, %u16
  %p17 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 17, i32 %y
  %l17 = load i32, ptr addrspace(3) %p17
  %q17 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 17, i32 %y
  %r17 = load i32, ptr addrspace(3) %q17
  %u17 = xor i32 %l17, %r17
  %m17 = mul i32 %s16, 3
  %s17 = add i32 %m17, %u17
  %p18 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 18, i32 %y
  %l18 = load i32, ptr addrspace(3) %p18
  %q18 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 18, i32 %y
  %r18 = load i32, ptr addrspace(3) %q18
  %u18 = xor i32 %l18, %r18
  %m18 = mul i32 %s17, 3
  %s18 = add i32 %m18, %u18
  %p19 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 19, i32 %y
  %l19 = load i32, ptr addrspace(3) %p19
  %q19 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 19, i32 %y
  %r19 = load i32, ptr addrspace(3) %q19
  %u19 = xor i32 %l19, %r19
  %m19 = mul i32 %s18, 3
  %s19 = add i32 %m19, %u19
  %p20 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 20, i32 %y
  %l20 = load i32, ptr addrspace(3) %p20
  %q20 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 20, i32 %y
  %r20 = load i32, ptr addrspace(3) %q20
  %u20 = xor i32 %l20, %r20
  %m20 = mul i32 %s19, 3
  %s20 = add i32 %m20, %u20
  %p21 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 21, i32 %y
  %l21 = load i32, ptr addrspace(3) %p21
  %q21 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 21, i32 %y
  %r21 = load i32, ptr addrspace(3) %q21
  %u21 = xor i32 %l21, %r21
  %m21 = mul i32 %s20, 3
  %s21 = add i32 %m21, %u21
  %p22 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 22, i32 %y
  %l22 = load i32, ptr addrspace(3) %p22
  %q22 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 22, i32 %y
  %r22 = load i32, ptr addrspace(3) %q22
  %u22 = xor i32 %l22, %r22
  %m22 = mul i32 %s21, 3
  %s22 = add i32 %m22, %u22
  %p23 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 23, i32 %y
  %l23 = load i32, ptr addrspace(3) %p23
  %q23 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 23, i32 %y
  %r23 = load i32, ptr addrspace(3) %q23
  %u23 = xor i32 %l23, %r23
  %m23 = mul i32 %s22, 3
  %s23 = add i32 %m23, %u23
  %p24 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 24, i32 %y
  %l24 = load i32, ptr addrspace(3) %p24
  %q24 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 24, i32 %y
  %r24 = load i32, ptr addrspace(3) %q24
  %u24 = xor i32 %l24, %r24
  %m24 = mul i32 %s23, 3
  %s24 = add i32 %m24, %u24
  %p25 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 25, i32 %y
  %l25 = load i32, ptr addrspace(3) %p25
  %q25 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 25, i32 %y
  %r25 = load i32, ptr addrspace(3) %q25
  %u25 = xor i32 %l25, %r25
  %m25 = mul i32 %s24, 3
  %s25 = add i32 %m25, %u25
  %p26 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 26, i32 %y
  %l26 = load i32, ptr addrspace(3) %p26
  %q26 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 26, i32 %y
  %r26 = load i32, ptr addrspace(3) %q26
  %u26 = xor i32 %l26, %r26
  %m26 = mul i32 %s25, 3
  %s26 = add i32 %m26, %u26
  %p27 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 27, i32 %y
  %l27 = load i32, ptr addrspace(3) %p27
  %q27 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 27, i32 %y
  %r27 = load i32, ptr addrspace(3) %q27
  %u27 = xor i32 %l27, %r27
  %m27 = mul i32 %s26, 3
  %s27 = add i32 %m27, %u27
  %p28 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 28, i32 %y
  %l28 = load i32, ptr addrspace(3) %p28
  %q28 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 28, i32 %y
  %r28 = load i32, ptr addrspace(3) %q28
  %u28 = xor i32 %l28, %r28
  %m28 = mul i32 %s27, 3
  %s28 = add i32 %m28, %u28
  %p29 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 29, i32 %y
  %l29 = load i32, ptr addrspace(3) %p29
  %q29 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 29, i32 %y
  %r29 = load i32, ptr addrspace(3) %q29
  %u29 = xor i32 %l29, %r29
  %m29 = mul i32 %s28, 3
  %s29 = add i32 %m29, %u29
  %p30 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 30, i32 %y
  %l30 = load i32, ptr addrspace(3) %p30
  %q30 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 30, i32 %y
  %r30 = load i32, ptr addrspace(3) %q30
  %u30 = xor i32 %l30, %r30
  %m30 = mul i32 %s29, 3
  %s30 = add i32 %m30, %u30
  %p31 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @tile, i32 0, i32 31, i32 %y
  %l31 = load i32, ptr addrspace(3) %p31
  %q31 = getelementptr [32 x [32 x i32]], ptr addrspace(3) @second, i32 0, i32 31, i32 %y
  %r31 = load i32, ptr addrspace(3) %q31
  %u31 = xor i32 %l31, %r31
  %m31 = mul i32 %s30, 3
  %s31 = add i32 %m31, %u31
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = add i32 %m, 1
  %again = icmp ult i32 %next, 4
  br i1 %again, label %loop, label %done

done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %e0 = xor i32 %s31, %h0
  %f0 = mul i32 %e0, 5
  %e1 = xor i32 %f0, %h1
  %f1 = mul i32 %e1, 5
  %e2 = xor i32 %f1, %h2
  %f2 = mul i32 %e2, 5
  %e3 = xor i32 %f2, %h3
  %f3 = mul i32 %e3, 5
  %e4 = xor i32 %f3, %h4
  %f4 = mul i32 %e4, 5
  %e5 = xor i32 %f4, %h5
  %f5 = mul i32 %e5, 5
  %e6 = xor i32 %f5, %h6
  %f6 = mul i32 %e6, 5
  %e7 = xor i32 %f6, %h7
  %f7 = mul i32 %e7, 5
  %e8 = xor i32 %f7, %h8
  %f8 = mul i32 %e8, 5
  %e9 = xor i32 %f8, %h9
  %f9 = mul i32 %e9, 5
  %e10 = xor i32 %f9, %h10
  %f10 = mul i32 %e10, 5
  %e11 = xor i32 %f10, %h11
  %f11 = mul i32 %e11, 5
  %e12 = xor i32 %f11, %h12
  %f12 = mul i32 %e12, 5
  %e13 = xor i32 %f12, %h13
  %f13 = mul i32 %e13, 5
  %e14 = xor i32 %f13, %h14
  %f14 = mul i32 %e14, 5
  %e15 = xor i32 %f14, %h15
  %f15 = mul i32 %e15, 5
  %e16 = xor i32 %f15, %h16
  %f16 = mul i32 %e16, 5
  %e17 = xor i32 %f16, %h17
  %f17 = mul i32 %e17, 5
  %e18 = xor i32 %f17, %h18
  %f18 = mul i32 %e18, 5
  %e19 = xor i32 %f18, %h19
  %f19 = mul i32 %e19, 5
  %e20 = xor i32 %f19, %h20
  %f20 = mul i32 %e20, 5
  %e21 = xor i32 %f20, %h21
  %f21 = mul i32 %e21, 5
  %e22 = xor i32 %f21, %h22
  %f22 = mul i32 %e22, 5
  %e23 = xor i32 %f22, %h23
  %f23 = mul i32 %e23, 5
  %e24 = xor i32 %f23, %h24
  %f24 = mul i32 %e24, 5
  %e25 = xor i32 %f24, %h25
  %f25 = mul i32 %e25, 5
  %e26 = xor i32 %f25, %h26
  %f26 = mul i32 %e26, 5
  %e27 = xor i32 %f26, %h27
  %f27 = mul i32 %e27, 5
  %e28 = xor i32 %f27, %h28
  %f28 = mul i32 %e28, 5
  %e29 = xor i32 %f28, %h29
  %f29 = mul i32 %e29, 5
  %e30 = xor i32 %f29, %h30
  %f30 = mul i32 %e30, 5
  %e31 = xor i32 %f30, %h31
  %f31 = mul i32 %e31, 5
  store i32 %f31, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "f2layout-block"="32,32,1" "amdgpu-waves-per-eu"="8,8" }
