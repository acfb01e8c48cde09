; Kernels without a fault, in which every line that seeded.py breaks matters.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [1024 x i32] undef, align 128

define internal i32 @in(ptr addrspace(1) %in) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p, align 4
  ret i32 %v
}
define internal void @out(ptr addrspace(1) %out, i32 %v) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}

define ptx_kernel void @exchange(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = call i32 @in(ptr addrspace(1) %a)
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %own, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = mul i32 %t, 5
  %y = and i32 %x, 127
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %y
  %w = load i32, ptr addrspace(3) %other, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %w, ptr addrspace(3) %own, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = sub i32 127, %t
  %last = getelementptr i32, ptr addrspace(3) @s, i32 %r
  %z = load i32, ptr addrspace(3) %last, align 4
  call void @out(ptr addrspace(1) %b, i32 %z)
  ret void
}

define ptx_kernel void @shuffles(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %v = call i32 @in(ptr addrspace(1) %a)
  %1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  %2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %1, i32 16, i32 31)
  %3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %2, i32 3, i32 31)
  %4 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %3, i32 2, i32 0)
  %5 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %4, i32 7, i32 6175)
  %6 = xor i32 %5, %2
  call void @out(ptr addrspace(1) %b, i32 %6)
  ret void
}

define ptx_kernel void @half_warps(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %v = call i32 @in(ptr addrspace(1) %a)
  %low = icmp ult i32 %lane, 16
  br i1 %low, label %first, label %second
first:
  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %v, i32 5, i32 31)
  %p = trunc i32 %x to i1
  %m = call i32 @llvm.nvvm.vote.ballot.sync(i32 65535, i1 %p)
  br label %end
second:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -65536, i32 %v, i32 3, i32 31)
  %q = call i32 @llvm.nvvm.redux.sync.add(i32 %y, i32 -65536)
  br label %end
end:
  %r = phi i32 [ %m, %first ], [ %q, %second ]
  %u = phi i32 [ %x, %first ], [ %y, %second ]
  %w = xor i32 %r, %u
  %z = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %w, i32 17, i32 31)
  call void @out(ptr addrspace(1) %b, i32 %z)
  ret void
}

define ptx_kernel void @within_warps(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = call i32 @in(ptr addrspace(1) %a)
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %own, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %x = xor i32 %t, 9
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %other, align 4
  call void @out(ptr addrspace(1) %b, i32 %w)
  ret void
}

define ptx_kernel void @matrices(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = call i32 @in(ptr addrspace(1) %a)
  %w = mul i32 %v, -1640531535
  %i = shl i32 %t, 1
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %i
  store i32 %v, ptr addrspace(3) %own, align 4
  %j = or i32 %i, 1
  %next = getelementptr i32, ptr addrspace(3) @s, i32 %j
  store i32 %w, ptr addrspace(3) %next, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 31
  %offset = mul i32 %row, 4
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %offset
  %m = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %p)
  %m0 = extractvalue { i32, i32 } %m, 0
  %m1 = extractvalue { i32, i32 } %m, 1
  %r = call i32 @llvm.nvvm.prmt(i32 %m0, i32 %m1, i32 21520)
  %s = xor i32 %r, %m1
  call void @out(ptr addrspace(1) %b, i32 %s)
  ret void
}

define ptx_kernel void @copies(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %a, i32 %t
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %own, ptr addrspace(1) %from)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = sub i32 127, %t
  %last = getelementptr i32, ptr addrspace(3) @s, i32 %r
  %z = load i32, ptr addrspace(3) %last, align 4
  call void @out(ptr addrspace(1) %b, i32 %z)
  ret void
}

define ptx_kernel void @guards(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = call i32 @in(ptr addrspace(1) %a)
  %few = icmp ult i32 %t, 96
  br i1 %few, label %some, label %end
some:
  %own = getelementptr i32, ptr addrspace(1) %b, i32 %t
  store i32 %v, ptr addrspace(1) %own, align 4
  %sum = getelementptr i32, ptr addrspace(1) %b, i32 128
  %old = atomicrmw add ptr addrspace(1) %sum, i32 %v monotonic, align 4
  br label %end
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.prmt(i32, i32, i32)
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
