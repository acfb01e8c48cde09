; Stores of an exchange that a load which stays never sees, since others have
; overwritten them, are gone; those that it may see stay.
; RUN: %f2opt -passes='function(f2layout-reroute<no-guess>)' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --arg 2=127,31,0
; RUN: %f2sim --equal %s %t.after.ll --kernel any_block --block 33 --arg 2=31
; RUN: %f2sim --equal %s %t.after.ll --kernel any_block --block 1 --arg 2=0
; RUN: %f2sim --equal %s %t.after.ll --kernel no_writer --block 33 --arg 2=31
; RUN: %f2sim --equal %s %t.after.ll --kernel no_writer --block 1 --arg 2=0

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [1024 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

; Each thread writes its byte anew.
; CHECK-LABEL: @overwritten(
; CHECK-NOT: store i32 %v, ptr addrspace(3)
; CHECK: @llvm.nvvm.shfl.sync
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @overwritten(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %z, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; Another thread does.
; CHECK-LABEL: @crosswise(
; CHECK-NOT: store i32 %v, ptr addrspace(3)
; CHECK: @llvm.nvvm.shfl.sync
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @crosswise(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = xor i32 %t, 1
  %py = getelementptr i32, ptr addrspace(3) @s, i32 %y
  store i32 %z, ptr addrspace(3) %py
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; The load reads other bytes.
; CHECK-LABEL: @elsewhere(
; CHECK-NOT: store i32 %v, ptr addrspace(3)
; CHECK: @llvm.nvvm.shfl.sync
; CHECK: load i32, ptr addrspace(3) %far
; CHECK: ret void
define ptx_kernel void @elsewhere(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  %far = getelementptr i32, ptr addrspace(3) %p, i32 128
  %h = mul i32 %v, 3
  store i32 %h, ptr addrspace(3) %far
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = icmp ult i32 %k, 64
  br i1 %c, label %more, label %end
more:
  store i32 %k, ptr addrspace(3) %far
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = load i32, ptr addrspace(3) %far
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; In a block of any size, each thread is there itself.
; CHECK-LABEL: @any_block(
; CHECK-NOT: store i32 %v, ptr addrspace(3)
; CHECK: @llvm.nvvm.shfl.sync
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @any_block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #1 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %z, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; But a smaller block lacks the thread that would write the last byte.
; CHECK-LABEL: @no_writer(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @no_writer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #1 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = xor i32 %t, 1
  %py = getelementptr i32, ptr addrspace(3) @s, i32 %y
  store i32 %z, ptr addrspace(3) %py
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; There is a path around the second store.
; CHECK-LABEL: @another_path(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @another_path(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = icmp eq i32 %last, 127
  br i1 %c, label %again, label %reads
again:
  store i32 %z, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %reads
reads:
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; Not every thread writes again: of which, is known here,
; CHECK-LABEL: @some_threads(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @some_threads(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = icmp ult i32 %t, 100
  br i1 %c, label %again, label %reads
again:
  store i32 %z, ptr addrspace(3) %p
  br label %reads
reads:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; and not here.
; CHECK-LABEL: @by_data(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @by_data(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = icmp slt i32 %v, 100
  br i1 %c, label %again, label %reads
again:
  store i32 %z, ptr addrspace(3) %p
  br label %reads
reads:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  ret void
}

; The load runs before the second store, in a loop.
; CHECK-LABEL: @too_early(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @too_early(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, -2
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %z, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m = add i32 %n, 1
  %again = icmp ult i32 %m, 12
  br i1 %again, label %loop, label %exit
exit:
  store i32 %z, ptr addrspace(1) %o
  ret void
}

; Half of the threads have left. They would have been the last writers.
; CHECK-LABEL: @absent(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3) %any
; CHECK: ret void
define ptx_kernel void @absent(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %last) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 1024
  %v = load i32, ptr addrspace(1) %i
  %k = and i32 %v, %last
  %leaves = icmp uge i32 %t, 64
  br i1 %leaves, label %exit, label %stays
stays:
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %x = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %z = add i32 %w, 1
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = xor i32 %t, 64
  %py = getelementptr i32, ptr addrspace(3) @s, i32 %y
  store i32 %z, ptr addrspace(3) %py
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k31 = and i32 %k, 31
  %any = getelementptr i32, ptr addrspace(3) @s, i32 %k31
  %r = load i32, ptr addrspace(3) %any
  store i32 %r, ptr addrspace(1) %o2
  br label %exit
exit:
  ret void
}

attributes #0 = { convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { convergent "target-cpu"="sm_90" "nvvm.maxntid"="128" }
