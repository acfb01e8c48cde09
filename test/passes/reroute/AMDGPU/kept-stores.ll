; Exchanges whose stores something else reads: the stores stay, if the exchange
; gains nevertheless.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --arg 2=127,31,0
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 128 --arg 2=127,31,0

target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [1024 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; The index of the second load is unknown.
; REMARK: shared exchange through s of 1 x i32 per thread within each wave became 1 shuffle, and the stores that others read stay: 6 -> 2 clocks
; CHECK-LABEL: @kept(
; CHECK: store i32 %v, ptr addrspace(3) %p
; CHECK: @llvm.amdgcn.
; CHECK-NOT: load i32, ptr addrspace(3) %q
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define amdgpu_kernel void @kept(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %o
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; In a loop, the other load sees what the iteration before wrote.
; REMARK: shared exchange through s of 1 x i32 per thread within each wave became 1 shuffle, and the stores that others read stay
; CHECK-LABEL: @in_loop(
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: store i32 %next, ptr addrspace(3) %p
; CHECK: @llvm.amdgcn.
; CHECK: ret void
define amdgpu_kernel void @in_loop(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %sum = phi i32 [ %v, %entry ], [ %y, %loop ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = add i32 %sum, %r
  store i32 %next, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %y = mul i32 %w, 3
  %m = add i32 %n, 1
  %again = icmp ult i32 %m, 12
  br i1 %again, label %loop, label %exit
exit:
  store i32 %y, ptr addrspace(1) %o
  ret void
}

; Eight stores for one load: without them gone, nothing is gained.
; REMARK: shared exchange through s of 8 x i32 per thread within each wave stays: a load that stays in shared memory reads the same stores
; CHECK-LABEL: @costly(
; CHECK-NOT: shfl
; CHECK: load i32, ptr addrspace(3) %q
; CHECK: ret void
define amdgpu_kernel void @costly(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  %v1 = mul i32 %v, 3
  %p1 = getelementptr i32, ptr addrspace(3) %p, i32 128
  store i32 %v1, ptr addrspace(3) %p1
  %v2 = mul i32 %v, 5
  %p2 = getelementptr i32, ptr addrspace(3) %p, i32 256
  store i32 %v2, ptr addrspace(3) %p2
  %v3 = mul i32 %v, 7
  %p3 = getelementptr i32, ptr addrspace(3) %p, i32 384
  store i32 %v3, ptr addrspace(3) %p3
  %v4 = mul i32 %v, 9
  %p4 = getelementptr i32, ptr addrspace(3) %p, i32 512
  store i32 %v4, ptr addrspace(3) %p4
  %v5 = mul i32 %v, 11
  %p5 = getelementptr i32, ptr addrspace(3) %p, i32 640
  store i32 %v5, ptr addrspace(3) %p5
  %v6 = mul i32 %v, 13
  %p6 = getelementptr i32, ptr addrspace(3) %p, i32 768
  store i32 %v6, ptr addrspace(3) %p6
  %v7 = mul i32 %v, 15
  %p7 = getelementptr i32, ptr addrspace(3) %p, i32 896
  store i32 %v7, ptr addrspace(3) %p7
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %t3 = and i32 %t, 7
  %row = shl i32 %t3, 7
  %e = add i32 %x, %row
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %e
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %o
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; The plan would use the array again, which has what the other load reads.
; REMARK: shared exchange through s of 2 x i32 per thread across the block stays: a load that stays in shared memory reads the same stores
; CHECK-LABEL: @by_memory(
; CHECK: load i32, ptr addrspace(3) %q0
; CHECK: ret void
define amdgpu_kernel void @by_memory(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  %t2 = shl i32 %t, 1
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %t2
  %p1 = getelementptr i32, ptr addrspace(3) %p0, i32 1
  %v1 = mul i32 %v, 3
  store i32 %v, ptr addrspace(3) %p0
  store i32 %v1, ptr addrspace(3) %p1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t2, 64
  %q0 = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %q1 = getelementptr i32, ptr addrspace(3) %q0, i32 1
  %w0 = load i32, ptr addrspace(3) %q0
  %w1 = load i32, ptr addrspace(3) %q1
  %w = xor i32 %w0, %w1
  store i32 %w, ptr addrspace(1) %o
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

attributes #0 = { convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="128,128" "f2layout-block"="128,1,1" }
