; The lanes of a switch whose cases are all there meet behind it: its default is
; never reached, and is no other end of the kernel.
; RUN: %f2sim %s --kernel all_cases --block 64 --dump 0 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-NOT: divergence
define amdgpu_kernel void @all_cases(ptr addrspace(1) %out) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %which = and i32 %t, 1
  switch i32 %which, label %never [
    i32 0, label %even
    i32 1, label %odd
  ]

never:
  unreachable

even:
  br label %join

odd:
  br label %join

join:
  %v = phi i32 [ 5, %even ], [ 7, %odd ]
  call void @llvm.amdgcn.s.barrier()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %p
  ret void
}
