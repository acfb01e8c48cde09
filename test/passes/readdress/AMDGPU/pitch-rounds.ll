; Stores in some threads get conflicts of which the loads of the same iteration
; lose more. Nothing is known of loads that need not follow in it.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 16,8 --arg 2=9,16
; RUN: %f2sim %s --kernel rounds --block 16,8 --arg 2=16 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel rounds --block 16,8 --arg 2=16 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: total {{[0-9]+}} accesses, 272 wavefronts
; AFTER: total {{[0-9]+}} accesses, 184 wavefronts

target triple = "amdgcn-amd-amdhsa"

@rounds.s = internal addrspace(3) global [8 x [96 x float]] undef, align 4
@branch.s = internal addrspace(3) global [8 x [96 x float]] undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

; REMARK: remark: {{.*}}rows of shared array rounds.s are 448 instead of 384 bytes apart
; CHECK-LABEL: @rounds(
; CHECK: mul nsw i32 %y, 448
define amdgpu_kernel void @rounds(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  %odd = and i32 %y, 1
  %half = shl nuw nsw i32 %odd, 4
  %right = add nuw nsw i32 %x, %half
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @rounds.s, i32 %y, i32 %c
  %g = getelementptr float, ptr addrspace(1) %in, i32 %at
  %v = load float, ptr addrspace(1) %g
  store float %v, ptr addrspace(3) %p
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, 6
  br i1 %more, label %fill, label %loop
loop:
  %k = phi i32 [ 0, %fill ], [ %k.next, %latch ]
  %sum = phi float [ 0.0, %fill ], [ %sum.next, %latch ]
  %some = icmp ult i32 %x, %n
  br i1 %some, label %renew, label %read
renew:
  %r = getelementptr [96 x float], ptr addrspace(3) @rounds.s, i32 %y, i32 %right
  store float %sum, ptr addrspace(3) %r
  br label %read
read:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %load
load:
  %kc = add nuw nsw i32 %x, %k
  %q = getelementptr [96 x float], ptr addrspace(3) @rounds.s, i32 %y, i32 %kc
  %a0 = load float, ptr addrspace(3) %q
  %q1 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a1 = load float, ptr addrspace(3) %q1
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 8
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  br label %latch
latch:
  %sum.next = phi float [ %b2, %load ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 8
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %out, i32 %first
  store float %sum.next, ptr addrspace(1) %to
  ret void
}

; REMARK: remark: {{.*}}shared array branch.s
; CHECK-LABEL: @branch(
; CHECK-NOT: 448
define amdgpu_kernel void @branch(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  %odd = and i32 %y, 1
  %half = shl nuw nsw i32 %odd, 4
  %right = add nuw nsw i32 %x, %half
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @branch.s, i32 %y, i32 %c
  %g = getelementptr float, ptr addrspace(1) %in, i32 %at
  %v = load float, ptr addrspace(1) %g
  store float %v, ptr addrspace(3) %p
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, 6
  br i1 %more, label %fill, label %loop
loop:
  %k = phi i32 [ 0, %fill ], [ %k.next, %latch ]
  %sum = phi float [ 0.0, %fill ], [ %sum.next, %latch ]
  %some = icmp ult i32 %x, %n
  br i1 %some, label %renew, label %read
renew:
  %r = getelementptr [96 x float], ptr addrspace(3) @branch.s, i32 %y, i32 %right
  store float %sum, ptr addrspace(3) %r
  br label %read
read:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %few = icmp ult i32 %k, %n
  br i1 %few, label %load, label %latch
load:
  %kc = add nuw nsw i32 %x, %k
  %q = getelementptr [96 x float], ptr addrspace(3) @branch.s, i32 %y, i32 %kc
  %a0 = load float, ptr addrspace(3) %q
  %q1 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a1 = load float, ptr addrspace(3) %q1
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 8
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  br label %latch
latch:
  %sum.next = phi float [ %b2, %load ], [ %sum, %read ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 8
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %out, i32 %first
  store float %sum.next, ptr addrspace(1) %to
  ret void
}


attributes #0 = { "target-cpu"="gfx942" "f2layout-block"="16,8,1" }
