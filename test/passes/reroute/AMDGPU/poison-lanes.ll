; A poison element of a stored vector, such as the padding of a float3, must not
; affect its neighbours, which are stored together with it.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel padded --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel bytes --block 128

target triple = "amdgcn-amd-amdhsa"

@floats = internal addrspace(3) global [128 x <4 x i32>] poison, align 16
@quads = internal addrspace(3) global [128 x <4 x i8>] poison, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()

; Two words make a piece of 64 bits.
; CHECK-LABEL: @padded(
; CHECK: [[Q:%.*]] = insertelement <4 x i32> %v, i32 poison, i32 3
; CHECK: freeze <4 x i32> [[Q]]
; CHECK-NOT: freeze i64
; CHECK: ret void
define amdgpu_kernel void @padded(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %v = load <4 x i32>, ptr addrspace(1) %pi
  %q = insertelement <4 x i32> %v, i32 poison, i32 3
  %sp = getelementptr <4 x i32>, ptr addrspace(3) @floats, i32 %t
  store <4 x i32> %q, ptr addrspace(3) %sp
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %x = xor i32 %t, 1
  %lp = getelementptr <4 x i32>, ptr addrspace(3) @floats, i32 %x
  %po = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %r = load <4 x i32>, ptr addrspace(3) %lp
  store <4 x i32> %r, ptr addrspace(1) %po
  ret void
}

; Two bytes make a piece of 16 bits.
; CHECK-LABEL: @bytes(
; CHECK: [[Q:%.*]] = insertelement <4 x i8> %v, i8 poison, i32 3
; CHECK: freeze <4 x i8> [[Q]]
; CHECK-NOT: freeze i16
; CHECK: ret void
define amdgpu_kernel void @bytes(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr <4 x i8>, ptr addrspace(1) %in, i32 %t
  %v = load <4 x i8>, ptr addrspace(1) %pi
  %q = insertelement <4 x i8> %v, i8 poison, i32 3
  %sp = getelementptr <4 x i8>, ptr addrspace(3) @quads, i32 %t
  store <4 x i8> %q, ptr addrspace(3) %sp
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %x = xor i32 %t, 1
  %lp = getelementptr <4 x i8>, ptr addrspace(3) @quads, i32 %x
  %po = getelementptr <4 x i8>, ptr addrspace(1) %out, i32 %t
  %r = load <2 x i8>, ptr addrspace(3) %lp
  %lp2 = getelementptr i8, ptr addrspace(3) %lp, i32 2
  %r2 = load <2 x i8>, ptr addrspace(3) %lp2
  store <2 x i8> %r, ptr addrspace(1) %po
  %po2 = getelementptr i8, ptr addrspace(1) %po, i32 2
  store <2 x i8> %r2, ptr addrspace(1) %po2
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="1,128" "target-cpu"="gfx1100" "uniform-work-group-size"="true" }
