; The elements of an array are not moved before it is swizzled. Of an array that
; is, there is no remark that its bank conflicts stay.
; RUN: %f2opt -passes=f2layout -S %s -o %t.ll -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.ll --block 256 --arg 2=256 --quiet
; CHECK: remark: {{.*}} shared array s swizzled: the 2 accesses of a block take

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [64 x [32 x half]] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)

define ptx_kernel void @columns(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp ult i32 %t, 256
  br i1 %any, label %fill, label %filled

fill:
  %i = phi i32 [ %t, %entry ], [ %i.next, %fill ]
  %at = shl nuw nsw i32 %i, 3
  %from = getelementptr inbounds half, ptr addrspace(1) %in, i32 %at
  %row = lshr i32 %i, 2
  %column = and i32 %at, 24
  %to = getelementptr inbounds [64 x [32 x half]], ptr addrspace(3) @s, i32 0, i32 %row, i32 %column
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 2 %to, ptr addrspace(1) align 2 %from, i64 16, i1 false)
  %i.next = add nuw nsw i32 %i, %n
  %more = icmp ult i32 %i.next, 256
  br i1 %more, label %fill, label %filled

filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read

read:
  %j = phi i32 [ %t, %filled ], [ %j.next, %read ]
  %r = and i32 %j, 63
  %c = lshr i32 %j, 6
  %p = getelementptr inbounds [64 x [32 x half]], ptr addrspace(3) @s, i32 0, i32 %r, i32 %c
  %w = load half, ptr addrspace(3) %p, align 2
  %q = getelementptr inbounds half, ptr addrspace(1) %out, i32 %j
  store half %w, ptr addrspace(1) %q, align 2
  %j.next = add nuw nsw i32 %j, %n
  %again = icmp ult i32 %j.next, 2048
  br i1 %again, label %read, label %done

done:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
