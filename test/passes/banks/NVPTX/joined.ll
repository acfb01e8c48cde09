; Remarks count accesses as they will run: neighbours that f2layout-access or the
; code generator joins are one access. The printer lists what is there. A guessed
; shape of the block that would make a thread leave its array is not assumed.
; RUN: %f2opt -passes=f2layout-banks -disable-output %s -pass-remarks-analysis=f2layout-banks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@row = internal addrspace(3) global [256 x float] poison, align 16
@columns = internal addrspace(3) global [512 x float] poison, align 16
@few = internal addrspace(3) global [4 x float] poison, align 16
@pieces = internal addrspace(3) global [256 x float] poison, align 2
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; Each store alone has a conflict; the four are one of 16 bytes, without any.
; PRINT-LABEL: bank conflicts in 'neighbours'
; PRINT-COUNT-4: store of 4 bytes to row: 4 wavefronts in 1 warp, minimum 1
define ptx_kernel void @neighbours(<4 x float> %v) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
; REMARK: remark: {{.*}} store of 4 bytes to row takes 4 wavefronts in 1 warp, minimum 1 (blocks of 32x1x1) (the first of 4 such accesses) (in apart)
define ptx_kernel void @apart(<4 x float> %v, ptr addrspace(3) %q) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
; REMARK: remark: {{.*}} store of 4 bytes to columns takes 128 wavefronts in 8 warps, minimum 8 (assumed blocks of 16x16x1) (in fits)
define ptx_kernel void @fits(float %v) #1 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %column = shl nuw nsw i32 %x, 5
  %i = add nuw nsw i32 %column, %y
  %p = getelementptr float, ptr addrspace(3) @columns, i32 %i
  store float %v, ptr addrspace(3) %p, align 4
  ret void
}

; No shape fits, so nothing is said.
define ptx_kernel void @nowhere(float %v) #1 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %column = shl nuw nsw i32 %x, 5
  %i = add nuw nsw i32 %column, %y
  %p = getelementptr float, ptr addrspace(3) @few, i32 %i
  store float %v, ptr addrspace(3) %p, align 4
  ret void
}

; A store of 16 bytes that is aligned to 2 is made in pieces.
; REMARK: remark: {{.*}} store of 16 bytes to pieces takes {{.*}}; it is made in pieces, since it is only known to be aligned to 2: __align__(16) on the array would help (in split)
define ptx_kernel void @split(<4 x float> %v) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl nuw nsw i32 %x, 2
  %p = getelementptr float, ptr addrspace(3) @pieces, i32 %first
  store <4 x float> %v, ptr addrspace(3) %p, align 2
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="32,1,1" }
attributes #1 = { "target-cpu"="sm_90" }
