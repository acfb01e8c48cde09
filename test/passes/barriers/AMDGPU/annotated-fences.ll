; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s
;
; Fences can be limited to some address spaces. A barrier whose fences exclude
; shared memory does not order it.

target triple = "amdgcn-amd-amdhsa"

; __builtin_amdgcn_fence(..., "workgroup", "local")
; CHECK-LABEL: barriers of @local: 1
; CHECK-NEXT: block in %entry: {{.*}}(shared memory only)
define amdgpu_kernel void @local() {
entry:
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ret void
}

; CHECK-LABEL: barriers of @both: 1
; CHECK-NEXT: block in %entry: {{.*}}acquire, !mmra !{{[0-9]+$}}
define amdgpu_kernel void @both() {
entry:
  fence syncscope("workgroup") release, !mmra !2
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !2
  ret void
}

; CHECK-LABEL: barriers of @global: 3
; CHECK-COUNT-3: other in %entry:
define amdgpu_kernel void @global() {
entry:
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  ret void
}

; An unknown annotation may have any meaning.
; CHECK-LABEL: barriers of @unknown: 3
; CHECK-COUNT-3: other in %entry:
define amdgpu_kernel void @unknown() {
entry:
  fence syncscope("workgroup") release, !mmra !3
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !3
  ret void
}

; HIP with old device libraries: fences are calls. Flag 1 is local memory, order
; 3 release and 2 acquire, scope 1 the block.
; CHECK-LABEL: barriers of @called: 6
; CHECK-NEXT: block in %entry: {{.*}}(shared memory only)
; CHECK-NEXT: block in %entry: {{.*}}i32 2, i32 1){{$}}
; CHECK-NEXT: warp in %entry:
; CHECK-NEXT: other in %entry: {{.*}}i32 2, i32 3, i32 1
; CHECK-NEXT: other in %entry: {{.*}}s.barrier
; CHECK-NEXT: other in %entry: {{.*}}i32 2, i32 2, i32 1
define amdgpu_kernel void @called() {
entry:
  call void @__atomic_work_item_fence(i32 1, i32 3, i32 1)
  call void @llvm.amdgcn.s.barrier()
  call void @__atomic_work_item_fence(i32 1, i32 2, i32 1)
  call void @__atomic_work_item_fence(i32 3, i32 3, i32 1)
  call void @llvm.amdgcn.s.barrier()
  call void @__atomic_work_item_fence(i32 3, i32 2, i32 1)
  call void @__atomic_work_item_fence(i32 3, i32 3, i32 4)
  call void @llvm.amdgcn.wave.barrier()
  call void @__atomic_work_item_fence(i32 3, i32 2, i32 4)
  call void @__atomic_work_item_fence(i32 2, i32 3, i32 1)
  call void @llvm.amdgcn.s.barrier()
  call void @__atomic_work_item_fence(i32 2, i32 2, i32 1)
  ret void
}

; Arguments that are not constant, or invalid.
; CHECK-LABEL: barriers of @called_with_anything: 6
; CHECK-COUNT-6: other in %entry:
define amdgpu_kernel void @called_with_anything(i32 %flags) {
entry:
  call void @__atomic_work_item_fence(i32 %flags, i32 3, i32 1)
  call void @llvm.amdgcn.s.barrier()
  call void @__atomic_work_item_fence(i32 %flags, i32 2, i32 1)
  call void @__atomic_work_item_fence(i32 3, i32 -3, i32 1)
  call void @llvm.amdgcn.s.barrier()
  call void @__atomic_work_item_fence(i32 3, i32 2, i32 77)
  ret void
}

declare void @__atomic_work_item_fence(i32, i32, i32) convergent nounwind

!0 = !{!"amdgpu-synchronize-as", !"local"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!0, !1}
!3 = !{!"something", !"local"}
