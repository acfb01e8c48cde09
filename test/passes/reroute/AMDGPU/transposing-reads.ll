; Neighbours of a column, from rows: an operand of a matrix product on CDNA. On
; gfx950 one read transposes them; other targets load single bytes or halves.
; RUN: %if gfx950 %{ %f2opt -passes=f2layout -S %s -o %t.ll -pass-remarks=f2layout-reroute 2>%t.remarks %}
; RUN: %if gfx950 %{ FileCheck %s --input-file=%t.ll %}
; RUN: %if gfx950 %{ FileCheck %s --check-prefix=REMARK --input-file=%t.remarks %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=GCN %}
; RUN: %if gfx950 %{ %f2sim --equal %s %t.ll --kernels all --block 256 %}

; A second run changes nothing.
; RUN: %if gfx950 %{ %f2opt -S <%t.ll >%t.once.ll %}
; RUN: %if gfx950 %{ %f2opt -passes=f2layout -S <%t.ll >%t.twice.ll %}
; RUN: %if gfx950 %{ diff %t.once.ll %t.twice.ll %}

; gfx942 has no such reads, and an incomplete wave must not run them.
; RUN: sed 's/gfx950/gfx942/' %s >%t.942.before.ll
; RUN: %f2opt -passes=f2layout -S %t.942.before.ll -o %t.942.ll
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t.942.ll
; RUN: %f2sim --equal %t.942.before.ll %t.942.ll --kernels all --block 256
; RUN: sed 's/"f2layout-block"="256,1,1"//; s/"256,256"/"1,256"/' %s >%t.any.before.ll
; RUN: %f2opt -passes=f2layout -S %t.any.before.ll -o %t.any.ll
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t.any.ll
; RUN: %f2sim --equal %t.any.before.ll %t.any.ll --kernel halves --block 100
; NONE-NOT: ds.read.tr

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@halves.tile = internal addrspace(3) global [1024 x i16] poison, align 16
@bytes.tile = internal addrspace(3) global [2048 x i8] poison, align 16
@block.tile = internal addrspace(3) global [4096 x i16] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; A wave has 16 rows of 16 halves, four of a row per lane, and needs four of a
; column: lane 16 g + c gets rows 4 g to 4 g + 3 of column c.
; CHECK-LABEL: @halves(
; CHECK: store <2 x i32> {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3)
; CHECK-NOT: {{load .*addrspace\(3\)|ds.read|amdgcn.perm|select}}
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 4 x i16 per thread within each wave became 1 matrix load, 1 store of 8 bytes, 6 LDS cycles:
; GCN-LABEL: {{^}}halves:
; GCN: ds_write_b64
; GCN: ds_read_b64_tr_b16
; GCN-NOT: {{ds_read|v_perm|s_barrier}}
; GCN: s_endpgm
define amdgpu_kernel void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %c = and i32 %lane, 15
  %g = lshr i32 %lane, 4
  %slice = mul i32 %warp, 256
  %first = mul i32 %t, 4
  %row = mul i32 %lane, 4
  %store = add i32 %slice, %row
  %down = mul i32 %g, 64
  %at = add i32 %down, %c
  %load = add i32 %slice, %at
  %e0 = add i32 %first, 0
  %i0 = getelementptr i16, ptr addrspace(1) %in, i32 %e0
  %v0 = load <4 x i16>, ptr addrspace(1) %i0, align 8
  %s0 = add i32 %store, 0
  %a0 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %s0
  store <4 x i16> %v0, ptr addrspace(3) %a0, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l0.0 = add i32 %load, 0
  %b0.0 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %l0.0
  %x0.0 = load i16, ptr addrspace(3) %b0.0
  %w0.0 = insertelement <4 x i16> poison, i16 %x0.0, i32 0
  %l0.1 = add i32 %load, 16
  %b0.1 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %l0.1
  %x0.1 = load i16, ptr addrspace(3) %b0.1
  %w0.1 = insertelement <4 x i16> %w0.0, i16 %x0.1, i32 1
  %l0.2 = add i32 %load, 32
  %b0.2 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %l0.2
  %x0.2 = load i16, ptr addrspace(3) %b0.2
  %w0.2 = insertelement <4 x i16> %w0.1, i16 %x0.2, i32 2
  %l0.3 = add i32 %load, 48
  %b0.3 = getelementptr i16, ptr addrspace(3) @halves.tile, i32 %l0.3
  %x0.3 = load i16, ptr addrspace(3) %b0.3
  %w0.3 = insertelement <4 x i16> %w0.2, i16 %x0.3, i32 3
  %o0 = getelementptr i16, ptr addrspace(1) %out, i32 %e0
  store <4 x i16> %w0.3, ptr addrspace(1) %o0, align 8
  ret void
}

; 32 rows of 16 bytes, eight of a row per lane: two words.
; CHECK-LABEL: @bytes(
; CHECK: store <2 x i32> {{.*}}, ptr addrspace(3)
; CHECK: call <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3)
; CHECK-NOT: {{load .*addrspace\(3\)|ds.read|amdgcn.perm|select}}
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 8 x i8 per thread within each wave became 1 matrix load, 1 store of 8 bytes, 6 LDS cycles:
; GCN-LABEL: {{^}}bytes:
; GCN: ds_write_b64
; GCN: ds_read_b64_tr_b8
; GCN-NOT: {{ds_read|v_perm|s_barrier}}
; GCN: s_endpgm
define amdgpu_kernel void @bytes(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %c = and i32 %lane, 15
  %g = lshr i32 %lane, 4
  %slice = mul i32 %warp, 512
  %first = mul i32 %t, 8
  %row = mul i32 %lane, 8
  %store = add i32 %slice, %row
  %down = mul i32 %g, 128
  %at = add i32 %down, %c
  %load = add i32 %slice, %at
  %i = getelementptr i8, ptr addrspace(1) %in, i32 %first
  %v0 = load i32, ptr addrspace(1) %i, align 8
  %a = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %store
  store i32 %v0, ptr addrspace(3) %a, align 8
  %i4 = getelementptr i8, ptr addrspace(1) %i, i32 4
  %v1 = load i32, ptr addrspace(1) %i4, align 4
  %a4 = getelementptr i8, ptr addrspace(3) %a, i32 4
  store i32 %v1, ptr addrspace(3) %a4, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l0 = add i32 %load, 0
  %b0 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l0
  %x0 = load i8, ptr addrspace(3) %b0
  %z0 = zext i8 %x0 to i32
  %l1 = add i32 %load, 16
  %b1 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l1
  %x1 = load i8, ptr addrspace(3) %b1
  %z1 = zext i8 %x1 to i32
  %s1 = shl i32 %z1, 8
  %w1 = or disjoint i32 %z0, %s1
  %l2 = add i32 %load, 32
  %b2 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l2
  %x2 = load i8, ptr addrspace(3) %b2
  %z2 = zext i8 %x2 to i32
  %s2 = shl i32 %z2, 16
  %w2 = or disjoint i32 %w1, %s2
  %l3 = add i32 %load, 48
  %b3 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l3
  %x3 = load i8, ptr addrspace(3) %b3
  %z3 = zext i8 %x3 to i32
  %s3 = shl i32 %z3, 24
  %w3 = or disjoint i32 %w2, %s3
  %o0 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %p0 = getelementptr i8, ptr addrspace(1) %o0, i32 0
  store i32 %w3, ptr addrspace(1) %p0, align 4
  %l4 = add i32 %load, 64
  %b4 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l4
  %x4 = load i8, ptr addrspace(3) %b4
  %z4 = zext i8 %x4 to i32
  %l5 = add i32 %load, 80
  %b5 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l5
  %x5 = load i8, ptr addrspace(3) %b5
  %z5 = zext i8 %x5 to i32
  %s5 = shl i32 %z5, 8
  %w5 = or disjoint i32 %z4, %s5
  %l6 = add i32 %load, 96
  %b6 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l6
  %x6 = load i8, ptr addrspace(3) %b6
  %z6 = zext i8 %x6 to i32
  %s6 = shl i32 %z6, 16
  %w6 = or disjoint i32 %w5, %s6
  %l7 = add i32 %load, 112
  %b7 = getelementptr i8, ptr addrspace(3) @bytes.tile, i32 %l7
  %x7 = load i8, ptr addrspace(3) %b7
  %z7 = zext i8 %x7 to i32
  %s7 = shl i32 %z7, 24
  %w7 = or disjoint i32 %w6, %s7
  %o1 = getelementptr i8, ptr addrspace(1) %out, i32 %first
  %p1 = getelementptr i8, ptr addrspace(1) %o1, i32 4
  store i32 %w7, ptr addrspace(1) %p1, align 4
  ret void
}

; 64 rows of 64 halves; eight threads store each row. A wave needs 16 columns of
; them, four times four rows per lane.
; CHECK-LABEL: @block(
; CHECK-COUNT-4: call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3)
; CHECK-NOT: {{load .*addrspace\(3\)|ds.read}}
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 16 x i16 per thread across the block became 4 matrix loads, 2 stores of 16 bytes, 24 LDS cycles:
; GCN-LABEL: {{^}}block:
; GCN: s_barrier
; GCN-COUNT-4: ds_read_b64_tr_b16
; GCN-NOT: {{ds_read|v_perm}}
; GCN: s_endpgm
define amdgpu_kernel void @block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %c = and i32 %lane, 15
  %g = lshr i32 %lane, 4
  %first = mul i32 %t, 16
  %store = mul i32 %t, 8
  %down = mul i32 %g, 512
  %right = mul i32 %warp, 16
  %over = add i32 %down, %right
  %load = add i32 %over, %c
  %e0 = add i32 %first, 0
  %i0 = getelementptr i16, ptr addrspace(1) %in, i32 %e0
  %v0 = load <8 x i16>, ptr addrspace(1) %i0, align 16
  %s0 = add i32 %store, 0
  %a0 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %s0
  store <8 x i16> %v0, ptr addrspace(3) %a0, align 16
  %e1 = add i32 %first, 8
  %i1 = getelementptr i16, ptr addrspace(1) %in, i32 %e1
  %v1 = load <8 x i16>, ptr addrspace(1) %i1, align 16
  %s1 = add i32 %store, 2048
  %a1 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %s1
  store <8 x i16> %v1, ptr addrspace(3) %a1, align 16
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l0.0 = add i32 %load, 0
  %b0.0 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.0
  %x0.0 = load i16, ptr addrspace(3) %b0.0
  %w0.0 = insertelement <8 x i16> poison, i16 %x0.0, i32 0
  %l0.1 = add i32 %load, 64
  %b0.1 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.1
  %x0.1 = load i16, ptr addrspace(3) %b0.1
  %w0.1 = insertelement <8 x i16> %w0.0, i16 %x0.1, i32 1
  %l0.2 = add i32 %load, 128
  %b0.2 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.2
  %x0.2 = load i16, ptr addrspace(3) %b0.2
  %w0.2 = insertelement <8 x i16> %w0.1, i16 %x0.2, i32 2
  %l0.3 = add i32 %load, 192
  %b0.3 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.3
  %x0.3 = load i16, ptr addrspace(3) %b0.3
  %w0.3 = insertelement <8 x i16> %w0.2, i16 %x0.3, i32 3
  %l0.4 = add i32 %load, 256
  %b0.4 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.4
  %x0.4 = load i16, ptr addrspace(3) %b0.4
  %w0.4 = insertelement <8 x i16> %w0.3, i16 %x0.4, i32 4
  %l0.5 = add i32 %load, 320
  %b0.5 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.5
  %x0.5 = load i16, ptr addrspace(3) %b0.5
  %w0.5 = insertelement <8 x i16> %w0.4, i16 %x0.5, i32 5
  %l0.6 = add i32 %load, 384
  %b0.6 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.6
  %x0.6 = load i16, ptr addrspace(3) %b0.6
  %w0.6 = insertelement <8 x i16> %w0.5, i16 %x0.6, i32 6
  %l0.7 = add i32 %load, 448
  %b0.7 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l0.7
  %x0.7 = load i16, ptr addrspace(3) %b0.7
  %w0.7 = insertelement <8 x i16> %w0.6, i16 %x0.7, i32 7
  %o0 = getelementptr i16, ptr addrspace(1) %out, i32 %e0
  store <8 x i16> %w0.7, ptr addrspace(1) %o0, align 16
  %l1.0 = add i32 %load, 2048
  %b1.0 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.0
  %x1.0 = load i16, ptr addrspace(3) %b1.0
  %w1.0 = insertelement <8 x i16> poison, i16 %x1.0, i32 0
  %l1.1 = add i32 %load, 2112
  %b1.1 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.1
  %x1.1 = load i16, ptr addrspace(3) %b1.1
  %w1.1 = insertelement <8 x i16> %w1.0, i16 %x1.1, i32 1
  %l1.2 = add i32 %load, 2176
  %b1.2 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.2
  %x1.2 = load i16, ptr addrspace(3) %b1.2
  %w1.2 = insertelement <8 x i16> %w1.1, i16 %x1.2, i32 2
  %l1.3 = add i32 %load, 2240
  %b1.3 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.3
  %x1.3 = load i16, ptr addrspace(3) %b1.3
  %w1.3 = insertelement <8 x i16> %w1.2, i16 %x1.3, i32 3
  %l1.4 = add i32 %load, 2304
  %b1.4 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.4
  %x1.4 = load i16, ptr addrspace(3) %b1.4
  %w1.4 = insertelement <8 x i16> %w1.3, i16 %x1.4, i32 4
  %l1.5 = add i32 %load, 2368
  %b1.5 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.5
  %x1.5 = load i16, ptr addrspace(3) %b1.5
  %w1.5 = insertelement <8 x i16> %w1.4, i16 %x1.5, i32 5
  %l1.6 = add i32 %load, 2432
  %b1.6 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.6
  %x1.6 = load i16, ptr addrspace(3) %b1.6
  %w1.6 = insertelement <8 x i16> %w1.5, i16 %x1.6, i32 6
  %l1.7 = add i32 %load, 2496
  %b1.7 = getelementptr i16, ptr addrspace(3) @block.tile, i32 %l1.7
  %x1.7 = load i16, ptr addrspace(3) %b1.7
  %w1.7 = insertelement <8 x i16> %w1.6, i16 %x1.7, i32 7
  %o1 = getelementptr i16, ptr addrspace(1) %out, i32 %e1
  store <8 x i16> %w1.7, ptr addrspace(1) %o1, align 16
  ret void
}

attributes #0 = { "target-cpu"="gfx950" "amdgpu-flat-work-group-size"="256,256" "f2layout-block"="256,1,1" }
