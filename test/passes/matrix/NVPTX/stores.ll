; Fragments of accumulators that are stored by hand become stmatrix, on sm_90.
; RUN: %if stmatrix %{ %f2opt -passes=f2layout-matrix -S %s -o %t.ll -pass-remarks=f2layout-matrix 2>%t.remarks %}
; RUN: %if stmatrix %{ FileCheck %s --input-file=%t.ll %}
; RUN: %if stmatrix %{ FileCheck %s --check-prefix=REMARK --input-file=%t.remarks %}
; RUN: %if stmatrix %{ %f2sim --equal %s %t.ll --kernels all --block 16,4 %}
; RUN: %if stmatrix %{ %llc -mcpu=sm_90 -mattr=+ptx80 %t.ll -o - | FileCheck %s --check-prefix=PTX %}
; RUN: sed 's/sm_90/sm_80/' %s >%t.80.ll
; RUN: %f2opt -passes=f2layout-matrix -S %t.80.ll | FileCheck %s --check-prefix=NONE
; NONE-NOT: stmatrix

target triple = "nvptx64-nvidia-cuda"

@c = internal addrspace(3) global [2 x [16 x [24 x half]]] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Blocks of 16 x 4: lane bit 4 is a bit of threadIdx.y. Words of two halves,
; unchanged.
; CHECK-LABEL: @rows(
; CHECK-NOT: store {{.*}}addrspace(3)
; CHECK-DAG: %[[W0:.*]] = extractelement <4 x i32> %w, i64 0
; CHECK-DAG: %[[W1:.*]] = extractelement <4 x i32> %w, i64 1
; CHECK-DAG: %[[W2:.*]] = extractelement <4 x i32> %w, i64 2
; CHECK-DAG: %[[W3:.*]] = extractelement <4 x i32> %w, i64 3
; CHECK: call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %{{.*}}, i32 %[[W0]], i32 %[[W1]], i32 %[[W2]], i32 %[[W3]])
; CHECK-NOT: {{stmatrix|bar.warp.sync|store .*addrspace\(3\)}}
; CHECK: ret void
; REMARK: 4 stores to shared array c became 1 matrix store of 4 matrices of 8 rows of 16 bytes: 4 -> 4 wavefronts per warp
; PTX-LABEL: .entry rows(
; PTX: stmatrix.sync.aligned.m8n8.x4.shared.b16 [
; PTX: ret;
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y16 = shl i32 %y, 4
  %t = or disjoint i32 %y16, %x
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %w = load <4 x i32>, ptr addrspace(1) %from, align 16
  %w0 = extractelement <4 x i32> %w, i32 0
  %w1 = extractelement <4 x i32> %w, i32 1
  %w2 = extractelement <4 x i32> %w, i32 2
  %w3 = extractelement <4 x i32> %w, i32 3
  %warp = lshr i32 %t, 5
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %c1 = add i32 %pair, 8
  %p0 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %group, i32 %pair
  %p1 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %r1, i32 %pair
  %p2 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %group, i32 %c1
  %p3 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %r1, i32 %c1
  store i32 %w0, ptr addrspace(3) %p0, align 4
  store i32 %w1, ptr addrspace(3) %p1, align 4
  store i32 %w2, ptr addrspace(3) %p2, align 4
  store i32 %w3, ptr addrspace(3) %p3, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %all = getelementptr <4 x i32>, ptr addrspace(3) @c, i32 %t
  %v = load <4 x i32>, ptr addrspace(3) %all, align 16
  %to = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %v, ptr addrspace(1) %to, align 16
  ret void
}

; Halves of words to neighbours of a column: the words are not split.
; CHECK-LABEL: @columns(
; CHECK: %[[W0:.*]] = extractelement <2 x i32> %w, i64 0
; CHECK: %[[W1:.*]] = extractelement <2 x i32> %w, i64 1
; CHECK-NEXT: call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %{{.*}}, i32 %[[W0]], i32 %[[W1]])
; CHECK-NOT: {{stmatrix|bar.warp.sync|store .*addrspace\(3\)}}
; CHECK: ret void
; REMARK: 4 stores to shared array c became 1 matrix store of 2 matrices of 8 rows of 16 bytes, transposed: 4 -> 2 wavefronts per warp
define ptx_kernel void @columns(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y16 = shl i32 %y, 4
  %t = or disjoint i32 %y16, %x
  %from = getelementptr <2 x i32>, ptr addrspace(1) %in, i32 %t
  %w = load <2 x i32>, ptr addrspace(1) %from, align 8
  %w0 = extractelement <2 x i32> %w, i32 0
  %w1 = extractelement <2 x i32> %w, i32 1
  %a0 = trunc i32 %w0 to i16
  %a0h = lshr i32 %w0, 16
  %a1 = trunc i32 %a0h to i16
  %w1v = bitcast i32 %w1 to <2 x half>
  %b0 = extractelement <2 x half> %w1v, i32 0
  %b1 = extractelement <2 x half> %w1v, i32 1
  %warp = lshr i32 %t, 5
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %next = or disjoint i32 %pair, 1
  %n8 = add i32 %group, 8
  %p0 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %pair, i32 %group
  %p1 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %next, i32 %group
  %q0 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %pair, i32 %n8
  %q1 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %next, i32 %n8
  store i16 %a0, ptr addrspace(3) %p0, align 2
  store i16 %a1, ptr addrspace(3) %p1, align 2
  store half %b0, ptr addrspace(3) %q0, align 2
  store half %b1, ptr addrspace(3) %q1, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %group, i32 %pair
  %v = load i32, ptr addrspace(3) %p, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %to, align 4
  ret void
}

; A lane reads its own words, without a barrier: another lane would store them.
; CHECK-LABEL: @own(
; CHECK: call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.trans.b16.p3(
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: load i16
; CHECK: ret void
; REMARK: 2 stores to shared array c became 1 matrix store of 1 matrix of 8 rows of 16 bytes, transposed: 2 -> 1 wavefront per warp, with 1 new warp barrier
define ptx_kernel void @own(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y16 = shl i32 %y, 4
  %t = or disjoint i32 %y16, %x
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %w0 = load i32, ptr addrspace(1) %from, align 4
  %a0 = trunc i32 %w0 to i16
  %a0h = lshr i32 %w0, 16
  %a1 = trunc i32 %a0h to i16
  %warp = lshr i32 %t, 5
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %next = or disjoint i32 %pair, 1
  %p0 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %pair, i32 %group
  %p1 = getelementptr [16 x [24 x half]], ptr addrspace(3) @c, i32 %warp, i32 %next, i32 %group
  store i16 %a0, ptr addrspace(3) %p0, align 2
  store i16 %a1, ptr addrspace(3) %p1, align 2
  %v = load i16, ptr addrspace(3) %p1, align 2
  %to = getelementptr i16, ptr addrspace(1) %out, i32 %t
  store i16 %v, ptr addrspace(1) %to, align 2
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="16,4,1" }
