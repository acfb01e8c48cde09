; Tensors that no store needs are not staged, and slots are not taken while a copy
; to them may be on its way.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --check-prefixes=CHECK,COPY <%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.low.ll
; RUN: %f2sim --equal %s %t.low.ll --kernels all --block 128 --quiet
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", float, 64, 32) @f2.tensor.stage.64x32xf32(ptr, i64, i64) convergent nocallback nounwind
declare target("f2.tensor", float, 64, 32) @f2.tensor.wait.64x32xf32(target("f2.tensor", float, 64, 32)) convergent nocallback nounwind
declare void @f2.tensor.store.64x32xf32(ptr, target("f2.tensor", float, 64, 32), i64, i64) convergent nocallback nounwind
declare target("f2.tensor", i32, 512) @f2.tensor.stage.512xi32(ptr, i64) convergent nocallback nounwind
declare target("f2.tensor", i32, 512) @f2.tensor.wait.512xi32(target("f2.tensor", i32, 512)) convergent nocallback nounwind
declare void @f2.tensor.store.512xi32(ptr, target("f2.tensor", i32, 512), i64) convergent nocallback nounwind

; A copy that nothing waits for is none to count.
; CHECK-LABEL: @unused_stage(
; COPY-COUNT-1: @llvm.nvvm.cp.async.commit.group
; COPY-NOT: commit.group
; COPY: @llvm.nvvm.cp.async.wait.group(i32 0)
; CHECK: barrier
; CHECK: ret void
define ptx_kernel void @unused_stage(ptr noalias align 16 %in, ptr noalias align 16 %in2, ptr noalias align 16 %out) #0 {
  %a = call target("f2.tensor", float, 64, 32) @f2.tensor.stage.64x32xf32(ptr %in, i64 32, i64 1)
  %b = call target("f2.tensor", float, 64, 32) @f2.tensor.stage.64x32xf32(ptr %in2, i64 32, i64 1)
  %x = call target("f2.tensor", float, 64, 32) @f2.tensor.wait.64x32xf32(target("f2.tensor", float, 64, 32) %a)
  call void @f2.tensor.store.64x32xf32(ptr %out, target("f2.tensor", float, 64, 32) %x, i64 32, i64 1)
  ret void
}

; Nor does an unused wait do it for the next one.
; CHECK-LABEL: @unused_wait(
; COPY: @llvm.nvvm.cp.async.wait.group(i32 0)
; CHECK: barrier
; CHECK: ret void
define ptx_kernel void @unused_wait(ptr noalias align 16 %in, ptr noalias align 16 %in2, ptr noalias align 16 %out) #0 {
  %a = call target("f2.tensor", float, 64, 32) @f2.tensor.stage.64x32xf32(ptr %in, i64 32, i64 1)
  %b = call target("f2.tensor", float, 64, 32) @f2.tensor.stage.64x32xf32(ptr %in2, i64 32, i64 1)
  %y = call target("f2.tensor", float, 64, 32) @f2.tensor.wait.64x32xf32(target("f2.tensor", float, 64, 32) %b)
  %x = call target("f2.tensor", float, 64, 32) @f2.tensor.wait.64x32xf32(target("f2.tensor", float, 64, 32) %a)
  call void @f2.tensor.store.64x32xf32(ptr %out, target("f2.tensor", float, 64, 32) %x, i64 32, i64 1)
  ret void
}

; Only the last copy but one is waited for: the stage in the loop takes the slot
; of a copy that may still be on its way.
; CHECK-LABEL: @no_wait_in_loop(
; COPY: @llvm.nvvm.cp.async.commit.group
; CHECK: {{^}}loop:
; COPY: @llvm.nvvm.cp.async.wait.group(i32 1)
; CHECK: barrier
; COPY: @llvm.nvvm.cp.async.commit.group
; CHECK: {{^}}exit:
; COPY: @llvm.nvvm.cp.async.wait.group(i32 1)
; CHECK: barrier
define ptx_kernel void @no_wait_in_loop(ptr noalias align 16 %in, ptr noalias align 4 %in2, ptr noalias align 16 %out) #0 {
entry:
  %s = call target("f2.tensor", i32, 512) @f2.tensor.stage.512xi32(ptr %in, i64 1)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = phi target("f2.tensor", i32, 512) [ %s, %entry ], [ %q, %loop ]
  %o = shl i32 %i, 9
  %g = getelementptr i32, ptr %in2, i32 %o
  %q = call target("f2.tensor", i32, 512) @f2.tensor.stage.512xi32(ptr %g, i64 1)
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, 4
  br i1 %c, label %loop, label %exit
exit:
  %w = call target("f2.tensor", i32, 512) @f2.tensor.wait.512xi32(target("f2.tensor", i32, 512) %p)
  call void @f2.tensor.store.512xi32(ptr %out, target("f2.tensor", i32, 512) %w, i64 1)
  ret void
}

; The next call takes the first slot again.
; CHECK-LABEL: @copy(
; CHECK: barrier
; CHECK: barrier
; CHECK-NEXT: ret void
define internal void @copy(ptr %in, ptr %out) noinline #0 {
  %a = call target("f2.tensor", float, 64, 32) @f2.tensor.stage.64x32xf32(ptr align 16 %in, i64 32, i64 1)
  %x = call target("f2.tensor", float, 64, 32) @f2.tensor.wait.64x32xf32(target("f2.tensor", float, 64, 32) %a)
  call void @f2.tensor.store.64x32xf32(ptr align 16 %out, target("f2.tensor", float, 64, 32) %x, i64 1, i64 64)
  ret void
}
define ptx_kernel void @twice(ptr noalias align 16 %in, ptr noalias align 16 %in2, ptr noalias align 16 %out) #0 {
  call void @copy(ptr %in, ptr %out)
  %o2 = getelementptr float, ptr %out, i64 2048
  call void @copy(ptr %in2, ptr %o2)
  ret void
}

attributes #0 = { convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" }
