; Transposing reads: a lane points at a row, and other lanes of its wave get
; parts of it. A barrier between them and the row's own lane is therefore
; needed, but a wave barrier is enough.
; REQUIRES: gfx950
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks >%t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [256 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3))

; The rows of the wave, in another order.
; CHECK-LABEL: @rows_of_the_wave(
; CHECK: store <2 x i32>
; CHECK-NOT: s.barrier
; CHECK: call void @llvm.amdgcn.wave.barrier()
; CHECK-NOT: s.barrier
; CHECK: ds.read.tr8
; CHECK: ret void
; REMARK: block barrier became a wave barrier
define amdgpu_kernel void @rows_of_the_wave(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 1
  %row = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %s = insertelement <2 x i32> zeroinitializer, i32 %t, i32 1
  store <2 x i32> %s, ptr addrspace(3) %row, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 9
  %j = shl i32 %x, 1
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %v = call <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3) %other)
  %o = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %t
  store <2 x i32> %v, ptr addrspace(1) %o, align 8
  ret void
}

; Another wave's rows.
; CHECK-LABEL: @rows_of_another_wave(
; CHECK: store <2 x i32>
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: ds.read.tr8
; CHECK: ret void
; REMARK: block barrier kept: the store and the call of __builtin_amdgcn_ds_read_tr8
define amdgpu_kernel void @rows_of_another_wave(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = shl i32 %t, 1
  %row = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %s = insertelement <2 x i32> zeroinitializer, i32 %t, i32 1
  store <2 x i32> %s, ptr addrspace(3) %row, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 64
  %j = shl i32 %x, 1
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %v = call <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3) %other)
  %o = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %t
  store <2 x i32> %v, ptr addrspace(1) %o, align 8
  ret void
}

attributes #0 = { "target-cpu"="gfx950" "amdgpu-flat-work-group-size"="128,128" "f2layout-block"="128,1,1" }
