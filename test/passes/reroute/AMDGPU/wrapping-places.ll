; A tile, and a loop whose index times four is 0 modulo 2^32: pointers to shared
; memory have 32 bits, and these may wrap.
; RUN: %f2opt -passes='f2layout<block=256>' -S %s -o - -pass-remarks-missed=f2layout-reroute 2>%t.remarks \
; RUN:   | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

target triple = "amdgcn-amd-amdhsa"

@both = internal addrspace(3) global [320 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)

; CHECK-LABEL: @wraps(
; CHECK-COUNT-2: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: load from shared array both stays: another write to the array may come between the store and the barrier (in wraps)
define amdgpu_kernel void @wraps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 range(i32 1, 1025) %step, i32 %n) #0 {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %low = and i32 %t, 7
  %row = shl nuw nsw i32 %low, 5
  %column = lshr i32 %t, 3
  %crossed = or disjoint i32 %row, %column
  %q = xor i32 %t, 5
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %tile = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %own = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %t
  store i32 %v, ptr addrspace(3) %own
  %begin = add nsw i32 %t, 1073741824
  %any = icmp slt i32 %begin, 1073741874
  br i1 %any, label %fill, label %filled
fill:
  %i = phi i32 [ %begin, %entry ], [ %next, %fill ]
  %pt = getelementptr i32, ptr addrspace(1) %in, i32 %q
  %f = load i32, ptr addrspace(1) %pt
  %table = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %s = getelementptr i32, ptr addrspace(3) %table, i32 %i
  store i32 %f, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, 1073741874
  br i1 %more, label %fill, label %filled
filled:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %from = getelementptr inbounds i32, ptr addrspace(3) %tile, i32 %q
  %x = load i32, ptr addrspace(3) %from
  br label %use
use:
  %j = phi i32 [ 0, %filled ], [ %next.j, %use ]
  %sum = phi i32 [ %x, %filled ], [ %sum.next, %use ]
  %tablej = getelementptr inbounds i8, ptr addrspace(3) @both, i32 0
  %sj = getelementptr inbounds nuw i32, ptr addrspace(3) %tablej, i32 %j
  %w = load i32, ptr addrspace(3) %sj
  %product = mul i32 %sum, %w
  %sum.next = add i32 %product, %x
  %next.j = add nuw nsw i32 %j, 1
  %more.j = icmp ult i32 %next.j, 40
  br i1 %more.j, label %use, label %done
done:
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum.next, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,256" }
