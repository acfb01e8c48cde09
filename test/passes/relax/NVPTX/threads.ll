; One array: addresses are evaluated for every thread.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel own_elements --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel warp_elements --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel lane_and_warp --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel lane_and_some --block 24,2
; RUN: %f2sim --equal %s %t.after.ll --kernel off_diagonal --block 24,2
; RUN: %f2sim --equal %s %t.after.ll --kernel known_shape --block 32,8
; RUN: %f2sim --equal %s %t.after.ll --kernel columns --block 16,8

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i1 @first_row() memory(none) nosync willreturn nounwind

; Each thread has its own four elements.
; CHECK-LABEL: @own_elements(
; CHECK-NOT: barrier
; CHECK: ret void
; REMARK: block barrier removed: no two threads of the block touch the same byte across it
define ptx_kernel void @own_elements(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %bn = mul nsw i32 %b, %n
  %i = add nsw i32 %bn, %t
  %i4 = shl nsw i32 %i, 2
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i4
  %v = load <4 x i32>, ptr addrspace(1) %a, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a3 = getelementptr i8, ptr addrspace(1) %a, i64 12
  %e = extractelement <4 x i32> %v, i32 0
  store i32 %e, ptr addrspace(1) %a3
  ret void
}

; Reads 16 bytes a thread, writes 4 bytes a thread, both in the warp's 512.
; CHECK-LABEL: @warp_elements(
; CHECK-NOT: barrier.cta
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NOT: barrier.cta
; CHECK: ret void
; REMARK: block barrier became a warp barrier: only threads of one warp touch the same byte across it (1 pair of accesses checked)
define ptx_kernel void @warp_elements(ptr addrspace(1) %p) "target-cpu"="sm_80" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i4 = shl i32 %t, 2
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i4
  %v = load <4 x i32>, ptr addrspace(1) %a, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = and i32 %i4, -128
  %l = and i32 %t, 31
  %j = add i32 %w, %l
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %j
  %e = extractelement <4 x i32> %v, i32 0
  store i32 %e, ptr addrspace(1) %b
  ret void
}

; The same on a processor without a table: there is no warp barrier to use.
; CHECK-LABEL: @unknown_target(
; CHECK: barrier.cta
; REMARK: block barrier kept: {{.*}}sm_1
define ptx_kernel void @unknown_target(ptr addrspace(1) %p) "target-cpu"="sm_1" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %x
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: @across_warps(
; CHECK: barrier.cta
; REMARK: block barrier kept: the load and the store touch the same bytes, for example in threads {{[0-9]+}} and {{[0-9]+}}
define ptx_kernel void @across_warps(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 33
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %x
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; One byte of the neighbour is enough.
; CHECK-LABEL: @one_byte(
; CHECK: barrier.cta
define ptx_kernel void @one_byte(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i8, ptr addrspace(1) %a, i64 4
  store i8 0, ptr addrspace(1) %b
  ret void
}

; A block of at most one warp needs no more than a warp barrier in any case.
; CHECK-LABEL: @one_warp(
; CHECK-NOT: barrier.cta
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
define ptx_kernel void @one_warp(ptr addrspace(1) %p, ptr addrspace(1) %q) "nvvm.maxntid"="32" "target-cpu"="sm_80" {
  %v = load i32, ptr addrspace(1) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Each x has its own elements, but rows share them.
; CHECK-LABEL: @two_dimensions(
; CHECK: barrier.cta
; REMARK: this depends on the block's shape, which is not known
define ptx_kernel void @two_dimensions(ptr addrspace(1) %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %x
  %first = icmp eq i32 %y, 0
  br i1 %first, label %write, label %join
write:
  store i32 1, ptr addrspace(1) %a
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(1) %a
  ret void
}

; The same, with the row number hidden in a function, or in assembly.
; CHECK-LABEL: @hidden_row(
; CHECK: barrier.cta
define ptx_kernel void @hidden_row(ptr addrspace(1) %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %x
  %first = call i1 @first_row()
  br i1 %first, label %write, label %join
write:
  store i32 1, ptr addrspace(1) %a
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @hidden_row_asm(
; CHECK: barrier.cta
define ptx_kernel void @hidden_row_asm(ptr addrspace(1) %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %x
  %y2 = call i32 asm "{ .reg .u32 r; mov.u32 r, %tid.y; add.u32 $0, r, 1; }", "=r"() memory(none)
  %first = icmp eq i32 %y2, 1
  br i1 %first, label %write, label %join
write:
  store i32 1, ptr addrspace(1) %a
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(1) %a
  ret void
}

; With the shape, rows of 32 are warps.
; CHECK-LABEL: @known_shape(
; CHECK-NOT: barrier.cta
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
define ptx_kernel void @known_shape(ptr addrspace(1) %p) "nvvm.reqntid"="32,8" "target-cpu"="sm_80" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %i = add i32 %row, %x
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %i, 31
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %j
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; The same in rows of 16: warps are two rows, and columns are shared across
; warps.
; CHECK-LABEL: @columns(
; CHECK: barrier.cta
define ptx_kernel void @columns(ptr addrspace(1) %p) "nvvm.reqntid"="16,8" "target-cpu"="sm_80" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 4
  %i = add i32 %row, %x
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %i, 32
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %j
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; Through another address space and back: still the same array.
; CHECK-LABEL: @generic(
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @generic() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i = zext i32 %t to i64
  %b = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %i
  store i32 0, ptr %b
  ret void
}

; An index from memory is unknown.
; CHECK-LABEL: @gather(
; CHECK: barrier.cta
; REMARK: the store and the load may touch the same bytes from different threads{{( \(in [^ ]+\))?$}}
define ptx_kernel void @gather(ptr addrspace(1) noalias %index) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = getelementptr i32, ptr addrspace(1) %index, i32 %t
  %i = load i32, ptr addrspace(1) %g
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %v = load i32, ptr addrspace(3) %b
  ret void
}

; A block of 16 x 2 has 32 lanes and 16 columns: the second row, lanes 16 to 31,
; would read what the first row writes.
; CHECK-LABEL: @lane_guard(
; CHECK: barrier.cta
define ptx_kernel void @lane_guard(ptr addrspace(1) %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"() memory(none)
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %x
  %first = icmp ult i32 %lane, 16
  br i1 %first, label %write, label %join
write:
  store i32 1, ptr addrspace(1) %a
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @lane_address(
; CHECK: barrier.cta
define ptx_kernel void @lane_address() "nvvm.maxntid"="64" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"() memory(none)
  %warp = and i32 %x, 32
  %i = or disjoint i32 %warp, %lane
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 1, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %v = load i32, ptr addrspace(3) %b
  ret void
}

; The lane number with threadIdx.x in whole warps, and a guard by threadIdx.x,
; are equivalent in every block.
; CHECK-LABEL: @lane_and_warp(
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @lane_and_warp() "nvvm.maxntid"="64" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"() memory(none)
  %warp = and i32 %x, 32
  %i = or disjoint i32 %warp, %lane
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %some = icmp ult i32 %x, 40
  br i1 %some, label %write, label %join
write:
  store i32 1, ptr addrspace(3) %a
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %a
  ret void
}

; In 24x2 threads 8 of each row write, to different places.
; CHECK-LABEL: @lane_and_some(
; CHECK: barrier.cta
define ptx_kernel void @lane_and_some(ptr addrspace(1) noalias %p) "nvvm.maxntid"="128" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"() memory(none)
  %warp = and i32 %x, -32
  %i = or disjoint i32 %warp, %lane
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %some = icmp ult i32 %x, 8
  br i1 %some, label %write, label %join
write:
  store i32 %x, ptr addrspace(3) %a
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %a
  ret void
}

; In 24x2 threads the store and the load of one place are of different warps.
; CHECK-LABEL: @off_diagonal(
; CHECK: barrier.cta
define ptx_kernel void @off_diagonal(ptr addrspace(1) noalias %p) "nvvm.maxntid"="128" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"() memory(none)
  %warp = and i32 %x, -32
  %in_row = and i32 %x, 31
  %others = xor i32 %lane, -1
  %missing = and i32 %in_row, %others
  %far = icmp ne i32 %missing, 0
  %row = select i1 %far, i32 32, i32 0
  %own = add i32 %warp, %lane
  %i = add i32 %own, %row
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %x, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %own
  %v = load i32, ptr addrspace(3) %b
  %c = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %v, ptr addrspace(1) %c
  ret void
}
