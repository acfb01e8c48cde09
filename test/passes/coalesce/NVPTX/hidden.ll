; Stores that take little of the time in which the kernel issues its
; instructions are hidden behind those of other warps, and stay as they are.
; RUN: %f2opt -passes='function(f2layout-coalesce)' -S %s -pass-remarks=f2layout-coalesce \
; RUN:   -pass-remarks-missed=f2layout-coalesce 2>&1 | FileCheck %s
; RUN: sed 's/, 60$/, 2/' %s | %f2opt -passes='function(f2layout-coalesce)' -S | FileCheck %s --check-prefix=SHORT
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: remark: <unknown>:0:0: stores of structures to 'points' stay apart: they take less than a quarter of the time in which the kernel issues its instructions, and other warps hide them (in long)
; CHECK-LABEL: @long(
; CHECK-NOT: f2.beside
; SHORT-LABEL: @long(
; SHORT: f2.beside:
define ptx_kernel void @long(ptr addrspace(1) noalias %points, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %rows

rows:
  %j = phi i32 [ 0, %entry ], [ %later, %again ]
  %start = phi i32 [ %t, %entry ], [ %z, %again ]
  br label %loop

loop:
  %i = phi i32 [ 0, %rows ], [ %next, %loop ]
  %x = phi i32 [ %start, %rows ], [ %z, %loop ]
  %y = mul i32 %x, %n
  %z = xor i32 %y, %i
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, 60
  br i1 %done, label %again, label %loop

again:
  %later = add nuw nsw i32 %j, 1
  %all = icmp eq i32 %later, 60
  br i1 %all, label %end, label %rows

end:
  %t64 = zext nneg i32 %t to i64
  %p = getelementptr [3 x i32], ptr addrspace(1) %points, i64 %t64
  %py = getelementptr i8, ptr addrspace(1) %p, i64 4
  %pz = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i32 %x, ptr addrspace(1) %p
  store i32 %y, ptr addrspace(1) %py
  store i32 %z, ptr addrspace(1) %pz
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
