; The same rule for barriers of three instructions, or four.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel restrict --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel in_place --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel wave64 --block 256

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [1024 x i32] poison
@other = internal addrspace(3) global [1024 x i32] poison

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)

; CHECK-LABEL: @restrict(
; CHECK-NOT: fence
; CHECK-NOT: barrier
; CHECK: ret void
; REMARK: block barrier removed
define amdgpu_kernel void @restrict(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %a
  %x = xor i32 %t, 7
  %x4 = shl i32 %x, 2
  %w = call i32 @llvm.amdgcn.ds.bpermute(i32 %x4, i32 %v)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %b = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %w, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: @in_place(
; CHECK: fence
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence
; REMARK: block barrier kept: the load and the store may touch the same bytes from different threads; __restrict__ on the pointers would show that they do not
define amdgpu_kernel void @in_place(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %b = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; Lane 63's partner is in the same wave of 64.
; CHECK-LABEL: @wave64(
; CHECK: fence syncscope("wavefront") release
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
; CHECK-NEXT: fence syncscope("wavefront") acquire
; CHECK-NOT: fence
; CHECK: ret void
; REMARK: block barrier became a wave barrier
define amdgpu_kernel void @wave64(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 63
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %v = load i32, ptr addrspace(3) %b
  %c = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %c
  ret void
}

; ... and in another wave of 32. gfx12 has the barrier in two halves.
; CHECK-LABEL: @wave32(
; CHECK: fence
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.signal
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier.wait
; CHECK-NEXT: fence
; REMARK: block barrier kept: the store and the load touch the same bytes, for example in threads
define amdgpu_kernel void @wave32(ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 63
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %v = load i32, ptr addrspace(3) %b
  %c = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %c
  ret void
}

; All four parts are removed.
; CHECK-LABEL: @halves(
; CHECK-NOT: fence
; CHECK-NOT: barrier
; CHECK: ret void
define amdgpu_kernel void @halves() #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  %b = getelementptr i32, ptr addrspace(3) @other, i32 %t
  store i32 %t, ptr addrspace(3) %b
  ret void
}

; Fences for the whole device order more than the block.
; CHECK-LABEL: @device_fence(
; CHECK: fence
; CHECK: s.barrier
; REMARK: its fences order memory for more than the block
define amdgpu_kernel void @device_fence() #0 {
  fence syncscope("agent") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("agent") acquire
  ret void
}

; A barrier that orders only shared memory does not separate global accesses, so
; it does not make the previous one superfluous.
; CHECK-LABEL: @shared_only(
; CHECK-COUNT-1: s.barrier
define amdgpu_kernel void @shared_only(ptr addrspace(1) %p) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %t, ptr addrspace(1) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %x = xor i32 %t, 64
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %x
  store i32 %x, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: @atomics(
; CHECK: s.barrier
define amdgpu_kernel void @atomics(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) #0 {
  store i32 1, ptr addrspace(1) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %o = atomicrmw add ptr addrspace(1) %q, i32 1 syncscope("agent") monotonic
  ret void
}

; CHECK-LABEL: @rows(
; CHECK: s.barrier
define amdgpu_kernel void @rows(ptr addrspace(1) %p) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %x
  store i32 %y, ptr addrspace(1) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %v = load i32, ptr addrspace(1) %a
  ret void
}

; Private memory and constants do not count; neither does a wave barrier without
; anything to order.
; CHECK-LABEL: @private(
; CHECK-NOT: fence
; CHECK-NOT: barrier
; CHECK: ret void
define amdgpu_kernel void @private(ptr addrspace(4) byref(i32) %arg) #0 {
  %s = alloca i32, addrspace(5)
  %f = addrspacecast ptr addrspace(5) %s to ptr
  store i32 1, ptr %f
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %v = load i32, ptr addrspace(4) %arg
  store i32 %v, ptr addrspace(5) %s
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %w = load i32, ptr %f
  ret void
}

; A lone s.barrier orders nothing, and is not handled here.
; CHECK-LABEL: @lone(
; CHECK: s.barrier
define amdgpu_kernel void @lone() #0 {
  call void @llvm.amdgcn.s.barrier()
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" "amdgpu-flat-work-group-size"="1,256" }
attributes #1 = { "target-cpu"="gfx1201" "amdgpu-flat-work-group-size"="1,256" }
!0 = !{!"amdgpu-synchronize-as", !"local"}
