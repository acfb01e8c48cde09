; On AMD a wave executes s_barrier once, whichever of its lanes are active, and
; HIP's cooperative groups are __syncthreads(). There is nothing to prove, and
; nothing changes.
; RUN: %f2opt -passes=f2layout-align-barriers -S %s -o %t.ll
; RUN: %f2opt -passes=verify -S %s -o %t.same.ll
; RUN: diff %t.ll %t.same.ll
; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.workitem.id.x()

; cg::sync(block), block.sync() and __syncthreads() of HIP 5 and later.
; CHECK-LABEL: barriers of @whole: 1
; CHECK-NEXT: block
define amdgpu_kernel void @whole() #0 {
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}

; Under a condition, and without fences, which order memory.
; CHECK-LABEL: barriers of @parts: 2
; CHECK-NEXT: block
; CHECK-NEXT: other
define amdgpu_kernel void @parts() #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %some, label %end
some:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %end
end:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

attributes #0 = { "target-cpu"="gfx942" }
