; A tile that is filled in a loop whose step is the block's size: a promise of the
; size would show which thread writes what.
; RUN: %f2opt -passes='function(f2layout-reroute)' -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=remark:
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.ll
; RUN: %f2opt -passes=no-op-module -S %s | diff - %t.ll

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [1024 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare void @llvm.amdgcn.s.barrier()

; CHECK: remark: {{.*}}: load from shared array tile stays: a store before it is in a loop in which the block's size is the step; F2_BLOCK(x, y, z)
define amdgpu_kernel void @by_block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %place = getelementptr i8, ptr addrspace(4) %packet, i64 4
  %half = load i16, ptr addrspace(4) %place, align 4, !invariant.load !0
  %size = zext i16 %half to i32
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
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Here it would not.
; CHECK: remark: {{.*}}: load from shared array tile stays: no store is known to run before a barrier that runs before the load, except perhaps in another loop or iteration
define amdgpu_kernel void @by_argument(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %place = getelementptr i8, ptr addrspace(4) %packet, i64 4
  %half = load i16, ptr addrspace(4) %place, align 4, !invariant.load !0
  %size = zext i16 %half to i32
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
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" }

!0 = !{}
