; Tiles that loops fill which threads leave one by one: no expression in the
; number of the iteration remains of the addresses, but each iteration is known.
; Before, the eight rows of a matrix are in the same banks.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel by_threads --block 96
; RUN: %f2sim --equal %s %t.after.ll --kernel by_block_size --block 32
; RUN: %f2sim --equal %s %t.after.ll --kernel by_block_size --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel by_block_size --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel pointer --block 96
; RUN: %f2sim --equal %s %t.after.ll --kernel toggles --block 64 --arg 2=5
; RUN: %f2sim --equal %s %t.after.ll --kernel dynamic_tiles --block 64 --dynamic-shared 8192
; RUN: %f2sim --equal %s %t.after.ll --kernel from_memory --block 64 --fill 1=iota32:256
; RUN: %f2sim %s --kernel by_threads --block 96 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel by_threads --block 96 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel by_block_size --block 128 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel pointer --block 96 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel toggles --block 64 --arg 2=5 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel dynamic_tiles --block 64 --dynamic-shared 8192 --report | FileCheck %s --check-prefix=FREE
; BEFORE: total {{[0-9]+}} accesses, 80 wavefronts, 44 ideal
; FREE: total {{[0-9]+}} accesses, [[FEW:[0-9]+]] wavefronts, [[FEW]] ideal

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x [32 x half]] undef, align 16
@sized = internal addrspace(3) global [64 x [32 x half]] undef, align 2
@walked = internal addrspace(3) global [64 x [32 x half]] undef, align 16
@stages = internal addrspace(3) global [2 x [64 x [32 x half]]] undef, align 16
@looked_up = internal addrspace(3) global [64 x [32 x half]] undef, align 16
@beside = internal addrspace(3) global [4 x i32] undef, align 4
@dynamic = external addrspace(3) global [0 x half], align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))

; for (i = threadIdx.x; i < 256; i += 96) tile[i / 4][i % 4 * 8..] = in[i];
; The last iteration is of two warps and none of the third.
; REMARK: remark: {{.*}}shared array tile swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} wavefronts
; CHECK-LABEL: @by_threads(
; CHECK: fill:
; CHECK: and i32 %{{.*}}, 3
; CHECK: xor
; CHECK: store <4 x i32> %{{.*}}, align 16
; CHECK: done:
define ptx_kernel void @by_threads(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x i32>, ptr addrspace(1) %g
  %r = lshr i32 %i, 2
  %chunk = and i32 %i, 3
  %col = shl i32 %chunk, 3
  %s = getelementptr [64 x [32 x half]], ptr addrspace(3) @tile, i32 0, i32 %r, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %i1 = add nuw nsw i32 %i, 96
  %c = icmp ult i32 %i1, 256
  br i1 %c, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 15
  %high = lshr i32 %t, 4
  %half = and i32 %high, 1
  %k = shl i32 %half, 3
  %warp = lshr i32 %t, 5
  %w16 = shl i32 %warp, 4
  %wrow = add i32 %row, %w16
  %p = getelementptr [64 x [32 x half]], ptr addrspace(3) @tile, i32 0, i32 %wrow, i32 %k
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %m1 = extractvalue { i32, i32, i32, i32 } %m, 1
  %m2 = extractvalue { i32, i32, i32, i32 } %m, 2
  %m3 = extractvalue { i32, i32, i32, i32 } %m, 3
  %x0 = insertelement <4 x i32> poison, i32 %m0, i32 0
  %x1 = insertelement <4 x i32> %x0, i32 %m1, i32 1
  %x2 = insertelement <4 x i32> %x1, i32 %m2, i32 2
  %x3 = insertelement <4 x i32> %x2, i32 %m3, i32 3
  %o = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %x3, ptr addrspace(1) %o
  ret void
}

; The step is the block's size, which is not known, and the array is aligned to
; a half: its address's low bits are zero in any iteration.
; REMARK: remark: {{.*}}shared array sized swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} wavefronts
; CHECK-LABEL: @by_block_size(
; CHECK: store <4 x i32> %{{.*}}, align 16
; CHECK: load <4 x i32>, ptr addrspace(3) %{{.*}}, align 16
define ptx_kernel void @by_block_size(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #1 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x i32>, ptr addrspace(1) %g
  %r = lshr i32 %i, 2
  %chunk = and i32 %i, 3
  %col = shl i32 %chunk, 3
  %s = getelementptr [64 x [32 x half]], ptr addrspace(3) @sized, i32 0, i32 %r, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 2
  %i1 = add nuw nsw i32 %i, %n
  %c = icmp ult i32 %i1, 256
  br i1 %c, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 15
  %high = lshr i32 %t, 4
  %half = and i32 %high, 1
  %k = shl i32 %half, 3
  %warp = lshr i32 %t, 5
  %w16 = shl i32 %warp, 4
  %wrow = add i32 %row, %w16
  %p = getelementptr [64 x [32 x half]], ptr addrspace(3) @sized, i32 0, i32 %wrow, i32 %k
  %w = load <4 x i32>, ptr addrspace(3) %p, align 2
  %o = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %w, ptr addrspace(1) %o
  ret void
}

; A pointer walks over the tile.
; REMARK: remark: {{.*}}shared array walked swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} wavefronts
; CHECK-LABEL: @pointer(
define ptx_kernel void @pointer(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = getelementptr <4 x i32>, ptr addrspace(3) @walked, i32 %t
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %s = phi ptr addrspace(3) [ %first, %entry ], [ %next, %fill ]
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x i32>, ptr addrspace(1) %g
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %next = getelementptr i8, ptr addrspace(3) %s, i32 1536
  %i1 = add nuw nsw i32 %i, 96
  %c = icmp ult i32 %i1, 256
  br i1 %c, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 15
  %high = lshr i32 %t, 4
  %half = and i32 %high, 1
  %k = shl i32 %half, 3
  %warp = lshr i32 %t, 5
  %w16 = shl i32 %warp, 4
  %wrow = add i32 %row, %w16
  %p = getelementptr [64 x [32 x half]], ptr addrspace(3) @walked, i32 0, i32 %wrow, i32 %k
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %m3 = extractvalue { i32, i32, i32, i32 } %m, 3
  %sum = xor i32 %m0, %m3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %o
  ret void
}

; Two stages, and a loop within a loop.
; REMARK: remark: {{.*}}shared array stages swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} wavefronts
; CHECK-LABEL: @toggles(
define ptx_kernel void @toggles(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %steps) #2 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %step
step:
  %n = phi i32 [ 0, %entry ], [ %n1, %done ]
  %stage = phi i32 [ 0, %entry ], [ %other, %done ]
  %acc = phi i32 [ 0, %entry ], [ %acc1, %done ]
  br label %fill
fill:
  %i = phi i32 [ %t, %step ], [ %i1, %fill ]
  %in_step = shl i32 %n, 8
  %from = add i32 %in_step, %i
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %from
  %v = load <4 x i32>, ptr addrspace(1) %g
  %r = lshr i32 %i, 2
  %chunk = and i32 %i, 3
  %col = shl i32 %chunk, 3
  %s = getelementptr [2 x [64 x [32 x half]]], ptr addrspace(3) @stages, i32 0, i32 %stage, i32 %r, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %i1 = add nuw nsw i32 %i, 64
  %c = icmp ult i32 %i1, 256
  br i1 %c, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 15
  %high = lshr i32 %t, 4
  %half = and i32 %high, 1
  %k = shl i32 %half, 3
  %warp = lshr i32 %t, 5
  %w16 = shl i32 %warp, 4
  %wrow = add i32 %row, %w16
  %p = getelementptr [2 x [64 x [32 x half]]], ptr addrspace(3) @stages, i32 0, i32 %stage, i32 %wrow, i32 %k
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %m3 = extractvalue { i32, i32, i32, i32 } %m, 3
  %sum = xor i32 %m0, %m3
  %acc1 = add i32 %acc, %sum
  %other = xor i32 %stage, 1
  %n1 = add nuw nsw i32 %n, 1
  %more = icmp slt i32 %n1, %steps
  br i1 %more, label %step, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %acc1, ptr addrspace(1) %o
  ret void
}

; Dynamic shared memory that begins where the kernel's memory begins.
; REMARK: remark: {{.*}}shared array dynamic swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} wavefronts
; CHECK-LABEL: @dynamic_tiles(
; CHECK: store <4 x i32> %{{.*}}, align 16
define ptx_kernel void @dynamic_tiles(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #2 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x i32>, ptr addrspace(1) %g
  %r = lshr i32 %i, 2
  %chunk = and i32 %i, 3
  %col = shl i32 %chunk, 3
  %s = getelementptr [64 x [32 x half]], ptr addrspace(3) @dynamic, i32 1, i32 %r, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %i1 = add nuw nsw i32 %i, 64
  %c = icmp ult i32 %i1, 256
  br i1 %c, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 15
  %high = lshr i32 %t, 4
  %half = and i32 %high, 1
  %k = shl i32 %half, 3
  %warp = lshr i32 %t, 5
  %w16 = shl i32 %warp, 4
  %wrow = add i32 %row, %w16
  %p = getelementptr [64 x [32 x half]], ptr addrspace(3) @dynamic, i32 1, i32 %wrow, i32 %k
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %m3 = extractvalue { i32, i32, i32, i32 } %m, 3
  %sum = xor i32 %m0, %m3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %o
  ret void
}

; Behind another array its end is not the end of a block.
; REMARK: remark: {{.*}}shared array dynamic is not swizzled: dynamic shared memory begins behind another array
; CHECK-LABEL: @dynamic_behind(
; CHECK-NOT: xor
define ptx_kernel void @dynamic_behind(ptr addrspace(1) noalias %out, i32 %n) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %n, ptr addrspace(3) @beside
  %s = getelementptr i32, ptr addrspace(3) @dynamic, i32 %t
  store i32 %t, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %low = and i32 %t, 7
  %high = lshr i32 %t, 3
  %r = mul i32 %low, 32
  %at = add i32 %r, %high
  %p = getelementptr i32, ptr addrspace(3) @dynamic, i32 %at
  %v = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) @beside
  %sum = add i32 %v, %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %o
  ret void
}

; Where the bytes go depends on memory, and so does what a swizzle would cost.
; REMARK: remark: {{.*}}shared array looked_up is not swizzled: the address of an access is not a known function of the thread and of loops
; CHECK-LABEL: @from_memory(
; CHECK-NOT: xor i32 %{{.*}}, 16
define ptx_kernel void @from_memory(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %i = load i32, ptr addrspace(1) %g
  %s = getelementptr <4 x i32>, ptr addrspace(3) @looked_up, i32 %i
  store <4 x i32> zeroinitializer, ptr addrspace(3) %s, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 15
  %high = lshr i32 %t, 4
  %half = and i32 %high, 1
  %k = shl i32 %half, 3
  %p = getelementptr [64 x [32 x half]], ptr addrspace(3) @looked_up, i32 0, i32 %row, i32 %k
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %m0, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "nvvm.reqntid"="96" "target-cpu"="sm_90" }
attributes #1 = { "nvvm.maxntid"="128" "target-cpu"="sm_90" }
attributes #2 = { "nvvm.reqntid"="64" "target-cpu"="sm_90" }
