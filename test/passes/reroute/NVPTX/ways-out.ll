; What would lift a refusal, and that it does: an advice is given only where it is
; true.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.ll -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --arg 2=4 --quiet

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@called.s = internal addrspace(3) global [64 x i32] poison, align 4
@inlined.s = internal addrspace(3) global [64 x i32] poison, align 4
@recursive.s = internal addrspace(3) global [64 x i32] poison, align 4
@turns.a = internal addrspace(3) global [64 x i32] poison, align 4
@turns.b = internal addrspace(3) global [64 x i32] poison, align 4
@written_out.a = internal addrspace(3) global [64 x i32] poison, align 4
@written_out.b = internal addrspace(3) global [64 x i32] poison, align 4
@steps.a = internal addrspace(3) global [64 x i32] poison, align 4
@steps.b = internal addrspace(3) global [64 x i32] poison, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define internal i32 @pick(ptr addrspace(3) %s, i32 %i) noinline {
  %p = getelementptr i32, ptr addrspace(3) %s, i32 %i
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}

; REMARK: remark: {{.*}}shared array called.s stays: its address escapes through a call; __forceinline__ on it, in place of __noinline__, would help (in called)
define ptx_kernel void @called(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @called.s, i32 %t
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = call i32 @pick(ptr addrspace(3) @called.s, i32 %x)
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; REMARK: remark: {{.*}}shared exchange through inlined.s of 1 x i32 per thread within each warp became 1 shuffle{{.*}} (in inlined)
define ptx_kernel void @inlined(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @inlined.s, i32 %t
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @inlined.s, i32 %x
  %w = load i32, ptr addrspace(3) %l
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; What calls itself cannot be inlined.
define internal i32 @down(ptr addrspace(3) %s, i32 %i) {
  %end = icmp ult i32 %i, 2
  br i1 %end, label %last, label %more
more:
  %j = sub i32 %i, 2
  %r = call i32 @down(ptr addrspace(3) %s, i32 %j)
  ret i32 %r
last:
  %p = getelementptr i32, ptr addrspace(3) %s, i32 %i
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}

; REMARK: remark: {{.*}}shared array recursive.s stays: its address escapes through a call (in recursive)
define ptx_kernel void @recursive(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @recursive.s, i32 %t
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = call i32 @down(ptr addrspace(3) @recursive.s, i32 %x)
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; REMARK: remark: {{.*}}shared array turns.a stays: one access may go to several shared arrays, which take turns in a loop; with a round for each turn written out in the loop's body, every access would name its array (in turns)
; REMARK: remark: {{.*}}shared array turns.b stays: one access may go to several shared arrays, which take turns in a loop; with a round for each turn written out in the loop's body, every access would name its array (in turns)
define ptx_kernel void @turns(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @turns.a, i32 %t
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %a = phi ptr addrspace(3) [ @turns.a, %entry ], [ %b, %loop ]
  %b = phi ptr addrspace(3) [ @turns.b, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr addrspace(3) %a, i32 %x
  %to = getelementptr i32, ptr addrspace(3) %b, i32 %t
  %w = load i32, ptr addrspace(3) %from
  %w1 = add i32 %w, 1
  store i32 %w1, ptr addrspace(3) %to
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %r = load i32, ptr addrspace(3) %to
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; REMARK: remark: {{.*}}shared exchange through written_out.b of 1 x i32 per thread within each warp became 1 shuffle{{.*}} (in written_out)
; REMARK: remark: {{.*}}load from shared array written_out.a stays: {{.*}} (in written_out)
define ptx_kernel void @written_out(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %a.t = getelementptr i32, ptr addrspace(3) @written_out.a, i32 %t
  %a.x = getelementptr i32, ptr addrspace(3) @written_out.a, i32 %x
  %b.t = getelementptr i32, ptr addrspace(3) @written_out.b, i32 %t
  %b.x = getelementptr i32, ptr addrspace(3) @written_out.b, i32 %x
  store i32 %v, ptr addrspace(3) %a.t
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = load i32, ptr addrspace(3) %a.x
  %w1 = add i32 %w, 1
  store i32 %w1, ptr addrspace(3) %b.t
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = load i32, ptr addrspace(3) %b.x
  %u1 = add i32 %u, 1
  store i32 %u1, ptr addrspace(3) %a.t
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 2
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %u1, ptr addrspace(1) %q
  ret void
}

; A pointer that goes through one of two arrays: nobody takes turns.
; REMARK: remark: {{.*}}shared array steps.a stays: one access may go to several shared arrays (in steps)
; REMARK: remark: {{.*}}shared array steps.b stays: one access may go to several shared arrays (in steps)
define ptx_kernel void @steps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %a.t = getelementptr i32, ptr addrspace(3) @steps.a, i32 %t
  %b.t = getelementptr i32, ptr addrspace(3) @steps.b, i32 %t
  store i32 %v, ptr addrspace(3) %a.t
  store i32 %v, ptr addrspace(3) %b.t
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %which = icmp ult i32 %n, 3
  %first = select i1 %which, ptr addrspace(3) @steps.a, ptr addrspace(3) @steps.b
  br label %loop
loop:
  %at = phi ptr addrspace(3) [ %first, %entry ], [ %further, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %w = load i32, ptr addrspace(3) %at
  %sum1 = add i32 %sum, %w
  %further = getelementptr i32, ptr addrspace(3) %at, i32 1
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %sum1, ptr addrspace(1) %q
  ret void
}

attributes #0 = { convergent "target-cpu"="sm_90" }
