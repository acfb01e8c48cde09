; AMDGPU barriers order memory only together with fences of their scope.
; RUN: %f2sim %s --kernel fenced --block 128 | FileCheck %s --check-prefix=NONE --implicit-check-not=race
; RUN: not %f2sim %s --kernel unfenced --block 128 | FileCheck %s --check-prefix=RACE
; RUN: %f2sim %s --kernel wave --block 128 | FileCheck %s --check-prefix=NONE --implicit-check-not=race
; RUN: not %f2sim %s --kernel wave_across --block 128 | FileCheck %s --check-prefix=RACE
; RUN: not %f2sim %s --kernel wave_scope --block 128 | FileCheck %s --check-prefix=RACE
; RUN: %f2sim %s --kernel leaving --block 128 | FileCheck %s --check-prefix=NONE --implicit-check-not=race
; RUN: not %f2sim %s --kernel divergent --block 128 | FileCheck %s --check-prefix=DIVERGENT
; NONE: kernel
; RACE: race: byte {{[0-9]+}} of @s
; DIVERGENT: divergence: barrier in divergent code: only lanes 0-15 of the wave are here

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [128 x i32] poison, align 4
define internal void @write() {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p, align 4
  ret void
}
define internal void @read(ptr addrspace(1) %out, i32 %mask) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %x = xor i32 %t, %mask
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %v = load i32, ptr addrspace(3) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %q, align 4
  ret void
}
define amdgpu_kernel void @fenced(ptr addrspace(1) %out) #0 {
  call void @write()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  call void @read(ptr addrspace(1) %out, i32 64)
  ret void
}
define amdgpu_kernel void @unfenced(ptr addrspace(1) %out) #0 {
  call void @write()
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  call void @read(ptr addrspace(1) %out, i32 64)
  ret void
}
define amdgpu_kernel void @wave(ptr addrspace(1) %out) #0 {
  call void @write()
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  call void @read(ptr addrspace(1) %out, i32 32)
  ret void
}
define amdgpu_kernel void @wave_across(ptr addrspace(1) %out) #0 {
  call void @write()
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  call void @read(ptr addrspace(1) %out, i32 64)
  ret void
}
; A barrier of the block between fences of the wave orders only the wave.
define amdgpu_kernel void @wave_scope(ptr addrspace(1) %out) #0 {
  call void @write()
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acquire
  call void @read(ptr addrspace(1) %out, i32 64)
  ret void
}
define amdgpu_kernel void @divergent(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %a, label %b
a:
  call void @llvm.amdgcn.s.barrier()
  br label %b
b:
  store i32 %t, ptr addrspace(1) %out, align 4
  ret void
}
; Lanes that have nothing left to do but to return have left.
define amdgpu_kernel void @leaving(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 80
  br i1 %c, label %a, label %b
a:
  call void @write()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  call void @read(ptr addrspace(1) %out, i32 1)
  br label %b
b:
  ret void
}
attributes #0 = { "target-cpu"="gfx942" }
