; Where the shape of the block is a guess, the plans must pay for a second version
; of the kernel: a transpose with few conflicts does not. One with many does, unless
; the kernel has much else to do.
; RUN: %f2opt -passes=f2layout-reroute -S %s -o %t.after.ll -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 16,16
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 8,16

; REMARK: remark: {{.*}}shared exchange through {{[^ ]+}} of 1 x i32 per thread across the block stays: the plans for blocks of 16x16, a guessed shape, save {{[0-9.]+}} of
; REMARK: remark: {{.*}}shared exchange through {{[^ ]+}} of 1 x i32 per thread across the block stays: the plans for blocks of 16x16, a guessed shape, save {{[0-9.]+}} of
; REMARK-NOT: remark:

target triple = "amdgcn-amd-amdhsa"

@padded_tile = internal addrspace(3) global [288 x i32] undef, align 16
@conflicts_tile = internal addrspace(3) global [256 x i32] undef, align 16
@busy_tile = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @padded(
; CHECK-COUNT-1: load i32, ptr addrspace(3)
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @padded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %line = mul i32 %y, 16
  %t = add i32 %line, %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %row = mul i32 %y, 18
  %w = add i32 %row, %x
  %s = getelementptr i32, ptr addrspace(3) @padded_tile, i32 %w
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %column = mul i32 %x, 18
  %r = add i32 %column, %y
  %l = getelementptr i32, ptr addrspace(3) @padded_tile, i32 %r
  %u = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %u, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: @conflicts(
; CHECK-COUNT-2: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @conflicts(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %line = mul i32 %y, 16
  %t = add i32 %line, %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %row = mul i32 %y, 16
  %w = add i32 %row, %x
  %s = getelementptr i32, ptr addrspace(3) @conflicts_tile, i32 %w
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %column = mul i32 %x, 16
  %r = add i32 %column, %y
  %l = getelementptr i32, ptr addrspace(3) @conflicts_tile, i32 %r
  %u = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %u, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: @busy(
; CHECK-COUNT-1: load i32, ptr addrspace(3)
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @busy(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %line = mul i32 %y, 16
  %t = add i32 %line, %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %row = mul i32 %y, 16
  %w = add i32 %row, %x
  %s = getelementptr i32, ptr addrspace(3) @busy_tile, i32 %w
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %column = mul i32 %x, 16
  %r = add i32 %column, %y
  %l = getelementptr i32, ptr addrspace(3) @busy_tile, i32 %r
  %u = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  br label %loop

loop:
  %n = phi i32 [ 0, %0 ], [ %next, %loop ]
  %h = phi i32 [ %u, %0 ], [ %mixed, %loop ]
  %p0 = mul i32 %h, 69069
  %x0 = xor i32 %p0, %n
  %p1 = mul i32 %x0, 69069
  %x1 = xor i32 %p1, %h
  %p2 = mul i32 %x1, 69069
  %x2 = xor i32 %p2, %x0
  %p3 = mul i32 %x2, 69069
  %mixed = xor i32 %p3, %x1
  %next = add nuw i32 %n, 1
  %again = icmp ult i32 %next, 1000
  br i1 %again, label %loop, label %end

end:
  store i32 %mixed, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" }
