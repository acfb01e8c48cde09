; A value that is loaded again behind the stores is what another lane stored.
; LLVM must not take the one from before them, though the array is noalias.
; RUN: %f2opt -passes='function(f2layout-coalesce)' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel again --block 64 --grid 2 --quiet
; RUN: %llvm_tools/opt -verify-each -passes='default<O2>' -S %t.ll -o %t.opt.ll
; RUN: %f2sim --equal %s %t.opt.ll --kernel again --block 64 --grid 2 --quiet

; Lanes synchronise now, and a lane's array is known to the others.
; CHECK: define {{.*}}@again(ptr addrspace(1) noalias %points, ptr addrspace(1) noalias %out) #[[ATTRIBUTES:[0-9]+]]
; CHECK: f2.beside:
; CHECK: attributes #[[ATTRIBUTES]] = {
; CHECK-NOT: nosync
; CHECK-NOT: memory(
; CHECK-SAME: convergent
; CHECK-NOT: nosync
; CHECK-NOT: memory(
; CHECK-SAME: "f2layout-coalesced"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @again(ptr addrspace(1) noalias captures(none) %points, ptr addrspace(1) noalias captures(none) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr [3 x i32], ptr addrspace(1) %points, i64 %i
  %py = getelementptr i8, ptr addrspace(1) %p, i64 4
  %pz = getelementptr i8, ptr addrspace(1) %p, i64 8
  %old = load i32, ptr addrspace(1) %py
  %a = add i32 %t, 100
  %b = add i32 %t, 200
  %c = add i32 %t, 300
  store i32 %a, ptr addrspace(1) %p
  store i32 %b, ptr addrspace(1) %py
  store i32 %c, ptr addrspace(1) %pz
  %new = load i32, ptr addrspace(1) %py
  %difference = sub i32 %new, %old
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %difference, ptr addrspace(1) %o
  ret void
}

attributes #0 = { nosync memory(argmem: readwrite) "target-cpu"="sm_90" }
