; A tile and a table in one array, written by a store each. All of what is read
; behind the barrier is no exchange for which there is a plan; the tile alone is.
; RUN: %f2opt -passes='f2layout<block=256>' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 256

target triple = "nvptx64-nvidia-cuda"

@both = internal addrspace(3) global [320 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; REMARK-DAG: shared exchange through both of 1 x i32 per thread across the block became 1 store of 4 bytes, 1 load of 4 bytes, {{.*}} (in table)
define ptx_kernel void @table(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %own = getelementptr inbounds i32, ptr addrspace(3) @both, i32 %crossed
  store i32 %v, ptr addrspace(3) %own
  %few = icmp ult i32 %t, 50
  br i1 %few, label %fill, label %filled
fill:
  %pt = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %f = load i32, ptr addrspace(1) %pt
  %at = getelementptr inbounds i32, ptr addrspace(3) @both, i32 %t
  %s = getelementptr inbounds i8, ptr addrspace(3) %at, i32 1024
  store i32 %f, ptr addrspace(3) %s
  br label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) @both, i32 %t
  %s0 = load i32, ptr addrspace(3) %from
  %w0 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @both, i32 1064)
  %p0 = mul i32 %s0, %w0
  %s1 = add i32 %p0, 0
  %w1 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @both, i32 1068)
  %p1 = mul i32 %s1, %w1
  %s2 = add i32 %p1, 1
  %w2 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @both, i32 1072)
  %p2 = mul i32 %s2, %w2
  %s3 = add i32 %p2, 2
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s3, ptr addrspace(1) %po
  ret void
}

; A load that reads what both stores write makes one exchange of all.
; REMARK-NOT: (in common)
define ptx_kernel void @common(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %own = getelementptr inbounds i32, ptr addrspace(3) @both, i32 %crossed
  store i32 %v, ptr addrspace(3) %own
  %few = icmp ult i32 %t, 50
  br i1 %few, label %fill, label %filled
fill:
  %pt = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %f = load i32, ptr addrspace(1) %pt
  %at = getelementptr inbounds i32, ptr addrspace(3) @both, i32 %t
  %s = getelementptr inbounds i8, ptr addrspace(3) %at, i32 1024
  store i32 %f, ptr addrspace(3) %s
  br label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) @both, i32 %t
  %s0 = load i32, ptr addrspace(3) %from
  %w0 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @both, i32 1020)
  %p0 = mul i32 %s0, %w0
  %s1 = add i32 %p0, 0
  %w1 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @both, i32 1024)
  %p1 = mul i32 %s1, %w1
  %s2 = add i32 %p1, 1
  %w2 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @both, i32 1028)
  %p2 = mul i32 %s2, %w2
  %s3 = add i32 %p2, 2
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s3, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
