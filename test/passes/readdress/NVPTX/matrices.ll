; Tiles of a matrix product: stored by rows, 16 bytes per thread, and loaded by
; ldmatrix. The eight rows of a matrix are in the same banks unless the array is
; swizzled.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel loop --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel transposed --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel double_buffer --block 256 --arg 2=5
; RUN: %f2sim --equal %s %t.after.ll --kernel padded --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel one_matrix --block 64
; RUN: %f2sim %t.after.ll --kernel loop --block 256 --report | FileCheck %s --check-prefix=LOOP
; RUN: %f2sim %t.after.ll --kernel transposed --block 256 --report | FileCheck %s --check-prefix=TRANSPOSED
; RUN: %f2sim %t.after.ll --kernel double_buffer --block 256 --arg 2=5 --report | FileCheck %s --check-prefix=DOUBLE
; RUN: %f2sim %t.after.ll --kernel padded --block 256 --report | FileCheck %s --check-prefix=PADDED
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=BANKS
; LOOP: total 64 accesses, 256 wavefronts, 256 ideal
; TRANSPOSED: total 64 accesses, [[N:[0-9]+]] wavefronts, [[N]] ideal
; DOUBLE: total {{[0-9]+}} accesses, [[N:[0-9]+]] wavefronts, [[N]] ideal
; PADDED: total {{[0-9]+}} accesses, [[N:[0-9]+]] wavefronts, [[N]] ideal

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@rows128 = internal addrspace(3) global [128 x [64 x half]] undef, align 16
@rows256 = internal addrspace(3) global [64 x [128 x half]] undef, align 16
@halves = internal addrspace(3) global [2 x [64 x [32 x half]]] undef, align 16
@padding = internal addrspace(3) global [64 x [72 x half]] undef, align 16
@small = internal addrspace(3) global [8 x [64 x half]] undef, align 16
@dynamic = external addrspace(3) global [0 x half], align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3))

; The counter of the loop over k is a part of the address. The part of the
; thread is swizzled outside; inside there is one xor.
; BANKS-LABEL: bank conflicts in 'loop'
; BANKS: store of 16 bytes to rows128: 32 wavefronts in 8 warps;
; BANKS: load of matrix rows of 16 bytes from rows128: 256 wavefronts in 8 warps, minimum 32;
; REMARK: remark: {{.*}}shared array rows128 swizzled: the 2 accesses of a block take 288 -> 64 wavefronts{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @loop(
; CHECK: {{^}}loop:
; CHECK: %[[K:.*]] = shl i32 %k, 1
; CHECK-NEXT: %[[AT:.*]] = xor i32 %{{.*}}, %[[K]]
; CHECK-NEXT: %[[P:.*]] = getelementptr inbounds i8, ptr addrspace(3) @rows128, i32 %[[AT]]
; CHECK-NEXT: call {{.*}} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %[[P]])
; CHECK-NOT: lshr
; CHECK: ret void
define ptx_kernel void @loop(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %chunk = and i32 %t, 7
  %col = shl i32 %chunk, 3
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %up = shl i32 %i, 5
  %r = add i32 %row, %up
  %n = shl i32 %i, 8
  %nt = add i32 %n, %t
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %nt
  %v = load <4 x i32>, ptr addrspace(1) %g
  %s = getelementptr [128 x [64 x half]], ptr addrspace(3) @rows128, i32 0, i32 %r, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %i1 = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %i1, 4
  br i1 %c, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %l15 = and i32 %lane, 15
  %wrow = shl i32 %warp, 4
  %lrow = or i32 %wrow, %l15
  %l16 = lshr i32 %lane, 4
  %lcol = shl i32 %l16, 3
  br label %loop
loop:
  %k = phi i32 [ 0, %filled ], [ %k1, %loop ]
  %acc = phi i32 [ 0, %filled ], [ %acc4, %loop ]
  %kc = add i32 %lcol, %k
  %p = getelementptr [128 x [64 x half]], ptr addrspace(3) @rows128, i32 0, i32 %lrow, i32 %kc
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %m1 = extractvalue { i32, i32, i32, i32 } %m, 1
  %m2 = extractvalue { i32, i32, i32, i32 } %m, 2
  %m3 = extractvalue { i32, i32, i32, i32 } %m, 3
  %a5 = mul i32 %acc, 5
  %acc1 = add i32 %a5, %m0
  %acc2 = xor i32 %acc1, %m1
  %acc3 = add i32 %acc2, %m2
  %acc4 = xor i32 %acc3, %m3
  %k1 = add nuw nsw i32 %k, 16
  %d = icmp ult i32 %k1, 64
  br i1 %d, label %loop, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %acc4, ptr addrspace(1) %o
  ret void
}

; ldmatrix.trans runs down the rows, which are 256 bytes long; the loop is
; unrolled, and a constant that shares no bit with the swizzle stays a constant.
; REMARK: remark: {{.*}}shared array rows256 swizzled: the 8 accesses of a block take 1152 -> 256 wavefronts{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @transposed(
; CHECK: call {{.*}} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %[[BASE:.*]])
; CHECK: %[[NEXT:.*]] = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i32 4096
; CHECK-NEXT: call {{.*}} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %[[NEXT]])
; CHECK-NOT: lshr
; CHECK: ret void
define ptx_kernel void @transposed(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 4
  %chunk = and i32 %t, 15
  %col = shl i32 %chunk, 3
  %g0 = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %g1 = getelementptr <4 x i32>, ptr addrspace(1) %g0, i32 256
  %g2 = getelementptr <4 x i32>, ptr addrspace(1) %g0, i32 512
  %g3 = getelementptr <4 x i32>, ptr addrspace(1) %g0, i32 768
  %v0 = load <4 x i32>, ptr addrspace(1) %g0
  %v1 = load <4 x i32>, ptr addrspace(1) %g1
  %v2 = load <4 x i32>, ptr addrspace(1) %g2
  %v3 = load <4 x i32>, ptr addrspace(1) %g3
  %row1 = add i32 %row, 16
  %row2 = add i32 %row, 32
  %row3 = add i32 %row, 48
  %s0 = getelementptr [64 x [128 x half]], ptr addrspace(3) @rows256, i32 0, i32 %row, i32 %col
  %s1 = getelementptr [64 x [128 x half]], ptr addrspace(3) @rows256, i32 0, i32 %row1, i32 %col
  %s2 = getelementptr [64 x [128 x half]], ptr addrspace(3) @rows256, i32 0, i32 %row2, i32 %col
  %s3 = getelementptr [64 x [128 x half]], ptr addrspace(3) @rows256, i32 0, i32 %row3, i32 %col
  store <4 x i32> %v0, ptr addrspace(3) %s0, align 16
  store <4 x i32> %v1, ptr addrspace(3) %s1, align 16
  store <4 x i32> %v2, ptr addrspace(3) %s2, align 16
  store <4 x i32> %v3, ptr addrspace(3) %s3, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = and i32 %t, 15
  %warp = lshr i32 %t, 5
  %wcol = shl i32 %warp, 4
  %half = lshr i32 %t, 1
  %h = and i32 %half, 8
  %c = or i32 %wcol, %h
  %p0 = getelementptr [64 x [128 x half]], ptr addrspace(3) @rows256, i32 0, i32 %r, i32 %c
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i32 4096
  %p2 = getelementptr i8, ptr addrspace(3) %p0, i32 8192
  %p3 = getelementptr i8, ptr addrspace(3) %p0, i32 12288
  %m0 = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %p0)
  %m1 = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %p1)
  %m2 = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %p2)
  %m3 = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %p3)
  %o = getelementptr { i32, i32, i32, i32 }, ptr addrspace(1) %out, i32 %t
  store { i32, i32, i32, i32 } %m0, ptr addrspace(1) %o
  %o1 = getelementptr { i32, i32, i32, i32 }, ptr addrspace(1) %o, i32 256
  store { i32, i32, i32, i32 } %m1, ptr addrspace(1) %o1
  %o2 = getelementptr { i32, i32, i32, i32 }, ptr addrspace(1) %o, i32 512
  store { i32, i32, i32, i32 } %m2, ptr addrspace(1) %o2
  %o3 = getelementptr { i32, i32, i32, i32 }, ptr addrspace(1) %o, i32 768
  store { i32, i32, i32, i32 } %m3, ptr addrspace(1) %o3
  ret void
}

; Two alternating tiles, with rows of 64 bytes: the loop toggles the half, which
; is added after the thread's part is known.
; REMARK: remark: {{.*}}shared array halves swizzled: the 4 accesses of a block take 320 -> 128 wavefronts{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @double_buffer(
; CHECK: {{^}}loop:
; CHECK: %[[OLD:.*]] = shl i32 %buffer, 12
; CHECK-NEXT: %[[FROM:.*]] = add nuw nsw i32 %{{.*}}, %[[OLD]]
; CHECK-NEXT: xor i32 %[[FROM]], 32
; CHECK: %[[OTHER:.*]] = shl i32 %other, 12
; CHECK-NEXT: add nuw nsw i32 %{{.*}}, %[[OTHER]]
; CHECK-NOT: lshr
; CHECK: ret void
define ptx_kernel void @double_buffer(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 2
  %chunk = and i32 %t, 3
  %col = shl i32 %chunk, 3
  %r15 = and i32 %t, 15
  %warp = lshr i32 %t, 5
  %wrow = shl i32 %warp, 4
  %wrow3 = and i32 %wrow, 63
  %lrow = or i32 %wrow3, %r15
  %half = lshr i32 %t, 1
  %lcol = and i32 %half, 8
  %lcol1 = add i32 %lcol, 16
  %first = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %v0 = load <4 x i32>, ptr addrspace(1) %first
  %s0 = getelementptr [2 x [64 x [32 x half]]], ptr addrspace(3) @halves, i32 0, i32 0, i32 %row, i32 %col
  store <4 x i32> %v0, ptr addrspace(3) %s0, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %buffer = phi i32 [ 0, %entry ], [ %other, %loop ]
  %acc = phi i32 [ 0, %entry ], [ %acc4, %loop ]
  %other = xor i32 %buffer, 1
  %at = shl i32 %i, 4
  %from = getelementptr <4 x i32>, ptr addrspace(1) %first, i32 %at
  %v = load <4 x i32>, ptr addrspace(1) %from
  %s = getelementptr [2 x [64 x [32 x half]]], ptr addrspace(3) @halves, i32 0, i32 %other, i32 %row, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %p = getelementptr [2 x [64 x [32 x half]]], ptr addrspace(3) @halves, i32 0, i32 %buffer, i32 %lrow, i32 %lcol
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %q = getelementptr [2 x [64 x [32 x half]]], ptr addrspace(3) @halves, i32 0, i32 %buffer, i32 %lrow, i32 %lcol1
  %l = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %q)
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %m3 = extractvalue { i32, i32, i32, i32 } %m, 3
  %l0 = extractvalue { i32, i32, i32, i32 } %l, 0
  %l2 = extractvalue { i32, i32, i32, i32 } %l, 2
  %a5 = mul i32 %acc, 5
  %acc1 = add i32 %a5, %m0
  %acc2 = xor i32 %acc1, %m3
  %acc3 = add i32 %acc2, %l0
  %acc4 = xor i32 %acc3, %l2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i1 = add nuw nsw i32 %i, 1
  %d = icmp ult i32 %i1, %n
  br i1 %d, label %loop, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %acc4, ptr addrspace(1) %o
  ret void
}

; Rows padded by 16 bytes have no conflicts, so the padding stays.
; REMARK: remark: {{.*}}shared array padding keeps its padding: without its padding, its accesses and the arithmetic of a swizzle would take longer
; CHECK-LABEL: @padded(
define ptx_kernel void @padded(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %chunk = and i32 %t, 7
  %col = shl i32 %chunk, 3
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %g1 = getelementptr <4 x i32>, ptr addrspace(1) %g, i32 256
  %v = load <4 x i32>, ptr addrspace(1) %g
  %v1 = load <4 x i32>, ptr addrspace(1) %g1
  %row1 = add i32 %row, 32
  %s = getelementptr [64 x [72 x half]], ptr addrspace(3) @padding, i32 0, i32 %row, i32 %col
  %s1 = getelementptr [64 x [72 x half]], ptr addrspace(3) @padding, i32 0, i32 %row1, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  store <4 x i32> %v1, ptr addrspace(3) %s1, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %lrow = and i32 %t, 63
  %half = lshr i32 %t, 6
  %lcol = shl i32 %half, 3
  %p = getelementptr [64 x [72 x half]], ptr addrspace(3) @padding, i32 0, i32 %lrow, i32 %lcol
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %o = getelementptr { i32, i32, i32, i32 }, ptr addrspace(1) %out, i32 %t
  store { i32, i32, i32, i32 } %m, ptr addrspace(1) %o
  ret void
}

; Only eight lanes point at a row; where the others point does not matter.
; BANKS-LABEL: bank conflicts in 'one_matrix'
; BANKS: load of matrix rows of 16 bytes from small: 16 wavefronts in 2 warps, minimum 2;
; REMARK: remark: {{.*}}shared array small swizzled: the 2 accesses of a block take 24 -> 10 wavefronts{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @one_matrix(
define ptx_kernel void @one_matrix(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 3
  %chunk = and i32 %t, 7
  %col = shl i32 %chunk, 3
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %v = load <4 x i32>, ptr addrspace(1) %g
  %s = getelementptr [8 x [64 x half]], ptr addrspace(3) @small, i32 0, i32 %row, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %lcol = shl i32 %warp, 3
  %p = getelementptr [8 x [64 x half]], ptr addrspace(3) @small, i32 0, i32 %lane, i32 %lcol
  %m = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %p)
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %m, ptr addrspace(1) %o
  ret void
}

; The launch decides its size, but it begins at a whole block.
; REMARK: remark: {{.*}}shared array dynamic swizzled: the 1 accesses of a block take 64 -> 8 wavefronts
; CHECK-LABEL: @dynamic_array(
; CHECK: xor
; CHECK: getelementptr inbounds i8, ptr addrspace(3) @dynamic, i32
define ptx_kernel void @dynamic_array(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = shl i32 %t, 6
  %p = getelementptr half, ptr addrspace(3) @dynamic, i32 %at
  %m = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %p)
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %m, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="256,1,1" }
attributes #1 = { "target-cpu"="sm_90" "f2layout-block"="64,1,1" }
