; The conditions under which a thread makes an access count, where they are known.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 1
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 20
; RUN: %f2sim --equal %s %t.after.ll --kernel one_thread --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel two_ways --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel another --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel by_lane --block 8,4

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [256 x i32] poison, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; One thread writes and reads.
; CHECK-LABEL: @one_thread(
; CHECK-NOT: {{barrier.cta|bar.warp}}
; CHECK: ret void
define ptx_kernel void @one_thread(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is0 = icmp eq i32 %t, 0
  br i1 %is0, label %write, label %join
write:
  %v = load i32, ptr addrspace(1) %in
  store i32 %v, ptr addrspace(3) @s
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is0, label %read, label %end
read:
  %w = load i32, ptr addrspace(3) @s
  store i32 %w, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; The reader is another thread.
; CHECK-LABEL: @another(
; CHECK: {{barrier.cta|bar.warp}}
; CHECK: ret void
define ptx_kernel void @another(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is0 = icmp eq i32 %t, 0
  br i1 %is0, label %write, label %join
write:
  %v = load i32, ptr addrspace(1) %in
  store i32 %v, ptr addrspace(3) @s
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %is64 = icmp eq i32 %t, 64
  br i1 %is64, label %read, label %end
read:
  %w = load i32, ptr addrspace(3) @s
  store i32 %w, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; The way to the last access has two beginnings, but one thread goes it.
; CHECK-LABEL: @two_ways(
; CHECK-NOT: {{barrier.cta|bar.warp}}
; CHECK: ret void
define ptx_kernel void @two_ways(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is0 = icmp eq i32 %t, 0
  %many = icmp sgt i32 %n, 7
  br i1 %many, label %a, label %b
a:
  br i1 %is0, label %write.a, label %join
write.a:
  store i32 %n, ptr addrspace(3) @s
  br label %join
b:
  br i1 %is0, label %write.b, label %join
write.b:
  store i32 7, ptr addrspace(3) @s
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is0, label %read, label %end
read:
  %w = load i32, ptr addrspace(3) @s
  store i32 %w, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; The condition is on threadIdx.x, and the addresses go by the lane: in a block
; with several rows, other lanes meet the condition.
; CHECK-LABEL: @by_lane(
; CHECK: {{barrier.cta|bar.warp}}
; CHECK: ret void
define ptx_kernel void @by_lane(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
entry:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %lane
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %lane
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 4
  br i1 %low, label %read, label %end
read:
  %high = lshr i32 %lane, 3
  %other = xor i32 %lane, %high
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %other
  %w = load i32, ptr addrspace(3) %q
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.maxntid"="32" }
