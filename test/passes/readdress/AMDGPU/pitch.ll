; Rows of an array get another pitch where that removes conflicts that no swizzle
; removes: the same accesses with other factors, or by a division where an access
; may be in any row.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel filter --block 16,8
; RUN: %f2sim --equal %s %t.after.ll --kernel flat --block 16,8
; RUN: %f2sim --equal %s %t.after.ll --kernel planes --block 16,4,2
; RUN: %f2sim %s --kernel filter --block 16,8 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %s --kernel flat --block 16,8 --report | FileCheck %s --check-prefix=FLAT
; RUN: %f2sim %s --kernel planes --block 16,4,2 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel filter --block 16,8 --report | FileCheck %s --check-prefix=AFTER
; RUN: %f2sim %t.after.ll --kernel flat --block 16,8 --report | FileCheck %s --check-prefix=FLATTER
; RUN: %f2sim %t.after.ll --kernel planes --block 16,4,2 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: total {{[0-9]+}} accesses, 144 wavefronts, 72 ideal
; AFTER: total {{[0-9]+}} accesses, 72 wavefronts, 72 ideal
; FLAT: total {{[0-9]+}} accesses, 248 wavefronts, 136 ideal
; FLATTER: total {{[0-9]+}} accesses, 136 wavefronts, 136 ideal
; A second run changes nothing.
; RUN: sed 1d %t.after.ll >%t.once.ll
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %t.after.ll \
; RUN:   | sed 1d | diff %t.once.ll -
; Nothing grows.
; RUN: %f2opt -passes='function(f2layout-readdress<no-grow>),f2layout-sweep' -S %s \
; RUN:   | FileCheck %s --check-prefix=STAYS
; STAYS-NOT: .f2 =

target triple = "amdgcn-amd-amdhsa"

; CHECK-DAG: @filter.s.f2 = internal addrspace(3) global [3584 x i8] {{.*}}, align 4
; CHECK-DAG: @full.s = internal addrspace(3) global [170 x [96 x float]]
@filter.s = internal addrspace(3) global [8 x [96 x float]] undef, align 4
@flat.s = internal addrspace(3) global [768 x float] undef, align 4
@planes.s = internal addrspace(3) global [2 x [4 x [96 x float]]] undef, align 4
@pads.s = internal addrspace(3) global [32 x [33 x i32]] undef, align 4
@escapes.s = internal addrspace(3) global [8 x [96 x float]] undef, align 4
@shared.s = internal addrspace(3) global [8 x [96 x float]] undef, align 4
@wider.s = internal addrspace(3) global [8 x [96 x float]] undef, align 16
@compared.s = internal addrspace(3) global [8 x [96 x float]] undef, align 4
@unstated.s = internal addrspace(3) global [8 x [96 x float]] undef, align 4
@full.s = internal addrspace(3) global [170 x [96 x float]] undef, align 4
@dynamic.s = external addrspace(3) global [0 x float], align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare void @llvm.amdgcn.s.barrier()

; Eight rows of 96 words, four in a wave. Loops keep their sums.
; REMARK: remark: {{.*}}rows of shared array filter.s are 448 instead of 384 bytes apart: the 4 accesses of a block take 32 -> 16 LDS cycles, and the array takes 512 bytes more{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @filter(
; CHECK: [[ROW:%.*]] = mul nsw i32 %y, 448
; CHECK: [[FIRST:%.*]] = add nsw i32 {{.*}}, [[ROW]]
; CHECK: fill:
; CHECK: [[TURN:%.*]] = shl nsw i32 %i, 6
; CHECK: add nsw i32 [[FIRST]], [[TURN]]
; CHECK: store float %v, ptr addrspace(3)
; CHECK-NOT: udiv
; CHECK: ret void
define amdgpu_kernel void @filter(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @filter.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @filter.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  ret void
}

; Filled by the linear index, which may be in any row, and read by rows.
; REMARK: remark: {{.*}}rows of shared array flat.s are 448 instead of 384 bytes apart: the 8 accesses of a block take 60 -> 32 LDS cycles, and the array takes 512 bytes more{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @flat(
; CHECK: fill:
; CHECK: [[AT:%.*]] = add i32
; CHECK: [[TO:%.*]] = udiv i32 [[AT]], 384
; CHECK: [[MORE:%.*]] = mul i32 [[TO]], 64
; CHECK: add i32 [[AT]], [[MORE]]
; CHECK: sum:
; CHECK-NOT: udiv
; CHECK: ret void
define amdgpu_kernel void @flat(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
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
  %p = getelementptr float, ptr addrspace(3) @flat.s, i32 %at
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

; Planes of rows: their distance grows by four rows.
; REMARK: remark: {{.*}}rows of shared array planes.s are 448 instead of 384 bytes apart: the 4 accesses of a block take 32 -> 16 LDS cycles, and the array takes 512 bytes more{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @planes(
; CHECK: mul nsw i32 %z, 1792
define amdgpu_kernel void @planes(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #1 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %zy = mul nuw nsw i32 %z, 4
  %r = add nuw nsw i32 %zy, %y
  %row = mul nuw nsw i32 %r, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [4 x [96 x float]], ptr addrspace(3) @planes.s, i32 %z, i32 %y, i32 %c
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
  %q = getelementptr [4 x [96 x float]], ptr addrspace(3) @planes.s, i32 %z, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  ret void
}

; A tile without conflicts stays as it is.
; REMARK: remark: {{.*}}shared array pads.s keeps its padding: without its padding, its accesses and the arithmetic of a swizzle would take longer{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @pads(
; CHECK: getelementptr [33 x i32], ptr addrspace(3) @pads.s,
define amdgpu_kernel void @pads(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #2 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %sr0 = add nuw nsw i32 %y, 0
  %si0 = mul nuw nsw i32 %sr0, 32
  %sj0 = add nuw nsw i32 %si0, %x
  %sg0 = getelementptr i32, ptr addrspace(1) %in, i32 %sj0
  %sv0 = load i32, ptr addrspace(1) %sg0
  %sp0 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %sr0, i32 %x
  store i32 %sv0, ptr addrspace(3) %sp0
  %sr1 = add nuw nsw i32 %y, 8
  %si1 = mul nuw nsw i32 %sr1, 32
  %sj1 = add nuw nsw i32 %si1, %x
  %sg1 = getelementptr i32, ptr addrspace(1) %in, i32 %sj1
  %sv1 = load i32, ptr addrspace(1) %sg1
  %sp1 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %sr1, i32 %x
  store i32 %sv1, ptr addrspace(3) %sp1
  %sr2 = add nuw nsw i32 %y, 16
  %si2 = mul nuw nsw i32 %sr2, 32
  %sj2 = add nuw nsw i32 %si2, %x
  %sg2 = getelementptr i32, ptr addrspace(1) %in, i32 %sj2
  %sv2 = load i32, ptr addrspace(1) %sg2
  %sp2 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %sr2, i32 %x
  store i32 %sv2, ptr addrspace(3) %sp2
  %sr3 = add nuw nsw i32 %y, 24
  %si3 = mul nuw nsw i32 %sr3, 32
  %sj3 = add nuw nsw i32 %si3, %x
  %sg3 = getelementptr i32, ptr addrspace(1) %in, i32 %sj3
  %sv3 = load i32, ptr addrspace(1) %sg3
  %sp3 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %sr3, i32 %x
  store i32 %sv3, ptr addrspace(3) %sp3
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %lc0 = add nuw nsw i32 %y, 0
  %lp0 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %x, i32 %lc0
  %lv0 = load i32, ptr addrspace(3) %lp0
  %li0 = mul nuw nsw i32 %lc0, 32
  %lj0 = add nuw nsw i32 %li0, %x
  %lg0 = getelementptr i32, ptr addrspace(1) %out, i32 %lj0
  store i32 %lv0, ptr addrspace(1) %lg0
  %lc1 = add nuw nsw i32 %y, 8
  %lp1 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %x, i32 %lc1
  %lv1 = load i32, ptr addrspace(3) %lp1
  %li1 = mul nuw nsw i32 %lc1, 32
  %lj1 = add nuw nsw i32 %li1, %x
  %lg1 = getelementptr i32, ptr addrspace(1) %out, i32 %lj1
  store i32 %lv1, ptr addrspace(1) %lg1
  %lc2 = add nuw nsw i32 %y, 16
  %lp2 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %x, i32 %lc2
  %lv2 = load i32, ptr addrspace(3) %lp2
  %li2 = mul nuw nsw i32 %lc2, 32
  %lj2 = add nuw nsw i32 %li2, %x
  %lg2 = getelementptr i32, ptr addrspace(1) %out, i32 %lj2
  store i32 %lv2, ptr addrspace(1) %lg2
  %lc3 = add nuw nsw i32 %y, 24
  %lp3 = getelementptr [33 x i32], ptr addrspace(3) @pads.s, i32 %x, i32 %lc3
  %lv3 = load i32, ptr addrspace(3) %lp3
  %li3 = mul nuw nsw i32 %lc3, 32
  %lj3 = add nuw nsw i32 %li3, %x
  %lg3 = getelementptr i32, ptr addrspace(1) %out, i32 %lj3
  store i32 %lv3, ptr addrspace(1) %lg3
  ret void
}

; Its address is given away.
; CHECK-LABEL: @escapes(
; CHECK: getelementptr [96 x float], ptr addrspace(3) @escapes.s,
define amdgpu_kernel void @escapes(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %keep) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  store ptr addrspace(3) @escapes.s, ptr addrspace(1) %keep
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @escapes.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @escapes.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  ret void
}

; Another function accesses it.
define void @other(i32 %n) noinline {
  store i32 %n, ptr addrspace(3) @shared.s
  ret void
}
; CHECK-LABEL: @shared(
; CHECK: getelementptr [96 x float], ptr addrspace(3) @shared.s,
define amdgpu_kernel void @shared(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @shared.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @shared.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  call void @other(i32 %x)
  ret void
}

; An access of 16 bytes that may be in two rows.
; REMARK: remark: {{.*}}shared array wider.s is not swizzled: an access of 16 bytes, of elements of 4 bytes that LLVM may have joined, is not aligned to 16 bytes within the array{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @wider(
; CHECK: getelementptr [96 x float], ptr addrspace(3) @wider.s,
define amdgpu_kernel void @wider(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @wider.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @wider.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  %wi = mul nuw nsw i32 %x, 60
  %wp = getelementptr i8, ptr addrspace(3) @wider.s, i32 %wi
  %wv = load <4 x i32>, ptr addrspace(3) %wp, align 4
  %we = extractelement <4 x i32> %wv, i32 1
  store i32 %we, ptr addrspace(1) %out
  ret void
}

; Its address is compared with another one, beside which it stays.
; REMARK: remark: {{.*}}shared array compared.s is not swizzled: no swizzle saves more clocks than its arithmetic takes{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @compared(
; CHECK: getelementptr [96 x float], ptr addrspace(3) @compared.s,
define amdgpu_kernel void @compared(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %keep) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @compared.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @compared.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  %where = load ptr addrspace(3), ptr addrspace(1) %keep
  %is = icmp eq ptr addrspace(3) %where, @compared.s
  store i1 %is, ptr addrspace(1) %keep
  ret void
}

; The kernel's shared memory is full.
; REMARK: remark: {{.*}}shared array full.s keeps its rows: 448 instead of 384 bytes apart, its accesses would take 32 -> 16 LDS cycles, but the array may not grow so much: 10880 bytes, where only 256 are left, since static arrays can take no more{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @full(
; CHECK: getelementptr [96 x float], ptr addrspace(3) @full.s,
define amdgpu_kernel void @full(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @full.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @full.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  ret void
}

; The launch decides how much there is.
; REMARK: remark: {{.*}}shared array dynamic.s keeps its rows: 448 instead of 384 bytes apart, its accesses would take 32 -> 16 LDS cycles, but the launch decides the size of dynamic shared memory; rows of 448 bytes in the source, and a larger size at the launch, would do{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @dynamic(
; CHECK: getelementptr [96 x float], ptr addrspace(3) @dynamic.s,
define amdgpu_kernel void @dynamic(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @dynamic.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @dynamic.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  ret void
}

; Only in blocks of 16 columns do threads stay in their rows.
; REMARK: remark: {{.*}}shared array unstated.s keeps its rows: 448 instead of 384 bytes apart, its accesses would take 32 -> 16 LDS cycles, but the block's size is not known; F2_BLOCK(16, 8, 1) or the attribute "f2layout-block" states the shape, if all blocks have it{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @unstated(
; CHECK: getelementptr [96 x float], ptr addrspace(3) @unstated.s,
define amdgpu_kernel void @unstated(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #3 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul nuw nsw i32 %y, 96
  %first = add nuw nsw i32 %row, %x
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %i16 = mul nuw nsw i32 %i, 16
  %at = add nuw nsw i32 %first, %i16
  %c = add nuw nsw i32 %x, %i16
  %p = getelementptr [96 x float], ptr addrspace(3) @unstated.s, i32 %y, i32 %c
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
  %q = getelementptr [96 x float], ptr addrspace(3) @unstated.s, i32 %y, i32 %kc
  %q0 = getelementptr i8, ptr addrspace(3) %q, i32 -4
  %a0 = load float, ptr addrspace(3) %q0
  %a1 = load float, ptr addrspace(3) %q
  %b1 = fadd float %a0, %a1
  %q2 = getelementptr i8, ptr addrspace(3) %q, i32 4
  %a2 = load float, ptr addrspace(3) %q2
  %b2 = fadd float %b1, %a2
  %to = add nuw nsw i32 %first, %k16
  %h = getelementptr float, ptr addrspace(1) %out, i32 %to
  store float %b2, ptr addrspace(1) %h
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %sum, label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "f2layout-block"="16,8,1" }
attributes #1 = { "target-cpu"="gfx942" "f2layout-block"="16,4,2" }
attributes #2 = { "target-cpu"="gfx942" "f2layout-block"="32,8,1" }
attributes #3 = { "target-cpu"="gfx942" }
