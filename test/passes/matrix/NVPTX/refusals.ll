; Code that looks like rows of matrices and is not changed, and why.
; RUN: %f2opt -passes=f2layout-matrix -S %s -o %t.ll -pass-remarks-missed=f2layout-matrix 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --fill 0=iota16 --dynamic-shared 4096

target triple = "nvptx64-nvidia-cuda"

; CHECK: @b = external addrspace(3) global [0 x i8], align 8
; CHECK-NOT: matrix
@a = internal addrspace(3) global [64 x [72 x half]] poison, align 2
@b = external addrspace(3) global [0 x i8], align 8
@f = internal addrspace(3) global [64 x [34 x float]] poison, align 16
@d = internal addrspace(3) global [64 x [68 x half]] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.exit()

; Not all lanes execute it.
; REMARK: loads from shared array a that look like rows of matrices are not rewritten: it could not be shown that all lanes of the warp reach it together
define ptx_kernel void @half_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %some = icmp ult i32 %low, 2
  br i1 %some, label %then, label %end
then:
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  br label %end
end:
  ret void
}

; Some lanes have returned.
; REMARK: loads from shared array a that look like rows of matrices are not rewritten: it could not be shown that all lanes of the warp reach it together
define ptx_kernel void @early_exit(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %some = icmp ult i32 %low, 2
  br i1 %some, label %then, label %end
then:
  call void @llvm.nvvm.exit()
  unreachable
end:
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; threadIdx.y matters: rows of blocks may have any length, and lanes any place.
; REMARK: loads from shared array a that look like rows of matrices are not rewritten: the block's shape, and so the lane of a thread, is not known
define ptx_kernel void @unknown_block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
entry:
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p.y = getelementptr i32, ptr addrspace(1) %in, i32 %y
  %v.y = load i32, ptr addrspace(1) %p.y, align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; One row, but its last warp may lack lanes.
; REMARK: loads from shared array a that look like rows of matrices are not rewritten: the last warp of a block may lack lanes; whole-warps promises that none does
define ptx_kernel void @last_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; Every other row is only aligned to 8.
; REMARK: loads from shared array d that look like rows of matrices are not rewritten: its rows are not known to begin at multiples of 16 bytes
define ptx_kernel void @crooked(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 136
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @d, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 136, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [68 x half], ptr addrspace(3) @d, i32 %group, i32 %pair
  %p1 = getelementptr [68 x half], ptr addrspace(3) @d, i32 %r1, i32 %pair
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; Each lane loads its row number, which is unknown for other lanes.
; REMARK: loads from shared array a that look like rows of matrices are not rewritten: the address in another lane cannot be computed
define ptx_kernel void @looked_up(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %look = getelementptr i32, ptr addrspace(1) %in, i32 %group
  %row = load i32, ptr addrspace(1) %look, align 4
  %in.range = and i32 %row, 31
  %row2 = add i32 %in.range, 8
  %q0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %in.range, i32 %pair
  %q1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %row2, i32 %pair
  %x0 = load i32, ptr addrspace(3) %q0, align 4
  %x1 = load i32, ptr addrspace(3) %q1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; Volatile accesses are not changed.
define ptx_kernel void @volatile(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %x0 = load volatile i32, ptr addrspace(3) %p0, align 4
  %x1 = load volatile i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; The second load must see the lane's store in between; one alone gains nothing.
; REMARK: loads from shared array a that look like rows of matrices are not rewritten: a matrix access instead of 1 access would take 1 wavefront per warp instead of 1
define ptx_kernel void @between(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  store i32 %x0, ptr addrspace(3) %p1, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; Without a barrier after the stores one must be added; it costs more than two loads.
; REMARK: loads from shared array a that look like rows of matrices are not rewritten: a matrix access instead of 2 accesses would take 2 wavefronts per warp instead of 2, and a warp barrier
define ptx_kernel void @own_stores(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 144
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i32 144, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 1
  %r1 = add i32 %group, 8
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %group, i32 %pair
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %pair
  store i32 %t, ptr addrspace(3) %p0, align 4
  store i32 %t, ptr addrspace(3) %p1, align 4
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; The launch decides where dynamic shared memory begins.
; REMARK: loads from shared array b that look like rows of matrices are not rewritten: its rows are not known to begin at multiples of 16 bytes
define ptx_kernel void @dynamic(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %pair = shl i32 %low, 2
  %r0 = mul i32 %group, 144
  %at = add i32 %r0, %pair
  %far = add i32 %at, 1152
  %p0 = getelementptr i8, ptr addrspace(3) @b, i32 %at
  %p1 = getelementptr i8, ptr addrspace(3) @b, i32 %far
  store i32 %t, ptr addrspace(3) %p0, align 4
  store i32 %t, ptr addrspace(3) %p1, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; Words that no matrix unit takes look like that by chance.
; REMARK-NOT: (in words)
define ptx_kernel void @words(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 136
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @f, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 4 %from, i32 136, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %r1 = add i32 %group, 8
  %p0 = getelementptr [34 x float], ptr addrspace(3) @f, i32 %group, i32 %low
  %p1 = getelementptr [34 x float], ptr addrspace(3) @f, i32 %r1, i32 %low
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %sum = xor i32 %x0, %x1
  %dest = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; REMARK-NOT: (in floats)
define ptx_kernel void @floats(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 136
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @f, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 4 %from, i32 136, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %r1 = add i32 %group, 8
  %p0 = getelementptr [34 x float], ptr addrspace(3) @f, i32 %group, i32 %low
  %p1 = getelementptr [34 x float], ptr addrspace(3) @f, i32 %r1, i32 %low
  %x0 = load float, ptr addrspace(3) %p0, align 4
  %x1 = load float, ptr addrspace(3) %p1, align 4
  %sum = fadd float %x0, %x1
  %dest = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %sum, ptr addrspace(1) %dest, align 4
  ret void
}

; One takes them.
; REMARK: loads from shared array f that look like rows of matrices are not rewritten: its rows are not known to begin at multiples of 16 bytes
define ptx_kernel void @multiplied(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %fill = mul i32 %t, 136
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @f, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 4 %from, i32 136, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %quad = lshr i32 %t, 2
  %group = and i32 %quad, 7
  %low = and i32 %t, 3
  %r1 = add i32 %group, 8
  %p0 = getelementptr [34 x float], ptr addrspace(3) @f, i32 %group, i32 %low
  %p1 = getelementptr [34 x float], ptr addrspace(3) @f, i32 %r1, i32 %low
  %x0 = load i32, ptr addrspace(3) %p0, align 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4
  %d = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %x0, i32 %x1, i32 %x0, i32 %x1, i32 %x0, i32 %x1, float 0.0, float 0.0, float 0.0, float 0.0)
  %sum = extractvalue { float, float, float, float } %d, 0
  %dest = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %sum, ptr addrspace(1) %dest, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.memcpy.p3.p1.i32(ptr addrspace(3), ptr addrspace(1), i32, i1)

attributes #0 = { "target-cpu"="sm_80" "f2layout-block"="64,1,1" }
attributes #1 = { "target-cpu"="sm_80" "nvvm.maxntid"="64" }
