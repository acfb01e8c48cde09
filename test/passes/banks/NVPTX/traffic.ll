; Wavefronts of shared accesses, computed from the code alone and by running it.
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2sim %s --kernel transpose --block 32,32 --report | FileCheck %s --check-prefix=SIM
; RUN: %f2opt -passes=f2layout-banks -disable-output %s -pass-remarks-analysis=f2layout-banks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x float] poison, align 16
@padded = internal addrspace(3) global [1056 x float] poison, align 16
@bytes = internal addrspace(3) global [4096 x i8] poison, align 1
@dynamic = external addrspace(3) global [0 x i8], align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK: bank conflicts in 'transpose' on sm_90, blocks of 32x32x1:
; SIM: store 32 x 4, 32 wavefronts, 32 ideal: store float %v, ptr addrspace(3) %p
; SIM: load 32 x 4, 1024 wavefronts, 32 ideal: %w = load
; SIM: load 32 x 4, 32 wavefronts, 32 ideal: %u = load
define ptx_kernel void @transpose(ptr addrspace(1) %in, ptr addrspace(1) %out) "target-cpu"="sm_90" "nvvm.reqntid"="32,32" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %index = add i32 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i32 %index
  %v = load float, ptr addrspace(1) %from
  %p = getelementptr float, ptr addrspace(3) @tile, i32 %index
; CHECK-NEXT: store of 4 bytes to tile: 32 wavefronts in 32 warps; store float %v
  store float %v, ptr addrspace(3) %p
  %prow = mul i32 %y, 33
  %pindex = add i32 %prow, %x
  %pp = getelementptr float, ptr addrspace(3) @padded, i32 %pindex
; CHECK-NEXT: store of 4 bytes to padded: 32 wavefronts in 32 warps; store float %v
  store float %v, ptr addrspace(3) %pp
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %column = shl i32 %x, 5
  %swizzled = add i32 %column, %y
  %q = getelementptr float, ptr addrspace(3) @tile, i32 %swizzled
; CHECK-NEXT: load of 4 bytes from tile: 1024 wavefronts in 32 warps, minimum 32; %w = load
; REMARK: remark: {{.*}} load of 4 bytes from tile takes 1024 wavefronts in 32 warps, minimum 32 (blocks of 32x32x1)
  %w = load float, ptr addrspace(3) %q
  %pcolumn = mul i32 %x, 33
  %pturned = add i32 %pcolumn, %y
  %pq = getelementptr float, ptr addrspace(3) @padded, i32 %pturned
; CHECK-NEXT: load of 4 bytes from padded: 32 wavefronts in 32 warps; %u = load
  %u = load float, ptr addrspace(3) %pq
  %sum = fadd float %w, %u
  %to = getelementptr float, ptr addrspace(1) %out, i32 %index
  store float %sum, ptr addrspace(1) %to
  ret void
}

; The shape is unknown. One dimension: a warp represents all. What a loop adds
; is the same in all lanes, and a multiple of a bank's width.
; CHECK-LABEL: bank conflicts in 'loop' on sm_90, the first warp of a block:
define ptx_kernel void @loop(i32 %n) "target-cpu"="sm_90" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %twice = shl nuw nsw i32 %x, 1
  br label %turn
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  %far = shl nuw nsw i32 %k, 7
  %index = add nuw nsw i32 %far, %twice
  %p = getelementptr float, ptr addrspace(3) @tile, i32 %index
; CHECK-NEXT: store of 4 bytes to tile: 2 wavefronts in 1 warp, minimum 1
; REMARK: remark: {{.*}} store of 4 bytes to tile takes 2 wavefronts in 1 warp, minimum 1 (the first warp of a block)
  store float 1.0, ptr addrspace(3) %p
; The place comes from a table.
  %table = getelementptr i32, ptr addrspace(3) @padded, i32 %x
; CHECK-NEXT: load of 4 bytes from padded: 1 wavefront in 1 warp
  %known = load i32, ptr addrspace(3) %table
  %q = getelementptr float, ptr addrspace(3) @tile, i32 %known
; CHECK-NEXT: store of 4 bytes to tile: not counted: the address is not known in every thread: it depends on what is read from memory
  store float 2.0, ptr addrspace(3) %q
  %next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turn, label %done
done:
  ret void
}

; Depending on the data, half of the lanes or none are masked off; a byte array
; that may begin anywhere in a bank; unaligned words are accessed byte by byte.
; CHECK-LABEL: bank conflicts in 'masked' on sm_90, the first warp of a block:
define ptx_kernel void @masked(i32 %n, ptr addrspace(1) %in) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %x, 16
  br i1 %low, label %half, label %join
half:
  %p = getelementptr [2 x double], ptr addrspace(3) @tile, i32 %x
; CHECK-NEXT: store of 8 bytes to tile: 2 wavefronts in 1 warp, minimum 1
; REMARK: remark: {{.*}} store of 8 bytes to tile takes 2 wavefronts in 1 warp, minimum 1 (the first warp of a block) (the first of 2 such accesses)
  store double 1.0, ptr addrspace(3) %p
  br label %join
join:
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %x
  %data = load i32, ptr addrspace(1) %from
  %some = icmp eq i32 %data, 0
  br i1 %some, label %few, label %done
few:
  %far = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %x
; CHECK-NEXT: store of 4 bytes to tile: at most 32 wavefronts in 1 warp, minimum 1
  store float 1.0, ptr addrspace(3) %far
  br label %done
done:
  %b = getelementptr i8, ptr addrspace(3) @bytes, i32 %x
; CHECK-NEXT: store of 1 byte to bytes: 1 wavefront in 1 warp
  store i8 1, ptr addrspace(3) %b
  %four = getelementptr i32, ptr addrspace(3) @bytes, i32 %x
; CHECK-NEXT: store of 4 bytes to bytes: 4 wavefronts in 1 warp
  store i32 1, ptr addrspace(3) %four, align 1
  %d = getelementptr i32, ptr addrspace(3) @dynamic, i32 %x
; CHECK-NEXT: store of 4 bytes to dynamic: 1 wavefront in 1 warp
  store i32 1, ptr addrspace(3) %d
  ret void
}

; Threads in two dimensions without a shape: the likeliest one is assumed.
; CHECK-LABEL: bank conflicts in 'rows' on sm_90, assumed blocks of 32x8x1:
define ptx_kernel void @rows() "target-cpu"="sm_90" "nvvm.maxntid"="256" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %column = shl i32 %x, 3
  %index = add i32 %column, %y
  %p = getelementptr float, ptr addrspace(3) @tile, i32 %index
; CHECK-NEXT: store of 4 bytes to tile: 64 wavefronts in 8 warps, minimum 8
; REMARK: remark: {{.*}} store of 4 bytes to tile takes 64 wavefronts in 8 warps, minimum 8 (assumed blocks of 32x8x1)
  store float 1.0, ptr addrspace(3) %p
  ret void
}

; A condition that holds for no thread of the block.
; CHECK-LABEL: bank conflicts in 'nobody' on sm_90, blocks of 32x1x1:
define ptx_kernel void @nobody() "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %second = icmp ugt i32 %x, 31
  br i1 %second, label %there, label %done
there:
  %p = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %x
; CHECK-NEXT: store of 4 bytes to tile: no thread runs it
  store float 1.0, ptr addrspace(3) %p
  br label %done
done:
  ret void
}
