; Bits of an address are read from a value outside of the loop if nothing is
; carried into them. Rows are 33 elements of 16 bytes apart. An address is
;
;   528 * row + 16 * k + 128 * (t mod 4)       row and k are less than 8
;
; Neither 528 * row nor 16 * k has bits 7 and 8, but their sum does, from
; row + k = 8 on: there, these bits are not those of t.
; RUN: %f2opt -passes=f2layout %s -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %f2sim --equal %s %t.ll --kernel carries --block 64 --arg 2=256,100 --arg 3=0,3

target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [8 x [33 x <4 x i32>]] poison, align 16

; The term of the load is made of the whole address, in the loop.
; CHECK-LABEL: @carries(
; CHECK: icmp slt i32
; CHECK: [[T:%.*]] = lshr i32 [[SUM:%.*]], 2
; CHECK: [[BITS:%.*]] = and i32 [[T]], 96
; CHECK: xor i32 [[SUM]], [[BITS]]
; CHECK: load <4 x i32>, ptr addrspace(3)
define amdgpu_kernel void @carries(ptr addrspace(1) noalias %v0, ptr addrspace(1) noalias %v1, i32 %v2, i32 %v3) #0 {
  %v5 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %v6 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %v7 = icmp samesign ult i32 %v5, 256
  br i1 %v7, label %v8, label %v27

v8:
  %v9 = shl nsw i32 %v6, 8
  %v10 = and i32 %v5, 7
  %v11 = getelementptr inbounds nuw [33 x <4 x i32>], ptr addrspace(3) @s, i32 %v10
  %v12 = tail call i32 @llvm.umax.i32(i32 %v5, i32 192)
  %v13 = add nuw nsw i32 %v12, 63
  %v14 = sub nsw i32 %v13, %v5
  %v15 = and i32 %v14, 64
  %v16 = icmp eq i32 %v15, 0
  br i1 %v16, label %v17, label %v24

v17:
  %v18 = or disjoint i32 %v5, %v9
  %v19 = sext i32 %v18 to i64
  %v20 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %v0, i64 %v19
  %v21 = lshr i32 %v5, 3
  %v22 = getelementptr inbounds nuw <4 x i32>, ptr addrspace(3) %v11, i32 %v21
  %c1 = load <4 x i32>, ptr addrspace(1) %v20, align 16
  store <4 x i32> %c1, ptr addrspace(3) %v22, align 16
  %v23 = add nuw nsw i32 %v5, 64
  br label %v24

v24:
  %v25 = phi i32 [ %v5, %v8 ], [ %v23, %v17 ]
  %v26 = icmp ult i32 %v14, 64
  br i1 %v26, label %v27, label %v34

v27:
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %v7, label %v28, label %v49

v28:
  %v29 = shl nsw i32 %v6, 8
  %v30 = add nsw i32 %v3, %v29
  %v31 = lshr i32 %v5, 2
  %v32 = and i32 %v31, 7
  %v33 = getelementptr inbounds nuw [33 x <4 x i32>], ptr addrspace(3) @s, i32 %v32
  br label %v50

v34:
  %v35 = phi i32 [ %v47, %v34 ], [ %v25, %v24 ]
  %v36 = add nuw nsw i32 %v35, %v9
  %v37 = sext i32 %v36 to i64
  %v38 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %v0, i64 %v37
  %v39 = lshr i32 %v35, 3
  %v40 = getelementptr inbounds nuw <4 x i32>, ptr addrspace(3) %v11, i32 %v39
  %c2 = load <4 x i32>, ptr addrspace(1) %v38, align 16
  store <4 x i32> %c2, ptr addrspace(3) %v40, align 16
  %v41 = add nuw nsw i32 %v35, 64
  %v42 = add nuw nsw i32 %v41, %v9
  %v43 = sext i32 %v42 to i64
  %v44 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %v0, i64 %v43
  %v45 = lshr i32 %v41, 3
  %v46 = getelementptr inbounds nuw <4 x i32>, ptr addrspace(3) %v11, i32 %v45
  %c3 = load <4 x i32>, ptr addrspace(1) %v44, align 16
  store <4 x i32> %c3, ptr addrspace(3) %v46, align 16
  %v47 = add nuw nsw i32 %v35, 128
  %v48 = icmp ult i32 %v35, 128
  br i1 %v48, label %v34, label %v27

v49:
  ret void

v50:
  %v51 = phi i32 [ %v5, %v28 ], [ %v64, %v63 ]
  %v52 = or disjoint i32 %v51, %v29
  %v53 = icmp slt i32 %v52, %v2
  br i1 %v53, label %v54, label %v63

v54:
  %v55 = shl nuw nsw i32 %v51, 3
  %v56 = lshr i32 %v51, 5
  %v57 = and i32 %v55, 24
  %v58 = getelementptr inbounds nuw <4 x i32>, ptr addrspace(3) %v33, i32 %v57
  %v59 = getelementptr inbounds nuw <4 x i32>, ptr addrspace(3) %v58, i32 %v56
  %v60 = add nsw i32 %v30, %v51
  %v61 = sext i32 %v60 to i64
  %v62 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %v1, i64 %v61
  %c4 = load <4 x i32>, ptr addrspace(3) %v59, align 16
  store <4 x i32> %c4, ptr addrspace(1) %v62, align 16
  br label %v63

v63:
  %v64 = add nuw nsw i32 %v51, 64
  %v65 = icmp samesign ult i32 %v51, 192
  br i1 %v65, label %v50, label %v49
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.umax.i32(i32, i32)
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { convergent nounwind "target-cpu"="gfx1100" "f2layout-block"="64,1,1" }
