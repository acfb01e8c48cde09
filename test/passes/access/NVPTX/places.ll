; Addresses that LLVM does not recognise as neighbours get a constant difference,
; and all get their known alignment, in code that no other pass has changed.
; RUN: %f2opt -passes=f2layout-access -S < %s > %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.ll | diff %t.ll -
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --dynamic-shared 1024 --quiet
; RUN: opt -passes=always-inline -S %s | %llc -mcpu=sm_90 -o - | FileCheck %s --check-prefix=NV0
; RUN: opt -passes=always-inline -S %t.ll | %llc -mcpu=sm_90 -o - \
; RUN:   | FileCheck %s --check-prefixes=NV,%if gap-filling %{FILLED%} %else %{GAP%}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x i32] poison, align 16
@dynamic = external addrspace(3) global [0 x i32], align 8
@words = external addrspace(3) global [0 x i32], align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define internal void @fill(ptr addrspace(1) noalias %in) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %from, align 16
  %to = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  store <4 x i32> %x, ptr addrspace(3) %to, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

define internal void @fill_dynamic(ptr addrspace(1) noalias %in) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %from, align 16
  %to = getelementptr <4 x i32>, ptr addrspace(3) @dynamic, i32 %t
  store <4 x i32> %x, ptr addrspace(3) %to, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

define internal void @read(ptr addrspace(1) noalias %out) alwaysinline {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  %x = load <4 x i32>, ptr addrspace(3) %from, align 16
  %to = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %x, ptr addrspace(1) %to, align 16
  ret void
}

; in[4 t + i] as clang -O0 emits it: the alignment is the argument's.
; CHECK-LABEL: define {{.*}} @global(
; CHECK: %x0 = load i32, ptr addrspace(1) %p0, align 16
; CHECK: %x1 = load i32, ptr addrspace(1) {{%.*}}, align 4
; CHECK: %x2 = load i32, ptr addrspace(1) {{%.*}}, align 8
; CHECK: %x3 = load i32, ptr addrspace(1) {{%.*}}, align 4
; NV0-LABEL: .entry global(
; NV0-COUNT-4: ld.global.b32
; NV-LABEL: .entry global(
; NV: ld.global.v4.b32
; NV-NOT: ld.global
; AMD-LABEL: global:
; AMD: global_load_dwordx4
; AMD-NOT: global_load
define ptx_kernel void @global(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw i32 %t, 2
  %q0 = zext i32 %b to i64
  %p0 = getelementptr i32, ptr addrspace(1) %in, i64 %q0
  %x0 = load i32, ptr addrspace(1) %p0, align 4
  %o1 = add nuw i32 %b, 1
  %q1 = zext i32 %o1 to i64
  %p1 = getelementptr i32, ptr addrspace(1) %in, i64 %q1
  %x1 = load i32, ptr addrspace(1) %p1, align 4
  %o2 = add nuw i32 %b, 2
  %q2 = zext i32 %o2 to i64
  %p2 = getelementptr i32, ptr addrspace(1) %in, i64 %q2
  %x2 = load i32, ptr addrspace(1) %p2, align 4
  %o3 = add nuw i32 %b, 3
  %q3 = zext i32 %o3 to i64
  %p3 = getelementptr i32, ptr addrspace(1) %in, i64 %q3
  %x3 = load i32, ptr addrspace(1) %p3, align 4
  %first = mul i32 %t, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; s[zext(4 t or i)], as before instcombine.
; CHECK-LABEL: define {{.*}} @or_index(
; CHECK: %x0 = load i32, ptr addrspace(3) %p0, align 16
; CHECK: [[P1:%.*]] = getelementptr i8, ptr addrspace(3) %p0, [[SIZE:i32|i64]] 4
; CHECK-NEXT: %x1 = load i32, ptr addrspace(3) [[P1]], align 4
; CHECK: [[P2:%.*]] = getelementptr i8, ptr addrspace(3) %p0, [[SIZE]] 8
; CHECK-NEXT: %x2 = load i32, ptr addrspace(3) [[P2]], align 8
; CHECK: [[P3:%.*]] = getelementptr i8, ptr addrspace(3) %p0, [[SIZE]] 12
; CHECK-NEXT: %x3 = load i32, ptr addrspace(3) [[P3]], align 4
; NV0-LABEL: .entry or_index(
; NV0-COUNT-4: ld.shared.b32
; AMD0-LABEL: or_index:
; AMD0-COUNT-2: ds_read2_b32
; NV-LABEL: .entry or_index(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: or_index:
; AMD: ds_read_b128
; AMD-NOT: ds_read
define ptx_kernel void @or_index(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %o0 = or i32 %b, 0
  %q0 = zext i32 %o0 to i64
  %p0 = getelementptr i32, ptr addrspace(3) @s, i64 %q0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %o1 = or i32 %b, 1
  %q1 = zext i32 %o1 to i64
  %p1 = getelementptr i32, ptr addrspace(3) @s, i64 %q1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %o2 = or i32 %b, 2
  %q2 = zext i32 %o2 to i64
  %p2 = getelementptr i32, ptr addrspace(3) @s, i64 %q2
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %o3 = or i32 %b, 3
  %q3 = zext i32 %o3 to i64
  %p3 = getelementptr i32, ptr addrspace(3) @s, i64 %q3
  %x3 = load i32, ptr addrspace(3) %p3, align 4
  %first = mul i32 %t, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; s[zext(4 t xor i)], as before instcombine.
; CHECK-LABEL: define {{.*}} @xor_index(
; CHECK: %x0 = load i32, ptr addrspace(3) %p0, align 16
; CHECK: [[P1:%.*]] = getelementptr i8, ptr addrspace(3) %p0, [[SIZE:i32|i64]] 4
; CHECK-NEXT: %x1 = load i32, ptr addrspace(3) [[P1]], align 4
; CHECK: [[P2:%.*]] = getelementptr i8, ptr addrspace(3) %p0, [[SIZE]] 8
; CHECK-NEXT: %x2 = load i32, ptr addrspace(3) [[P2]], align 8
; CHECK: [[P3:%.*]] = getelementptr i8, ptr addrspace(3) %p0, [[SIZE]] 12
; CHECK-NEXT: %x3 = load i32, ptr addrspace(3) [[P3]], align 4
; NV0-LABEL: .entry xor_index(
; NV0-COUNT-4: ld.shared.b32
; AMD0-LABEL: xor_index:
; AMD0-COUNT-2: ds_read2_b32
; NV-LABEL: .entry xor_index(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: xor_index:
; AMD: ds_read_b128
; AMD-NOT: ds_read
define ptx_kernel void @xor_index(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %o0 = xor i32 %b, 0
  %q0 = zext i32 %o0 to i64
  %p0 = getelementptr i32, ptr addrspace(3) @s, i64 %q0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %o1 = xor i32 %b, 1
  %q1 = zext i32 %o1 to i64
  %p1 = getelementptr i32, ptr addrspace(3) @s, i64 %q1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %o2 = xor i32 %b, 2
  %q2 = zext i32 %o2 to i64
  %p2 = getelementptr i32, ptr addrspace(3) @s, i64 %q2
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %o3 = xor i32 %b, 3
  %q3 = zext i32 %o3 to i64
  %p3 = getelementptr i32, ptr addrspace(3) @s, i64 %q3
  %x3 = load i32, ptr addrspace(3) %p3, align 4
  %first = mul i32 %t, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; Stores to s[(8 t + 2 i) ^ 8 (t & 7)] of pairs of halves, in descending order.
; CHECK-LABEL: define {{.*}} @stores(
; CHECK: store <2 x half> %x3, ptr addrspace(3) %p3, align 4
; CHECK: [[P2:%.*]] = getelementptr i8, ptr addrspace(3) %p3, [[SIZE:i32|i64]] -4
; CHECK-NEXT: store <2 x half> %x2, ptr addrspace(3) [[P2]], align 8
; CHECK: [[P0:%.*]] = getelementptr i8, ptr addrspace(3) %p3, [[SIZE]] -12
; CHECK-NEXT: store <2 x half> %x0, ptr addrspace(3) [[P0]], align 16
; NV-LABEL: .entry stores(
; NV: st.shared.v4.b32
; NV: st.shared.v4.b32
; NV-NOT: st.shared
; AMD-LABEL: stores:
; AMD: ds_write_b128
; AMD: ds_write_b128
; AMD-NOT: ds_write
define ptx_kernel void @stores(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %f = shl i32 %t, 3
  %from = getelementptr half, ptr addrspace(1) %in, i32 %f
  %from0 = getelementptr <2 x half>, ptr addrspace(1) %from, i32 0
  %x0 = load <2 x half>, ptr addrspace(1) %from0
  %from1 = getelementptr <2 x half>, ptr addrspace(1) %from, i32 1
  %x1 = load <2 x half>, ptr addrspace(1) %from1
  %from2 = getelementptr <2 x half>, ptr addrspace(1) %from, i32 2
  %x2 = load <2 x half>, ptr addrspace(1) %from2
  %from3 = getelementptr <2 x half>, ptr addrspace(1) %from, i32 3
  %x3 = load <2 x half>, ptr addrspace(1) %from3
  %low = and i32 %t, 7
  %m = shl i32 %low, 3
  %o3 = or i32 %f, 6
  %w3 = xor i32 %o3, %m
  %p3 = getelementptr half, ptr addrspace(3) @s, i32 %w3
  store <2 x half> %x3, ptr addrspace(3) %p3, align 4
  %o2 = or i32 %f, 4
  %w2 = xor i32 %o2, %m
  %p2 = getelementptr half, ptr addrspace(3) @s, i32 %w2
  store <2 x half> %x2, ptr addrspace(3) %p2, align 4
  %o1 = or i32 %f, 2
  %w1 = xor i32 %o1, %m
  %p1 = getelementptr half, ptr addrspace(3) @s, i32 %w1
  store <2 x half> %x1, ptr addrspace(3) %p1, align 4
  %o0 = or i32 %f, 0
  %w0 = xor i32 %o0, %m
  %p0 = getelementptr half, ptr addrspace(3) @s, i32 %w0
  store <2 x half> %x0, ptr addrspace(3) %p0, align 4
  call void @read(ptr addrspace(1) %out)
  ret void
}

; Only the fifth of eight elements has an alignment.
; CHECK-LABEL: define {{.*}} @aligned_later(
; CHECK: %x0 = load i32, ptr addrspace(1) %p0, align 16
; CHECK: %x4 = load i32, ptr addrspace(1) {{%.*}}, align 16
; NV-LABEL: .entry aligned_later(
; NV-COUNT-2: ld.global.v4.b32
; NV-NOT: ld.global
; AMD-LABEL: aligned_later:
; AMD-COUNT-2: global_load_dwordx4
; AMD-NOT: global_load
define ptx_kernel void @aligned_later(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 3
  %p0 = getelementptr i32, ptr addrspace(1) %in, i32 %b
  %x0 = load i32, ptr addrspace(1) %p0, align 4
  %p1 = getelementptr i32, ptr addrspace(1) %p0, i32 1
  %x1 = load i32, ptr addrspace(1) %p1, align 4
  %p2 = getelementptr i32, ptr addrspace(1) %p0, i32 2
  %x2 = load i32, ptr addrspace(1) %p2, align 4
  %p3 = getelementptr i32, ptr addrspace(1) %p0, i32 3
  %x3 = load i32, ptr addrspace(1) %p3, align 4
  %p4 = getelementptr i32, ptr addrspace(1) %p0, i32 4
  %x4 = load i32, ptr addrspace(1) %p4, align 16
  %p5 = getelementptr i32, ptr addrspace(1) %p0, i32 5
  %x5 = load i32, ptr addrspace(1) %p5, align 4
  %p6 = getelementptr i32, ptr addrspace(1) %p0, i32 6
  %x6 = load i32, ptr addrspace(1) %p6, align 4
  %p7 = getelementptr i32, ptr addrspace(1) %p0, i32 7
  %x7 = load i32, ptr addrspace(1) %p7, align 4
  %first = mul i32 %t, 8
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  %to4 = getelementptr i32, ptr addrspace(1) %to, i32 4
  store i32 %x4, ptr addrspace(1) %to4
  %to5 = getelementptr i32, ptr addrspace(1) %to, i32 5
  store i32 %x5, ptr addrspace(1) %to5
  %to6 = getelementptr i32, ptr addrspace(1) %to, i32 6
  store i32 %x6, ptr addrspace(1) %to6
  %to7 = getelementptr i32, ptr addrspace(1) %to, i32 7
  store i32 %x7, ptr addrspace(1) %to7
  ret void
}

; i32, float, i16, half, i32, with an or. The vectorizer needs two accesses for
; them.
; CHECK-LABEL: define {{.*}} @mixed(
; CHECK: %x0 = load i32, ptr addrspace(3) %p0, align 16
; CHECK: %x1 = load float, ptr addrspace(3) {{%.*}}, align 4
; CHECK: %x2 = load i16, ptr addrspace(3) {{%.*}}, align 8
; CHECK: %x3 = load half, ptr addrspace(3) {{%.*}}, align 2
; CHECK: %x4 = load i32, ptr addrspace(3) {{%.*}}, align 4
; NV-LABEL: .entry mixed(
; FILLED-DAG: ld.shared.v4.b32
; FILLED-DAG: ld.shared.v2.b16
; GAP-DAG: ld.shared.v2.b32
; GAP-DAG: ld.shared.b32
; GAP-DAG: ld.shared.b32
; NV-NOT: ld.shared
; AMD-LABEL: mixed:
; AMD-DAG: ds_read_b64
; AMD-DAG: ds_read2_b32
; AMD-NOT: ds_read
define ptx_kernel void @mixed(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 4
  %o0 = or i32 %b, 0
  %q0 = zext i32 %o0 to i64
  %p0 = getelementptr i8, ptr addrspace(3) @s, i64 %q0
  %x0 = load i32, ptr addrspace(3) %p0
  %o1 = or i32 %b, 4
  %q1 = zext i32 %o1 to i64
  %p1 = getelementptr i8, ptr addrspace(3) @s, i64 %q1
  %x1 = load float, ptr addrspace(3) %p1
  %o2 = or i32 %b, 8
  %q2 = zext i32 %o2 to i64
  %p2 = getelementptr i8, ptr addrspace(3) @s, i64 %q2
  %x2 = load i16, ptr addrspace(3) %p2
  %o3 = or i32 %b, 10
  %q3 = zext i32 %o3 to i64
  %p3 = getelementptr i8, ptr addrspace(3) @s, i64 %q3
  %x3 = load half, ptr addrspace(3) %p3
  %o4 = or i32 %b, 12
  %q4 = zext i32 %o4 to i64
  %p4 = getelementptr i8, ptr addrspace(3) @s, i64 %q4
  %x4 = load i32, ptr addrspace(3) %p4
  %y1 = bitcast float %x1 to i32
  %y2 = zext i16 %x2 to i32
  %b3 = bitcast half %x3 to i16
  %y3 = zext i16 %b3 to i32
  %first = mul i32 %t, 5
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %y1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %y2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %y3, ptr addrspace(1) %to3
  %to4 = getelementptr i32, ptr addrspace(1) %to, i32 4
  store i32 %x4, ptr addrspace(1) %to4
  ret void
}

; A dynamic array that is aligned to 8: two accesses of 8 bytes.
; CHECK-LABEL: define {{.*}} @eight(
; CHECK: %x0 = load i32, ptr addrspace(3) %p0, align 8
; CHECK: %x1 = load i32, ptr addrspace(3) {{%.*}}, align 4
; CHECK: %x2 = load i32, ptr addrspace(3) {{%.*}}, align 8
; NV-LABEL: .entry eight(
; NV-COUNT-2: ld.shared.v2.b32
; NV-NOT: ld.shared
; AMD-LABEL: eight:
; AMD: ds_read2_b64
; AMD-NOT: ds_read
define ptx_kernel void @eight(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill_dynamic(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %o0 = or i32 %b, 0
  %p0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %o1 = or i32 %b, 1
  %p1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %o2 = or i32 %b, 2
  %p2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %o3 = or i32 %b, 3
  %p3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3, align 4
  %first = mul i32 %t, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; One of them is volatile: it is not changed, and nothing moves past it.
; CHECK-LABEL: define {{.*}} @volatile(
; CHECK: %x0 = load i32, ptr addrspace(3) %p0,
; CHECK: %x1 = load volatile i32, ptr addrspace(3) %p1, align 4
; CHECK: %x2 = load i32, ptr addrspace(3) %p2,
; CHECK: %x3 = load i32, ptr addrspace(3) {{%.*}}, align 4
; NV-LABEL: .entry volatile(
; NV: ld.shared.b32
; NV: ld.volatile.shared.b32
; NV: ld.shared.v2.b32
; NV-NOT: ld.shared
; AMD-LABEL: volatile:
; AMD: ds_read_b32
; AMD: ds_read_b32
; AMD: ds_read_b64
; AMD-NOT: ds_read
define ptx_kernel void @volatile(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %o0 = or i32 %b, 0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %o1 = or i32 %b, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load volatile i32, ptr addrspace(3) %p1, align 4
  %o2 = or i32 %b, 2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %o3 = or i32 %b, 3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3, align 4
  %first = mul i32 %t, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; Nothing becomes wider, and LLVM knows the distance: the address stays, since
; another one might only take other registers.
; CHECK-LABEL: define {{.*}} @known_and_narrow(
; NV-LABEL: .entry known_and_narrow(
; AMD-LABEL: {{^}}known_and_narrow:
; CHECK: %x0 = load i32, ptr addrspace(3) %p0, align 4
; CHECK: %x1 = load i32, ptr addrspace(3) %p1, align 4
define ptx_kernel void @known_and_narrow(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill_dynamic(ptr addrspace(1) %in)
  %b = mul i32 %t, 3
  %p0 = getelementptr i32, ptr addrspace(3) @words, i32 %b
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %o1 = add i32 %b, 1
  %p1 = getelementptr i32, ptr addrspace(3) @words, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %first = mul i32 %t, 2
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  ret void
}

; The same with an address that LLVM does not recognise as a neighbour's: it is
; stated, since AMD's targets join words of any alignment.
; CHECK-LABEL: define {{.*}} @unknown_and_narrow(
; NV-LABEL: .entry unknown_and_narrow(
; AMD-LABEL: {{^}}unknown_and_narrow:
; CHECK: %x0 = load i32, ptr addrspace(3) %p0, align 8
; CHECK: [[P1:%.*]] = getelementptr i8, ptr addrspace(3) %p0, i{{32|64}} 4
; CHECK-NEXT: %x1 = load i32, ptr addrspace(3) [[P1]], align 4
define ptx_kernel void @unknown_and_narrow(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill_dynamic(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %swizzle = and i32 %t, 12
  %o0 = xor i32 %b, %swizzle
  %p0 = getelementptr i32, ptr addrspace(3) @words, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %b1 = or i32 %b, 1
  %o1 = xor i32 %b1, %swizzle
  %p1 = getelementptr i32, ptr addrspace(3) @words, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %first = mul i32 %t, 2
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="64,1,1" }
