; RUN: %f2opt -passes='print<f2layout-uniformity>' -disable-output %s 2>&1 | FileCheck %s
;
; Where all threads of the block are together.

target triple = "nvptx64-nvidia-cuda"

; A predicated store: the threads diverge, and reconverge.
; CHECK-LABEL: uniformity of @rejoin
; CHECK: %entry: reached uniformly
; CHECK: divergent branch
; CHECK-NEXT: %then: not reached uniformly: branch in %entry
; CHECK-NEXT: %join: reached uniformly
; CHECK-NEXT: varies: {{.*}}%v = phi i32
; CHECK-NEXT: uniform: {{.*}}%same = phi i32 [ %n, %entry ], [ %n, %then ]
define ptx_kernel void @rejoin(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %v = phi i32 [ 1, %entry ], [ 2, %then ]
  %same = phi i32 [ %n, %entry ], [ %n, %then ]
  ret void
}

; if (threadIdx.x == 0) return;
; CHECK-LABEL: uniformity of @early_exit
; CHECK: %out: not reached uniformly: branch in %entry
; CHECK: %rest: not reached uniformly: branch in %entry
; CHECK: %more: not reached uniformly: branch in %entry
define ptx_kernel void @early_exit(i1 %u) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %out, label %rest
out:
  ret void
rest:
  br i1 %u, label %more, label %end
more:
  br label %end
end:
  ret void
}

; The same on a condition that all threads share.
; CHECK-LABEL: uniformity of @uniform_exit
; CHECK: uniform branch
; CHECK: %out: reached uniformly
; CHECK: %rest: reached uniformly
define ptx_kernel void @uniform_exit(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %rest
out:
  ret void
rest:
  ret void
}

; A tile loop with a predicated body and a uniform break.
; CHECK-LABEL: uniformity of @tiles
; CHECK: %loop: reached uniformly
; CHECK: uniform: {{.*}}%k = phi
; CHECK: divergent branch
; CHECK: %then: not reached uniformly: branch in %loop
; CHECK: %barrier: reached uniformly
; CHECK: uniform branch
; CHECK: %latch: reached uniformly
; CHECK: %end: reached uniformly
; CHECK: uniform: {{.*}}%last = phi
define ptx_kernel void @tiles(i32 %n, ptr addrspace(3) %s) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %c = icmp ult i32 %t, %k
  br i1 %c, label %then, label %barrier
then:
  store i32 %t, ptr addrspace(3) %s
  br label %barrier
barrier:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %sq = mul i32 %k, %k
  %break = icmp ugt i32 %sq, %n
  br i1 %break, label %end, label %latch
latch:
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi i32 [ %k, %barrier ], [ %k1, %latch ]
  ret void
}

; Threads leave the loop at different times: the number of iterations differs,
; and so does the counter outside, but not inside.
; CHECK-LABEL: uniformity of @divergent_trip_count
; CHECK: %loop: not reached uniformly: branch in %loop
; CHECK: uniform: {{.*}}%k = phi
; CHECK: uniform: {{.*}}%k1 = add
; CHECK: divergent branch
; CHECK: %end: reached uniformly
; CHECK: varies: {{.*}}%last = phi
; CHECK: varies: {{.*}}%direct = add
define ptx_kernel void @divergent_trip_count(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, %t
  br i1 %again, label %loop, label %end
end:
  %last = phi i32 [ %k, %loop ]
  %direct = add i32 %k1, %n
  ret void
}

; The break is after the barrier, but in the next iteration some are missing.
; CHECK-LABEL: uniformity of @break_after
; CHECK: %barrier: not reached uniformly: branch in %test
; CHECK: %test: not reached uniformly: branch in %test
; CHECK: %latch: not reached uniformly: branch in %test
; CHECK: %end: reached uniformly
define ptx_kernel void @break_after(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %barrier
barrier:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  br label %test
test:
  %c = icmp eq i32 %t, %k
  br i1 %c, label %end, label %latch
latch:
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, %n
  br i1 %again, label %barrier, label %end
end:
  ret void
}

; CHECK-LABEL: uniformity of @switch
; CHECK: divergent branch
; CHECK: %a: not reached uniformly
; CHECK: %b: not reached uniformly
; CHECK: %never: reached uniformly
; CHECK: %join: reached uniformly
; CHECK: uniform branch
; CHECK: %c: reached uniformly
; CHECK: %d: reached uniformly
define ptx_kernel void @switch(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %t, label %never [ i32 0, label %a
                                i32 1, label %b
                                i32 2, label %b ]
a:
  br label %join
b:
  br label %join
never:
  unreachable
join:
  switch i32 %n, label %d [ i32 0, label %c
                            i32 1, label %c ]
c:
  br label %d
d:
  ret void
}

; A failing assertion ends threads; a plain unreachable does not happen.
; CHECK-LABEL: uniformity of @assertion
; CHECK: %fail: not reached uniformly
; CHECK: %rest: not reached uniformly: branch in %entry
define ptx_kernel void @assertion() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ugt i32 %t, 100
  br i1 %c, label %fail, label %rest
fail:
  call void @__assertfail() noreturn
  unreachable
rest:
  ret void
}

; Threads that exit in the middle of a block.
; CHECK-LABEL: uniformity of @vanish
; CHECK: %entry: reached uniformly
; CHECK: %then: not reached uniformly: branch in %entry
; CHECK: %rest: not reached uniformly: branch in %entry
; CHECK-LABEL: uniformity of @vanish_in_call
; CHECK: %entry: not reached uniformly: call in %entry
; CHECK: %next: not reached uniformly: call in %entry
; CHECK-LABEL: uniformity of @vanish_in_loop
; CHECK: %before: reached uniformly
; CHECK: %loop: not reached uniformly: call in %latch
; CHECK: %latch: not reached uniformly: call in %latch
; CHECK: %after: not reached uniformly: call in %latch
; CHECK-LABEL: uniformity of @come_back
; CHECK: %entry: reached uniformly
define ptx_kernel void @vanish() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ugt i32 %t, 100
  br i1 %c, label %then, label %rest
then:
  call void asm sideeffect "exit;", ""()
  br label %rest
rest:
  ret void
}
define ptx_kernel void @vanish_in_call() {
entry:
  call void @anything()
  br label %next
next:
  ret void
}
define ptx_kernel void @vanish_in_loop(i32 %n) {
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k1, %latch ]
  br label %latch
latch:
  call void @anything()
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, %n
  br i1 %again, label %loop, label %after
after:
  ret void
}
define ptx_kernel void @come_back() {
entry:
  call void @returns()
  call void asm sideeffect "membar.cta;", ""()
  ret void
}

declare void @__assertfail()
declare void @anything()
declare void @returns() willreturn
