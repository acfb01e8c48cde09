; permlane32_swap exchanges the upper lanes of one word with the lower lanes of
; another.
; REQUIRES: gfx950
; RUN: %f2sim %s --kernel swap32 --block 64 --fill 0=iota32 --dump 1:4 --dump 2:4 | FileCheck %s --check-prefix=SWAP
; SWAP: arg 1:
; SWAP-NEXT: 000000: 00000000
; SWAP: arg 2:
; SWAP-NEXT: 000000: 20000000

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
define internal i32 @get(ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  ret i32 %v
}
define internal void @put(ptr addrspace(1) %out, i32 %w) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
define amdgpu_kernel void @swap32(ptr addrspace(1) %in, ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %r = call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32 %v, i32 %v, i1 false, i1 false)
  %x = extractvalue { i32, i32 } %r, 0
  %y = extractvalue { i32, i32 } %r, 1
  call void @put(ptr addrspace(1) %a, i32 %x)
  call void @put(ptr addrspace(1) %b, i32 %y)
  ret void
}
attributes #0 = { "target-cpu"="gfx950" }
