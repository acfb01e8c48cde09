; What would lift a refusal, and that it does: an advice is given only where it is
; true.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.ll -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --arg 2=4 --quiet

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@called.s = internal addrspace(3) global [64 x i32] poison, align 4
@inlined.s = internal addrspace(3) global [64 x i32] poison, align 4
@recursive.s = internal addrspace(3) global [64 x i32] poison, align 4
@turns.a = internal addrspace(3) global [64 x i32] poison, align 4
@turns.b = internal addrspace(3) global [64 x i32] poison, align 4
@written_out.a = internal addrspace(3) global [64 x i32] poison, align 4
@written_out.b = internal addrspace(3) global [64 x i32] poison, align 4
@steps.a = internal addrspace(3) global [64 x i32] poison, align 4
@steps.b = internal addrspace(3) global [64 x i32] poison, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define internal i32 @pick(ptr addrspace(3) %s, i32 %i) noinline {
  %p = getelementptr i32, ptr addrspace(3) %s, i32 %i
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}

; REMARK: remark: {{.*}}shared array called.s stays: its address escapes through a call; __forceinline__ on it, in place of __noinline__, would help (in called)
define amdgpu_kernel void @called(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @called.s, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = call i32 @pick(ptr addrspace(3) @called.s, i32 %x)
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; REMARK: remark: {{.*}}shared exchange through inlined.s of 1 x i32 per thread within each wave became 1 shuffle{{.*}} (in inlined)
define amdgpu_kernel void @inlined(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @inlined.s, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
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
define amdgpu_kernel void @recursive(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @recursive.s, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = call i32 @down(ptr addrspace(3) @recursive.s, i32 %x)
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; REMARK: remark: {{.*}}shared array turns.a stays: one access may go to several shared arrays, which take turns in a loop; with a round for each turn written out in the loop's body, every access would name its array (in turns)
; REMARK: remark: {{.*}}shared array turns.b stays: one access may go to several shared arrays, which take turns in a loop; with a round for each turn written out in the loop's body, every access would name its array (in turns)
define amdgpu_kernel void @turns(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @turns.a, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
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
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %r = load i32, ptr addrspace(3) %to
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; REMARK: remark: {{.*}}shared exchange through written_out.b of 1 x i32 per thread within each wave became 1 shuffle{{.*}} (in written_out)
; REMARK: remark: {{.*}}load from shared array written_out.a stays: {{.*}} (in written_out)
define amdgpu_kernel void @written_out(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %a.t = getelementptr i32, ptr addrspace(3) @written_out.a, i32 %t
  %a.x = getelementptr i32, ptr addrspace(3) @written_out.a, i32 %x
  %b.t = getelementptr i32, ptr addrspace(3) @written_out.b, i32 %t
  %b.x = getelementptr i32, ptr addrspace(3) @written_out.b, i32 %x
  store i32 %v, ptr addrspace(3) %a.t
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = load i32, ptr addrspace(3) %a.x
  %w1 = add i32 %w, 1
  store i32 %w1, ptr addrspace(3) %b.t
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %u = load i32, ptr addrspace(3) %b.x
  %u1 = add i32 %u, 1
  store i32 %u1, ptr addrspace(3) %a.t
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
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
define amdgpu_kernel void @steps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = xor i32 %t, 1
  %a.t = getelementptr i32, ptr addrspace(3) @steps.a, i32 %t
  %b.t = getelementptr i32, ptr addrspace(3) @steps.b, i32 %t
  store i32 %v, ptr addrspace(3) %a.t
  store i32 %v, ptr addrspace(3) %b.t
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
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

attributes #0 = { convergent "target-cpu"="gfx90a" }
