; Calls with convergence tokens must not be next to calls without.
; RUN: %f2opt -passes=f2layout -S %s | FileCheck %s
; CHECK-NOT: call {{.*}}matrix

; Without tokens it is rewritten.
; RUN: sed 's/ \[ "convergencectrl"(token %%tok) \]//; /%%tok = /d' %s > %t.twin.ll
; RUN: %f2opt -passes=f2layout -S %t.twin.ll | FileCheck %s --check-prefix=TWIN
; TWIN: call {{.*}}ldmatrix

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [8192 x i8] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare token @llvm.experimental.convergence.entry()
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %tab) convergent #0 {
entry:
  %tok = call token @llvm.experimental.convergence.entry()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()

  %f0 = shl i32 %t, 2
  br label %fill
fill:
  %fo = phi i32 [%f0, %entry], [%i1, %fill]
  %gp = getelementptr i8, ptr addrspace(1) %in, i32 %fo
  %v = load i32, ptr addrspace(1) %gp, align 4
  %sp = getelementptr i8, ptr addrspace(3) @s, i32 %fo
  store i32 %v, ptr addrspace(3) %sp, align 4
  %i1 = add i32 %fo, 128
  %c = icmp ult i32 %i1, 8192
  br i1 %c, label %fill, label %mid
mid:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) [ "convergencectrl"(token %tok) ]
  %g = lshr i32 %t, 2
  %g7 = and i32 %g, 7
  %p = and i32 %t, 3
  %pb = shl i32 %p, 2

  %ro = shl i32 %g7, 7
  %a0 = add i32 %ro, %pb
  %q0 = getelementptr i8, ptr addrspace(3) @s, i32 %a0
  %q1 = getelementptr i8, ptr addrspace(3) %q0, i32 16
  %x0 = load i32, ptr addrspace(3) %q0, align 4
  %x1 = load i32, ptr addrspace(3) %q1, align 4
  %m1 = mul i32 %x1, 3
  %res = xor i32 %x0, %m1

  %op = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %res, ptr addrspace(1) %op, align 4
  ret void
}
attributes #0 = { "nvvm.reqntid"="32" "target-cpu"="sm_90" "target-features"="+ptx80" }
attributes #1 = { convergent nounwind }
