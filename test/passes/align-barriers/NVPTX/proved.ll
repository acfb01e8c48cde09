; Barriers of the block that are not __syncthreads() become it if all threads
; meet at them.
; RUN: %f2opt -passes=f2layout-align-barriers -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --arg 1=0,3
; RUN: %f2sim --equal %s %t.ll --kernels all --block 77 --arg 1=0,3
;
; A counter leaves some out.
; RUN: %f2opt -passes=f2layout-align-barriers -debug-counter=f2layout-aligned=1 -S %s | FileCheck %s --check-prefix=SECOND
; SECOND-LABEL: @straight(
; SECOND: @llvm.nvvm.barrier.cta.sync.all(i32 0)
; SECOND: @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
;
; A second run finds nothing to do.
; RUN: %f2opt -passes=f2layout-align-barriers -S %t.ll | FileCheck %s
; RUN: %f2opt -passes=f2layout-align-barriers -debug-counter=f2layout-aligned=1000000 -S %t.ll | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] poison, align 4
@text = internal addrspace(4) constant [4 x i8] c"%d\0A\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @straight(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @straight(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 65
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 7, ptr addrspace(3) %b
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %v = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; A loop that all threads run equally often, with a branch that they take
; together, and one that they do not before they meet again.
; CHECK-LABEL: @loop(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @loop(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %some = icmp ult i32 %t, 5
  br i1 %some, label %write, label %meet
write:
  store i32 %i, ptr addrspace(3) %a
  br label %meet
meet:
  %odd = trunc i32 %i to i1
  br i1 %odd, label %wait, label %latch
wait:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %latch
latch:
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; Other numbers, and assembly.
; CHECK-LABEL: @forms(
; CHECK-COUNT-6: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @forms(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier.cta.sync.all(i32 3)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 15)
  call void asm sideeffect "bar.sync 0;", "~{memory}"()
  call void asm sideeffect "barrier.cta.sync\09$0 ;\0A", "n"(i32 2)
  call void asm sideeffect "barrier.sync.aligned 1", "~{memory}"()
  %c = icmp eq i32 %t, %n
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = zext i1 %c to i32
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; What cannot arrive at a barrier of the block is no obstacle.
; CHECK-LABEL: @calls(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @calls(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = call i32 @shuffles(i32 %t)
  call void asm sideeffect "bar.warp.sync 0xffffffff;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define internal i32 @shuffles(i32 %t) #1 {
  %c = icmp ult i32 %t, 64
  br i1 %c, label %a, label %b
a:
  call void asm sideeffect "bar.warp.sync 0xffffffff;", "~{memory}"()
  br label %b
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret i32 %t
}

; A condition that depends on the thread, but is true in every thread that a
; block may have.
; CHECK-LABEL: @evaluated(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @evaluated(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %t, 5
  %c = icmp ult i32 %w, 4
  br i1 %c, label %wait, label %end
wait:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

; In the stated block the row is always below 4, and the lane is what x is.
; CHECK-LABEL: @stated(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @stated(ptr addrspace(1) %p, i32 %n) #2 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %y, 4
  br i1 %c, label %wait, label %end
wait:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %d = icmp eq i32 %l, %x
  br i1 %d, label %again, label %end
again:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %end
end:
  ret void
}

; A device function may be called by some of the threads.
; CHECK-LABEL: @device(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
define void @device() {
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

attributes #0 = { "nvvm.maxntid"="128" }
attributes #1 = { convergent nounwind willreturn }
attributes #2 = { "f2layout-block"="32,4,1" }
