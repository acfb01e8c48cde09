; Metadata in the optimiser: copied with an access, dropped if two accesses
; become one, and not valid any more if an access becomes another.
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32 --fill 2=iota32

; The effect of LLVM alone: merged loads lose theirs; a store of one element
; keeps that of the vector, which does not describe one register and is ignored.
; RUN: %f2opt -passes='f2layout-import,early-cse,vector-combine' -S %s -o %t.only.ll
; RUN: FileCheck %s --check-prefix=ONLY --input-file=%t.only.ll
; RUN: %f2opt -passes=f2layout -S %t.only.ll -o %t.then.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %f2sim --equal %s %t.then.ll --kernels all --block 32 --fill 2=iota32

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@twice = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0
@element = internal addrspace(3) global [64 x i32] poison, align 16, !f2.layout !3

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; The first pair of loads becomes one, without metadata; the loop is unrolled,
; and each of its stores and loads keeps its metadata.
; CHECK-LABEL: define {{.*}}ptx_kernel void @merged_and_unrolled(
; CHECK: shfl
; CHECK: ret void
; ONLY-LABEL: define ptx_kernel void @merged_and_unrolled(
; ONLY: %y = load i32, ptr addrspace(3) %l, align 4{{$}}
; ONLY-NOT: %y2 = load
; ONLY: %v = load i32, ptr addrspace(3) %l, align 4, !f2.layout
define ptx_kernel void @merged_and_unrolled(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %i = xor i32 %id, 31
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %s = getelementptr i32, ptr addrspace(3) @twice, i32 %i
  %l = getelementptr i32, ptr addrspace(3) @twice, i32 %id
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = load i32, ptr addrspace(3) %l, !f2.layout !2
  %y2 = load i32, ptr addrspace(3) %l, !f2.layout !2
  %sum = add i32 %y, %y2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %u = phi i32 [ %sum, %entry ], [ %w, %loop ]
  store i32 %u, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %l, !f2.layout !2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = add i32 %v, %k
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, 2
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %w, ptr %o
  ret void
}

; Only element 1 of the vector is new: it is stored alone, 4 bytes further.
; ONLY-LABEL: define ptx_kernel void @one_element(
; ONLY: store i32 %x, ptr addrspace(3) %{{.*}}, align 4, !f2.layout ![[ONE:[0-9]+]]
; ONLY: ![[ONE]] = !{!"register={{.*}} -> [64]", i32 0, i32 2}
; REMARK: remark: {{.*}}: load from shared array element stays: its address is not known for every thread
; CHECK-LABEL: define {{.*}}ptx_kernel void @one_element(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @one_element(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %s = getelementptr <2 x i32>, ptr addrspace(3) @element, i32 %id
  store <2 x i32> zeroinitializer, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %old = load <2 x i32>, ptr addrspace(3) %s
  %new = insertelement <2 x i32> %old, i32 %x, i32 1
  store <2 x i32> %new, ptr addrspace(3) %s, !f2.layout !4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %odd = shl i32 %id, 1
  %j = xor i32 %odd, 3
  %l = getelementptr i32, ptr addrspace(3) @element, i32 %j
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
!0 = !{!"offset=[[1],[2],[4],[8],[16]] -> [32]"}
!1 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32] ^ [31]", i32 0}
!2 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32]", i32 0}
!3 = !{!"offset=[[1],[2],[4],[8],[16],[32]] -> [64]"}
!4 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 0}
