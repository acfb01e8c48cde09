; Loads and stores that the vectorizer does not join: each thread has its own
; order, or only bits of addresses show that an access in between is elsewhere.
; RUN: %f2opt -passes=f2layout-access -S < %s > %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.ll | diff %t.ll -
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --dynamic-shared 1024 --quiet
; RUN: opt -passes=always-inline -S %t.ll | %llc -mcpu=sm_90 -o - | FileCheck %s --check-prefix=NV

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [512 x i32] poison, align 16
@dynamic = external addrspace(3) global [0 x i32], align 8

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define internal void @leave(i32 %t) noinline {
  %ends = icmp ult i32 %t, 1000
  br i1 %ends, label %end, label %loop
loop:
  br label %loop
end:
  ret void
}

; Both halves of s; each thread stores 16 bytes in each.
define internal void @fill(ptr addrspace(1) noalias %in) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %from, align 16
  %to = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  store <4 x i32> %x, ptr addrspace(3) %to, align 16
  %y = add <4 x i32> %x, splat (i32 1)
  %half = getelementptr i8, ptr addrspace(3) %to, i32 1024
  store <4 x i32> %y, ptr addrspace(3) %half, align 16
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
  %half = getelementptr i8, ptr addrspace(3) %from, i32 1024
  %y = load <4 x i32>, ptr addrspace(3) %half, align 16
  %behind = getelementptr i8, ptr addrspace(1) %to, i32 1024
  store <4 x i32> %y, ptr addrspace(1) %behind, align 16
  ret void
}

; s[4 t + (i ^ (t & 3))].
; CHECK-LABEL: define {{.*}} @by_thread(
; CHECK: [[WIDE:%.*]] = load <4 x i32>, ptr addrspace(3) {{%.*}}, align 16
; CHECK-COUNT-4: extractelement <4 x i32> [[WIDE]]
; CHECK-COUNT-8: select i1
; CHECK-NOT: select
; CHECK-NOT: load
; CHECK: ret void
; NV-LABEL: .entry by_thread(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: by_thread:
; AMD: ds_read_b128
; AMD-NOT: ds_read
define ptx_kernel void @by_thread(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; The order is the same in all threads, but unknown.
; CHECK-LABEL: define {{.*}} @by_argument(
; CHECK: load <4 x i32>, ptr addrspace(3) {{%.*}}, align 16
; CHECK-NOT: load
; CHECK: ret void
; NV-LABEL: .entry by_argument(
; NV: ld.shared.v4.b32
; AMD-LABEL: by_argument:
; AMD: ds_read_b128
define ptx_kernel void @by_argument(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %n, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Stores to s[4 t + ((t + i) & 3)].
; CHECK-LABEL: define {{.*}} @rotated_stores(
; CHECK-COUNT-8: select i1
; CHECK-NOT: select
; CHECK: [[WIDE:%.*]] = insertelement <4 x float> {{.*}}, i64 3
; CHECK: store <4 x float> [[WIDE]], ptr addrspace(3) {{%.*}}, align 16
; CHECK: call void @read
; NV-LABEL: .entry rotated_stores(
; NV: st.shared.v4.b32
; NV: st.shared.v4.b32
; NV: st.shared.v4.b32
; NV-NOT: st.shared
; AMD-LABEL: rotated_stores:
; AMD: ds_write_b128
; AMD: ds_write_b128
; AMD: ds_write_b128
; AMD-NOT: ds_write
define ptx_kernel void @rotated_stores(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %from = getelementptr float, ptr addrspace(1) %in, i32 %b
  %from0 = getelementptr float, ptr addrspace(1) %from, i32 0
  %x0 = load float, ptr addrspace(1) %from0
  %from1 = getelementptr float, ptr addrspace(1) %from, i32 1
  %x1 = load float, ptr addrspace(1) %from1
  %from2 = getelementptr float, ptr addrspace(1) %from, i32 2
  %x2 = load float, ptr addrspace(1) %from2
  %from3 = getelementptr float, ptr addrspace(1) %from, i32 3
  %x3 = load float, ptr addrspace(1) %from3
  %s0 = add i32 %t, 0
  %j0 = and i32 %s0, 3
  %o0 = or i32 %b, %j0
  %p0 = getelementptr float, ptr addrspace(3) @s, i32 %o0
  store float %x0, ptr addrspace(3) %p0
  %s1 = add i32 %t, 1
  %j1 = and i32 %s1, 3
  %o1 = or i32 %b, %j1
  %p1 = getelementptr float, ptr addrspace(3) @s, i32 %o1
  store float %x1, ptr addrspace(3) %p1
  %s2 = add i32 %t, 2
  %j2 = and i32 %s2, 3
  %o2 = or i32 %b, %j2
  %p2 = getelementptr float, ptr addrspace(3) @s, i32 %o2
  store float %x2, ptr addrspace(3) %p2
  %s3 = add i32 %t, 3
  %j3 = and i32 %s3, 3
  %o3 = or i32 %b, %j3
  %p3 = getelementptr float, ptr addrspace(3) @s, i32 %o3
  store float %x3, ptr addrspace(3) %p3
  call void @read(ptr addrspace(1) %out)
  ret void
}

; Eight halves, in eight orders: 24 selects.
; CHECK-LABEL: define {{.*}} @halves(
; CHECK: load <8 x half>, ptr addrspace(3) {{%.*}}, align 16
; CHECK-COUNT-24: select i1
; CHECK-NOT: select
; CHECK-NOT: load
; CHECK: ret void
; NV-LABEL: .entry halves(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: halves:
; AMD: ds_read_b128
; AMD-NOT: ds_read
define ptx_kernel void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 3
  %m = and i32 %t, 7
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr half, ptr addrspace(3) @s, i32 %o0
  %x0 = load half, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr half, ptr addrspace(3) @s, i32 %o1
  %x1 = load half, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr half, ptr addrspace(3) @s, i32 %o2
  %x2 = load half, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr half, ptr addrspace(3) @s, i32 %o3
  %x3 = load half, ptr addrspace(3) %p3
  %j4 = xor i32 %m, 4
  %o4 = add i32 %b, %j4
  %p4 = getelementptr half, ptr addrspace(3) @s, i32 %o4
  %x4 = load half, ptr addrspace(3) %p4
  %j5 = xor i32 %m, 5
  %o5 = add i32 %b, %j5
  %p5 = getelementptr half, ptr addrspace(3) @s, i32 %o5
  %x5 = load half, ptr addrspace(3) %p5
  %j6 = xor i32 %m, 6
  %o6 = add i32 %b, %j6
  %p6 = getelementptr half, ptr addrspace(3) @s, i32 %o6
  %x6 = load half, ptr addrspace(3) %p6
  %j7 = xor i32 %m, 7
  %o7 = add i32 %b, %j7
  %p7 = getelementptr half, ptr addrspace(3) @s, i32 %o7
  %x7 = load half, ptr addrspace(3) %p7
  %first = mul i32 %t, 8
  %to = getelementptr half, ptr addrspace(1) %out, i32 %first
  store half %x0, ptr addrspace(1) %to
  %to1 = getelementptr half, ptr addrspace(1) %to, i32 1
  store half %x1, ptr addrspace(1) %to1
  %to2 = getelementptr half, ptr addrspace(1) %to, i32 2
  store half %x2, ptr addrspace(1) %to2
  %to3 = getelementptr half, ptr addrspace(1) %to, i32 3
  store half %x3, ptr addrspace(1) %to3
  %to4 = getelementptr half, ptr addrspace(1) %to, i32 4
  store half %x4, ptr addrspace(1) %to4
  %to5 = getelementptr half, ptr addrspace(1) %to, i32 5
  store half %x5, ptr addrspace(1) %to5
  %to6 = getelementptr half, ptr addrspace(1) %to, i32 6
  store half %x6, ptr addrspace(1) %to6
  %to7 = getelementptr half, ptr addrspace(1) %to, i32 7
  store half %x7, ptr addrspace(1) %to7
  ret void
}

; Elements of several types are joined as integers.
; CHECK-LABEL: define {{.*}} @types(
; CHECK: load <4 x i32>, ptr addrspace(3) {{%.*}}, align 16
; CHECK: bitcast i32 {{%.*}} to float
; CHECK: bitcast i32 {{%.*}} to <2 x half>
; CHECK-NOT: load
; CHECK: ret void
; NV-LABEL: .entry types(
; NV: ld.shared.v4.b32
; AMD-LABEL: types:
; AMD: ds_read_b128
define ptx_kernel void @types(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load float, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load <2 x half>, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
  %y1 = bitcast float %x1 to i32
  %y2 = bitcast <2 x half> %x2 to i32
  %first = mul i32 %t, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %y1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %y2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %to, i32 3
  store i32 %x3, ptr addrspace(1) %to3
  ret void
}

; One half of s is read, and the other one is written between the loads. After
; the load of 16 bytes has moved, the stores have nothing between them.
; CHECK-LABEL: define {{.*}} @double_buffer(
; CHECK: load <4 x i32>, ptr addrspace(3) {{%.*}}, align 16
; CHECK-NOT: load
; CHECK: call void @read
; NV-LABEL: .entry double_buffer(
; NV: ld.shared.v4.b32
; NV: st.shared.v4.b32
; AMD-LABEL: double_buffer:
; AMD: ds_read_b128
; AMD: ds_write_b128
define ptx_kernel void @double_buffer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %half = and i32 %n, 1
  %k = shl i32 %half, 8
  %t4 = shl i32 %t, 2
  %b = or i32 %t4, %k
  %o0 = add i32 %b, 0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %y0 = add i32 %x0, 0
  %z0 = xor i32 %o0, 256
  %q0 = getelementptr i32, ptr addrspace(3) @s, i32 %z0
  store i32 %y0, ptr addrspace(3) %q0
  %o1 = add i32 %b, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %y1 = add i32 %x1, 1
  %z1 = xor i32 %o1, 256
  %q1 = getelementptr i32, ptr addrspace(3) @s, i32 %z1
  store i32 %y1, ptr addrspace(3) %q1
  %o2 = add i32 %b, 2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %y2 = add i32 %x2, 2
  %z2 = xor i32 %o2, 256
  %q2 = getelementptr i32, ptr addrspace(3) @s, i32 %z2
  store i32 %y2, ptr addrspace(3) %q2
  %o3 = add i32 %b, 3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
  %y3 = add i32 %x3, 3
  %z3 = xor i32 %o3, 256
  %q3 = getelementptr i32, ptr addrspace(3) @s, i32 %z3
  store i32 %y3, ptr addrspace(3) %q3
  call void @read(ptr addrspace(1) %out)
  ret void
}

; Even rows are read, an odd one is written: rows of 16 bytes, numbers from memory.
; CHECK-LABEL: define {{.*}} @rows(
; CHECK: load <4 x i32>, ptr addrspace(3) {{%.*}}, align 16
; CHECK-COUNT-3: store i32 0, ptr addrspace(3)
; CHECK-NOT: load
; CHECK: ret void
; NV-LABEL: .entry rows(
; NV: ld.shared.v4.b32
; AMD-LABEL: rows:
; AMD: ds_read_b128
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %rows) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %two = getelementptr i32, ptr addrspace(1) %rows, i32 %t
  %r = load i32, ptr addrspace(1) %two
  %two1 = getelementptr i32, ptr addrspace(1) %two, i32 64
  %w = load i32, ptr addrspace(1) %two1
  %re = and i32 %r, 126
  %w7 = and i32 %w, 127
  %wo = or i32 %w7, 1
  %b = shl i32 %re, 2
  %d = shl i32 %wo, 2
  %o0 = add i32 %b, 0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %q0 = getelementptr i32, ptr addrspace(3) @s, i32 %d
  store i32 0, ptr addrspace(3) %q0
  %o1 = add i32 %b, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  store i32 0, ptr addrspace(3) %q0
  %o2 = add i32 %b, 2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  store i32 0, ptr addrspace(3) %q0
  %o3 = add i32 %b, 3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Not joined: one is volatile.
; CHECK-LABEL: define {{.*}} @volatile(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @volatile(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load volatile i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Not joined: it is unknown to which of the elements the store in between goes.
; CHECK-LABEL: define {{.*}} @store_somewhere(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @store_somewhere(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %n3 = and i32 %n, 3
  %z = or i32 %b, %n3
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %z
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  store i32 7, ptr addrspace(3) %q
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Not joined: half of the store's word overlaps.
; CHECK-LABEL: define {{.*}} @store_same_half(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @store_same_half(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %z = shl i32 %t, 4
  %z1 = or i32 %z, 14
  %q = getelementptr i8, ptr addrspace(3) @s, i32 %z1
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  store i32 7, ptr addrspace(3) %q, align 2
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Not joined: the function may not return.
; CHECK-LABEL: define {{.*}} @call(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @call(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  call void @leave(i32 %t)
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Not joined: other threads may write before the barrier.
; CHECK-LABEL: define {{.*}} @barrier(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @barrier(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Not joined: the 16 bytes are not known to be aligned to 16.
; CHECK-LABEL: define {{.*}} @aligned_to_8(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @aligned_to_8(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  call void @fill_dynamic(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; But pairs of them are known to be aligned to 8.
; CHECK-LABEL: define {{.*}} @pairs_aligned_to_8(
; CHECK-COUNT-2: load <2 x i32>, ptr addrspace(3) {{%.*}}, align 8
; CHECK-NOT: load
; CHECK: ret void
define ptx_kernel void @pairs_aligned_to_8(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  call void @fill_dynamic(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 1
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; Not joined: with an even n two of them read the same element.
; CHECK-LABEL: define {{.*}} @unknown_step(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @unknown_step(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m0 = mul i32 %n, 0
  %j0 = and i32 %m0, 3
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %m1 = mul i32 %n, 1
  %j1 = and i32 %m1, 3
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %m2 = mul i32 %n, 2
  %j2 = and i32 %m2, 3
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %m3 = mul i32 %n, 3
  %j3 = and i32 %m3, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
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

; No load reads the fourth element, which may not exist: a pair, and one.
; CHECK-LABEL: define {{.*}} @three(
; CHECK: load <2 x i32>, ptr addrspace(3) {{%.*}}, align 8
; CHECK-NOT: load <
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @three(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %x2 = load i32, ptr addrspace(3) %p2
  %first = mul i32 %t, 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %to, i32 2
  store i32 %x2, ptr addrspace(1) %to2
  ret void
}

; Not joined: two of the loads are conditional.
; CHECK-LABEL: define {{.*}} @predicated(
; CHECK-NOT: load <
; CHECK: ret void
define ptx_kernel void @predicated(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = add i32 %b, %j0
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0
  %j3 = xor i32 %m, 3
  %o3 = add i32 %b, %j3
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %o3
  %x3 = load i32, ptr addrspace(3) %p3
  %is = icmp eq i32 %n, 0
  br i1 %is, label %then, label %end
then:
  %j1 = xor i32 %m, 1
  %o1 = add i32 %b, %j1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %z1 = load i32, ptr addrspace(3) %p1
  %j2 = xor i32 %m, 2
  %o2 = add i32 %b, %j2
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %o2
  %z2 = load i32, ptr addrspace(3) %p2
  br label %end
end:
  %x1 = phi i32 [ 0, %0 ], [ %z1, %then ]
  %x2 = phi i32 [ 0, %0 ], [ %z2, %then ]
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

; Stores and loads of one pair: either group may be joined, but not both, since
; x1 is the value that the first store has written.
; CHECK-LABEL: define {{.*}} @crossing(
; CHECK-NOT: load <
; CHECK: store <2 x i32>
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @crossing(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %b = shl i32 %t, 1
  %low = and i32 %t, 1
  %high = xor i32 %low, 1
  %o0 = or i32 %b, %low
  %o1 = or i32 %b, %high
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  store i32 %t, ptr addrspace(3) %p0
  %x0 = load i32, ptr addrspace(3) %p1
  store i32 -1, ptr addrspace(3) %p1
  %x1 = load i32, ptr addrspace(3) %p0
  %first = mul i32 %t, 2
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %first
  store i32 %x0, ptr addrspace(1) %to
  %to1 = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %x1, ptr addrspace(1) %to1
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="64,1,1" }

; Two structures of eight bytes, which change places in every other thread: two
; accesses are cheaper than one and four selects.
; CHECK-LABEL: define {{.*}} @two_structures(
; CHECK-NOT: store <4 x i32>
; CHECK: call void @read(
; NV-LABEL: .entry two_structures(
; NV-COUNT-2: st.shared.v2.b32
define ptx_kernel void @two_structures(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = xor i32 %t, 1
  %own = getelementptr i64, ptr addrspace(3) @s, i32 %t
  %own4 = getelementptr i8, ptr addrspace(3) %own, i32 4
  %other = getelementptr i64, ptr addrspace(3) @s, i32 %u
  %other4 = getelementptr i8, ptr addrspace(3) %other, i32 4
  %even = icmp ult i32 %t, %u
  br i1 %even, label %store, label %end
store:
  store i32 %u, ptr addrspace(3) %own, align 8
  store i32 %t, ptr addrspace(3) %own4, align 4
  store i32 7, ptr addrspace(3) %other, align 8
  store i32 %u, ptr addrspace(3) %other4, align 4
  br label %end
end:
  call void @read(ptr addrspace(1) %out)
  ret void
}
