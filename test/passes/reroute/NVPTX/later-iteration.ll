; A block that post-dominates another may be reached in a later iteration.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel later --block 128 --arg 2=4 --arg 3=0,1,2 --arg 4=0,2
; RUN: %f2sim --equal %s %t.after.ll --kernel same --block 128 --arg 2=4 --arg 3=0,1,2

target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [128 x i32] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
; In an iteration in which c1 holds, no thread stores, and the reader sees the
; value of the previous iteration. Every exit of the loop is after the last
; condition, so the store's block's dominators are all post-dominated; but the
; next of them may only be reached in a later iteration.
;
;   for (i = 0;; ++i) {
;     if (!c1(i)) { if (c2(i)) continue; if (!(i < n)) break; tile[t] = v; }
;     barrier; if (i < n) use(tile[t ^ 1]); barrier;
;   }
; CHECK-LABEL: @later(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: load from shared array tile stays: {{.*}} which thread 1 writes only under a condition that the reader does not repeat
define ptx_kernel void @later(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 noundef %n, i32 noundef %a, i32 noundef %b) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %row = shl i32 %i, 7
  %e = add i32 %row, %t
  %m1 = and i32 %i, %a
  %c1 = icmp ne i32 %m1, 0
  br i1 %c1, label %sync, label %second
second:
  %m2 = and i32 %i, %b
  %c2 = icmp ne i32 %m2, 0
  br i1 %c2, label %latch, label %third
third:
  %more = icmp slt i32 %i, %n
  br i1 %more, label %write, label %exit
write:
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %e
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  br label %sync
sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %again = icmp slt i32 %i, %n
  br i1 %again, label %read, label %join
read:
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %e
  store i32 %w, ptr addrspace(1) %po
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %latch
latch:
  %next = add i32 %i, 1
  br label %header
exit:
  ret void
}

; The same without c2, and the reader depends on c1, too.
; CHECK-LABEL: @same(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @same(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 noundef %n, i32 noundef %a, i32 noundef %b) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %row = shl i32 %i, 7
  %e = add i32 %row, %t
  %m1 = and i32 %i, %a
  %c1 = icmp ne i32 %m1, 0
  br i1 %c1, label %sync, label %second
second:
  %more = icmp slt i32 %i, %n
  br i1 %more, label %write, label %exit
write:
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %e
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %p
  br label %sync
sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %again = icmp slt i32 %i, %n
  %stored = xor i1 %c1, true
  %both = and i1 %again, %stored
  br i1 %both, label %read, label %join
read:
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %e
  store i32 %w, ptr addrspace(1) %po
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %latch
latch:
  %next = add i32 %i, 1
  br label %header
exit:
  ret void
}
