; A tile that is filled in a loop whose step is the block's size: a promise of the
; size would show which thread writes what.
; RUN: %f2opt -passes='function(f2layout-reroute)' -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=remark:
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.ll
; RUN: %f2opt -passes=no-op-module -S %s | diff - %t.ll

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK: remark: {{.*}}: load from shared array tile stays: a store before it is in a loop in which the block's size is the step; F2_BLOCK(x, y, z)
define ptx_kernel void @by_block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop

loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %to
  %next = add i32 %i, %size
  %more = icmp ult i32 %next, 1024
  br i1 %more, label %loop, label %behind

behind:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Here it would not.
; CHECK: remark: {{.*}}: load from shared array tile stays: no store is known to run before a barrier that runs before the load, except perhaps in another loop or iteration
define ptx_kernel void @by_argument(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop

loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %to
  %next = add i32 %i, %n
  %more = icmp ult i32 %next, 1024
  br i1 %more, label %loop, label %behind

behind:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
