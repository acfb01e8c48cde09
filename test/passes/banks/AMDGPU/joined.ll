; Remarks count accesses as they will run: neighbours that f2layout-access or the
; code generator joins are one access. The printer lists what is there. A guessed
; shape of the block that would make a thread leave its array is not assumed.
; RUN: %f2opt -passes=f2layout-banks -disable-output %s -pass-remarks-analysis=f2layout-banks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@row = internal addrspace(3) global [256 x float] poison, align 16
@columns = internal addrspace(3) global [512 x float] poison, align 16
@few = internal addrspace(3) global [4 x float] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()

; Each store alone has a conflict; the four are one of 16 bytes, without any.
; PRINT-LABEL: bank conflicts in 'neighbours'
; PRINT-COUNT-4: store of 4 bytes to row: 8 LDS cycles in 1 wave, minimum 2
define amdgpu_kernel void @neighbours(<4 x float> %v) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %first = shl nuw nsw i32 %x, 2
  %v0 = extractelement <4 x float> %v, i32 0
  %i0 = or disjoint i32 %first, 0
  %p0 = getelementptr float, ptr addrspace(3) @row, i32 %i0
  %v1 = extractelement <4 x float> %v, i32 1
  %i1 = or disjoint i32 %first, 1
  %p1 = getelementptr float, ptr addrspace(3) @row, i32 %i1
  %v2 = extractelement <4 x float> %v, i32 2
  %i2 = or disjoint i32 %first, 2
  %p2 = getelementptr float, ptr addrspace(3) @row, i32 %i2
  %v3 = extractelement <4 x float> %v, i32 3
  %i3 = or disjoint i32 %first, 3
  %p3 = getelementptr float, ptr addrspace(3) @row, i32 %i3
  store float %v0, ptr addrspace(3) %p0, align 4
  store float %v1, ptr addrspace(3) %p1, align 4
  store float %v2, ptr addrspace(3) %p2, align 4
  store float %v3, ptr addrspace(3) %p3, align 4
  ret void
}

; Volatile loads stand between them, so they stay apart.
; REMARK: remark: {{.*}} store of 4 bytes to row takes 8 LDS cycles in 1 wave, minimum 2 (blocks of 64x1x1) (the first of 4 such accesses) (in apart)
define amdgpu_kernel void @apart(<4 x float> %v, ptr addrspace(3) %q) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %first = shl nuw nsw i32 %x, 2
  %v0 = extractelement <4 x float> %v, i32 0
  %i0 = or disjoint i32 %first, 0
  %p0 = getelementptr float, ptr addrspace(3) @row, i32 %i0
  %v1 = extractelement <4 x float> %v, i32 1
  %i1 = or disjoint i32 %first, 1
  %p1 = getelementptr float, ptr addrspace(3) @row, i32 %i1
  %v2 = extractelement <4 x float> %v, i32 2
  %i2 = or disjoint i32 %first, 2
  %p2 = getelementptr float, ptr addrspace(3) @row, i32 %i2
  %v3 = extractelement <4 x float> %v, i32 3
  %i3 = or disjoint i32 %first, 3
  %p3 = getelementptr float, ptr addrspace(3) @row, i32 %i3
  store float %v0, ptr addrspace(3) %p0, align 4
  %w0 = load volatile float, ptr addrspace(3) %q, align 4
  store float %v1, ptr addrspace(3) %p1, align 4
  %w1 = load volatile float, ptr addrspace(3) %q, align 4
  store float %v2, ptr addrspace(3) %p2, align 4
  %w2 = load volatile float, ptr addrspace(3) %q, align 4
  store float %v3, ptr addrspace(3) %p3, align 4
  ret void
}

; In blocks of 32x32, threads would leave the array.
; REMARK: remark: {{.*}} store of 4 bytes to columns takes 128 LDS cycles in 4 waves, minimum 8 (assumed blocks of 16x16x1) (in fits)
define amdgpu_kernel void @fits(float %v) #1 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %column = shl nuw nsw i32 %x, 5
  %i = add nuw nsw i32 %column, %y
  %p = getelementptr float, ptr addrspace(3) @columns, i32 %i
  store float %v, ptr addrspace(3) %p, align 4
  ret void
}

; No shape fits, so nothing is said.
define amdgpu_kernel void @nowhere(float %v) #1 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %column = shl nuw nsw i32 %x, 5
  %i = add nuw nsw i32 %column, %y
  %p = getelementptr float, ptr addrspace(3) @few, i32 %i
  store float %v, ptr addrspace(3) %p, align 4
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" "f2layout-block"="64,1,1" }
attributes #1 = { "target-cpu"="gfx90a" }
