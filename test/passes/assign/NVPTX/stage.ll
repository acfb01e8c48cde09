; A staged tensor is copied to the next slot of a ring in shared memory, and read
; from there behind a barrier. Waits leave the copies of later stages unfinished.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel product --block 128 --fill 0=finite --fill 1=finite
; RUN: %f2sim --equal %s %t.ll --kernel late --block 64
; RUN: %f2sim --equal %s %t.ll --kernel narrow --block 32
; RUN: %f2sim --equal %s %t.ll --kernel large --block 256 --dynamic-shared 65536

; Two tiles of each factor are on their way: three slots of 32 x 16 halves each.
; CHECK: @product_staged = internal addrspace(3) global [6144 x i8] poison, align 128
; CHECK: @late_staged = internal addrspace(3) global [1536 x i8]
; CHECK: @narrow_staged = internal addrspace(3) global [512 x i8]
; Beyond static shared memory, the launch provides it.
; CHECK: @large_staged = external addrspace(3) global [0 x i8], align 128

; CHECK-LABEL: @product(
; CHECK-COUNT-4: call void @llvm.nvvm.cp.async.commit.group()
; CHECK: loop:
; Two stages later than the two that are waited for, at once.
; CHECK: call void @llvm.nvvm.cp.async.wait.group(i32 2)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT: barrier
; CHECK: call void @llvm.nvvm.cp.async.ca.shared.global.8(
; CHECK: call void @llvm.nvvm.cp.async.commit.group()
; CHECK: call void @llvm.nvvm.cp.async.ca.shared.global.8(
; CHECK: call void @llvm.nvvm.cp.async.commit.group()
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(
; CHECK: call { i32, i32{{.*}} } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{{[24]}}.trans.b16.p3(
; CHECK: call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
; CHECK-NOT: @f2.
; CHECK: br i1
; CHECK: call void @llvm.nvvm.cp.async.wait.all()
; CHECK-NEXT: ret void

; The first of three is read last: three slots.
; CHECK-LABEL: @late(
; CHECK: call void @llvm.nvvm.cp.async.wait.group(i32 0)
; CHECK: barrier
; CHECK: call void @llvm.nvvm.cp.async.wait.group(i32 2)
; CHECK: barrier

; Two bytes at a time cannot be copied by themselves.
; CHECK-LABEL: @narrow(
; CHECK: load half, ptr addrspace(1)
; CHECK: store half %{{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.cp.async.wait.group(i32 0)

; CHECK-LABEL: @large(
; CHECK: attributes #{{.*}} "f2layout-dynamic-shared"="65536"

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", half, 32, 16) @f2.tensor.stage.32x16xf16(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", half, 16, 32) @f2.tensor.stage.16x32xf16(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", half, 32, 16) @f2.tensor.wait.32x16xf16(target("f2.tensor", half, 32, 16)) convergent nounwind
declare target("f2.tensor", half, 16, 32) @f2.tensor.wait.16x32xf16(target("f2.tensor", half, 16, 32)) convergent nounwind
declare target("f2.tensor", float, 32, 32) @f2.tensor.splat.32x32xf32(float) convergent nounwind
declare target("f2.tensor", float, 32, 32) @f2.tensor.dot.32x32xf32(target("f2.tensor", half, 32, 16), target("f2.tensor", half, 16, 32), target("f2.tensor", float, 32, 32)) convergent nounwind
declare void @f2.tensor.store.32x32xf32(ptr addrspace(1), target("f2.tensor", float, 32, 32), i64, i64) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.stage.128xf32(ptr addrspace(1), i64) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128)) convergent nounwind
declare void @f2.tensor.store.128xf32(ptr addrspace(1), target("f2.tensor", float, 128), i64) convergent nounwind
declare target("f2.tensor", half, 256) @f2.tensor.stage.256xf16(ptr addrspace(1), i64) convergent nounwind
declare target("f2.tensor", half, 256) @f2.tensor.wait.256xf16(target("f2.tensor", half, 256)) convergent nounwind
declare void @f2.tensor.store.256xf16(ptr addrspace(1), target("f2.tensor", half, 256), i64) convergent nounwind
declare target("f2.tensor", float, 64, 128) @f2.tensor.stage.64x128xf32(ptr addrspace(1), i64, i64) convergent nounwind
declare target("f2.tensor", float, 64, 128) @f2.tensor.wait.64x128xf32(target("f2.tensor", float, 64, 128)) convergent nounwind
declare void @f2.tensor.store.64x128xf32(ptr addrspace(1), target("f2.tensor", float, 64, 128), i64, i64) convergent nounwind

; c [32, 32] = a [32, 128] b [128, 32]
define ptx_kernel void @product(ptr addrspace(1) align 16 %a, ptr addrspace(1) align 16 %b, ptr addrspace(1) align 16 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %a1 = getelementptr half, ptr addrspace(1) %a, i64 16
  %b1 = getelementptr half, ptr addrspace(1) %b, i64 512
  %sa0 = call target("f2.tensor", half, 32, 16) @f2.tensor.stage.32x16xf16(ptr addrspace(1) align 16 %a, i64 128, i64 1)
  %sb0 = call target("f2.tensor", half, 16, 32) @f2.tensor.stage.16x32xf16(ptr addrspace(1) align 16 %b, i64 32, i64 1)
  %sa1 = call target("f2.tensor", half, 32, 16) @f2.tensor.stage.32x16xf16(ptr addrspace(1) align 16 %a1, i64 128, i64 1)
  %sb1 = call target("f2.tensor", half, 16, 32) @f2.tensor.stage.16x32xf16(ptr addrspace(1) align 16 %b1, i64 32, i64 1)
  %zero = call target("f2.tensor", float, 32, 32) @f2.tensor.splat.32x32xf32(float 0.0)
  br label %loop

loop:
  %i = phi i64 [ 0, %0 ], [ %i1, %loop ]
  %sa = phi target("f2.tensor", half, 32, 16) [ %sa0, %0 ], [ %san, %loop ]
  %san = phi target("f2.tensor", half, 32, 16) [ %sa1, %0 ], [ %sam, %loop ]
  %sb = phi target("f2.tensor", half, 16, 32) [ %sb0, %0 ], [ %sbn, %loop ]
  %sbn = phi target("f2.tensor", half, 16, 32) [ %sb1, %0 ], [ %sbm, %loop ]
  %sum = phi target("f2.tensor", float, 32, 32) [ %zero, %0 ], [ %d, %loop ]
  %x = call target("f2.tensor", half, 32, 16) @f2.tensor.wait.32x16xf16(target("f2.tensor", half, 32, 16) %sa)
  %y = call target("f2.tensor", half, 16, 32) @f2.tensor.wait.16x32xf16(target("f2.tensor", half, 16, 32) %sb)
  %i2 = add i64 %i, 2
  %next = call i64 @llvm.umin.i64(i64 %i2, i64 7)
  %ia = mul i64 %next, 16
  %ib = mul i64 %next, 512
  %pa = getelementptr half, ptr addrspace(1) %a, i64 %ia
  %pb = getelementptr half, ptr addrspace(1) %b, i64 %ib
  %sam = call target("f2.tensor", half, 32, 16) @f2.tensor.stage.32x16xf16(ptr addrspace(1) align 16 %pa, i64 128, i64 1)
  %sbm = call target("f2.tensor", half, 16, 32) @f2.tensor.stage.16x32xf16(ptr addrspace(1) align 16 %pb, i64 32, i64 1)
  %d = call target("f2.tensor", float, 32, 32) @f2.tensor.dot.32x32xf32(target("f2.tensor", half, 32, 16) %x, target("f2.tensor", half, 16, 32) %y, target("f2.tensor", float, 32, 32) %sum)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, 8
  br i1 %more, label %loop, label %end

end:
  call void @f2.tensor.store.32x32xf32(ptr addrspace(1) align 16 %c, target("f2.tensor", float, 32, 32) %d, i64 32, i64 1)
  ret void
}

define ptx_kernel void @late(ptr addrspace(1) align 16 %p, ptr addrspace(1) align 16 %q) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 128
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 256
  %q1 = getelementptr float, ptr addrspace(1) %q, i64 128
  %s0 = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32(ptr addrspace(1) align 16 %p, i64 1)
  %s1 = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32(ptr addrspace(1) align 16 %p1, i64 1)
  %s2 = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32(ptr addrspace(1) align 16 %p2, i64 1)
  br label %join

join:
  %s = phi target("f2.tensor", float, 128) [ %s2, %0 ], [ %s1, %join ]
  %t = phi target("f2.tensor", float, 128) [ %s0, %0 ], [ %s0, %join ]
  %x = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %s)
  call void @f2.tensor.store.128xf32(ptr addrspace(1) align 16 %q, target("f2.tensor", float, 128) %x, i64 1)
  %y = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %t)
  call void @f2.tensor.store.128xf32(ptr addrspace(1) align 16 %q1, target("f2.tensor", float, 128) %y, i64 1)
  br i1 true, label %end, label %join

end:
  ret void
}

define ptx_kernel void @narrow(ptr addrspace(1) %p, ptr addrspace(1) %q) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %s = call target("f2.tensor", half, 256) @f2.tensor.stage.256xf16(ptr addrspace(1) %p, i64 1)
  %x = call target("f2.tensor", half, 256) @f2.tensor.wait.256xf16(target("f2.tensor", half, 256) %s)
  call void @f2.tensor.store.256xf16(ptr addrspace(1) %q, target("f2.tensor", half, 256) %x, i64 1)
  ret void
}

define ptx_kernel void @large(ptr addrspace(1) align 16 %p, ptr addrspace(1) align 16 %q) convergent "target-cpu"="sm_90" "nvvm.reqntid"="256" {
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 8192
  %s0 = call target("f2.tensor", float, 64, 128) @f2.tensor.stage.64x128xf32(ptr addrspace(1) align 16 %p, i64 128, i64 1)
  %s1 = call target("f2.tensor", float, 64, 128) @f2.tensor.stage.64x128xf32(ptr addrspace(1) align 16 %p1, i64 128, i64 1)
  br label %next

next:
  %s = phi target("f2.tensor", float, 64, 128) [ %s0, %0 ], [ %s1, %next ]
  %i = phi i32 [ 0, %0 ], [ 1, %next ]
  %x = call target("f2.tensor", float, 64, 128) @f2.tensor.wait.64x128xf32(target("f2.tensor", float, 64, 128) %s)
  %at = mul i32 %i, 8192
  %to = getelementptr float, ptr addrspace(1) %q, i32 %at
  call void @f2.tensor.store.64x128xf32(ptr addrspace(1) align 16 %to, target("f2.tensor", float, 64, 128) %x, i64 128, i64 1)
  %more = icmp eq i32 %i, 0
  br i1 %more, label %next, label %end

end:
  ret void
}
