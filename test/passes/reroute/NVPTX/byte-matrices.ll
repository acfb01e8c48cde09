; Bytes are transposed on their way through shared memory if ldmatrix and
; stmatrix support them.
; REQUIRES: sm_100
; RUN: %f2opt -passes='f2layout<no-shuffle>' -S %s -o %t.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %llc -mcpu=sm_100a %t.ll -o - | FileCheck %s --check-prefix=PTX
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128

; A second run changes nothing.
; RUN: %f2opt -S <%t.ll >%t.once.ll
; RUN: %f2opt -passes='f2layout<no-shuffle>' -S <%t.ll >%t.twice.ll
; RUN: diff %t.once.ll %t.twice.ll

; They need the processor's own features, or its family's.
; RUN: sed 's/sm_100a/sm_100/' %s >%t.100.before.ll
; RUN: %f2opt -passes='f2layout<no-shuffle>' -S %t.100.before.ll -o %t.100.ll
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t.100.ll
; RUN: %f2sim --equal %t.100.before.ll %t.100.ll --kernels all --block 128
; NONE-NOT: m16n

target triple = "nvptx64-nvidia-cuda"

@columns.tile = internal addrspace(3) global [1024 x i8] undef, align 16
@rows.tile = internal addrspace(3) global [2048 x i8] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)

; 16 rows of 16 bytes: a lane has 8 bytes of one, and needs four of column lane
; / 4 and four of the column eight further.
; CHECK-LABEL: @columns(
; CHECK: call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8.p3(
; CHECK-NOT: {{load .*addrspace\(3\)|ldmatrix|prmt|select}}
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 8 x i8 per thread within each warp became 1 matrix load, 1 store of 8 bytes, 4 wavefronts:
; PTX-LABEL: .entry columns(
; PTX: ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8
; PTX: ret;
define ptx_kernel void @columns(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %slice = mul i32 %warp, 256
  %first = mul i32 %t, 8
  %own = mul i32 %lane, 8
  %store = add i32 %slice, %own
  %c = lshr i32 %lane, 2
  %g = and i32 %lane, 3
  %down = mul i32 %g, 64
  %at = add i32 %down, %c
  %load = add i32 %slice, %at
  %i0 = getelementptr i8, ptr addrspace(1) %in, i32 %first
  %j0 = getelementptr i8, ptr addrspace(1) %i0, i32 0
  %v0 = load i32, ptr addrspace(1) %j0, align 4
  %a0 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %store
  %b0 = getelementptr i8, ptr addrspace(3) %a0, i32 0
  store i32 %v0, ptr addrspace(3) %b0, align 4
  %i1 = getelementptr i8, ptr addrspace(1) %in, i32 %first
  %j1 = getelementptr i8, ptr addrspace(1) %i1, i32 4
  %v1 = load i32, ptr addrspace(1) %j1, align 4
  %a1 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %store
  %b1 = getelementptr i8, ptr addrspace(3) %a1, i32 4
  store i32 %v1, ptr addrspace(3) %b1, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %l0 = add i32 %load, 0
  %p0 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l0
  %x0 = load i8, ptr addrspace(3) %p0
  %z0 = zext i8 %x0 to i32
  %l1 = add i32 %load, 16
  %p1 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l1
  %x1 = load i8, ptr addrspace(3) %p1
  %z1 = zext i8 %x1 to i32
  %s1 = shl i32 %z1, 8
  %w1 = or disjoint i32 %z0, %s1
  %l2 = add i32 %load, 32
  %p2 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l2
  %x2 = load i8, ptr addrspace(3) %p2
  %z2 = zext i8 %x2 to i32
  %s2 = shl i32 %z2, 16
  %w2 = or disjoint i32 %w1, %s2
  %l3 = add i32 %load, 48
  %p3 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l3
  %x3 = load i8, ptr addrspace(3) %p3
  %z3 = zext i8 %x3 to i32
  %s3 = shl i32 %z3, 24
  %w3 = or disjoint i32 %w2, %s3
  %o0 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %q0 = getelementptr i8, ptr addrspace(1) %o0, i32 0
  store i32 %w3, ptr addrspace(1) %q0, align 4
  %l4 = add i32 %load, 8
  %p4 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l4
  %x4 = load i8, ptr addrspace(3) %p4
  %z4 = zext i8 %x4 to i32
  %l5 = add i32 %load, 24
  %p5 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l5
  %x5 = load i8, ptr addrspace(3) %p5
  %z5 = zext i8 %x5 to i32
  %s5 = shl i32 %z5, 8
  %w5 = or disjoint i32 %z4, %s5
  %l6 = add i32 %load, 40
  %p6 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l6
  %x6 = load i8, ptr addrspace(3) %p6
  %z6 = zext i8 %x6 to i32
  %s6 = shl i32 %z6, 16
  %w6 = or disjoint i32 %w5, %s6
  %l7 = add i32 %load, 56
  %p7 = getelementptr i8, ptr addrspace(3) @columns.tile, i32 %l7
  %x7 = load i8, ptr addrspace(3) %p7
  %z7 = zext i8 %x7 to i32
  %s7 = shl i32 %z7, 24
  %w7 = or disjoint i32 %w6, %s7
  %o1 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %q1 = getelementptr i8, ptr addrspace(1) %o1, i32 4
  store i32 %w7, ptr addrspace(1) %q1, align 4
  ret void
}

; The inverse: a lane has two bytes each of column lane / 4 and of the column
; eight further, for each eight rows, and needs a row.
; CHECK-LABEL: @rows(
; CHECK: call void @llvm.nvvm.stmatrix.sync.aligned.m16n8.x4.trans.b8.p3(
; CHECK-NOT: {{stmatrix|ldmatrix|prmt|select}}
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 16 x i8 per thread within each warp became 1 matrix store, 1 load of 16 bytes, 8 wavefronts:
; PTX-LABEL: .entry rows(
; PTX: stmatrix.sync.aligned.m16n8.x4.trans.shared.b8
; PTX: ret;
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %slice = mul i32 %warp, 512
  %first = mul i32 %t, 16
  %own = mul i32 %lane, 16
  %load = add i32 %slice, %own
  %c = lshr i32 %lane, 2
  %g = and i32 %lane, 3
  %down = mul i32 %g, 32
  %at = add i32 %down, %c
  %store = add i32 %slice, %at
  %i0 = getelementptr i8, ptr addrspace(1) %in, i32 %first
  %j0 = getelementptr i8, ptr addrspace(1) %i0, i32 0
  %v0 = load i32, ptr addrspace(1) %j0, align 4
  %h0.0 = lshr i32 %v0, 0
  %x0.0 = trunc i32 %h0.0 to i8
  %s0.0 = add i32 %store, 0
  %a0.0 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s0.0
  store i8 %x0.0, ptr addrspace(3) %a0.0
  %h0.1 = lshr i32 %v0, 8
  %x0.1 = trunc i32 %h0.1 to i8
  %s0.1 = add i32 %store, 16
  %a0.1 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s0.1
  store i8 %x0.1, ptr addrspace(3) %a0.1
  %h0.2 = lshr i32 %v0, 16
  %x0.2 = trunc i32 %h0.2 to i8
  %s0.2 = add i32 %store, 8
  %a0.2 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s0.2
  store i8 %x0.2, ptr addrspace(3) %a0.2
  %h0.3 = lshr i32 %v0, 24
  %x0.3 = trunc i32 %h0.3 to i8
  %s0.3 = add i32 %store, 24
  %a0.3 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s0.3
  store i8 %x0.3, ptr addrspace(3) %a0.3
  %i1 = getelementptr i8, ptr addrspace(1) %in, i32 %first
  %j1 = getelementptr i8, ptr addrspace(1) %i1, i32 4
  %v1 = load i32, ptr addrspace(1) %j1, align 4
  %h1.0 = lshr i32 %v1, 0
  %x1.0 = trunc i32 %h1.0 to i8
  %s1.0 = add i32 %store, 128
  %a1.0 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s1.0
  store i8 %x1.0, ptr addrspace(3) %a1.0
  %h1.1 = lshr i32 %v1, 8
  %x1.1 = trunc i32 %h1.1 to i8
  %s1.1 = add i32 %store, 144
  %a1.1 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s1.1
  store i8 %x1.1, ptr addrspace(3) %a1.1
  %h1.2 = lshr i32 %v1, 16
  %x1.2 = trunc i32 %h1.2 to i8
  %s1.2 = add i32 %store, 136
  %a1.2 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s1.2
  store i8 %x1.2, ptr addrspace(3) %a1.2
  %h1.3 = lshr i32 %v1, 24
  %x1.3 = trunc i32 %h1.3 to i8
  %s1.3 = add i32 %store, 152
  %a1.3 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s1.3
  store i8 %x1.3, ptr addrspace(3) %a1.3
  %i2 = getelementptr i8, ptr addrspace(1) %in, i32 %first
  %j2 = getelementptr i8, ptr addrspace(1) %i2, i32 8
  %v2 = load i32, ptr addrspace(1) %j2, align 4
  %h2.0 = lshr i32 %v2, 0
  %x2.0 = trunc i32 %h2.0 to i8
  %s2.0 = add i32 %store, 256
  %a2.0 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s2.0
  store i8 %x2.0, ptr addrspace(3) %a2.0
  %h2.1 = lshr i32 %v2, 8
  %x2.1 = trunc i32 %h2.1 to i8
  %s2.1 = add i32 %store, 272
  %a2.1 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s2.1
  store i8 %x2.1, ptr addrspace(3) %a2.1
  %h2.2 = lshr i32 %v2, 16
  %x2.2 = trunc i32 %h2.2 to i8
  %s2.2 = add i32 %store, 264
  %a2.2 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s2.2
  store i8 %x2.2, ptr addrspace(3) %a2.2
  %h2.3 = lshr i32 %v2, 24
  %x2.3 = trunc i32 %h2.3 to i8
  %s2.3 = add i32 %store, 280
  %a2.3 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s2.3
  store i8 %x2.3, ptr addrspace(3) %a2.3
  %i3 = getelementptr i8, ptr addrspace(1) %in, i32 %first
  %j3 = getelementptr i8, ptr addrspace(1) %i3, i32 12
  %v3 = load i32, ptr addrspace(1) %j3, align 4
  %h3.0 = lshr i32 %v3, 0
  %x3.0 = trunc i32 %h3.0 to i8
  %s3.0 = add i32 %store, 384
  %a3.0 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s3.0
  store i8 %x3.0, ptr addrspace(3) %a3.0
  %h3.1 = lshr i32 %v3, 8
  %x3.1 = trunc i32 %h3.1 to i8
  %s3.1 = add i32 %store, 400
  %a3.1 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s3.1
  store i8 %x3.1, ptr addrspace(3) %a3.1
  %h3.2 = lshr i32 %v3, 16
  %x3.2 = trunc i32 %h3.2 to i8
  %s3.2 = add i32 %store, 392
  %a3.2 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s3.2
  store i8 %x3.2, ptr addrspace(3) %a3.2
  %h3.3 = lshr i32 %v3, 24
  %x3.3 = trunc i32 %h3.3 to i8
  %s3.3 = add i32 %store, 408
  %a3.3 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %s3.3
  store i8 %x3.3, ptr addrspace(3) %a3.3
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %l0 = add i32 %load, 0
  %p0 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %l0
  %r0 = load i32, ptr addrspace(3) %p0, align 4
  %o0 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %q0 = getelementptr i8, ptr addrspace(1) %o0, i32 0
  store i32 %r0, ptr addrspace(1) %q0, align 4
  %l1 = add i32 %load, 4
  %p1 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %l1
  %r1 = load i32, ptr addrspace(3) %p1, align 4
  %o1 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %q1 = getelementptr i8, ptr addrspace(1) %o1, i32 4
  store i32 %r1, ptr addrspace(1) %q1, align 4
  %l2 = add i32 %load, 8
  %p2 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %l2
  %r2 = load i32, ptr addrspace(3) %p2, align 4
  %o2 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %q2 = getelementptr i8, ptr addrspace(1) %o2, i32 8
  store i32 %r2, ptr addrspace(1) %q2, align 4
  %l3 = add i32 %load, 12
  %p3 = getelementptr i8, ptr addrspace(3) @rows.tile, i32 %l3
  %r3 = load i32, ptr addrspace(3) %p3, align 4
  %o3 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %q3 = getelementptr i8, ptr addrspace(1) %o3, i32 12
  store i32 %r3, ptr addrspace(1) %q3, align 4
  ret void
}

attributes #0 = { "target-cpu"="sm_100a" "target-features"="+ptx86" "nvvm.reqntid"="128,1,1" }
