; Stores that take little of the time in which the kernel issues its
; instructions are hidden behind those of other warps, and stay as they are.
; RUN: %f2opt -passes='function(f2layout-coalesce)' -S %s -pass-remarks=f2layout-coalesce \
; RUN:   -pass-remarks-missed=f2layout-coalesce 2>&1 | FileCheck %s
; RUN: sed 's/, 60$/, 2/' %s | %f2opt -passes='function(f2layout-coalesce)' -S | FileCheck %s --check-prefix=SHORT
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: remark: <unknown>:0:0: stores of structures to 'points' stay apart: they take less than a quarter of the time in which the kernel issues its instructions, and other warps hide them (in long)
; CHECK-LABEL: @long(
; CHECK-NOT: f2.beside
; SHORT-LABEL: @long(
; SHORT: f2.beside:
define amdgpu_kernel void @long(ptr addrspace(1) noalias %points, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
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
  %p = getelementptr [12 x i32], ptr addrspace(1) %points, i64 %t64
  %v0 = insertelement <4 x i32> poison, i32 %x, i64 0
  %v1 = insertelement <4 x i32> %v0, i32 %y, i64 1
  %v2 = insertelement <4 x i32> %v1, i32 %z, i64 2
  %v = insertelement <4 x i32> %v2, i32 %t, i64 3
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 16
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 32
  store <4 x i32> %v, ptr addrspace(1) %p, align 16
  store <4 x i32> %v, ptr addrspace(1) %p1, align 16
  store <4 x i32> %v, ptr addrspace(1) %p2, align 16
  ret void
}

attributes #0 = { "target-cpu"="gfx942" }
