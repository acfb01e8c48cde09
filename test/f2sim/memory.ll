; Address spaces and their casts, local memory, copies, struct arguments,
; dynamic shared memory, global variables, atomics, several blocks.
; RUN: %f2sim %s --kernel generic --block 32 --fill 0=iota32 --dump 1:8 | FileCheck %s --check-prefix=GENERIC
; RUN: %f2sim %s --kernel local --block 32 --fill 0=iota32 --dump 1:16 | FileCheck %s --check-prefix=LOCAL
; RUN: %f2sim %s --kernel byval --block 32 | FileCheck %s --check-prefix=BYVAL
; RUN: %f2sim %s --kernel copied --block 1 --dump 0:4 | FileCheck %s --check-prefix=COPIED
; RUN: %f2sim %s --kernel dynamic --block 32 --dynamic-shared 128 --dump 1:8 --fill 0=iota32 | FileCheck %s --check-prefix=DYNAMIC
; RUN: not %f2sim %s --kernel dynamic --block 32 --dynamic-shared 64 | FileCheck %s --check-prefix=SMALL
; RUN: %f2sim %s --kernel table --block 4 --dump 1:16 | FileCheck %s --check-prefix=TABLE
; RUN: %f2sim %s --kernel counter --block 64 --grid 3 --fill 1=zero --dump 1:8 | FileCheck %s --check-prefix=COUNTER
; RUN: %f2sim %s --kernel async --block 32 --fill 0=iota32 --dump 1:16 | FileCheck %s --check-prefix=ASYNC
; RUN: not %f2sim %s --kernel const_write --block 1 | FileCheck %s --check-prefix=CONST
; RUN: %f2sim %s --kernel arithmetic --block 1 --dump 1:32 | FileCheck %s --check-prefix=ARITH

; GENERIC: 000000: 1f000000 1e000000
; LOCAL: 000000: 00000000 01000000
; BYVAL: kernel byval
; COPIED: 000000: 24000000
; DYNAMIC: 000000: 1f000000 1e000000
; SMALL: out of bounds: write of 4 bytes at byte 64 of dynamic shared memory (64 bytes)
; TABLE: 000000: 0a000000 14000000 1e000000 28000000
; COUNTER: 000000: c0000000 00000000
; ASYNC: 000000: 1f000000 1e000000
; CONST: out of bounds: write to constant memory @lookup
; ARITH: 000000: ffffffff 04000000 18000000 00010203
; ARITH-NEXT: 000010: 0000c03f 00400000 05000000 feffffff

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x i32] undef, align 4
@dyn = external addrspace(3) global [0 x i32], align 4
@lookup = internal addrspace(4) constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
%pair = type { ptr, i32 }

define ptx_kernel void @generic(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 31
  %pi = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %pi, align 4
  %ps = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 %t
  store i32 %v, ptr %ps, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %px = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 %x
  %p3 = addrspacecast ptr %px to ptr addrspace(3)
  %w = load i32, ptr addrspace(3) %p3, align 4
  %po = getelementptr i32, ptr %out, i32 %t
  store i32 %w, ptr %po, align 4
  ret void
}
define ptx_kernel void @local(ptr %in, ptr %out) {
  %a = alloca [4 x i32], align 16
  %b = alloca [4 x i32], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %in, i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %b, i64 16, i1 false)
  ret void
}
define ptx_kernel void @byval(ptr byval(%pair) align 8 %p) {
  %q = load ptr, ptr %p, align 8
  store i32 1, ptr %q, align 4
  ret void
}
; The callee gets a copy of 5 and 7, in each call, and changes it. The sum of both calls
; and of what the caller still has is 3 * 12.
define internal i32 @sum(ptr byval([2 x i32]) align 4 %copy) noinline {
  %second = getelementptr i32, ptr %copy, i32 1
  %a = load i32, ptr %copy, align 4
  %b = load i32, ptr %second, align 4
  %s = add i32 %a, %b
  store i32 1000, ptr %copy, align 4
  store i32 1000, ptr %second, align 4
  ret i32 %s
}
define ptx_kernel void @copied(ptr %out) {
  %own = alloca [2 x i32], align 4
  %second = getelementptr i32, ptr %own, i32 1
  store i32 5, ptr %own, align 4
  store i32 7, ptr %second, align 4
  %s1 = call i32 @sum(ptr byval([2 x i32]) align 4 %own)
  %s2 = call i32 @sum(ptr byval([2 x i32]) align 4 %own)
  %a = load i32, ptr %own, align 4
  %b = load i32, ptr %second, align 4
  %s12 = add i32 %s1, %s2
  %s12a = add i32 %s12, %a
  %all = add i32 %s12a, %b
  store i32 %all, ptr %out, align 4
  ret void
}
define ptx_kernel void @dynamic(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 31
  %pi = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %pi, align 4
  %ps = getelementptr i32, ptr addrspace(3) @dyn, i32 %t
  store i32 %v, ptr addrspace(3) %ps, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %px = getelementptr i32, ptr addrspace(3) @dyn, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr %out, i32 %t
  store i32 %w, ptr %po, align 4
  ret void
}
define ptx_kernel void @table(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @lookup, i32 %t
  %v = load i32, ptr addrspace(4) %p, align 4
  %po = getelementptr i32, ptr %out, i32 %t
  store i32 %v, ptr %po, align 4
  ret void
}
define ptx_kernel void @counter(ptr %in, ptr %out) {
  %old = atomicrmw add ptr %out, i32 1 monotonic
  %p = getelementptr i32, ptr %out, i32 1
  %r = cmpxchg ptr %p, i32 7, i32 9 monotonic monotonic
  ret void
}
define ptx_kernel void @async(ptr addrspace(1) %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 31
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %ps, ptr addrspace(1) %pi)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px, align 4
  %po = getelementptr i32, ptr %out, i32 %t
  store i32 %w, ptr %po, align 4
  ret void
}
define ptx_kernel void @const_write() {
  store i32 1, ptr addrspace(4) @lookup, align 4
  ret void
}
define ptx_kernel void @arithmetic(ptr %in, ptr %out) {
  %a = call i32 @llvm.smin.i32(i32 -1, i32 3)
  %b = call i32 @llvm.ctpop.i32(i32 15)
  %c = call i32 @llvm.ctlz.i32(i32 255, i1 true)
  %d = call i32 @llvm.bswap.i32(i32 66051)
  %e = fdiv float 3.0, 2.0
  %e0 = bitcast float %e to i32
  %f = fptrunc float 2.0 to half
  %f0 = bitcast half %f to i16
  %f1 = zext i16 %f0 to i32
  %g = fptosi double 5.75 to i32
  %h = sdiv i32 -5, 2
  %v0 = insertelement <8 x i32> poison, i32 %a, i32 0
  %v1 = insertelement <8 x i32> %v0, i32 %b, i32 1
  %v2 = insertelement <8 x i32> %v1, i32 %c, i32 2
  %v3 = insertelement <8 x i32> %v2, i32 %d, i32 3
  %v4 = insertelement <8 x i32> %v3, i32 %e0, i32 4
  %v5 = insertelement <8 x i32> %v4, i32 %f1, i32 5
  %v6 = insertelement <8 x i32> %v5, i32 %g, i32 6
  %v7 = insertelement <8 x i32> %v6, i32 %h, i32 7
  store <8 x i32> %v7, ptr %out, align 16
  ret void
}
