; An interleaved reduction: the address is known before the condition, which few
; threads meet. The arithmetic of the swizzle is behind it, where the accesses
; are.
; RUN: %f2opt -passes='function(f2layout-readdress)' -S %s -o %t.ll -pass-remarks=f2layout-readdress 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256 --arg 2=256 --quiet
; RUN: %f2sim %s --kernel interleaved --block 256 --arg 2=256 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.ll --kernel interleaved --block 256 --arg 2=256 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: 20985 instructions of all threads
; BEFORE: total 52 accesses, 157 wavefronts, 52 ideal
; AFTER: 24814 instructions of all threads
; AFTER: total 52 accesses, 52 wavefronts, 52 ideal

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [1024 x float] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; REMARK: remark: {{.*}}shared array s swizzled:
; CHECK-LABEL: define ptx_kernel void @interleaved(
; CHECK: loop:
; CHECK-NOT: xor
; CHECK: br i1 %in, label %add, label %next
; CHECK: add:
; CHECK: xor i32
; CHECK: store float %sum, ptr addrspace(3)
define ptx_kernel void @interleaved(ptr addrspace(1) noalias %in.p, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr addrspace(1) %in.p, i32 %t
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(3) @s, i32 %t
  store float %v, ptr addrspace(3) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop

loop:
  %d = phi i32 [ 1, %entry ], [ %twice, %next ]
  %twice = shl i32 %d, 1
  %i = mul i32 %twice, %t
  %j = add i32 %i, %d
  %in = icmp ult i32 %j, %n
  br i1 %in, label %add, label %next

add:
  %pi = getelementptr float, ptr addrspace(3) @s, i32 %i
  %pj = getelementptr float, ptr addrspace(3) @s, i32 %j
  %vj = load float, ptr addrspace(3) %pj
  %vi = load float, ptr addrspace(3) %pi
  %sum = fadd float %vi, %vj
  store float %sum, ptr addrspace(3) %pi
  br label %next

next:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %more = icmp ult i32 %twice, %n
  br i1 %more, label %loop, label %done

done:
  %r = load float, ptr addrspace(3) @s
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %r, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "nvvm.reqntid"="256" "target-cpu"="sm_90" }
