; Waves that have nothing to add branch around the shuffles of the last rounds.
; RUN: %f2opt -passes='function(f2layout-idle)' -S %s -o %t.ll -pass-remarks=f2layout-idle 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256 --grid 2 --quiet
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM

; Waves of 32 lanes: the branch is for one wave of them, too.
; RUN: sed 's/gfx942/gfx1100/' %s > %t.32.before.ll
; RUN: %f2opt -passes='function(f2layout-idle)' -S %t.32.before.ll -o %t.32.ll
; RUN: FileCheck %s --input-file=%t.32.ll
; RUN: %f2sim --equal %t.32.before.ll %t.32.ll --kernels all --block 256 --grid 2 --quiet

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)

; REMARK: remark: <unknown>:0:0: waves that have nothing to do here branch around 2 shuffles whose results they do not use (in sum)
; CHECK-LABEL: define amdgpu_kernel void @sum(
; CHECK: br i1 %first, label %add, label %end
; ASM-LABEL: sum:
; ASM: s_cbranch_execz
; ASM: ds_bpermute_b32
define amdgpu_kernel void @sum(ptr addrspace(1) %out, ptr addrspace(1) %in) #0 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %first = icmp ult i32 %t, 64
  br i1 %first, label %add, label %join

add:
  %added = mul i32 %v, 3
  br label %join

join:
  %x = phi i32 [ %added, %add ], [ poison, %0 ]
  %fx = freeze i32 %x
  %other = xor i32 %t, 16
  %at = shl i32 %other, 2
  %y = call i32 @llvm.amdgcn.ds.bpermute(i32 %at, i32 %fx)
  %half = icmp ult i32 %t, 16
  br i1 %half, label %round, label %join2

round:
  %s = add i32 %fx, %y
  br label %join2

join2:
  %x2 = phi i32 [ %s, %round ], [ poison, %join ]
  %fx2 = freeze i32 %x2
  %y2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %fx2, i32 177, i32 15, i32 15, i1 true)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  %s2 = add i32 %fx2, %y2
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %b
  store i32 %s2, ptr addrspace(1) %o
  br label %end

end:
  ret void
}

; The branch splits a wave.
; CHECK-LABEL: define amdgpu_kernel void @half_a_wave(
; CHECK: br i1 %few, label %move.few, label %move
define amdgpu_kernel void @half_a_wave(ptr addrspace(1) %out) #0 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %few = icmp ult i32 %t, 80
  br i1 %few, label %move.few, label %move

move.few:
  br label %move

move:
  %y = call i32 @llvm.amdgcn.ds.bpermute(i32 4, i32 %t)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "target-cpu"="gfx942" }

!0 = !{i32 256, i32 1, i32 1}
