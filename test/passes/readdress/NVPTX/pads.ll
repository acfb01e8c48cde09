; Tiles whose rows are as long as the block's: a warp holds the end of a row and the
; beginning of the next one, or of columns. No distance of rows keeps both apart, but two
; pads do. Where the block is not stated, the stores show that y is less than 8, so that
; the loads need no division.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel stated --block 48,8
; RUN: %f2sim --equal %s %t.after.ll --kernel bound --block 48,8
; RUN: %f2sim --equal %s %t.after.ll --kernel small --block 24,8
; RUN: %f2sim %s --kernel stated --block 48,8 --report | FileCheck %s --check-prefix=LARGE
; RUN: %f2sim %t.after.ll --kernel stated --block 48,8 --report | FileCheck %s --check-prefix=LARGER
; RUN: %f2sim %s --kernel bound --block 48,8 --report | FileCheck %s --check-prefix=LARGE
; RUN: %f2sim %t.after.ll --kernel bound --block 48,8 --report | FileCheck %s --check-prefix=LARGER
; RUN: %f2sim %s --kernel small --block 24,8 --report | FileCheck %s --check-prefix=SMALL
; RUN: %f2sim %t.after.ll --kernel small --block 24,8 --report | FileCheck %s --check-prefix=SMALLER
; LARGE: total 144 accesses, 1032 wavefronts, 144 ideal
; LARGER: total 144 accesses, 144 wavefronts, 144 ideal
; SMALL: total 36 accesses, 114 wavefronts, 36 ideal
; SMALLER: total 36 accesses, 36 wavefronts, 36 ideal
; No room, no pads.
; RUN: %f2opt -passes='function(f2layout-readdress<no-grow>),f2layout-sweep' -S %s \
; RUN:   | FileCheck %s --check-prefix=STAYS
; STAYS-NOT: .f2 =

target triple = "nvptx64-nvidia-cuda"

; 48 rows of 192 bytes, 24 pads of 8 and 3 of 4.
; CHECK-DAG: @stated.s.f2 = internal addrspace(3) global [9420 x i8]
; CHECK-DAG: @bound.s.f2 = internal addrspace(3) global [9420 x i8]
@stated.s = internal addrspace(3) global [48 x [48 x i32]] undef, align 4
@bound.s = internal addrspace(3) global [48 x [48 x i32]] undef, align 4
@small.s = internal addrspace(3) global [24 x [24 x i32]] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Sixteen rows are an interval of the stores and a constant; of the loads, x has both.
; REMARK: remark: {{.*}}rows of shared array stated.s are farther apart, 8 bytes after each 384 and 4 bytes after each 3072: the 12 accesses of a block take 1032 -> 144 wavefronts, and the array takes 204 bytes more
; CHECK-LABEL: @stated(
; CHECK-DAG: [[PAIR:%.*]] = lshr i32 %x, 1
; CHECK-DAG: [[FIRST:%.*]] = mul i32 [[PAIR]], 8
; CHECK-DAG: [[EIGHT:%.*]] = lshr i32 [[PAIR]], 3
; CHECK-DAG: mul i32 [[EIGHT]], 4
; CHECK-NOT: udiv
; CHECK: ret void
define ptx_kernel void @stated(ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y48 = mul nuw nsw i32 %y, 48
  %t = add nuw nsw i32 %y48, %x
  %r0 = add nuw nsw i32 %y, 0
  %s0 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %r0, i32 %x
  %e0 = add nuw nsw i32 %t, 0
  store i32 %e0, ptr addrspace(3) %s0
  %r1 = add nuw nsw i32 %y, 8
  %s1 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %r1, i32 %x
  %e1 = add nuw nsw i32 %t, 384
  store i32 %e1, ptr addrspace(3) %s1
  %r2 = add nuw nsw i32 %y, 16
  %s2 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %r2, i32 %x
  %e2 = add nuw nsw i32 %t, 768
  store i32 %e2, ptr addrspace(3) %s2
  %r3 = add nuw nsw i32 %y, 24
  %s3 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %r3, i32 %x
  %e3 = add nuw nsw i32 %t, 1152
  store i32 %e3, ptr addrspace(3) %s3
  %r4 = add nuw nsw i32 %y, 32
  %s4 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %r4, i32 %x
  %e4 = add nuw nsw i32 %t, 1536
  store i32 %e4, ptr addrspace(3) %s4
  %r5 = add nuw nsw i32 %y, 40
  %s5 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %r5, i32 %x
  %e5 = add nuw nsw i32 %t, 1920
  store i32 %e5, ptr addrspace(3) %s5
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %x, i32 %r0
  %v0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %e0
  store i32 %v0, ptr addrspace(1) %o0
  %l1 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %x, i32 %r1
  %v1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %e1
  store i32 %v1, ptr addrspace(1) %o1
  %l2 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %x, i32 %r2
  %v2 = load i32, ptr addrspace(3) %l2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %e2
  store i32 %v2, ptr addrspace(1) %o2
  %l3 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %x, i32 %r3
  %v3 = load i32, ptr addrspace(3) %l3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %e3
  store i32 %v3, ptr addrspace(1) %o3
  %l4 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %x, i32 %r4
  %v4 = load i32, ptr addrspace(3) %l4
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %e4
  store i32 %v4, ptr addrspace(1) %o4
  %l5 = getelementptr [48 x i32], ptr addrspace(3) @stated.s, i32 %x, i32 %r5
  %v5 = load i32, ptr addrspace(3) %l5
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %e5
  store i32 %v5, ptr addrspace(1) %o5
  ret void
}

; The stores are divided, once.
; REMARK: remark: {{.*}}rows of shared array bound.s are farther apart, 8 bytes after each 384 and 4 bytes after each 3072: the 12 accesses of a block take 1032 -> 144 wavefronts, and the array takes 204 bytes more
; CHECK-LABEL: @bound(
; CHECK-DAG: [[PAIR:%.*]] = lshr i32 %x, 1
; CHECK-DAG: [[FIRST:%.*]] = mul i32 [[PAIR]], 8
; CHECK-DAG: [[EIGHT:%.*]] = lshr i32 [[PAIR]], 3
; CHECK-DAG: mul i32 [[EIGHT]], 4
; CHECK: ret void
define ptx_kernel void @bound(ptr addrspace(1) noalias %out) #1 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y48 = mul nuw nsw i32 %y, 48
  %t = add nuw nsw i32 %y48, %x
  %r0 = add nuw nsw i32 %y, 0
  %s0 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %r0, i32 %x
  %e0 = add nuw nsw i32 %t, 0
  store i32 %e0, ptr addrspace(3) %s0
  %r1 = add nuw nsw i32 %y, 8
  %s1 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %r1, i32 %x
  %e1 = add nuw nsw i32 %t, 384
  store i32 %e1, ptr addrspace(3) %s1
  %r2 = add nuw nsw i32 %y, 16
  %s2 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %r2, i32 %x
  %e2 = add nuw nsw i32 %t, 768
  store i32 %e2, ptr addrspace(3) %s2
  %r3 = add nuw nsw i32 %y, 24
  %s3 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %r3, i32 %x
  %e3 = add nuw nsw i32 %t, 1152
  store i32 %e3, ptr addrspace(3) %s3
  %r4 = add nuw nsw i32 %y, 32
  %s4 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %r4, i32 %x
  %e4 = add nuw nsw i32 %t, 1536
  store i32 %e4, ptr addrspace(3) %s4
  %r5 = add nuw nsw i32 %y, 40
  %s5 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %r5, i32 %x
  %e5 = add nuw nsw i32 %t, 1920
  store i32 %e5, ptr addrspace(3) %s5
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %x, i32 %r0
  %v0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %e0
  store i32 %v0, ptr addrspace(1) %o0
  %l1 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %x, i32 %r1
  %v1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %e1
  store i32 %v1, ptr addrspace(1) %o1
  %l2 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %x, i32 %r2
  %v2 = load i32, ptr addrspace(3) %l2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %e2
  store i32 %v2, ptr addrspace(1) %o2
  %l3 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %x, i32 %r3
  %v3 = load i32, ptr addrspace(3) %l3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %e3
  store i32 %v3, ptr addrspace(1) %o3
  %l4 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %x, i32 %r4
  %v4 = load i32, ptr addrspace(3) %l4
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %e4
  store i32 %v4, ptr addrspace(1) %o4
  %l5 = getelementptr [48 x i32], ptr addrspace(3) @bound.s, i32 %x, i32 %r5
  %v5 = load i32, ptr addrspace(3) %l5
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %e5
  store i32 %v5, ptr addrspace(1) %o5
  ret void
}

; Rows of 24 words are 8 banks apart.
; REMARK: remark: {{.*}}rows of shared array small.s are farther apart, 16 bytes after each 384 and 12 bytes after each 768: the 6 accesses of a block take 114 -> 36 wavefronts, and the array takes 132 bytes more
; CHECK-LABEL: @small(
; CHECK: ret void
define ptx_kernel void @small(ptr addrspace(1) noalias %out) #2 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y24 = mul nuw nsw i32 %y, 24
  %t = add nuw nsw i32 %y24, %x
  %r0 = add nuw nsw i32 %y, 0
  %s0 = getelementptr [24 x i32], ptr addrspace(3) @small.s, i32 %r0, i32 %x
  %e0 = add nuw nsw i32 %t, 0
  store i32 %e0, ptr addrspace(3) %s0
  %r1 = add nuw nsw i32 %y, 8
  %s1 = getelementptr [24 x i32], ptr addrspace(3) @small.s, i32 %r1, i32 %x
  %e1 = add nuw nsw i32 %t, 192
  store i32 %e1, ptr addrspace(3) %s1
  %r2 = add nuw nsw i32 %y, 16
  %s2 = getelementptr [24 x i32], ptr addrspace(3) @small.s, i32 %r2, i32 %x
  %e2 = add nuw nsw i32 %t, 384
  store i32 %e2, ptr addrspace(3) %s2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0 = getelementptr [24 x i32], ptr addrspace(3) @small.s, i32 %x, i32 %r0
  %v0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %e0
  store i32 %v0, ptr addrspace(1) %o0
  %l1 = getelementptr [24 x i32], ptr addrspace(3) @small.s, i32 %x, i32 %r1
  %v1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %e1
  store i32 %v1, ptr addrspace(1) %o1
  %l2 = getelementptr [24 x i32], ptr addrspace(3) @small.s, i32 %x, i32 %r2
  %v2 = load i32, ptr addrspace(3) %l2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %e2
  store i32 %v2, ptr addrspace(1) %o2
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="48,8,1" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.maxntid"="384" }
attributes #2 = { "target-cpu"="sm_90" "f2layout-block"="24,8,1" }
