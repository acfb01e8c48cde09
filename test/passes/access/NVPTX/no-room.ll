; The arrays of a kernel and of a function that it calls fill the 48 KiB, so
; there is no room for the gaps of a larger alignment.
; RUN: %f2opt -passes=f2layout-access -S %s | FileCheck %s
; CHECK: @A = {{.*}}, align 4
; CHECK: @B = {{.*}}, align 4

; Smaller arrays leave enough room.
; RUN: sed 's/6145 x float/6000 x float/' %s > %t.room.ll
; RUN: %f2opt -passes=f2layout-access -S %t.room.ll | FileCheck %s --check-prefix=ROOM
; ROOM: @A = {{.*}}, align 16
; ROOM: @B = {{.*}}, align 16

target triple = "nvptx64-nvidia-cuda"
@A = internal addrspace(3) global [6143 x float] undef, align 4
@B = internal addrspace(3) global [6145 x float] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define internal float @g(i32 %i) noinline #1 {
  %p = getelementptr float, ptr addrspace(3) @B, i32 %i
  store float 1.0, ptr addrspace(3) %p, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %i, 1
  %q = getelementptr float, ptr addrspace(3) @B, i32 %j
  %v0 = load float, ptr addrspace(3) %q, align 4
  %q1 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %v1 = load float, ptr addrspace(3) %q1, align 4
  %v = fadd float %v0, %v1
  ret float %v
}
define ptx_kernel void @k(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr addrspace(3) @A, i32 %t
  store float 2.0, ptr addrspace(3) %p, align 4
  %r = call float @g(i32 %t)
  %j = xor i32 %t, 7
  %q = getelementptr float, ptr addrspace(3) @A, i32 %j
  %v0 = load float, ptr addrspace(3) %q, align 4
  %q1 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %v1 = load float, ptr addrspace(3) %q1, align 4
  %v = fadd float %v0, %v1
  %s = fadd float %v, %r
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %s, ptr addrspace(1) %o, align 4
  ret void
}
attributes #0 = { "nvvm.reqntid"="128" "target-cpu"="sm_90" "target-features"="+ptx80" }
attributes #1 = { "target-cpu"="sm_90" "target-features"="+ptx80" }
