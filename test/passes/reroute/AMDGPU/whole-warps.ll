; One array serves two exchanges within the warp. In an incomplete last warp, a
; lane may read what the first one left; if there is none, nothing is tested.
; RUN: %f2opt -passes='f2layout<whole-warps>' -S %s -o %t.whole.ll
; RUN: FileCheck %s --input-file=%t.whole.ll --check-prefix=WHOLE
; RUN: %f2opt -passes=f2layout -f2layout-whole-warps -S %s -o %t.option.ll
; RUN: diff %t.whole.ll %t.option.ll
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll --check-prefix=KNOWN
; RUN: %f2sim --equal %s %t.whole.ll --kernel two_stages --block 128
; RUN: %f2sim --equal %s %t.whole.ll --kernel two_stages --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel two_stages --block 100
; RUN: %f2sim --equal %s %t.after.ll --kernel known --block 128

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [128 x i32] undef

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; WHOLE-LABEL: @two_stages(
; WHOLE-NOT: implicitarg
; WHOLE-NOT: s.barrier
; WHOLE-NOT: addrspace(3)
; WHOLE: ret void
; CHECK-LABEL: @two_stages(
; CHECK: implicitarg
; CHECK: br i1
define amdgpu_kernel void @two_stages(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %s0 = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x5 = xor i32 %t, 5
  %l0 = getelementptr i32, ptr addrspace(3) @tile, i32 %x5
  %w = load i32, ptr addrspace(3) %l0
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m = mul i32 %w, 7
  %x2 = xor i32 %t, 2
  %s1 = getelementptr i32, ptr addrspace(3) @tile, i32 %x2
  store i32 %m, ptr addrspace(3) %s1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x8 = xor i32 %t, 8
  %l1 = getelementptr i32, ptr addrspace(3) @tile, i32 %x8
  %r = load i32, ptr addrspace(3) %l1
  store i32 %r, ptr addrspace(1) %po
  ret void
}

; Equal bounds of the flat size say the same.
; KNOWN-LABEL: @known(
; KNOWN-NOT: implicitarg
; KNOWN-NOT: s.barrier
; KNOWN: ret void
define amdgpu_kernel void @known(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %s0 = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x5 = xor i32 %t, 5
  %l0 = getelementptr i32, ptr addrspace(3) @tile, i32 %x5
  %w = load i32, ptr addrspace(3) %l0
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m = mul i32 %w, 7
  %x2 = xor i32 %t, 2
  %s1 = getelementptr i32, ptr addrspace(3) @tile, i32 %x2
  store i32 %m, ptr addrspace(3) %s1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x8 = xor i32 %t, 8
  %l1 = getelementptr i32, ptr addrspace(3) @tile, i32 %x8
  %r = load i32, ptr addrspace(3) %l1
  store i32 %r, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="1,128" "target-cpu"="gfx1100" "uniform-work-group-size"="true" }
attributes #1 = { "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx1100" "uniform-work-group-size"="true" }
