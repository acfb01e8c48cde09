; Exchanges that become registers and shuffles, in IR and in PTX.
; RUN: %f2opt -passes='f2layout<no-shared>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %llc -mcpu=sm_90 -mattr=+ptx80 %t.after.ll -o - | FileCheck %s --check-prefix=PTX
; RUN: %f2opt -passes='print<f2layout-roundtrips>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PRINT
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32 --arg 2=1,7,400 --dynamic-shared 512
; RUN: %f2sim --equal %s %t.after.ll --kernel masked --block 128 --arg 2=0,1,37,64
; RUN: %f2sim --equal %s %t.after.ll --kernel loop --block 128 --arg 2=1,5
; RUN: %f2sim --equal %s %t.after.ll --kernel stages --block 96
; RUN: %f2sim --equal %s %t.after.ll --kernel half_warp --block 128

target triple = "nvptx64-nvidia-cuda"

@words = internal addrspace(3) global [256 x i32] undef, align 4
@bytes = internal addrspace(3) global [128 x i8] undef, align 4
@longs = internal addrspace(3) global [128 x i64] undef, align 8
@triples = internal addrspace(3) global [384 x i32] undef, align 4
@dynamic = external addrspace(3) global [0 x i32], align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Each lane takes its neighbour's value.
; CHECK-LABEL: @neighbour(
; CHECK-NOT: addrspace(3)
; CHECK: %[[V:.*]] = freeze i32 %v
; CHECK: %[[W:.*]] = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %[[V]], i32 1, i32 31)
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store i32 %[[W]]
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became 1 shuffle: {{[0-9.]+ -> [0-9.]+}} clocks per warp, bound 1{{( \(in [^ ]+\))?$}}
; PTX-LABEL: .entry neighbour(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX: shfl.sync.bfly.b32 {{.*}}, 1, 31, -1;
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
; PRINT-LABEL: exchanges in 'neighbour'
; PRINT-NEXT: block 128x1x1 or smaller
; PRINT-NEXT: exchange through words: 1 -> 1 x i32, warp of 32, affine
; PRINT-NEXT: images in (source register, source thread):
; PRINT-NEXT: register = []
; PRINT-NEXT: thread = {{\[\[0,1],\[0,2],\[0,4],\[0,8],\[0,16]]}}
; PRINT-NEXT: offset = [0,1]
define ptx_kernel void @neighbour(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Each thread reads back its own stores: two registers are swapped.
; CHECK-LABEL: @rename(
; CHECK-NOT: addrspace(3)
; CHECK-DAG: %[[V:.*]] = freeze i32 %v{{$}}
; CHECK-DAG: %[[V1:.*]] = freeze i32 %v1
; CHECK: store i32 %[[V1]], ptr addrspace(1) %o{{,}}
; CHECK: store i32 %[[V]], ptr addrspace(1) %o1{{,}}
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i32 per thread within each warp became a renaming of registers
; PTX-LABEL: .entry rename(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX: st.global
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
; PRINT-LABEL: exchanges in 'rename'
; PRINT: register = {{\[\[1,0]]}}
define ptx_kernel void @rename(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
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
; CHECK-NOT: addrspace(3)
; CHECK: bitcast <4 x i8> %{{.*}} to i32
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 3, i32 31)
; CHECK: bitcast i32 %{{.*}} to <4 x i8>
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became 1 shuffle
; PTX-LABEL: .entry pack(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX: shfl.sync.bfly.b32 {{.*}}, 3, 31, -1;
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
define ptx_kernel void @pack(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr <4 x i8>, ptr addrspace(1) %in, i32 %t
  %v = load <4 x i8>, ptr addrspace(1) %i
  %a = getelementptr <4 x i8>, ptr addrspace(3) @bytes, i32 %t
  store <4 x i8> %v, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %x = xor i32 %t, 3
  %b = getelementptr <4 x i8>, ptr addrspace(3) @bytes, i32 %x
  %w = load <4 x i8>, ptr addrspace(3) %b
  %o = getelementptr <4 x i8>, ptr addrspace(1) %out, i32 %t
  store <4 x i8> %w, ptr addrspace(1) %o
  ret void
}

; A double is two words, so two shuffles.
; CHECK-LABEL: @wide(
; CHECK-NOT: addrspace(3)
; CHECK-COUNT-2: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 16, i32 31)
; CHECK: bitcast <2 x i32> %{{.*}} to double
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i64 per thread within each warp became 2 shuffles
; PTX-LABEL: .entry wide(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX-COUNT-2: shfl.sync.bfly.b32 {{.*}}, 16, 31, -1;
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
; PRINT-LABEL: exchanges in 'wide'
; PRINT: 1 -> 1 x i64
define ptx_kernel void @wide(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr double, ptr addrspace(1) %in, i32 %t
  %v = load double, ptr addrspace(1) %i
  %a = getelementptr double, ptr addrspace(3) @longs, i32 %t
  store double %v, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
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
; CHECK-NOT: addrspace(3)
; CHECK-COUNT-3: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1,
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 3 x i32 per thread within each warp became 3 shuffles, 6 selects
; PTX-LABEL: .entry colours(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX-COUNT-3: shfl.sync.idx.b32
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
; PRINT-LABEL: exchanges in 'colours'
; PRINT: 3 -> 3 x i32, warp of 32, not affine
define ptx_kernel void @colours(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
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
; CHECK-NOT: addrspace(3)
; CHECK: join:
; CHECK-NEXT: %[[P:.*]] = phi i32 [ %v, %write ], [ poison, %entry ]
; CHECK-NEXT: %[[V:.*]] = freeze i32 %[[P]]
; CHECK-NEXT: %[[W:.*]] = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %[[V]], i32 1, i32 31)
; CHECK-NEXT: br i1 %c, label %read, label %done
; CHECK: read:
; CHECK: store i32 %[[W]]
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became 1 shuffle
; PTX-LABEL: .entry masked(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX: shfl.sync.bfly.b32
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
define ptx_kernel void @masked(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
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
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
; CHECK-NEXT: add i32
; CHECK-NEXT: freeze
; CHECK-NEXT: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 2, i32 31)
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; PTX-LABEL: .entry stages(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX-COUNT-2: shfl.sync.bfly.b32
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
; PRINT-LABEL: exchanges in 'stages'
; PRINT-COUNT-2: 1 -> 1 x i32
define ptx_kernel void @stages(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  %w = load i32, ptr addrspace(3) %b
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s = add i32 %w, %t
  store i32 %s, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = xor i32 %t, 2
  %d = getelementptr i32, ptr addrspace(3) @words, i32 %y
  %z = load i32, ptr addrspace(3) %d
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %o
  ret void
}

; The exchange of a loop whose trip count is an argument.
; CHECK-LABEL: @loop(
; CHECK-NOT: addrspace(3)
; CHECK: body:
; CHECK: %[[V:.*]] = freeze i32 %p
; CHECK-NEXT: %[[W:.*]] = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %[[V]], i32 1, i32 31)
; CHECK-NEXT: %q = add i32 %[[W]], %t
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; PTX-LABEL: .entry loop(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX: shfl.sync.bfly.b32
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
define ptx_kernel void @loop(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
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
; CHECK-NOT: addrspace(3)
; CHECK-COUNT-2: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 2 x i32 per thread within each warp became 2 shuffles
; PTX-LABEL: .entry unroll(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX-COUNT-2: shfl.sync.bfly.b32
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
; PRINT-LABEL: exchanges in 'unroll'
; PRINT: stays in words: Unwritten: no store is known to run before a barrier
define ptx_kernel void @unroll(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
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

; The lower half of the warp exchanges on its own, under a barrier for its lanes.
; CHECK-LABEL: @half_warp(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %m, i32 %{{.*}}, i32 8, i32 31)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; PTX-LABEL: .entry half_warp(
; PTX-NOT: {{(ld|st)\.shared}}
; PTX: shfl.sync.bfly.b32 {{.*}}, 8, 31, %r{{[0-9]+}};
define ptx_kernel void @half_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %h = and i32 %t, 16
  %m = shl i32 65535, %h
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 %m)
  %x = xor i32 %t, 8
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Only the size of dynamic shared memory is unknown.
; CHECK-LABEL: @dynamic_array(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 2, i32 31)
; CHECK-NOT: {{addrspace\(3\)|barrier|shfl}}
; CHECK: ret void
; PTX-LABEL: .entry dynamic_array(
; PTX-NOT: {{(ld|st)\.shared|bar\.}}
; PTX: shfl.sync.bfly.b32
; PTX-NOT: {{(ld|st)\.shared|bar\.|shfl}}
; PTX: ret;
; PRINT-LABEL: exchanges in 'dynamic_array'
; PRINT: exchange through dynamic: 1 -> 1 x i32
define ptx_kernel void @dynamic_array(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr float, ptr addrspace(1) %in, i32 %t
  %v = load float, ptr addrspace(1) %i
  %a = getelementptr float, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr), i32 %t
  store float %v, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 2
  %b = getelementptr float, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr), i32 %x
  %w = load float, ptr %b
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.maxntid"="32" }
