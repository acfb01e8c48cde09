; Plans made of plans: only registers that change warps go through memory, and
; narrow elements that come and go as whole words stay words.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll --check-prefixes=CHECK%if stmatrix %{,MATRICES%}
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel split --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel words --block 128

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [512 x i32] undef, align 16
@bytes = internal addrspace(3) global [1024 x i8] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; A register bit and the highest bit of the warp are swapped: half of the words,
; and three selects for two.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block became 6 selects, 1 store of 8 bytes, 1 load of 8 bytes,
; CHECK-LABEL: @split(
; CHECK-COUNT-2: select i1
; CHECK: store <2 x i32>
; CHECK-NOT: store {{.*}} addrspace(3)
; CHECK: barrier
; CHECK: load <2 x i32>
; CHECK-NOT: load {{.*}} addrspace(3)
; CHECK-COUNT-4: select i1
; CHECK-NOT: select
; CHECK: ret void
define ptx_kernel void @split(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m0 = add i32 %t, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %m0
  %v0 = load i32, ptr addrspace(1) %i0
  %a0 = getelementptr i32, ptr addrspace(3) @tile, i32 %m0
  store i32 %v0, ptr addrspace(3) %a0
  %m1 = add i32 %t, 128
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %m1
  %v1 = load i32, ptr addrspace(1) %i1
  %a1 = getelementptr i32, ptr addrspace(3) @tile, i32 %m1
  store i32 %v1, ptr addrspace(3) %a1
  %m2 = add i32 %t, 256
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %m2
  %v2 = load i32, ptr addrspace(1) %i2
  %a2 = getelementptr i32, ptr addrspace(3) @tile, i32 %m2
  store i32 %v2, ptr addrspace(3) %a2
  %m3 = add i32 %t, 384
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %m3
  %v3 = load i32, ptr addrspace(1) %i3
  %a3 = getelementptr i32, ptr addrspace(3) @tile, i32 %m3
  store i32 %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %hi = lshr i32 %t, 6
  %row = shl i32 %hi, 7
  %low = and i32 %t, 63
  %base = or disjoint i32 %row, %low
  %p0 = add i32 %base, 0
  %b0 = getelementptr i32, ptr addrspace(3) @tile, i32 %p0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %m0
  store i32 %w0, ptr addrspace(1) %o0
  %p1 = add i32 %base, 64
  %b1 = getelementptr i32, ptr addrspace(3) @tile, i32 %p1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %m1
  store i32 %w1, ptr addrspace(1) %o1
  %p2 = add i32 %base, 256
  %b2 = getelementptr i32, ptr addrspace(3) @tile, i32 %p2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %m2
  store i32 %w2, ptr addrspace(1) %o2
  %p3 = add i32 %base, 320
  %b3 = getelementptr i32, ptr addrspace(3) @tile, i32 %p3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %m3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

; Eight bytes of two words, stored one by one, loaded one by one and combined
; again: no byte is extracted from a word or inserted into one.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i8 per thread across the block became
; CHECK-LABEL: @words(
; MATRICES-NOT: store i8
; CHECK: barrier
; CHECK-NOT: load i8
; CHECK-NOT: zext i8
; CHECK: ret void
define ptx_kernel void @words(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x0 = add i32 %t, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %x0
  %v0 = load i32, ptr addrspace(1) %i0
  %x1 = add i32 %t, 128
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %x1
  %v1 = load i32, ptr addrspace(1) %i1
  %c0 = trunc i32 %v0 to i8
  %m0 = add i32 %t, 0
  %a0 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m0
  store i8 %c0, ptr addrspace(3) %a0
  %s1 = lshr i32 %v0, 8
  %c1 = trunc i32 %s1 to i8
  %m1 = add i32 %t, 128
  %a1 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m1
  store i8 %c1, ptr addrspace(3) %a1
  %s2 = lshr i32 %v0, 16
  %c2 = trunc i32 %s2 to i8
  %m2 = add i32 %t, 256
  %a2 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m2
  store i8 %c2, ptr addrspace(3) %a2
  %s3 = lshr i32 %v0, 24
  %c3 = trunc i32 %s3 to i8
  %m3 = add i32 %t, 384
  %a3 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m3
  store i8 %c3, ptr addrspace(3) %a3
  %c4 = trunc i32 %v1 to i8
  %m4 = add i32 %t, 512
  %a4 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m4
  store i8 %c4, ptr addrspace(3) %a4
  %s5 = lshr i32 %v1, 8
  %c5 = trunc i32 %s5 to i8
  %m5 = add i32 %t, 640
  %a5 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m5
  store i8 %c5, ptr addrspace(3) %a5
  %s6 = lshr i32 %v1, 16
  %c6 = trunc i32 %s6 to i8
  %m6 = add i32 %t, 768
  %a6 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m6
  store i8 %c6, ptr addrspace(3) %a6
  %s7 = lshr i32 %v1, 24
  %c7 = trunc i32 %s7 to i8
  %m7 = add i32 %t, 896
  %a7 = getelementptr i8, ptr addrspace(3) @bytes, i32 %m7
  store i8 %c7, ptr addrspace(3) %a7
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = shl i32 %t, 3
  %p0 = or disjoint i32 %first, 0
  %b0 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p0
  %l0 = load i8, ptr addrspace(3) %b0
  %z0 = zext i8 %l0 to i32
  %p1 = or disjoint i32 %first, 1
  %b1 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p1
  %l1 = load i8, ptr addrspace(3) %b1
  %z1 = zext i8 %l1 to i32
  %y1 = shl i32 %z1, 8
  %u1 = or disjoint i32 %z0, %y1
  %p2 = or disjoint i32 %first, 2
  %b2 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p2
  %l2 = load i8, ptr addrspace(3) %b2
  %z2 = zext i8 %l2 to i32
  %y2 = shl i32 %z2, 16
  %u2 = or disjoint i32 %u1, %y2
  %p3 = or disjoint i32 %first, 3
  %b3 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p3
  %l3 = load i8, ptr addrspace(3) %b3
  %z3 = zext i8 %l3 to i32
  %y3 = shl i32 %z3, 24
  %u3 = or disjoint i32 %u2, %y3
  %p4 = or disjoint i32 %first, 4
  %b4 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p4
  %l4 = load i8, ptr addrspace(3) %b4
  %z4 = zext i8 %l4 to i32
  %p5 = or disjoint i32 %first, 5
  %b5 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p5
  %l5 = load i8, ptr addrspace(3) %b5
  %z5 = zext i8 %l5 to i32
  %y5 = shl i32 %z5, 8
  %u5 = or disjoint i32 %z4, %y5
  %p6 = or disjoint i32 %first, 6
  %b6 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p6
  %l6 = load i8, ptr addrspace(3) %b6
  %z6 = zext i8 %l6 to i32
  %y6 = shl i32 %z6, 16
  %u6 = or disjoint i32 %u5, %y6
  %p7 = or disjoint i32 %first, 7
  %b7 = getelementptr i8, ptr addrspace(3) @bytes, i32 %p7
  %l7 = load i8, ptr addrspace(3) %b7
  %z7 = zext i8 %l7 to i32
  %y7 = shl i32 %z7, 24
  %u7 = or disjoint i32 %u6, %y7
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %x0
  store i32 %u3, ptr addrspace(1) %o0
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %x1
  store i32 %u7, ptr addrspace(1) %o1
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
