; A tile that ds_read_b64_tr_b16 reads, and that a loop fills which threads leave
; one by one.
; REQUIRES: gfx950
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel matrices --block 128
; RUN: %f2sim %t.after.ll --kernel matrices --block 128 --report | FileCheck %s --check-prefix=FREE
; FREE: total {{[0-9]+}} accesses, [[FEW:[0-9]+]] wavefronts, [[FEW]] ideal

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@halves = internal addrspace(3) global [64 x [64 x i16]] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3))

; REMARK: remark: {{.*}}rows of shared array halves are 136 instead of 128 bytes apart: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} LDS cycles
; CHECK-LABEL: @matrices(
define amdgpu_kernel void @matrices(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %g = getelementptr <2 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <2 x i32>, ptr addrspace(1) %g
  %r = lshr i32 %i, 4
  %chunk = and i32 %i, 15
  %col = shl i32 %chunk, 2
  %s = getelementptr [64 x [64 x i16]], ptr addrspace(3) @halves, i32 0, i32 %r, i32 %col
  store <2 x i32> %v, ptr addrspace(3) %s, align 8
  %i1 = add nuw nsw i32 %i, 128
  %c = icmp ult i32 %i1, 1024
  br i1 %c, label %fill, label %done
done:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %row = and i32 %t, 63
  %high = lshr i32 %t, 6
  %four = shl i32 %high, 2
  %p = getelementptr [64 x [64 x i16]], ptr addrspace(3) @halves, i32 0, i32 %row, i32 %four
  %m = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %p)
  %o = getelementptr <4 x i16>, ptr addrspace(1) %out, i32 %t
  store <4 x i16> %m, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" }
