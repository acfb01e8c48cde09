; Eight bytes per lane, blocked to striped: the fewest shuffles need several
; stages, but the last warp has 19 lanes, and no byte may be in lane 19 between
; stages.
; RUN: %f2opt -passes='f2layout<no-shared>' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --block 51
; RUN: %f2sim --equal %s %t.ll --block 128
; CHECK-LABEL: @exchange(
; CHECK: call i32 @llvm.nvvm.shfl.sync
; CHECK-NOT: load {{.*}} addrspace(3)
; CHECK: ret void
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

@exchange.s = internal addrspace(3) global [1024 x i8] undef, align 1
define ptx_kernel void @exchange(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %trips) #0 {
entry:
  %x1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = and i32 %x1, 31
  %v3 = lshr i32 %x1, 5
  %v4 = mul i32 %v3, 256
  %v5 = mul i32 %v2, 8
  %v6 = add i32 %v4, %v5
  %v7 = mul i32 %x1, 8
  %v8 = zext i32 %v7 to i64
  %v9 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v8
  %v10 = load i8, ptr addrspace(1) %v9, align 1
  %v11 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v6
  store i8 %v10, ptr addrspace(3) %v11, align 1
  %v12 = mul i32 %v2, 8
  %v13 = add i32 %v12, 1
  %v14 = add i32 %v4, %v13
  %v15 = mul i32 %x1, 8
  %v16 = add i32 %v15, 1
  %v17 = zext i32 %v16 to i64
  %v18 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v17
  %v19 = load i8, ptr addrspace(1) %v18, align 1
  %v20 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v14
  store i8 %v19, ptr addrspace(3) %v20, align 1
  %v21 = mul i32 %v2, 8
  %v22 = add i32 %v21, 2
  %v23 = add i32 %v4, %v22
  %v24 = mul i32 %x1, 8
  %v25 = add i32 %v24, 2
  %v26 = zext i32 %v25 to i64
  %v27 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v26
  %v28 = load i8, ptr addrspace(1) %v27, align 1
  %v29 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v23
  store i8 %v28, ptr addrspace(3) %v29, align 1
  %v30 = mul i32 %v2, 8
  %v31 = add i32 %v30, 3
  %v32 = add i32 %v4, %v31
  %v33 = mul i32 %x1, 8
  %v34 = add i32 %v33, 3
  %v35 = zext i32 %v34 to i64
  %v36 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v35
  %v37 = load i8, ptr addrspace(1) %v36, align 1
  %v38 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v32
  store i8 %v37, ptr addrspace(3) %v38, align 1
  %v39 = mul i32 %v2, 8
  %v40 = add i32 %v39, 4
  %v41 = add i32 %v4, %v40
  %v42 = mul i32 %x1, 8
  %v43 = add i32 %v42, 4
  %v44 = zext i32 %v43 to i64
  %v45 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v44
  %v46 = load i8, ptr addrspace(1) %v45, align 1
  %v47 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v41
  store i8 %v46, ptr addrspace(3) %v47, align 1
  %v48 = mul i32 %v2, 8
  %v49 = add i32 %v48, 5
  %v50 = add i32 %v4, %v49
  %v51 = mul i32 %x1, 8
  %v52 = add i32 %v51, 5
  %v53 = zext i32 %v52 to i64
  %v54 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v53
  %v55 = load i8, ptr addrspace(1) %v54, align 1
  %v56 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v50
  store i8 %v55, ptr addrspace(3) %v56, align 1
  %v57 = mul i32 %v2, 8
  %v58 = add i32 %v57, 6
  %v59 = add i32 %v4, %v58
  %v60 = mul i32 %x1, 8
  %v61 = add i32 %v60, 6
  %v62 = zext i32 %v61 to i64
  %v63 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v62
  %v64 = load i8, ptr addrspace(1) %v63, align 1
  %v65 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v59
  store i8 %v64, ptr addrspace(3) %v65, align 1
  %v66 = mul i32 %v2, 8
  %v67 = add i32 %v66, 7
  %v68 = add i32 %v4, %v67
  %v69 = mul i32 %x1, 8
  %v70 = add i32 %v69, 7
  %v71 = zext i32 %v70 to i64
  %v72 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %v71
  %v73 = load i8, ptr addrspace(1) %v72, align 1
  %v74 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v68
  store i8 %v73, ptr addrspace(3) %v74, align 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v75 = and i32 %x1, 31
  %v76 = lshr i32 %x1, 5
  %v77 = mul i32 %v76, 256
  %v78 = add i32 %v77, %v75
  %v79 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v78
  %v80 = load i8, ptr addrspace(3) %v79, align 1
  %v81 = mul i32 %x1, 8
  %v82 = zext i32 %v81 to i64
  %v83 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v82
  store i8 %v80, ptr addrspace(1) %v83, align 1
  %v84 = add i32 32, %v75
  %v85 = add i32 %v77, %v84
  %v86 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v85
  %v87 = load i8, ptr addrspace(3) %v86, align 1
  %v88 = mul i32 %x1, 8
  %v89 = add i32 %v88, 1
  %v90 = zext i32 %v89 to i64
  %v91 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v90
  store i8 %v87, ptr addrspace(1) %v91, align 1
  %v92 = add i32 64, %v75
  %v93 = add i32 %v77, %v92
  %v94 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v93
  %v95 = load i8, ptr addrspace(3) %v94, align 1
  %v96 = mul i32 %x1, 8
  %v97 = add i32 %v96, 2
  %v98 = zext i32 %v97 to i64
  %v99 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v98
  store i8 %v95, ptr addrspace(1) %v99, align 1
  %v100 = add i32 96, %v75
  %v101 = add i32 %v77, %v100
  %v102 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v101
  %v103 = load i8, ptr addrspace(3) %v102, align 1
  %v104 = mul i32 %x1, 8
  %v105 = add i32 %v104, 3
  %v106 = zext i32 %v105 to i64
  %v107 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v106
  store i8 %v103, ptr addrspace(1) %v107, align 1
  %v108 = add i32 128, %v75
  %v109 = add i32 %v77, %v108
  %v110 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v109
  %v111 = load i8, ptr addrspace(3) %v110, align 1
  %v112 = mul i32 %x1, 8
  %v113 = add i32 %v112, 4
  %v114 = zext i32 %v113 to i64
  %v115 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v114
  store i8 %v111, ptr addrspace(1) %v115, align 1
  %v116 = add i32 160, %v75
  %v117 = add i32 %v77, %v116
  %v118 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v117
  %v119 = load i8, ptr addrspace(3) %v118, align 1
  %v120 = mul i32 %x1, 8
  %v121 = add i32 %v120, 5
  %v122 = zext i32 %v121 to i64
  %v123 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v122
  store i8 %v119, ptr addrspace(1) %v123, align 1
  %v124 = add i32 192, %v75
  %v125 = add i32 %v77, %v124
  %v126 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v125
  %v127 = load i8, ptr addrspace(3) %v126, align 1
  %v128 = mul i32 %x1, 8
  %v129 = add i32 %v128, 6
  %v130 = zext i32 %v129 to i64
  %v131 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v130
  store i8 %v127, ptr addrspace(1) %v131, align 1
  %v132 = add i32 224, %v75
  %v133 = add i32 %v77, %v132
  %v134 = getelementptr i8, ptr addrspace(3) @exchange.s, i32 %v133
  %v135 = load i8, ptr addrspace(3) %v134, align 1
  %v136 = mul i32 %x1, 8
  %v137 = add i32 %v136, 7
  %v138 = zext i32 %v137 to i64
  %v139 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %v138
  store i8 %v135, ptr addrspace(1) %v139, align 1
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.maxntid"="128" }
!0 = !{i32 128, i32 1, i32 1}
