; What --equal says where nothing can be said of two kernels: the one before
; races, or a step limit ends one of them. And what --report says of both.
; RUN: split-file %s %t
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel racy --block 64; test $? = 3' | FileCheck %s --check-prefix=RACY
; RACY: no verdict: kernel racy
; RACY-NEXT: before is racy: byte {{[0-9]+}} of @s: thread
; RACY: and differs: arg 1: {{.*}} bytes differ

; A racy kernel is equal to itself, and one that races only afterwards is wrong.
; RUN: %f2sim --equal %t/before.ll %t/before.ll --kernel racy --block 64
; RUN: sh -c '%f2sim --equal %t/after.ll %t/before.ll --kernel racy --block 64; test $? = 1' | FileCheck %s --check-prefix=AFTER
; AFTER: DIFFERENT: kernel racy
; AFTER-NEXT: after: race

; RUN: sh -c '%f2sim --equal %t/before.ll %t/before.ll --kernel loop --block 1 --arg 0=100000 --max-steps 1000; test $? = 3' | FileCheck %s --check-prefix=LIMIT
; LIMIT: no verdict: kernel loop
; LIMIT-NEXT: before: step limit reached after 1001 instructions; --max-steps sets it

; A kernel that takes much longer does not end because of the rewrite.
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel loop --block 1 --arg 0=100 --max-steps 500; test $? = 3' | FileCheck %s --check-prefix=LONGER
; LONGER: no verdict: kernel loop
; LONGER-NEXT: after: step limit reached after 501 instructions, where before took 302; --max-steps sets it
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel loop --block 1 --arg 0=100 --max-steps 5000; test $? = 1' | FileCheck %s --check-prefix=ENDLESS
; ENDLESS: DIFFERENT: kernel loop
; ENDLESS-NEXT: after: {{.*}}allowed steps

; Blocks that no thread runs do not count for the values that are live.
; RUN: %f2sim --equal %t/before.ll %t/after.ll --kernel live --block 32 --arg 2=1 --report | FileCheck %s --check-prefix=REPORT
; REPORT: equal
; REPORT-NEXT: before, 320 instructions of all threads, 9 words of a thread live at once
; REPORT-NEXT: after, 384 instructions of all threads, 10 words of a thread live at once
; RUN: %f2sim %t/after.ll --kernel live --block 32 --arg 2=1 --report --schedules forward | FileCheck %s --check-prefix=ONE
; ONE: 384 instructions of all threads, 10 words of a thread live at once
; RUN: %f2sim %t/after.ll --kernel live --block 32 --arg 2=1 --json --schedules forward | FileCheck %s --check-prefix=JSON
; JSON: "live_words": 10

;--- before.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @racy(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 1
  %ps = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %ps
  %px = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %w = load i32, ptr addrspace(3) %px
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

define ptx_kernel void @loop(i32 %n) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %again, label %end
end:
  ret void
}

define ptx_kernel void @live(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %a = load i32, ptr addrspace(1) %p
  %b = add i32 %a, 1
  %c = mul i32 %a, %b
  %small = icmp ult i32 %n, 100
  br i1 %small, label %end, label %never
never:
  %d = load <8 x i32>, ptr addrspace(1) %in
  store <8 x i32> %d, ptr addrspace(1) %out
  store <8 x i32> %d, ptr addrspace(1) %in
  br label %end
end:
  store i32 %c, ptr addrspace(1) %q
  ret void
}

;--- after.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @racy(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %t, ptr addrspace(1) %po
  ret void
}

define ptx_kernel void @loop(i32 %n) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  br label %again
}

define ptx_kernel void @live(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %a = load i32, ptr addrspace(1) %p
  %b = add i32 %a, 1
  %aa = mul i32 %a, %a
  %c = add i32 %aa, %a
  %keep = add i32 %b, 0
  %small = icmp ult i32 %n, 100
  br i1 %small, label %end, label %never
never:
  store i32 %keep, ptr addrspace(1) %q
  %d = load <8 x i32>, ptr addrspace(1) %in
  store <8 x i32> %d, ptr addrspace(1) %out
  store <8 x i32> %d, ptr addrspace(1) %in
  br label %end
end:
  store i32 %c, ptr addrspace(1) %q
  ret void
}
