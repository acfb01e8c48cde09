; A warp stores a row, and each lane loads an element of it at an index that
; memory holds: if the index stays inside of the row, that is a shuffle.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 128

; REMARK: shared exchange through tile of 1 x i32 per thread within each wave, at an index from data became 1 shuffle: {{.*}} clocks per wave

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [512 x i32] poison, align 16
@bytes = internal addrspace(3) global [512 x i8] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.assume(i1)

; A lookup in the row of the own warp: one shuffle.
; CHECK-LABEL: @row(
; CHECK-NOT: addrspace(3) %
; CHECK: call i32 @llvm.amdgcn.ds.bpermute
; CHECK-NOT: addrspace(3) %
; CHECK: ret void
define amdgpu_kernel void @row(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = or disjoint i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; The same behind a barrier of the block.
; CHECK-LABEL: @block_barrier(
; CHECK-NOT: addrspace(3) %
; CHECK: call i32 @llvm.amdgcn.ds.bpermute
; CHECK-NOT: addrspace(3) %
; CHECK: ret void
define amdgpu_kernel void @block_barrier(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = or disjoint i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; Rows with padding, and a remainder that leaves out the last elements.
; CHECK-LABEL: @padded(
; CHECK-NOT: addrspace(3) %
; CHECK: call i32 @llvm.amdgcn.ds.bpermute
; CHECK-NOT: addrspace(3) %
; CHECK: ret void
define amdgpu_kernel void @padded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %w = lshr i32 %t, 6
  %base = mul i32 %w, 65
  %lane = and i32 %t, 63
  %at = add i32 %base, %lane
  %p2 = getelementptr i32, ptr addrspace(3) @tile, i32 %at
  store i32 %v, ptr addrspace(3) %p2
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %k = urem i32 %v, 61
  %a = add i32 %base, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; Not all lanes run the load: the shuffle is before the branch.
; CHECK-LABEL: @guarded(
; CHECK-NOT: addrspace(3) %
; CHECK: call i32 @llvm.amdgcn.ds.bpermute
; CHECK-NOT: addrspace(3) %
; CHECK: ret void
define amdgpu_kernel void @guarded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %k = and i32 %v, 63
  %few = icmp ult i32 %v, 1000
  br i1 %few, label %some, label %done
some:
  %row = and i32 %t, -64
  %a = or disjoint i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  br label %done
done:
  ret void
}

; A new index in each round of a loop.
; CHECK-LABEL: @looped(
; CHECK-NOT: addrspace(3) %
; CHECK: call i32 @llvm.amdgcn.ds.bpermute
; CHECK-NOT: addrspace(3) %
; CHECK: ret void
define amdgpu_kernel void @looped(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  br label %again
again:
  %round = phi i32 [ 0, %entry ], [ %next, %again ]
  %sum = phi i32 [ 0, %entry ], [ %sum2, %again ]
  %j = add i32 %t, %round
  %ij = getelementptr i32, ptr addrspace(1) %in, i32 %j
  %u = load i32, ptr addrspace(1) %ij
  %k = and i32 %u, 63
  %row = and i32 %t, -64
  %a = or disjoint i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  %sum2 = add i32 %sum, %r
  %next = add i32 %round, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %again, label %done
done:
  store i32 %sum2, ptr addrspace(1) %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "f2layout-block"="128,1,1" }
