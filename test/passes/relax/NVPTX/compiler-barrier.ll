; asm volatile("" ::: "memory") is a word to the compiler. The processor sees
; nothing of it, so it neither accesses memory nor makes threads wait.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @own_element(
; CHECK-NOT: barrier.cta
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

; Other assembly that clobbers memory is unknown.
; CHECK-LABEL: @fence(
; CHECK: barrier.cta
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
