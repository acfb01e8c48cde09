; A tile and a table in one array. The loop that fills the table has a step that
; only the launch knows, so that its stores have no address for each thread; but
; they stay within bounds.
; RUN: %f2opt -passes='f2layout<block=256>' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 256 --arg 2=256,64 --arg 3=40,50

target triple = "nvptx64-nvidia-cuda"

@both = internal addrspace(3) global [320 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; Within warps, registers; only the table is left in memory.
; CHECK-LABEL: @in_warp(
; CHECK-COUNT-1: store i32 %{{.*}}, ptr addrspace(3)
; CHECK-NOT: store i32 %{{.*}}, ptr addrspace(3)
; CHECK-COUNT-1: load i32, ptr addrspace(3)
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @in_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, 50
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, 50
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; The tile may cross warps, in bytes that the loop does not touch.
; CHECK-LABEL: @in_memory(
; CHECK: ret void
; REMARK-DAG: shared exchange through both of 1 x i32 per thread across the block became 1 store of 4 bytes, 1 load of 4 bytes, {{.*}} (in in_memory)
define ptx_kernel void @in_memory(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %crossed
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, 50
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, 50
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; Of two exchanges neither may move to where the table is.
; CHECK-LABEL: @two_in_memory(
; CHECK: ret void
; REMARK-DAG: shared exchange through both of 1 x i32 per thread across the block became {{.*}} (the first of 2 such exchanges) (in two_in_memory)
define ptx_kernel void @two_in_memory(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %crossed
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, 50
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, 50
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  %x = load i32, ptr addrspace(3) %from
  %x2 = xor i32 %x, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %x2, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %y, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %y
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; Wherever the loop ends, it begins behind the tile.
; CHECK-LABEL: @no_end(
; CHECK-COUNT-1: store i32 %{{.*}}, ptr addrspace(3)
; CHECK-NOT: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @no_end(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, %n
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; In front of the tile, the end counts.
; CHECK-LABEL: @in_front(
; CHECK-COUNT-1: store i32 %{{.*}}, ptr addrspace(3)
; CHECK-NOT: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @in_front(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 256
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, 50
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, 50
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @in_front_no_end(
; CHECK-COUNT-2: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: load from shared array both stays: another write to the array may come between the store and the barrier (in in_front_no_end)
define ptx_kernel void @in_front_no_end(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 256
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, %n
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; Six elements of the tile, or one.
; CHECK-LABEL: @meets(
; CHECK-COUNT-2: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: load from shared array both stays: another write to the array may come between the store and the barrier (in meets)
define ptx_kernel void @meets(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, 50
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1000
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, 50
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1000
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @meets_first(
; CHECK-COUNT-2: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: load from shared array both stays: another write to the array may come between the store and the barrier (in meets_first)
define ptx_kernel void @meets_first(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, -1
  %any = icmp slt i32 %begin, 50
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %s = getelementptr inbounds i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, 50
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 1024
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @meets_last(
; CHECK-COUNT-2: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: load from shared array both stays: another write to the array may come between the store and the barrier (in meets_last)
define ptx_kernel void @meets_last(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 196
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 0
  %any = icmp slt i32 %begin, 50
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %s = getelementptr inbounds nuw i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, 50
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
