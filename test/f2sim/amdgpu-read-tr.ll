; ds_read_b64_tr_b16 and ds_read_b64_tr_b8: 16 lanes read rows of 16 elements,
; one after the other, and get columns.
; REQUIRES: gfx950
; RUN: split-file %s %t
; RUN: %f2sim %t/tr.ll --kernel halves --block 64 --fill 0=iota16 --dump 1:160 | FileCheck %s --check-prefix=HALVES
; RUN: %f2sim %t/tr.ll --kernel bytes --block 64 --fill 0=iota8 --dump 1:160 | FileCheck %s --check-prefix=BYTES
; RUN: %f2sim --equal %t/loads.ll %t/tr.ll --kernels all --block 128

; Lane 0: column 0 of rows 0 to 3, which lanes 0, 4, 8 and 12 read; then lane 1.
; HALVES: 000000: 00001000 20003000 01001100 21003100
; HALVES-NEXT: 000010: 02001200
; Lane 4: column 4, which lanes 1, 5, 9 and 13 read.
; HALVES-NEXT: 000020: 04001400 24003400
; The last lane of the first group, and the first lane of the next.
; HALVES: 000070: 0e001e00 2e003e00 0f001f00 2f003f00
; HALVES-NEXT: 000080: 40005000 60007000

; BYTES: 000000: 00102030 40506070 01112131 41516171
; Lane 8: column 8, which lanes 1, 3, ..., 15 read.
; BYTES: 000040: 08182838 48586878 09192939 49596979
; BYTES: 000080: 8090a0b0 c0d0e0f0 8191a1b1 c1d1e1f1

; "EXEC must be all 1's", and the address aligned to the data's size.
; RUN: not %f2sim %t/undefined.ll --kernel half_wave --block 64 | FileCheck %s --check-prefix=LANES
; LANES: divergence: needs all 64 lanes, but lane 32 does not execute it
; RUN: not %f2sim %t/tr.ll --kernel halves --block 40 | FileCheck %s --check-prefix=WAVE
; WAVE: divergence: needs all 64 lanes, but lane 40 does not execute it
; RUN: not %f2sim %t/undefined.ll --kernel misaligned --block 64 | FileCheck %s --check-prefix=ALIGN
; ALIGN: misaligned access: read of 8 bytes promised aligned to 8 at byte 4 of @s
; RUN: not %f2sim %t/undefined.ll --kernel nowhere --block 64 | FileCheck %s --check-prefix=NOWHERE
; NOWHERE: undefined behaviour: address is undefined

; What other waves wrote needs a barrier of the block.
; RUN: not %f2sim %t/undefined.ll --kernel race --block 128 | FileCheck %s --check-prefix=RACE
; RACE: race: byte {{[0-9]+}} of @s

;--- tr.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [1024 x i8] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()
declare <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3))
declare <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3))
define internal void @fill(ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %i
  %v = load <2 x i32>, ptr addrspace(1) %from, align 8
  %to = getelementptr i8, ptr addrspace(3) @s, i32 %i
  store <2 x i32> %v, ptr addrspace(3) %to, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}
define internal void @put(ptr addrspace(1) %out, <2 x i32> %v) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %t
  store <2 x i32> %v, ptr addrspace(1) %p, align 8
  ret void
}
define amdgpu_kernel void @halves(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %p = getelementptr i8, ptr addrspace(3) @s, i32 %i
  %h = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %p)
  %w = bitcast <4 x i16> %h to <2 x i32>
  call void @put(ptr addrspace(1) %out, <2 x i32> %w)
  ret void
}
define amdgpu_kernel void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %p = getelementptr i8, ptr addrspace(3) @s, i32 %i
  %w = call <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3) %p)
  call void @put(ptr addrspace(1) %out, <2 x i32> %w)
  ret void
}
attributes #0 = { "target-cpu"="gfx950" }
;--- loads.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [1024 x i8] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()
declare <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3))
declare <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3))
define internal void @fill(ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %i
  %v = load <2 x i32>, ptr addrspace(1) %from, align 8
  %to = getelementptr i8, ptr addrspace(3) @s, i32 %i
  store <2 x i32> %v, ptr addrspace(3) %to, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}
define internal void @put(ptr addrspace(1) %out, <2 x i32> %v) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %t
  store <2 x i32> %v, ptr addrspace(1) %p, align 8
  ret void
}
define amdgpu_kernel void @halves(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = lshr i32 %t, 4
  %c = and i32 %t, 15
  %rows = shl i32 %g, 7
  %place = mul i32 %c, 2
  %first = add i32 %rows, %place
  %i0 = add i32 %first, 0
  %p0 = getelementptr i8, ptr addrspace(3) @s, i32 %i0
  %x0 = load i16, ptr addrspace(3) %p0
  %v0 = insertelement <4 x i16> poison, i16 %x0, i32 0
  %i1 = add i32 %first, 32
  %p1 = getelementptr i8, ptr addrspace(3) @s, i32 %i1
  %x1 = load i16, ptr addrspace(3) %p1
  %v1 = insertelement <4 x i16> %v0, i16 %x1, i32 1
  %i2 = add i32 %first, 64
  %p2 = getelementptr i8, ptr addrspace(3) @s, i32 %i2
  %x2 = load i16, ptr addrspace(3) %p2
  %v2 = insertelement <4 x i16> %v1, i16 %x2, i32 2
  %i3 = add i32 %first, 96
  %p3 = getelementptr i8, ptr addrspace(3) @s, i32 %i3
  %x3 = load i16, ptr addrspace(3) %p3
  %v3 = insertelement <4 x i16> %v2, i16 %x3, i32 3
  %w = bitcast <4 x i16> %v3 to <2 x i32>
  call void @put(ptr addrspace(1) %out, <2 x i32> %w)
  ret void
}
define amdgpu_kernel void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = lshr i32 %t, 4
  %c = and i32 %t, 15
  %rows = shl i32 %g, 7
  %place = mul i32 %c, 1
  %first = add i32 %rows, %place
  %i0 = add i32 %first, 0
  %p0 = getelementptr i8, ptr addrspace(3) @s, i32 %i0
  %x0 = load i8, ptr addrspace(3) %p0
  %v0 = insertelement <8 x i8> poison, i8 %x0, i32 0
  %i1 = add i32 %first, 16
  %p1 = getelementptr i8, ptr addrspace(3) @s, i32 %i1
  %x1 = load i8, ptr addrspace(3) %p1
  %v1 = insertelement <8 x i8> %v0, i8 %x1, i32 1
  %i2 = add i32 %first, 32
  %p2 = getelementptr i8, ptr addrspace(3) @s, i32 %i2
  %x2 = load i8, ptr addrspace(3) %p2
  %v2 = insertelement <8 x i8> %v1, i8 %x2, i32 2
  %i3 = add i32 %first, 48
  %p3 = getelementptr i8, ptr addrspace(3) @s, i32 %i3
  %x3 = load i8, ptr addrspace(3) %p3
  %v3 = insertelement <8 x i8> %v2, i8 %x3, i32 3
  %i4 = add i32 %first, 64
  %p4 = getelementptr i8, ptr addrspace(3) @s, i32 %i4
  %x4 = load i8, ptr addrspace(3) %p4
  %v4 = insertelement <8 x i8> %v3, i8 %x4, i32 4
  %i5 = add i32 %first, 80
  %p5 = getelementptr i8, ptr addrspace(3) @s, i32 %i5
  %x5 = load i8, ptr addrspace(3) %p5
  %v5 = insertelement <8 x i8> %v4, i8 %x5, i32 5
  %i6 = add i32 %first, 96
  %p6 = getelementptr i8, ptr addrspace(3) @s, i32 %i6
  %x6 = load i8, ptr addrspace(3) %p6
  %v6 = insertelement <8 x i8> %v5, i8 %x6, i32 6
  %i7 = add i32 %first, 112
  %p7 = getelementptr i8, ptr addrspace(3) @s, i32 %i7
  %x7 = load i8, ptr addrspace(3) %p7
  %v7 = insertelement <8 x i8> %v6, i8 %x7, i32 7
  %w = bitcast <8 x i8> %v7 to <2 x i32>
  call void @put(ptr addrspace(1) %out, <2 x i32> %w)
  ret void
}
attributes #0 = { "target-cpu"="gfx950" }
;--- undefined.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [1024 x i8] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()
declare <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3))
declare <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3))
define internal void @fill(ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %i
  %v = load <2 x i32>, ptr addrspace(1) %from, align 8
  %to = getelementptr i8, ptr addrspace(3) @s, i32 %i
  store <2 x i32> %v, ptr addrspace(3) %to, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}
define internal void @put(ptr addrspace(1) %out, <2 x i32> %v) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %t
  store <2 x i32> %v, ptr addrspace(1) %p, align 8
  ret void
}
define amdgpu_kernel void @half_wave(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %p = getelementptr i8, ptr addrspace(3) @s, i32 %i
  %few = icmp ult i32 %t, 32
  br i1 %few, label %read, label %end
read:
  %h = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %p)
  %w = bitcast <4 x i16> %h to <2 x i32>
  call void @put(ptr addrspace(1) %out, <2 x i32> %w)
  br label %end
end:
  ret void
}
define amdgpu_kernel void @misaligned(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %q = getelementptr i8, ptr addrspace(3) @s, i32 %i
  %p = getelementptr i8, ptr addrspace(3) %q, i32 4
  %h = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %p)
  %w = bitcast <4 x i16> %h to <2 x i32>
  call void @put(ptr addrspace(1) %out, <2 x i32> %w)
  ret void
}
define amdgpu_kernel void @nowhere(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  call void @fill(ptr addrspace(1) %in)
  %h = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) undef)
  ret void
}
define amdgpu_kernel void @race(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 3
  %p = getelementptr i8, ptr addrspace(3) @s, i32 %i
  store i64 1, ptr addrspace(3) %p, align 8
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %n = xor i32 %i, 512
  %q = getelementptr i8, ptr addrspace(3) @s, i32 %n
  %h = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %q)
  %w = bitcast <4 x i16> %h to <2 x i32>
  call void @put(ptr addrspace(1) %out, <2 x i32> %w)
  ret void
}
attributes #0 = { "target-cpu"="gfx950" }
