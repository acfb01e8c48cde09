; Layout calls become the cheapest code: renamed registers, shuffles, an
; exchange through one scratch array, wide accesses. No call remains, and the
; results stay the same.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --input-file=%t.ll --check-prefix=NONE
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout-lower -S %t.ll -o %t.2.ll
; RUN: sed 1d %t.ll >%t.1 && sed 1d %t.2.ll >%t.2
; RUN: diff %t.1 %t.2
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 128
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=PTX
; llc also runs the plugin.
; RUN: %if before-codegen %{ %llc -load-pass-plugin=%plugin -mcpu=sm_90 %s -o - | FileCheck %s --check-prefix=PTX %}
; PTX-NOT: f2.convert
; PTX: .entry swap
; PTX: shfl.sync.bfly
; PTX-NOT: f2.store

; NONE-NOT: @f2.
; NONE-NOT: @quads
; NONE-NOT: @plain

; One array for all calls of a kernel, as large as the largest needs.
; CHECK: @across.f2.scratch = internal unnamed_addr addrspace(3) global [2048 x i8] poison, align 16
; CHECK: @loop.f2.scratch = internal unnamed_addr addrspace(3) global
; CHECK-NOT: scratch =

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@quads = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@quads_turned = private unnamed_addr constant [79 x i8] c"register=[[2],[1]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@quads_swapped = private unnamed_addr constant [79 x i8] c"register=[[1],[4]], lane=[[2],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@columns = private unnamed_addr constant [79 x i8] c"register=[[128],[256]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [512]\00"
@pairs = private unnamed_addr constant [77 x i8] c"register=[[0],[1]], lane=[[2],[4],[8],[16],[32]], warp=[[64],[128]] -> [256]\00"
@plain = private unnamed_addr constant [61 x i8] c"offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256]] -> [512]\00"
@plain256 = private unnamed_addr constant [55 x i8] c"offset=[[1],[2],[4],[8],[16],[32],[64],[128]] -> [256]\00"
@tile = internal addrspace(3) global [512 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare <4 x i32> @f2.convert.v4i32(<4 x i32>, ptr, ptr) #1
declare <4 x half> @f2.convert.v4f16(<4 x half>, ptr, ptr) #1
declare void @f2.store.v4i32(ptr addrspace(3), <4 x i32>, ptr, ptr) #1
declare <4 x i32> @f2.load.v4i32(ptr addrspace(3), ptr, ptr) #1

; CHECK-LABEL: @swap(
; CHECK-COUNT-2: shfl.sync.bfly
; CHECK-NOT: shfl
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
define ptx_kernel void @swap(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @quads_swapped)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

; Registers are only renamed.
; CHECK-LABEL: @rename(
; CHECK-NOT: shfl
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @rename(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x half>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x half>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x half>, ptr addrspace(1) %p
  %y = call <4 x half> @f2.convert.v4f16(<4 x half> %x, ptr @quads, ptr @quads_turned)
  store <4 x half> %y, ptr addrspace(1) %q
  ret void
}

; Across warps, through memory: in one direction, then back. The stores of the
; second wait for the loads of the first.
; CHECK-LABEL: @across(
; CHECK: store {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: store {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load {{.*}}addrspace(3)
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
define ptx_kernel void @across(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  %w = add <4 x i32> %z, splat (i32 1)
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %w, ptr @columns, ptr @quads)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

; If the code has a barrier in between, no other is added.
; CHECK-LABEL: @own_barrier(
; CHECK-COUNT-3: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
define ptx_kernel void @own_barrier(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %z, ptr @columns, ptr @quads)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

; In a loop the next iteration's stores wait for this one's loads.
; CHECK-LABEL: @loop(
; CHECK: again:
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: store {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load {{.*}}addrspace(3)
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
define ptx_kernel void @loop(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  br label %again
again:
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %v = phi <4 x i32> [ %x, %entry ], [ %y, %again ]
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %v, ptr @quads, ptr @columns)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 3
  br i1 %more, label %again, label %done
done:
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

; Wide if the buffer is aligned, without barriers other than the kernel's.
; CHECK-LABEL: @buffer(
; CHECK: store <4 x i32> {{.*}}, ptr addrspace(3) {{.*}}, align 16
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-COUNT-4: load i32, ptr addrspace(3)
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK-NOT: load {{.*}}addrspace(3)
; CHECK: ret void
define ptx_kernel void @buffer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  call void @f2.store.v4i32(ptr addrspace(3) @tile, <4 x i32> %x, ptr @quads, ptr @plain)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = call <4 x i32> @f2.load.v4i32(ptr addrspace(3) @tile, ptr @columns, ptr @plain)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

; Registers that hold copies are stored once, and loaded once.
; CHECK-LABEL: @copies(
; CHECK: store <2 x i32> {{.*}}, ptr addrspace(3)
; CHECK-NOT: store {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.barrier
; CHECK: load <2 x i32>, ptr addrspace(3)
; CHECK-NOT: load {{.*}}addrspace(3)
; CHECK: ret void
define ptx_kernel void @copies(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %lo = shufflevector <4 x i32> %x, <4 x i32> poison, <4 x i32> <i32 0, i32 0, i32 2, i32 2>
  call void @f2.store.v4i32(ptr addrspace(3) @tile, <4 x i32> %lo, ptr @pairs, ptr @plain256)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = call <4 x i32> @f2.load.v4i32(ptr addrspace(3) @tile, ptr @pairs, ptr @plain256)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { convergent nocallback nounwind }
