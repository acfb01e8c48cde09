; Every way to treat an exchange, with its price: eight words of each thread are
; cheapest in shared memory. A kernel without exchanges has its arrays alone.
; RUN: %f2opt -passes='print<f2layout-alternatives>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PRINT
; RUN: %f2opt -passes='print<f2layout-alternatives><no-readdress>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=FIXED
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --fill 0=random --arg 2=1,3

; PRINT: alternatives in 'words', blocks of 128x1x1 or smaller
; PRINT-NEXT:   array s, 4096 bytes: its elements may move, with a swizzle
; PRINT-NEXT:   exchange through s, 8 x i32 within each warp
; PRINT-DAG:      clocks: in place, with a swizzle
; PRINT-DAG:      clocks: shared, chosen
; PRINT-DAG:      clocks: as written
; PRINT-DAG:      clocks: shuffle
; PRINT-LABEL: alternatives in 'alone'
; PRINT-NEXT:   array line, 512 bytes: its elements stay where they are
; FIXED: alternatives in 'words', blocks of 128x1x1 or smaller
; FIXED-NEXT:   array s, 4096 bytes: its elements stay where they are
; CHECK: store <4 x i32> {{.*}} addrspace(3)

target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [1024 x i32] undef, align 4
@line = internal addrspace(3) global [128 x i32] undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()

define amdgpu_kernel void @words(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %first = mul nuw nsw i32 %warp, 512
  %own = mul nuw nsw i32 %lane, 8
  %to = add nuw nsw i32 %first, %own
  %from = add nuw nsw i32 %first, %lane
  %all = mul nuw nsw i32 %t, 8
  %i0 = add nuw nsw i32 %all, 0
  %ip0 = getelementptr i32, ptr addrspace(1) %in, i32 %i0
  %op0 = getelementptr i32, ptr addrspace(1) %out, i32 %i0
  %x0 = load i32, ptr addrspace(1) %ip0
  %i1 = add nuw nsw i32 %all, 1
  %ip1 = getelementptr i32, ptr addrspace(1) %in, i32 %i1
  %op1 = getelementptr i32, ptr addrspace(1) %out, i32 %i1
  %x1 = load i32, ptr addrspace(1) %ip1
  %i2 = add nuw nsw i32 %all, 2
  %ip2 = getelementptr i32, ptr addrspace(1) %in, i32 %i2
  %op2 = getelementptr i32, ptr addrspace(1) %out, i32 %i2
  %x2 = load i32, ptr addrspace(1) %ip2
  %i3 = add nuw nsw i32 %all, 3
  %ip3 = getelementptr i32, ptr addrspace(1) %in, i32 %i3
  %op3 = getelementptr i32, ptr addrspace(1) %out, i32 %i3
  %x3 = load i32, ptr addrspace(1) %ip3
  %i4 = add nuw nsw i32 %all, 4
  %ip4 = getelementptr i32, ptr addrspace(1) %in, i32 %i4
  %op4 = getelementptr i32, ptr addrspace(1) %out, i32 %i4
  %x4 = load i32, ptr addrspace(1) %ip4
  %i5 = add nuw nsw i32 %all, 5
  %ip5 = getelementptr i32, ptr addrspace(1) %in, i32 %i5
  %op5 = getelementptr i32, ptr addrspace(1) %out, i32 %i5
  %x5 = load i32, ptr addrspace(1) %ip5
  %i6 = add nuw nsw i32 %all, 6
  %ip6 = getelementptr i32, ptr addrspace(1) %in, i32 %i6
  %op6 = getelementptr i32, ptr addrspace(1) %out, i32 %i6
  %x6 = load i32, ptr addrspace(1) %ip6
  %i7 = add nuw nsw i32 %all, 7
  %ip7 = getelementptr i32, ptr addrspace(1) %in, i32 %i7
  %op7 = getelementptr i32, ptr addrspace(1) %out, i32 %i7
  %x7 = load i32, ptr addrspace(1) %ip7
  %sp = getelementptr i32, ptr addrspace(3) @s, i32 %to
  %lp = getelementptr i32, ptr addrspace(3) @s, i32 %from
  %s0 = getelementptr i8, ptr addrspace(3) %sp, i32 0
  %l0 = getelementptr i8, ptr addrspace(3) %lp, i32 0
  %s1 = getelementptr i8, ptr addrspace(3) %sp, i32 4
  %l1 = getelementptr i8, ptr addrspace(3) %lp, i32 256
  %s2 = getelementptr i8, ptr addrspace(3) %sp, i32 8
  %l2 = getelementptr i8, ptr addrspace(3) %lp, i32 512
  %s3 = getelementptr i8, ptr addrspace(3) %sp, i32 12
  %l3 = getelementptr i8, ptr addrspace(3) %lp, i32 768
  %s4 = getelementptr i8, ptr addrspace(3) %sp, i32 16
  %l4 = getelementptr i8, ptr addrspace(3) %lp, i32 1024
  %s5 = getelementptr i8, ptr addrspace(3) %sp, i32 20
  %l5 = getelementptr i8, ptr addrspace(3) %lp, i32 1280
  %s6 = getelementptr i8, ptr addrspace(3) %sp, i32 24
  %l6 = getelementptr i8, ptr addrspace(3) %lp, i32 1536
  %s7 = getelementptr i8, ptr addrspace(3) %sp, i32 28
  %l7 = getelementptr i8, ptr addrspace(3) %lp, i32 1792
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v0 = phi i32 [ %x0, %entry ], [ %w0, %loop ]
  %v1 = phi i32 [ %x1, %entry ], [ %w1, %loop ]
  %v2 = phi i32 [ %x2, %entry ], [ %w2, %loop ]
  %v3 = phi i32 [ %x3, %entry ], [ %w3, %loop ]
  %v4 = phi i32 [ %x4, %entry ], [ %w4, %loop ]
  %v5 = phi i32 [ %x5, %entry ], [ %w5, %loop ]
  %v6 = phi i32 [ %x6, %entry ], [ %w6, %loop ]
  %v7 = phi i32 [ %x7, %entry ], [ %w7, %loop ]
  store i32 %v0, ptr addrspace(3) %s0
  store i32 %v1, ptr addrspace(3) %s1
  store i32 %v2, ptr addrspace(3) %s2
  store i32 %v3, ptr addrspace(3) %s3
  store i32 %v4, ptr addrspace(3) %s4
  store i32 %v5, ptr addrspace(3) %s5
  store i32 %v6, ptr addrspace(3) %s6
  store i32 %v7, ptr addrspace(3) %s7
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %w0 = load i32, ptr addrspace(3) %l0
  %w1 = load i32, ptr addrspace(3) %l1
  %w2 = load i32, ptr addrspace(3) %l2
  %w3 = load i32, ptr addrspace(3) %l3
  %w4 = load i32, ptr addrspace(3) %l4
  %w5 = load i32, ptr addrspace(3) %l5
  %w6 = load i32, ptr addrspace(3) %l6
  %w7 = load i32, ptr addrspace(3) %l7
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store i32 %w0, ptr addrspace(1) %op0
  store i32 %w1, ptr addrspace(1) %op1
  store i32 %w2, ptr addrspace(1) %op2
  store i32 %w3, ptr addrspace(1) %op3
  store i32 %w4, ptr addrspace(1) %op4
  store i32 %w5, ptr addrspace(1) %op5
  store i32 %w6, ptr addrspace(1) %op6
  store i32 %w7, ptr addrspace(1) %op7
  ret void
}

define amdgpu_kernel void @alone(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @line, i32 %t
  store i32 %n, ptr addrspace(3) %p
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" }
