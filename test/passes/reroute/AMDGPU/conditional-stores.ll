; Stores under a condition on data that write what their thread has loaded: where
; exchanges follow, they run for all, and the exchanges are replaced. Where another
; thread, or this one, may have written the bytes, nothing is changed.
; RUN: %f2opt -passes='f2layout-reroute<no-shared>' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel guessed --block 64
; RUN: %f2opt -passes='f2layout-reroute<no-shared>' -S %s -o - -debug-counter=f2layout-complete=1000000 | FileCheck %s --check-prefix=NONE

; REMARK: shared exchange through swaps_s of 2 x i32 {{.*}} (the first of 2 such
; REMARK: shared exchange through last_s of 2 x i32 {{.*}} became
; REMARK: shared exchange through argmax_v of 1 x i32 {{.*}} became
; REMARK: shared exchange through argmax_i of 1 x i32 {{.*}} became
; REMARK: load from shared array rewritten_v stays: thread 0 reads byte 4, which two stores of one thread write in no fixed order or under a condition
; REMARK: load from shared array elsewhere_v stays: thread 0 reads byte 4, which two stores of one thread write in no fixed order or under a condition
; REMARK: load from shared array twice_v stays: thread 0 reads byte 4, which two stores of one thread write in no fixed order or under a condition
; REMARK: load from shared array others_i stays: thread 0 reads byte 4, which more than one thread may write
; REMARK: shared exchange through guessed_s of 2 x i32 {{.*}} became

; NONE-LABEL: @last(
; NONE: swap1:
; NONE-NEXT: store i32 %b1, ptr addrspace(3)
; NONE-NEXT: store i32 %a1, ptr addrspace(3)

target triple = "amdgcn-amd-amdhsa"

@swaps_s = internal addrspace(3) global [256 x i32] poison, align 16
@last_s = internal addrspace(3) global [256 x i32] poison, align 16
@argmax_v = internal addrspace(3) global [128 x i32] poison, align 16
@argmax_i = internal addrspace(3) global [128 x i32] poison, align 16
@rewritten_v = internal addrspace(3) global [128 x i32] poison, align 16
@rewritten_i = internal addrspace(3) global [128 x i32] poison, align 16
@elsewhere_v = internal addrspace(3) global [128 x i32] poison, align 16
@elsewhere_i = internal addrspace(3) global [128 x i32] poison, align 16
@twice_v = internal addrspace(3) global [128 x i32] poison, align 16
@twice_i = internal addrspace(3) global [128 x i32] poison, align 16
@others_v = internal addrspace(3) global [128 x i32] poison, align 16
@others_i = internal addrspace(3) global [128 x i32] poison, align 16
@guessed_s = internal addrspace(3) global [256 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; Two stages of a sorting network within warps: nothing is left in shared memory.
; CHECK-LABEL: @swaps(
; CHECK-NOT: addrspace(3)
; CHECK: call {{.*}}@llvm.amdgcn.
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @swaps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = shl i32 %t, 1
  %u = or disjoint i32 %t2, 1
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %v0 = load i32, ptr addrspace(1) %i0
  %s0 = getelementptr i32, ptr addrspace(3) @swaps_s, i32 %t2
  store i32 %v0, ptr addrspace(3) %s0
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %u
  %v1 = load i32, ptr addrspace(1) %i1
  %s1 = getelementptr i32, ptr addrspace(3) @swaps_s, i32 %u
  store i32 %v1, ptr addrspace(3) %s1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m0 = and i32 %t, 1
  %p0 = sub i32 %t2, %m0
  %q0 = add i32 %p0, 2
  %pp0 = getelementptr i32, ptr addrspace(3) @swaps_s, i32 %p0
  %qp0 = getelementptr i32, ptr addrspace(3) @swaps_s, i32 %q0
  %a0 = load i32, ptr addrspace(3) %pp0
  %b0 = load i32, ptr addrspace(3) %qp0
  %c0 = icmp sgt i32 %a0, %b0
  br i1 %c0, label %swap0, label %next0
swap0:
  store i32 %b0, ptr addrspace(3) %pp0
  store i32 %a0, ptr addrspace(3) %qp0
  br label %next0
next0:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l0 = getelementptr i32, ptr addrspace(3) @swaps_s, i32 %t2
  %w0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %t2
  store i32 %w0, ptr addrspace(1) %o0
  %l1 = getelementptr i32, ptr addrspace(3) @swaps_s, i32 %u
  %w1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %u
  store i32 %w1, ptr addrspace(1) %o1
  ret void
}

; The last stage is read by another warp. What its loads would have read is in
; registers only, so its stores must write what was not swapped, too.
; CHECK-LABEL: @last(
; CHECK: call {{.*}}@llvm.amdgcn.
; CHECK: swap1:
; CHECK-NOT: store
; CHECK: next1:
; CHECK: %[[Q:.*]] = phi i32
; CHECK: %[[P:.*]] = phi i32
; CHECK: store i32 %[[P]], ptr addrspace(3)
; CHECK: store i32 %[[Q]], ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @last(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = shl i32 %t, 1
  %u = or disjoint i32 %t2, 1
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %v0 = load i32, ptr addrspace(1) %i0
  %s0 = getelementptr i32, ptr addrspace(3) @last_s, i32 %t2
  store i32 %v0, ptr addrspace(3) %s0
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %u
  %v1 = load i32, ptr addrspace(1) %i1
  %s1 = getelementptr i32, ptr addrspace(3) @last_s, i32 %u
  store i32 %v1, ptr addrspace(3) %s1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m0 = and i32 %t, 1
  %p0 = sub i32 %t2, %m0
  %q0 = add i32 %p0, 2
  %pp0 = getelementptr i32, ptr addrspace(3) @last_s, i32 %p0
  %qp0 = getelementptr i32, ptr addrspace(3) @last_s, i32 %q0
  %a0 = load i32, ptr addrspace(3) %pp0
  %b0 = load i32, ptr addrspace(3) %qp0
  %c0 = icmp sgt i32 %a0, %b0
  br i1 %c0, label %swap0, label %next0
swap0:
  store i32 %b0, ptr addrspace(3) %pp0
  store i32 %a0, ptr addrspace(3) %qp0
  br label %next0
next0:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m1 = and i32 %t, 3
  %p1 = sub i32 %t2, %m1
  %q1 = add i32 %p1, 4
  %pp1 = getelementptr i32, ptr addrspace(3) @last_s, i32 %p1
  %qp1 = getelementptr i32, ptr addrspace(3) @last_s, i32 %q1
  %a1 = load i32, ptr addrspace(3) %pp1
  %b1 = load i32, ptr addrspace(3) %qp1
  %c1 = icmp sgt i32 %a1, %b1
  br i1 %c1, label %swap1, label %next1
swap1:
  store i32 %b1, ptr addrspace(3) %pp1
  store i32 %a1, ptr addrspace(3) %qp1
  br label %next1
next1:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = xor i32 %t2, 128
  %l0 = getelementptr i32, ptr addrspace(3) @last_s, i32 %r0
  %w0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %t2
  store i32 %w0, ptr addrspace(1) %o0
  %r1 = xor i32 %u, 128
  %l1 = getelementptr i32, ptr addrspace(3) @last_s, i32 %r1
  %w1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %u
  store i32 %w1, ptr addrspace(1) %o1
  ret void
}

; A maximum with its index, which the thread did not read before it wrote it.
; CHECK-LABEL: @argmax(
; CHECK-NOT: addrspace(3)
; CHECK: call {{.*}}@llvm.amdgcn.
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @argmax(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %src = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %src
  %vp = getelementptr i32, ptr addrspace(3) @argmax_v, i32 %t
  %ip = getelementptr i32, ptr addrspace(3) @argmax_i, i32 %t
  store i32 %v, ptr addrspace(3) %vp
  store i32 %t, ptr addrspace(3) %ip
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %low = icmp ult i32 %t, 4
  br i1 %low, label %reads, label %end
reads:
  %far = add i32 %t, 4
  %vq = getelementptr i32, ptr addrspace(3) @argmax_v, i32 %far
  %x = load i32, ptr addrspace(3) %vp
  %y = load i32, ptr addrspace(3) %vq
  %less = icmp slt i32 %x, %y
  br i1 %less, label %larger, label %end
larger:
  store i32 %y, ptr addrspace(3) %vp
  %iq = getelementptr i32, ptr addrspace(3) @argmax_i, i32 %far
  %j = load i32, ptr addrspace(3) %iq
  store i32 %j, ptr addrspace(3) %ip
  br label %end
end:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %near = icmp ult i32 %t, 2
  br i1 %near, label %writes, label %exit
writes:
  %f2 = xor i32 %t, 1
  %vl = getelementptr i32, ptr addrspace(3) @argmax_v, i32 %f2
  %il = getelementptr i32, ptr addrspace(3) @argmax_i, i32 %f2
  %rv = load i32, ptr addrspace(3) %vl
  %ri = load i32, ptr addrspace(3) %il
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %rv, ptr addrspace(1) %o
  %t4 = add i32 %t, 128
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  store i32 %ri, ptr addrspace(1) %o2
  br label %exit
exit:
  ret void
}

; The byte is not what was loaded any more.
; CHECK-LABEL: @rewritten(
; CHECK: larger:
; CHECK-NOT: {{^[a-zA-Z]+:}}
; CHECK: store i32 %{{[^,]*}}, ptr addrspace(3) %vp
; CHECK: ret void
define amdgpu_kernel void @rewritten(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %src = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %src
  %vp = getelementptr i32, ptr addrspace(3) @rewritten_v, i32 %t
  %ip = getelementptr i32, ptr addrspace(3) @rewritten_i, i32 %t
  store i32 %v, ptr addrspace(3) %vp
  store i32 %t, ptr addrspace(3) %ip
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %low = icmp ult i32 %t, 4
  br i1 %low, label %reads, label %end
reads:
  %far = add i32 %t, 4
  %vq = getelementptr i32, ptr addrspace(3) @rewritten_v, i32 %far
  %x = load i32, ptr addrspace(3) %vp
  %y = load i32, ptr addrspace(3) %vq
  %z = add i32 %x, 1
  store i32 %z, ptr addrspace(3) %vp
  %less = icmp slt i32 %x, %y
  br i1 %less, label %larger, label %end
larger:
  store i32 %y, ptr addrspace(3) %vp
  %iq = getelementptr i32, ptr addrspace(3) @rewritten_i, i32 %far
  %j = load i32, ptr addrspace(3) %iq
  store i32 %j, ptr addrspace(3) %ip
  br label %end
end:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %near = icmp ult i32 %t, 2
  br i1 %near, label %writes, label %exit
writes:
  %f2 = xor i32 %t, 1
  %vl = getelementptr i32, ptr addrspace(3) @rewritten_v, i32 %f2
  %il = getelementptr i32, ptr addrspace(3) @rewritten_i, i32 %f2
  %rv = load i32, ptr addrspace(3) %vl
  %ri = load i32, ptr addrspace(3) %il
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %rv, ptr addrspace(1) %o
  %t4 = add i32 %t, 128
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  store i32 %ri, ptr addrspace(1) %o2
  br label %exit
exit:
  ret void
}

; The other side of the branch writes it.
; CHECK-LABEL: @elsewhere(
; CHECK: larger:
; CHECK-NOT: {{^[a-zA-Z]+:}}
; CHECK: store i32 %{{[^,]*}}, ptr addrspace(3) %vp
; CHECK: ret void
define amdgpu_kernel void @elsewhere(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %src = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %src
  %vp = getelementptr i32, ptr addrspace(3) @elsewhere_v, i32 %t
  %ip = getelementptr i32, ptr addrspace(3) @elsewhere_i, i32 %t
  store i32 %v, ptr addrspace(3) %vp
  store i32 %t, ptr addrspace(3) %ip
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %low = icmp ult i32 %t, 4
  br i1 %low, label %reads, label %end
reads:
  %far = add i32 %t, 4
  %vq = getelementptr i32, ptr addrspace(3) @elsewhere_v, i32 %far
  %x = load i32, ptr addrspace(3) %vp
  %y = load i32, ptr addrspace(3) %vq
  %less = icmp slt i32 %x, %y
  br i1 %less, label %larger, label %kept
larger:
  store i32 %y, ptr addrspace(3) %vp
  %iq = getelementptr i32, ptr addrspace(3) @elsewhere_i, i32 %far
  %j = load i32, ptr addrspace(3) %iq
  store i32 %j, ptr addrspace(3) %ip
  br label %end
kept:
  store i32 7, ptr addrspace(3) %vp
  br label %end
end:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %near = icmp ult i32 %t, 2
  br i1 %near, label %writes, label %exit
writes:
  %f2 = xor i32 %t, 1
  %vl = getelementptr i32, ptr addrspace(3) @elsewhere_v, i32 %f2
  %il = getelementptr i32, ptr addrspace(3) @elsewhere_i, i32 %f2
  %rv = load i32, ptr addrspace(3) %vl
  %ri = load i32, ptr addrspace(3) %il
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %rv, ptr addrspace(1) %o
  %t4 = add i32 %t, 128
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  store i32 %ri, ptr addrspace(1) %o2
  br label %exit
exit:
  ret void
}

; The store comes before another one to the same byte.
; CHECK-LABEL: @twice(
; CHECK: larger:
; CHECK-NOT: {{^[a-zA-Z]+:}}
; CHECK: store i32 %{{[^,]*}}, ptr addrspace(3) %vp
; CHECK: ret void
define amdgpu_kernel void @twice(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %src = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %src
  %vp = getelementptr i32, ptr addrspace(3) @twice_v, i32 %t
  %ip = getelementptr i32, ptr addrspace(3) @twice_i, i32 %t
  store i32 %v, ptr addrspace(3) %vp
  store i32 %t, ptr addrspace(3) %ip
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %low = icmp ult i32 %t, 4
  br i1 %low, label %reads, label %end
reads:
  %far = add i32 %t, 4
  %vq = getelementptr i32, ptr addrspace(3) @twice_v, i32 %far
  %x = load i32, ptr addrspace(3) %vp
  %y = load i32, ptr addrspace(3) %vq
  %less = icmp slt i32 %x, %y
  br i1 %less, label %larger, label %end
larger:
  store i32 %y, ptr addrspace(3) %vp
  %iq = getelementptr i32, ptr addrspace(3) @twice_i, i32 %far
  %j = load i32, ptr addrspace(3) %iq
  store i32 %j, ptr addrspace(3) %ip
  store i32 9, ptr addrspace(3) %vp
  br label %end
end:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %near = icmp ult i32 %t, 2
  br i1 %near, label %writes, label %exit
writes:
  %f2 = xor i32 %t, 1
  %vl = getelementptr i32, ptr addrspace(3) @twice_v, i32 %f2
  %il = getelementptr i32, ptr addrspace(3) @twice_i, i32 %f2
  %rv = load i32, ptr addrspace(3) %vl
  %ri = load i32, ptr addrspace(3) %il
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %rv, ptr addrspace(1) %o
  %t4 = add i32 %t, 128
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  store i32 %ri, ptr addrspace(1) %o2
  br label %exit
exit:
  ret void
}

; If this thread does not write the index, another one does.
; CHECK-LABEL: @others(
; CHECK: larger:
; CHECK-NOT: {{^[a-zA-Z]+:}}
; CHECK: store i32 %{{[^,]*}}, ptr addrspace(3) %ip
; CHECK: ret void
define amdgpu_kernel void @others(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %src = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %src
  %vp = getelementptr i32, ptr addrspace(3) @others_v, i32 %t
  %ip = getelementptr i32, ptr addrspace(3) @others_i, i32 %t
  store i32 %v, ptr addrspace(3) %vp
  store i32 %t, ptr addrspace(3) %ip
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %low = icmp ult i32 %t, 4
  br i1 %low, label %reads, label %end
reads:
  %far = add i32 %t, 4
  %vq = getelementptr i32, ptr addrspace(3) @others_v, i32 %far
  %x = load i32, ptr addrspace(3) %vp
  %y = load i32, ptr addrspace(3) %vq
  %n = xor i32 %t, 1
  %nv = getelementptr i32, ptr addrspace(1) %in, i32 %n
  %g = load i32, ptr addrspace(1) %src
  %h = load i32, ptr addrspace(1) %nv
  %mine = icmp slt i32 %g, 100
  %theirs = icmp slt i32 %h, 100
  %smaller = icmp slt i32 %x, %y
  %less = and i1 %smaller, %mine
  br i1 %less, label %larger, label %kept
larger:
  store i32 %y, ptr addrspace(3) %vp
  %iq = getelementptr i32, ptr addrspace(3) @others_i, i32 %far
  %j = load i32, ptr addrspace(3) %iq
  store i32 %j, ptr addrspace(3) %ip
  br label %end
kept:
  br label %end
end:
  %isLow = phi i1 [ false, %entry ], [ %theirs, %larger ], [ %theirs, %kept ]
  %n2 = xor i32 %t, 1
  %np2 = getelementptr i32, ptr addrspace(3) @others_i, i32 %n2
  %notlow = icmp uge i32 %t, 4
  %skip = or i1 %isLow, %notlow
  br i1 %skip, label %met, label %writesTheirs
writesTheirs:
  store i32 123, ptr addrspace(3) %np2
  br label %met
met:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %near = icmp ult i32 %t, 2
  br i1 %near, label %writes, label %exit
writes:
  %f2 = xor i32 %t, 1
  %vl = getelementptr i32, ptr addrspace(3) @others_v, i32 %f2
  %il = getelementptr i32, ptr addrspace(3) @others_i, i32 %f2
  %rv = load i32, ptr addrspace(3) %vl
  %ri = load i32, ptr addrspace(3) %il
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %rv, ptr addrspace(1) %o
  %t4 = add i32 %t, 128
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  store i32 %ri, ptr addrspace(1) %o2
  br label %exit
exit:
  ret void
}

; The shape is guessed: blocks of another keep the stores under their conditions.
; CHECK-LABEL: @guessed(
; CHECK: call {{.*}}@llvm.amdgcn.
; CHECK: swap0.orig:
; CHECK-NEXT: store i32 %b0.orig
; CHECK-NEXT: store i32 %a0.orig
; CHECK: ret void
define amdgpu_kernel void @guessed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t2 = shl i32 %t, 1
  %u = or disjoint i32 %t2, 1
  %i0 = getelementptr i32, ptr addrspace(1) %in, i32 %t2
  %v0 = load i32, ptr addrspace(1) %i0
  %s0 = getelementptr i32, ptr addrspace(3) @guessed_s, i32 %t2
  store i32 %v0, ptr addrspace(3) %s0
  %i1 = getelementptr i32, ptr addrspace(1) %in, i32 %u
  %v1 = load i32, ptr addrspace(1) %i1
  %s1 = getelementptr i32, ptr addrspace(3) @guessed_s, i32 %u
  store i32 %v1, ptr addrspace(3) %s1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m0 = and i32 %t, 1
  %p0 = sub i32 %t2, %m0
  %q0 = add i32 %p0, 2
  %pp0 = getelementptr i32, ptr addrspace(3) @guessed_s, i32 %p0
  %qp0 = getelementptr i32, ptr addrspace(3) @guessed_s, i32 %q0
  %a0 = load i32, ptr addrspace(3) %pp0
  %b0 = load i32, ptr addrspace(3) %qp0
  %c0 = icmp sgt i32 %a0, %b0
  br i1 %c0, label %swap0, label %next0
swap0:
  store i32 %b0, ptr addrspace(3) %pp0
  store i32 %a0, ptr addrspace(3) %qp0
  br label %next0
next0:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = xor i32 %t2, 128
  %l0 = getelementptr i32, ptr addrspace(3) @guessed_s, i32 %r0
  %w0 = load i32, ptr addrspace(3) %l0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %t2
  store i32 %w0, ptr addrspace(1) %o0
  %r1 = xor i32 %u, 128
  %l1 = getelementptr i32, ptr addrspace(3) @guessed_s, i32 %r1
  %w1 = load i32, ptr addrspace(3) %l1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %u
  store i32 %w1, ptr addrspace(1) %o1
  ret void
}

attributes #0 = { convergent nounwind mustprogress "target-cpu"="gfx942" "f2layout-block"="128,1,1" }
attributes #1 = { convergent nounwind mustprogress "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" "uniform-work-group-size"="true" }
