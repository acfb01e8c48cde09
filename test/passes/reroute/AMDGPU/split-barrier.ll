; gfx12 has the block's barrier in two halves. A plan through shared memory adds
; its own barrier; all four instructions of the old one are removed.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %llc -mcpu=gfx1201 %t.after.ll -o - | FileCheck %s --check-prefix=GCN
; RUN: %f2sim --equal %s %t.after.ll --kernel across_warps --block 128

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@words = internal addrspace(3) global [1024 x i32] poison, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)

; REMARK: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block became 1 {{stores?}} of {{[0-9]+}} bytes, 4 {{loads?}} of
; CHECK-LABEL: @across_warps(
; CHECK-NOT: barrier
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(3) %{{.*}}, align 16
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NOT: {{fence|barrier}}
; CHECK: ret void
; GCN-LABEL: {{^}}across_warps:
; GCN: s_barrier_signal -1
; GCN: s_barrier_wait
; GCN-NOT: s_barrier
; GCN: s_endpgm
define amdgpu_kernel void @across_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx1201" "amdgpu-flat-work-group-size"="128,128" !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %first = shl i32 %t, 2
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <4 x i32>, ptr addrspace(1) %i
  %v0 = extractelement <4 x i32> %v, i32 0
  %v1 = extractelement <4 x i32> %v, i32 1
  %v2 = extractelement <4 x i32> %v, i32 2
  %v3 = extractelement <4 x i32> %v, i32 3
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 1
  %a2 = getelementptr i32, ptr addrspace(3) %a, i32 2
  %a3 = getelementptr i32, ptr addrspace(3) %a, i32 3
  store i32 %v0, ptr addrspace(3) %a
  store i32 %v1, ptr addrspace(3) %a1
  store i32 %v2, ptr addrspace(3) %a2
  store i32 %v3, ptr addrspace(3) %a3
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %t
  %b1 = getelementptr i32, ptr addrspace(3) %b, i32 128
  %b2 = getelementptr i32, ptr addrspace(3) %b, i32 256
  %b3 = getelementptr i32, ptr addrspace(3) %b, i32 384
  %w = load i32, ptr addrspace(3) %b
  %w1 = load i32, ptr addrspace(3) %b1
  %w2 = load i32, ptr addrspace(3) %b2
  %w3 = load i32, ptr addrspace(3) %b3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o1 = getelementptr i32, ptr addrspace(1) %o, i32 128
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 256
  %o3 = getelementptr i32, ptr addrspace(1) %o, i32 384
  store i32 %w, ptr addrspace(1) %o
  store i32 %w1, ptr addrspace(1) %o1
  store i32 %w2, ptr addrspace(1) %o2
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

!0 = !{i32 128, i32 1, i32 1}
