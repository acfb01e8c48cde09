; Lane number and threadIdx.x in one address, in blocks of unknown shape: what
; holds in the first row must hold in all.
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel off_diagonal --block 24,2
; RUN: %f2sim --equal %s %t.after.ll --kernel mask --block 12,2
; RUN: %f2sim --equal %s %t.after.ll --kernel second_group --block 40,2
; RUN: %f2sim --equal %s %t.after.ll --kernel other_rows --block 4,8
; RUN: %f2sim --equal %s %t.after.ll --kernel every_group --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel every_group --block 8,4

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [128 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; In one dimension the lane is that of threadIdx.x, so the second term is 0; in
; 24x2 threads it is not, and no two of them write one place.
; REMARK: remark: {{.*}}: load from shared array tile stays: the proof needs the block's size, which is not known
define ptx_kernel void @off_diagonal(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %yn = mul i32 %y, %nx
  %id = add i32 %yn, %t
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %v = load i32, ptr addrspace(1) %pi
  %in_row = and i32 %t, 31
  %others = xor i32 %l, -1
  %missing = and i32 %in_row, %others
  %far = icmp ne i32 %missing, 0
  %row = select i1 %far, i32 32, i32 0
  %i = add i32 %l, %row
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %l, 1
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; Groups of 8 by index and lane, but the lane mask shows which group of its warp
; the thread is in.
; REMARK: remark: {{.*}}: load from shared array tile stays: the proof needs the block's size, which is not known
define ptx_kernel void @mask(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %yn = mul i32 %y, %nx
  %id = add i32 %yn, %t
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %v = load i32, ptr addrspace(1) %pi
  %group = and i32 %t, -8
  %place = and i32 %l, 7
  %below = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %bit = lshr i32 %below, 7
  %later = and i32 %bit, 1
  %x3 = lshr i32 %t, 3
  %third = and i32 %x3, 3
  %is0 = icmp eq i32 %third, 0
  %not0 = zext i1 %is0 to i32
  %first = xor i32 %not0, 1
  %wrong = xor i32 %later, %first
  %skip = shl i32 %wrong, 5
  %own = or i32 %group, %place
  %i = add i32 %own, %skip
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %own, 1
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; Two rows of 40 threads have 8 each in the group that writes: no race.
; REMARK: remark: {{.*}}: load from shared array tile stays: the proof needs the block's size, which is not known
define ptx_kernel void @second_group(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %yn = mul i32 %y, %nx
  %id = add i32 %yn, %t
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %v = load i32, ptr addrspace(1) %pi
  %group = and i32 %t, -32
  %own = or i32 %group, %l
  %some = icmp eq i32 %group, 32
  br i1 %some, label %write, label %sync

write:
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %own
  store i32 %v, ptr addrspace(3) %p
  br label %sync

sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %some, label %read, label %exit

read:
  %j = xor i32 %own, 8
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %po
  br label %exit

exit:
  ret void
}

; In any block of one warp, the lane is the place. In its second row another
; store overwrites the first, and in the first row it does not run.
; REMARK: remark: {{.*}}: load from shared array tile stays: the proof needs the block's size, which is not known
define ptx_kernel void @other_rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %yn = mul i32 %y, %nx
  %id = add i32 %yn, %t
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %v = load i32, ptr addrspace(1) %pi
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %l
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %below = icmp ne i32 %y, 0
  br i1 %below, label %second, label %sync

second:
  %v2 = add i32 %v, 1000
  store i32 %v2, ptr addrspace(3) %p
  br label %sync

sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %l, 1
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; Groups everywhere: valid in every block without a race.
; CHECK-LABEL: @every_group(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @every_group(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %group = and i32 %t, -32
  %own = or i32 %group, %l
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %own
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %own, 8
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
