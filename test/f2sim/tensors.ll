; Operations on tensors by their definition: what each stores, 32-bit words in
; hexadecimal, the lowest byte first.
; RUN: split-file %s %t
; RUN: %f2sim %t/k.ll --block 32 --fill 0=iota32 --dump 1:436 | FileCheck %s
; RUN: %f2sim %t/k.ll --block 64 --schedule random:3 --fill 0=iota32 --dump 1:436 | FileCheck %s
; RUN: not %f2sim %t/faults.ll --kernel apart --block 64 | FileCheck %s --check-prefix=APART
; RUN: not %f2sim %t/faults.ll --kernel left --block 64 | FileCheck %s --check-prefix=LEFT
; RUN: not %f2sim %t/faults.ll --kernel stride --block 64 | FileCheck %s --check-prefix=STRIDE
; RUN: not %f2sim %t/faults.ll --kernel outside --block 64 --buffer-bytes 128 | FileCheck %s --check-prefix=OUTSIDE
; RUN: not %f2sim %t/faults.ll --kernel waits --block 64 | FileCheck %s --check-prefix=WAITS
; RUN: not %f2sim %t/faults.ll --kernel overlap --block 64 | FileCheck %s --check-prefix=OVERLAP
; RUN: not %f2sim %t/faults.ll --kernel in_place --block 64 | FileCheck %s --check-prefix=INPLACE
; RUN: %f2sim %t/faults.ll --kernel ordered --block 64
; RUN: not %f2sim %t/faults.ll --kernel wrong --block 64 | FileCheck %s --check-prefix=WRONG
; RUN: not %f2sim --equal %t/faults.ll %t/other.ll --kernel defined --block 64 | FileCheck %s --check-prefix=DEFINED
; RUN: %f2sim --equal %t/other.ll %t/faults.ll --kernel defined --block 64

; In order: load, bounds, a negative bound, splat, iota, map, trans, reshape,
; split, broadcast, join, reduce, reduce, by columns, scan, exclusive, scan,
; reversed, scan, reversed and exclusive, gather, dot, convert, scalar.

; CHECK: 000000: 00000000 01000000 02000000 03000000
; CHECK-NEXT: 000010: 04000000 05000000 06000000 07000000
; CHECK-NEXT: 000020: 00000000 02000000 04000000 ffffffff
; CHECK-NEXT: 000030: 01000000 03000000 05000000 ffffffff
; CHECK-NEXT: 000040: 09000000 09000000 07000000 07000000
; CHECK-NEXT: 000050: 00000000 01000000 00000000 01000000
; CHECK-NEXT: 000060: 00000000 02000000 04000000 06000000
; CHECK-NEXT: 000070: 0c000000 0f000000 12000000 15000000
; CHECK-NEXT: 000080: 00000000 04000000 01000000 05000000
; CHECK-NEXT: 000090: 02000000 06000000 03000000 07000000
; CHECK-NEXT: 0000a0: 00000000 04000000 01000000 05000000
; CHECK-NEXT: 0000b0: 02000000 06000000 03000000 07000000
; CHECK-NEXT: 0000c0: 01000000 03000000 05000000 07000000
; CHECK-NEXT: 0000d0: 01000000 01000000 03000000 03000000
; CHECK-NEXT: 0000e0: 05000000 05000000 07000000 07000000
; CHECK-NEXT: 0000f0: 09000000 07000000 09000000 07000000
; CHECK-NEXT: 000100: 06000000 16000000 04000000 05000000
; CHECK-NEXT: 000110: 06000000 07000000 00000000 00000000
; CHECK-NEXT: 000120: 01000000 03000000 00000000 04000000
; CHECK-NEXT: 000130: 09000000 0f000000 06000000 06000000
; CHECK-NEXT: 000140: 05000000 03000000 16000000 12000000
; CHECK-NEXT: 000150: 0d000000 07000000 04000000 05000000
; CHECK-NEXT: 000160: 06000000 07000000 ffffff7f ffffff7f
; CHECK-NEXT: 000170: ffffff7f ffffff7f 01000000 03000000
; CHECK-NEXT: 000180: 0e000000 27000000 26000000 7f000000
; CHECK-NEXT: 000190: 00000000 01000000 02000000 03000000
; CHECK-NEXT: 0001a0: 04000000 05000000 06000000 07000000
; CHECK-NEXT: 0001b0: 0e000000

; APART: undefined behaviour: operand 1 is not the same in all threads
; LEFT: divergence: needs the whole block, but thread 0 does not arrive
; STRIDE: undefined behaviour: operand 1 is undefined
; OUTSIDE: out of bounds: read of 4 bytes
; WAITS: the function of a map waits for other threads
; OVERLAP: race: byte 0 of arg 0
; INPLACE: race: byte 0 of arg 0
; WRONG: unsupported: call of @f2.tensor.iota.64xf32
; DEFINED: undef

;--- k.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private constant [46 x i8] c"register=[[0,1]], lane=[[0,2],[1,0]] -> [2,4]\00"

declare target("f2.tensor", i32, 2, 4) @f2.tensor.load.2x4xi32(ptr, i64, i64) convergent nounwind
declare void @f2.tensor.store.2x4xi32(ptr, target("f2.tensor", i32, 2, 4), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 2, 4) @f2.tensor.load.2x4xi32.1(ptr, i64, i64, i64, i64, i32) convergent nounwind
declare target("f2.tensor", i32, 2) @f2.tensor.load.2xi32(ptr, i64, i64, i32) convergent nounwind
declare void @f2.tensor.store.2xi32(ptr, target("f2.tensor", i32, 2), i64) convergent nounwind
declare target("f2.tensor", i32, 2) @f2.tensor.splat.2xi32(i32) convergent nounwind
declare target("f2.tensor", i32, 2, 2) @f2.tensor.iota.2x2xi32(i32) convergent nounwind
declare void @f2.tensor.store.2x2xi32(ptr, target("f2.tensor", i32, 2, 2), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 2, 4) @f2.tensor.map.2x4xi32.2x4xi32.2x4xi32(ptr, target("f2.tensor", i32, 2, 4), target("f2.tensor", i32, 2, 4)) convergent nounwind
declare target("f2.tensor", i32, 4, 2) @f2.tensor.trans.4x2xi32.2x4xi32(target("f2.tensor", i32, 2, 4), i32, i32) convergent nounwind
declare void @f2.tensor.store.4x2xi32(ptr, target("f2.tensor", i32, 4, 2), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 8) @f2.tensor.reshape.8xi32.4x2xi32(target("f2.tensor", i32, 4, 2)) convergent nounwind
declare void @f2.tensor.store.8xi32(ptr, target("f2.tensor", i32, 8), i64) convergent nounwind
declare target("f2.tensor", i32, 4, 2) @f2.tensor.reshape.4x2xi32.2x4xi32(target("f2.tensor", i32, 2, 4)) convergent nounwind
declare target("f2.tensor", i32, 4) @f2.tensor.split.4xi32.4x2xi32(target("f2.tensor", i32, 4, 2), i32) convergent nounwind
declare void @f2.tensor.store.4xi32(ptr, target("f2.tensor", i32, 4), i64) convergent nounwind
declare target("f2.tensor", i32, 4, 1) @f2.tensor.expand_dims.4x1xi32.4xi32(target("f2.tensor", i32, 4), i32) convergent nounwind
declare target("f2.tensor", i32, 4, 2) @f2.tensor.broadcast.4x2xi32.4x1xi32(target("f2.tensor", i32, 4, 1)) convergent nounwind
declare target("f2.tensor", i32, 2, 2) @f2.tensor.join.2x2xi32.2xi32.2xi32(target("f2.tensor", i32, 2), target("f2.tensor", i32, 2)) convergent nounwind
declare target("f2.tensor", i32, 2) @f2.tensor.reduce.add.2xi32.2x4xi32(target("f2.tensor", i32, 2, 4), i32) convergent nounwind
declare target("f2.tensor", i32, 4) @f2.tensor.reduce.umax.4xi32.2x4xi32(target("f2.tensor", i32, 2, 4), i32) convergent nounwind
declare target("f2.tensor", i32, 2, 4) @f2.tensor.scan.add.2x4xi32.2x4xi32(target("f2.tensor", i32, 2, 4), i32, i1, i1) convergent nounwind
declare target("f2.tensor", i32, 2, 4) @f2.tensor.scan.smin.2x4xi32.2x4xi32(target("f2.tensor", i32, 2, 4), i32, i1, i1) convergent nounwind
declare target("f2.tensor", i32, 2) @f2.tensor.load.2xi32.1(ptr, i64) convergent nounwind
declare target("f2.tensor", i32, 2) @f2.tensor.gather.2xi32.4xi32.2xi32(target("f2.tensor", i32, 4), target("f2.tensor", i32, 2), i32) convergent nounwind
declare target("f2.tensor", i32, 2, 2) @f2.tensor.dot.2x2xi32.2x4xi32.4x2xi32.2x2xi32(target("f2.tensor", i32, 2, 4), target("f2.tensor", i32, 4, 2), target("f2.tensor", i32, 2, 2)) convergent nounwind
declare target("f2.tensor", i32, 2, 4) @f2.tensor.convert.2x4xi32.2x4xi32(target("f2.tensor", i32, 2, 4), ptr) convergent nounwind
declare target("f2.tensor", i32) @f2.tensor.reduce.add.i32.2xi32(target("f2.tensor", i32, 2), i32) convergent nounwind
declare void @f2.tensor.store.i32(ptr, target("f2.tensor", i32)) convergent nounwind

define ptx_kernel void @k(ptr %in, ptr %out, i32 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
; memory holds 0, 1, 2, ...
  %x = call target("f2.tensor", i32, 2, 4) @f2.tensor.load.2x4xi32(ptr %in, i64 4, i64 1)
  %p0 = getelementptr i32, ptr %out, i64 0
  call void @f2.tensor.store.2x4xi32(ptr %p0, target("f2.tensor", i32, 2, 4) %x, i64 4, i64 1)
  %y = call target("f2.tensor", i32, 2, 4) @f2.tensor.load.2x4xi32.1(ptr %in, i64 1, i64 2, i64 2, i64 3, i32 -1)
  %p8 = getelementptr i32, ptr %out, i64 8
  call void @f2.tensor.store.2x4xi32(ptr %p8, target("f2.tensor", i32, 2, 4) %y, i64 4, i64 1)
  %z = call target("f2.tensor", i32, 2) @f2.tensor.load.2xi32(ptr %in, i64 1, i64 -1, i32 9)
  %p16 = getelementptr i32, ptr %out, i64 16
  call void @f2.tensor.store.2xi32(ptr %p16, target("f2.tensor", i32, 2) %z, i64 1)
  %s = call target("f2.tensor", i32, 2) @f2.tensor.splat.2xi32(i32 7)
  %p18 = getelementptr i32, ptr %out, i64 18
  call void @f2.tensor.store.2xi32(ptr %p18, target("f2.tensor", i32, 2) %s, i64 1)
  %i = call target("f2.tensor", i32, 2, 2) @f2.tensor.iota.2x2xi32(i32 1)
  %p20 = getelementptr i32, ptr %out, i64 20
  call void @f2.tensor.store.2x2xi32(ptr %p20, target("f2.tensor", i32, 2, 2) %i, i64 2, i64 1)
  %m = call target("f2.tensor", i32, 2, 4) @f2.tensor.map.2x4xi32.2x4xi32.2x4xi32(ptr @more, target("f2.tensor", i32, 2, 4) %x, target("f2.tensor", i32, 2, 4) %x)
  %p24 = getelementptr i32, ptr %out, i64 24
  call void @f2.tensor.store.2x4xi32(ptr %p24, target("f2.tensor", i32, 2, 4) %m, i64 4, i64 1)
  %t = call target("f2.tensor", i32, 4, 2) @f2.tensor.trans.4x2xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x, i32 1, i32 0)
  %p32 = getelementptr i32, ptr %out, i64 32
  call void @f2.tensor.store.4x2xi32(ptr %p32, target("f2.tensor", i32, 4, 2) %t, i64 2, i64 1)
  %r = call target("f2.tensor", i32, 8) @f2.tensor.reshape.8xi32.4x2xi32(target("f2.tensor", i32, 4, 2) %t)
  %p40 = getelementptr i32, ptr %out, i64 40
  call void @f2.tensor.store.8xi32(ptr %p40, target("f2.tensor", i32, 8) %r, i64 1)
  %sp = call target("f2.tensor", i32, 4, 2) @f2.tensor.reshape.4x2xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x)
  %a = call target("f2.tensor", i32, 4) @f2.tensor.split.4xi32.4x2xi32(target("f2.tensor", i32, 4, 2) %sp, i32 1)
  %p48 = getelementptr i32, ptr %out, i64 48
  call void @f2.tensor.store.4xi32(ptr %p48, target("f2.tensor", i32, 4) %a, i64 1)
  %a1 = call target("f2.tensor", i32, 4, 1) @f2.tensor.expand_dims.4x1xi32.4xi32(target("f2.tensor", i32, 4) %a, i32 1)
  %b = call target("f2.tensor", i32, 4, 2) @f2.tensor.broadcast.4x2xi32.4x1xi32(target("f2.tensor", i32, 4, 1) %a1)
  %p52 = getelementptr i32, ptr %out, i64 52
  call void @f2.tensor.store.4x2xi32(ptr %p52, target("f2.tensor", i32, 4, 2) %b, i64 2, i64 1)
  %j = call target("f2.tensor", i32, 2, 2) @f2.tensor.join.2x2xi32.2xi32.2xi32(target("f2.tensor", i32, 2) %z, target("f2.tensor", i32, 2) %s)
  %p60 = getelementptr i32, ptr %out, i64 60
  call void @f2.tensor.store.2x2xi32(ptr %p60, target("f2.tensor", i32, 2, 2) %j, i64 2, i64 1)
  %rd = call target("f2.tensor", i32, 2) @f2.tensor.reduce.add.2xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x, i32 1)
  %p64 = getelementptr i32, ptr %out, i64 64
  call void @f2.tensor.store.2xi32(ptr %p64, target("f2.tensor", i32, 2) %rd, i64 1)
  %rc = call target("f2.tensor", i32, 4) @f2.tensor.reduce.umax.4xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x, i32 0)
  %p66 = getelementptr i32, ptr %out, i64 66
  call void @f2.tensor.store.4xi32(ptr %p66, target("f2.tensor", i32, 4) %rc, i64 1)
  %sc = call target("f2.tensor", i32, 2, 4) @f2.tensor.scan.add.2x4xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x, i32 1, i1 false, i1 true)
  %p70 = getelementptr i32, ptr %out, i64 70
  call void @f2.tensor.store.2x4xi32(ptr %p70, target("f2.tensor", i32, 2, 4) %sc, i64 4, i64 1)
  %sr = call target("f2.tensor", i32, 2, 4) @f2.tensor.scan.add.2x4xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x, i32 1, i1 true, i1 false)
  %p78 = getelementptr i32, ptr %out, i64 78
  call void @f2.tensor.store.2x4xi32(ptr %p78, target("f2.tensor", i32, 2, 4) %sr, i64 4, i64 1)
  %ss = call target("f2.tensor", i32, 2, 4) @f2.tensor.scan.smin.2x4xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x, i32 0, i1 true, i1 true)
  %p86 = getelementptr i32, ptr %out, i64 86
  call void @f2.tensor.store.2x4xi32(ptr %p86, target("f2.tensor", i32, 2, 4) %ss, i64 4, i64 1)
  %ix = call target("f2.tensor", i32, 2) @f2.tensor.load.2xi32.1(ptr %in, i64 5)
  %g = call target("f2.tensor", i32, 2) @f2.tensor.gather.2xi32.4xi32.2xi32(target("f2.tensor", i32, 4) %a, target("f2.tensor", i32, 2) %ix, i32 0)
  %p94 = getelementptr i32, ptr %out, i64 94
  call void @f2.tensor.store.2xi32(ptr %p94, target("f2.tensor", i32, 2) %g, i64 1)
  %d = call target("f2.tensor", i32, 2, 2) @f2.tensor.dot.2x2xi32.2x4xi32.4x2xi32.2x2xi32(target("f2.tensor", i32, 2, 4) %x, target("f2.tensor", i32, 4, 2) %t, target("f2.tensor", i32, 2, 2) %i)
  %p96 = getelementptr i32, ptr %out, i64 96
  call void @f2.tensor.store.2x2xi32(ptr %p96, target("f2.tensor", i32, 2, 2) %d, i64 2, i64 1)
  %l = call target("f2.tensor", i32, 2, 4) @f2.tensor.convert.2x4xi32.2x4xi32(target("f2.tensor", i32, 2, 4) %x, ptr @layout0)
  %p100 = getelementptr i32, ptr %out, i64 100
  call void @f2.tensor.store.2x4xi32(ptr %p100, target("f2.tensor", i32, 2, 4) %l, i64 4, i64 1)
  %r0 = call target("f2.tensor", i32) @f2.tensor.reduce.add.i32.2xi32(target("f2.tensor", i32, 2) %s, i32 0)
  %p108 = getelementptr i32, ptr %out, i64 108
  call void @f2.tensor.store.i32(ptr %p108, target("f2.tensor", i32) %r0)
  ret void
}

define internal i32 @more(i32 %a, i32 %b) {
entry:
  %c = icmp ult i32 %a, 4
  br i1 %c, label %small, label %large

small:
  %s = add i32 %a, %b
  ret i32 %s

large:
  %t = mul i32 %b, 3
  ret i32 %t
}

;--- faults.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr, i64)
declare target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32)
declare target("f2.tensor", float, 64) @f2.tensor.iota.64xf32(i32)
declare target("f2.tensor", i32, 64) @f2.tensor.map.64xi32(ptr, target("f2.tensor", i32, 64))
declare void @f2.tensor.store.64xi32(ptr, target("f2.tensor", i32, 64), i64)

; Threads choose different tensors.
define ptx_kernel void @apart(ptr %p) {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %p, i64 1)
  %y = call target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32 0)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  %z = select i1 %c, target("f2.tensor", i32, 64) %x, target("f2.tensor", i32, 64) %y
  call void @f2.tensor.store.64xi32(ptr %p, target("f2.tensor", i32, 64) %z, i64 1)
  ret void
}

define ptx_kernel void @left(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %leave, label %stay

leave:
  ret void

stay:
  %y = call target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32 0)
  ret void
}

define ptx_kernel void @stride(ptr %p) {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %p, i64 undef)
  ret void
}

define ptx_kernel void @outside(ptr %p) {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %p, i64 1)
  ret void
}

define internal i32 @wait(i32 %x) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret i32 %x
}

define ptx_kernel void @waits(ptr %p) {
  %y = call target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32 0)
  %z = call target("f2.tensor", i32, 64) @f2.tensor.map.64xi32(ptr @wait, target("f2.tensor", i32, 64) %y)
  ret void
}

define ptx_kernel void @overlap(ptr %p) {
  %y = call target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32 0)
  call void @f2.tensor.store.64xi32(ptr %p, target("f2.tensor", i32, 64) %y, i64 0)
  ret void
}

define ptx_kernel void @in_place(ptr %p) {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %p, i64 1)
  call void @f2.tensor.store.64xi32(ptr %p, target("f2.tensor", i32, 64) %x, i64 1)
  ret void
}

define ptx_kernel void @ordered(ptr %p) {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %p, i64 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @f2.tensor.store.64xi32(ptr %p, target("f2.tensor", i32, 64) %x, i64 1)
  ret void
}

define ptx_kernel void @wrong(ptr %p) {
  %y = call target("f2.tensor", float, 64) @f2.tensor.iota.64xf32(i32 0)
  ret void
}

define ptx_kernel void @defined(ptr %p) {
  %y = call target("f2.tensor", i32, 64) @f2.tensor.iota.64xi32(i32 0)
  call void @f2.tensor.store.64xi32(ptr %p, target("f2.tensor", i32, 64) %y, i64 1)
  ret void
}

;--- other.ll
target triple = "nvptx64-nvidia-cuda"
declare void @f2.tensor.store.64xi32(ptr, target("f2.tensor", i32, 64), i64)

define ptx_kernel void @defined(ptr %p) {
  call void @f2.tensor.store.64xi32(ptr %p, target("f2.tensor", i32, 64) undef, i64 1)
  ret void
}
