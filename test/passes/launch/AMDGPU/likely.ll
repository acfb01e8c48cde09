; A block is likely to have the threads that the kernel tells from others by
; comparing their indices with constants.
; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --check-prefix=GUESS --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel rows --block 16,64 --quiet
; RUN: %f2sim --equal %s %t.after.ll --kernel rows --block 16,16 --quiet

target triple = "amdgcn-amd-amdhsa"

@weights = internal addrspace(3) global [64 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

; Rows from 50 on leave, so 16x16 is not likely. The number of columns does not
; depend on the block alone, and says nothing against the rows.
; CHECK-LABEL: launch of @rows
; CHECK: reads: x y
; CHECK-NEXT: likely at least: 1,51,1
; GUESS-LABEL: @rows(
; GUESS: f2.dispatch:
; GUESS: icmp eq i32 {{.*}}, 16
; GUESS: icmp eq i32 {{.*}}, 64
; GUESS: call i32 @llvm.amdgcn.
define amdgpu_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %implicit = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %size = getelementptr i8, ptr addrspace(4) %implicit, i64 12
  %size16 = load i16, ptr addrspace(4) %size
  %nx = zext i16 %size16 to i32
  %bx = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = mul i32 %bx, %nx
  %i = add i32 %first, %x
  %columns = add i32 %n, 64
  %past = icmp ugt i32 %i, %columns
  br i1 %past, label %done, label %column

column:
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %outside = icmp ugt i32 %y, 50
  br i1 %outside, label %done, label %inside

inside:
  %isfirst = icmp eq i32 %x, 0
  %y64 = zext nneg i32 %y to i64
  %place = getelementptr inbounds i32, ptr addrspace(3) @weights, i64 %y64
  br i1 %isfirst, label %fill, label %filled

fill:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %y64
  %w = load i32, ptr addrspace(1) %from
  store i32 %w, ptr addrspace(3) %place
  br label %filled

filled:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %mine = load i32, ptr addrspace(3) %place
  %row = mul nuw nsw i32 %y, 16
  %at = add nuw nsw i32 %row, %x
  %at64 = zext nneg i32 %at to i64
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %at64
  store i32 %mine, ptr addrspace(1) %to
  br label %done

done:
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" }
