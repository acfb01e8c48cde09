; A comparison with the end of an array preserves its length.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s | FileCheck %s
; CHECK: @s = internal addrspace(3) global [256 x i32]

; Without the comparison only the used part remains.
; RUN: sed 's/icmp eq ptr addrspace(3) %%e, %%end/icmp eq i32 %%t, 7/' %s > %t.free.ll
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %t.free.ll | FileCheck %s --check-prefix=FREE
; FREE: @s.f2 = internal addrspace(3) global [128 x i8]

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [256 x i32] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %end) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr inbounds i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 3
  %q = getelementptr inbounds i32, ptr addrspace(3) @s, i32 %x
  %v = load i32, ptr addrspace(3) %q
  %e = getelementptr inbounds i32, ptr addrspace(3) @s, i32 256
  %c = icmp eq ptr addrspace(3) %e, %end
  %w = select i1 %c, i32 %v, i32 5
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}
attributes #0 = { "nvvm.reqntid"="32" "target-cpu"="sm_90" "target-features"="+ptx80" "f2layout-rerouted" }
