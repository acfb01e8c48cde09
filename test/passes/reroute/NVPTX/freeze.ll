; A freeze of an undefined value chooses for each thread, and other uses see the
; choice; a freeze of a defined value is a copy.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel argument --block 128 --arg 2=0,3
; RUN: %f2sim --equal %s %t.after.ll --kernel register --block 128 --arg 2=0,3
; RUN: %f2sim --equal %s %t.after.ll --kernel tested --block 128 --arg 2=1

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [136 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @nothing(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on a value that may be undefined
define ptx_kernel void @nothing(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = freeze i32 undef
  %m = and i32 %f, 7
  %i = add i32 %t, %m
  %x = xor i32 %t, 1
  %j = add i32 %x, %m
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  %sum = add i32 %w, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

; The sum may wrap, and is then poison.
; CHECK-LABEL: @wrapped(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on a value that may be undefined
define ptx_kernel void @wrapped(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %near = lshr i32 %t, 7
  %far = add nuw i32 %near, %n
  %f = freeze i32 %far
  %m = and i32 %f, 7
  %i = add i32 %t, %m
  %x = xor i32 %t, 1
  %j = add i32 %x, %m
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  %sum = add i32 %w, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

; Values in memory may be undefined.
; CHECK-LABEL: @memory(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on a value that may be undefined
define ptx_kernel void @memory(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %word = load i32, ptr addrspace(1) %in, !invariant.load !0
  %f = freeze i32 %word
  %m = and i32 %f, 7
  %i = add i32 %t, %m
  %x = xor i32 %t, 1
  %j = add i32 %x, %m
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  %sum = add i32 %w, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

; As emitted by loop unswitching for its conditions.
; CHECK-LABEL: @argument(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @argument(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = freeze i32 %n
  %m = and i32 %f, 7
  %i = add i32 %t, %m
  %x = xor i32 %t, 1
  %j = add i32 %x, %m
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  %sum = add i32 %w, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @register(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @register(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %bn = add i32 %b, %n
  %f = freeze i32 %bn
  %m = and i32 %f, 7
  %i = add i32 %t, %m
  %x = xor i32 %t, 1
  %j = add i32 %x, %m
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  %sum = add i32 %w, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

; A branch on poison would be undefined behaviour.
; CHECK-LABEL: @tested(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @tested(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %twice = add nuw i32 %n, %n
  %c = icmp eq i32 %twice, 2
  br i1 %c, label %then, label %exit

then:
  %f = freeze i1 %c
  %m = zext i1 %f to i32
  %i = add i32 %t, %m
  %x = xor i32 %t, 1
  %j = add i32 %x, %m
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %w = load i32, ptr addrspace(3) %q
  %sum = add i32 %w, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  br label %exit

exit:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }

!0 = !{}
