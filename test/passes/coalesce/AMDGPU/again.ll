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
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @again(ptr addrspace(1) noalias captures(none) %points, ptr addrspace(1) noalias captures(none) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = zext i32 %t to i64
  %p0 = getelementptr [12 x i32], ptr addrspace(1) %points, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %p4 = getelementptr i8, ptr addrspace(1) %p0, i64 16
  %p5 = getelementptr i8, ptr addrspace(1) %p0, i64 20
  %p6 = getelementptr i8, ptr addrspace(1) %p0, i64 24
  %p7 = getelementptr i8, ptr addrspace(1) %p0, i64 28
  %p8 = getelementptr i8, ptr addrspace(1) %p0, i64 32
  %p9 = getelementptr i8, ptr addrspace(1) %p0, i64 36
  %p10 = getelementptr i8, ptr addrspace(1) %p0, i64 40
  %p11 = getelementptr i8, ptr addrspace(1) %p0, i64 44
  %old = load i32, ptr addrspace(1) %p1
  %v0 = add i32 %t, 100
  %v1 = add i32 %t, 200
  %v2 = add i32 %t, 300
  %v3 = add i32 %t, 400
  %v4 = add i32 %t, 500
  %v5 = add i32 %t, 600
  %v6 = add i32 %t, 700
  %v7 = add i32 %t, 800
  %v8 = add i32 %t, 900
  %v9 = add i32 %t, 1000
  %v10 = add i32 %t, 1100
  %v11 = add i32 %t, 1200
  store i32 %v0, ptr addrspace(1) %p0
  store i32 %v1, ptr addrspace(1) %p1
  store i32 %v2, ptr addrspace(1) %p2
  store i32 %v3, ptr addrspace(1) %p3
  store i32 %v4, ptr addrspace(1) %p4
  store i32 %v5, ptr addrspace(1) %p5
  store i32 %v6, ptr addrspace(1) %p6
  store i32 %v7, ptr addrspace(1) %p7
  store i32 %v8, ptr addrspace(1) %p8
  store i32 %v9, ptr addrspace(1) %p9
  store i32 %v10, ptr addrspace(1) %p10
  store i32 %v11, ptr addrspace(1) %p11
  %new = load i32, ptr addrspace(1) %p1
  %difference = sub i32 %new, %old
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %difference, ptr addrspace(1) %o
  ret void
}

attributes #0 = { nosync memory(argmem: readwrite) "target-cpu"="gfx942" }
