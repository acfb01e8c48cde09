; Lane ^ 4 in a wave with 30 existing lanes: no value may be kept in lane 31.
; RUN: %f2opt -passes='f2layout<no-shared>' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --block 94
; CHECK-LABEL: @exchange(
; CHECK: call i32 @llvm.amdgcn.ds.bpermute
; CHECK-NOT: load {{.*}} addrspace(3)
; CHECK: ret void
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()

@exchange.s = internal addrspace(3) global [23036 x i8] poison, align 16
define amdgpu_kernel void @exchange(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %trips) #0 {
entry:
  %x1 = call i32 @llvm.amdgcn.workitem.id.x()
  %v2 = and i32 %x1, 15
  %v3 = lshr i32 %x1, 4
  %v4 = mul i32 %v3, 144
  br label %roll5
roll5:
  %r5 = phi i32 [ 0, %entry ], [ %s5, %roll5 ]
  %v6 = mul i32 %v2, 9
  %v7 = add i32 %v6, %r5
  %v8 = and i32 %v7, 7
  %v9 = lshr i32 %v7, 3
  %v10 = mul i32 %v8, 18
  %v11 = add i32 %v10, %v9
  %v12 = add i32 %v4, %v11
  %v13 = lshr i32 %v12, 2
  %v14 = add i32 %v12, %v13
  %v15 = mul i32 %x1, 9
  %v16 = add i32 %v15, %r5
  %v17 = zext i32 %v16 to i64
  %v18 = getelementptr inbounds <4 x i8>, ptr addrspace(1) %in, i64 %v17
  %v19 = load <4 x i8>, ptr addrspace(1) %v18, align 4
  %v20 = zext i32 %v14 to i64
  %v21 = getelementptr inbounds <4 x i8>, ptr addrspace(3) @exchange.s, i64 %v20
  store <4 x i8> %v19, ptr addrspace(3) %v21, align 4
  %s5 = add nuw nsw i32 %r5, 1
  %e5 = icmp eq i32 %s5, 9
  br i1 %e5, label %rolled5, label %roll5
rolled5:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %v22 = and i32 %x1, 15
  %v23 = lshr i32 %x1, 4
  %v24 = mul i32 %v23, 144
  %v25 = mul i32 %v22, 2
  %v26 = add i32 %v25, 3
  %v27 = add i32 %v24, %v26
  %v28 = lshr i32 %v27, 2
  %v29 = add i32 %v27, %v28
  %v30 = zext i32 %v29 to i64
  %v31 = getelementptr inbounds float, ptr addrspace(3) @exchange.s, i64 %v30
  %v32 = load float, ptr addrspace(3) %v31, align 4
  %v33 = mul i32 %x1, 2
  %v34 = zext i32 %v33 to i64
  %v35 = getelementptr inbounds float, ptr addrspace(1) %out, i64 %v34
  store float %v32, ptr addrspace(1) %v35, align 4
  %v36 = mul i32 %v22, 2
  %v37 = add i32 %v36, 1
  %v38 = add i32 %v37, 3
  %v39 = add i32 %v24, %v38
  %v40 = lshr i32 %v39, 2
  %v41 = add i32 %v39, %v40
  %v42 = zext i32 %v41 to i64
  %v43 = getelementptr inbounds float, ptr addrspace(3) @exchange.s, i64 %v42
  %v44 = load float, ptr addrspace(3) %v43, align 4
  %v45 = mul i32 %x1, 2
  %v46 = add i32 %v45, 1
  %v47 = zext i32 %v46 to i64
  %v48 = getelementptr inbounds float, ptr addrspace(1) %out, i64 %v47
  store float %v44, ptr addrspace(1) %v48, align 4
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx90a" "amdgpu-flat-work-group-size"="1,1024" }
!0 = !{i32 512, i32 1, i32 1}
