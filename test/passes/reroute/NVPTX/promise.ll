; A promised block shape that the launch bounds do not allow: both passes leave
; the kernel unchanged and report it.
; RUN: %f2opt -passes=no-op-module -S %s -o %t.before.ll
; RUN: %f2opt -passes='f2layout<block=32x8>' -S %s -o %t.rerouted.ll \
; RUN:   -pass-remarks=f2layout -pass-remarks-missed=f2layout 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REROUTE --implicit-check-not=remark:
; RUN: diff %t.before.ll %t.rerouted.ll
; RUN: %f2opt -passes='function(f2layout-relax<all;block=32x8>)' -S %s -o %t.relaxed.ll \
; RUN:   -pass-remarks=f2layout -pass-remarks-missed=f2layout 2>&1 \
; RUN:   | FileCheck %s --check-prefix=RELAX --implicit-check-not=remark:
; RUN: diff %t.before.ll %t.relaxed.ll

; A shape that they allow is used.
; RUN: %f2opt -passes='f2layout<block=32x4>' -S %s -o %t.good.ll \
; RUN:   -pass-remarks=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=GOOD
; RUN: %f2sim --equal %s %t.good.ll --kernel k --block 32,4

; REROUTE: remark: {{.*}}: kernel left alone: the option block= promises 32,8,1, which the launch bounds do not allow: 1 to 128 threads
; RELAX: remark: {{.*}}: barriers unchanged: the option block= promises 32,8,1, which the launch bounds do not allow: 1 to 128 threads
; GOOD: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %t = add i32 %row, %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %to = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %to
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}
