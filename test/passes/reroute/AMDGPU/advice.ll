; Remarks do not advise what is wrong: they name a race only where there is one,
; and a missing store only where the block's shape is known.
; RUN: %f2opt -passes='f2layout-reroute<no-guess>' -disable-output %s \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --implicit-check-not=remark:

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [256 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.s.barrier()

; Between store and load there is a warp barrier, but a block barrier, too. That
; some threads may not reach the latter is the reason.
; CHECK: remark: {{.*}}: load from shared array tile stays: threads that leave the kernel before the barrier access the array on their way
define amdgpu_kernel void @both_barriers(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %warp = lshr i32 %t, 6
  %leaves = icmp sge i32 %warp, %n
  br i1 %leaves, label %leave, label %work
leave:
  store i32 0, ptr addrspace(3) @tile
  br label %end
work:
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 64
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; In a block of one row no store writes the second row.
; CHECK: remark: {{.*}}: load from shared array tile stays: thread {{[0-9]+}} reads byte {{[0-9]+}}, and whether a store before the barrier writes it depends on the block's shape, which is not known; F2_BLOCK(x, y, z) or the attribute "f2layout-block" states it
define amdgpu_kernel void @unknown_shape(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %r = shl i32 %y, 3
  %s = add i32 %r, %t
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %s
  %n = add i32 %t, 8
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %n
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %s
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
attributes #1 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,64" }
