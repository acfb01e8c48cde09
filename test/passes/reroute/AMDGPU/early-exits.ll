; Threads may have left the kernel before the barrier, or not have run their
; store. A value may come from a thread whose conditions its reader repeats (O54),
; or of which the byte would otherwise be unwritten (O55).
; RUN: %f2opt -passes=f2layout -S %s -o %t.ll -pass-remarks-missed=f2layout-reroute 2> %t.remarks
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256 --grid 2 --arg 2=0,1,31,97,128,300
; RUN: %f2sim --equal %s %t.ll --kernels all --block 104 --arg 2=7,64,103

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [256 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; The neighbour may have left. Then nobody has written its element.
; CHECK-LABEL: @left(
; CHECK-NOT: addrspace(3)
; CHECK-NOT: s.barrier()
; CHECK: call i32 @llvm.amdgcn.{{update.dpp|ds.swizzle|ds.bpermute|permlane}}
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @left(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %c = icmp sge i32 %t, %n
  br i1 %c, label %end, label %work
work:
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; All lanes of a wave have one condition, so the writer is still there, whatever
; it has stored before.
; CHECK-LABEL: @by_warps(
; CHECK-NOT: addrspace(3)
; CHECK-NOT: s.barrier()
; CHECK: call i32 @llvm.amdgcn.{{update.dpp|ds.swizzle|ds.bpermute|permlane}}
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @by_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %first = and i32 %t, -64
  %c = icmp sge i32 %first, %n
  br i1 %c, label %end, label %work
work:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 63
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; Threads leave before a loop, and none of its rounds sees them.
; CHECK-LABEL: @in_a_loop(
; CHECK-NOT: addrspace(3)
; CHECK-NOT: s.barrier()
; CHECK: call i32 @llvm.amdgcn.{{update.dpp|ds.swizzle|ds.bpermute|permlane}}
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @in_a_loop(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %c = icmp sge i32 %t, %n
  br i1 %c, label %end, label %round
round:
  %k = phi i32 [ 0, %entry ], [ %k1, %round ]
  %y = phi i32 [ %v, %entry ], [ %y1, %round ]
  store i32 %y, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 2
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %y1 = add i32 %y, %w
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 3
  br i1 %more, label %round, label %done
done:
  store i32 %y1, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; Nobody leaves, but not all store.
; CHECK-LABEL: @guarded(
; CHECK-NOT: addrspace(3)
; CHECK-NOT: s.barrier()
; CHECK: call i32 @llvm.amdgcn.{{update.dpp|ds.swizzle|ds.bpermute|permlane}}
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @guarded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %c = icmp slt i32 %t, %n
  br i1 %c, label %write, label %join
write:
  store i32 %v, ptr addrspace(3) %a
  br label %join
join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; What a thread that has left does not write is zero.
; REMARK: remark: {{.*}}: load from shared array s stays: thread 0 reads byte 4, which thread 1 writes unless it has left the kernel; then the byte is what another store, or another iteration, wrote there
; CHECK-LABEL: @older(
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @older(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  br label %fill
fill:
  %k = phi i32 [ %t, %entry ], [ %k1, %fill ]
  %z = getelementptr i32, ptr addrspace(3) @s, i32 %k
  store i32 0, ptr addrspace(3) %z
  %k1 = add i32 %k, 104
  %more = icmp ult i32 %k1, 256
  br i1 %more, label %fill, label %filled
filled:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %c = icmp sge i32 %t, %n
  br i1 %c, label %end, label %work
work:
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; A thread that leaves in a later round has stored in one before.
; REMARK: remark: {{.*}}: load from shared array s stays: thread 0 reads byte 4, which thread 1 writes unless it has left the kernel; then the byte is what another store, or another iteration, wrote there
; CHECK-LABEL: @round_by_round(
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @round_by_round(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  br label %round
round:
  %k = phi i32 [ %t, %entry ], [ %k1, %work ]
  %j = phi i32 [ 0, %entry ], [ %j1, %work ]
  %c = icmp sge i32 %k, %n
  br i1 %c, label %end, label %work
work:
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  store i32 %w, ptr addrspace(1) %o
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k1 = add i32 %k, 16
  %j1 = add i32 %j, 1
  %more = icmp ult i32 %j1, 4
  br i1 %more, label %round, label %end
end:
  ret void
}

; Threads that leave access the array on their way.
; REMARK: remark: {{.*}}: load from shared array s stays: threads that leave the kernel before the barrier access the array on their way
; CHECK-LABEL: @under_way(
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @under_way(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %c = icmp sge i32 %t, %n
  br i1 %c, label %leave, label %work
leave:
  store i32 %v, ptr addrspace(3) %a
  ret void
work:
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %b
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,256" }
