; Dynamic arrays of other kernels of a module are no reason to leave one where it
; is. Those of the same kernel are at one place.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32,32 --dynamic-shared 4096

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@a = external addrspace(3) global [0 x i32], align 4
@b = external addrspace(3) global [0 x float], align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

; REMARK: remark: {{.*}}: shared array a swizzled: the 2 accesses of a block take {{[0-9]+ -> [0-9]+}} LDS cycles (in first)
; CHECK-LABEL: @first(
; CHECK: xor
; CHECK: ret void
define amdgpu_kernel void @first(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %yr = shl nuw nsw i32 %y, 5
  %w = or disjoint i32 %yr, %x
  %pi = getelementptr [4 x i8], ptr addrspace(1) %in, i32 %w
  %v = load i32, ptr addrspace(1) %pi
  %pw = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %w
  store i32 %v, ptr addrspace(3) %pw
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %xr = shl nuw nsw i32 %x, 5
  %r = or disjoint i32 %xr, %y
  %pr = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %r
  %l = load i32, ptr addrspace(3) %pr
  %po = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %w
  store i32 %l, ptr addrspace(1) %po
  ret void
}

; REMARK: remark: {{.*}}: shared array b swizzled: the 2 accesses of a block take {{[0-9]+ -> [0-9]+}} LDS cycles (in second)
; CHECK-LABEL: @second(
; CHECK: xor
; CHECK: ret void
define amdgpu_kernel void @second(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %yr = shl nuw nsw i32 %y, 5
  %w = or disjoint i32 %yr, %x
  %pi = getelementptr [4 x i8], ptr addrspace(1) %in, i32 %w
  %v = load i32, ptr addrspace(1) %pi
  %pw = getelementptr [4 x i8], ptr addrspace(3) @b, i32 %w
  store i32 %v, ptr addrspace(3) %pw
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %xr = shl nuw nsw i32 %x, 5
  %r = or disjoint i32 %xr, %y
  %pr = getelementptr [4 x i8], ptr addrspace(3) @b, i32 %r
  %l = load i32, ptr addrspace(3) %pr
  %po = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %w
  store i32 %l, ptr addrspace(1) %po
  ret void
}

; REMARK: remark: {{.*}}: shared array a and b is not swizzled: dynamic shared memory has several names (in both)
; CHECK-LABEL: @both(
; CHECK-NOT: xor
; CHECK: ret void
define amdgpu_kernel void @both(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %yr = shl nuw nsw i32 %y, 5
  %w = or disjoint i32 %yr, %x
  %pi = getelementptr [4 x i8], ptr addrspace(1) %in, i32 %w
  %v = load i32, ptr addrspace(1) %pi
  %pw = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %w
  store i32 %v, ptr addrspace(3) %pw
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %xr = shl nuw nsw i32 %x, 5
  %r = or disjoint i32 %xr, %y
  %pr = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %r
  %l = load i32, ptr addrspace(3) %pr
  %po = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %w
  store i32 %l, ptr addrspace(1) %po
  %pz = getelementptr [4 x i8], ptr addrspace(3) @b, i32 %w
  %z = load i32, ptr addrspace(3) %pz
  %po2 = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %r
  store i32 %z, ptr addrspace(1) %po2
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="1024,1024" "target-cpu"="gfx942" }
!0 = !{i32 32, i32 32, i32 1}
