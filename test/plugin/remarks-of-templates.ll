; What concerns several kernels of a template is said once, long names show what
; differs, and remarks on which nobody can act come last.
; RUN: split-file %s %t
; RUN: %f2opt -passes="f2layout<no-test-align>" -disable-output %t/templates.ll \
; RUN:   -pass-remarks-missed=f2layout 2>&1 | FileCheck %s --check-prefix=JOINED --implicit-check-not=remark:
; RUN: %f2opt -passes="f2layout<no-test-align>" -disable-output %t/order.ll \
; RUN:   -pass-remarks-missed=f2layout 2>&1 | FileCheck %s --check-prefix=ORDER --implicit-check-not=remark:
; RUN: %f2opt -passes="f2layout<no-guess>" -disable-output %t/single.ll \
; RUN:   -pass-remarks-missed=f2layout 2>&1 | FileCheck %s --check-prefix=SINGLE --implicit-check-not=remark:

; JOINED: remark: <unknown>:0:0: 2 loads of 4 bytes from 'in' could be 1 of 8 bytes, {{.*}} (in pair<1> and 2 other kernels of the template)
; JOINED: remark: <unknown>:0:0: 2 loads of 4 bytes from 'other' could be 1 of 8 bytes, {{.*}} (in pair<4>)
; JOINED: remark: <unknown>:0:0: 2 loads of 4 bytes from 'in' could be 1 of 8 bytes, {{.*}} (in scan<... 1...>)
; JOINED: remark: <unknown>:0:0: 2 loads of 4 bytes from 'out' could be 1 of 8 bytes, {{.*}} (in scan<... 2...>)

; The exchange in the loop would be worth more, but is not affine.
; ORDER: remark: {{.*}} 2 loads of 4 bytes from 'in' could be 1 of 8 bytes
; ORDER: remark: {{.*}} shared exchange through s of 1 x i32 per thread across the block stays: no shuffles: {{.*}}(not affine over F2)

; SINGLE: remark: {{.*}} values cross warps and the block's size is not known; F2_BLOCK(x, y, z), the attribute "f2layout-block" or the option block= states it; __launch_bounds__ may suggest it (in k)

;--- templates.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent nocallback

define ptx_kernel void @_Z4pairILi1EEvPi(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %b
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %y = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %r, align 4
  ret void
}

define ptx_kernel void @_Z4pairILi2EEvPi(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %b
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %y = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %r, align 4
  ret void
}

define ptx_kernel void @_Z4pairILi3EEvPi(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %b
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %y = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %r, align 4
  ret void
}

define ptx_kernel void @_Z4pairILi4EEvPi(ptr addrspace(1) noalias %other, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p = getelementptr i32, ptr addrspace(1) %other, i32 %b
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %y = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %r, align 4
  ret void
}

define ptx_kernel void @_Z4scanI5BlockIi13LongAlgorithm10LongPolicyLi1EE6LongerIcE12EvenLongerXXEvv(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %b
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %y = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %r, align 4
  ret void
}

define ptx_kernel void @_Z4scanI5BlockIi13LongAlgorithm10LongPolicyLi2EE6LongerIcE12EvenLongerXXEvv(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %to) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %y = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr addrspace(1) %to, i32 %t
  store i32 %s, ptr addrspace(1) %r, align 4
  ret void
}

;--- order.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent nocallback

@s = internal addrspace(3) global [128 x i32] poison

define ptx_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) "target-cpu"="sm_90" "nvvm.reqntid"="128" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %b
  %x = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %y = load i32, ptr addrspace(1) %q, align 4
  %z = add i32 %x, %y
  %to = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %three = mul i32 %t, 3
  %turned = and i32 %three, 127
  %from = getelementptr i32, ptr addrspace(3) @s, i32 %turned
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi i32 [ %z, %entry ], [ %w, %loop ]
  store i32 %v, ptr addrspace(3) %to, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %from, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %r, align 4
  ret void
}

;--- single.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent nocallback

@s = internal addrspace(3) global [1024 x i32] poison

define ptx_kernel void @k(ptr addrspace(1) noalias %out) "target-cpu"="sm_90" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %to = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %to, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %turned = xor i32 %t, 32
  %from = getelementptr i32, ptr addrspace(3) @s, i32 %turned
  %w = load i32, ptr addrspace(3) %from, align 4
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %r, align 4
  ret void
}
