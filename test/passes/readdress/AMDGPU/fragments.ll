; The fragments of rocWMMA are plain loads of each lane, in rows at a distance, so
; a tile of any pitch is swizzled, or its rows get another pitch.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel power --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel other --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel volatile --block 256

target triple = "amdgcn-amd-amdhsa"

@power.s = internal addrspace(3) global [64 x [64 x half]] undef, align 16
@other.s = internal addrspace(3) global [64 x [96 x half]] undef, align 16
@volatile.s = internal addrspace(3) global [64 x [96 x half]] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32, i32, i32)

; 16 rows of 128 bytes, 8 bytes a lane.
; REMARK: remark: {{.*}}rows of shared array power.s are 144 instead of 128 bytes apart: the 4 accesses of a block take 576 -> 128 LDS cycles, and the array takes 1024 bytes more{{( \(in [^ ]+\))?$}}
; CHECK-DAG: @power.s.f2 = internal addrspace(3) global [9216 x i8]
; CHECK-DAG: @other.s = internal addrspace(3) global [64 x [96 x half]]
; CHECK-LABEL: @power(
; CHECK: mul nsw i32 {{.*}}, 144
define amdgpu_kernel void @power(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %n0 = add nuw nsw i32 %t, 0
  %r0 = udiv i32 %n0, 8
  %q0 = urem i32 %n0, 8
  %c0 = shl nuw nsw i32 %q0, 3
  %from0 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n0
  %v0 = load <8 x half>, ptr addrspace(1) %from0, align 16
  %to0 = getelementptr [64 x half], ptr addrspace(3) @power.s, i32 %r0, i32 %c0
  store <8 x half> %v0, ptr addrspace(3) %to0, align 16
  %n1 = add nuw nsw i32 %t, 256
  %r1 = udiv i32 %n1, 8
  %q1 = urem i32 %n1, 8
  %c1 = shl nuw nsw i32 %q1, 3
  %from1 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n1
  %v1 = load <8 x half>, ptr addrspace(1) %from1, align 16
  %to1 = getelementptr [64 x half], ptr addrspace(3) @power.s, i32 %r1, i32 %c1
  store <8 x half> %v1, ptr addrspace(3) %to1, align 16
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = lshr i32 %t, 6
  %w16 = shl nuw nsw i32 %w, 4
  %lane = and i32 %t, 15
  %row = or disjoint i32 %w16, %lane
  %k = lshr i32 %t, 4
  %k3 = and i32 %k, 3
  %k4 = shl nuw nsw i32 %k3, 2
  %pa = getelementptr [64 x half], ptr addrspace(3) @power.s, i32 %row, i32 %k4
  %a = load <4 x half>, ptr addrspace(3) %pa, align 8
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 32
  %b = load <4 x half>, ptr addrspace(3) %pb, align 8
  %d = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %o = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %d, ptr addrspace(1) %o
  ret void
}

; 192 bytes.
; REMARK: remark: {{.*}}shared array other.s swizzled: the 5 accesses of a block take 352 -> 160 LDS cycles{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @other(
; CHECK: xor
define amdgpu_kernel void @other(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %n0 = add nuw nsw i32 %t, 0
  %r0 = udiv i32 %n0, 12
  %q0 = urem i32 %n0, 12
  %c0 = shl nuw nsw i32 %q0, 3
  %from0 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n0
  %v0 = load <8 x half>, ptr addrspace(1) %from0, align 16
  %to0 = getelementptr [96 x half], ptr addrspace(3) @other.s, i32 %r0, i32 %c0
  store <8 x half> %v0, ptr addrspace(3) %to0, align 16
  %n1 = add nuw nsw i32 %t, 256
  %r1 = udiv i32 %n1, 12
  %q1 = urem i32 %n1, 12
  %c1 = shl nuw nsw i32 %q1, 3
  %from1 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n1
  %v1 = load <8 x half>, ptr addrspace(1) %from1, align 16
  %to1 = getelementptr [96 x half], ptr addrspace(3) @other.s, i32 %r1, i32 %c1
  store <8 x half> %v1, ptr addrspace(3) %to1, align 16
  %n2 = add nuw nsw i32 %t, 512
  %r2 = udiv i32 %n2, 12
  %q2 = urem i32 %n2, 12
  %c2 = shl nuw nsw i32 %q2, 3
  %from2 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n2
  %v2 = load <8 x half>, ptr addrspace(1) %from2, align 16
  %to2 = getelementptr [96 x half], ptr addrspace(3) @other.s, i32 %r2, i32 %c2
  store <8 x half> %v2, ptr addrspace(3) %to2, align 16
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = lshr i32 %t, 6
  %w16 = shl nuw nsw i32 %w, 4
  %lane = and i32 %t, 15
  %row = or disjoint i32 %w16, %lane
  %k = lshr i32 %t, 4
  %k3 = and i32 %k, 3
  %k4 = shl nuw nsw i32 %k3, 2
  %pa = getelementptr [96 x half], ptr addrspace(3) @other.s, i32 %row, i32 %k4
  %a = load <4 x half>, ptr addrspace(3) %pa, align 8
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 32
  %b = load <4 x half>, ptr addrspace(3) %pb, align 8
  %d = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %o = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %d, ptr addrspace(1) %o
  ret void
}

; Volatile accesses keep their places.
; CHECK-LABEL: @volatile(
; CHECK-NOT: xor
; CHECK: ret void
define amdgpu_kernel void @volatile(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %n0 = add nuw nsw i32 %t, 0
  %r0 = udiv i32 %n0, 12
  %q0 = urem i32 %n0, 12
  %c0 = shl nuw nsw i32 %q0, 3
  %from0 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n0
  %v0 = load <8 x half>, ptr addrspace(1) %from0, align 16
  %to0 = getelementptr [96 x half], ptr addrspace(3) @volatile.s, i32 %r0, i32 %c0
  store <8 x half> %v0, ptr addrspace(3) %to0, align 16
  %n1 = add nuw nsw i32 %t, 256
  %r1 = udiv i32 %n1, 12
  %q1 = urem i32 %n1, 12
  %c1 = shl nuw nsw i32 %q1, 3
  %from1 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n1
  %v1 = load <8 x half>, ptr addrspace(1) %from1, align 16
  %to1 = getelementptr [96 x half], ptr addrspace(3) @volatile.s, i32 %r1, i32 %c1
  store <8 x half> %v1, ptr addrspace(3) %to1, align 16
  %n2 = add nuw nsw i32 %t, 512
  %r2 = udiv i32 %n2, 12
  %q2 = urem i32 %n2, 12
  %c2 = shl nuw nsw i32 %q2, 3
  %from2 = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %n2
  %v2 = load <8 x half>, ptr addrspace(1) %from2, align 16
  %to2 = getelementptr [96 x half], ptr addrspace(3) @volatile.s, i32 %r2, i32 %c2
  store <8 x half> %v2, ptr addrspace(3) %to2, align 16
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = lshr i32 %t, 6
  %w16 = shl nuw nsw i32 %w, 4
  %lane = and i32 %t, 15
  %row = or disjoint i32 %w16, %lane
  %k = lshr i32 %t, 4
  %k3 = and i32 %k, 3
  %k4 = shl nuw nsw i32 %k3, 2
  %pa = getelementptr [96 x half], ptr addrspace(3) @volatile.s, i32 %row, i32 %k4
  %a = load volatile <4 x half>, ptr addrspace(3) %pa, align 8
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 32
  %b = load <4 x half>, ptr addrspace(3) %pb, align 8
  %d = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %o = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %d, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" "amdgpu-flat-work-group-size"="256,256" "f2layout-block"="256,1,1" }
