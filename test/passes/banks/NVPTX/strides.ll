; Where lanes are a value of the run time apart, the values that cause conflicts
; are told: one remark for each array and value.
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout-banks -disable-output %s -pass-remarks-analysis=f2layout-banks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; What is told is what happens.
; RUN: %f2sim %s --kernel words --block 32 --dynamic-shared 65536 --arg 2=32 --report | FileCheck %s --check-prefix=WORST
; RUN: %f2sim %s --kernel words --block 32 --dynamic-shared 65536 --arg 2=33 --report | FileCheck %s --check-prefix=BEST
; WORST: total 2 accesses, 64 wavefronts, 2 ideal
; BEST: total 2 accesses, 2 wavefronts, 2 ideal

target triple = "nvptx64-nvidia-cuda"

@s = external addrspace(3) global [0 x float], align 16
@fixed = internal addrspace(3) global [4096 x float] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; A store and a load of one array by one stride.
; CHECK-LABEL: bank conflicts in 'words'
; CHECK-NEXT: store of 4 bytes to s: stride d: 32-way conflict if 32 divides d, none if d is odd
; CHECK-NEXT: load of 4 bytes from s: stride d: 32-way conflict if 32 divides d, none if d is odd
; REMARK: remark: {{.*}}shared array s is accessed at a distance that is not known: stride d: 32-way conflict if 32 divides d, none if d is odd
define ptx_kernel void @words(ptr addrspace(1) %out, i32 %k, i32 %d) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %x, %d
  %p = getelementptr float, ptr addrspace(3) @s, i32 %i
  store float 1.0, ptr addrspace(3) %p
  %v = load float, ptr addrspace(3) %p
  %g = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %v, ptr addrspace(1) %g
  ret void
}

; An index of 64 bits, another pitch than the argument, and what all lanes add.
; CHECK-LABEL: bank conflicts in 'next'
; CHECK-NEXT: load of 4 bytes from fixed: stride n: 32-way conflict if 32 divides n + 1, none if n is even
; REMARK: remark: {{.*}}shared array fixed is accessed at a distance that is not known: stride n: 32-way conflict if 32 divides n + 1, none if n is even
define ptx_kernel void @next(ptr addrspace(1) %out, i32 %k, i32 %n) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pitch = add nsw i32 %n, 1
  %i = mul nsw i32 %x, %pitch
  %j = add nsw i32 %i, %k
  %w = sext i32 %j to i64
  %p = getelementptr float, ptr addrspace(3) @fixed, i64 %w
  %v = load float, ptr addrspace(3) %p
  %g = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %v, ptr addrspace(1) %g
  ret void
}

; 8 bytes, half of the lanes at a time; 16 bytes, some of them.
; CHECK-LABEL: bank conflicts in 'wide'
; CHECK-NEXT: load of 8 bytes from s: stride d: 16-way conflict if 16 divides d, none if d is odd
; CHECK-NEXT: load of 16 bytes from s: stride d: 8-way conflict if 8 divides d, none if d is odd
; REMARK-DAG: remark: {{.*}}shared array s is accessed at a distance that is not known: stride d: 16-way conflict if 16 divides d, none if d is odd
; REMARK-DAG: remark: {{.*}}shared array s is accessed at a distance that is not known: stride d: 8-way conflict if 8 divides d, none if d is odd
define ptx_kernel void @wide(ptr addrspace(1) %out, i32 %d) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %x, %d
  %p = getelementptr double, ptr addrspace(3) @s, i32 %i
  %v = load double, ptr addrspace(3) %p
  %q = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %i
  %w = load <4 x i32>, ptr addrspace(3) %q
  %g = getelementptr double, ptr addrspace(1) %out, i32 %x
  store double %v, ptr addrspace(1) %g
  %h = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %x
  store <4 x i32> %w, ptr addrspace(1) %h
  ret void
}

; Every second multiple: no value is free of conflicts.
; CHECK-LABEL: bank conflicts in 'twice'
; CHECK-NEXT: load of 4 bytes from s: stride d: 32-way conflict if 16 divides d;
; REMARK: remark: {{.*}}stride d: 32-way conflict if 16 divides d{{( \(in [^ ]+\))?$}}
define ptx_kernel void @twice(ptr addrspace(1) %out, i32 %d) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %xx = shl i32 %x, 1
  %i = mul i32 %xx, %d
  %p = getelementptr float, ptr addrspace(3) @s, i32 %i
  %v = load float, ptr addrspace(3) %p
  %g = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %v, ptr addrspace(1) %g
  ret void
}

; Two values, and what depends on memory: nothing can be said.
; CHECK-LABEL: bank conflicts in 'two'
; CHECK-NEXT: load of 4 bytes from s: not counted:
; CHECK-NEXT: load of 4 bytes from s: not counted:
define ptx_kernel void @two(ptr addrspace(1) %out, i32 %d, i32 %e) "target-cpu"="sm_90" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %x, %d
  %low = and i32 %x, 1
  %j = mul i32 %low, %e
  %k = add i32 %i, %j
  %p = getelementptr float, ptr addrspace(3) @s, i32 %k
  %v = load float, ptr addrspace(3) %p
  %g = getelementptr float, ptr addrspace(1) %out, i32 %x
  %m = load i32, ptr addrspace(1) %g
  %mi = mul i32 %m, %d
  %q = getelementptr float, ptr addrspace(3) @s, i32 %mi
  %w = load float, ptr addrspace(3) %q
  %sum = fadd float %v, %w
  store float %sum, ptr addrspace(1) %g
  ret void
}
