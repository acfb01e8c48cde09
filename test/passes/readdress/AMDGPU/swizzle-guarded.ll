; An interleaved reduction: the address is known before the condition, which few
; threads meet. The arithmetic of the swizzle is behind it, where the accesses
; are.
; RUN: %f2opt -passes='function(f2layout-readdress)' -S %s -o %t.ll -pass-remarks=f2layout-readdress 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256 --arg 2=256 --quiet
; RUN: %f2sim %s --kernel interleaved --block 256 --arg 2=256 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.ll --kernel interleaved --block 256 --arg 2=256 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: 25593 instructions of all threads
; BEFORE: total 35 accesses, 157 wavefronts, 52 ideal
; AFTER: 29422 instructions of all threads
; AFTER: total 35 accesses, 52 wavefronts, 52 ideal

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [1024 x float] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: remark: {{.*}}shared array s swizzled:
; CHECK-LABEL: define amdgpu_kernel void @interleaved(
; CHECK: loop:
; CHECK-NOT: xor
; CHECK: br i1 %in, label %add, label %next
; CHECK: add:
; CHECK: xor i32
; CHECK: store float %sum, ptr addrspace(3)
define amdgpu_kernel void @interleaved(ptr addrspace(1) noalias %in.p, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr float, ptr addrspace(1) %in.p, i32 %t
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(3) @s, i32 %t
  store float %v, ptr addrspace(3) %q
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %loop

loop:
  %d = phi i32 [ 1, %entry ], [ %twice, %next ]
  %twice = shl i32 %d, 1
  %i = mul i32 %twice, %t
  %j = add i32 %i, %d
  %in = icmp ult i32 %j, %n
  br i1 %in, label %add, label %next

add:
  %pi = getelementptr float, ptr addrspace(3) @s, i32 %i
  %pj = getelementptr float, ptr addrspace(3) @s, i32 %j
  %vj = load float, ptr addrspace(3) %pj
  %vi = load float, ptr addrspace(3) %pi
  %sum = fadd float %vi, %vj
  store float %sum, ptr addrspace(3) %pi
  br label %next

next:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %more = icmp ult i32 %twice, %n
  br i1 %more, label %loop, label %done

done:
  %r = load float, ptr addrspace(3) @s
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %r, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "target-cpu"="gfx942" }
!0 = !{i32 256, i32 1, i32 1}
