; One barrier has two exchanges through one array, of words of 8 and of 4 bytes.
; Bytes that stay, since an index is data, keep the plans at the array's beginning,
; so that the second one must not store before all threads have loaded the first.
; RUN: %f2opt -passes=f2layout-reroute -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel two --block 256

; CHECK-LABEL: @two(
; CHECK: store {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier
; CHECK: load {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier
; CHECK: store {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier
; CHECK: load {{.*}}, ptr addrspace(3)

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [3328 x i8] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @two(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i64, ptr addrspace(1) %in, i32 %t
  %x = load i64, ptr addrspace(1) %from
  %y = trunc i64 %x to i32
  %places = getelementptr i32, ptr addrspace(1) %in, i32 2048
  %indexfrom = getelementptr i32, ptr addrspace(1) %places, i32 %t
  %data = load i32, ptr addrspace(1) %indexfrom
  %index = and i32 %data, 255
  %w = getelementptr i64, ptr addrspace(3) @tile, i32 %t
  store i64 %x, ptr addrspace(3) %w
  %words = getelementptr i8, ptr addrspace(3) @tile, i32 2048
  %b = getelementptr i32, ptr addrspace(3) %words, i32 %t
  store i32 %y, ptr addrspace(3) %b
  %stays = getelementptr i8, ptr addrspace(3) @tile, i32 3072
  %s = getelementptr i8, ptr addrspace(3) %stays, i32 %t
  %z = trunc i32 %y to i8
  store i8 %z, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %low = and i32 %t, 15
  %high = lshr i32 %t, 4
  %low1 = shl i32 %low, 4
  %tx = or i32 %high, %low1
  %wr = getelementptr i64, ptr addrspace(3) @tile, i32 %tx
  %xr = load i64, ptr addrspace(3) %wr
  %br = getelementptr i32, ptr addrspace(3) %words, i32 %tx
  %yr = load i32, ptr addrspace(3) %br
  %sr = getelementptr i8, ptr addrspace(3) %stays, i32 %index
  %zr = load i8, ptr addrspace(3) %sr
  %to = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store i64 %xr, ptr addrspace(1) %to
  %out2 = getelementptr i8, ptr addrspace(1) %out, i32 4096
  %to2 = getelementptr i32, ptr addrspace(1) %out2, i32 %t
  store i32 %yr, ptr addrspace(1) %to2
  %out3 = getelementptr i8, ptr addrspace(1) %out, i32 8192
  %to3 = getelementptr i8, ptr addrspace(1) %out3, i32 %t
  store i8 %zr, ptr addrspace(1) %to3
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx90a" "f2layout-block"="256,1,1" "amdgpu-flat-work-group-size"="256,256" }
