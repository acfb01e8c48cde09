; asm volatile("" ::: "memory") beside a barrier adds nothing to it. Elsewhere
; threads may rely on the order that it keeps, and wait for each other.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel own_element --block 128

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x i32] undef
@flag = internal addrspace(3) global [128 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @own_element(
; CHECK-NOT: @llvm.
; CHECK: call i32 @llvm.
; CHECK-NOT: @llvm.
; CHECK: ret void
; REMARK: remark: {{.*}}: block barrier removed
define ptx_kernel void @own_element(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void asm sideeffect "", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
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
define ptx_kernel void @wait(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
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
define ptx_kernel void @fence(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void asm sideeffect "membar.gl;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %a
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
