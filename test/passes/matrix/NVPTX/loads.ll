; Fragments of m16n8k16 that are loaded by hand become ldmatrix.
; RUN: %f2opt -passes=f2layout-matrix -S %s -o %t.ll -pass-remarks=f2layout-matrix 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --fill 0=iota16
; RUN: %llc -mcpu=sm_75 -mattr=+ptx70 %t.ll -o - | FileCheck %s --check-prefix=PTX

; A second run changes nothing.
; RUN: %f2opt -S <%t.ll >%t.once.ll
; RUN: %f2opt -passes=f2layout-matrix -S <%t.ll >%t.twice.ll
; RUN: diff %t.once.ll %t.twice.ll

; The target lacks the instruction.
; RUN: sed 's/sm_75/sm_70/' %s >%t.70.ll
; RUN: %f2opt -passes=f2layout-matrix -S %t.70.ll | FileCheck %s --check-prefix=NONE
; NONE-NOT: ldmatrix

target triple = "nvptx64-nvidia-cuda"

; clang aligns arrays of halves to 2; rows need 16.
; CHECK: @a = internal addrspace(3) global [64 x [64 x half]] poison, align 16
; CHECK: @b = internal addrspace(3) global [64 x [72 x half]] poison, align 16
@a = internal addrspace(3) global [64 x [64 x half]] poison, align 2
@b = internal addrspace(3) global [64 x [72 x half]] poison, align 2

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Four loads of 32 bits: lanes 0 to 7 point at the rows of the first matrix, at
; column 0; 8 to 15 at those of the second, eight rows further; 16 to 31 at the
; same rows, eight columns further.
; CHECK-LABEL: @plain(
; CHECK: %[[T:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-DAG: %[[LOW:.*]] = and i32 %[[T]], 7
; CHECK-DAG: %[[ROW:.*]] = shl nuw nsw i32 %[[LOW]], 2
; CHECK-DAG: %[[WARP:.*]] = and i32 %[[T]], -32
; CHECK-DAG: or i32 %[[WARP]], %[[ROW]]
; CHECK-DAG: and i32 %[[T]], 8
; CHECK-DAG: and i32 %[[T]], 16
; CHECK: %[[M:.*]] = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(
; CHECK-NOT: {{load .*addrspace\(3\)|ldmatrix}}
; CHECK: ret void
; REMARK: 4 loads from shared array a became 1 matrix load of 4 matrices of 8 rows of 16 bytes: 32 -> 32 wavefronts per warp{{( \(in [^ ]+\))?$}}
; PTX-LABEL: .entry plain(
; PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {
; PTX: ret;
define ptx_kernel void @plain(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 128
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 128, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = lshr i32 %t, 5
  %first = shl i32 %warp, 4
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r0 = add i32 %first, %group
  %r1 = add i32 %r0, 8
  %c1 = add i32 %pair, 8
  %p0 = getelementptr [64 x half], ptr addrspace(3) @a, i32 %r0, i32 %pair
  %p1 = getelementptr [64 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %p2 = getelementptr [64 x half], ptr addrspace(3) @a, i32 %r0, i32 %c1
  %p3 = getelementptr [64 x half], ptr addrspace(3) @a, i32 %r1, i32 %c1
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %x2 = load i32, ptr addrspace(3) %p2, align 4
  %x3 = load <2 x half>, ptr addrspace(3) %p3, align 4
  %w3 = bitcast <2 x half> %x3 to i32
  %o.i = mul i32 %t, 4
  %o.p = getelementptr i32, ptr addrspace(1) %out, i32 %o.i
  %o.0 = insertelement <4 x i32> poison, i32 %x0, i32 0
  %o.1 = insertelement <4 x i32> %o.0, i32 %x1, i32 1
  %o.2 = insertelement <4 x i32> %o.1, i32 %x2, i32 2
  %o.3 = insertelement <4 x i32> %o.2, i32 %w3, i32 3
  store <4 x i32> %o.3, ptr addrspace(1) %o.p, align 16
  ret void
}

; Neighbours of a column, joined in three ways, from padded rows: no part of the
; joining remains. One half also has a use of its own.
; CHECK-LABEL: @transposed(
; CHECK: %[[M:.*]] = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
; CHECK: %[[W0:.*]] = extractvalue { i32, i32, i32, i32 } %[[M]], 0
; CHECK: %[[W1:.*]] = extractvalue { i32, i32, i32, i32 } %[[M]], 1
; CHECK: %[[W2:.*]] = extractvalue { i32, i32, i32, i32 } %[[M]], 2
; CHECK: %[[W3:.*]] = extractvalue { i32, i32, i32, i32 } %[[M]], 3
; CHECK-NOT: {{load .*addrspace\(3\)|ldmatrix|mov.b32|or disjoint}}
; CHECK: %[[HIGH:.*]] = lshr i32 %[[W3]], 16
; CHECK: trunc i32 %[[HIGH]] to i16
; CHECK-DAG: insertelement <4 x i32> poison, i32 %[[W0]], i{{32|64}} 0
; CHECK-DAG: insertelement <4 x i32> %{{.*}}, i32 %[[W1]], i{{32|64}} 1
; CHECK-DAG: insertelement <4 x i32> %{{.*}}, i32 %[[W2]], i{{32|64}} 2
; CHECK-DAG: insertelement <4 x i32> %{{.*}}, i32 %[[W3]], i{{32|64}} 3
; CHECK: ret void
; REMARK: 8 loads from shared array b became 1 matrix load of 4 matrices of 8 rows of 16 bytes, transposed: 8 -> 4 wavefronts per warp
; PTX-LABEL: .entry transposed(
; PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {
; PTX: ret;
define ptx_kernel void @transposed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @b, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %next = or disjoint i32 %pair, 1
  %k8 = or disjoint i32 %pair, 8
  %k9 = or disjoint i32 %pair, 9
  %n8 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %pair, i32 %group
  %p1 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %next, i32 %group
  %p2 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %k8, i32 %group
  %p3 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %k9, i32 %group
  %q0 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %pair, i32 %n8
  %q1 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %next, i32 %n8
  %q2 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %k8, i32 %n8
  %q3 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %k9, i32 %n8
  %a0 = load i16, ptr addrspace(3) %p0, align 2
  %a1 = load i16, ptr addrspace(3) %p1, align 2
  %a2 = load half, ptr addrspace(3) %p2, align 2
  %a3 = load half, ptr addrspace(3) %p3, align 2
  %b0 = load i16, ptr addrspace(3) %q0, align 2
  %b1 = load i16, ptr addrspace(3) %q1, align 2
  %b2 = load i16, ptr addrspace(3) %q2, align 2
  %b3 = load i16, ptr addrspace(3) %q3, align 2
  %a0w = zext i16 %a0 to i32
  %a1w = zext i16 %a1 to i32
  %a1s = shl nuw i32 %a1w, 16
  %w0 = or disjoint i32 %a1s, %a0w
  %a2v = insertelement <2 x half> poison, half %a2, i32 0
  %a3v = insertelement <2 x half> %a2v, half %a3, i32 1
  %w1 = bitcast <2 x half> %a3v to i32
  %w2 = call i32 asm "{  mov.b32 $0, {$1,$2};}", "=r,h,h"(i16 %b0, i16 %b1) #1
  %b2w = zext i16 %b2 to i32
  %b3w = zext i16 %b3 to i32
  %b3s = shl nuw i32 %b3w, 16
  %w3 = or disjoint i32 %b2w, %b3s
  %alone = getelementptr i16, ptr addrspace(1) %out, i32 %t
  %alone.to = getelementptr i8, ptr addrspace(1) %alone, i32 4096
  store i16 %b3, ptr addrspace(1) %alone.to, align 2
  %o.i = mul i32 %t, 4
  %o.p = getelementptr i32, ptr addrspace(1) %out, i32 %o.i
  %o.0 = insertelement <4 x i32> poison, i32 %w0, i32 0
  %o.1 = insertelement <4 x i32> %o.0, i32 %w1, i32 1
  %o.2 = insertelement <4 x i32> %o.1, i32 %w2, i32 2
  %o.3 = insertelement <4 x i32> %o.2, i32 %w3, i32 3
  store <4 x i32> %o.3, ptr addrspace(1) %o.p, align 16
  ret void
}

; A tile that is swizzled by hand, in a loop over columns: the other lane's
; address is computed in the loop, and one operation adds the matrix's column.
; CHECK-LABEL: @swizzled(
; CHECK: loop:
; CHECK: xor
; CHECK-NOT: select
; CHECK: call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(
; CHECK-NOT: {{load .*addrspace\(3\)|ldmatrix}}
; CHECK: ret void
; REMARK: 2 loads from shared array a became 1 matrix load of 2 matrices of 8 rows of 16 bytes: 2 -> 2 wavefronts per warp
define ptx_kernel void @swizzled(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %fill = mul i32 %t, 128
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 128, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %group = lshr i32 %lane, 2
  %low = and i32 %lane, 3
  %pair = shl i32 %low, 1
  %turn = shl i32 %group, 3
  %row = getelementptr [64 x half], ptr addrspace(3) @a, i32 %group
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %c0 = or disjoint i32 %k, %pair
  %s0 = xor i32 %c0, %turn
  %p0 = getelementptr half, ptr addrspace(3) %row, i32 %s0
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %c1 = or disjoint i32 %c0, 8
  %s1 = xor i32 %c1, %turn
  %p1 = getelementptr half, ptr addrspace(3) %row, i32 %s1
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %turn.at = shl i32 %k, 2
  %at = add i32 %turn.at, %t
  %o.i = mul i32 %at, 4
  %o.p = getelementptr i32, ptr addrspace(1) %out, i32 %o.i
  %o.0 = insertelement <4 x i32> poison, i32 %x0, i32 0
  %o.1 = insertelement <4 x i32> %o.0, i32 %x1, i32 1
  %o.2 = insertelement <4 x i32> %o.1, i32 %x0, i32 2
  %o.3 = insertelement <4 x i32> %o.2, i32 %x1, i32 3
  store <4 x i32> %o.3, ptr addrspace(1) %o.p, align 16
  %k.next = add nuw nsw i32 %k, 16
  %more = icmp ult i32 %k.next, 64
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; A lane's own store comes first, without a barrier: other lanes need a barrier.
; CHECK-LABEL: @own(
; CHECK: store i16
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16.p3(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
; REMARK: 2 loads from shared array b became 1 matrix load of 1 matrix of 8 rows of 16 bytes, transposed: 2 -> 1 wavefront per warp, with 1 new warp barrier
define ptx_kernel void @own(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @b, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %group = lshr i32 %t, 2
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %next = or disjoint i32 %pair, 1
  %p0 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %pair, i32 %group
  %p1 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %next, i32 %group
  %lane = and i32 %t, 31
  %mine = trunc i32 %lane to i16
  store i16 %mine, ptr addrspace(3) %p0, align 2
  %a0 = load i16, ptr addrspace(3) %p0, align 2
  %a1 = load i16, ptr addrspace(3) %p1, align 2
  %a0w = zext i16 %a0 to i32
  %a1w = zext i16 %a1 to i32
  %a1s = shl nuw i32 %a1w, 16
  %w0 = or disjoint i32 %a1s, %a0w
  %o.i = mul i32 %t, 4
  %o.p = getelementptr i32, ptr addrspace(1) %out, i32 %o.i
  %o.0 = insertelement <4 x i32> poison, i32 %w0, i32 0
  %o.1 = insertelement <4 x i32> %o.0, i32 %w0, i32 1
  %o.2 = insertelement <4 x i32> %o.1, i32 %w0, i32 2
  %o.3 = insertelement <4 x i32> %o.2, i32 %w0, i32 3
  store <4 x i32> %o.3, ptr addrspace(1) %o.p, align 16
  ret void
}

; Pointers that advance along the rows: the other lane gets its own pointer.
; CHECK-LABEL: @walking(
; CHECK: loop:
; CHECK: %[[P:.*]] = phi ptr addrspace(3) [ %{{.*}}, %entry ], [ %[[N:.*]], %loop ]
; CHECK: %[[AT:.*]] = getelementptr i8, ptr addrspace(3) %[[P]]
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %[[AT]])
; CHECK: %[[N]] = getelementptr i8, ptr addrspace(3) %[[P]], i32 32
; CHECK: ret void
; REMARK: 4 loads from shared memory became 1 matrix load of 4 matrices of 8 rows of 16 bytes: 4 -> 4 wavefronts per warp
define ptx_kernel void @walking(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @b, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @b, i32 %r1, i32 %pair
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %q0 = phi ptr addrspace(3) [ %p0, %entry ], [ %q0n, %loop ]
  %q1 = phi ptr addrspace(3) [ %p1, %entry ], [ %q1n, %loop ]
  %x0 = load i32, ptr addrspace(3) %q0, align 4
  %x1 = load i32, ptr addrspace(3) %q1, align 4
  %c0 = getelementptr i8, ptr addrspace(3) %q0, i32 16
  %c1 = getelementptr i8, ptr addrspace(3) %q1, i32 16
  %x2 = load i32, ptr addrspace(3) %c0, align 4
  %x3 = load i32, ptr addrspace(3) %c1, align 4
  %q0n = getelementptr i8, ptr addrspace(3) %q0, i32 32
  %q1n = getelementptr i8, ptr addrspace(3) %q1, i32 32
  %ka = mul i32 %k, 512
  %ti = mul i32 %t, 4
  %at = add i32 %ka, %ti
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %x0, ptr addrspace(1) %o, align 4
  %o1 = getelementptr i8, ptr addrspace(1) %o, i32 4
  store i32 %x1, ptr addrspace(1) %o1, align 4
  %o2 = getelementptr i8, ptr addrspace(1) %o, i32 8
  store i32 %x2, ptr addrspace(1) %o2, align 4
  %o3 = getelementptr i8, ptr addrspace(1) %o, i32 12
  store i32 %x3, ptr addrspace(1) %o3, align 4
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k.next, 4
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare void @llvm.memcpy.p3.p1.i32(ptr addrspace(3), ptr addrspace(1), i32, i1)

attributes #0 = { "target-cpu"="sm_75" "target-features"="+ptx70" "f2layout-block"="64,1,1" }
attributes #1 = { nounwind memory(none) }
