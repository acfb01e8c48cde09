; LLVM freezes an index that it divides and takes the remainder of. For what a
; swizzle costs, iterations are examples, in which nothing is undefined.
; RUN: %f2opt -passes=f2layout-readdress -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel transposed --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel transposed --block 96

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [32 x [32 x i32]] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @transposed(
; CHECK: xor i32
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: xor i32
; CHECK: load i32, ptr addrspace(3)
; REMARK-DAG: shared array s swizzled: the 2 accesses of a block take 264 -> 16 wavefronts (in transposed)
define ptx_kernel void @transposed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i.next, %fill ]
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %pi
  %f = freeze i32 %i
  %row = sdiv i32 %f, 32
  %rows = mul i32 %row, 32
  %column = sub i32 %f, %rows
  %ps = getelementptr [32 x i32], ptr addrspace(3) @s, i32 %row
  %p = getelementptr i32, ptr addrspace(3) %ps, i32 %column
  store i32 %v, ptr addrspace(3) %p
  %i.next = add nsw i32 %i, %n
  %more = icmp slt i32 %i.next, 1024
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %j = phi i32 [ %t, %filled ], [ %j.next, %read ]
  %g = freeze i32 %j
  %row.j = sdiv i32 %g, 32
  %rows.j = mul i32 %row.j, 32
  %column.j = sub i32 %g, %rows.j
  %qs = getelementptr [32 x i32], ptr addrspace(3) @s, i32 %column.j
  %q = getelementptr i32, ptr addrspace(3) %qs, i32 %row.j
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %j
  store i32 %w, ptr addrspace(1) %po
  %j.next = add nsw i32 %j, %n
  %again = icmp slt i32 %j.next, 1024
  br i1 %again, label %read, label %done
done:
  ret void
}

; What memory holds is no example.
; CHECK-LABEL: @by_data(
; CHECK-NOT: xor
; CHECK: ret void
; REMARK-DAG: shared array s is not swizzled: the address of an access is not a known function of the thread and of loops (in by_data)
define ptx_kernel void @by_data(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i.next, %fill ]
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %pi
  %f = freeze i32 %v
  %row = sdiv i32 %f, 32
  %rows = mul i32 %row, 32
  %column = sub i32 %f, %rows
  %ps = getelementptr [32 x i32], ptr addrspace(3) @s, i32 %row
  %p = getelementptr i32, ptr addrspace(3) %ps, i32 %column
  store i32 %v, ptr addrspace(3) %p
  %i.next = add nsw i32 %i, %n
  %more = icmp slt i32 %i.next, 1024
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %j = phi i32 [ %t, %filled ], [ %j.next, %read ]
  %g = freeze i32 %j
  %row.j = sdiv i32 %g, 32
  %rows.j = mul i32 %row.j, 32
  %column.j = sub i32 %g, %rows.j
  %qs = getelementptr [32 x i32], ptr addrspace(3) @s, i32 %column.j
  %q = getelementptr i32, ptr addrspace(3) %qs, i32 %row.j
  %w = load i32, ptr addrspace(3) %q
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %j
  store i32 %w, ptr addrspace(1) %po
  %j.next = add nsw i32 %j, %n
  %again = icmp slt i32 %j.next, 1024
  br i1 %again, label %read, label %done
done:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }

!0 = !{}
