; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s
;
; asm volatile("" ::: "memory") is an instruction at which threads may wait for
; each other, unless it is beside a barrier: that one keeps all accesses in
; their order anyway.

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@flag = internal addrspace(3) global [128 x i32] undef

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: barriers of @beside: 1
; CHECK-NEXT: block
define amdgpu_kernel void @beside() #0 {
  call void asm sideeffect "", "~{memory}"()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %hidden = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %t)
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; An access lies between.
; CHECK-LABEL: barriers of @apart: 3
; CHECK-NEXT: other in {{.*}}asm sideeffect ""
; CHECK-NEXT: block
; CHECK-NEXT: other in {{.*}}asm sideeffect ""
define amdgpu_kernel void @apart(i32 %n) #0 {
  call void asm sideeffect "", "~{memory}"()
  store i32 %n, ptr addrspace(3) @flag
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = load i32, ptr addrspace(3) @flag
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; The loop waits for another thread.
; CHECK-LABEL: barriers of @wait: 2
; CHECK-NEXT: block
; CHECK-NEXT: other in {{.*}}asm sideeffect ""
define amdgpu_kernel void @wait() #0 {
entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %loop
loop:
  %x = load i32, ptr addrspace(3) @flag
  call void asm sideeffect "", "~{memory}"()
  %c = icmp eq i32 %x, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
