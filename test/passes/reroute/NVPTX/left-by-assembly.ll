; A block may be so small that some elements are written by no store, but by
; assembly. Its address is a number here, so the module has one array only, which
; is at one place before and after.
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel left_by_assembly --block 16 --arg 2=1168 --dynamic-shared 128
; Thread 0 gets what thread 0 left in element 16, thread 1 what thread 1 left.
; RUN: %f2sim %s --kernel left_by_assembly --block 16 --arg 2=1168 --dynamic-shared 128 --dump 1:8 --schedule forward | FileCheck %s --check-prefix=LEFT
; LEFT: 000000: 00000000 01000000

target triple = "nvptx64-nvidia-cuda"

@dynamic = external addrspace(3) global [0 x i32], align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; In a block of 16 threads the partner does not exist, and its element holds the
; value that the assembly left: %where is the address of element 16.
; REMARK: remark: {{.*}}: load from shared array dynamic stays: the proof needs the block's size, which is not known
; CHECK-LABEL: @left_by_assembly(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @left_by_assembly(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %where) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %t4 = shl i32 %t, 2
  %p = add i32 %t4, %where
  call void asm sideeffect "st.shared.u32 [$0], $1;", "r,r,~{memory}"(i32 %p, i32 %t)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %t
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 16
  %b = getelementptr i32, ptr addrspace(3) @dynamic, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
