; Columns that are gathered element by element become ds_read_b64_tr, on gfx950.
; RUN: %if gfx950 %{ %f2opt -passes=f2layout-matrix -S %s -o %t.ll -pass-remarks=f2layout-matrix 2>%t.remarks %}
; RUN: %if gfx950 %{ FileCheck %s --input-file=%t.ll %}
; RUN: %if gfx950 %{ FileCheck %s --check-prefix=REMARK --input-file=%t.remarks %}
; RUN: %if gfx950 %{ %f2sim --equal %s %t.ll --kernels all --block 128 --fill 0=iota16 %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=ASM %}
; RUN: sed 's/gfx950/gfx942/' %s >%t.942.ll
; RUN: %f2opt -passes=f2layout-matrix -S %t.942.ll | FileCheck %s --check-prefix=NONE
; NONE-NOT: ds.read.tr

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@a = internal addrspace(3) global [64 x [72 x half]] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare void @llvm.amdgcn.s.barrier()

; The operand of an MFMA from a tile by rows: of columns 4 * (l / 16) + l % 4,
; lane l has rows l / 4 % 4 and three more, each four rows further.
; CHECK-LABEL: @halves(
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(3) %{{.*}}, i32 %{{.*}}
; CHECK: call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3)
; CHECK-NOT: {{load .*addrspace\(3\)|ds.read.tr|fence|insertelement <4 x half>}}
; CHECK: ret void
; REMARK: 4 loads from shared array a became 1 matrix load of 1 matrix of 64 rows of 8 bytes, transposed
; ASM-LABEL: halves:
; ASM: ds_read_b64_tr_b16
; ASM: s_endpgm
define amdgpu_kernel void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = lshr i32 %t, 1
  %side = and i32 %t, 1
  %half = mul i32 %side, 72
  %fill = mul i32 %row, 144
  %at = add i32 %fill, %half
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %at
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %at
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 4 %from, i32 72, i1 false)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %low = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %lane = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %low)
  %four = lshr i32 %lane, 2
  %r0 = and i32 %four, 3
  %sixteenth = lshr i32 %lane, 4
  %block = shl i32 %sixteenth, 2
  %in.four = and i32 %lane, 3
  %c = or disjoint i32 %block, %in.four
  %r1 = or disjoint i32 %r0, 4
  %r2 = or disjoint i32 %r0, 8
  %r3 = or disjoint i32 %r0, 12
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r0, i32 %c
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %c
  %p2 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r2, i32 %c
  %p3 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r3, i32 %c
  %x0 = load half, ptr addrspace(3) %p0, align 2
  %x1 = load half, ptr addrspace(3) %p1, align 2
  %x2 = load half, ptr addrspace(3) %p2, align 2
  %x3 = load half, ptr addrspace(3) %p3, align 2
  %v0 = insertelement <4 x half> poison, half %x0, i32 0
  %v1 = insertelement <4 x half> %v0, half %x1, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %x3, i32 3
  %dest = getelementptr <4 x half>, ptr addrspace(1) %out, i32 %t
  store <4 x half> %v3, ptr addrspace(1) %dest, align 8
  ret void
}

; Half of the wave.
; CHECK-LABEL: @half_wave(
; CHECK-NOT: ds.read.tr
; CHECK: ret void
define amdgpu_kernel void @half_wave(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %fill = mul i32 %t, 72
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %fill
  %to = getelementptr i8, ptr addrspace(3) @a, i32 %fill
  call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 4 %from, i32 72, i1 false)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %some = icmp ult i32 %t, 32
  br i1 %some, label %then, label %end

then:
  %four = lshr i32 %t, 2
  %r0 = and i32 %four, 3
  %c = and i32 %t, 3
  %r1 = or disjoint i32 %r0, 4
  %r2 = or disjoint i32 %r0, 8
  %r3 = or disjoint i32 %r0, 12
  %p0 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r0, i32 %c
  %p1 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r1, i32 %c
  %p2 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r2, i32 %c
  %p3 = getelementptr [72 x half], ptr addrspace(3) @a, i32 %r3, i32 %c
  %x0 = load i16, ptr addrspace(3) %p0, align 2
  %x1 = load i16, ptr addrspace(3) %p1, align 2
  %x2 = load i16, ptr addrspace(3) %p2, align 2
  %x3 = load i16, ptr addrspace(3) %p3, align 2
  %s1 = add i16 %x0, %x1
  %s2 = add i16 %x2, %x3
  %s = add i16 %s1, %s2
  %dest = getelementptr i16, ptr addrspace(1) %out, i32 %t
  store i16 %s, ptr addrspace(1) %dest, align 2
  br label %end

end:
  ret void
}

declare void @llvm.memcpy.p3.p1.i32(ptr addrspace(3), ptr addrspace(1), i32, i1)

attributes #0 = { "target-cpu"="gfx950" "f2layout-block"="128,1,1" }
