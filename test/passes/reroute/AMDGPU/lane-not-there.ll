; Lane ^ 16 in bytes, two of which the code uses as one half. In the last wave of a
; block of 33 threads lane 16 does not exist. The byte that would come from it is
; undefined, before and after; the thread's own byte beside it must be kept.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s < %t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel k --block 33 --quiet
; RUN: %f2sim --equal %s %t.after.ll --kernel k --block 64 --quiet

target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [320 x i8] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()

; CHECK: %[[MOVED:.*]] = call i32 @llvm.amdgcn.permlanex16.i32(
; CHECK-NEXT: freeze i32 %[[MOVED]]
; CHECK-NOT: addrspace(3)
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="1,128" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i16, ptr addrspace(1) %in, i32 %t
  %x = load i16, ptr addrspace(1) %from
  %low = trunc i16 %x to i8
  %x.high = lshr i16 %x, 8
  %high = trunc i16 %x.high to i8
  %lane = and i32 %t, 31
  %of.lane = shl i32 %lane, 1
  %wave = and i32 %t, 96
  %of.wave = shl i32 %wave, 1
  %slice = getelementptr i8, ptr addrspace(3) @s, i32 %of.wave
  %p = getelementptr i8, ptr addrspace(3) %slice, i32 %of.lane
  store i8 %low, ptr addrspace(3) %p
  %p1 = getelementptr i8, ptr addrspace(3) %p, i32 1
  store i8 %high, ptr addrspace(3) %p1
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %own = load i8, ptr addrspace(3) %p
  %one = insertelement <2 x i8> poison, i8 %own, i64 0
  %other = xor i32 %of.lane, 33
  %q = getelementptr i8, ptr addrspace(3) %slice, i32 %other
  %theirs = load i8, ptr addrspace(3) %q
  %two = insertelement <2 x i8> %one, i8 %theirs, i64 1
  %half = bitcast <2 x i8> %two to i16
  %to = getelementptr i16, ptr addrspace(1) %out, i32 %t
  store i16 %half, ptr addrspace(1) %to
  ret void
}
