; Registers of a block's largest size: four SIMDs of 512 for every lane of a wave64.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout-reroute \
; RUN:   -pass-remarks-missed=f2layout-reroute -pass-remarks-output=%t.yaml 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=NAME --input-file=%t.yaml
; RUN: %f2sim --equal %s %t.after.ll --kernel fits --block 128 --dynamic-shared 32768

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@dynamic = external addrspace(3) global [0 x i8], align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()
declare i64 @__ockl_get_local_size(i32)

; 1024 threads have 128 registers each; 64 words in and 64 out do not fit.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 32 x i64 per thread within each wave stays: the plan keeps 128 words of every thread in registers, too many for the {{[0-9]+}} that it has
; NAME: Name: {{ *}}RegisterPressure
; NAME-NEXT: Function: {{ *}}too_many
; CHECK-LABEL: @too_many(
; CHECK: store <16 x i32> %{{.*}}, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @too_many(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,1024" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = shl i32 %t, 8
  %y = xor i32 %t, 1
  %row2 = shl i32 %y, 8
  %a = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row
  %b = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row2
  %i = getelementptr i8, ptr addrspace(1) %in, i32 %row
  %o = getelementptr i8, ptr addrspace(1) %out, i32 %row
  %i0 = getelementptr i8, ptr addrspace(1) %i, i32 0
  %v0 = load <16 x i32>, ptr addrspace(1) %i0
  %a0 = getelementptr i8, ptr addrspace(3) %a, i32 0
  store <16 x i32> %v0, ptr addrspace(3) %a0, align 16
  %i1 = getelementptr i8, ptr addrspace(1) %i, i32 64
  %v1 = load <16 x i32>, ptr addrspace(1) %i1
  %a1 = getelementptr i8, ptr addrspace(3) %a, i32 64
  store <16 x i32> %v1, ptr addrspace(3) %a1, align 16
  %i2 = getelementptr i8, ptr addrspace(1) %i, i32 128
  %v2 = load <16 x i32>, ptr addrspace(1) %i2
  %a2 = getelementptr i8, ptr addrspace(3) %a, i32 128
  store <16 x i32> %v2, ptr addrspace(3) %a2, align 16
  %i3 = getelementptr i8, ptr addrspace(1) %i, i32 192
  %v3 = load <16 x i32>, ptr addrspace(1) %i3
  %a3 = getelementptr i8, ptr addrspace(3) %a, i32 192
  store <16 x i32> %v3, ptr addrspace(3) %a3, align 16
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %b0 = getelementptr i8, ptr addrspace(3) %b, i32 0
  %w0 = load <16 x i32>, ptr addrspace(3) %b0, align 16
  %o0 = getelementptr i8, ptr addrspace(1) %o, i32 0
  store <16 x i32> %w0, ptr addrspace(1) %o0
  %b1 = getelementptr i8, ptr addrspace(3) %b, i32 64
  %w1 = load <16 x i32>, ptr addrspace(3) %b1, align 16
  %o1 = getelementptr i8, ptr addrspace(1) %o, i32 64
  store <16 x i32> %w1, ptr addrspace(1) %o1
  %b2 = getelementptr i8, ptr addrspace(3) %b, i32 128
  %w2 = load <16 x i32>, ptr addrspace(3) %b2, align 16
  %o2 = getelementptr i8, ptr addrspace(1) %o, i32 128
  store <16 x i32> %w2, ptr addrspace(1) %o2
  %b3 = getelementptr i8, ptr addrspace(3) %b, i32 192
  %w3 = load <16 x i32>, ptr addrspace(3) %b3, align 16
  %o3 = getelementptr i8, ptr addrspace(1) %o, i32 192
  store <16 x i32> %w3, ptr addrspace(1) %o3
  ret void
}

; 512 threads have 256.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 32 x i64 per thread within each wave became
; CHECK-LABEL: @fits(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @fits(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,512" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = shl i32 %t, 8
  %y = xor i32 %t, 1
  %row2 = shl i32 %y, 8
  %a = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row
  %b = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row2
  %i = getelementptr i8, ptr addrspace(1) %in, i32 %row
  %o = getelementptr i8, ptr addrspace(1) %out, i32 %row
  %i0 = getelementptr i8, ptr addrspace(1) %i, i32 0
  %v0 = load <16 x i32>, ptr addrspace(1) %i0
  %a0 = getelementptr i8, ptr addrspace(3) %a, i32 0
  store <16 x i32> %v0, ptr addrspace(3) %a0, align 16
  %i1 = getelementptr i8, ptr addrspace(1) %i, i32 64
  %v1 = load <16 x i32>, ptr addrspace(1) %i1
  %a1 = getelementptr i8, ptr addrspace(3) %a, i32 64
  store <16 x i32> %v1, ptr addrspace(3) %a1, align 16
  %i2 = getelementptr i8, ptr addrspace(1) %i, i32 128
  %v2 = load <16 x i32>, ptr addrspace(1) %i2
  %a2 = getelementptr i8, ptr addrspace(3) %a, i32 128
  store <16 x i32> %v2, ptr addrspace(3) %a2, align 16
  %i3 = getelementptr i8, ptr addrspace(1) %i, i32 192
  %v3 = load <16 x i32>, ptr addrspace(1) %i3
  %a3 = getelementptr i8, ptr addrspace(3) %a, i32 192
  store <16 x i32> %v3, ptr addrspace(3) %a3, align 16
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %b0 = getelementptr i8, ptr addrspace(3) %b, i32 0
  %w0 = load <16 x i32>, ptr addrspace(3) %b0, align 16
  %o0 = getelementptr i8, ptr addrspace(1) %o, i32 0
  store <16 x i32> %w0, ptr addrspace(1) %o0
  %b1 = getelementptr i8, ptr addrspace(3) %b, i32 64
  %w1 = load <16 x i32>, ptr addrspace(3) %b1, align 16
  %o1 = getelementptr i8, ptr addrspace(1) %o, i32 64
  store <16 x i32> %w1, ptr addrspace(1) %o1
  %b2 = getelementptr i8, ptr addrspace(3) %b, i32 128
  %w2 = load <16 x i32>, ptr addrspace(3) %b2, align 16
  %o2 = getelementptr i8, ptr addrspace(1) %o, i32 128
  store <16 x i32> %w2, ptr addrspace(1) %o2
  %b3 = getelementptr i8, ptr addrspace(3) %b, i32 192
  %w3 = load <16 x i32>, ptr addrspace(3) %b3, align 16
  %o3 = getelementptr i8, ptr addrspace(1) %o, i32 192
  store <16 x i32> %w3, ptr addrspace(1) %o3
  ret void
}

; The same with a call, in which accumulators may be used: LLVM leaves half of
; the 256 to them.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 32 x i64 per thread within each wave stays: by estimate {{[0-9]+}} registers of a thread would be in use, and a block of 512 threads has 128; __launch_bounds__(256) would leave
; CHECK-LABEL: @halved(
; CHECK: store <16 x i32> %{{.*}}, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @halved(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,512" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %size = call i64 @__ockl_get_local_size(i32 0)
  %row = shl i32 %t, 8
  %y = xor i32 %t, 1
  %row2 = shl i32 %y, 8
  %a = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row
  %b = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row2
  %i = getelementptr i8, ptr addrspace(1) %in, i32 %row
  %o = getelementptr i8, ptr addrspace(1) %out, i32 %row
  %i0 = getelementptr i8, ptr addrspace(1) %i, i32 0
  %v0 = load <16 x i32>, ptr addrspace(1) %i0
  %a0 = getelementptr i8, ptr addrspace(3) %a, i32 0
  store <16 x i32> %v0, ptr addrspace(3) %a0, align 16
  %i1 = getelementptr i8, ptr addrspace(1) %i, i32 64
  %v1 = load <16 x i32>, ptr addrspace(1) %i1
  %a1 = getelementptr i8, ptr addrspace(3) %a, i32 64
  store <16 x i32> %v1, ptr addrspace(3) %a1, align 16
  %i2 = getelementptr i8, ptr addrspace(1) %i, i32 128
  %v2 = load <16 x i32>, ptr addrspace(1) %i2
  %a2 = getelementptr i8, ptr addrspace(3) %a, i32 128
  store <16 x i32> %v2, ptr addrspace(3) %a2, align 16
  %i3 = getelementptr i8, ptr addrspace(1) %i, i32 192
  %v3 = load <16 x i32>, ptr addrspace(1) %i3
  %a3 = getelementptr i8, ptr addrspace(3) %a, i32 192
  store <16 x i32> %v3, ptr addrspace(3) %a3, align 16
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %b0 = getelementptr i8, ptr addrspace(3) %b, i32 0
  %w0 = load <16 x i32>, ptr addrspace(3) %b0, align 16
  %o0 = getelementptr i8, ptr addrspace(1) %o, i32 0
  store <16 x i32> %w0, ptr addrspace(1) %o0
  %b1 = getelementptr i8, ptr addrspace(3) %b, i32 64
  %w1 = load <16 x i32>, ptr addrspace(3) %b1, align 16
  %o1 = getelementptr i8, ptr addrspace(1) %o, i32 64
  store <16 x i32> %w1, ptr addrspace(1) %o1
  %b2 = getelementptr i8, ptr addrspace(3) %b, i32 128
  %w2 = load <16 x i32>, ptr addrspace(3) %b2, align 16
  %o2 = getelementptr i8, ptr addrspace(1) %o, i32 128
  store <16 x i32> %w2, ptr addrspace(1) %o2
  %b3 = getelementptr i8, ptr addrspace(3) %b, i32 192
  %w3 = load <16 x i32>, ptr addrspace(3) %b3, align 16
  %o3 = getelementptr i8, ptr addrspace(1) %o, i32 192
  store <16 x i32> %w3, ptr addrspace(1) %o3
  ret void
}
