; A promised block shape that the launch bounds do not allow: both passes leave
; the kernel unchanged and report it.
; RUN: %f2opt -passes=no-op-module -S %s -o %t.before.ll
; RUN: %f2opt -passes='f2layout<block=32x4>' -S %s -o %t.rerouted.ll \
; RUN:   -pass-remarks=f2layout -pass-remarks-missed=f2layout 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REROUTE --implicit-check-not=remark:
; RUN: diff %t.before.ll %t.rerouted.ll
; RUN: %f2opt -passes='function(f2layout-relax<all;block=32x4>)' -S %s -o %t.relaxed.ll \
; RUN:   -pass-remarks=f2layout -pass-remarks-missed=f2layout 2>&1 \
; RUN:   | FileCheck %s --check-prefix=RELAX --implicit-check-not=remark:
; RUN: diff %t.before.ll %t.relaxed.ll

; A shape that they allow is used.
; RUN: %f2opt -passes='f2layout<block=32x8>' -S %s -o %t.good.ll \
; RUN:   -pass-remarks=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=GOOD
; RUN: %f2sim --equal %s %t.good.ll --kernel k --block 32,8

; REROUTE: remark: {{.*}}: kernel left alone: the option block= promises 32,4,1, which the launch bounds do not allow: 256 to 256 threads
; RELAX: remark: {{.*}}: barriers unchanged: the option block= promises 32,4,1, which the launch bounds do not allow: 256 to 256 threads
; GOOD: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each wave became

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [256 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="256,256" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = shl i32 %y, 5
  %t = add i32 %row, %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %to = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %to
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}
