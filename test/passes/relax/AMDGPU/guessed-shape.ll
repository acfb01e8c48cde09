; Which threads are a warp is known in blocks of a likely shape, which the kernel
; tests for.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-relax -pass-remarks-missed=f2layout-relax 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2opt -passes='f2layout-relax<all;no-guess>' -S %s | FileCheck %s --check-prefix=NOGUESS
; NOGUESS-NOT: f2.dispatch
; RUN: %f2sim --equal %s %t.after.ll --kernel bounded --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel bounded --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel filled --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel filled --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel few --block 256
; RUN: %f2opt -passes='f2layout-relax<all;block=256>' -S %s | FileCheck %s --check-prefix=STATED
; STATED-NOT: f2.dispatch

target triple = "amdgcn-amd-amdhsa"

@bounded_keys = internal addrspace(3) global [256 x i32] undef, align 16
@filled_keys = internal addrspace(3) global [256 x i32] undef, align 16
@any_size_keys = external addrspace(3) global [0 x i32], align 16
@few_keys = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; Bounds say 256 threads, and each has its place in the array. A store under a
; condition on data does not show that there is one row.
; CHECK-LABEL: @bounded(
; CHECK: f2.dispatch:
; CHECK: icmp eq i32 {{.*}}, 256
; CHECK: br i1 {{.*}}, label %[[TESTED:.*]], label %[[ORIGINAL:.*]]
; CHECK: [[TESTED]]:
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: ret void
; CHECK: [[ORIGINAL]]:
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: ret void
; REMARK: remark: {{.*}}: block barrier became a wave barrier in the version for blocks of 256: only threads of one wave touch the same byte across it
define amdgpu_kernel void @bounded(ptr addrspace(1) noalias %p) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %g
  %mine = getelementptr i32, ptr addrspace(3) @bounded_keys, i32 %t
  store i32 %v, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x0 = xor i32 %t, 1
  %first0 = icmp ugt i32 %x0, %t
  br i1 %first0, label %compare0, label %next0
compare0:
  %other0 = getelementptr i32, ptr addrspace(3) @bounded_keys, i32 %x0
  %a0 = load i32, ptr addrspace(3) %mine
  %b0 = load i32, ptr addrspace(3) %other0
  %swap0 = icmp sgt i32 %a0, %b0
  br i1 %swap0, label %swap_in0, label %next0
swap_in0:
  store i32 %b0, ptr addrspace(3) %mine
  store i32 %a0, ptr addrspace(3) %other0
  br label %next0
next0:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x1 = xor i32 %t, 2
  %first1 = icmp ugt i32 %x1, %t
  br i1 %first1, label %compare1, label %next1
compare1:
  %other1 = getelementptr i32, ptr addrspace(3) @bounded_keys, i32 %x1
  %a1 = load i32, ptr addrspace(3) %mine
  %b1 = load i32, ptr addrspace(3) %other1
  %swap1 = icmp sgt i32 %a1, %b1
  br i1 %swap1, label %swap_in1, label %next1
swap_in1:
  store i32 %b1, ptr addrspace(3) %mine
  store i32 %a1, ptr addrspace(3) %other1
  br label %next1
next1:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x2 = xor i32 %t, 4
  %first2 = icmp ugt i32 %x2, %t
  br i1 %first2, label %compare2, label %next2
compare2:
  %other2 = getelementptr i32, ptr addrspace(3) @bounded_keys, i32 %x2
  %a2 = load i32, ptr addrspace(3) %mine
  %b2 = load i32, ptr addrspace(3) %other2
  %swap2 = icmp sgt i32 %a2, %b2
  br i1 %swap2, label %swap_in2, label %next2
swap_in2:
  store i32 %b2, ptr addrspace(3) %mine
  store i32 %a2, ptr addrspace(3) %other2
  br label %next2
next2:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x3 = xor i32 %t, 8
  %first3 = icmp ugt i32 %x3, %t
  br i1 %first3, label %compare3, label %next3
compare3:
  %other3 = getelementptr i32, ptr addrspace(3) @bounded_keys, i32 %x3
  %a3 = load i32, ptr addrspace(3) %mine
  %b3 = load i32, ptr addrspace(3) %other3
  %swap3 = icmp sgt i32 %a3, %b3
  br i1 %swap3, label %swap_in3, label %next3
swap_in3:
  store i32 %b3, ptr addrspace(3) %mine
  store i32 %a3, ptr addrspace(3) %other3
  br label %next3
next3:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x4 = xor i32 %t, 16
  %first4 = icmp ugt i32 %x4, %t
  br i1 %first4, label %compare4, label %next4
compare4:
  %other4 = getelementptr i32, ptr addrspace(3) @bounded_keys, i32 %x4
  %a4 = load i32, ptr addrspace(3) %mine
  %b4 = load i32, ptr addrspace(3) %other4
  %swap4 = icmp sgt i32 %a4, %b4
  br i1 %swap4, label %swap_in4, label %next4
swap_in4:
  store i32 %b4, ptr addrspace(3) %mine
  store i32 %a4, ptr addrspace(3) %other4
  br label %next4
next4:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x5 = xor i32 %t, 64
  %first5 = icmp ugt i32 %x5, %t
  br i1 %first5, label %compare5, label %next5
compare5:
  %other5 = getelementptr i32, ptr addrspace(3) @bounded_keys, i32 %x5
  %a5 = load i32, ptr addrspace(3) %mine
  %b5 = load i32, ptr addrspace(3) %other5
  %swap5 = icmp sgt i32 %a5, %b5
  br i1 %swap5, label %swap_in5, label %next5
swap_in5:
  store i32 %b5, ptr addrspace(3) %mine
  store i32 %a5, ptr addrspace(3) %other5
  br label %next5
next5:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %mine
  store i32 %w, ptr addrspace(1) %g
  ret void
}

; No bounds, but the array has 256 places, and all threads store there.
; CHECK-LABEL: @filled(
; CHECK: icmp eq i32 {{.*}}, 256
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK: ret void
define amdgpu_kernel void @filled(ptr addrspace(1) noalias %p) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %g
  %mine = getelementptr i32, ptr addrspace(3) @filled_keys, i32 %t
  store i32 %v, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x0 = xor i32 %t, 1
  %first0 = icmp ugt i32 %x0, %t
  br i1 %first0, label %compare0, label %next0
compare0:
  %other0 = getelementptr i32, ptr addrspace(3) @filled_keys, i32 %x0
  %a0 = load i32, ptr addrspace(3) %mine
  %b0 = load i32, ptr addrspace(3) %other0
  %swap0 = icmp sgt i32 %a0, %b0
  br i1 %swap0, label %swap_in0, label %next0
swap_in0:
  store i32 %b0, ptr addrspace(3) %mine
  store i32 %a0, ptr addrspace(3) %other0
  br label %next0
next0:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x1 = xor i32 %t, 2
  %first1 = icmp ugt i32 %x1, %t
  br i1 %first1, label %compare1, label %next1
compare1:
  %other1 = getelementptr i32, ptr addrspace(3) @filled_keys, i32 %x1
  %a1 = load i32, ptr addrspace(3) %mine
  %b1 = load i32, ptr addrspace(3) %other1
  %swap1 = icmp sgt i32 %a1, %b1
  br i1 %swap1, label %swap_in1, label %next1
swap_in1:
  store i32 %b1, ptr addrspace(3) %mine
  store i32 %a1, ptr addrspace(3) %other1
  br label %next1
next1:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x2 = xor i32 %t, 4
  %first2 = icmp ugt i32 %x2, %t
  br i1 %first2, label %compare2, label %next2
compare2:
  %other2 = getelementptr i32, ptr addrspace(3) @filled_keys, i32 %x2
  %a2 = load i32, ptr addrspace(3) %mine
  %b2 = load i32, ptr addrspace(3) %other2
  %swap2 = icmp sgt i32 %a2, %b2
  br i1 %swap2, label %swap_in2, label %next2
swap_in2:
  store i32 %b2, ptr addrspace(3) %mine
  store i32 %a2, ptr addrspace(3) %other2
  br label %next2
next2:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x3 = xor i32 %t, 8
  %first3 = icmp ugt i32 %x3, %t
  br i1 %first3, label %compare3, label %next3
compare3:
  %other3 = getelementptr i32, ptr addrspace(3) @filled_keys, i32 %x3
  %a3 = load i32, ptr addrspace(3) %mine
  %b3 = load i32, ptr addrspace(3) %other3
  %swap3 = icmp sgt i32 %a3, %b3
  br i1 %swap3, label %swap_in3, label %next3
swap_in3:
  store i32 %b3, ptr addrspace(3) %mine
  store i32 %a3, ptr addrspace(3) %other3
  br label %next3
next3:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x4 = xor i32 %t, 16
  %first4 = icmp ugt i32 %x4, %t
  br i1 %first4, label %compare4, label %next4
compare4:
  %other4 = getelementptr i32, ptr addrspace(3) @filled_keys, i32 %x4
  %a4 = load i32, ptr addrspace(3) %mine
  %b4 = load i32, ptr addrspace(3) %other4
  %swap4 = icmp sgt i32 %a4, %b4
  br i1 %swap4, label %swap_in4, label %next4
swap_in4:
  store i32 %b4, ptr addrspace(3) %mine
  store i32 %a4, ptr addrspace(3) %other4
  br label %next4
next4:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x5 = xor i32 %t, 64
  %first5 = icmp ugt i32 %x5, %t
  br i1 %first5, label %compare5, label %next5
compare5:
  %other5 = getelementptr i32, ptr addrspace(3) @filled_keys, i32 %x5
  %a5 = load i32, ptr addrspace(3) %mine
  %b5 = load i32, ptr addrspace(3) %other5
  %swap5 = icmp sgt i32 %a5, %b5
  br i1 %swap5, label %swap_in5, label %next5
swap_in5:
  store i32 %b5, ptr addrspace(3) %mine
  store i32 %a5, ptr addrspace(3) %other5
  br label %next5
next5:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %mine
  store i32 %w, ptr addrspace(1) %g
  ret void
}

; The host decides how large dynamic shared memory is.
; CHECK-LABEL: @any_size(
; CHECK-NOT: icmp eq
; CHECK: ret void
define amdgpu_kernel void @any_size(ptr addrspace(1) noalias %p) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %g
  %mine = getelementptr i32, ptr addrspace(3) @any_size_keys, i32 %t
  store i32 %v, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x0 = xor i32 %t, 1
  %first0 = icmp ugt i32 %x0, %t
  br i1 %first0, label %compare0, label %next0
compare0:
  %other0 = getelementptr i32, ptr addrspace(3) @any_size_keys, i32 %x0
  %a0 = load i32, ptr addrspace(3) %mine
  %b0 = load i32, ptr addrspace(3) %other0
  %swap0 = icmp sgt i32 %a0, %b0
  br i1 %swap0, label %swap_in0, label %next0
swap_in0:
  store i32 %b0, ptr addrspace(3) %mine
  store i32 %a0, ptr addrspace(3) %other0
  br label %next0
next0:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x1 = xor i32 %t, 2
  %first1 = icmp ugt i32 %x1, %t
  br i1 %first1, label %compare1, label %next1
compare1:
  %other1 = getelementptr i32, ptr addrspace(3) @any_size_keys, i32 %x1
  %a1 = load i32, ptr addrspace(3) %mine
  %b1 = load i32, ptr addrspace(3) %other1
  %swap1 = icmp sgt i32 %a1, %b1
  br i1 %swap1, label %swap_in1, label %next1
swap_in1:
  store i32 %b1, ptr addrspace(3) %mine
  store i32 %a1, ptr addrspace(3) %other1
  br label %next1
next1:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x2 = xor i32 %t, 4
  %first2 = icmp ugt i32 %x2, %t
  br i1 %first2, label %compare2, label %next2
compare2:
  %other2 = getelementptr i32, ptr addrspace(3) @any_size_keys, i32 %x2
  %a2 = load i32, ptr addrspace(3) %mine
  %b2 = load i32, ptr addrspace(3) %other2
  %swap2 = icmp sgt i32 %a2, %b2
  br i1 %swap2, label %swap_in2, label %next2
swap_in2:
  store i32 %b2, ptr addrspace(3) %mine
  store i32 %a2, ptr addrspace(3) %other2
  br label %next2
next2:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x3 = xor i32 %t, 8
  %first3 = icmp ugt i32 %x3, %t
  br i1 %first3, label %compare3, label %next3
compare3:
  %other3 = getelementptr i32, ptr addrspace(3) @any_size_keys, i32 %x3
  %a3 = load i32, ptr addrspace(3) %mine
  %b3 = load i32, ptr addrspace(3) %other3
  %swap3 = icmp sgt i32 %a3, %b3
  br i1 %swap3, label %swap_in3, label %next3
swap_in3:
  store i32 %b3, ptr addrspace(3) %mine
  store i32 %a3, ptr addrspace(3) %other3
  br label %next3
next3:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x4 = xor i32 %t, 16
  %first4 = icmp ugt i32 %x4, %t
  br i1 %first4, label %compare4, label %next4
compare4:
  %other4 = getelementptr i32, ptr addrspace(3) @any_size_keys, i32 %x4
  %a4 = load i32, ptr addrspace(3) %mine
  %b4 = load i32, ptr addrspace(3) %other4
  %swap4 = icmp sgt i32 %a4, %b4
  br i1 %swap4, label %swap_in4, label %next4
swap_in4:
  store i32 %b4, ptr addrspace(3) %mine
  store i32 %a4, ptr addrspace(3) %other4
  br label %next4
next4:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x5 = xor i32 %t, 64
  %first5 = icmp ugt i32 %x5, %t
  br i1 %first5, label %compare5, label %next5
compare5:
  %other5 = getelementptr i32, ptr addrspace(3) @any_size_keys, i32 %x5
  %a5 = load i32, ptr addrspace(3) %mine
  %b5 = load i32, ptr addrspace(3) %other5
  %swap5 = icmp sgt i32 %a5, %b5
  br i1 %swap5, label %swap_in5, label %next5
swap_in5:
  store i32 %b5, ptr addrspace(3) %mine
  store i32 %a5, ptr addrspace(3) %other5
  br label %next5
next5:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %mine
  store i32 %w, ptr addrspace(1) %g
  ret void
}

; One barrier of many does not pay for a second version.
; CHECK-LABEL: @few(
; CHECK-NOT: icmp eq i32 {{.*}}, 256
; CHECK: ret void
; REMARK: remark: {{.*}}: 1 block barrier kept: not needed in blocks of 256, which would save {{.*}} clocks per wave, too few for a second version of the kernel; F2_BLOCK(256, 1, 1) or
define amdgpu_kernel void @few(ptr addrspace(1) noalias %p) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %g
  %mine = getelementptr i32, ptr addrspace(3) @few_keys, i32 %t
  store i32 %v, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x0 = xor i32 %t, 1
  %first0 = icmp ugt i32 %x0, %t
  br i1 %first0, label %compare0, label %next0
compare0:
  %other0 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x0
  %a0 = load i32, ptr addrspace(3) %mine
  %b0 = load i32, ptr addrspace(3) %other0
  %swap0 = icmp sgt i32 %a0, %b0
  br i1 %swap0, label %swap_in0, label %next0
swap_in0:
  store i32 %b0, ptr addrspace(3) %mine
  store i32 %a0, ptr addrspace(3) %other0
  br label %next0
next0:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x1 = xor i32 %t, 1
  %first1 = icmp ugt i32 %x1, %t
  br i1 %first1, label %compare1, label %next1
compare1:
  %other1 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x1
  %a1 = load i32, ptr addrspace(3) %mine
  %b1 = load i32, ptr addrspace(3) %other1
  %swap1 = icmp sgt i32 %a1, %b1
  br i1 %swap1, label %swap_in1, label %next1
swap_in1:
  store i32 %b1, ptr addrspace(3) %mine
  store i32 %a1, ptr addrspace(3) %other1
  br label %next1
next1:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x2 = xor i32 %t, 64
  %first2 = icmp ugt i32 %x2, %t
  br i1 %first2, label %compare2, label %next2
compare2:
  %other2 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x2
  %a2 = load i32, ptr addrspace(3) %mine
  %b2 = load i32, ptr addrspace(3) %other2
  %swap2 = icmp sgt i32 %a2, %b2
  br i1 %swap2, label %swap_in2, label %next2
swap_in2:
  store i32 %b2, ptr addrspace(3) %mine
  store i32 %a2, ptr addrspace(3) %other2
  br label %next2
next2:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x3 = xor i32 %t, 128
  %first3 = icmp ugt i32 %x3, %t
  br i1 %first3, label %compare3, label %next3
compare3:
  %other3 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x3
  %a3 = load i32, ptr addrspace(3) %mine
  %b3 = load i32, ptr addrspace(3) %other3
  %swap3 = icmp sgt i32 %a3, %b3
  br i1 %swap3, label %swap_in3, label %next3
swap_in3:
  store i32 %b3, ptr addrspace(3) %mine
  store i32 %a3, ptr addrspace(3) %other3
  br label %next3
next3:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x4 = xor i32 %t, 64
  %first4 = icmp ugt i32 %x4, %t
  br i1 %first4, label %compare4, label %next4
compare4:
  %other4 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x4
  %a4 = load i32, ptr addrspace(3) %mine
  %b4 = load i32, ptr addrspace(3) %other4
  %swap4 = icmp sgt i32 %a4, %b4
  br i1 %swap4, label %swap_in4, label %next4
swap_in4:
  store i32 %b4, ptr addrspace(3) %mine
  store i32 %a4, ptr addrspace(3) %other4
  br label %next4
next4:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x5 = xor i32 %t, 128
  %first5 = icmp ugt i32 %x5, %t
  br i1 %first5, label %compare5, label %next5
compare5:
  %other5 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x5
  %a5 = load i32, ptr addrspace(3) %mine
  %b5 = load i32, ptr addrspace(3) %other5
  %swap5 = icmp sgt i32 %a5, %b5
  br i1 %swap5, label %swap_in5, label %next5
swap_in5:
  store i32 %b5, ptr addrspace(3) %mine
  store i32 %a5, ptr addrspace(3) %other5
  br label %next5
next5:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x6 = xor i32 %t, 64
  %first6 = icmp ugt i32 %x6, %t
  br i1 %first6, label %compare6, label %next6
compare6:
  %other6 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x6
  %a6 = load i32, ptr addrspace(3) %mine
  %b6 = load i32, ptr addrspace(3) %other6
  %swap6 = icmp sgt i32 %a6, %b6
  br i1 %swap6, label %swap_in6, label %next6
swap_in6:
  store i32 %b6, ptr addrspace(3) %mine
  store i32 %a6, ptr addrspace(3) %other6
  br label %next6
next6:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x7 = xor i32 %t, 128
  %first7 = icmp ugt i32 %x7, %t
  br i1 %first7, label %compare7, label %next7
compare7:
  %other7 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x7
  %a7 = load i32, ptr addrspace(3) %mine
  %b7 = load i32, ptr addrspace(3) %other7
  %swap7 = icmp sgt i32 %a7, %b7
  br i1 %swap7, label %swap_in7, label %next7
swap_in7:
  store i32 %b7, ptr addrspace(3) %mine
  store i32 %a7, ptr addrspace(3) %other7
  br label %next7
next7:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x8 = xor i32 %t, 64
  %first8 = icmp ugt i32 %x8, %t
  br i1 %first8, label %compare8, label %next8
compare8:
  %other8 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x8
  %a8 = load i32, ptr addrspace(3) %mine
  %b8 = load i32, ptr addrspace(3) %other8
  %swap8 = icmp sgt i32 %a8, %b8
  br i1 %swap8, label %swap_in8, label %next8
swap_in8:
  store i32 %b8, ptr addrspace(3) %mine
  store i32 %a8, ptr addrspace(3) %other8
  br label %next8
next8:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x9 = xor i32 %t, 128
  %first9 = icmp ugt i32 %x9, %t
  br i1 %first9, label %compare9, label %next9
compare9:
  %other9 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x9
  %a9 = load i32, ptr addrspace(3) %mine
  %b9 = load i32, ptr addrspace(3) %other9
  %swap9 = icmp sgt i32 %a9, %b9
  br i1 %swap9, label %swap_in9, label %next9
swap_in9:
  store i32 %b9, ptr addrspace(3) %mine
  store i32 %a9, ptr addrspace(3) %other9
  br label %next9
next9:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x10 = xor i32 %t, 64
  %first10 = icmp ugt i32 %x10, %t
  br i1 %first10, label %compare10, label %next10
compare10:
  %other10 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x10
  %a10 = load i32, ptr addrspace(3) %mine
  %b10 = load i32, ptr addrspace(3) %other10
  %swap10 = icmp sgt i32 %a10, %b10
  br i1 %swap10, label %swap_in10, label %next10
swap_in10:
  store i32 %b10, ptr addrspace(3) %mine
  store i32 %a10, ptr addrspace(3) %other10
  br label %next10
next10:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x11 = xor i32 %t, 128
  %first11 = icmp ugt i32 %x11, %t
  br i1 %first11, label %compare11, label %next11
compare11:
  %other11 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x11
  %a11 = load i32, ptr addrspace(3) %mine
  %b11 = load i32, ptr addrspace(3) %other11
  %swap11 = icmp sgt i32 %a11, %b11
  br i1 %swap11, label %swap_in11, label %next11
swap_in11:
  store i32 %b11, ptr addrspace(3) %mine
  store i32 %a11, ptr addrspace(3) %other11
  br label %next11
next11:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x12 = xor i32 %t, 64
  %first12 = icmp ugt i32 %x12, %t
  br i1 %first12, label %compare12, label %next12
compare12:
  %other12 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x12
  %a12 = load i32, ptr addrspace(3) %mine
  %b12 = load i32, ptr addrspace(3) %other12
  %swap12 = icmp sgt i32 %a12, %b12
  br i1 %swap12, label %swap_in12, label %next12
swap_in12:
  store i32 %b12, ptr addrspace(3) %mine
  store i32 %a12, ptr addrspace(3) %other12
  br label %next12
next12:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x13 = xor i32 %t, 128
  %first13 = icmp ugt i32 %x13, %t
  br i1 %first13, label %compare13, label %next13
compare13:
  %other13 = getelementptr i32, ptr addrspace(3) @few_keys, i32 %x13
  %a13 = load i32, ptr addrspace(3) %mine
  %b13 = load i32, ptr addrspace(3) %other13
  %swap13 = icmp sgt i32 %a13, %b13
  br i1 %swap13, label %swap_in13, label %next13
swap_in13:
  store i32 %b13, ptr addrspace(3) %mine
  store i32 %a13, ptr addrspace(3) %other13
  br label %next13
next13:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %mine
  store i32 %w, ptr addrspace(1) %g
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size" "amdgpu-flat-work-group-size"="1,256" }
attributes #1 = { "target-cpu"="gfx942" "uniform-work-group-size" }
