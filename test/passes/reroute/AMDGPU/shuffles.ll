; Exchanges that become registers and cross-lane moves, in waves of 64 and of 32.
; RUN: %f2opt -passes='f2layout<no-shared>' -S %s -o %t.64.ll \
; RUN:   -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.64.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %llc -mcpu=gfx942 %t.64.ll -o - | FileCheck %s --check-prefixes=GCN,GFX942
; RUN: %f2opt -passes='print<f2layout-roundtrips>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PRINT
; RUN: %f2sim --equal %s %t.64.ll --kernels all --block 32 --arg 2=1,7,400 --dynamic-shared 512
; RUN: %f2sim --equal %s %t.64.ll --kernel masked --block 128 --arg 2=0,1,37,64
; RUN: %f2sim --equal %s %t.64.ll --kernel loop --block 128 --arg 2=1,5
; RUN: %f2sim --equal %s %t.64.ll --kernel wide --block 128

; RUN: sed 's/gfx942/gfx1100/' %s >%t.before.ll
; RUN: %f2opt -passes='f2layout<no-shared>' -S %t.before.ll -o %t.32.ll
; RUN: %llc -mcpu=gfx1100 %t.32.ll -o - | FileCheck %s --check-prefixes=GCN,GFX1100
; RUN: %f2sim --equal %t.before.ll %t.32.ll --kernels all --block 32 --arg 2=1,7,400 --dynamic-shared 512
; RUN: %f2sim --equal %t.before.ll %t.32.ll --kernel masked --block 128 --arg 2=0,1,37,64
; RUN: %f2sim --equal %t.before.ll %t.32.ll --kernel wide --block 128

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@words = internal addrspace(3) global [256 x i32] poison, align 4
@bytes = internal addrspace(3) global [128 x i8] poison, align 4
@longs = internal addrspace(3) global [128 x i64] poison, align 8
@triples = internal addrspace(3) global [384 x i32] poison, align 4
@dynamic = external addrspace(3) global [0 x i32], align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.s.barrier()

; Each lane takes its neighbour's value.
; CHECK-LABEL: @neighbour(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK: call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %{{.*}}, i32 177, i32 15, i32 15, i1 true)
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each wave became 1 shuffle
; GCN-LABEL: {{^}}neighbour:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: v_mov_b32_dpp {{.*}} quad_perm:[1,0,3,2]
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
; PRINT-LABEL: exchanges in 'neighbour'
; PRINT-NEXT: block 128x1x1 or smaller
; PRINT-NEXT: exchange through words: 1 -> 1 x i32, warp of 64, affine
; PRINT-NEXT: images in (source register, source thread):
; PRINT-NEXT: register = []
; PRINT-NEXT: thread = {{\[\[0,1],\[0,2],\[0,4],\[0,8],\[0,16],\[0,32]]}}
; PRINT-NEXT: offset = [0,1]
define amdgpu_kernel void @neighbour(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Each thread reads back its own stores: two registers are swapped.
; CHECK-LABEL: @rename(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK-DAG: %[[V:.*]] = freeze i32 %v{{$}}
; CHECK-DAG: %[[V1:.*]] = freeze i32 %v1
; CHECK: store i32 %[[V1]], ptr addrspace(1) %o{{,}}
; CHECK: store i32 %[[V]], ptr addrspace(1) %o1{{,}}
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i32 per thread within each wave became a renaming of registers
; GCN-LABEL: {{^}}rename:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: global_store
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
define amdgpu_kernel void @rename(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = shl i32 %t, 1
  %t3 = or disjoint i32 %t2, 1
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %t3
  %v = load i32, ptr addrspace(1) %i
  %v1 = load i32, ptr addrspace(1) %i1
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t2
  %a1 = getelementptr i32, ptr addrspace(3) @words, i32 %t3
  store i32 %v, ptr addrspace(3) %a
  store i32 %v1, ptr addrspace(3) %a1
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %w = load i32, ptr addrspace(3) %a1
  %w1 = load i32, ptr addrspace(3) %a
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t2
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %t3
  store i32 %w, ptr addrspace(1) %o
  store i32 %w1, ptr addrspace(1) %o1
  ret void
}

; Four bytes per lane move in one 32-bit word.
; CHECK-LABEL: @pack(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK: bitcast <4 x i8> %{{.*}} to i32
; CHECK: call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %{{.*}}, i32 27, i32 15, i32 15, i1 true)
; CHECK: bitcast i32 %{{.*}} to <4 x i8>
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each wave became 1 shuffle
; GCN-LABEL: {{^}}pack:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: quad_perm:[3,2,1,0]
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
define amdgpu_kernel void @pack(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr <4 x i8>, ptr addrspace(1) %in, i32 %t
  %v = load <4 x i8>, ptr addrspace(1) %i
  %a = getelementptr <4 x i8>, ptr addrspace(3) @bytes, i32 %t
  store <4 x i8> %v, ptr addrspace(3) %a
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %x = xor i32 %t, 3
  %b = getelementptr <4 x i8>, ptr addrspace(3) @bytes, i32 %x
  %w = load <4 x i8>, ptr addrspace(3) %b
  %o = getelementptr <4 x i8>, ptr addrspace(1) %out, i32 %t
  store <4 x i8> %w, ptr addrspace(1) %o
  ret void
}

; A double is two words, so two shuffles.
; CHECK-LABEL: @wide(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK-COUNT-2: call i32 @llvm.amdgcn.ds.swizzle(i32 %{{.*}}, i32 16415)
; CHECK: bitcast <2 x i32> %{{.*}} to double
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i64 per thread within each wave became 2 shuffles
; GCN-LABEL: {{^}}wide:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GFX942: ds_swizzle_b32 {{.*}} offset:swizzle(SWAP,16)
; GFX942: ds_swizzle_b32 {{.*}} offset:swizzle(SWAP,16)
; GFX1100: v_permlanex16_b32
; GFX1100: v_permlanex16_b32
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
; PRINT-LABEL: exchanges in 'wide'
; PRINT: 1 -> 1 x i64
define amdgpu_kernel void @wide(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr double, ptr addrspace(1) %in, i32 %t
  %v = load double, ptr addrspace(1) %i
  %a = getelementptr double, ptr addrspace(3) @longs, i32 %t
  store double %v, ptr addrspace(3) %a
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %x = xor i32 %t, 16
  %b = getelementptr double, ptr addrspace(3) @longs, i32 %x
  %w = load double, ptr addrspace(3) %b
  %o = getelementptr double, ptr addrspace(1) %out, i32 %t
  store double %w, ptr addrspace(1) %o
  ret void
}

; Three elements per lane, blocked to striped, are no affine map of bits: the
; edges between registers are coloured, and three shuffles suffice.
; CHECK-LABEL: @colours(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK-COUNT-3: call i32 @llvm.amdgcn.ds.bpermute(
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 3 x i32 per thread within each wave became 3 shuffles, 6 selects
; GCN-LABEL: {{^}}colours:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: ds_bpermute_b32
; GCN: ds_bpermute_b32
; GCN: ds_bpermute_b32
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
; PRINT-LABEL: exchanges in 'colours'
; PRINT: 3 -> 3 x i32, warp of 64, not affine
define amdgpu_kernel void @colours(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t3 = mul i32 %t, 3
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t3
  %i1 = getelementptr i32, ptr addrspace(1) %i, i32 1
  %i2 = getelementptr i32, ptr addrspace(1) %i, i32 2
  %v = load i32, ptr addrspace(1) %i
  %v1 = load i32, ptr addrspace(1) %i1
  %v2 = load i32, ptr addrspace(1) %i2
  %a = getelementptr i32, ptr addrspace(3) @triples, i32 %t3
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 1
  %a2 = getelementptr i32, ptr addrspace(3) %a, i32 2
  store i32 %v, ptr addrspace(3) %a
  store i32 %v1, ptr addrspace(3) %a1
  store i32 %v2, ptr addrspace(3) %a2
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %b = getelementptr i32, ptr addrspace(3) @triples, i32 %t
  %b1 = getelementptr i32, ptr addrspace(3) %b, i32 32
  %b2 = getelementptr i32, ptr addrspace(3) %b, i32 64
  %w = load i32, ptr addrspace(3) %b
  %w1 = load i32, ptr addrspace(3) %b1
  %w2 = load i32, ptr addrspace(3) %b2
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o1 = getelementptr i32, ptr addrspace(1) %o, i32 32
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 64
  store i32 %w, ptr addrspace(1) %o
  store i32 %w1, ptr addrspace(1) %o1
  store i32 %w2, ptr addrspace(1) %o2
  ret void
}

; Only threads below n store, and only those whose partner did read: without the
; store, the value is frozen poison, which no thread uses.
; CHECK-LABEL: @masked(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK: join:
; CHECK-NEXT: %[[P:.*]] = phi i32 [ %v, %write ], [ poison, %entry ]
; CHECK-NEXT: %[[V:.*]] = freeze i32 %[[P]]
; CHECK-NEXT: %[[W:.*]] = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %[[V]], i32 177,
; CHECK-NEXT: br i1 %c, label %read, label %done
; CHECK: read:
; CHECK: store i32 %[[W]]
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each wave became 1 shuffle
; GCN-LABEL: {{^}}masked:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: quad_perm:[1,0,3,2]
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
define amdgpu_kernel void @masked(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %u = lshr i32 %t, 1
  %c = icmp slt i32 %u, %n
  br i1 %c, label %write, label %join
write:
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %a
  br label %join
join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %c, label %read, label %done
read:
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %done
done:
  ret void
}

; Two exchanges through one array, a barrier between them.
; CHECK-LABEL: @stages(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK: call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %{{.*}}, i32 177, i32 15, i32 15, i1 true)
; CHECK-NEXT: add i32
; CHECK-NEXT: freeze
; CHECK: call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %{{.*}}, i32 78, i32 15, i32 15, i1 true)
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; GCN-LABEL: {{^}}stages:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: quad_perm:[1,0,3,2]
; GCN: quad_perm:[2,3,0,1]
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
define amdgpu_kernel void @stages(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  %w = load i32, ptr addrspace(3) %b
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %s = add i32 %w, %t
  store i32 %s, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %y = xor i32 %t, 2
  %d = getelementptr i32, ptr addrspace(3) @words, i32 %y
  %z = load i32, ptr addrspace(3) %d
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %o
  ret void
}

; The exchange of a loop whose trip count is an argument.
; CHECK-LABEL: @loop(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK: body:
; CHECK: %[[V:.*]] = freeze i32 %p
; CHECK-NEXT: %[[W:.*]] = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %[[V]], i32 177,
; CHECK-SAME: i1 true)
; CHECK-NEXT: %q = add i32 %[[W]], %t
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; GCN-LABEL: {{^}}loop:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: quad_perm:[1,0,3,2]
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
define amdgpu_kernel void @loop(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %k1, %body ]
  %p = phi i32 [ %v, %entry ], [ %q, %body ]
  store i32 %p, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %q = add i32 %w, %t
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %body, label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %q, ptr addrspace(1) %o
  ret void
}

; A loop of two iterations contains two stores and two loads: it is unrolled.
; CHECK-LABEL: @unroll(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK-COUNT-2: call i32 @llvm.amdgcn.update.dpp.i32(
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i32 per thread within each wave became 2 shuffles
; GCN-LABEL: {{^}}unroll:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: quad_perm:[1,0,3,2]
; GCN: quad_perm:[1,0,3,2]
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
; PRINT-LABEL: exchanges in 'unroll'
; PRINT: stays in words: Unwritten
define amdgpu_kernel void @unroll(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = shl i32 %t, 1
  br label %writes
writes:
  %j = phi i32 [ 0, %entry ], [ %j1, %writes ]
  %at = add i32 %t2, %j
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %at
  store i32 %v, ptr addrspace(3) %a
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, 2
  br i1 %c, label %writes, label %sync
sync:
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  br label %reads
reads:
  %k = phi i32 [ 0, %sync ], [ %k1, %reads ]
  %x = xor i32 %t2, 2
  %to = add i32 %x, %k
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %to
  %w = load i32, ptr addrspace(3) %b
  %slot = add i32 %t2, %k
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %slot
  store i32 %w, ptr addrspace(1) %o
  %k1 = add i32 %k, 1
  %d = icmp ult i32 %k1, 2
  br i1 %d, label %reads, label %done
done:
  ret void
}

; Only the size of dynamic shared memory is unknown.
; CHECK-LABEL: @dynamic_array(
; CHECK-NOT: {{addrspace\(3\)|fence}}
; CHECK: call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %{{.*}}, i32 78, i32 15, i32 15, i1 true)
; CHECK-NOT: {{addrspace\(3\)|barrier|fence|dpp|swizzle|permute}}
; CHECK: ret void
; GCN-LABEL: {{^}}dynamic_array:
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: quad_perm:[2,3,0,1]
; GCN-NOT: {{ds_(read|write|load|store)|s_barrier}}
; GCN: s_endpgm
; PRINT-LABEL: exchanges in 'dynamic_array'
; PRINT: exchange through dynamic: 1 -> 1 x i32
define amdgpu_kernel void @dynamic_array(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr float, ptr addrspace(1) %in, i32 %t
  %v = load float, ptr addrspace(1) %i
  %a = getelementptr float, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr), i32 %t
  store float %v, ptr %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 2
  %b = getelementptr float, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr), i32 %x
  %w = load float, ptr %b
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" }
attributes #1 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,32" }
