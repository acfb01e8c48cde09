; RUN: %f2opt -passes='print<f2layout-contiguity>' -disable-output %s 2>&1 | FileCheck %s
;
; Relations between the addresses of different threads.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [32768 x i8] undef, align 16

; Rows of 33 floats: neighbours in x are neighbours, and y is another row.
; CHECK-LABEL: contiguity of @padded_rows:
; CHECK: store to shared: 1 x 32 bits = 4 bytes
; CHECK-NEXT: at %p
; CHECK-NEXT: threads: consecutive over x0-x4 (128 bytes){{$}}
; CHECK: load from shared: 1 x 32 bits = 4 bytes
; CHECK-NEXT: at %q
; CHECK-NEXT: threads: stride 132 bytes over x{{$}}
define ptx_kernel void @padded_rows(float %f) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr inbounds [33 x float], ptr addrspace(3) @s, i32 %y, i32 %x
  store float %f, ptr addrspace(3) %p
  %q = getelementptr inbounds [33 x float], ptr addrspace(3) @s, i32 %x, i32 %y
  %v = load float, ptr addrspace(3) %q
  ret void
}

; The block is 8 threads wide: a warp has four rows, and the lane is x and y.
; CHECK-LABEL: contiguity of @narrow_block:
; CHECK: at %p
; CHECK-NEXT: threads: consecutive over x0-x2 (32 bytes); the same over y2-y3{{$}}
define ptx_kernel void @narrow_block(float %f) #1 {
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %p = getelementptr inbounds float, ptr addrspace(3) @s, i32 %lane
  store float %f, ptr addrspace(3) %p
  ret void
}

; The same where the block is unknown: lanes are only lanes.
; CHECK-LABEL: contiguity of @lanes:
; CHECK: at %p
; CHECK-NEXT: threads: consecutive over lane0-lane4 (128 bytes){{$}}
; CHECK: at %b
; CHECK-NEXT: threads: the same over lane3-lane4{{$}}
define ptx_kernel void @lanes(float %f) {
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %p = getelementptr inbounds float, ptr addrspace(3) @s, i32 %lane
  store float %f, ptr addrspace(3) %p
  %low = and i32 %lane, 7
  %sq = mul i32 %low, %low
  %b = getelementptr inbounds float, ptr addrspace(3) @s, i32 %sq
  %v = load float, ptr addrspace(3) %b
  ret void
}

; Lane and index in one address: it is unknown which lanes differ in the index.
; CHECK-LABEL: contiguity of @lane_and_index:
; CHECK: at %p
; CHECK-NOT: threads
; CHECK-LABEL: contiguity of @reversed:
define ptx_kernel void @lane_and_index(float %f) {
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %t, 5
  %row = shl i32 %warp, 5
  %i = add i32 %row, %lane
  %p = getelementptr inbounds float, ptr addrspace(3) @s, i32 %i
  store float %f, ptr addrspace(3) %p
  ret void
}

; Backwards.
; CHECK: at %p
; CHECK-NEXT: threads: consecutive over x0-x4 permuted (128 bytes); stride -4 bytes over x{{$}}
define ptx_kernel void @reversed(float %f) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = sub i32 31, %t
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %i = add i32 %row, %r
  %p = getelementptr inbounds float, ptr addrspace(3) @s, i32 %i
  store float %f, ptr addrspace(3) %p
  ret void
}

; A loaded value may differ between threads; an argument of the block may not.
; CHECK-LABEL: contiguity of @loaded:
; CHECK: at %p
; CHECK-NEXT: threads: consecutive over x0-x9
; CHECK: at %q
; CHECK-NOT: threads
; CHECK-LABEL: contiguity of @leaving_apart:
define ptx_kernel void @loaded(ptr addrspace(1) %in, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row = mul i32 %b, %n
  %r64 = sext i32 %row to i64
  %base = getelementptr float, ptr addrspace(1) %in, i64 %r64
  %p = getelementptr float, ptr addrspace(1) %base, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %p, i32 %v
  store i32 0, ptr addrspace(1) %q
  ret void
}

; Threads leave the loop in different iterations: inside, they are in the same
; iteration; after it, the iteration depends on the thread.
; CHECK: at %p
; CHECK-NEXT: threads: consecutive over x0-x9
; CHECK: at %q
; CHECK-NOT: threads
; CHECK-LABEL: contiguity of @leaving_together:
define ptx_kernel void @leaving_apart(ptr addrspace(1) %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %row = shl i32 %i, 10
  %at = add i32 %row, %t
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %v = load i32, ptr addrspace(1) %p
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %v, %n
  br i1 %c, label %loop, label %exit
exit:
  %q = getelementptr i32, ptr addrspace(1) %p, i32 0
  store i32 0, ptr addrspace(1) %q
  ret void
}

; CHECK: at %q
; CHECK-NEXT: threads: consecutive over x0-x9
define ptx_kernel void @leaving_together(ptr addrspace(1) %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %row = shl i32 %i, 10
  %at = add i32 %row, %t
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %exit
exit:
  %q = getelementptr i32, ptr addrspace(1) %p, i32 0
  store i32 0, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
attributes #0 = { "nvvm.reqntid"="32,8,1" }
attributes #1 = { "nvvm.reqntid"="8,16,1" }
