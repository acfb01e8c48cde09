; Loops whose counter is doubled: the first rounds are split off.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel tree --block 1 --arg 2=1 --dynamic-shared 2048
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32 --arg 2=32,16 --dynamic-shared 2048
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --arg 2=128,64 --dynamic-shared 2048
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 256 --arg 2=256,1,2 --dynamic-shared 2048

; REMARK: the first {{[56]}} rounds of the loop, up to 32, stay within a wave
; REMARK: the first {{[56]}} rounds of the loop, up to 32, stay within a wave

target triple = "amdgcn-amd-amdhsa"

@tree_s = external addrspace(3) global [0 x i32], align 16
@sort_s = internal addrspace(3) global [256 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; All rounds run, or the loop is as it was.
; CHECK-LABEL: @tree(
; CHECK: icmp ult i32 2, %n
; CHECK: icmp ult i32 32, %n
; CHECK: br i1 {{.*}}, label %f2.rounds, label %loop
; CHECK: phi i32 {{.*}} %{{.*}}latch.rounds
; CHECK: loop.rounds:
; CHECK-COUNT-4: {{@llvm.amdgcn.(ds.bpermute|ds.swizzle|update.dpp|permlane)}}
define amdgpu_kernel void @tree(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @tree_s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %many = icmp ugt i32 %n, 1
  br i1 %many, label %loop, label %exit
loop:
  %d = phi i32 [ 1, %entry ], [ %next, %latch ]
  %next = shl i32 %d, 1
  %mask = add i32 %next, 1023
  %low = and i32 %mask, %t
  %first = icmp eq i32 %low, 0
  br i1 %first, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @tree_s, i32 %far
  %b = load i32, ptr addrspace(3) %q
  %a = load i32, ptr addrspace(3) %p
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %is0 = icmp eq i32 %t, 0
  br i1 %is0, label %write, label %end
write:
  %r = load i32, ptr addrspace(3) @tree_s
  store i32 %r, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; A bitonic sort: the inner loops are unrolled with the rounds.
; CHECK-LABEL: @sort(
; CHECK: phi i32 {{.*}} %{{.*}}latch.rounds
; CHECK: {{@llvm.amdgcn.(ds.bpermute|ds.swizzle|update.dpp|permlane)}}
define amdgpu_kernel void @sort(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @sort_s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %outer
outer:
  %k = phi i32 [ 2, %entry ], [ %k2, %outer.latch ]
  %half = lshr i32 %k, 1
  %bit = and i32 %k, %t
  %down = icmp ne i32 %bit, 0
  br label %inner
inner:
  %j = phi i32 [ %half, %outer ], [ %j2, %inner.latch ]
  %x = xor i32 %j, %t
  %mine = icmp ugt i32 %x, %t
  br i1 %mine, label %compare, label %inner.latch
compare:
  %q = getelementptr i32, ptr addrspace(3) @sort_s, i32 %x
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %more = icmp sgt i32 %a, %b
  %wrong = xor i1 %more, %down
  br i1 %wrong, label %swap, label %inner.latch
swap:
  store i32 %b, ptr addrspace(3) %p
  store i32 %a, ptr addrspace(3) %q
  br label %inner.latch
inner.latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %j2 = lshr i32 %j, 1
  %more.j = icmp ne i32 %j2, 0
  br i1 %more.j, label %inner, label %outer.latch
outer.latch:
  %k2 = shl i32 %k, 1
  %more.k = icmp sle i32 %k2, %n
  br i1 %more.k, label %outer, label %exit
exit:
  %r = load i32, ptr addrspace(3) %p
  store i32 %r, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" }
attributes #1 = { "target-cpu"="gfx942" "f2layout-block"="256,1,1" "uniform-work-group-size"="true" }
