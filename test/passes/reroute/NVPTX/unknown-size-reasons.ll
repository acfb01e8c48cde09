; Where only the block's size is not known, the reasons say so, and how to state
; it.
; RUN: %f2opt -passes=f2layout -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.smin.i32(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

@a = internal addrspace(3) global [256 x i32] poison, align 4
@b = internal addrspace(3) global [256 x i32] poison, align 4
@c = internal addrspace(3) global [256 x i32] poison, align 4

; s[blockDim.x - 1 - t]: byte -4 would be one of no thread.
; CHECK: load from shared array a stays: its address depends on the block's size, which is not known; F2_BLOCK(x, y, z) or the attribute "f2layout-block" states it; __launch_bounds__ may suggest it (in reversed)
define ptx_kernel void @reversed(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in) "target-cpu"="sm_90" {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %from
  %own = getelementptr i32, ptr addrspace(3) @a, i32 %t
  store i32 %v, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %n64 = zext nneg i32 %n to i64
  %t64 = zext nneg i32 %t to i64
  %last = add nsw i64 %n64, -1
  %other = sub nsw i64 %last, %t64
  %p = getelementptr i32, ptr addrspace(3) @a, i64 %other
  %w = load i32, ptr addrspace(3) %p
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %to
  ret void
}

; s[min(t + 1, blockDim.x - 1)]: no result of an unknown call.
; CHECK-NOT: result of a call
; CHECK: through b {{.*}} stays
define ptx_kernel void @clamped(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in) "target-cpu"="sm_90" {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %from
  %own = getelementptr i32, ptr addrspace(3) @b, i32 %t
  store i32 %v, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %last = add nsw i32 %n, -1
  %next = add nuw nsw i32 %t, 1
  %other = call i32 @llvm.smin.i32(i32 %next, i32 %last)
  %p = getelementptr i32, ptr addrspace(3) @b, i32 %other
  %w = load i32, ptr addrspace(3) %p
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %to
  ret void
}

; for (d = 1; d < blockDim.x; d *= 2) if (t % (2 * d) == 0 && t + d < blockDim.x) s[t] += s[t + d];
; CHECK: load from shared array c stays: its address is not known for every thread: a sum may wrap before it is extended to more bits, in a loop that goes up to the block's size, which is not known; F2_BLOCK(x, y, z) or
define ptx_kernel void @tree(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in) "target-cpu"="sm_90" {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %from
  %own = getelementptr i32, ptr addrspace(3) @c, i32 %t
  store i32 %v, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %some = icmp ugt i32 %n, 1
  br i1 %some, label %loop, label %done
loop:
  %d = phi i32 [ 1, %entry ], [ %d2, %next ]
  %d2 = shl i32 %d, 1
  %rest = urem i32 %t, %d2
  %mine = icmp eq i32 %rest, 0
  %other = add i32 %d, %t
  %inside = icmp ult i32 %other, %n
  %both = select i1 %mine, i1 %inside, i1 false
  br i1 %both, label %add, label %next
add:
  %far = zext i32 %other to i64
  %p = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @c to ptr), i64 %far
  %y = load i32, ptr %p
  %x = load i32, ptr addrspace(3) %own
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(3) %own
  br label %next
next:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %more = icmp ult i32 %d2, %n
  br i1 %more, label %loop, label %done
done:
  %r = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %to
  ret void
}
