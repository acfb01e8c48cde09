; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --check-prefix=GUESS --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel ranked --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel ranked --block 16,16
; RUN: %f2sim --equal %s %t.after.ll --kernel ranked --block 8,4,8
;
; A kernel that only numbers its threads is likely to have blocks of one
; dimension, whatever dimensions it reads.

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x i32] undef, align 16
@p = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: launch of @ranked
; CHECK: reads: x y z, for the rank of a thread alone{{$}}
; GUESS-LABEL: @ranked(
; GUESS: f2.dispatch:
; GUESS: icmp eq i32 {{.*}}, 256
; GUESS: call i32 @llvm.nvvm.shfl.sync
define ptx_kernel void @ranked(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %zy = mul nuw nsw i32 %z, %ny
  %row = add nuw nsw i32 %zy, %y
  %first = mul nuw nsw i32 %row, %nx
  %t = add nuw nsw i32 %first, %x
  %v = mul i32 %t, %n
  %mine = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a1 = xor i32 %t, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %a1
  %v1 = load i32, ptr addrspace(3) %p1
  %a2 = xor i32 %t, 5
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %a2
  %v2 = load i32, ptr addrspace(3) %p2
  %a3 = xor i32 %t, 15
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %a3
  %v3 = load i32, ptr addrspace(3) %p3
  %sum = add i32 %v1, %v2
  %all = xor i32 %sum, %v3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %all, ptr addrspace(1) %o
  ret void
}

; The y of a thread is a row of the tile as well.
; CHECK-LABEL: launch of @rows
; CHECK: reads: x y z{{$}}
define ptx_kernel void @rows(ptr addrspace(1) noalias %out, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %zy = mul nuw nsw i32 %z, %ny
  %row = add nuw nsw i32 %zy, %y
  %first = mul nuw nsw i32 %row, %nx
  %t = add nuw nsw i32 %first, %x
  %c = shl i32 %y, 4
  %at = add i32 %c, %x
  %mine = getelementptr i32, ptr addrspace(3) @p, i32 %at
  store i32 %t, ptr addrspace(3) %mine
  ret void
}

; The number of threads is a product; its factors by themselves are a shape.
; CHECK-LABEL: launch of @size
; CHECK: reads: x y z, for the rank of a thread alone{{$}}
define ptx_kernel void @size(ptr addrspace(1) %out) {
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %xy = mul i32 %nx, %ny
  %all = mul i32 %xy, %nz
  store i32 %all, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: launch of @depth
; CHECK: reads: z{{$}}
define ptx_kernel void @depth(ptr addrspace(1) %out) {
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  store i32 %nz, ptr addrspace(1) %out
  ret void
}

; A matrix product of two dimensions says this, too.
; CHECK-LABEL: launch of @two
; CHECK: reads: x y{{$}}
define ptx_kernel void @two(ptr addrspace(1) %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nuw nsw i32 %y, %nx
  %t = add nuw nsw i32 %first, %x
  store i32 %t, ptr addrspace(1) %out
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
