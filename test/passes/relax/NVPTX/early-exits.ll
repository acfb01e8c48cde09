; Barriers behind an early exit, at which all threads meet that have not left.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.ll -pass-remarks-missed=f2layout-relax 2> %t.remarks
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256 --arg 2=0,1,31,97,128,300

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Each thread reads what it has written.
; CHECK-LABEL: @own(
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @own(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %c = icmp sge i32 %t, %n
  br i1 %c, label %end, label %work
work:
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %a
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; The second barrier does not keep what a thread stored before it left apart from
; what the others read, so the first one stays.
; CHECK-LABEL: @left_between(
; CHECK: barrier.cta
; CHECK: icmp sge
define ptx_kernel void @left_between(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = icmp sge i32 %t, %n
  br i1 %c, label %end, label %work
work:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 255
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; Threads that leave still store.
; CHECK-LABEL: @stores_as_it_leaves(
; CHECK: barrier.cta
define ptx_kernel void @stores_as_it_leaves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %c = icmp sge i32 %t, %n
  br i1 %c, label %leave, label %work
leave:
  store i32 7, ptr addrspace(1) %o
  br label %end
work:
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %a
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
