; RUN: %f2opt -passes='print<f2layout-uniformity>' -disable-output %s 2>&1 | FileCheck %s
;
; Unusual shapes that must be handled, with a conservative answer.

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: uniformity of @forever
; CHECK: %spin: not reached uniformly: branch in %entry
; CHECK: %rest: not reached uniformly: branch in %entry
define ptx_kernel void @forever() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %spin, label %rest
spin:
  br label %spin
rest:
  ret void
}

; CHECK-LABEL: uniformity of @only_forever
; CHECK: %spin: reached uniformly
define ptx_kernel void @only_forever() {
entry:
  br label %spin
spin:
  br label %spin
}

; A cycle with two entries, entered by a divergent branch: nothing is known of it.
; CHECK-LABEL: uniformity of @irreducible
; CHECK: %a: not reached uniformly
; CHECK: varies: {{.*}}%ka = phi
; CHECK: %b: not reached uniformly
; CHECK: varies: {{.*}}%kb = phi
; CHECK: %end: reached uniformly
define ptx_kernel void @irreducible(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %a, label %b
a:
  %ka = phi i32 [ 0, %entry ], [ %kb1, %b ]
  %ka1 = add i32 %ka, 1
  br label %b
b:
  %kb = phi i32 [ 5, %entry ], [ %ka1, %a ]
  %kb1 = add i32 %kb, 1
  %d = icmp ult i32 %kb1, %n
  br i1 %d, label %a, label %end
end:
  ret void
}

; The only exit is undefined behaviour.
; CHECK-LABEL: uniformity of @no_way_out
; CHECK: %loop:
; CHECK: %never:
define ptx_kernel void @no_way_out() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %k1 = add i32 %k, 1
  %c = icmp eq i32 %k, %t
  br i1 %c, label %never, label %loop
never:
  unreachable
}

; CHECK-LABEL: uniformity of @both_never
; CHECK: %never:
define ptx_kernel void @both_never() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %t, label %never [ i32 0, label %never
                                i32 1, label %never2 ]
never:
  unreachable
never2:
  unreachable
}

; Blocks without predecessors.
; CHECK-LABEL: uniformity of @orphans
; CHECK: %orphan:
define ptx_kernel void @orphans() {
entry:
  ret void
orphan:
  %a = phi i32 [ 1, %orphan ]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, %a
  br i1 %c, label %orphan, label %orphan2
orphan2:
  ret void
}

; Indirect branches and exception edges: the only answer is "varies".
; CHECK-LABEL: uniformity of @indirect
; CHECK-NEXT: varies: ptr %p
; CHECK-NEXT: %entry: not reached uniformly: unusual control flow
define ptx_kernel void @indirect(ptr %p) {
entry:
  indirectbr ptr %p, [label %a, label %b]
a:
  ret void
b:
  ret void
}

; CHECK-LABEL: uniformity of @throwing
; CHECK: not reached uniformly: unusual control flow
; CHECK: varies: {{.*}} invoke
define ptx_kernel void @throwing() personality ptr @personality {
entry:
  %v = invoke i32 @thrower() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

declare i32 @thrower()
declare i32 @personality(...)
