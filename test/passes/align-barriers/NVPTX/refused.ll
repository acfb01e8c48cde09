; Barriers at which threads may meet others that are elsewhere stay as they are.
; RUN: %f2opt -passes=f2layout-align-barriers -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --arg 1=0,3
; RUN: %f2opt -passes='f2layout-align-barriers,f2layout-relax<all>' -disable-output %s -pass-remarks-missed=f2layout-relax 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] poison, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32)
declare void @unknown()

; The threads at A meet those at B, and then those at B meet those at C. The
; first barrier, before all of them, is one of the whole block.
; REMARK: block barrier kept: it could not be shown that all threads of the block reach it together (the first of 2 such barriers) (in shifted)
; REMARK: block barrier kept: the barrier may be where threads meet others that have come to it (in shifted)
; REMARK: block barrier kept: the barrier may synchronise threads or order memory (in shifted)
; CHECK-LABEL: @shifted(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-COUNT-3: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @shifted(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 127
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 %n, ptr addrspace(3) %b
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %c = icmp ult i32 %t, 40
  br i1 %c, label %first, label %all
first:
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0) ; A
  br label %all
all:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0) ; B
  br i1 %c, label %end, label %last
last:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0) ; C
  br label %end
end:
  %v = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; One barrier on either side: the threads do meet, but at two instructions.
; CHECK-LABEL: @either(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @either(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %left, label %right
left:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
right:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

; Some threads have left.
; CHECK-LABEL: @exits(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @exits(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %stay, label %end
stay:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

; The obstacle executes before the barrier in the next iteration.
; CHECK-LABEL: @around(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @around(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br i1 %c, label %left, label %right
left:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %latch
right:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %latch
latch:
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; The lane is not the thread's index in a block of several rows.
; CHECK-LABEL: @lanes(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @lanes(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %m = and i32 %t, 31
  %c = icmp eq i32 %l, %m
  br i1 %c, label %wait, label %end
wait:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

; How many rows there are is not known.
; CHECK-LABEL: @rows(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @rows(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %c = icmp ult i32 %t, 4
  br i1 %c, label %wait, label %end
wait:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

; Some of the threads meet at a barrier of a number that is not known.
; CHECK-LABEL: @numbers(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.count(i32 %n, i32 128)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @numbers(ptr addrspace(1) %p, i32 %n) {
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.count(i32 %n, i32 128)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

; Assembly that is more than one barrier, or has a predicate.
; REMARK: block barrier kept: the inline assembly may be where threads meet others that have come to it (the first of 2 such barriers) (in assembly)
; CHECK-LABEL: @assembly(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call void asm sideeffect "{ .reg .pred p; setp.lt.u32 p, $0, 0; @p bar.sync 0; }"
; CHECK: call void asm sideeffect "bar.sync 0;"
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @assembly(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %c = icmp slt i32 %n, 0
  br i1 %c, label %text, label %end
text:
  call void asm sideeffect "{ .reg .pred p; setp.lt.u32 p, $0, 0; @p bar.sync 0; }", "r,~{memory}"(i32 %t)
  call void asm sideeffect "bar.sync 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

; Code that may contain such barriers: of the module, recursive, of others.
; CHECK-LABEL: @callee(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @callee(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @outer(i32 %t)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

define internal void @outer(i32 %t) #1 {
  call void @inner(i32 %t)
  ret void
}

define internal void @inner(i32 %t) #1 {
  %c = icmp ult i32 %t, 16
  br i1 %c, label %left, label %right
left:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
right:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

; CHECK-LABEL: @recursive(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @recursive(ptr addrspace(1) %p, i32 %n) {
  call void @ping(i32 4)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

define internal void @ping(i32 %n) #1 {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %go
go:
  %m = sub i32 %n, 1
  call void @pong(i32 %m)
  br label %end
end:
  ret void
}

define internal void @pong(i32 %n) #1 {
  call void @ping(i32 %n)
  ret void
}

; CHECK-LABEL: @other_code(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: ret void
define ptx_kernel void @other_code(ptr addrspace(1) %p, i32 %n) {
  %c = icmp slt i32 %n, 0
  br i1 %c, label %call, label %end
call:
  call void @unknown() #1
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

attributes #0 = { "nvvm.maxntid"="128" }
attributes #1 = { convergent nounwind willreturn }
