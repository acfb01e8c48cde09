; Global memory need not be aligned for wide accesses on AMD, so there is no test
; of arguments, and nothing to report.
; RUN: %f2opt -passes=f2layout-access -S %s -o %t.ll -pass-remarks=f2layout-access \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | count 0
; RUN: not grep f2.tested %t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --arg 2=16,13 --arg 3=8,5 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --arg 2=16,13 --arg 3=8,5 --buffer-align 4 --quiet

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: bodies:
; CHECK: global_load_dwordx4
; CHECK: global_store_dwordx4
define amdgpu_kernel void @bodies(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n, i32 %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %first = shl nuw nsw i32 %t, 2
  %own = zext i32 %first to i64
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %sum = phi i32 [ 0, %entry ], [ %s3, %body ]
  %row = shl i32 %i, 2
  %e = add i32 %row, %first
  %b0 = sext i32 %e to i64
  %p0 = getelementptr i32, ptr addrspace(1) %in, i64 %b0
  %x0 = load i32, ptr addrspace(1) %p0, align 4
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %x1 = load i32, ptr addrspace(1) %p1, align 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %x2 = load i32, ptr addrspace(1) %p2, align 4
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %x3 = load i32, ptr addrspace(1) %p3, align 4
  %s0 = add i32 %sum, %x0
  %s1 = mul i32 %s0, %x1
  %s2 = add i32 %s1, %x2
  %s3 = mul i32 %s2, %x3
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %body, label %end
end:
  %o0 = getelementptr i32, ptr addrspace(1) %out, i64 %own
  store i32 %x0, ptr addrspace(1) %o0, align 4
  %o1 = getelementptr i8, ptr addrspace(1) %o0, i64 4
  store i32 %s3, ptr addrspace(1) %o1, align 4
  %o2 = getelementptr i8, ptr addrspace(1) %o0, i64 8
  store i32 %x2, ptr addrspace(1) %o2, align 4
  %o3 = getelementptr i8, ptr addrspace(1) %o0, i64 12
  store i32 %x3, ptr addrspace(1) %o3, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "target-cpu"="gfx942" }
