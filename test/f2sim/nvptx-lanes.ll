; What each lane receives, from a buffer of 0, 1, 2, ...
; RUN: %f2sim %s --kernel up --fill 0=iota32 --dump 1:32 | FileCheck %s --check-prefix=UP
; RUN: %f2sim %s --kernel down_segment --fill 0=iota32 --dump 1:64 | FileCheck %s --check-prefix=DOWN
; RUN: %f2sim %s --kernel idx_predicate --fill 0=iota32 --dump 1:16 --dump 2:16 | FileCheck %s --check-prefix=IDX
; RUN: %f2sim %s --kernel votes --fill 0=iota32 --dump 1:24 | FileCheck %s --check-prefix=VOTE
; RUN: %f2sim %s --kernel match --fill 0=iota32 --dump 1:16 | FileCheck %s --check-prefix=MATCH
; RUN: %f2sim %s --kernel active --fill 1=zero --dump 1:8 --dump 1:128 | FileCheck %s --check-prefix=ACTIVE
; RUN: %f2sim %s --kernel prmt --fill 0=iota32 --dump 1:16 | FileCheck %s --check-prefix=PRMT
; RUN: %f2sim %s --kernel asm --block 64 --grid 2 --fill 0=iota32 --dump 1:32 | FileCheck %s --check-prefix=ASM
; RUN: %f2sim %s --kernel registers --block 4,8,2 --grid 2,3 --dump 1:48 | FileCheck %s --check-prefix=REGISTERS
; RUN: %f2sim %s --kernel movmatrix --fill 0=iota16 --dump 1:64 | FileCheck %s --check-prefix=MOV
; RUN: %f2sim %s --kernel ldmatrix --fill 0=iota16 --dump 1:32 --report | FileCheck %s --check-prefix=LD
; RUN: %f2sim %s --kernel mma --fill 1=zero --dump 1:32 | FileCheck %s --check-prefix=MMA
; RUN: %f2sim %s --kernel mma_doubles --fill 1=zero --dump 1:80 | FileCheck %s --check-prefix=DOUBLES
; RUN: %f2sim %s --kernel reduce_barrier --block 64 --dump 1:8 | FileCheck %s --check-prefix=RED

; UP: 000000: 00000000 00000000 01000000 02000000
; Segments of 8 lanes: the last lane of a segment keeps its own.
; DOWN: 000000: 01000000 02000000
; DOWN: 000010: 05000000 06000000 07000000 07000000
; DOWN-NEXT: 000020: 09000000
; IDX: arg 1:
; IDX-NEXT: 000000: 03000000
; IDX: arg 2:
; IDX-NEXT: 000000: 01000000
; VOTE: 000000: aaaaaaaa 00000000 01000000 00000000
; VOTE-NEXT: 000010: 1f000000
; Lanes with the same number modulo 4.
; MATCH: 000000: 11111111 22222222 44444444 88888888
; ACTIVE: 000000: ffff0000
; ACTIVE: 000040: 0000ffff
; PRMT: 000000: 03020100 05030201 ffffff80
; ASM: 000000: 00000000 01000000 02000000
; tid 3,7,1 of block 1,2: the last thread.
; REGISTERS: 000000: 03000000 07000000 01000000 01000000
; REGISTERS-NEXT: 000010: 02000000 04000000 1f000000 ffffff7f
; REGISTERS-NEXT: 000020: 00000080 02000000 20000000 03000000
; Row l / 4 of the transpose: elements 16 apart.
; MOV: 000000: 00000800 10001800 20002800 30003800
; MOV-NEXT: 000010: 01000900
; LD: load 1 x 16, 4 wavefronts, 4 ideal
; LD: 000000: 00000100 02000300 04000500 06000700
; A is the identity times 2, B is 1, 2, 3, ... by rows.
; MMA: 000000: 00000040 00008040 0000c040 00000041
; A is the identity times 2, B is 1, 2, 3, ... by rows, C a half: 2.5, 4.5, 6.5, 8.5;
; the second row begins with 18.5.
; DOUBLES: 000000: 00000000 00000440 00000000 00001240
; DOUBLES-NEXT: 000010: 00000000 00001a40 00000000 00002140
; DOUBLES: 000040: 00000000 00803240 00000000 00803440
; RED: 000000: 20000000 00000000

target triple = "nvptx64-nvidia-cuda"
@m = internal addrspace(3) global [256 x i16] undef, align 16

define internal i32 @get(ptr addrspace(1) %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p, align 4
  ret i32 %v
}
define internal void @put(ptr addrspace(1) %out, i32 %v) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}
define ptx_kernel void @up(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v, i32 1, i32 0)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; width 8: segment mask 0x18, clamp 0x1f
define ptx_kernel void @down_segment(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 1, i32 6175)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define ptx_kernel void @idx_predicate(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %pred) {
  %v = call i32 @get(ptr addrspace(1) %in)
  %r = call { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32 -1, i32 %v, i32 35, i32 31)
  %w = extractvalue { i32, i1 } %r, 0
  %q = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %q to i32
  call void @put(ptr addrspace(1) %out, i32 %w)
  call void @put(ptr addrspace(1) %pred, i32 %z)
  ret void
}
define ptx_kernel void @votes(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = call i32 @get(ptr addrspace(1) %in)
  %c = trunc i32 %v to i1
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %a = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %c)
  %y = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
  %u = call i1 @llvm.nvvm.vote.uni.sync(i32 -1, i1 %c)
  %m = call i32 @llvm.nvvm.redux.sync.umax(i32 %v, i32 -1)
  %az = zext i1 %a to i32
  %yz = zext i1 %y to i32
  %uz = zext i1 %u to i32
  %v0 = insertelement <4 x i32> poison, i32 %b, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %az, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %yz, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %uz, i32 3
  store <4 x i32> %v3, ptr addrspace(1) %out, align 16
  %p = getelementptr i8, ptr addrspace(1) %out, i32 16
  store i32 %m, ptr addrspace(1) %p, align 4
  ret void
}
define ptx_kernel void @match(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = call i32 @get(ptr addrspace(1) %in)
  %k = and i32 %v, 3
  %w = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %k)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define ptx_kernel void @active(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %a, label %b
a:
  %m = call i32 @llvm.nvvm.activemask()
  call void @put(ptr addrspace(1) %out, i32 %m)
  ret void
b:
  %n = call i32 @llvm.nvvm.activemask()
  call void @put(ptr addrspace(1) %out, i32 %n)
  ret void
}
define ptx_kernel void @prmt(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = call i32 @llvm.nvvm.prmt(i32 50462976, i32 117835012, i32 291)
  %b = call i32 @llvm.nvvm.prmt(i32 50462976, i32 117835012, i32 4661)
  %c = call i32 @llvm.nvvm.prmt(i32 128, i32 32768, i32 3544)
  store i32 %a, ptr addrspace(1) %out, align 4
  %p = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %b, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %c, ptr addrspace(1) %q, align 4
  ret void
}
; lane = laneid by a local register; its value by a shuffle from itself
define ptx_kernel void @asm(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %l = call i32 asm "{ .reg .u32 t; mov.u32 t, %laneid; add.u32 $0, t, 0; }", "=r"()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %l
  %v = call i32 asm sideeffect "ld.global.b32 $0, [$1+0];", "=r,l"(ptr addrspace(1) %p)
  %w = call i32 asm sideeffect "shfl.sync.idx.b32 $0, $1, $2, 31, -1;", "=r,r,r"(i32 %v, i32 %l)
  call void asm sideeffect "bar.sync 0;", ""()
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %l
  store i32 %w, ptr addrspace(1) %q, align 4
  ret void
}
define ptx_kernel void @registers(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %cx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %cy = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %lt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %eq = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
  %gx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %ws = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %gy = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %s = add i32 %tx, %ty
  %s2 = add i32 %s, %tz
  %c = icmp eq i32 %s2, 11
  %d = icmp eq i32 %cx, 1
  %e = icmp eq i32 %cy, 2
  %f = and i1 %c, %d
  %g = and i1 %f, %e
  br i1 %g, label %last, label %done
last:
  %v0 = insertelement <12 x i32> poison, i32 %tx, i32 0
  %v1 = insertelement <12 x i32> %v0, i32 %ty, i32 1
  %v2 = insertelement <12 x i32> %v1, i32 %tz, i32 2
  %v3 = insertelement <12 x i32> %v2, i32 %cx, i32 3
  %v4 = insertelement <12 x i32> %v3, i32 %cy, i32 4
  %v5 = insertelement <12 x i32> %v4, i32 %nx, i32 5
  %v6 = insertelement <12 x i32> %v5, i32 %l, i32 6
  %v7 = insertelement <12 x i32> %v6, i32 %lt, i32 7
  %v8 = insertelement <12 x i32> %v7, i32 %eq, i32 8
  %v9 = insertelement <12 x i32> %v8, i32 %gx, i32 9
  %va = insertelement <12 x i32> %v9, i32 %ws, i32 10
  %vb = insertelement <12 x i32> %va, i32 %gy, i32 11
  store <12 x i32> %vb, ptr addrspace(1) %out, align 16
  br label %done
done:
  ret void
}
define ptx_kernel void @movmatrix(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 asm sideeffect "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r"(i32 %v)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define ptx_kernel void @ldmatrix(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl i32 %t, 4
  %g = getelementptr i8, ptr addrspace(1) %in, i32 %b
  %s = getelementptr i8, ptr addrspace(3) @m, i32 %b
  %x = load <4 x i32>, ptr addrspace(1) %g, align 16
  store <4 x i32> %x, ptr addrspace(3) %s, align 16
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %s)
  %w = extractvalue { i32, i32, i32, i32 } %r, 0
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; Lane l: A row l / 4, columns 2 (l % 4) and + 1; the diagonal is 2.
define ptx_kernel void @mma_doubles(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %row = lshr i32 %l, 2
  %k = and i32 %l, 3
  %e = icmp eq i32 %row, %k
  %a = select i1 %e, double 2.0, double 0.0
  %bi = shl i32 %k, 3
  %bj = add i32 %bi, %row
  %bk = add i32 %bj, 1
  %b = uitofp i32 %bk to double
  %r = call { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a, double %b, double 0.5, double 0.5)
  %d0 = extractvalue { double, double } %r, 0
  %d1 = extractvalue { double, double } %r, 1
  %o = shl i32 %l, 1
  %p = getelementptr double, ptr addrspace(1) %out, i32 %o
  store double %d0, ptr addrspace(1) %p, align 8
  %q = getelementptr double, ptr addrspace(1) %p, i32 1
  store double %d1, ptr addrspace(1) %q, align 8
  ret void
}

define ptx_kernel void @mma(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %row = lshr i32 %l, 2
  %m = and i32 %l, 3
  %c0 = shl i32 %m, 1
  %c1 = or i32 %c0, 1
  %e0 = icmp eq i32 %row, %c0
  %e1 = icmp eq i32 %row, %c1
  %a0 = select i1 %e0, half 2.0, half 0.0
  %a1 = select i1 %e1, half 2.0, half 0.0
  %av0 = insertelement <2 x half> poison, half %a0, i32 0
  %av = insertelement <2 x half> %av0, half %a1, i32 1
  ; B row c0 (and c1), column row: c * 8 + row + 1
  %b0i = shl i32 %c0, 3
  %b0j = add i32 %b0i, %row
  %b0k = add i32 %b0j, 1
  %b0 = uitofp i32 %b0k to half
  %b1k = add i32 %b0k, 8
  %b1 = uitofp i32 %b1k to half
  %bv0 = insertelement <2 x half> poison, half %b0, i32 0
  %bv = insertelement <2 x half> %bv0, half %b1, i32 1
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %av, <2 x half> %av, <2 x half> zeroinitializer, <2 x half> zeroinitializer, <2 x half> %bv, <2 x half> %bv, float 0.0, float 0.0, float 0.0, float 0.0)
  %d0 = extractvalue { float, float, float, float } %r, 0
  %d1 = extractvalue { float, float, float, float } %r, 1
  %o = shl i32 %l, 1
  %p = getelementptr float, ptr addrspace(1) %out, i32 %o
  store float %d0, ptr addrspace(1) %p, align 4
  %q = getelementptr float, ptr addrspace(1) %p, i32 1
  store float %d1, ptr addrspace(1) %q, align 4
  ret void
}
define ptx_kernel void @reduce_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = and i32 %t, 1
  %n = call i32 @llvm.nvvm.barrier0.popc(i32 %c)
  %z = call i32 @llvm.nvvm.barrier0.and(i32 %c)
  store i32 %n, ptr addrspace(1) %out, align 4
  %p = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %z, ptr addrspace(1) %p, align 4
  ret void
}
