; Loops whose counter is halved: the rounds within a wave are split off.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='rounds of the loop' --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 1 --arg 2=1
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 31 --arg 2=31,16
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32 --arg 2=32
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 100 --arg 2=100,64,33
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 256 --arg 2=256
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o - -debug-counter=f2layout-rounds=1000000 | FileCheck %s --check-prefix=NONE

; Without shuffles, rounds of their own would gain nothing.
; RUN: %f2opt -passes='function(f2layout-reroute<no-shuffle>)' -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=NOT-SPLIT
; NOT-SPLIT: remark: {{.*}}: the last {{[0-9]}} rounds of the loop, from {{[0-9]+}} on, stay within a wave, but with code of their own no more exchanges would be replaced (in halving)

; NONE-NOT: f2.rounds

target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [512 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: the last 5 rounds of the loop, from 16 on, stay within a wave
; CHECK-LABEL: @halving(
; CHECK: %[[EQ:.*]] = icmp eq i32 %half, 16
; CHECK: br i1 %[[EQ]], label %f2.rounds, label %loop
; CHECK: {{^}}f2.rounds:
; CHECK: f2.turn:
; CHECK: icmp eq i32 %next, 16
; CHECK: ret void
; CHECK: loop.rounds:
; CHECK-COUNT-4: @llvm.amdgcn.
define amdgpu_kernel void @halving(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i32 %n, 1
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %next, %latch ]
  %low = icmp ult i32 %t, %d
  br i1 %low, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = lshr i32 %d, 1
  %again = icmp ne i32 %next, 0
  br i1 %again, label %loop, label %exit
exit:
  %r = load i32, ptr addrspace(3) @s
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; Another value goes around the loop, and leaves it. The loop ends at 2, of which
; the comparison is of the counter itself.
; REMARK: the last 4 rounds of the loop, from 16 on, stay within a wave
; CHECK-LABEL: @other_values(
; CHECK: {{^}}f2.rounds:
; CHECK: phi i32 [ 7, %entry ], [ %offset.next, %f2.turn ]
; CHECK: loop.rounds:
; CHECK-COUNT-3: @llvm.amdgcn.
define amdgpu_kernel void @other_values(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i32 %n, 1
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %next, %latch ]
  %offset = phi i32 [ 7, %entry ], [ %offset.next, %latch ]
  %low = icmp ult i32 %t, %d
  br i1 %low, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = sdiv i32 %d, 2
  %offset.next = mul i32 %offset, 3
  %again = icmp sgt i32 %d, 2
  br i1 %again, label %loop, label %exit
exit:
  %x = load i32, ptr addrspace(3) @s
  %r = xor i32 %x, %offset
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; The exit is the first successor, and the counter has 16 bits.
; REMARK: the last 5 rounds of the loop, from 16 on, stay within a wave
; CHECK-LABEL: @narrow(
; CHECK: icmp eq i16 {{.*}}, 16
; CHECK: {{^}}f2.rounds:
; CHECK: loop.rounds:
; CHECK-COUNT-4: @llvm.amdgcn.
define amdgpu_kernel void @narrow(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %whole = trunc i32 %n to i16
  %half = lshr i16 %whole, 1
  br label %loop
loop:
  %e = phi i16 [ %half, %entry ], [ %next, %latch ]
  %d = zext i16 %e to i32
  %low = icmp ult i32 %t, %d
  br i1 %low, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = ashr i16 %e, 1
  %ends = icmp slt i16 %next, 1
  br i1 %ends, label %exit, label %loop
exit:
  %r = load i32, ptr addrspace(3) @s
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; These stay whole: two exits,
; CHECK-LABEL: @two_exits(
; CHECK-NOT: f2.rounds
; CHECK: ret void
define amdgpu_kernel void @two_exits(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i32 %n, 1
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %next, %latch ]
  %out16 = icmp eq i32 %d, 4
  br i1 %out16, label %exit, label %runs
runs:
  %low = icmp ult i32 %t, %d
  br i1 %low, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = lshr i32 %d, 1
  %again = icmp ne i32 %next, 0
  br i1 %again, label %loop, label %exit
exit:
  %r = load i32, ptr addrspace(3) @s
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; no halving,
; CHECK-LABEL: @one_by_one(
; CHECK-NOT: f2.rounds
; CHECK: ret void
define amdgpu_kernel void @one_by_one(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i32 %n, 1
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %next, %latch ]
  %low = icmp ult i32 %t, %d
  br i1 %low, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = sub i32 %d, 1
  %again = icmp sgt i32 %next, 0
  br i1 %again, label %loop, label %exit
exit:
  %r = load i32, ptr addrspace(3) @s
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; a value at which to end that is not known,
; CHECK-LABEL: @unknown_end(
; CHECK-NOT: f2.rounds
; CHECK: ret void
define amdgpu_kernel void @unknown_end(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i32 %n, 1
  %last = lshr i32 %n, 3
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %next, %latch ]
  %low = icmp ult i32 %t, %d
  br i1 %low, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = lshr i32 %d, 1
  %again = icmp ugt i32 %next, %last
  br i1 %again, label %loop, label %exit
exit:
  %r = load i32, ptr addrspace(3) @s
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; and a call that must not be there twice.
; CHECK-LABEL: @not_copied(
; CHECK-NOT: f2.rounds
; CHECK: ret void
define amdgpu_kernel void @not_copied(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i32 %n, 1
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %next, %latch ]
  %low = icmp ult i32 %t, %d
  br i1 %low, label %sum, label %latch
sum:
  %far = add i32 %t, %d
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %latch
latch:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  call void asm sideeffect "", ""() #1
  %next = lshr i32 %d, 1
  %again = icmp ne i32 %next, 0
  br i1 %again, label %loop, label %exit
exit:
  %r = load i32, ptr addrspace(3) @s
  store i32 %r, ptr addrspace(1) %o
  ret void
}

attributes #0 = { convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="1,256" }
attributes #1 = { noduplicate }
