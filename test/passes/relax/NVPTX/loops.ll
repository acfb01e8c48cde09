; Loops: what follows the barrier in one iteration precedes it in the next.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks-missed=f2layout-relax \
; RUN:   2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; In one iteration nothing follows the store; the next iteration's load does.
; CHECK-LABEL: @back_edge(
; CHECK: barrier.cta
define ptx_kernel void @back_edge(ptr addrspace(1) noalias %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 64
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %v = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  store i32 %k, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Both barriers of a tile loop are needed: neither separates what the other does.
; CHECK-LABEL: @tile_loop(
; CHECK-COUNT-2: barrier.cta
define ptx_kernel void @tile_loop(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 64
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %k
  %u = load i32, ptr addrspace(1) %p
  store i32 %u, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Each thread accesses its own elements in every iteration.
; CHECK-LABEL: @own(
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @own(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %v = load i32, ptr addrspace(3) %a
  %w = add i32 %v, %k
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %w, ptr addrspace(3) %a
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; p[k + t]: own elements in one iteration, the neighbour's in the next.
; CHECK-LABEL: @moving(
; CHECK: barrier.cta
; REMARK: may touch the same bytes from different threads, in different iterations of a loop
define ptx_kernel void @moving(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %i = add nsw i32 %k, %t
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %v = load i32, ptr addrspace(3) %a
  %w = add i32 %v, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %w, ptr addrspace(3) %a
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; The same with a second barrier that separates iterations: the first is
; removed.
; CHECK-LABEL: @moving_apart(
; CHECK: loop:
; CHECK: %v = load
; CHECK-NOT: barrier.cta
; CHECK: store
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta
define ptx_kernel void @moving_apart(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %i = add nsw i32 %k, %t
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %v = load i32, ptr addrspace(3) %a
  %w = add i32 %v, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %w, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; A value carried over from the previous iteration.
; CHECK-LABEL: @carried(
; CHECK: barrier.cta
define ptx_kernel void @carried(i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %base = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = mul i32 %k, %m
  %i = add nsw i32 %base, %t
  %j = add nsw i32 %next, %t
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %v = load i32, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  store i32 %v, ptr addrspace(3) %b
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Threads leave the loop at different times: the barrier cannot be judged.
; CHECK-LABEL: @divergent(
; CHECK: barrier.cta
; REMARK: it could not be shown that all threads of the block reach it together
define ptx_kernel void @divergent(ptr addrspace(1) %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %t
  br i1 %c, label %loop, label %done
done:
  store i32 0, ptr addrspace(1) %out
  ret void
}
