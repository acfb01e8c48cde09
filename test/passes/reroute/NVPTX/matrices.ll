; Halves are exchanged between lanes: words are transposed as matrices, and rows
; of shared memory come from several lanes.
; RUN: %if stmatrix %{ %f2opt -passes=f2layout -S %s -o %t.ll -pass-remarks=f2layout-reroute 2>%t.remarks %}
; RUN: %if stmatrix %{ FileCheck %s --input-file=%t.ll %}
; RUN: %if stmatrix %{ FileCheck %s --check-prefix=REMARK --input-file=%t.remarks %}
; RUN: %if stmatrix %{ %llc -mcpu=sm_90 -mattr=+ptx80 %t.ll -o - | FileCheck %s --check-prefix=PTX %}
; RUN: %if stmatrix %{ %f2sim --equal %s %t.ll --kernels all --block 128 %}

; A second run changes nothing.
; RUN: %if stmatrix %{ %f2opt -S <%t.ll >%t.once.ll %}
; RUN: %if stmatrix %{ %f2opt -passes=f2layout -S <%t.ll >%t.twice.ll %}
; RUN: %if stmatrix %{ diff %t.once.ll %t.twice.ll %}

; stmatrix needs sm_90, movmatrix PTX 7.8, and an incomplete warp can use
; neither.
; RUN: sed 's/sm_90/sm_80/; s/+ptx80/+ptx70/' %s >%t.80.before.ll
; RUN: %f2opt -passes=f2layout -S %t.80.before.ll -o %t.80.ll
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t.80.ll
; RUN: sed 's/"nvvm.reqntid"="128,1,1"//' %s >%t.any.before.ll
; RUN: %f2opt -passes='f2layout<no-guess>' -S %t.any.before.ll -o %t.any.ll
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t.any.ll
; RUN: %f2sim --equal %t.any.before.ll %t.any.ll --kernel transposed --block 96
; NONE-NOT: {{movmatrix|stmatrix}}

target triple = "nvptx64-nvidia-cuda"

@tiles = internal addrspace(3) global [2048 x i16] undef, align 16
@rows = internal addrspace(3) global [64 x [64 x i16]] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; 4 matrices of 8 x 8 halves per warp, each in a word of every lane: one
; movmatrix for each.
; CHECK-LABEL: @transposed(
; CHECK-NOT: addrspace(3)
; CHECK-COUNT-4: call i32 asm "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r"
; CHECK-NOT: {{addrspace\(3\)|shfl|select}}
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 8 x i16 per thread within each warp became 4 transposes
; PTX-LABEL: .entry transposed(
; PTX-COUNT-4: movmatrix.sync.aligned.m8n8.trans.b16
; PTX: ret;
define ptx_kernel void @transposed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %slice = mul i32 %warp, 256
  %r = lshr i32 %lane, 2
  %c = and i32 %lane, 3
  %c2 = shl i32 %c, 1
  %r8 = shl i32 %r, 3
  %c16 = shl i32 %c, 4
  %s = or disjoint i32 %r8, %c2
  %l = or disjoint i32 %c16, %r
  %place = add i32 %slice, %s
  %transposed = add i32 %slice, %l
  %first = mul i32 %t, 8
  %g0 = add i32 %first, 0
  %i0 = getelementptr i16, ptr addrspace(1) %in, i32 %g0
  %v0 = load <2 x i16>, ptr addrspace(1) %i0, align 4
  %p0 = add i32 %place, 0
  %a0 = getelementptr i16, ptr addrspace(3) @tiles, i32 %p0
  store <2 x i16> %v0, ptr addrspace(3) %a0, align 4
  %g1 = add i32 %first, 2
  %i1 = getelementptr i16, ptr addrspace(1) %in, i32 %g1
  %v1 = load <2 x i16>, ptr addrspace(1) %i1, align 4
  %p1 = add i32 %place, 64
  %a1 = getelementptr i16, ptr addrspace(3) @tiles, i32 %p1
  store <2 x i16> %v1, ptr addrspace(3) %a1, align 4
  %g2 = add i32 %first, 4
  %i2 = getelementptr i16, ptr addrspace(1) %in, i32 %g2
  %v2 = load <2 x i16>, ptr addrspace(1) %i2, align 4
  %p2 = add i32 %place, 128
  %a2 = getelementptr i16, ptr addrspace(3) @tiles, i32 %p2
  store <2 x i16> %v2, ptr addrspace(3) %a2, align 4
  %g3 = add i32 %first, 6
  %i3 = getelementptr i16, ptr addrspace(1) %in, i32 %g3
  %v3 = load <2 x i16>, ptr addrspace(1) %i3, align 4
  %p3 = add i32 %place, 192
  %a3 = getelementptr i16, ptr addrspace(3) @tiles, i32 %p3
  store <2 x i16> %v3, ptr addrspace(3) %a3, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %q0 = add i32 %transposed, 0
  %b0 = getelementptr i16, ptr addrspace(3) @tiles, i32 %q0
  %d0 = getelementptr i16, ptr addrspace(3) %b0, i32 8
  %x0 = load i16, ptr addrspace(3) %b0, align 2
  %y0 = load i16, ptr addrspace(3) %d0, align 2
  %z0 = insertelement <2 x i16> poison, i16 %x0, i32 0
  %w0 = insertelement <2 x i16> %z0, i16 %y0, i32 1
  %o0 = getelementptr i16, ptr addrspace(1) %out, i32 %g0
  store <2 x i16> %w0, ptr addrspace(1) %o0, align 4
  %q1 = add i32 %transposed, 64
  %b1 = getelementptr i16, ptr addrspace(3) @tiles, i32 %q1
  %d1 = getelementptr i16, ptr addrspace(3) %b1, i32 8
  %x1 = load i16, ptr addrspace(3) %b1, align 2
  %y1 = load i16, ptr addrspace(3) %d1, align 2
  %z1 = insertelement <2 x i16> poison, i16 %x1, i32 0
  %w1 = insertelement <2 x i16> %z1, i16 %y1, i32 1
  %o1 = getelementptr i16, ptr addrspace(1) %out, i32 %g1
  store <2 x i16> %w1, ptr addrspace(1) %o1, align 4
  %q2 = add i32 %transposed, 128
  %b2 = getelementptr i16, ptr addrspace(3) @tiles, i32 %q2
  %d2 = getelementptr i16, ptr addrspace(3) %b2, i32 8
  %x2 = load i16, ptr addrspace(3) %b2, align 2
  %y2 = load i16, ptr addrspace(3) %d2, align 2
  %z2 = insertelement <2 x i16> poison, i16 %x2, i32 0
  %w2 = insertelement <2 x i16> %z2, i16 %y2, i32 1
  %o2 = getelementptr i16, ptr addrspace(1) %out, i32 %g2
  store <2 x i16> %w2, ptr addrspace(1) %o2, align 4
  %q3 = add i32 %transposed, 192
  %b3 = getelementptr i16, ptr addrspace(3) @tiles, i32 %q3
  %d3 = getelementptr i16, ptr addrspace(3) %b3, i32 8
  %x3 = load i16, ptr addrspace(3) %b3, align 2
  %y3 = load i16, ptr addrspace(3) %d3, align 2
  %z3 = insertelement <2 x i16> poison, i16 %x3, i32 0
  %w3 = insertelement <2 x i16> %z3, i16 %y3, i32 1
  %o3 = getelementptr i16, ptr addrspace(1) %out, i32 %g3
  store <2 x i16> %w3, ptr addrspace(1) %o3, align 4
  ret void
}

; Accumulators of mma, pairs along rows, to vectors along columns. The original
; code stores every element alone; transposing stores need no byte permutes, and
; the loads are vectors of eight.
; CHECK-LABEL: @columns(
; CHECK-COUNT-4: call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
; CHECK-NOT: {{store .* addrspace\(3\)|stmatrix}}
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-COUNT-4: load <4 x i32>, ptr addrspace(3)
; CHECK-NOT: {{load .* addrspace\(3\)|ldmatrix}}
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 32 x i16 per thread across the block became 4 matrix stores, 4 loads of 16 bytes, 32 wavefronts
; PTX-LABEL: .entry columns(
; PTX-COUNT-4: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
; PTX: bar.sync
; PTX-COUNT-4: ld.shared.v4
; PTX: ret;
define ptx_kernel void @columns(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %g = lshr i32 %lane, 2
  %c = and i32 %lane, 3
  %c2 = shl i32 %c, 1
  %w16 = shl i32 %warp, 4
  %row = or disjoint i32 %w16, %g
  %row64 = shl i32 %row, 6
  %place = or disjoint i32 %row64, %c2
  %first = shl i32 %t, 5
  %g0 = add i32 %first, 0
  %i0 = getelementptr i16, ptr addrspace(1) %in, i32 %g0
  %v0 = load <2 x i16>, ptr addrspace(1) %i0, align 4
  %p0 = add i32 %place, 0
  %a0 = getelementptr i16, ptr addrspace(3) @rows, i32 %p0
  store <2 x i16> %v0, ptr addrspace(3) %a0, align 4
  %g1 = add i32 %first, 2
  %i1 = getelementptr i16, ptr addrspace(1) %in, i32 %g1
  %v1 = load <2 x i16>, ptr addrspace(1) %i1, align 4
  %p1 = add i32 %place, 512
  %a1 = getelementptr i16, ptr addrspace(3) @rows, i32 %p1
  store <2 x i16> %v1, ptr addrspace(3) %a1, align 4
  %g2 = add i32 %first, 4
  %i2 = getelementptr i16, ptr addrspace(1) %in, i32 %g2
  %v2 = load <2 x i16>, ptr addrspace(1) %i2, align 4
  %p2 = add i32 %place, 8
  %a2 = getelementptr i16, ptr addrspace(3) @rows, i32 %p2
  store <2 x i16> %v2, ptr addrspace(3) %a2, align 4
  %g3 = add i32 %first, 6
  %i3 = getelementptr i16, ptr addrspace(1) %in, i32 %g3
  %v3 = load <2 x i16>, ptr addrspace(1) %i3, align 4
  %p3 = add i32 %place, 520
  %a3 = getelementptr i16, ptr addrspace(3) @rows, i32 %p3
  store <2 x i16> %v3, ptr addrspace(3) %a3, align 4
  %g4 = add i32 %first, 8
  %i4 = getelementptr i16, ptr addrspace(1) %in, i32 %g4
  %v4 = load <2 x i16>, ptr addrspace(1) %i4, align 4
  %p4 = add i32 %place, 16
  %a4 = getelementptr i16, ptr addrspace(3) @rows, i32 %p4
  store <2 x i16> %v4, ptr addrspace(3) %a4, align 4
  %g5 = add i32 %first, 10
  %i5 = getelementptr i16, ptr addrspace(1) %in, i32 %g5
  %v5 = load <2 x i16>, ptr addrspace(1) %i5, align 4
  %p5 = add i32 %place, 528
  %a5 = getelementptr i16, ptr addrspace(3) @rows, i32 %p5
  store <2 x i16> %v5, ptr addrspace(3) %a5, align 4
  %g6 = add i32 %first, 12
  %i6 = getelementptr i16, ptr addrspace(1) %in, i32 %g6
  %v6 = load <2 x i16>, ptr addrspace(1) %i6, align 4
  %p6 = add i32 %place, 24
  %a6 = getelementptr i16, ptr addrspace(3) @rows, i32 %p6
  store <2 x i16> %v6, ptr addrspace(3) %a6, align 4
  %g7 = add i32 %first, 14
  %i7 = getelementptr i16, ptr addrspace(1) %in, i32 %g7
  %v7 = load <2 x i16>, ptr addrspace(1) %i7, align 4
  %p7 = add i32 %place, 536
  %a7 = getelementptr i16, ptr addrspace(3) @rows, i32 %p7
  store <2 x i16> %v7, ptr addrspace(3) %a7, align 4
  %g8 = add i32 %first, 16
  %i8 = getelementptr i16, ptr addrspace(1) %in, i32 %g8
  %v8 = load <2 x i16>, ptr addrspace(1) %i8, align 4
  %p8 = add i32 %place, 32
  %a8 = getelementptr i16, ptr addrspace(3) @rows, i32 %p8
  store <2 x i16> %v8, ptr addrspace(3) %a8, align 4
  %g9 = add i32 %first, 18
  %i9 = getelementptr i16, ptr addrspace(1) %in, i32 %g9
  %v9 = load <2 x i16>, ptr addrspace(1) %i9, align 4
  %p9 = add i32 %place, 544
  %a9 = getelementptr i16, ptr addrspace(3) @rows, i32 %p9
  store <2 x i16> %v9, ptr addrspace(3) %a9, align 4
  %g10 = add i32 %first, 20
  %i10 = getelementptr i16, ptr addrspace(1) %in, i32 %g10
  %v10 = load <2 x i16>, ptr addrspace(1) %i10, align 4
  %p10 = add i32 %place, 40
  %a10 = getelementptr i16, ptr addrspace(3) @rows, i32 %p10
  store <2 x i16> %v10, ptr addrspace(3) %a10, align 4
  %g11 = add i32 %first, 22
  %i11 = getelementptr i16, ptr addrspace(1) %in, i32 %g11
  %v11 = load <2 x i16>, ptr addrspace(1) %i11, align 4
  %p11 = add i32 %place, 552
  %a11 = getelementptr i16, ptr addrspace(3) @rows, i32 %p11
  store <2 x i16> %v11, ptr addrspace(3) %a11, align 4
  %g12 = add i32 %first, 24
  %i12 = getelementptr i16, ptr addrspace(1) %in, i32 %g12
  %v12 = load <2 x i16>, ptr addrspace(1) %i12, align 4
  %p12 = add i32 %place, 48
  %a12 = getelementptr i16, ptr addrspace(3) @rows, i32 %p12
  store <2 x i16> %v12, ptr addrspace(3) %a12, align 4
  %g13 = add i32 %first, 26
  %i13 = getelementptr i16, ptr addrspace(1) %in, i32 %g13
  %v13 = load <2 x i16>, ptr addrspace(1) %i13, align 4
  %p13 = add i32 %place, 560
  %a13 = getelementptr i16, ptr addrspace(3) @rows, i32 %p13
  store <2 x i16> %v13, ptr addrspace(3) %a13, align 4
  %g14 = add i32 %first, 28
  %i14 = getelementptr i16, ptr addrspace(1) %in, i32 %g14
  %v14 = load <2 x i16>, ptr addrspace(1) %i14, align 4
  %p14 = add i32 %place, 56
  %a14 = getelementptr i16, ptr addrspace(3) @rows, i32 %p14
  store <2 x i16> %v14, ptr addrspace(3) %a14, align 4
  %g15 = add i32 %first, 30
  %i15 = getelementptr i16, ptr addrspace(1) %in, i32 %g15
  %v15 = load <2 x i16>, ptr addrspace(1) %i15, align 4
  %p15 = add i32 %place, 568
  %a15 = getelementptr i16, ptr addrspace(3) @rows, i32 %p15
  store <2 x i16> %v15, ptr addrspace(3) %a15, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %down = and i32 %t, 7
  %down8 = shl i32 %down, 9
  %across = lshr i32 %t, 3
  %read = or disjoint i32 %down8, %across
  %q0 = add i32 %read, 0
  %b0 = getelementptr i16, ptr addrspace(3) @rows, i32 %q0
  %x0 = load i16, ptr addrspace(3) %b0, align 2
  %q1 = add i32 %read, 64
  %b1 = getelementptr i16, ptr addrspace(3) @rows, i32 %q1
  %x1 = load i16, ptr addrspace(3) %b1, align 2
  %q2 = add i32 %read, 128
  %b2 = getelementptr i16, ptr addrspace(3) @rows, i32 %q2
  %x2 = load i16, ptr addrspace(3) %b2, align 2
  %q3 = add i32 %read, 192
  %b3 = getelementptr i16, ptr addrspace(3) @rows, i32 %q3
  %x3 = load i16, ptr addrspace(3) %b3, align 2
  %q4 = add i32 %read, 256
  %b4 = getelementptr i16, ptr addrspace(3) @rows, i32 %q4
  %x4 = load i16, ptr addrspace(3) %b4, align 2
  %q5 = add i32 %read, 320
  %b5 = getelementptr i16, ptr addrspace(3) @rows, i32 %q5
  %x5 = load i16, ptr addrspace(3) %b5, align 2
  %q6 = add i32 %read, 384
  %b6 = getelementptr i16, ptr addrspace(3) @rows, i32 %q6
  %x6 = load i16, ptr addrspace(3) %b6, align 2
  %q7 = add i32 %read, 448
  %b7 = getelementptr i16, ptr addrspace(3) @rows, i32 %q7
  %x7 = load i16, ptr addrspace(3) %b7, align 2
  %z0 = insertelement <8 x i16> poison, i16 %x0, i32 0
  %z1 = insertelement <8 x i16> %z0, i16 %x1, i32 1
  %z2 = insertelement <8 x i16> %z1, i16 %x2, i32 2
  %z3 = insertelement <8 x i16> %z2, i16 %x3, i32 3
  %z4 = insertelement <8 x i16> %z3, i16 %x4, i32 4
  %z5 = insertelement <8 x i16> %z4, i16 %x5, i32 5
  %z6 = insertelement <8 x i16> %z5, i16 %x6, i32 6
  %z7 = insertelement <8 x i16> %z6, i16 %x7, i32 7
  %h0 = add i32 %first, 0
  %o0 = getelementptr i16, ptr addrspace(1) %out, i32 %h0
  store <8 x i16> %z7, ptr addrspace(1) %o0, align 16
  %q8 = add i32 %read, 16
  %b8 = getelementptr i16, ptr addrspace(3) @rows, i32 %q8
  %x8 = load i16, ptr addrspace(3) %b8, align 2
  %q9 = add i32 %read, 80
  %b9 = getelementptr i16, ptr addrspace(3) @rows, i32 %q9
  %x9 = load i16, ptr addrspace(3) %b9, align 2
  %q10 = add i32 %read, 144
  %b10 = getelementptr i16, ptr addrspace(3) @rows, i32 %q10
  %x10 = load i16, ptr addrspace(3) %b10, align 2
  %q11 = add i32 %read, 208
  %b11 = getelementptr i16, ptr addrspace(3) @rows, i32 %q11
  %x11 = load i16, ptr addrspace(3) %b11, align 2
  %q12 = add i32 %read, 272
  %b12 = getelementptr i16, ptr addrspace(3) @rows, i32 %q12
  %x12 = load i16, ptr addrspace(3) %b12, align 2
  %q13 = add i32 %read, 336
  %b13 = getelementptr i16, ptr addrspace(3) @rows, i32 %q13
  %x13 = load i16, ptr addrspace(3) %b13, align 2
  %q14 = add i32 %read, 400
  %b14 = getelementptr i16, ptr addrspace(3) @rows, i32 %q14
  %x14 = load i16, ptr addrspace(3) %b14, align 2
  %q15 = add i32 %read, 464
  %b15 = getelementptr i16, ptr addrspace(3) @rows, i32 %q15
  %x15 = load i16, ptr addrspace(3) %b15, align 2
  %z8 = insertelement <8 x i16> poison, i16 %x8, i32 0
  %z9 = insertelement <8 x i16> %z8, i16 %x9, i32 1
  %z10 = insertelement <8 x i16> %z9, i16 %x10, i32 2
  %z11 = insertelement <8 x i16> %z10, i16 %x11, i32 3
  %z12 = insertelement <8 x i16> %z11, i16 %x12, i32 4
  %z13 = insertelement <8 x i16> %z12, i16 %x13, i32 5
  %z14 = insertelement <8 x i16> %z13, i16 %x14, i32 6
  %z15 = insertelement <8 x i16> %z14, i16 %x15, i32 7
  %h1 = add i32 %first, 8
  %o1 = getelementptr i16, ptr addrspace(1) %out, i32 %h1
  store <8 x i16> %z15, ptr addrspace(1) %o1, align 16
  %q16 = add i32 %read, 32
  %b16 = getelementptr i16, ptr addrspace(3) @rows, i32 %q16
  %x16 = load i16, ptr addrspace(3) %b16, align 2
  %q17 = add i32 %read, 96
  %b17 = getelementptr i16, ptr addrspace(3) @rows, i32 %q17
  %x17 = load i16, ptr addrspace(3) %b17, align 2
  %q18 = add i32 %read, 160
  %b18 = getelementptr i16, ptr addrspace(3) @rows, i32 %q18
  %x18 = load i16, ptr addrspace(3) %b18, align 2
  %q19 = add i32 %read, 224
  %b19 = getelementptr i16, ptr addrspace(3) @rows, i32 %q19
  %x19 = load i16, ptr addrspace(3) %b19, align 2
  %q20 = add i32 %read, 288
  %b20 = getelementptr i16, ptr addrspace(3) @rows, i32 %q20
  %x20 = load i16, ptr addrspace(3) %b20, align 2
  %q21 = add i32 %read, 352
  %b21 = getelementptr i16, ptr addrspace(3) @rows, i32 %q21
  %x21 = load i16, ptr addrspace(3) %b21, align 2
  %q22 = add i32 %read, 416
  %b22 = getelementptr i16, ptr addrspace(3) @rows, i32 %q22
  %x22 = load i16, ptr addrspace(3) %b22, align 2
  %q23 = add i32 %read, 480
  %b23 = getelementptr i16, ptr addrspace(3) @rows, i32 %q23
  %x23 = load i16, ptr addrspace(3) %b23, align 2
  %z16 = insertelement <8 x i16> poison, i16 %x16, i32 0
  %z17 = insertelement <8 x i16> %z16, i16 %x17, i32 1
  %z18 = insertelement <8 x i16> %z17, i16 %x18, i32 2
  %z19 = insertelement <8 x i16> %z18, i16 %x19, i32 3
  %z20 = insertelement <8 x i16> %z19, i16 %x20, i32 4
  %z21 = insertelement <8 x i16> %z20, i16 %x21, i32 5
  %z22 = insertelement <8 x i16> %z21, i16 %x22, i32 6
  %z23 = insertelement <8 x i16> %z22, i16 %x23, i32 7
  %h2 = add i32 %first, 16
  %o2 = getelementptr i16, ptr addrspace(1) %out, i32 %h2
  store <8 x i16> %z23, ptr addrspace(1) %o2, align 16
  %q24 = add i32 %read, 48
  %b24 = getelementptr i16, ptr addrspace(3) @rows, i32 %q24
  %x24 = load i16, ptr addrspace(3) %b24, align 2
  %q25 = add i32 %read, 112
  %b25 = getelementptr i16, ptr addrspace(3) @rows, i32 %q25
  %x25 = load i16, ptr addrspace(3) %b25, align 2
  %q26 = add i32 %read, 176
  %b26 = getelementptr i16, ptr addrspace(3) @rows, i32 %q26
  %x26 = load i16, ptr addrspace(3) %b26, align 2
  %q27 = add i32 %read, 240
  %b27 = getelementptr i16, ptr addrspace(3) @rows, i32 %q27
  %x27 = load i16, ptr addrspace(3) %b27, align 2
  %q28 = add i32 %read, 304
  %b28 = getelementptr i16, ptr addrspace(3) @rows, i32 %q28
  %x28 = load i16, ptr addrspace(3) %b28, align 2
  %q29 = add i32 %read, 368
  %b29 = getelementptr i16, ptr addrspace(3) @rows, i32 %q29
  %x29 = load i16, ptr addrspace(3) %b29, align 2
  %q30 = add i32 %read, 432
  %b30 = getelementptr i16, ptr addrspace(3) @rows, i32 %q30
  %x30 = load i16, ptr addrspace(3) %b30, align 2
  %q31 = add i32 %read, 496
  %b31 = getelementptr i16, ptr addrspace(3) @rows, i32 %q31
  %x31 = load i16, ptr addrspace(3) %b31, align 2
  %z24 = insertelement <8 x i16> poison, i16 %x24, i32 0
  %z25 = insertelement <8 x i16> %z24, i16 %x25, i32 1
  %z26 = insertelement <8 x i16> %z25, i16 %x26, i32 2
  %z27 = insertelement <8 x i16> %z26, i16 %x27, i32 3
  %z28 = insertelement <8 x i16> %z27, i16 %x28, i32 4
  %z29 = insertelement <8 x i16> %z28, i16 %x29, i32 5
  %z30 = insertelement <8 x i16> %z29, i16 %x30, i32 6
  %z31 = insertelement <8 x i16> %z30, i16 %x31, i32 7
  %h3 = add i32 %first, 24
  %o3 = getelementptr i16, ptr addrspace(1) %out, i32 %h3
  store <8 x i16> %z31, ptr addrspace(1) %o3, align 16
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx80" "nvvm.reqntid"="128,1,1" }
