; Where only the block's size is not known, the reasons say so, and how to state
; it.
; RUN: %f2opt -passes=f2layout -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare i32 @llvm.smin.i32(i32, i32)
declare void @llvm.amdgcn.s.barrier()

@a = internal addrspace(3) global [256 x i32] poison, align 4
@b = internal addrspace(3) global [256 x i32] poison, align 4

; s[blockDim.x - 1 - t]: byte -4 would be one of no thread.
; CHECK: load from shared array a stays: its address depends on the block's size, which is not known; F2_BLOCK(x, y, z) or the attribute "f2layout-block" states it; __launch_bounds__ may suggest it (in reversed)
define amdgpu_kernel void @reversed(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in) #0 {
  %t = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %args = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %size = getelementptr inbounds i8, ptr addrspace(4) %args, i64 12
  %short = load i16, ptr addrspace(4) %size, align 4
  %n = zext i16 %short to i32
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %from
  %own = getelementptr i32, ptr addrspace(3) @a, i32 %t
  store i32 %v, ptr addrspace(3) %own
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %last = add nsw i32 %n, -1
  %other = sub nsw i32 %last, %t
  %p = getelementptr i32, ptr addrspace(3) @a, i32 %other
  %w = load i32, ptr addrspace(3) %p
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %to
  ret void
}

; s[min(t + 1, blockDim.x - 1)]: no result of an unknown call.
; CHECK-NOT: result of a call
; CHECK: through b {{.*}} stays
define amdgpu_kernel void @clamped(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in) #0 {
  %t = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %args = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %size = getelementptr inbounds i8, ptr addrspace(4) %args, i64 12
  %short = load i16, ptr addrspace(4) %size, align 4
  %n = zext i16 %short to i32
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %from
  %own = getelementptr i32, ptr addrspace(3) @b, i32 %t
  store i32 %v, ptr addrspace(3) %own
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %last = add nsw i32 %n, -1
  %next = add nuw nsw i32 %t, 1
  %other = call i32 @llvm.smin.i32(i32 %next, i32 %last)
  %p = getelementptr i32, ptr addrspace(3) @b, i32 %other
  %w = load i32, ptr addrspace(3) %p
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %to
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" "uniform-work-group-size"="true" }
