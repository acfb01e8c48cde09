; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s
;
; asm volatile("" ::: "memory") is an instruction at which threads may wait for
; each other, unless it is beside a barrier: that one keeps all accesses in
; their order anyway.

target triple = "nvptx64-nvidia-cuda"

@flag = internal addrspace(3) global [128 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: barriers of @beside: 1
; CHECK-NEXT: block
define ptx_kernel void @beside() #0 {
  call void asm sideeffect "", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %hidden = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %t)
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; An access lies between.
; CHECK-LABEL: barriers of @apart: 3
; CHECK-NEXT: other in {{.*}}asm sideeffect ""
; CHECK-NEXT: block
; CHECK-NEXT: other in {{.*}}asm sideeffect ""
define ptx_kernel void @apart(i32 %n) #0 {
  call void asm sideeffect "", "~{memory}"()
  store i32 %n, ptr addrspace(3) @flag
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load i32, ptr addrspace(3) @flag
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; The loop waits for another thread.
; CHECK-LABEL: barriers of @wait: 2
; CHECK-NEXT: block
; CHECK-NEXT: other in {{.*}}asm sideeffect ""
define ptx_kernel void @wait() #0 {
entry:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %x = load i32, ptr addrspace(3) @flag
  call void asm sideeffect "", "~{memory}"()
  %c = icmp eq i32 %x, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
