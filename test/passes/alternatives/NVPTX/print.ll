; Every way to treat an exchange, with its price. Five halves of each thread stay
; in shared memory, one to a bank, since that is cheaper than shuffles. Alone,
; f2layout-reroute knows nothing of it.
; RUN: %f2opt -passes='print<f2layout-alternatives>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PRINT
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout -pass-remarks-missed=f2layout-reroute 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --fill 0=random --arg 2=1,3
; RUN: %f2opt -passes=f2layout-reroute -S %s | FileCheck %s --check-prefix=ALONE
; RUN: %f2opt -passes='f2layout<no-readdress>' -S %s | FileCheck %s --check-prefix=ALONE

; PRINT: alternatives in 'halves', blocks of 128x1x1 or smaller
; PRINT-NEXT:   array s, 1280 bytes: its elements may move, with one element to a bank
; PRINT-NEXT:   exchange through s, 5 x i16 within each warp
; PRINT-NEXT:     [[#]].{{[0-9]}} clocks: in place, with one element to a bank, chosen
; PRINT-NEXT:     [[#]].{{[0-9]}} clocks: shuffle
; PRINT-NEXT:     [[#]].{{[0-9]}} clocks: as written
; PRINT-NEXT:     stays: CheaperInPlace, in place, with one element to a bank, it takes
; REMARK-DAG: remark: {{.*}} stays: in place, with one element to a bank, it takes {{.*}} clocks per warp, the best plan
; REMARK-DAG: remark: {{.*}}elements of 2 bytes in shared array s moved
; CHECK-NOT: shfl
; CHECK: addrspace(3)
; CHECK-NOT: shfl
; ALONE: call i32 @llvm.nvvm.shfl

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [640 x i16] undef, align 2

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)

define ptx_kernel void @halves(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %first = mul nuw nsw i32 %warp, 160
  %own = mul nuw nsw i32 %lane, 5
  %to = add nuw nsw i32 %first, %own
  %from = add nuw nsw i32 %first, %lane
  %all = mul nuw nsw i32 %t, 5
  %i0 = add nuw nsw i32 %all, 0
  %ip0 = getelementptr i16, ptr addrspace(1) %in, i32 %i0
  %op0 = getelementptr i16, ptr addrspace(1) %out, i32 %i0
  %x0 = load i16, ptr addrspace(1) %ip0
  %i1 = add nuw nsw i32 %all, 1
  %ip1 = getelementptr i16, ptr addrspace(1) %in, i32 %i1
  %op1 = getelementptr i16, ptr addrspace(1) %out, i32 %i1
  %x1 = load i16, ptr addrspace(1) %ip1
  %i2 = add nuw nsw i32 %all, 2
  %ip2 = getelementptr i16, ptr addrspace(1) %in, i32 %i2
  %op2 = getelementptr i16, ptr addrspace(1) %out, i32 %i2
  %x2 = load i16, ptr addrspace(1) %ip2
  %i3 = add nuw nsw i32 %all, 3
  %ip3 = getelementptr i16, ptr addrspace(1) %in, i32 %i3
  %op3 = getelementptr i16, ptr addrspace(1) %out, i32 %i3
  %x3 = load i16, ptr addrspace(1) %ip3
  %i4 = add nuw nsw i32 %all, 4
  %ip4 = getelementptr i16, ptr addrspace(1) %in, i32 %i4
  %op4 = getelementptr i16, ptr addrspace(1) %out, i32 %i4
  %x4 = load i16, ptr addrspace(1) %ip4
  %sp = getelementptr i16, ptr addrspace(3) @s, i32 %to
  %lp = getelementptr i16, ptr addrspace(3) @s, i32 %from
  %s0 = getelementptr i16, ptr addrspace(3) %sp, i32 0
  %l0 = getelementptr i16, ptr addrspace(3) %lp, i32 0
  %s1 = getelementptr i16, ptr addrspace(3) %sp, i32 1
  %l1 = getelementptr i16, ptr addrspace(3) %lp, i32 32
  %s2 = getelementptr i16, ptr addrspace(3) %sp, i32 2
  %l2 = getelementptr i16, ptr addrspace(3) %lp, i32 64
  %s3 = getelementptr i16, ptr addrspace(3) %sp, i32 3
  %l3 = getelementptr i16, ptr addrspace(3) %lp, i32 96
  %s4 = getelementptr i16, ptr addrspace(3) %sp, i32 4
  %l4 = getelementptr i16, ptr addrspace(3) %lp, i32 128
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v0 = phi i16 [ %x0, %entry ], [ %w0, %loop ]
  %v1 = phi i16 [ %x1, %entry ], [ %w1, %loop ]
  %v2 = phi i16 [ %x2, %entry ], [ %w2, %loop ]
  %v3 = phi i16 [ %x3, %entry ], [ %w3, %loop ]
  %v4 = phi i16 [ %x4, %entry ], [ %w4, %loop ]
  store i16 %v0, ptr addrspace(3) %s0
  store i16 %v1, ptr addrspace(3) %s1
  store i16 %v2, ptr addrspace(3) %s2
  store i16 %v3, ptr addrspace(3) %s3
  store i16 %v4, ptr addrspace(3) %s4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %w0 = load i16, ptr addrspace(3) %l0
  %w1 = load i16, ptr addrspace(3) %l1
  %w2 = load i16, ptr addrspace(3) %l2
  %w3 = load i16, ptr addrspace(3) %l3
  %w4 = load i16, ptr addrspace(3) %l4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store i16 %w0, ptr addrspace(1) %op0
  store i16 %w1, ptr addrspace(1) %op1
  store i16 %w2, ptr addrspace(1) %op2
  store i16 %w3, ptr addrspace(1) %op3
  store i16 %w4, ptr addrspace(1) %op4
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
