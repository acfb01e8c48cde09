; By a promise, two threads hold the same value, and both store it. So each
; stores one half of it, chosen by selects.
; RUN: %f2opt -passes='f2layout<races-agree>' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes=f2layout -S %s | FileCheck %s --check-prefix=KEPT
; KEPT-COUNT-16: store i32 {{.*}}, ptr addrspace(3)
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel neighbours --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel warps --block 128

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [512 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Lanes 2n and 2n + 1 hold the same eight words: 512 words, and not 1024, are
; stored.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread across the block became 4 selects, 1 store of 16 bytes,
; CHECK-LABEL: @neighbours(
; CHECK-COUNT-4: select i1
; CHECK-NOT: select i1
; CHECK: store <4 x i32>
; CHECK-NOT: store {{.*}} addrspace(3)
define ptx_kernel void @neighbours(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %who = lshr i32 %t, 1
  %first = shl i32 %who, 3
  %m0 = or disjoint i32 %first, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %m0
  %v0 = load i32, ptr addrspace(1) %i0
  %a0 = getelementptr i32, ptr addrspace(3) @tile, i32 %m0
  store i32 %v0, ptr addrspace(3) %a0
  %m1 = or disjoint i32 %first, 1
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %m1
  %v1 = load i32, ptr addrspace(1) %i1
  %a1 = getelementptr i32, ptr addrspace(3) @tile, i32 %m1
  store i32 %v1, ptr addrspace(3) %a1
  %m2 = or disjoint i32 %first, 2
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %m2
  %v2 = load i32, ptr addrspace(1) %i2
  %a2 = getelementptr i32, ptr addrspace(3) @tile, i32 %m2
  store i32 %v2, ptr addrspace(3) %a2
  %m3 = or disjoint i32 %first, 3
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %m3
  %v3 = load i32, ptr addrspace(1) %i3
  %a3 = getelementptr i32, ptr addrspace(3) @tile, i32 %m3
  store i32 %v3, ptr addrspace(3) %a3
  %m4 = or disjoint i32 %first, 4
  %i4 = getelementptr i32, ptr addrspace(1) %in, i32 %m4
  %v4 = load i32, ptr addrspace(1) %i4
  %a4 = getelementptr i32, ptr addrspace(3) @tile, i32 %m4
  store i32 %v4, ptr addrspace(3) %a4
  %m5 = or disjoint i32 %first, 5
  %i5 = getelementptr i32, ptr addrspace(1) %in, i32 %m5
  %v5 = load i32, ptr addrspace(1) %i5
  %a5 = getelementptr i32, ptr addrspace(3) @tile, i32 %m5
  store i32 %v5, ptr addrspace(3) %a5
  %m6 = or disjoint i32 %first, 6
  %i6 = getelementptr i32, ptr addrspace(1) %in, i32 %m6
  %v6 = load i32, ptr addrspace(1) %i6
  %a6 = getelementptr i32, ptr addrspace(3) @tile, i32 %m6
  store i32 %v6, ptr addrspace(3) %a6
  %m7 = or disjoint i32 %first, 7
  %i7 = getelementptr i32, ptr addrspace(1) %in, i32 %m7
  %v7 = load i32, ptr addrspace(1) %i7
  %a7 = getelementptr i32, ptr addrspace(3) @tile, i32 %m7
  store i32 %v7, ptr addrspace(3) %a7
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = add i32 %t, 0
  %b0 = getelementptr i32, ptr addrspace(3) @tile, i32 %p0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %p0
  store i32 %w0, ptr addrspace(1) %o0
  %p1 = add i32 %t, 128
  %b1 = getelementptr i32, ptr addrspace(3) @tile, i32 %p1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %p1
  store i32 %w1, ptr addrspace(1) %o1
  %p2 = add i32 %t, 256
  %b2 = getelementptr i32, ptr addrspace(3) @tile, i32 %p2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %p2
  store i32 %w2, ptr addrspace(1) %o2
  %p3 = add i32 %t, 384
  %b3 = getelementptr i32, ptr addrspace(3) @tile, i32 %p3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %p3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

; Threads t and t + 64 do.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread across the block became 4 selects, 1 store of 16 bytes,
; CHECK-LABEL: @warps(
; CHECK: and i32 {{.*}}, 64
; CHECK-COUNT-4: select i1
; CHECK: store <4 x i32>
; CHECK-NOT: store {{.*}} addrspace(3)
define ptx_kernel void @warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %who = and i32 %t, 63
  %first = shl i32 %who, 3
  %m0 = or disjoint i32 %first, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %m0
  %v0 = load i32, ptr addrspace(1) %i0
  %a0 = getelementptr i32, ptr addrspace(3) @tile, i32 %m0
  store i32 %v0, ptr addrspace(3) %a0
  %m1 = or disjoint i32 %first, 1
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %m1
  %v1 = load i32, ptr addrspace(1) %i1
  %a1 = getelementptr i32, ptr addrspace(3) @tile, i32 %m1
  store i32 %v1, ptr addrspace(3) %a1
  %m2 = or disjoint i32 %first, 2
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %m2
  %v2 = load i32, ptr addrspace(1) %i2
  %a2 = getelementptr i32, ptr addrspace(3) @tile, i32 %m2
  store i32 %v2, ptr addrspace(3) %a2
  %m3 = or disjoint i32 %first, 3
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %m3
  %v3 = load i32, ptr addrspace(1) %i3
  %a3 = getelementptr i32, ptr addrspace(3) @tile, i32 %m3
  store i32 %v3, ptr addrspace(3) %a3
  %m4 = or disjoint i32 %first, 4
  %i4 = getelementptr i32, ptr addrspace(1) %in, i32 %m4
  %v4 = load i32, ptr addrspace(1) %i4
  %a4 = getelementptr i32, ptr addrspace(3) @tile, i32 %m4
  store i32 %v4, ptr addrspace(3) %a4
  %m5 = or disjoint i32 %first, 5
  %i5 = getelementptr i32, ptr addrspace(1) %in, i32 %m5
  %v5 = load i32, ptr addrspace(1) %i5
  %a5 = getelementptr i32, ptr addrspace(3) @tile, i32 %m5
  store i32 %v5, ptr addrspace(3) %a5
  %m6 = or disjoint i32 %first, 6
  %i6 = getelementptr i32, ptr addrspace(1) %in, i32 %m6
  %v6 = load i32, ptr addrspace(1) %i6
  %a6 = getelementptr i32, ptr addrspace(3) @tile, i32 %m6
  store i32 %v6, ptr addrspace(3) %a6
  %m7 = or disjoint i32 %first, 7
  %i7 = getelementptr i32, ptr addrspace(1) %in, i32 %m7
  %v7 = load i32, ptr addrspace(1) %i7
  %a7 = getelementptr i32, ptr addrspace(3) @tile, i32 %m7
  store i32 %v7, ptr addrspace(3) %a7
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = add i32 %t, 0
  %b0 = getelementptr i32, ptr addrspace(3) @tile, i32 %p0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %p0
  store i32 %w0, ptr addrspace(1) %o0
  %p1 = add i32 %t, 128
  %b1 = getelementptr i32, ptr addrspace(3) @tile, i32 %p1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %p1
  store i32 %w1, ptr addrspace(1) %o1
  %p2 = add i32 %t, 256
  %b2 = getelementptr i32, ptr addrspace(3) @tile, i32 %p2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %p2
  store i32 %w2, ptr addrspace(1) %o2
  %p3 = add i32 %t, 384
  %b3 = getelementptr i32, ptr addrspace(3) @tile, i32 %p3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %p3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
