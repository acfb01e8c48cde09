; A plan whose words need more registers than the launch bounds leave is no
; plan.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [512 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; 16 blocks of 128 threads have 32 registers a thread: 4 words in, 4 out, and 24.
; CHECK-LABEL: @fits(
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @fits(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="128" "nvvm.minctasm"="16" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  %m0 = add i32 %t, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %m0
  %v0 = load i32, ptr addrspace(1) %i0
  %a0 = getelementptr i32, ptr addrspace(3) @tile, i32 %m0
  store i32 %v0, ptr addrspace(3) %a0
  %m1 = add i32 %t, 128
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %m1
  %v1 = load i32, ptr addrspace(1) %i1
  %a1 = getelementptr i32, ptr addrspace(3) @tile, i32 %m1
  store i32 %v1, ptr addrspace(3) %a1
  %m2 = add i32 %t, 256
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %m2
  %v2 = load i32, ptr addrspace(1) %i2
  %a2 = getelementptr i32, ptr addrspace(3) @tile, i32 %m2
  store i32 %v2, ptr addrspace(3) %a2
  %m3 = add i32 %t, 384
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %m3
  %v3 = load i32, ptr addrspace(1) %i3
  %a3 = getelementptr i32, ptr addrspace(3) @tile, i32 %m3
  store i32 %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = or disjoint i32 %four, 0
  %b0 = getelementptr i32, ptr addrspace(3) @tile, i32 %p0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %m0
  store i32 %w0, ptr addrspace(1) %o0
  %p1 = or disjoint i32 %four, 1
  %b1 = getelementptr i32, ptr addrspace(3) @tile, i32 %p1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %m1
  store i32 %w1, ptr addrspace(1) %o1
  %p2 = or disjoint i32 %four, 2
  %b2 = getelementptr i32, ptr addrspace(3) @tile, i32 %p2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %m2
  store i32 %w2, ptr addrspace(1) %o2
  %p3 = or disjoint i32 %four, 3
  %b3 = getelementptr i32, ptr addrspace(3) @tile, i32 %p3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %m3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

; 17 have 30.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block stays: the plan keeps 8 words of every thread in registers, too many for the {{[0-9]+}} that it has
; CHECK-LABEL: @too_many_blocks(
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @too_many_blocks(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="128" "nvvm.minctasm"="17" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  %m0 = add i32 %t, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %m0
  %v0 = load i32, ptr addrspace(1) %i0
  %a0 = getelementptr i32, ptr addrspace(3) @tile, i32 %m0
  store i32 %v0, ptr addrspace(3) %a0
  %m1 = add i32 %t, 128
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %m1
  %v1 = load i32, ptr addrspace(1) %i1
  %a1 = getelementptr i32, ptr addrspace(3) @tile, i32 %m1
  store i32 %v1, ptr addrspace(3) %a1
  %m2 = add i32 %t, 256
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %m2
  %v2 = load i32, ptr addrspace(1) %i2
  %a2 = getelementptr i32, ptr addrspace(3) @tile, i32 %m2
  store i32 %v2, ptr addrspace(3) %a2
  %m3 = add i32 %t, 384
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %m3
  %v3 = load i32, ptr addrspace(1) %i3
  %a3 = getelementptr i32, ptr addrspace(3) @tile, i32 %m3
  store i32 %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = or disjoint i32 %four, 0
  %b0 = getelementptr i32, ptr addrspace(3) @tile, i32 %p0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %m0
  store i32 %w0, ptr addrspace(1) %o0
  %p1 = or disjoint i32 %four, 1
  %b1 = getelementptr i32, ptr addrspace(3) @tile, i32 %p1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %m1
  store i32 %w1, ptr addrspace(1) %o1
  %p2 = or disjoint i32 %four, 2
  %b2 = getelementptr i32, ptr addrspace(3) @tile, i32 %p2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %m2
  store i32 %w2, ptr addrspace(1) %o2
  %p3 = or disjoint i32 %four, 3
  %b3 = getelementptr i32, ptr addrspace(3) @tile, i32 %p3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %m3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block stays: the plan keeps 8 words of every thread in registers, too many for the {{[0-9]+}} that it has
; CHECK-LABEL: @too_few_registers(
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @too_few_registers(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="128" "nvvm.maxnreg"="31" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  %m0 = add i32 %t, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %m0
  %v0 = load i32, ptr addrspace(1) %i0
  %a0 = getelementptr i32, ptr addrspace(3) @tile, i32 %m0
  store i32 %v0, ptr addrspace(3) %a0
  %m1 = add i32 %t, 128
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %m1
  %v1 = load i32, ptr addrspace(1) %i1
  %a1 = getelementptr i32, ptr addrspace(3) @tile, i32 %m1
  store i32 %v1, ptr addrspace(3) %a1
  %m2 = add i32 %t, 256
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %m2
  %v2 = load i32, ptr addrspace(1) %i2
  %a2 = getelementptr i32, ptr addrspace(3) @tile, i32 %m2
  store i32 %v2, ptr addrspace(3) %a2
  %m3 = add i32 %t, 384
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %m3
  %v3 = load i32, ptr addrspace(1) %i3
  %a3 = getelementptr i32, ptr addrspace(3) @tile, i32 %m3
  store i32 %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = or disjoint i32 %four, 0
  %b0 = getelementptr i32, ptr addrspace(3) @tile, i32 %p0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %m0
  store i32 %w0, ptr addrspace(1) %o0
  %p1 = or disjoint i32 %four, 1
  %b1 = getelementptr i32, ptr addrspace(3) @tile, i32 %p1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %m1
  store i32 %w1, ptr addrspace(1) %o1
  %p2 = or disjoint i32 %four, 2
  %b2 = getelementptr i32, ptr addrspace(3) @tile, i32 %p2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %m2
  store i32 %w2, ptr addrspace(1) %o2
  %p3 = or disjoint i32 %four, 3
  %b3 = getelementptr i32, ptr addrspace(3) @tile, i32 %p3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %m3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block stays: the plan keeps 8 words of every thread in registers, too many for the {{[0-9]+}} that it has
; CHECK-LABEL: @more_blocks_than_numbers(
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @more_blocks_than_numbers(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="128" "nvvm.minctasm"="33554432" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  %m0 = add i32 %t, 0
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %m0
  %v0 = load i32, ptr addrspace(1) %i0
  %a0 = getelementptr i32, ptr addrspace(3) @tile, i32 %m0
  store i32 %v0, ptr addrspace(3) %a0
  %m1 = add i32 %t, 128
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %m1
  %v1 = load i32, ptr addrspace(1) %i1
  %a1 = getelementptr i32, ptr addrspace(3) @tile, i32 %m1
  store i32 %v1, ptr addrspace(3) %a1
  %m2 = add i32 %t, 256
  %i2 = getelementptr i32, ptr addrspace(1) %in, i32 %m2
  %v2 = load i32, ptr addrspace(1) %i2
  %a2 = getelementptr i32, ptr addrspace(3) @tile, i32 %m2
  store i32 %v2, ptr addrspace(3) %a2
  %m3 = add i32 %t, 384
  %i3 = getelementptr i32, ptr addrspace(1) %in, i32 %m3
  %v3 = load i32, ptr addrspace(1) %i3
  %a3 = getelementptr i32, ptr addrspace(3) @tile, i32 %m3
  store i32 %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = or disjoint i32 %four, 0
  %b0 = getelementptr i32, ptr addrspace(3) @tile, i32 %p0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %m0
  store i32 %w0, ptr addrspace(1) %o0
  %p1 = or disjoint i32 %four, 1
  %b1 = getelementptr i32, ptr addrspace(3) @tile, i32 %p1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %m1
  store i32 %w1, ptr addrspace(1) %o1
  %p2 = or disjoint i32 %four, 2
  %b2 = getelementptr i32, ptr addrspace(3) @tile, i32 %p2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %m2
  store i32 %w2, ptr addrspace(1) %o2
  %p3 = or disjoint i32 %four, 3
  %b3 = getelementptr i32, ptr addrspace(3) @tile, i32 %p3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %m3
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}
