; Dividing the least number by -1 must not crash the compiler.
; RUN: %f2opt -passes=f2layout-access -S %s | FileCheck %s
; CHECK-LABEL: @k(
; CHECK: ret void

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i64 %n) {
  %d = sdiv i64 -9223372036854775808, -1
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %d
  %r = getelementptr i8, ptr addrspace(1) %p, i64 %n
  %a = load float, ptr addrspace(1) %q, align 4
  %b = load float, ptr addrspace(1) %r, align 4
  %c = fadd float %a, %b
  store float %c, ptr addrspace(1) %p
  ret void
}

; The ordinary access next to it gets its alignment.
; CHECK-LABEL: @plain(
; CHECK: load float, {{.*}}, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @plain(ptr addrspace(1) align 16 %p) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = shl i32 %t, 2
  %q = getelementptr float, ptr addrspace(1) %p, i32 %t4
  %v = load float, ptr addrspace(1) %q, align 4
  %r = getelementptr float, ptr addrspace(1) %q, i32 1
  %w = load float, ptr addrspace(1) %r, align 4
  %x = fadd float %v, %w
  store float %x, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
