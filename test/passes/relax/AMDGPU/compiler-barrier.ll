; asm volatile("" ::: "memory") beside a barrier adds nothing to it. Elsewhere
; threads may rely on the order that it keeps, and wait for each other.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel own_element --block 128

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [256 x i32] undef
@flag = internal addrspace(3) global [128 x i32] undef

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @own_element(
; CHECK-NOT: @llvm.
; CHECK: call i32 @llvm.
; CHECK-NOT: @llvm.
; CHECK: ret void
; REMARK: remark: {{.*}}: block barrier removed
define amdgpu_kernel void @own_element(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void asm sideeffect "", "~{memory}"()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  call void asm sideeffect "", "~{memory}"()
  %w = load i32, ptr addrspace(3) %a
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A thread waits until its neighbour has come, without a volatile access.
; CHECK-LABEL: @wait(
; CHECK: barrier
; CHECK: ret void
; REMARK: remark: {{.*}}: block barrier kept: the compiler barrier keeps accesses in an order on which other threads may rely
define amdgpu_kernel void @wait(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %a
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  %f = getelementptr i32, ptr addrspace(3) @flag, i32 %t
  store i32 1, ptr addrspace(3) %f
  %x = xor i32 %t, 1
  %g = getelementptr i32, ptr addrspace(3) @flag, i32 %x
  br label %loop
loop:
  %v = load i32, ptr addrspace(3) %g
  call void asm sideeffect "", "~{memory}"()
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Other assembly that clobbers memory is unknown.
; CHECK-LABEL: @fence(
; CHECK: barrier
; REMARK: remark: {{.*}}: block barrier kept: the inline assembly may access memory or synchronise threads
define amdgpu_kernel void @fence(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %a
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
