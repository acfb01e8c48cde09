; Addresses that cannot be evaluated: with !f2.layout on accesses and arrays, the
; exchange is replaced; without, it stays. %table holds every thread's index.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel lane_pairs --block 64 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel vectors --block 32 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel called --block 32
; RUN: %f2sim --equal %s %t.after.ll --kernel any_shape --block 128 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel any_shape --block 8,16 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel any_shape --block 4,4,8 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel by_x --block 64 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel unrolled --block 32 --fill 2=iota32

; Running twice gives the same.
; RUN: %f2opt -passes=f2layout -S %t.after.ll -o %t.twice.ll
; RUN: FileCheck %s --input-file=%t.twice.ll

; Without metadata.
; RUN: sed 's/, !f2.layout ![0-9]*//' %s > %t.bare.ll
; RUN: %f2opt -passes=f2layout -S %t.bare.ll -o - | FileCheck %s --check-prefix=BARE

; With a part of it: only on the arrays, only on the accesses.
; RUN: sed '/^ /s/, !f2.layout ![0-9]*//' %s > %t.arrays.ll
; RUN: %f2opt -passes=f2layout -S %t.arrays.ll -o - | FileCheck %s --check-prefix=BARE
; RUN: sed '/^@/s/, !f2.layout ![0-9]*//' %s > %t.accesses.ll
; RUN: %f2opt -passes=f2layout -S %t.accesses.ll -o - | FileCheck %s --check-prefix=BARE

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@pairs = internal addrspace(3) global [64 x i32] poison, align 16, !f2.layout !0
@halves = internal addrspace(3) global [64 x half] poison, align 16, !f2.layout !3
@calls = internal addrspace(3) global [256 x i8] poison, align 16, !f2.layout !10
@shape = internal addrspace(3) global [256 x float] poison, align 16, !f2.layout !6
@rows = internal addrspace(3) global [64 x i32] poison, align 16, !f2.layout !0
@loop = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !10

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Thread t stores to element t ^ 1, from the table; thread t loads element t,
; which can be evaluated.
; CHECK-LABEL: define ptx_kernel void @lane_pairs(
; CHECK-NOT: addrspace(3)
; CHECK: shfl
; CHECK: ret void
; BARE-LABEL: define ptx_kernel void @lane_pairs(
; BARE: load i32, ptr addrspace(3)
define ptx_kernel void @lane_pairs(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %i = xor i32 %id, 1
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %s = getelementptr i32, ptr addrspace(3) @pairs, i32 %i
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @pairs, i32 %t
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; Vectors of two registers, neighbours in memory; the loads take one each.
; CHECK-LABEL: define ptx_kernel void @vectors(
; CHECK-NOT: addrspace(3)
; CHECK: shfl
; CHECK: ret void
; BARE-LABEL: define ptx_kernel void @vectors(
; BARE: load half, ptr addrspace(3)
define ptx_kernel void @vectors(ptr noalias %in, ptr noalias %out, ptr noalias %table) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %p = getelementptr <2 x half>, ptr %in, i32 %t
  %x = load <2 x half>, ptr %p
  %s = getelementptr <2 x half>, ptr addrspace(3) @halves, i32 %id
  store <2 x half> %x, ptr addrspace(3) %s, !f2.layout !4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0 = getelementptr half, ptr addrspace(3) @halves, i32 %id
  %y0 = load half, ptr addrspace(3) %l0, !f2.layout !5
  %l1 = getelementptr i8, ptr addrspace(3) %l0, i32 64
  %y1 = load half, ptr addrspace(3) %l1, !f2.layout !9
  %y.0 = insertelement <2 x half> poison, half %y0, i32 0
  %y = insertelement <2 x half> %y.0, half %y1, i32 1
  %o = getelementptr <2 x half>, ptr %out, i32 %t
  store <2 x half> %y, ptr %o
  ret void
}

; An address computed by another function; elements of an array of bytes.
; CHECK-LABEL: define ptx_kernel void @called(
; CHECK-NOT: addrspace(3)
; CHECK: shfl
; CHECK: ret void
; BARE-LABEL: define ptx_kernel void @called(
; BARE: load i64, ptr addrspace(3)
define ptx_kernel void @called(ptr noalias %in, ptr noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = call i32 @mirror(i32 %t)
  %p = getelementptr i64, ptr %in, i32 %t
  %x = load i64, ptr %p
  %s = getelementptr i64, ptr addrspace(3) @calls, i32 %i
  store i64 %x, ptr addrspace(3) %s, !f2.layout !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i64, ptr addrspace(3) @calls, i32 %t
  %y = load i64, ptr addrspace(3) %l
  %o = getelementptr i64, ptr %out, i32 %t
  store i64 %y, ptr %o
  ret void
}
define internal i32 @mirror(i32 %t) noinline nounwind willreturn memory(none) {
  %i = xor i32 %t, 31
  ret i32 %i
}

; The block's shape is not known. The layouts have 128 threads, by their linear
; index, whatever the shape; values cross warps.
; CHECK-LABEL: define ptx_kernel void @any_shape(
; CHECK-NOT: icmp eq
; CHECK-NOT: store float, ptr addrspace(3)
; CHECK: ret void
; BARE-LABEL: define ptx_kernel void @any_shape(
; BARE: load float, ptr addrspace(3)
define ptx_kernel void @any_shape(ptr noalias %in, ptr noalias %out, ptr noalias %table) #2 {
  %t.x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t.y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %t.z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %n.x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %n.y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %z = mul i32 %t.z, %n.y
  %zy = add i32 %z, %t.y
  %r = mul i32 %zy, %n.x
  %t = add i32 %r, %t.x
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %two = shl i32 %t, 1
  %p = getelementptr float, ptr %in, i32 %two
  %x0 = load float, ptr %p
  %p1 = getelementptr i8, ptr %p, i32 4
  %x1 = load float, ptr %p1
  %i = shl i32 %id, 1
  %s = getelementptr float, ptr addrspace(3) @shape, i32 %i
  store float %x0, ptr addrspace(3) %s, !f2.layout !7
  %s1 = getelementptr i8, ptr addrspace(3) %s, i32 4
  store float %x1, ptr addrspace(3) %s1, !f2.layout !8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr float, ptr addrspace(3) @shape, i32 %id
  %y0 = load float, ptr addrspace(3) %l, !f2.layout !12
  %l1 = getelementptr i8, ptr addrspace(3) %l, i32 512
  %y1 = load float, ptr addrspace(3) %l1, !f2.layout !13
  %o = getelementptr float, ptr %out, i32 %two
  store float %y0, ptr %o
  %o1 = getelementptr i8, ptr %o, i32 4
  store float %y1, ptr %o1
  ret void
}

; One address from the table, the other from threadIdx.x, in a block of unknown
; shape: the two do not mix. The kernel tests its block at run time.
; CHECK-LABEL: define ptx_kernel void @by_x(
; CHECK: icmp eq
; BARE-LABEL: define ptx_kernel void @by_x(
; BARE-NOT: icmp eq
; BARE: load i32, ptr addrspace(3)
define ptx_kernel void @by_x(ptr noalias %in, ptr noalias %out, ptr noalias %table) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %i = xor i32 %id, 1
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %s = getelementptr i32, ptr addrspace(3) @rows, i32 %i
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @rows, i32 %t
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; A loop that the optimiser unrolled: every copy has its own metadata.
; CHECK-LABEL: define ptx_kernel void @unrolled(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; BARE-LABEL: define ptx_kernel void @unrolled(
; BARE: load i32, ptr addrspace(3)
define ptx_kernel void @unrolled(ptr noalias %in, ptr noalias %out, ptr noalias %table) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %i = xor i32 %id, 31
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %s = getelementptr i32, ptr addrspace(3) @loop, i32 %i
  %l = getelementptr i32, ptr addrspace(3) @loop, i32 %id
  store i32 %x, ptr addrspace(3) %s, !f2.layout !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = load i32, ptr addrspace(3) %l, !f2.layout !14
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %y, ptr addrspace(3) %s, !f2.layout !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %z = load i32, ptr addrspace(3) %l, !f2.layout !14
  %u = sub i32 %z, %y
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %u, ptr %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="64" }
attributes #1 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #2 = { convergent nounwind "target-cpu"="sm_90" "nvvm.maxntid"="512" }

!0 = !{!"offset=[[1],[2],[4],[8],[16],[32]] -> [64]"}
!1 = !{!"lane=[[1],[2],[4],[8],[16]], warp=[[32]] -> [64] ^ [1]", i32 0}
!3 = !{!"offset=[[1],[2],[4],[8],[16],[32]] -> [64]"}
!4 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 0}
!5 = !{!"register=[[32]], lane=[[1],[2],[4],[8],[16]] -> [64]", i32 0, i32 1}
!6 = !{!"offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,0],[8,0]] -> [m:16,n:16]"}
!7 = !{!"register=[[0,1]], lane=[[0,2],[0,4],[0,8],[1,0],[2,0]], warp=[[4,0],[8,0]] -> [m:16,n:16]", i32 0}
!8 = !{!"register=[[0,1]], lane=[[0,2],[0,4],[0,8],[1,0],[2,0]], warp=[[4,0],[8,0]] -> [m:16,n:16]", i32 1}
!9 = !{!"register=[[32]], lane=[[1],[2],[4],[8],[16]] -> [64]", i32 1}
!10 = !{!"offset=[[1],[2],[4],[8],[16]] -> [32]"}
!11 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32] ^ [31]", i32 0}
!12 = !{!"register=[[8,0]], lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], warp=[[2,0],[4,0]] -> [m:16,n:16]", i32 0}
!13 = !{!"register=[[8,0]], lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], warp=[[2,0],[4,0]] -> [m:16,n:16]", i32 1, i32 1}
!14 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32]", i32 0}
