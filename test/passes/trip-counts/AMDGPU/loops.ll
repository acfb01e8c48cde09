; Loops that every thread of the promised block runs equally often.
; RUN: %f2opt -passes='function(loop(f2layout-trip-counts))' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256
; RUN: %f2opt -passes='function(loop(f2layout-trip-counts),loop-unroll-full)' -S %s -o %t.unrolled.ll
; RUN: FileCheck %s --input-file=%t.unrolled.ll --check-prefix=UNROLLED
; RUN: %f2sim --equal %s %t.unrolled.ll --kernels all --block 256
; RUN: not %f2opt -passes='function(loop(f2layout-trip-counts<block=0>))' -S %s 2>&1 | FileCheck %s --check-prefix=ERROR
; ERROR: f2layout: 'block=0': expected block=128

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [2048 x i32] poison, align 4

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @twice(
; CHECK: %f2.iteration = phi i32 [ 0, %entry ]
; CHECK: [[LAST:%.*]] = icmp eq i32 %f2.iteration, 1
; CHECK: [[MORE:%.*]] = xor i1 [[LAST]], true
; CHECK: br i1 [[MORE]], label %loop, label %end
; UNROLLED-LABEL: @twice(
; UNROLLED-NOT: phi
; UNROLLED-COUNT-2: store i32
; UNROLLED-NOT: store
; UNROLLED: ret void
define amdgpu_kernel void @twice(ptr addrspace(1) %p) #0 {
entry:
  %t = call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %q
  %next = add nuw nsw i32 %i, 256
  %more = icmp samesign ult i32 %i, 256
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Downwards, and the branch leaves if its condition holds; another exit stays.
; CHECK-LABEL: @down(
; CHECK: %f2.iteration = phi
; CHECK: icmp eq i32 %v, 77
; CHECK: [[LAST:%.*]] = icmp eq i32 %f2.iteration, 3
; CHECK: br i1 [[LAST]], label %end, label %loop
define amdgpu_kernel void @down(ptr addrspace(1) %p) #0 {
entry:
  %t = call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
  %from = add nuw nsw i32 %t, 768
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %latch ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  %found = icmp eq i32 %v, 77
  br i1 %found, label %end, label %latch
latch:
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %q
  %next = add nsw i32 %i, -256
  %less = icmp slt i32 %next, 0
  br i1 %less, label %end, label %loop
end:
  ret void
}

; Threads below 44 run it twice, the others once.
; CHECK-LABEL: @uneven(
; CHECK-NOT: f2.iteration
; CHECK: ret void
define amdgpu_kernel void @uneven(ptr addrspace(1) %p) #0 {
entry:
  %t = call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %q
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %next, 300
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What is not promised is left to LLVM, and so is a constant count.
; CHECK-LABEL: @not_promised(
; CHECK-NOT: f2.iteration
; CHECK: ret void
define amdgpu_kernel void @not_promised(ptr addrspace(1) %p) {
entry:
  %t = call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %q
  %next = add nuw nsw i32 %i, 256
  %more = icmp samesign ult i32 %i, 256
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @constant(
; CHECK-NOT: f2.iteration
; CHECK: ret void
define amdgpu_kernel void @constant(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}

; An exit that some iterations do not pass.
; CHECK-LABEL: @inside(
; CHECK-NOT: f2.iteration
; CHECK: ret void
define amdgpu_kernel void @inside(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %t = call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %latch ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  %odd = trunc i32 %v to i1
  br i1 %odd, label %check, label %latch
check:
  %out = icmp uge i32 %i, 256
  br i1 %out, label %end, label %latch
latch:
  %next = add nuw nsw i32 %i, 256
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "uniform-work-group-size"="true" "f2layout-block"="256,1,1" }
