; A thread's own stack: the compiler alone aligns it, so no remark asks for that.
; RUN: %f2opt -passes=f2layout-access -disable-output %s -pass-remarks-missed=f2layout-access 2>&1 | \
; RUN:   FileCheck %s --allow-empty --implicit-check-not=remark:

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr)

define ptx_kernel void @stack(ptr addrspace(1) %out, i32 %n) #0 {
  %a = alloca [64 x i32], align 4
  call void @fill(ptr %a)
  %p = getelementptr i32, ptr %a, i32 %n
  %x = load i32, ptr %p, align 4
  %q = getelementptr i32, ptr %p, i32 1
  %y = load i32, ptr %q, align 4
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
