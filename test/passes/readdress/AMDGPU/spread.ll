; Elements narrower than a bank, with odd strides: one per word, the rest of the
; array in the upper parts of the words. Quotients are computed once and shared.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --arg 2=0,1,3
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 100 --arg 2=0,1,3
; RUN: %f2sim --equal %s %t.after.ll --kernel by_lane --block 20,4 --arg 2=2
; A second run changes nothing.
; RUN: sed 1d %t.after.ll >%t.once.ll
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %t.after.ll \
; RUN:   | sed 1d | diff %t.once.ll -

target triple = "amdgcn-amd-amdhsa"

; The last word becomes complete.
; CHECK: @{{wheel.*}} = internal addrspace(3) global [644 x i8] undef, align 4
@five = internal addrspace(3) global [640 x i8] undef, align 1
@cut = internal addrspace(3) global [640 x i8] undef, align 1
@wheel = internal addrspace(3) global [641 x i8] undef, align 1
@lanes = internal addrspace(3) global [896 x i16] undef, align 2
@left = internal addrspace(3) global [640 x i8] undef, align 1
@right = internal addrspace(3) global [640 x i8] undef, align 1

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare void @llvm.amdgcn.s.barrier()

; 128 threads, 5 bytes each: one division by 160 for the five stores. Loads 0
; and 4 are inside one part; 1 to 3 cross into the next, and compare.
; REMARK: remark: {{.*}}elements of 1 byte in shared array five moved so that neighbours are in different banks: the 10 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} LDS cycles
; CHECK-LABEL: @blocked_to_striped(
; CHECK-NOT: {{udiv|icmp}}
; CHECK: mul i32 %gi0, 4
; CHECK-NEXT: getelementptr
; CHECK-NEXT: %[[A:.*]] = icmp sge i32 %gi0, 96
; CHECK-NEXT: select i1 %[[A]], i32 -1917, i32 -1278
; CHECK-NEXT: getelementptr
; CHECK-NEXT: icmp sge i32 %gi0, 64
; CHECK-NEXT: select
; CHECK-NEXT: getelementptr
; CHECK-NEXT: icmp sge i32 %gi0, 32
; CHECK-NOT: {{udiv|icmp}}
; CHECK: %[[Q:.*]] = udiv i32 %e0, 160
; CHECK-NEXT: mul i32 %[[Q]], -639
; CHECK-NEXT: %[[P:.*]] = getelementptr
; CHECK-NEXT: store i8 %v0, ptr addrspace(3) %[[P]], align 1
; CHECK-NEXT: %[[P1:.*]] = getelementptr i8, ptr addrspace(3) %[[P]], i{{32|64}} 4
; CHECK-NEXT: store i8 %v1, ptr addrspace(3) %[[P1]], align 1
; CHECK-NOT: {{udiv|icmp}}
; CHECK: ret void
define amdgpu_kernel void @blocked_to_striped(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %gi0 = add i32 %t, 0
  %gp0 = getelementptr i8, ptr addrspace(1) %in, i32 %gi0
  %v0 = load i8, ptr addrspace(1) %gp0
  %gi1 = add i32 %t, 128
  %gp1 = getelementptr i8, ptr addrspace(1) %in, i32 %gi1
  %v1 = load i8, ptr addrspace(1) %gp1
  %gi2 = add i32 %t, 256
  %gp2 = getelementptr i8, ptr addrspace(1) %in, i32 %gi2
  %v2 = load i8, ptr addrspace(1) %gp2
  %gi3 = add i32 %t, 384
  %gp3 = getelementptr i8, ptr addrspace(1) %in, i32 %gi3
  %v3 = load i8, ptr addrspace(1) %gp3
  %gi4 = add i32 %t, 512
  %gp4 = getelementptr i8, ptr addrspace(1) %in, i32 %gi4
  %v4 = load i8, ptr addrspace(1) %gp4
  %e = mul i32 %t, 5
  %e0 = add i32 %e, 0
  %s0 = getelementptr i8, ptr addrspace(3) @five, i32 %e0
  store i8 %v0, ptr addrspace(3) %s0
  %e1 = add i32 %e, 1
  %s1 = getelementptr i8, ptr addrspace(3) @five, i32 %e1
  store i8 %v1, ptr addrspace(3) %s1
  %e2 = add i32 %e, 2
  %s2 = getelementptr i8, ptr addrspace(3) @five, i32 %e2
  store i8 %v2, ptr addrspace(3) %s2
  %e3 = add i32 %e, 3
  %s3 = getelementptr i8, ptr addrspace(3) @five, i32 %e3
  store i8 %v3, ptr addrspace(3) %s3
  %e4 = add i32 %e, 4
  %s4 = getelementptr i8, ptr addrspace(3) @five, i32 %e4
  store i8 %v4, ptr addrspace(3) %s4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l0 = getelementptr i8, ptr addrspace(3) @five, i32 %gi0
  %w0 = load i8, ptr addrspace(3) %l0
  %l1 = getelementptr i8, ptr addrspace(3) @five, i32 %gi1
  %w1 = load i8, ptr addrspace(3) %l1
  %l2 = getelementptr i8, ptr addrspace(3) @five, i32 %gi2
  %w2 = load i8, ptr addrspace(3) %l2
  %l3 = getelementptr i8, ptr addrspace(3) @five, i32 %gi3
  %w3 = load i8, ptr addrspace(3) %l3
  %l4 = getelementptr i8, ptr addrspace(3) @five, i32 %gi4
  %w4 = load i8, ptr addrspace(3) %l4
  %hp0 = getelementptr i8, ptr addrspace(1) %out, i32 %gi0
  store i8 %w0, ptr addrspace(1) %hp0
  %hp1 = getelementptr i8, ptr addrspace(1) %out, i32 %gi1
  store i8 %w1, ptr addrspace(1) %hp1
  %hp2 = getelementptr i8, ptr addrspace(1) %out, i32 %gi2
  store i8 %w2, ptr addrspace(1) %hp2
  %hp3 = getelementptr i8, ptr addrspace(1) %out, i32 %gi3
  store i8 %w3, ptr addrspace(1) %hp3
  %hp4 = getelementptr i8, ptr addrspace(1) %out, i32 %gi4
  store i8 %w4, ptr addrspace(1) %hp4
  ret void
}

; An iteration reads what an earlier one wrote, so this is no exchange at one
; barrier. Addresses stay outside of the loop.
; REMARK: elements of 1 byte in shared array wheel moved
; CHECK-LABEL: @earlier_iterations(
; CHECK: udiv
; CHECK: {{^}}loop:
; CHECK-NOT: udiv
; CHECK-NOT: icmp sge
; CHECK-NOT: mul i32
; CHECK: ret void
define amdgpu_kernel void @earlier_iterations(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %gi0 = add i32 %t, 0
  %gp0 = getelementptr i8, ptr addrspace(1) %in, i32 %gi0
  %v0 = load i8, ptr addrspace(1) %gp0
  %gi1 = add i32 %t, 128
  %gp1 = getelementptr i8, ptr addrspace(1) %in, i32 %gi1
  %v1 = load i8, ptr addrspace(1) %gp1
  %gi2 = add i32 %t, 256
  %gp2 = getelementptr i8, ptr addrspace(1) %in, i32 %gi2
  %v2 = load i8, ptr addrspace(1) %gp2
  %gi3 = add i32 %t, 384
  %gp3 = getelementptr i8, ptr addrspace(1) %in, i32 %gi3
  %v3 = load i8, ptr addrspace(1) %gp3
  %gi4 = add i32 %t, 512
  %gp4 = getelementptr i8, ptr addrspace(1) %in, i32 %gi4
  %v4 = load i8, ptr addrspace(1) %gp4
  %e = mul i32 %t, 5
  %e0 = add i32 %e, 0
  %s0 = getelementptr i8, ptr addrspace(3) @wheel, i32 %e0
  store i8 %v0, ptr addrspace(3) %s0
  %l0 = getelementptr i8, ptr addrspace(3) @wheel, i32 %gi0
  %e1 = add i32 %e, 1
  %s1 = getelementptr i8, ptr addrspace(3) @wheel, i32 %e1
  store i8 %v1, ptr addrspace(3) %s1
  %l1 = getelementptr i8, ptr addrspace(3) @wheel, i32 %gi1
  %e2 = add i32 %e, 2
  %s2 = getelementptr i8, ptr addrspace(3) @wheel, i32 %e2
  store i8 %v2, ptr addrspace(3) %s2
  %l2 = getelementptr i8, ptr addrspace(3) @wheel, i32 %gi2
  %e3 = add i32 %e, 3
  %s3 = getelementptr i8, ptr addrspace(3) @wheel, i32 %e3
  store i8 %v3, ptr addrspace(3) %s3
  %l3 = getelementptr i8, ptr addrspace(3) @wheel, i32 %gi3
  %e4 = add i32 %e, 4
  %s4 = getelementptr i8, ptr addrspace(3) @wheel, i32 %e4
  store i8 %v4, ptr addrspace(3) %s4
  %l4 = getelementptr i8, ptr addrspace(3) @wheel, i32 %gi4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a0 = phi i8 [ 0, %entry ], [ %w0, %loop ]
  %a1 = phi i8 [ 0, %entry ], [ %w1, %loop ]
  %a2 = phi i8 [ 0, %entry ], [ %w2, %loop ]
  %a3 = phi i8 [ 0, %entry ], [ %w3, %loop ]
  %a4 = phi i8 [ 0, %entry ], [ %w4, %loop ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = load i8, ptr addrspace(3) %l0
  %w0 = add i8 %r0, %a0
  %r1 = load i8, ptr addrspace(3) %l1
  %w1 = add i8 %r1, %a1
  %r2 = load i8, ptr addrspace(3) %l2
  %w2 = add i8 %r2, %a2
  %r3 = load i8, ptr addrspace(3) %l3
  %w3 = add i8 %r3, %a3
  %r4 = load i8, ptr addrspace(3) %l4
  %w4 = add i8 %r4, %a4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i8 %w0, ptr addrspace(3) %s0
  store i8 %w1, ptr addrspace(3) %s1
  store i8 %w2, ptr addrspace(3) %s2
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %hp0 = getelementptr i8, ptr addrspace(1) %out, i32 %gi0
  store i8 %w0, ptr addrspace(1) %hp0
  %hp1 = getelementptr i8, ptr addrspace(1) %out, i32 %gi1
  store i8 %w1, ptr addrspace(1) %hp1
  %hp2 = getelementptr i8, ptr addrspace(1) %out, i32 %gi2
  store i8 %w2, ptr addrspace(1) %hp2
  %hp3 = getelementptr i8, ptr addrspace(1) %out, i32 %gi3
  store i8 %w3, ptr addrspace(1) %hp3
  %hp4 = getelementptr i8, ptr addrspace(1) %out, i32 %gi4
  store i8 %w4, ptr addrspace(1) %hp4
  ret void
}

; Lanes are the low bits of threadIdx.x only in blocks whose rows are whole
; warps. Here the quotient depends on the warp, whatever the lane.
; REMARK: elements of 2 bytes in shared array lanes moved
; CHECK-LABEL: @by_lane(
; CHECK-COUNT-2: icmp sge
; CHECK-NOT: {{udiv|icmp sge}}
; CHECK: ret void
define amdgpu_kernel void @by_lane(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %l0 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %l = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %l0)
  %up = lshr i32 %t, 6
  %row = mul i32 %up, 448
  %mine = mul i32 %l, 7
  %e = add i32 %row, %mine
  %f = add i32 %row, %l
  %gi0 = add i32 %f, 0
  %gp0 = getelementptr i16, ptr addrspace(1) %in, i32 %gi0
  %v0 = load i16, ptr addrspace(1) %gp0
  %gi1 = add i32 %f, 64
  %gp1 = getelementptr i16, ptr addrspace(1) %in, i32 %gi1
  %v1 = load i16, ptr addrspace(1) %gp1
  %gi2 = add i32 %f, 128
  %gp2 = getelementptr i16, ptr addrspace(1) %in, i32 %gi2
  %v2 = load i16, ptr addrspace(1) %gp2
  %gi3 = add i32 %f, 192
  %gp3 = getelementptr i16, ptr addrspace(1) %in, i32 %gi3
  %v3 = load i16, ptr addrspace(1) %gp3
  %gi4 = add i32 %f, 256
  %gp4 = getelementptr i16, ptr addrspace(1) %in, i32 %gi4
  %v4 = load i16, ptr addrspace(1) %gp4
  %gi5 = add i32 %f, 320
  %gp5 = getelementptr i16, ptr addrspace(1) %in, i32 %gi5
  %v5 = load i16, ptr addrspace(1) %gp5
  %gi6 = add i32 %f, 384
  %gp6 = getelementptr i16, ptr addrspace(1) %in, i32 %gi6
  %v6 = load i16, ptr addrspace(1) %gp6
  %e0 = add i32 %e, 0
  %s0 = getelementptr i16, ptr addrspace(3) @lanes, i32 %e0
  %l0x = getelementptr i16, ptr addrspace(3) @lanes, i32 %gi0
  %e1 = add i32 %e, 1
  %s1 = getelementptr i16, ptr addrspace(3) @lanes, i32 %e1
  %l1x = getelementptr i16, ptr addrspace(3) @lanes, i32 %gi1
  %e2 = add i32 %e, 2
  %s2 = getelementptr i16, ptr addrspace(3) @lanes, i32 %e2
  %l2x = getelementptr i16, ptr addrspace(3) @lanes, i32 %gi2
  %e3 = add i32 %e, 3
  %s3 = getelementptr i16, ptr addrspace(3) @lanes, i32 %e3
  %l3x = getelementptr i16, ptr addrspace(3) @lanes, i32 %gi3
  %e4 = add i32 %e, 4
  %s4 = getelementptr i16, ptr addrspace(3) @lanes, i32 %e4
  %l4x = getelementptr i16, ptr addrspace(3) @lanes, i32 %gi4
  %e5 = add i32 %e, 5
  %s5 = getelementptr i16, ptr addrspace(3) @lanes, i32 %e5
  %l5x = getelementptr i16, ptr addrspace(3) @lanes, i32 %gi5
  %e6 = add i32 %e, 6
  %s6 = getelementptr i16, ptr addrspace(3) @lanes, i32 %e6
  %l6x = getelementptr i16, ptr addrspace(3) @lanes, i32 %gi6
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a0 = phi i16 [ %v0, %entry ], [ %w0, %loop ]
  %a1 = phi i16 [ %v1, %entry ], [ %w1, %loop ]
  %a2 = phi i16 [ %v2, %entry ], [ %w2, %loop ]
  %a3 = phi i16 [ %v3, %entry ], [ %w3, %loop ]
  %a4 = phi i16 [ %v4, %entry ], [ %w4, %loop ]
  %a5 = phi i16 [ %v5, %entry ], [ %w5, %loop ]
  %a6 = phi i16 [ %v6, %entry ], [ %w6, %loop ]
  store i16 %a0, ptr addrspace(3) %s0
  store i16 %a1, ptr addrspace(3) %s1
  store i16 %a2, ptr addrspace(3) %s2
  store i16 %a3, ptr addrspace(3) %s3
  store i16 %a4, ptr addrspace(3) %s4
  store i16 %a5, ptr addrspace(3) %s5
  store i16 %a6, ptr addrspace(3) %s6
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = load i16, ptr addrspace(3) %l0x
  %w0 = add i16 %r0, 1
  %r1 = load i16, ptr addrspace(3) %l1x
  %w1 = add i16 %r1, 1
  %r2 = load i16, ptr addrspace(3) %l2x
  %w2 = add i16 %r2, 1
  %r3 = load i16, ptr addrspace(3) %l3x
  %w3 = add i16 %r3, 1
  %r4 = load i16, ptr addrspace(3) %l4x
  %w4 = add i16 %r4, 1
  %r5 = load i16, ptr addrspace(3) %l5x
  %w5 = add i16 %r5, 1
  %r6 = load i16, ptr addrspace(3) %l6x
  %w6 = add i16 %r6, 1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %hp0 = getelementptr i16, ptr addrspace(1) %out, i32 %gi0
  store i16 %w0, ptr addrspace(1) %hp0
  %hp1 = getelementptr i16, ptr addrspace(1) %out, i32 %gi1
  store i16 %w1, ptr addrspace(1) %hp1
  %hp2 = getelementptr i16, ptr addrspace(1) %out, i32 %gi2
  store i16 %w2, ptr addrspace(1) %hp2
  %hp3 = getelementptr i16, ptr addrspace(1) %out, i32 %gi3
  store i16 %w3, ptr addrspace(1) %hp3
  %hp4 = getelementptr i16, ptr addrspace(1) %out, i32 %gi4
  store i16 %w4, ptr addrspace(1) %hp4
  %hp5 = getelementptr i16, ptr addrspace(1) %out, i32 %gi5
  store i16 %w5, ptr addrspace(1) %hp5
  %hp6 = getelementptr i16, ptr addrspace(1) %out, i32 %gi6
  store i16 %w6, ptr addrspace(1) %hp6
  ret void
}

; A pointer that depends on the path, stores under a condition from memory, and
; reads of possibly unwritten elements: a bijection allows all of them.
; REMARK: elements of 1 byte in shared array left moved
; CHECK-LABEL: @predicates(
; CHECK: ret void
define amdgpu_kernel void @predicates(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %gi0 = add i32 %t, 0
  %gp0 = getelementptr i8, ptr addrspace(1) %in, i32 %gi0
  %v0 = load i8, ptr addrspace(1) %gp0
  %gi1 = add i32 %t, 128
  %gp1 = getelementptr i8, ptr addrspace(1) %in, i32 %gi1
  %v1 = load i8, ptr addrspace(1) %gp1
  %gi2 = add i32 %t, 256
  %gp2 = getelementptr i8, ptr addrspace(1) %in, i32 %gi2
  %v2 = load i8, ptr addrspace(1) %gp2
  %gi3 = add i32 %t, 384
  %gp3 = getelementptr i8, ptr addrspace(1) %in, i32 %gi3
  %v3 = load i8, ptr addrspace(1) %gp3
  %gi4 = add i32 %t, 512
  %gp4 = getelementptr i8, ptr addrspace(1) %in, i32 %gi4
  %v4 = load i8, ptr addrspace(1) %gp4
  %e = mul i32 %t, 5
  %z0 = getelementptr i8, ptr addrspace(3) @left, i32 %gi0
  store i8 0, ptr addrspace(3) %z0
  %e0 = add i32 %e, 0
  %s0 = getelementptr i8, ptr addrspace(3) @left, i32 %e0
  %c0 = icmp ult i32 %t, 0
  %alt0 = sub i32 639, %gi0
  %other0 = getelementptr i8, ptr addrspace(3) @left, i32 %alt0
  %l0 = select i1 %c0, ptr addrspace(3) %z0, ptr addrspace(3) %other0
  %z1 = getelementptr i8, ptr addrspace(3) @left, i32 %gi1
  store i8 0, ptr addrspace(3) %z1
  %e1 = add i32 %e, 1
  %s1 = getelementptr i8, ptr addrspace(3) @left, i32 %e1
  %c1 = icmp ult i32 %t, 32
  %alt1 = sub i32 639, %gi1
  %other1 = getelementptr i8, ptr addrspace(3) @left, i32 %alt1
  %l1 = select i1 %c1, ptr addrspace(3) %z1, ptr addrspace(3) %other1
  %z2 = getelementptr i8, ptr addrspace(3) @left, i32 %gi2
  store i8 0, ptr addrspace(3) %z2
  %e2 = add i32 %e, 2
  %s2 = getelementptr i8, ptr addrspace(3) @left, i32 %e2
  %c2 = icmp ult i32 %t, 64
  %alt2 = sub i32 639, %gi2
  %other2 = getelementptr i8, ptr addrspace(3) @left, i32 %alt2
  %l2 = select i1 %c2, ptr addrspace(3) %z2, ptr addrspace(3) %other2
  %z3 = getelementptr i8, ptr addrspace(3) @left, i32 %gi3
  store i8 0, ptr addrspace(3) %z3
  %e3 = add i32 %e, 3
  %s3 = getelementptr i8, ptr addrspace(3) @left, i32 %e3
  %c3 = icmp ult i32 %t, 96
  %alt3 = sub i32 639, %gi3
  %other3 = getelementptr i8, ptr addrspace(3) @left, i32 %alt3
  %l3 = select i1 %c3, ptr addrspace(3) %z3, ptr addrspace(3) %other3
  %z4 = getelementptr i8, ptr addrspace(3) @left, i32 %gi4
  store i8 0, ptr addrspace(3) %z4
  %e4 = add i32 %e, 4
  %s4 = getelementptr i8, ptr addrspace(3) @left, i32 %e4
  %c4 = icmp ult i32 %t, 128
  %alt4 = sub i32 639, %gi4
  %other4 = getelementptr i8, ptr addrspace(3) @left, i32 %alt4
  %l4 = select i1 %c4, ptr addrspace(3) %z4, ptr addrspace(3) %other4
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %join ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %some = add i8 %v0, %i
  %odd = trunc i8 %some to i1
  br i1 %odd, label %then, label %join
then:
  store i8 %v0, ptr addrspace(3) %s0
  store i8 %v1, ptr addrspace(3) %s1
  store i8 %v2, ptr addrspace(3) %s2
  store i8 %v3, ptr addrspace(3) %s3
  store i8 %v4, ptr addrspace(3) %s4
  br label %join
join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w0 = load i8, ptr addrspace(3) %l0
  %w1 = load i8, ptr addrspace(3) %l1
  %w2 = load i8, ptr addrspace(3) %l2
  %w3 = load i8, ptr addrspace(3) %l3
  %w4 = load i8, ptr addrspace(3) %l4
  %next = add i8 %i, 1
  %wide = sext i8 %next to i32
  %more = icmp slt i32 %wide, %n
  br i1 %more, label %loop, label %end
end:
  %hp0 = getelementptr i8, ptr addrspace(1) %out, i32 %gi0
  store i8 %w0, ptr addrspace(1) %hp0
  %hp1 = getelementptr i8, ptr addrspace(1) %out, i32 %gi1
  store i8 %w1, ptr addrspace(1) %hp1
  %hp2 = getelementptr i8, ptr addrspace(1) %out, i32 %gi2
  store i8 %w2, ptr addrspace(1) %hp2
  %hp3 = getelementptr i8, ptr addrspace(1) %out, i32 %gi3
  store i8 %w3, ptr addrspace(1) %hp3
  %hp4 = getelementptr i8, ptr addrspace(1) %out, i32 %gi4
  store i8 %w4, ptr addrspace(1) %hp4
  ret void
}

attributes #0 = { "target-cpu"="gfx942" }
attributes #1 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" }
