; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --check-prefix=GUESS --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel ranked --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel ranked --block 16,16
; RUN: %f2sim --equal %s %t.after.ll --kernel ranked --block 8,4,8
;
; A kernel that only numbers its threads is likely to have blocks of one
; dimension, whatever dimensions it reads.

target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: launch of @ranked
; CHECK: reads: x y z, for the rank of a thread alone{{$}}
; GUESS-LABEL: @ranked(
; GUESS: f2.dispatch:
; GUESS: icmp eq i32 {{.*}}, 256
; GUESS: call i32 @llvm.amdgcn.update.dpp
define amdgpu_kernel void @ranked(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %implicit = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %px = getelementptr i8, ptr addrspace(4) %implicit, i64 12
  %sx = load i16, ptr addrspace(4) %px
  %nx = zext i16 %sx to i32
  %py = getelementptr i8, ptr addrspace(4) %implicit, i64 14
  %sy = load i16, ptr addrspace(4) %py
  %ny = zext i16 %sy to i32
  %zy = mul nuw nsw i32 %z, %ny
  %row = add nuw nsw i32 %zy, %y
  %first = mul nuw nsw i32 %row, %nx
  %t = add nuw nsw i32 %first, %x
  %v = mul i32 %t, %n
  %mine = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %a1 = xor i32 %t, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %a1
  %v1 = load i32, ptr addrspace(3) %p1
  %a2 = xor i32 %t, 5
  %p2 = getelementptr i32, ptr addrspace(3) @s, i32 %a2
  %v2 = load i32, ptr addrspace(3) %p2
  %a3 = xor i32 %t, 15
  %p3 = getelementptr i32, ptr addrspace(3) @s, i32 %a3
  %v3 = load i32, ptr addrspace(3) %p3
  %sum = add i32 %v1, %v2
  %all = xor i32 %sum, %v3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %all, ptr addrspace(1) %o
  ret void
}

; The y of a thread is a row of the tile as well.

attributes #0 = { "target-cpu"="gfx90a" "uniform-work-group-size"="true" }
