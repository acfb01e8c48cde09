; No module may crash the plugin, and code that is not understood stays.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes='f2layout<no-shared;block=1024>' -disable-output %s
; RUN: %f2opt -passes='print<f2layout-roundtrips>' -disable-output %s
; RUN: sed -e 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/sm_90/gfx942/; s/ptx_kernel/amdgpu_kernel/' \
; RUN:   -e 's/llvm.nvvm.read.ptx.sreg.tid.x/llvm.amdgcn.workitem.id.x/' \
; RUN:   -e 's/llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)/llvm.amdgcn.s.barrier()/' \
; RUN:   -e 's/llvm.nvvm.barrier.cta.sync.aligned.all(i32)/llvm.amdgcn.s.barrier()/' %s >%t.amd.ll
; RUN: %f2opt -passes=f2layout -disable-output %t.amd.ll

target triple = "nvptx64-nvidia-cuda"

@none = internal addrspace(3) global [0 x i32] undef
@empty = internal addrspace(3) global {} undef
@dynamic = external addrspace(3) global [0 x i32], align 16
@dynamic2 = external addrspace(3) global [0 x i64], align 8
@tile = internal addrspace(3) global [256 x i32] undef, align 4
@huge = internal addrspace(3) global [4294967296 x i64] undef
@wide = internal addrspace(3) global [64 x i128] undef
@old = internal addrspace(3) global [64 x x86_fp80] undef
@bits = internal addrspace(3) global [64 x i1] undef
@pointers = internal addrspace(3) global [64 x <2 x ptr>] undef
@structs = internal addrspace(3) global [64 x { i8, i32 }] undef
@const = internal addrspace(3) constant [64 x i32] zeroinitializer

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; An array without elements.
; CHECK-LABEL: @zero_sized(
; CHECK: store i32
; CHECK: ret void
define ptx_kernel void @zero_sized(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @none, i32 %t
  store i32 %t, ptr addrspace(3) %a
  store i8 0, ptr addrspace(3) @empty
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %a
  %e = load i8, ptr addrspace(3) @empty
  store i32 %v, ptr addrspace(1) %out
  store i8 %e, ptr addrspace(1) %out
  ret void
}

; Larger than any memory, and indexed beyond its end.
; CHECK-LABEL: @too_large(
define ptx_kernel void @too_large(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %s = mul i64 %w, 4611686018427387904
  %a = getelementptr i64, ptr addrspace(3) @huge, i64 %s
  %far = getelementptr i64, ptr addrspace(3) @huge, i64 9223372036854775807
  store i64 %w, ptr addrspace(3) %a
  store i64 %w, ptr addrspace(3) %far
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i64, ptr addrspace(3) %far
  %u = load i64, ptr addrspace(3) %a
  store i64 %v, ptr addrspace(1) %out
  store i64 %u, ptr addrspace(1) %out
  ret void
}

; Types that no register holds.
; CHECK-LABEL: @odd_types(
; CHECK: store x86_fp80
; CHECK: store i1
; CHECK: ret void
define ptx_kernel void @odd_types(ptr addrspace(1) %out, i128 %x, x86_fp80 %y, <2 x ptr> %p) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = xor i32 %t, 1
  %a = getelementptr i128, ptr addrspace(3) @wide, i32 %t
  %b = getelementptr x86_fp80, ptr addrspace(3) @old, i32 %t
  %c = getelementptr i1, ptr addrspace(3) @bits, i32 %t
  %d = getelementptr <2 x ptr>, ptr addrspace(3) @pointers, i32 %t
  %e = getelementptr { i8, i32 }, ptr addrspace(3) @structs, i32 %t
  store i128 %x, ptr addrspace(3) %a
  store x86_fp80 %y, ptr addrspace(3) %b
  store i1 true, ptr addrspace(3) %c
  store <2 x ptr> %p, ptr addrspace(3) %d
  store { i8, i32 } { i8 1, i32 2 }, ptr addrspace(3) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a1 = getelementptr i128, ptr addrspace(3) @wide, i32 %f
  %d1 = getelementptr <2 x ptr>, ptr addrspace(3) @pointers, i32 %f
  %ra = load i128, ptr addrspace(3) %a1
  %rb = load x86_fp80, ptr addrspace(3) %b
  %rc = load i1, ptr addrspace(3) %c
  %rd = load <2 x ptr>, ptr addrspace(3) %d1
  %re = load { i8, i32 }, ptr addrspace(3) %e
  store i128 %ra, ptr addrspace(1) %out
  store x86_fp80 %rb, ptr addrspace(1) %out
  store i1 %rc, ptr addrspace(1) %out
  store <2 x ptr> %rd, ptr addrspace(1) %out
  store { i8, i32 } %re, ptr addrspace(1) %out
  ret void
}

; Addresses that are carried around a loop, and vectors of addresses.
; CHECK-LABEL: @pointer_games(
; CHECK: phi ptr addrspace(3)
define ptx_kernel void @pointer_games(ptr addrspace(1) %out, i1 %c) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = insertelement <2 x ptr addrspace(3)> poison, ptr addrspace(3) @tile, i32 0
  %e = extractelement <2 x ptr addrspace(3)> %v, i32 0
  br label %loop
loop:
  %p = phi ptr addrspace(3) [ @tile, %entry ], [ %q, %loop ]
  %q = getelementptr i32, ptr addrspace(3) %p, i32 1
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %q
  %x = load i32, ptr addrspace(3) %e
  store i32 %w, ptr addrspace(1) %out
  store i32 %x, ptr addrspace(1) %out
  br i1 %c, label %loop, label %done
done:
  ret void
}

; A kernel that never ends.
; CHECK-LABEL: @forever(
define ptx_kernel void @forever(ptr addrspace(1) %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  br label %loop
loop:
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %b
  store i32 %v, ptr addrspace(1) %out
  br label %loop
}

; Unreachable code, in a cycle of its own and using itself.
; CHECK-LABEL: @unreachable_blocks(
define ptx_kernel void @unreachable_blocks(ptr addrspace(1) %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %a
  store i32 %v, ptr addrspace(1) %out
  ret void
dead:
  %n = add i32 %n, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %n
  store i32 %n, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %p
  %self = getelementptr i32, ptr addrspace(3) %self, i32 1
  store i32 %w, ptr addrspace(3) %self
  br label %dead
}

; Only `unreachable`.
define ptx_kernel void @nowhere() #0 {
  store i32 0, ptr addrspace(3) @tile
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) @tile
  unreachable
}

; CHECK-LABEL: @indirect(
; CHECK: call void %f
define ptx_kernel void @indirect(ptr %f, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void %f(ptr addrspace(3) %a)
  call void @recursive(i32 %t)
  %v = load i32, ptr addrspace(3) %a
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @recursive(
; CHECK: store i32
define void @recursive(i32 %n) {
  %p = getelementptr i32, ptr addrspace(3) @dynamic, i32 %n
  store i32 %n, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @recursive(i32 %n)
  ret void
}

; A switch, a division by zero and shifts past the width in an address.
; CHECK-LABEL: @undefined(
define ptx_kernel void @undefined(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %z = sub i32 %t, %t
  %d = udiv i32 %t, %z
  %r = srem i32 -2147483648, -1
  %s = shl i32 %d, 40
  %i = add i32 %s, %r
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %t, ptr addrspace(3) %a
  switch i32 %t, label %join [ i32 0, label %one
                               i32 1, label %two ]
one:
  store i32 poison, ptr addrspace(3) @tile
  br label %join
two:
  store i32 undef, ptr addrspace(3) undef
  store i32 1, ptr addrspace(3) null
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 poison
  %v = load i32, ptr addrspace(3) %a
  %w = load i32, ptr addrspace(3) %b
  %u = load i32, ptr addrspace(3) @const
  store i32 %v, ptr addrspace(1) %out
  store i32 %w, ptr addrspace(1) %out
  store i32 %u, ptr addrspace(1) %out
  ret void
}

; Two dynamic arrays are one.
; CHECK-LABEL: @two_dynamic(
; CHECK: store i32
; CHECK: load i64
define ptx_kernel void @two_dynamic(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %t
  %x = xor i32 %t, 2
  %b = getelementptr i64, ptr addrspace(3) @dynamic2, i32 %x
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i64, ptr addrspace(3) %b
  store i64 %v, ptr addrspace(1) %out
  ret void
}

; Ordinary code is rewritten even here.
; CHECK-LABEL: @plain(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync
; CHECK-NOT: addrspace(3)
; CHECK: ret void
@own = internal addrspace(3) global [32 x i32] undef, align 4
define ptx_kernel void @plain(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %x = load i32, ptr addrspace(1) %g
  %a = getelementptr i32, ptr addrspace(3) @own, i32 %t
  store i32 %x, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @own, i32 %u
  %v = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

declare ptx_kernel void @elsewhere(ptr addrspace(1))

attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.reqntid"="32" }
