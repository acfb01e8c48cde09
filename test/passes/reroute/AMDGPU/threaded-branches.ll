; LLVM leads the first thread past a test that it cannot pass, so that two branches
; lead to the store of the last one. The thread's number decides about both: what
; each thread reads is known, and what it has stored itself it need not load.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout-reroute \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel threaded --block 256 --arg 2=0,1
; RUN: %f2sim --equal %s %t.after.ll --kernel by_data --block 256 --arg 2=0,1,255

target triple = "amdgcn-amd-amdhsa"

@line = internal addrspace(3) global [258 x i32] undef, align 16
@data = internal addrspace(3) global [258 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: exchange through line of 1 x i32 per thread within each wave became a renaming of registers
; CHECK-LABEL: @threaded(
; CHECK: s.barrier
; CHECK-COUNT-2: load i32, ptr addrspace(3)
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @threaded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %own = getelementptr i32, ptr addrspace(3) @line, i32 %t
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  store i32 %v, ptr addrspace(3) %mine
  %is0 = icmp eq i32 %t, 0
  br i1 %is0, label %halo, label %other
other:
  %is255 = icmp eq i32 %t, 255
  br i1 %is255, label %last, label %join
halo:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %load, label %store
load:
  %before = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %v0 = load i32, ptr addrspace(1) %before
  br label %store
store:
  %first = phi i32 [ %v0, %load ], [ 0, %halo ]
  store i32 %first, ptr addrspace(3) @line
  %is255again = icmp eq i32 %t, 255
  br i1 %is255again, label %last, label %join
last:
  %behind = getelementptr i8, ptr addrspace(1) %pi, i32 4096
  %v1 = load i32, ptr addrspace(1) %behind
  %end = getelementptr i8, ptr addrspace(3) %own, i32 8
  store i32 %v1, ptr addrspace(3) %end
  br label %join
join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %a = load i32, ptr addrspace(3) %own
  %b = load i32, ptr addrspace(3) %mine
  %right = getelementptr i8, ptr addrspace(3) %own, i32 8
  %c = load i32, ptr addrspace(3) %right
  %s = add i32 %a, %c
  %m = mul i32 %b, 5
  %sum = sub i32 %s, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

; Data decides whether the last thread stores. The byte may be written all the same.
; REMARK: load from shared array data stays: thread 255 reads byte 1028, which a store may write that several branches lead to
define amdgpu_kernel void @by_data(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %own = getelementptr i32, ptr addrspace(3) @data, i32 %t
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  store i32 %v, ptr addrspace(3) %mine
  %is0 = icmp eq i32 %t, 0
  br i1 %is0, label %halo, label %other
other:
  %most = icmp eq i32 %t, 255
  %may = icmp sge i32 %n, 0
  %is255 = and i1 %most, %may
  br i1 %is255, label %last, label %join
halo:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %load, label %store
load:
  %before = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %v0 = load i32, ptr addrspace(1) %before
  br label %store
store:
  %first = phi i32 [ %v0, %load ], [ 0, %halo ]
  store i32 %first, ptr addrspace(3) @data
  %is255again = icmp eq i32 %t, 255
  br i1 %is255again, label %last, label %join
last:
  %behind = getelementptr i8, ptr addrspace(1) %pi, i32 4096
  %v1 = load i32, ptr addrspace(1) %behind
  %end = getelementptr i8, ptr addrspace(3) %own, i32 8
  store i32 %v1, ptr addrspace(3) %end
  br label %join
join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %a = load i32, ptr addrspace(3) %own
  %b = load i32, ptr addrspace(3) %mine
  %right = getelementptr i8, ptr addrspace(3) %own, i32 8
  %c = load i32, ptr addrspace(3) %right
  %s = add i32 %a, %c
  %m = mul i32 %b, 5
  %sum = sub i32 %s, %m
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "f2layout-block"="256,1,1" "target-cpu"="gfx942" }
