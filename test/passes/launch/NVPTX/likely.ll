; A block is likely to have the threads that the kernel tells from others by
; comparing their indices with constants.
; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --check-prefix=GUESS --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel rows --block 16,64 --quiet
; RUN: %f2sim --equal %s %t.after.ll --kernel rows --block 16,16 --quiet

target triple = "nvptx64-nvidia-cuda"

@weights = internal addrspace(3) global [64 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Rows from 50 on leave, so 16x16 is not likely. The number of columns does not
; depend on the block alone, and says nothing against the rows.
; CHECK-LABEL: launch of @rows
; CHECK: reads: x y
; CHECK-NEXT: likely at least: 1,51,1
; GUESS-LABEL: @rows(
; GUESS: f2.dispatch:
; GUESS: icmp eq i32 {{.*}}, 16
; GUESS: icmp eq i32 {{.*}}, 64
; GUESS: call i32 @llvm.nvvm.shfl.sync
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %bx, %nx
  %i = add i32 %first, %x
  %columns = add i32 %n, 64
  %past = icmp ugt i32 %i, %columns
  br i1 %past, label %done, label %column

column:
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %outside = icmp ugt i32 %y, 50
  br i1 %outside, label %done, label %inside

inside:
  %isfirst = icmp eq i32 %x, 0
  %y64 = zext nneg i32 %y to i64
  %place = getelementptr inbounds i32, ptr addrspace(3) @weights, i64 %y64
  br i1 %isfirst, label %fill, label %filled

fill:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %y64
  %w = load i32, ptr addrspace(1) %from
  store i32 %w, ptr addrspace(3) %place
  br label %filled

filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %mine = load i32, ptr addrspace(3) %place
  %row = mul nuw nsw i32 %y, 16
  %at = add nuw nsw i32 %row, %x
  %at64 = zext nneg i32 %at to i64
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %at64
  store i32 %mine, ptr addrspace(1) %to
  br label %done

done:
  ret void
}

; A comparison behind a test of the block's size, one that takes it into
; account, and one that says whether a loop runs, say nothing. The last one is
; of another thread.
; CHECK-LABEL: launch of @vain
; CHECK: reads: x
; CHECK-NEXT: likely at least: 64,1,1
define ptx_kernel void @vain(ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %large = icmp uge i32 %nx, 512
  br i1 %large, label %half, label %both

half:
  %lower = icmp ult i32 %x, 256
  br i1 %lower, label %store, label %both

store:
  store i32 1, ptr addrspace(1) %out
  br label %both

both:
  %low = icmp ult i32 %x, 128
  %middle = icmp uge i32 %nx, 256
  %and = and i1 %low, %middle
  br i1 %and, label %again, label %guard

again:
  store i32 2, ptr addrspace(1) %out
  br label %guard

guard:
  %any = icmp ult i32 %x, 1000
  br i1 %any, label %ahead, label %last

ahead:
  br label %loop

loop:
  %i = phi i32 [ %x, %ahead ], [ %next, %loop ]
  %i64 = zext nneg i32 %i to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %i64
  store i32 %i, ptr addrspace(1) %p
  %next = add nuw nsw i32 %i, 64
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %last

last:
  %is = icmp eq i32 %x, 63
  br i1 %is, label %end, label %done

end:
  store i32 3, ptr addrspace(1) %out
  br label %done

done:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
