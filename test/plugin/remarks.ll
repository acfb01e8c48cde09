; What a user reads of a kernel: groups, the most useful one first, at most ten
; lines. The option all-remarks reports every place.
; RUN: %f2opt -passes="f2layout<no-test-align>" -disable-output %s -pass-remarks=f2layout \
; RUN:   -pass-remarks-missed=f2layout 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %f2opt -passes="f2layout<no-test-align>" -f2layout-all-remarks -disable-output %s -pass-remarks=f2layout \
; RUN:   -pass-remarks-missed=f2layout 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=remark:
; RUN: %f2opt -passes="f2layout<no-test-align>" -f2layout-all-remarks -disable-output %s \
; RUN:   -pass-remarks-output=%t.yaml && grep -c 'Name: *AlignmentUnknown' %t.yaml | FileCheck %s --check-prefix=COUNT
; COUNT: 14

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; The loop is worth most: its three pairs are one line, and the first.
; CHECK: remark: <unknown>:0:0: 6 loads of 4 bytes from 'in11' could be 3 of 8 bytes, but are only known to be aligned to 4 because of 'in11': __builtin_assume_aligned would help (in many<8>)
; CHECK-COUNT-8: remark: <unknown>:0:0: 2 loads of 4 bytes from 'in{{[0-9]+}}' could be 1 of 8 bytes
; CHECK: remark: <unknown>:0:0: there are 3 more remarks of less weight about this kernel; -f2layout-all-remarks shows all (in many<8>)
; ALL-COUNT-14: remark: <unknown>:0:0: 2 loads of 4 bytes from
define ptx_kernel void @_Z4manyILi8EEvPi(ptr addrspace(1) %in0, ptr addrspace(1) %in1, ptr addrspace(1) %in2, ptr addrspace(1) %in3, ptr addrspace(1) %in4, ptr addrspace(1) %in5, ptr addrspace(1) %in6, ptr addrspace(1) %in7, ptr addrspace(1) %in8, ptr addrspace(1) %in9, ptr addrspace(1) %in10, ptr addrspace(1) %in11, i32 %n, ptr addrspace(1) %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p0 = getelementptr i32, ptr addrspace(1) %in0, i32 %b
  %x0 = load i32, ptr addrspace(1) %p0, align 4
  %q0 = getelementptr i32, ptr addrspace(1) %p0, i32 1
  %y0 = load i32, ptr addrspace(1) %q0, align 4
  %p1 = getelementptr i32, ptr addrspace(1) %in1, i32 %b
  %x1 = load i32, ptr addrspace(1) %p1, align 4
  %q1 = getelementptr i32, ptr addrspace(1) %p1, i32 1
  %y1 = load i32, ptr addrspace(1) %q1, align 4
  %p2 = getelementptr i32, ptr addrspace(1) %in2, i32 %b
  %x2 = load i32, ptr addrspace(1) %p2, align 4
  %q2 = getelementptr i32, ptr addrspace(1) %p2, i32 1
  %y2 = load i32, ptr addrspace(1) %q2, align 4
  %p3 = getelementptr i32, ptr addrspace(1) %in3, i32 %b
  %x3 = load i32, ptr addrspace(1) %p3, align 4
  %q3 = getelementptr i32, ptr addrspace(1) %p3, i32 1
  %y3 = load i32, ptr addrspace(1) %q3, align 4
  %p4 = getelementptr i32, ptr addrspace(1) %in4, i32 %b
  %x4 = load i32, ptr addrspace(1) %p4, align 4
  %q4 = getelementptr i32, ptr addrspace(1) %p4, i32 1
  %y4 = load i32, ptr addrspace(1) %q4, align 4
  %p5 = getelementptr i32, ptr addrspace(1) %in5, i32 %b
  %x5 = load i32, ptr addrspace(1) %p5, align 4
  %q5 = getelementptr i32, ptr addrspace(1) %p5, i32 1
  %y5 = load i32, ptr addrspace(1) %q5, align 4
  %p6 = getelementptr i32, ptr addrspace(1) %in6, i32 %b
  %x6 = load i32, ptr addrspace(1) %p6, align 4
  %q6 = getelementptr i32, ptr addrspace(1) %p6, i32 1
  %y6 = load i32, ptr addrspace(1) %q6, align 4
  %p7 = getelementptr i32, ptr addrspace(1) %in7, i32 %b
  %x7 = load i32, ptr addrspace(1) %p7, align 4
  %q7 = getelementptr i32, ptr addrspace(1) %p7, i32 1
  %y7 = load i32, ptr addrspace(1) %q7, align 4
  %p8 = getelementptr i32, ptr addrspace(1) %in8, i32 %b
  %x8 = load i32, ptr addrspace(1) %p8, align 4
  %q8 = getelementptr i32, ptr addrspace(1) %p8, i32 1
  %y8 = load i32, ptr addrspace(1) %q8, align 4
  %p9 = getelementptr i32, ptr addrspace(1) %in9, i32 %b
  %x9 = load i32, ptr addrspace(1) %p9, align 4
  %q9 = getelementptr i32, ptr addrspace(1) %p9, i32 1
  %y9 = load i32, ptr addrspace(1) %q9, align 4
  %p10 = getelementptr i32, ptr addrspace(1) %in10, i32 %b
  %x10 = load i32, ptr addrspace(1) %p10, align 4
  %q10 = getelementptr i32, ptr addrspace(1) %p10, i32 1
  %y10 = load i32, ptr addrspace(1) %q10, align 4
  %p11 = getelementptr i32, ptr addrspace(1) %in11, i32 %b
  %x11 = load i32, ptr addrspace(1) %p11, align 4
  %q11 = getelementptr i32, ptr addrspace(1) %p11, i32 1
  %y11 = load i32, ptr addrspace(1) %q11, align 4
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %s4, %loop ]
  %row = mul i32 %k, 64
  %at = add i32 %row, %b
  %r0 = getelementptr i32, ptr addrspace(1) %in11, i32 %at
  %v0 = load i32, ptr addrspace(1) %r0, align 4
  %r1 = getelementptr i32, ptr addrspace(1) %r0, i32 1
  %v1 = load i32, ptr addrspace(1) %r1, align 4
  %r2 = getelementptr i32, ptr addrspace(1) %r0, i32 32
  %v2 = load i32, ptr addrspace(1) %r2, align 4
  %r3 = getelementptr i32, ptr addrspace(1) %r0, i32 33
  %v3 = load i32, ptr addrspace(1) %r3, align 4
  %s1 = add i32 %sum, %v0
  %s2 = add i32 %s1, %v1
  %s3 = add i32 %s2, %v2
  %s4 = add i32 %s3, %v3
  %next = add i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %a0 = add i32 %s4, %x0
  %c0 = add i32 %a0, %y0
  %a1 = add i32 %c0, %x1
  %c1 = add i32 %a1, %y1
  %a2 = add i32 %c1, %x2
  %c2 = add i32 %a2, %y2
  %a3 = add i32 %c2, %x3
  %c3 = add i32 %a3, %y3
  %a4 = add i32 %c3, %x4
  %c4 = add i32 %a4, %y4
  %a5 = add i32 %c4, %x5
  %c5 = add i32 %a5, %y5
  %a6 = add i32 %c5, %x6
  %c6 = add i32 %a6, %y6
  %a7 = add i32 %c6, %x7
  %c7 = add i32 %a7, %y7
  %a8 = add i32 %c7, %x8
  %c8 = add i32 %a8, %y8
  %a9 = add i32 %c8, %x9
  %c9 = add i32 %a9, %y9
  %a10 = add i32 %c9, %x10
  %c10 = add i32 %a10, %y10
  %a11 = add i32 %c10, %x11
  %c11 = add i32 %a11, %y11
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %c11, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
