; Exchanges alternate between two parts of an array, which together are smaller
; than the array; blocks of other sizes than the tested one still use all of it.
; RUN: %f2opt -passes='f2layout<no-shuffle>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK
; REMARK-COUNT-2: shared exchange through k0.s of 4 x i32 per thread across the block became
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 256 --arg 2=1
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 57 --arg 2=1
; CHECK: @k0.s{{.*}} = internal addrspace(3) global [12280 x i8]

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

@k0.s = internal addrspace(3) global [12280 x i8] undef, align 4
define ptx_kernel void @k0(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %trips) #0 {
entry:
  %x1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = mul i32 %x1, 4
  %v3 = zext i32 %v2 to i64
  %v4 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %v3
  %v5 = load i32, ptr addrspace(1) %v4, align 4
  %v6 = mul i32 %x1, 4
  %v7 = add i32 %v6, 1
  %v8 = zext i32 %v7 to i64
  %v9 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %v8
  %v10 = load i32, ptr addrspace(1) %v9, align 4
  %v11 = mul i32 %x1, 4
  %v12 = add i32 %v11, 2
  %v13 = zext i32 %v12 to i64
  %v14 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %v13
  %v15 = load i32, ptr addrspace(1) %v14, align 4
  %v16 = mul i32 %x1, 4
  %v17 = add i32 %v16, 3
  %v18 = zext i32 %v17 to i64
  %v19 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %v18
  %v20 = load i32, ptr addrspace(1) %v19, align 4
  %v21 = mul i32 %x1, 4
  %v22 = mul i32 %v21, 4
  %v23 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v22
  store i32 %v5, ptr addrspace(3) %v23, align 4
  %v24 = mul i32 %x1, 4
  %v25 = add i32 %v24, 1
  %v26 = mul i32 %v25, 4
  %v27 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v26
  store i32 %v10, ptr addrspace(3) %v27, align 4
  %v28 = mul i32 %x1, 4
  %v29 = add i32 %v28, 2
  %v30 = mul i32 %v29, 4
  %v31 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v30
  store i32 %v15, ptr addrspace(3) %v31, align 4
  %v32 = mul i32 %x1, 4
  %v33 = add i32 %v32, 3
  %v34 = mul i32 %v33, 4
  %v35 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v34
  store i32 %v20, ptr addrspace(3) %v35, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v36 = mul i32 %x1, 4
  %v37 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v36
  %v38 = load i32, ptr addrspace(3) %v37, align 4
  %v39 = add i32 256, %x1
  %v40 = mul i32 %v39, 4
  %v41 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v40
  %v42 = load i32, ptr addrspace(3) %v41, align 4
  %v43 = add i32 512, %x1
  %v44 = mul i32 %v43, 4
  %v45 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v44
  %v46 = load i32, ptr addrspace(3) %v45, align 4
  %v47 = add i32 768, %x1
  %v48 = mul i32 %v47, 4
  %v49 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v48
  %v50 = load i32, ptr addrspace(3) %v49, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v51 = mul i32 %x1, 4
  %v52 = xor i32 %v51, 550
  %v53 = mul i32 %v52, 3
  %v54 = mul i32 %v53, 4
  %v55 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v54
  store i32 %v38, ptr addrspace(3) %v55, align 4
  %v56 = mul i32 %x1, 4
  %v57 = add i32 %v56, 1
  %v58 = xor i32 %v57, 550
  %v59 = mul i32 %v58, 3
  %v60 = mul i32 %v59, 4
  %v61 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v60
  store i32 %v42, ptr addrspace(3) %v61, align 4
  %v62 = mul i32 %x1, 4
  %v63 = add i32 %v62, 2
  %v64 = xor i32 %v63, 550
  %v65 = mul i32 %v64, 3
  %v66 = mul i32 %v65, 4
  %v67 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v66
  store i32 %v46, ptr addrspace(3) %v67, align 4
  %v68 = mul i32 %x1, 4
  %v69 = add i32 %v68, 3
  %v70 = xor i32 %v69, 550
  %v71 = mul i32 %v70, 3
  %v72 = mul i32 %v71, 4
  %v73 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v72
  store i32 %v50, ptr addrspace(3) %v73, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v74 = lshr i32 %x1, 3
  %v75 = mul i32 %v74, 3
  %v76 = mul i32 %v75, 4
  %v77 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v76
  %v78 = load i32, ptr addrspace(3) %v77, align 4
  %v79 = mul i32 %x1, 4
  %v80 = zext i32 %v79 to i64
  %v81 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %v80
  store i32 %v78, ptr addrspace(1) %v81, align 4
  %v82 = add i32 256, %x1
  %v83 = lshr i32 %v82, 3
  %v84 = mul i32 %v83, 3
  %v85 = mul i32 %v84, 4
  %v86 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v85
  %v87 = load i32, ptr addrspace(3) %v86, align 4
  %v88 = mul i32 %x1, 4
  %v89 = add i32 %v88, 1
  %v90 = zext i32 %v89 to i64
  %v91 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %v90
  store i32 %v87, ptr addrspace(1) %v91, align 4
  %v92 = add i32 512, %x1
  %v93 = lshr i32 %v92, 3
  %v94 = mul i32 %v93, 3
  %v95 = mul i32 %v94, 4
  %v96 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v95
  %v97 = load i32, ptr addrspace(3) %v96, align 4
  %v98 = mul i32 %x1, 4
  %v99 = add i32 %v98, 2
  %v100 = zext i32 %v99 to i64
  %v101 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %v100
  store i32 %v97, ptr addrspace(1) %v101, align 4
  %v102 = add i32 768, %x1
  %v103 = lshr i32 %v102, 3
  %v104 = mul i32 %v103, 3
  %v105 = mul i32 %v104, 4
  %v106 = getelementptr i8, ptr addrspace(3) @k0.s, i32 %v105
  %v107 = load i32, ptr addrspace(3) %v106, align 4
  %v108 = mul i32 %x1, 4
  %v109 = add i32 %v108, 3
  %v110 = zext i32 %v109 to i64
  %v111 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %v110
  store i32 %v107, ptr addrspace(1) %v111, align 4
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_80" "nvvm.maxntid"="256" }
!0 = !{i32 256, i32 1, i32 1}
