; A cycle with two entries has no iterations: the phi is 0 only in the first
; visit of its block, though every thread comes from the entry.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.relaxed.ll \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.relax
; RUN: FileCheck %s --input-file=%t.relaxed.ll
; RUN: FileCheck %s --check-prefix=RELAX --input-file=%t.relax
; RUN: %f2opt -passes='print<f2layout-roundtrips>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PRINT
; RUN: %f2sim --equal %s %t.after.ll --kernel two_entries --block 128 --arg 2=0,1,3
; RUN: %f2sim --equal %s %t.relaxed.ll --kernel two_entries --block 128 --arg 2=0,1,3

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [128 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @two_entries(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: barrier
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: kernel left alone: a cycle of its control flow has several entries
; RELAX: barrier kept: a cycle of the kernel's control flow has several entries
; PRINT: not searched: irreducible control flow
define ptx_kernel void @two_entries(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 noundef %n) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %some = icmp ult i32 %t, 1024
  br i1 %some, label %a, label %b
a:
  %s = phi i32 [ 0, %entry ], [ 1, %b ]
  %k = phi i32 [ 0, %entry ], [ %k1, %b ]
  %done = icmp sge i32 %k, %n
  br i1 %done, label %rest, label %b
b:
  %kb = phi i32 [ 0, %entry ], [ %k, %a ]
  %k1 = add i32 %kb, 1
  br label %a
rest:
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, %s
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}
