; Bytes that the kernel extends or converts are extracted, since one permute
; does both. A byte that has another use is shifted down.
; RUN: %f2opt -passes='f2layout-reroute<no-shared>' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 32
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=%if llvm-22 %{PTX%} %else %{OLDER%}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x i8] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @extended(
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(
; CHECK-NEXT: [[Y:%[0-9]+]] = select
; CHECK-NEXT: [[Z:%[0-9]+]] = select
; CHECK-COUNT-7: extractelement <4 x i8>
; CHECK-NOT: extractelement
; CHECK: [[S:%[0-9]+]] = lshr i32 {{.*}}, {{8|16|24}}
; CHECK-NEXT: trunc i32 [[S]] to i8
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; Two permutes pack, seven extend.
; PTX-LABEL: .entry extended(
; PTX-COUNT-9: prmt.b32
; OLDER-COUNT-2: prmt.b32
; OLDER-COUNT-7: {{prmt.b32|bfe.u32|shr.u32}}
; PTX: ret;
define ptx_kernel void @extended(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %t, 8
  %i0 = add i32 %t, 0
  %p0 = getelementptr i8, ptr addrspace(1) %in, i32 %i0
  %v0 = load i8, ptr addrspace(1) %p0
  %e0 = add i32 %first, 0
  %s0 = getelementptr i8, ptr addrspace(3) @tile, i32 %e0
  store i8 %v0, ptr addrspace(3) %s0
  %i1 = add i32 %t, 32
  %p1 = getelementptr i8, ptr addrspace(1) %in, i32 %i1
  %v1 = load i8, ptr addrspace(1) %p1
  %e1 = add i32 %first, 1
  %s1 = getelementptr i8, ptr addrspace(3) @tile, i32 %e1
  store i8 %v1, ptr addrspace(3) %s1
  %i2 = add i32 %t, 64
  %p2 = getelementptr i8, ptr addrspace(1) %in, i32 %i2
  %v2 = load i8, ptr addrspace(1) %p2
  %e2 = add i32 %first, 2
  %s2 = getelementptr i8, ptr addrspace(3) @tile, i32 %e2
  store i8 %v2, ptr addrspace(3) %s2
  %i3 = add i32 %t, 96
  %p3 = getelementptr i8, ptr addrspace(1) %in, i32 %i3
  %v3 = load i8, ptr addrspace(1) %p3
  %e3 = add i32 %first, 3
  %s3 = getelementptr i8, ptr addrspace(3) @tile, i32 %e3
  store i8 %v3, ptr addrspace(3) %s3
  %i4 = add i32 %t, 128
  %p4 = getelementptr i8, ptr addrspace(1) %in, i32 %i4
  %v4 = load i8, ptr addrspace(1) %p4
  %e4 = add i32 %first, 4
  %s4 = getelementptr i8, ptr addrspace(3) @tile, i32 %e4
  store i8 %v4, ptr addrspace(3) %s4
  %i5 = add i32 %t, 160
  %p5 = getelementptr i8, ptr addrspace(1) %in, i32 %i5
  %v5 = load i8, ptr addrspace(1) %p5
  %e5 = add i32 %first, 5
  %s5 = getelementptr i8, ptr addrspace(3) @tile, i32 %e5
  store i8 %v5, ptr addrspace(3) %s5
  %i6 = add i32 %t, 192
  %p6 = getelementptr i8, ptr addrspace(1) %in, i32 %i6
  %v6 = load i8, ptr addrspace(1) %p6
  %e6 = add i32 %first, 6
  %s6 = getelementptr i8, ptr addrspace(3) @tile, i32 %e6
  store i8 %v6, ptr addrspace(3) %s6
  %i7 = add i32 %t, 224
  %p7 = getelementptr i8, ptr addrspace(1) %in, i32 %i7
  %v7 = load i8, ptr addrspace(1) %p7
  %e7 = add i32 %first, 7
  %s7 = getelementptr i8, ptr addrspace(3) @tile, i32 %e7
  store i8 %v7, ptr addrspace(3) %s7
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %odd = and i32 %t, 1
  %even = and i32 %t, -2
  %pair = mul i32 %even, 8
  %place = add i32 %pair, %odd
  %f0 = add i32 %place, 0
  %l0 = getelementptr i8, ptr addrspace(3) @tile, i32 %f0
  %w0 = load i8, ptr addrspace(3) %l0
  %x0 = zext i8 %w0 to i32
  %q0 = getelementptr i32, ptr addrspace(1) %out, i32 %i0
  store i32 %x0, ptr addrspace(1) %q0
  %f1 = add i32 %place, 8
  %l1 = getelementptr i8, ptr addrspace(3) @tile, i32 %f1
  %w1 = load i8, ptr addrspace(3) %l1
  %x1 = zext i8 %w1 to i32
  %q1 = getelementptr i32, ptr addrspace(1) %out, i32 %i1
  store i32 %x1, ptr addrspace(1) %q1
  %f2 = add i32 %place, 2
  %l2 = getelementptr i8, ptr addrspace(3) @tile, i32 %f2
  %w2 = load i8, ptr addrspace(3) %l2
  %x2 = zext i8 %w2 to i32
  %q2 = getelementptr i32, ptr addrspace(1) %out, i32 %i2
  store i32 %x2, ptr addrspace(1) %q2
  %f3 = add i32 %place, 10
  %l3 = getelementptr i8, ptr addrspace(3) @tile, i32 %f3
  %w3 = load i8, ptr addrspace(3) %l3
  %x3 = zext i8 %w3 to i32
  %q3 = getelementptr i32, ptr addrspace(1) %out, i32 %i3
  store i32 %x3, ptr addrspace(1) %q3
  %f4 = add i32 %place, 4
  %l4 = getelementptr i8, ptr addrspace(3) @tile, i32 %f4
  %w4 = load i8, ptr addrspace(3) %l4
  %x4 = zext i8 %w4 to i32
  %q4 = getelementptr i32, ptr addrspace(1) %out, i32 %i4
  store i32 %x4, ptr addrspace(1) %q4
  %f5 = add i32 %place, 12
  %l5 = getelementptr i8, ptr addrspace(3) @tile, i32 %f5
  %w5 = load i8, ptr addrspace(3) %l5
  %y5 = uitofp i8 %w5 to float
  %x5 = bitcast float %y5 to i32
  %q5 = getelementptr i32, ptr addrspace(1) %out, i32 %i5
  store i32 %x5, ptr addrspace(1) %q5
  %f6 = add i32 %place, 6
  %l6 = getelementptr i8, ptr addrspace(3) @tile, i32 %f6
  %w6 = load i8, ptr addrspace(3) %l6
  %x6 = sext i8 %w6 to i32
  %q6 = getelementptr i32, ptr addrspace(1) %out, i32 %i6
  store i32 %x6, ptr addrspace(1) %q6
  %f7 = add i32 %place, 14
  %l7 = getelementptr i8, ptr addrspace(3) @tile, i32 %f7
  %w7 = load i8, ptr addrspace(3) %l7
  %z7 = zext i8 %w7 to i32
  %h7 = add i8 %w7, 3
  %g7 = zext i8 %h7 to i32
  %x7 = mul i32 %z7, %g7
  %q7 = getelementptr i32, ptr addrspace(1) %out, i32 %i7
  store i32 %x7, ptr addrspace(1) %q7
  ret void
}

attributes #0 = { "nvvm.reqntid"="32" "target-cpu"="sm_90" "target-features"="+ptx80" }
