; Element 9 of four is poison. It is frozen by itself: in a word with the others,
; it would spoil them.
; RUN: %f2opt -passes=f2layout -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel outside --block 64
; RUN: %f2opt -passes='f2layout<no-shared>' -S %s -o %t.shuffle.ll
; RUN: %f2sim --equal %s %t.shuffle.ll --kernel outside --block 64

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [512 x i8] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
; CHECK-LABEL: @outside(
; CHECK: [[OUT:%.*]] = extractelement <4 x i8> {{.*}} 9
; CHECK: freeze i8 [[OUT]]
; CHECK: ret void
define ptx_kernel void @outside(ptr noalias %in, ptr noalias %out) "f2layout-block"="64,1,1" "target-cpu"="sm_90" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = getelementptr <4 x i8>, ptr %in, i32 %t
  %v = load <4 x i8>, ptr %g
  %ph = add <4 x i8> %v, splat (i8 1)
  %e0 = extractelement <4 x i8> %ph, i32 0
  %e1 = extractelement <4 x i8> %ph, i32 9
  %e2 = extractelement <4 x i8> %ph, i32 2
  %e3 = extractelement <4 x i8> %ph, i32 3
  %o = mul i32 %t, 4
  %x = xor i32 %o, 4
  %p0o = add i32 %o, 0
  %p0 = getelementptr i8, ptr addrspace(3) @s, i32 %p0o
  store i8 %e0, ptr addrspace(3) %p0
  %p1o = add i32 %o, 1
  %p1 = getelementptr i8, ptr addrspace(3) @s, i32 %p1o
  store i8 %e1, ptr addrspace(3) %p1
  %p2o = add i32 %o, 2
  %p2 = getelementptr i8, ptr addrspace(3) @s, i32 %p2o
  store i8 %e2, ptr addrspace(3) %p2
  %p3o = add i32 %o, 3
  %p3 = getelementptr i8, ptr addrspace(3) @s, i32 %p3o
  store i8 %e3, ptr addrspace(3) %p3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q0o = add i32 %x, 0
  %q0 = getelementptr i8, ptr addrspace(3) @s, i32 %q0o
  %l0 = load i8, ptr addrspace(3) %q0
  %q1o = add i32 %x, 1
  %q1 = getelementptr i8, ptr addrspace(3) @s, i32 %q1o
  %l1 = load i8, ptr addrspace(3) %q1
  %q2o = add i32 %x, 2
  %q2 = getelementptr i8, ptr addrspace(3) @s, i32 %q2o
  %l2 = load i8, ptr addrspace(3) %q2
  %q3o = add i32 %x, 3
  %q3 = getelementptr i8, ptr addrspace(3) @s, i32 %q3o
  %l3 = load i8, ptr addrspace(3) %q3
  %h0o = add i32 %o, 0
  %h0 = getelementptr i8, ptr %out, i32 %h0o
  store i8 %l0, ptr %h0
  %h1o = add i32 %o, 1
  %h1 = getelementptr i8, ptr %out, i32 %h1o
  store i8 %l1, ptr %h1
  %h2o = add i32 %o, 2
  %h2 = getelementptr i8, ptr %out, i32 %h2o
  store i8 %l2, ptr %h2
  %h3o = add i32 %o, 3
  %h3 = getelementptr i8, ptr %out, i32 %h3o
  store i8 %l3, ptr %h3
  ret void
}
