; A vector of narrow elements, as LLVM makes of neighbours that it loads, carries
; through a loop, and stores, is whole words: a plan takes these as they are, and
; not their elements one by one. The plan is not planned anew by a second run.
; RUN: %f2opt -passes='f2layout-reroute' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --fill 0=random
; RUN: %f2opt -passes=f2layout -S %t.ll -o %t.twice.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=TWICE
; RUN: %f2sim --equal %s %t.twice.ll --kernels all --block 64 --fill 0=random

target triple = "amdgcn-amd-amdhsa"

@carried.tile = internal addrspace(3) global [1024 x i8] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()

; CHECK-LABEL: @carried(
; CHECK: [[V:%.*]] = phi <16 x i8>
; CHECK: [[F:%[0-9]+]] = freeze <16 x i8> [[V]]
; CHECK-NEXT: bitcast <16 x i8> [[F]] to <4 x i32>
; CHECK-NOT: insertelement <2 x i16>
; CHECK: store {{.*}} !f2.planned
; CHECK: ret void
; TWICE: remark: {{.*}} it is a plan of an earlier run of the pass
define amdgpu_kernel void @carried(ptr addrspace(1) noalias %io) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = shl nuw nsw i32 %t, 4
  %p = getelementptr i8, ptr addrspace(1) %io, i32 %mine
  %first = load <16 x i8>, ptr addrspace(1) %p, align 16
  %at = getelementptr i8, ptr addrspace(3) @carried.tile, i32 %mine
  %inside = and i32 %t, 15
  %square = and i32 %mine, -256
  %start = or disjoint i32 %square, %inside
  %column = getelementptr i8, ptr addrspace(3) @carried.tile, i32 %start
  %from0 = getelementptr i8, ptr addrspace(3) %column, i32 0
  %from1 = getelementptr i8, ptr addrspace(3) %column, i32 16
  %from2 = getelementptr i8, ptr addrspace(3) %column, i32 32
  %from3 = getelementptr i8, ptr addrspace(3) %column, i32 48
  %from4 = getelementptr i8, ptr addrspace(3) %column, i32 64
  %from5 = getelementptr i8, ptr addrspace(3) %column, i32 80
  %from6 = getelementptr i8, ptr addrspace(3) %column, i32 96
  %from7 = getelementptr i8, ptr addrspace(3) %column, i32 112
  %from8 = getelementptr i8, ptr addrspace(3) %column, i32 128
  %from9 = getelementptr i8, ptr addrspace(3) %column, i32 144
  %from10 = getelementptr i8, ptr addrspace(3) %column, i32 160
  %from11 = getelementptr i8, ptr addrspace(3) %column, i32 176
  %from12 = getelementptr i8, ptr addrspace(3) %column, i32 192
  %from13 = getelementptr i8, ptr addrspace(3) %column, i32 208
  %from14 = getelementptr i8, ptr addrspace(3) %column, i32 224
  %from15 = getelementptr i8, ptr addrspace(3) %column, i32 240
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi <16 x i8> [ %first, %entry ], [ %w15, %loop ]
  store <16 x i8> %v, ptr addrspace(3) %at, align 16
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %l0 = load i8, ptr addrspace(3) %from0, align 1
  %a0 = add i8 %l0, 3
  %w0 = insertelement <16 x i8> poison, i8 %a0, i64 0
  %l1 = load i8, ptr addrspace(3) %from1, align 1
  %a1 = add i8 %l1, 4
  %w1 = insertelement <16 x i8> %w0, i8 %a1, i64 1
  %l2 = load i8, ptr addrspace(3) %from2, align 1
  %a2 = add i8 %l2, 5
  %w2 = insertelement <16 x i8> %w1, i8 %a2, i64 2
  %l3 = load i8, ptr addrspace(3) %from3, align 1
  %a3 = add i8 %l3, 6
  %w3 = insertelement <16 x i8> %w2, i8 %a3, i64 3
  %l4 = load i8, ptr addrspace(3) %from4, align 1
  %a4 = add i8 %l4, 7
  %w4 = insertelement <16 x i8> %w3, i8 %a4, i64 4
  %l5 = load i8, ptr addrspace(3) %from5, align 1
  %a5 = add i8 %l5, 8
  %w5 = insertelement <16 x i8> %w4, i8 %a5, i64 5
  %l6 = load i8, ptr addrspace(3) %from6, align 1
  %a6 = add i8 %l6, 9
  %w6 = insertelement <16 x i8> %w5, i8 %a6, i64 6
  %l7 = load i8, ptr addrspace(3) %from7, align 1
  %a7 = add i8 %l7, 10
  %w7 = insertelement <16 x i8> %w6, i8 %a7, i64 7
  %l8 = load i8, ptr addrspace(3) %from8, align 1
  %a8 = add i8 %l8, 11
  %w8 = insertelement <16 x i8> %w7, i8 %a8, i64 8
  %l9 = load i8, ptr addrspace(3) %from9, align 1
  %a9 = add i8 %l9, 12
  %w9 = insertelement <16 x i8> %w8, i8 %a9, i64 9
  %l10 = load i8, ptr addrspace(3) %from10, align 1
  %a10 = add i8 %l10, 13
  %w10 = insertelement <16 x i8> %w9, i8 %a10, i64 10
  %l11 = load i8, ptr addrspace(3) %from11, align 1
  %a11 = add i8 %l11, 14
  %w11 = insertelement <16 x i8> %w10, i8 %a11, i64 11
  %l12 = load i8, ptr addrspace(3) %from12, align 1
  %a12 = add i8 %l12, 15
  %w12 = insertelement <16 x i8> %w11, i8 %a12, i64 12
  %l13 = load i8, ptr addrspace(3) %from13, align 1
  %a13 = add i8 %l13, 16
  %w13 = insertelement <16 x i8> %w12, i8 %a13, i64 13
  %l14 = load i8, ptr addrspace(3) %from14, align 1
  %a14 = add i8 %l14, 17
  %w14 = insertelement <16 x i8> %w13, i8 %a14, i64 14
  %l15 = load i8, ptr addrspace(3) %from15, align 1
  %a15 = add i8 %l15, 18
  %w15 = insertelement <16 x i8> %w14, i8 %a15, i64 15
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, 5
  br i1 %done, label %exit, label %loop

exit:
  store <16 x i8> %w15, ptr addrspace(1) %p, align 16
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="64,64" "target-cpu"="gfx90a" }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
