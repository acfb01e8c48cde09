; Structures are stored side by side where a test at run time finds all lanes.
; RUN: %f2opt -passes='function(f2layout-coalesce)' -S %s -o %t.ll -pass-remarks=f2layout-coalesce \
; RUN:   -pass-remarks-missed=f2layout-coalesce 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=PTX

; Whole warps, a last one that is not, rows of 32 threads and of fewer, a guard
; that some lanes do not pass, and pointers that are aligned to few bytes.
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=128,100 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel twelve --block 64 --grid 2 --arg 2=100 --buffer-align 4 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel halves --block 64 --grid 2 --arg 2=128 --buffer-align 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 48 --grid 2 --arg 2=128,90 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 32,2 --arg 2=128,50 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 8,8 --arg 2=128,13 --quiet

; The simulator sees whether the tests are right, and what the barriers do.
; RUN: sed 's/br i1 .*, label %%f2.all.lanes,/br i1 true, label %%f2.all.lanes,/' %t.ll > %t.lanes.ll
; RUN: not %f2sim --equal %s %t.lanes.ll --kernel guarded --block 64 --grid 2 --arg 2=100 --quiet
; RUN: sed 's/br i1 .*, label %%f2.beside,/br i1 true, label %%f2.beside,/' %t.ll > %t.rows.ll
; RUN: not %f2sim --equal %s %t.rows.ll --kernel guarded --block 8,8 --arg 2=100 --quiet
; RUN: sed '/call void @llvm.nvvm.bar.warp.sync/d' %t.ll > %t.order.ll
; RUN: not %f2sim --equal %s %t.order.ll --kernel again --block 64 --grid 2 --arg 2=128 --quiet

; Left out.
; RUN: %f2opt -passes='function(f2layout-coalesce<no-shuffle>)' -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes='function(f2layout-coalesce<no-coalesce>)' -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes='function(f2layout-coalesce)' -debug-counter=f2layout-coalesce=1000000 -S %s | FileCheck %s --check-prefix=NONE
; RUN: sed 's/sm_90/sm_70/' %s | %f2opt -passes='function(f2layout-coalesce)' -S | FileCheck %s --check-prefix=NONE
; NONE-NOT: f2.beside

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; REMARK-DAG: remark: <unknown>:0:0: 12 bytes a thread of 'out' are stored side by side: a warp writes [[#]] -> [[#]] sectors of 32 bytes, after [[#]] shuffles and [[#]] selects, where all its threads are there, which is tested at run time (in guarded)
; CHECK-LABEL: define ptx_kernel void @guarded(
; CHECK: then:
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK: [[ALL:%.*]] = icmp eq i32 [[HERE]], -1
; CHECK: br i1 [[ALL]], label %f2.all.lanes, label %f2.apart, !prof
; CHECK: f2.all.lanes:
; CHECK: [[AT:%.*]] = ptrtoint ptr %o0 to i64
; CHECK: [[FIRST:%.*]] = sub i64 [[AT]],
; CHECK-COUNT-2: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 0, i32 31)
; CHECK: [[SAME:%.*]] = icmp eq i64 [[FIRST]],
; CHECK: [[VOTE:%.*]] = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 [[SAME]])
; CHECK: br i1 [[VOTE]], label %f2.beside, label %f2.apart, !prof
; CHECK: f2.beside:
; CHECK: freeze float %v0
; CHECK-COUNT-3: call i32 @llvm.nvvm.shfl.sync
; CHECK: [[BACK:%.*]] = mul i32 %{{.*}}, -8
; CHECK: [[FAR:%.*]] = sext i32 [[BACK]] to i64
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr %o0, i64 [[FAR]]
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: store i32 %{{.*}}, ptr [[PLACE]], align 4
; CHECK: [[P1:%.*]] = getelementptr i8, ptr [[PLACE]], i64 128
; CHECK: store i32 %{{.*}}, ptr [[P1]], align 4
; CHECK: [[P2:%.*]] = getelementptr i8, ptr [[PLACE]], i64 256
; CHECK: store i32 %{{.*}}, ptr [[P2]], align 4
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: br label %f2.stored
; CHECK: f2.apart:
; CHECK-NEXT: store float %v0, ptr %o0, align 4
; CHECK-NEXT: store float %v1, ptr %o1, align 4
; CHECK-NEXT: store float %v2, ptr %o2, align 4
; CHECK-NEXT: br label %f2.stored
; PTX-LABEL: .entry guarded(
; PTX: activemask.b32
; PTX: vote.sync.all.pred
; PTX-COUNT-3: shfl.sync
define ptx_kernel void @guarded(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %in.range = icmp slt i32 %i, %n
  br i1 %in.range, label %then, label %end
then:
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [3 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  br label %end
end:
  ret void
}

; Members in any order.
; REMARK-DAG: remark: <unknown>:0:0: 20 bytes a thread of 'out' are stored side by side: a warp writes [[#]] -> [[#]] sectors of 32 bytes, after [[#]] shuffles and [[#]] selects, where all its threads are there, which is tested at run time (in order)
define ptx_kernel void @order(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float %v3, ptr %o3, align 4
  store float %v1, ptr %o1, align 4
  store float %v4, ptr %o4, align 4
  store float %v0, ptr %o0, align 4
  store float %v2, ptr %o2, align 4
  ret void
}

; Elements of four words, where they are aligned.
; REMARK-DAG: remark: <unknown>:0:0: 48 bytes a thread of 'out' are stored side by side: a warp writes 384 -> 48 sectors of 32 bytes, after 12 shuffles and 24 selects, where all its threads are there, which is tested at run time (in twelve)
; CHECK-LABEL: define ptx_kernel void @twelve(
; CHECK: and i64 %{{.*}}, 15
; CHECK: f2.beside:
; CHECK-COUNT-12: call i32 @llvm.nvvm.shfl.sync
; CHECK-COUNT-3: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 16
; CHECK: f2.apart:
define ptx_kernel void @twelve(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %m5 = mul i32 %n, 5
  %a5 = add i32 %m5, %i
  %p5 = getelementptr float, ptr %in, i32 %a5
  %v5 = load float, ptr %p5, align 4
  %m6 = mul i32 %n, 6
  %a6 = add i32 %m6, %i
  %p6 = getelementptr float, ptr %in, i32 %a6
  %v6 = load float, ptr %p6, align 4
  %m7 = mul i32 %n, 7
  %a7 = add i32 %m7, %i
  %p7 = getelementptr float, ptr %in, i32 %a7
  %v7 = load float, ptr %p7, align 4
  %m8 = mul i32 %n, 8
  %a8 = add i32 %m8, %i
  %p8 = getelementptr float, ptr %in, i32 %a8
  %v8 = load float, ptr %p8, align 4
  %m9 = mul i32 %n, 9
  %a9 = add i32 %m9, %i
  %p9 = getelementptr float, ptr %in, i32 %a9
  %v9 = load float, ptr %p9, align 4
  %m10 = mul i32 %n, 10
  %a10 = add i32 %m10, %i
  %p10 = getelementptr float, ptr %in, i32 %a10
  %v10 = load float, ptr %p10, align 4
  %m11 = mul i32 %n, 11
  %a11 = add i32 %m11, %i
  %p11 = getelementptr float, ptr %in, i32 %a11
  %v11 = load float, ptr %p11, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [12 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  %o5 = getelementptr i8, ptr %o0, i64 20
  %o6 = getelementptr i8, ptr %o0, i64 24
  %o7 = getelementptr i8, ptr %o0, i64 28
  %o8 = getelementptr i8, ptr %o0, i64 32
  %o9 = getelementptr i8, ptr %o0, i64 36
  %o10 = getelementptr i8, ptr %o0, i64 40
  %o11 = getelementptr i8, ptr %o0, i64 44
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  store float %v5, ptr %o5, align 4
  store float %v6, ptr %o6, align 4
  store float %v7, ptr %o7, align 4
  store float %v8, ptr %o8, align 4
  store float %v9, ptr %o9, align 4
  store float %v10, ptr %o10, align 4
  store float %v11, ptr %o11, align 4
  ret void
}

; They are known to be aligned: that is not tested.
; REMARK-DAG: remark: <unknown>:0:0: 32 bytes a thread of 'out' are stored side by side: a warp writes 64 -> 32 sectors of 32 bytes, after 8 shuffles and 16 selects, where all its threads are there, which is tested at run time (in aligned)
; CHECK-LABEL: define ptx_kernel void @aligned(
; CHECK-NOT: and i64 %{{.*}}, 15
; CHECK: f2.beside:
; CHECK-COUNT-2: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 16
; CHECK: f2.apart:
define ptx_kernel void @aligned(ptr noalias align 16 %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %m5 = mul i32 %n, 5
  %a5 = add i32 %m5, %i
  %p5 = getelementptr float, ptr %in, i32 %a5
  %v5 = load float, ptr %p5, align 4
  %m6 = mul i32 %n, 6
  %a6 = add i32 %m6, %i
  %p6 = getelementptr float, ptr %in, i32 %a6
  %v6 = load float, ptr %p6, align 4
  %m7 = mul i32 %n, 7
  %a7 = add i32 %m7, %i
  %p7 = getelementptr float, ptr %in, i32 %a7
  %v7 = load float, ptr %p7, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [8 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  %o5 = getelementptr i8, ptr %o0, i64 20
  %o6 = getelementptr i8, ptr %o0, i64 24
  %o7 = getelementptr i8, ptr %o0, i64 28
  store float %v0, ptr %o0, align 16
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  store float %v5, ptr %o5, align 4
  store float %v6, ptr %o6, align 4
  store float %v7, ptr %o7, align 4
  ret void
}

; Halves become words, which must be aligned.
; REMARK-DAG: remark: <unknown>:0:0: 12 bytes a thread of 'out' are stored side by side: a warp writes [[#]] -> [[#]] sectors of 32 bytes, after [[#]] shuffles and [[#]] selects, where all its threads are there, which is tested at run time (in halves)
; CHECK-LABEL: define ptx_kernel void @halves(
; CHECK: and i64 %{{.*}}, 3
; CHECK: f2.beside:
; CHECK: freeze half %v0
; CHECK: f2.apart:
; CHECK-COUNT-6: store half
define ptx_kernel void @halves(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %in.range = icmp slt i32 %i, %n
  br i1 %in.range, label %then, label %end
then:
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr half, ptr %in, i32 %a0
  %v0 = load half, ptr %p0, align 2
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr half, ptr %in, i32 %a1
  %v1 = load half, ptr %p1, align 2
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr half, ptr %in, i32 %a2
  %v2 = load half, ptr %p2, align 2
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr half, ptr %in, i32 %a3
  %v3 = load half, ptr %p3, align 2
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr half, ptr %in, i32 %a4
  %v4 = load half, ptr %p4, align 2
  %m5 = mul i32 %n, 5
  %a5 = add i32 %m5, %i
  %p5 = getelementptr half, ptr %in, i32 %a5
  %v5 = load half, ptr %p5, align 2
  %w = sext i32 %i to i64
  %o0 = getelementptr [6 x half], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 2
  %o2 = getelementptr i8, ptr %o0, i64 4
  %o3 = getelementptr i8, ptr %o0, i64 6
  %o4 = getelementptr i8, ptr %o0, i64 8
  %o5 = getelementptr i8, ptr %o0, i64 10
  store half %v0, ptr %o0, align 2
  store half %v1, ptr %o1, align 2
  store half %v2, ptr %o2, align 2
  store half %v3, ptr %o3, align 2
  store half %v4, ptr %o4, align 2
  store half %v5, ptr %o5, align 2
  br label %end
end:
  ret void
}

; Doubles.
; REMARK-DAG: remark: <unknown>:0:0: 24 bytes a thread of 'out' are stored side by side: a warp writes [[#]] -> [[#]] sectors of 32 bytes, after [[#]] shuffles and [[#]] selects, where all its threads are there, which is tested at run time (in doubles)
define ptx_kernel void @doubles(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %in.range = icmp slt i32 %i, %n
  br i1 %in.range, label %then, label %end
then:
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr double, ptr %in, i32 %a0
  %v0 = load double, ptr %p0, align 8
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr double, ptr %in, i32 %a1
  %v1 = load double, ptr %p1, align 8
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr double, ptr %in, i32 %a2
  %v2 = load double, ptr %p2, align 8
  %w = sext i32 %i to i64
  %o0 = getelementptr [3 x double], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 8
  %o2 = getelementptr i8, ptr %o0, i64 16
  store double %v0, ptr %o0, align 8
  store double %v1, ptr %o1, align 8
  store double %v2, ptr %o2, align 8
  br label %end
end:
  ret void
}

; A loop over the grid.
; REMARK-DAG: remark: <unknown>:0:0: 28 bytes a thread of 'out' are stored side by side: a warp writes [[#]] -> [[#]] sectors of 32 bytes, after [[#]] shuffles and [[#]] selects, where all its threads are there, which is tested at run time (in strides)
define ptx_kernel void @strides(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul i32 %g, %d
  br label %loop
loop:
  %j = phi i32 [ %i, %entry ], [ %next, %loop ]
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %j
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %j
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %j
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %j
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %j
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %m5 = mul i32 %n, 5
  %a5 = add i32 %m5, %j
  %p5 = getelementptr float, ptr %in, i32 %a5
  %v5 = load float, ptr %p5, align 4
  %m6 = mul i32 %n, 6
  %a6 = add i32 %m6, %j
  %p6 = getelementptr float, ptr %in, i32 %a6
  %v6 = load float, ptr %p6, align 4
  %w = sext i32 %j to i64
  %o0 = getelementptr [7 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  %o5 = getelementptr i8, ptr %o0, i64 20
  %o6 = getelementptr i8, ptr %o0, i64 24
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  store float %v5, ptr %o5, align 4
  store float %v6, ptr %o6, align 4
  %next = add i32 %j, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What a thread stores before, and loads afterwards, stays in order.
; REMARK-DAG: remark: <unknown>:0:0: 20 bytes a thread of 'out' are stored side by side: a warp writes [[#]] -> [[#]] sectors of 32 bytes, after [[#]] shuffles and [[#]] selects, where all its threads are there, which is tested at run time (in again)
define ptx_kernel void @again(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float 1.0, ptr %o2, align 4
  br label %next
next:
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  %x = load float, ptr %o3, align 4
  %y = fadd float %x, %x
  br label %last
last:
  store float %y, ptr %o4, align 4
  ret void
}

; Loads between the stores may read what they write.
; REMARK-DAG: remark: <unknown>:0:0: stores of structures to 'out' stay apart: the instruction between them may access the same memory, or may not return (in between)
; CHECK-LABEL: define ptx_kernel void @between(
; CHECK-NOT: f2.beside
define ptx_kernel void @between(ptr %out, ptr %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  store float %v0, ptr %o0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  store float %v1, ptr %o1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  store float %v2, ptr %o2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  store float %v3, ptr %o3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  store float %v4, ptr %o4, align 4
  ret void
}

; Volatile stores, and those that leave no trace in caches.
; CHECK-LABEL: define ptx_kernel void @as.written(
; CHECK-NOT: f2.beside
define ptx_kernel void @as.written(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %in.range = icmp slt i32 %i, %n
  br i1 %in.range, label %then, label %end
then:
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store volatile float %v0, ptr %o0, align 4
  store volatile float %v1, ptr %o1, align 4
  store volatile float %v2, ptr %o2, align 4
  store volatile float %v3, ptr %o3, align 4
  store volatile float %v4, ptr %o4, align 4
  br label %end
end:
  ret void
}
; CHECK-LABEL: define ptx_kernel void @streaming(
; CHECK-NOT: f2.beside
define ptx_kernel void @streaming(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float %v0, ptr %o0, align 4, !nontemporal !0
  store float %v1, ptr %o1, align 4, !nontemporal !0
  store float %v2, ptr %o2, align 4, !nontemporal !0
  store float %v3, ptr %o3, align 4, !nontemporal !0
  store float %v4, ptr %o4, align 4, !nontemporal !0
  ret void
}

; A gap: the fourth word of each structure is not written.
; CHECK-LABEL: define ptx_kernel void @gap(
; CHECK-NOT: f2.beside
define ptx_kernel void @gap(ptr noalias %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v4, ptr %o4, align 4
  ret void
}

; A pointer that the host has written.
; REMARK-DAG: remark: <unknown>:0:0: 20 bytes a thread are stored side by side: a warp writes 100 -> 20 sectors of 32 bytes, after 5 shuffles and 15 selects, where all its threads are there, which is tested at run time (in structure)
; CHECK-LABEL: define ptx_kernel void @structure(
; CHECK: f2.beside:
define ptx_kernel void @structure(ptr readonly byval({ ptr }) align 8 %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %m4 = mul i32 %n, 4
  %a4 = add i32 %m4, %i
  %p4 = getelementptr float, ptr %in, i32 %a4
  %v4 = load float, ptr %p4, align 4
  %to = load ptr, ptr %out, align 8
  %w = sext i32 %i to i64
  %o0 = getelementptr [5 x float], ptr %to, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  %o4 = getelementptr i8, ptr %o0, i64 16
  store float %v0, ptr %o0, align 4
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  store float %v4, ptr %o4, align 4
  ret void
}

; One vector each.
; CHECK-LABEL: define ptx_kernel void @vector(
; CHECK-NOT: f2.beside
define ptx_kernel void @vector(ptr noalias align 16 %out, ptr noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul i32 %b, %d
  %i = add i32 %f, %t
  %m0 = mul i32 %n, 0
  %a0 = add i32 %m0, %i
  %p0 = getelementptr float, ptr %in, i32 %a0
  %v0 = load float, ptr %p0, align 4
  %m1 = mul i32 %n, 1
  %a1 = add i32 %m1, %i
  %p1 = getelementptr float, ptr %in, i32 %a1
  %v1 = load float, ptr %p1, align 4
  %m2 = mul i32 %n, 2
  %a2 = add i32 %m2, %i
  %p2 = getelementptr float, ptr %in, i32 %a2
  %v2 = load float, ptr %p2, align 4
  %m3 = mul i32 %n, 3
  %a3 = add i32 %m3, %i
  %p3 = getelementptr float, ptr %in, i32 %a3
  %v3 = load float, ptr %p3, align 4
  %w = sext i32 %i to i64
  %o0 = getelementptr [4 x float], ptr %out, i64 %w
  %o1 = getelementptr i8, ptr %o0, i64 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  %o3 = getelementptr i8, ptr %o0, i64 12
  store float %v0, ptr %o0, align 16
  store float %v1, ptr %o1, align 4
  store float %v2, ptr %o2, align 4
  store float %v3, ptr %o3, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

attributes #0 = { "target-cpu"="sm_90" }
!0 = !{i32 1}
