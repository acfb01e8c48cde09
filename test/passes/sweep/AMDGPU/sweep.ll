; RUN: %f2opt -passes=f2layout-sweep -S %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-p3:32:32-p5:32:32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

; CHECK-NOT: @gone
; CHECK: @used = internal
@gone = internal addrspace(3) global [64 x i32] poison
@used = internal addrspace(3) global [64 x i32] poison

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
; CHECK-NOT: mbcnt

; CHECK-LABEL: define amdgpu_kernel void @rerouted(
; CHECK-NOT: "f2layout-rerouted"
; CHECK: %t = call
; CHECK-NEXT: %b = getelementptr i32, ptr addrspace(3) @used
; CHECK-NEXT: store
; CHECK-NEXT: ret void
define amdgpu_kernel void @rerouted() "f2layout-rerouted" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %hi = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lo)
  %a = getelementptr i32, ptr addrspace(3) @gone, i32 %hi
  %b = getelementptr i32, ptr addrspace(3) @used, i32 %t
  store i32 %t, ptr addrspace(3) %b
  ret void
}
