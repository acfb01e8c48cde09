; The reason why an address is not known is named, since other things help against
; each; and a store whose place is not known may write what a load reads.
; RUN: %f2opt -passes='f2layout-reroute<no-guess>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 64 --arg 2=1 --fill 0=zero

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on what is read from memory
define ptx_kernel void @memory(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %k = load i32, ptr addrspace(1) %pt
  %m = and i32 %k, 1023
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %m
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on the result of a call
define ptx_kernel void @exchanged(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %m = and i32 %k, 1023
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %m
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on the block's size, which is not known; F2_BLOCK(x, y, z)
define ptx_kernel void @size(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %k = mul i32 %t, %d
  %m = and i32 %k, 63
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %m
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: each thread multiplies by a value that only the launch or a loop decides
define ptx_kernel void @product(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k = mul i32 %t, %n
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %k
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: a sum may wrap before it is extended to more bits
define ptx_kernel void @wraps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k = add i32 %t, %n
  %wide = zext i32 %k to i64
  %q = getelementptr i32, ptr addrspace(3) @tile, i64 %wide
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on a loop or a branch in which threads may differ
define ptx_kernel void @looped(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %i2, %again ]
  %s = phi i32 [ %t, %0 ], [ %s2, %again ]
  %i2 = add i32 %i, 1
  %s1 = mul i32 %s, 5
  %s2 = xor i32 %s1, %i
  %more = icmp ult i32 %i2, %t
  br i1 %more, label %again, label %done
done:
  %m = and i32 %s2, 1023
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %m
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: thread 0 reads byte 256, and whether a store writes it is not known: of the store's address, it depends on what is read from memory
define ptx_kernel void @unknown_store(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %k = load i32, ptr addrspace(1) %pt
  %m = and i32 %k, 63
  %o = add i32 %m, 64
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %o
  store i32 %t, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i = add i32 %t, 64
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: thread 0 reads byte 256, and whether a store writes it is not known: the addresses of the two differ by a value that only the launch or a loop decides
define ptx_kernel void @moved_store(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %p
  %n64 = zext i32 %n to i64
  %t64 = zext i32 %t to i64
  %k = mul i64 %n64, 64
  %o = add i64 %k, %t64
  %s = getelementptr i32, ptr addrspace(3) @tile, i64 %o
  store i32 %t, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i = add i32 %t, 64
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { "target-cpu"="sm_90" "f2layout-block"="64,1,1" }
