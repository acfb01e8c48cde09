; RUN: %f2opt -passes='print<f2layout-uniformity>' -disable-output %s 2>&1 | FileCheck %s
;
; "Uniform" is for the block, not for the wave as in LLVM's own analysis.

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: uniformity of @values
; CHECK: varies: {{.*}}workitem.id.x
; CHECK: uniform: {{.*}}workgroup.id.x
; CHECK: varies: {{.*}}readfirstlane
; CHECK: varies: {{.*}}ballot
; CHECK: varies: {{.*}}mbcnt.lo
; CHECK: varies: {{.*}}mbcnt.hi
; CHECK: varies: {{.*}}wave.id
; CHECK: uniform: {{.*}}implicitarg.ptr
; CHECK: uniform: {{.*}} load i16, ptr addrspace(4)
; CHECK: uniform: {{.*}}wavefrontsize
; CHECK: uniform: {{.*}}amdgcn.perm(i32 %n
; CHECK: varies: {{.*}}amdgcn.perm(i32 %t
; CHECK: uniform: {{.*}}__ocml_sin_f32
define amdgpu_kernel void @values(i32 %n, float %f, ptr addrspace(1) %o) "target-cpu"="gfx942" "uniform-work-group-size"="true" {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %n)
  %ballot = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %hi = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lo)
  %wave = call i32 @llvm.amdgcn.wave.id()
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %p = getelementptr i8, ptr addrspace(4) %i, i64 12
  %d = load i16, ptr addrspace(4) %p
  %w = call i32 @llvm.amdgcn.wavefrontsize()
  %u = call i32 @llvm.amdgcn.perm(i32 %n, i32 %n, i32 %b)
  %v = call i32 @llvm.amdgcn.perm(i32 %t, i32 %n, i32 %b)
  %s = call float @__ocml_sin_f32(float %f)
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; HIP without device libraries, and its fences: the calls return.
; CHECK-LABEL: uniformity of @hip
; CHECK: %entry: reached uniformly
; CHECK: varies: {{.*}}__ockl_get_local_id
; CHECK: uniform: {{.*}}__ockl_get_local_size
; CHECK: %then: not reached uniformly: branch in %entry
; CHECK: %join: reached uniformly
define amdgpu_kernel void @hip() {
entry:
  %t = call i64 @__ockl_get_local_id(i32 0)
  %d = call i64 @__ockl_get_local_size(i32 0)
  %c = icmp ult i64 %t, 7
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  call void @__atomic_work_item_fence(i32 1, i32 3, i32 1)
  call void @llvm.amdgcn.s.barrier()
  call void @__atomic_work_item_fence(i32 1, i32 2, i32 1)
  ret void
}

; One wave takes the branch, another does not: LLVM calls it uniform.
; CHECK-LABEL: uniformity of @per_wave
; CHECK: divergent branch
; CHECK: %then: not reached uniformly: branch in %entry
define amdgpu_kernel void @per_wave() {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %w = lshr i32 %t, 6
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %w)
  %c = icmp eq i32 %first, 0
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  ret void
}

; s_endpgm ends the wave.
; CHECK-LABEL: uniformity of @ended
; CHECK: %rest: not reached uniformly: branch in %entry
define amdgpu_kernel void @ended() {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %then, label %rest
then:
  call void asm sideeffect "s_endpgm", ""()
  br label %rest
rest:
  ret void
}

declare i64 @__ockl_get_local_id(i32)
declare i64 @__ockl_get_local_size(i32)
declare void @__atomic_work_item_fence(i32, i32, i32)
declare float @__ocml_sin_f32(float) memory(none) willreturn
