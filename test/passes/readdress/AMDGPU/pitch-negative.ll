; A constant below zero beside a value that may be below zero, before the array's start
; together with either: the parts of an address are sums of 32 bits with signs.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress 2>&1 | FileCheck %s
; RUN: %f2sim --equal %s %t.after.ll --block 16,8 --arg 2=1

; CHECK: rows of shared array flat.s are {{[0-9]+}} instead of 384 bytes apart

target triple = "amdgcn-amd-amdhsa"
@flat.s = internal addrspace(3) global [768 x float] undef, align 4
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @flat(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %s) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  %y16 = mul nuw nsw i32 %y, 16
  %t = add nuw nsw i32 %y16, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i128 = mul nuw nsw i32 %i, 128
  %at = add nuw nsw i32 %t, %i128
  %s32 = shl i32 %s, 5
  %ats = add i32 %at, %s32
  %pp = getelementptr float, ptr addrspace(3) @flat.s, i32 %ats
  %p = getelementptr i8, ptr addrspace(3) %pp, i32 -128
  %g = getelementptr float, ptr addrspace(1) %in, i32 %at
  %v = load float, ptr addrspace(1) %g
  store float %v, ptr addrspace(3) %p
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, 6
  br i1 %more, label %fill, label %done
done:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %sum
sum:
  %k = phi i32 [ 1, %done ], [ %k.next, %sum ]
  %k16 = mul nuw nsw i32 %k, 16
  %kc = add nuw nsw i32 %x, %k16
  %q = getelementptr [96 x float], ptr addrspace(3) @flat.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -12
  %a0 = load float, ptr addrspace(3) %q0
  %q1 = getelementptr i8, ptr addrspace(3) %q, i32 -8
  %a1 = load float, ptr addrspace(3) %q1
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %a3 = load float, ptr addrspace(3) %q
  %b3 = fadd float %b2, %a3
  %q4 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a4 = load float, ptr addrspace(3) %q4
  %b4 = fadd float %b3, %a4
  %q5 = getelementptr i8, ptr addrspace(3) %q, i32 8
  %a5 = load float, ptr addrspace(3) %q5
  %b5 = fadd float %b4, %a5
  %q6 = getelementptr i8, ptr addrspace(3) %q, i32 12
  %a6 = load float, ptr addrspace(3) %q6
  %b6 = fadd float %b5, %a6
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b6, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  ret void
}
attributes #0 = { "target-cpu"="gfx90a" "f2layout-block"="16,8,1" }
