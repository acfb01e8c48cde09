; A store under lane >= 8, whose address for the lanes below is outside of every
; table: it is still the last writer of what the second exchange reads.
; RUN: %f2opt -passes='f2layout<no-shared>' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --block 32
; CHECK-LABEL: @exchange(
; CHECK: call i32 @llvm.nvvm.shfl.sync
; CHECK: ret void
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

@exchange.s = internal addrspace(3) global [384 x i8] undef, align 16
define ptx_kernel void @exchange(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %trips) #0 {
entry:
  %x1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = mul i32 %x1, 3
  %v3 = zext i32 %v2 to i64
  %v4 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %v3
  %v5 = load float, ptr addrspace(1) %v4, align 4
  %v6 = mul i32 %x1, 3
  %v7 = add i32 %v6, 1
  %v8 = zext i32 %v7 to i64
  %v9 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %v8
  %v10 = load float, ptr addrspace(1) %v9, align 4
  %v11 = mul i32 %x1, 3
  %v12 = add i32 %v11, 2
  %v13 = zext i32 %v12 to i64
  %v14 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %v13
  %v15 = load float, ptr addrspace(1) %v14, align 4
  %v16 = and i32 %x1, 7
  %v17 = lshr i32 %x1, 3
  %v18 = mul i32 %v17, 24
  %v19 = add i32 %v18, %v16
  %v20 = zext i32 %v19 to i64
  %v21 = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @exchange.s to ptr), i64 %v20
  store float %v5, ptr %v21, align 4
  %v22 = add i32 8, %v16
  %v23 = add i32 %v18, %v22
  %v24 = zext i32 %v23 to i64
  %v25 = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @exchange.s to ptr), i64 %v24
  store float %v10, ptr %v25, align 4
  %v26 = add i32 16, %v16
  %v27 = add i32 %v18, %v26
  %v28 = zext i32 %v27 to i64
  %v29 = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @exchange.s to ptr), i64 %v28
  store float %v15, ptr %v29, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v30 = and i32 %x1, 7
  %v31 = lshr i32 %x1, 3
  %v32 = mul i32 %v31, 24
  %v33 = add i32 %v30, 15
  %v34 = add i32 %v32, %v33
  %v35 = zext i32 %v34 to i64
  %v36 = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @exchange.s to ptr), i64 %v35
  %v37 = load float, ptr %v36, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v39 = and i32 %x1, 15
  %v40 = icmp uge i32 %v39, 8
  br i1 %v40, label %then38, label %join38
then38:
  %v41 = and i32 %x1, 15
  %v42 = lshr i32 %x1, 4
  %v43 = mul i32 %v42, 8
  %v44 = sub i32 %v41, 8
  %v45 = add i32 %v43, %v44
  %v46 = zext i32 %v45 to i64
  %v47 = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @exchange.s to ptr), i64 %v46
  store float %v37, ptr %v47, align 4
  br label %join38
join38:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %v48 = and i32 %x1, 15
  %v49 = lshr i32 %x1, 4
  %v50 = mul i32 %v49, 8
  %v51 = and i32 %v48, 7
  %v52 = add i32 %v50, %v51
  %v53 = zext i32 %v52 to i64
  %v54 = getelementptr inbounds float, ptr addrspacecast (ptr addrspace(3) @exchange.s to ptr), i64 %v53
  %v55 = load float, ptr %v54, align 4
  %v56 = zext i32 %x1 to i64
  %v57 = getelementptr inbounds float, ptr addrspace(1) %out, i64 %v56
  store float %v55, ptr addrspace(1) %v57, align 4
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
!0 = !{i32 32, i32 1, i32 1}
