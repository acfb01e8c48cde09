; Joins of AMD's loads of a value of the launch, or of the pointers that are
; loaded from, become one load.
; RUN: %f2opt -passes=f2layout-common-reads -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel loads --block 64 --grid 2
; RUN: %f2sim --equal %s %t.ll --kernel pointers --block 64 --grid 2
; RUN: %f2sim --equal %s %t.ll --kernel lanes --block 64 --grid 2
; RUN: %f2sim --equal %s %t.ll --kernel uneven --block 64 --grid 2

; The rounds of a reduction behind a strided loop are split off.
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll -pass-remarks=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK
; REMARK: the last 6 rounds of the loop, from 32 on, stay within a wave and have code of their own
; RUN: %f2sim --equal %s %t.all.ll --kernel strided --block 128 --grid 2 --arg 2=300
; RUN: %f2sim --equal %s %t.all.ll --kernel strided --block 64 --grid 2 --arg 2=50
; RUN: %f2sim --equal %s %t.all.ll --kernel strided --block 16 --grid 2 --arg 2=50

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @loads(
; CHECK: %pa = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
; CHECK-NEXT: %ga = getelementptr inbounds nuw i8, ptr addrspace(4) %pa, i64 12
; CHECK-NEXT: %a = load i16, ptr addrspace(4) %ga, align 4, !range ![[#]], !invariant.load ![[#]]{{$}}
; CHECK-NEXT: br i1
; CHECK-NOT: load
; CHECK-NOT: phi
; CHECK: ret void
define amdgpu_kernel void @loads(ptr addrspace(1) %p) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %pa = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %ga = getelementptr inbounds nuw i8, ptr addrspace(4) %pa, i64 12
  %a = load i16, ptr addrspace(4) %ga, align 4, !range !0, !invariant.load !1, !noundef !1
  br label %join
no:
  %pb = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %gb = getelementptr inbounds nuw i8, ptr addrspace(4) %pb, i64 12
  %b = load i16, ptr addrspace(4) %gb, align 4, !range !0, !invariant.load !1, !noundef !1
  br label %join
join:
  %n = phi i16 [ %a, %yes ], [ %b, %no ]
  %m = zext i16 %n to i32
  %v = mul i32 %t, %m
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @pointers(
; CHECK: %pa = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
; CHECK-NEXT: br i1
; CHECK-NOT: phi
; CHECK: getelementptr inbounds nuw i8, ptr addrspace(4) %pa, i64 4
; CHECK: ret void
define amdgpu_kernel void @pointers(ptr addrspace(1) %p) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %pa = call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  br label %join
no:
  %pb = call align 4 ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  br label %join
join:
  %n = phi ptr addrspace(4) [ %pa, %yes ], [ %pb, %no ]
  %g = getelementptr inbounds nuw i8, ptr addrspace(4) %n, i64 4
  %l = load i16, ptr addrspace(4) %g, align 4
  %m = zext i16 %l to i32
  %v = mul i32 %t, %m
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @lanes(
; CHECK: %la = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
; CHECK-NEXT: %a = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %la)
; CHECK-NEXT: br i1
; CHECK-NOT: phi
; CHECK: ret void
define amdgpu_kernel void @lanes(ptr addrspace(1) %p) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %la = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %a = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %la)
  br label %join
no:
  %lb = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %b = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lb)
  br label %join
join:
  %n = phi i32 [ %a, %yes ], [ %b, %no ]
  %m = add i32 %n, 1
  %v = mul i32 %t, %m
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Where the last block may be smaller, the loads are no reads of its size.
; CHECK-LABEL: @uneven(
; CHECK: phi i16
; CHECK: ret void
define amdgpu_kernel void @uneven(ptr addrspace(1) %p) "target-cpu"="gfx90a" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %pa = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %ga = getelementptr inbounds nuw i8, ptr addrspace(4) %pa, i64 4
  %a = load i16, ptr addrspace(4) %ga, align 4, !range !0, !invariant.load !1, !noundef !1
  br label %join
no:
  %pb = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %gb = getelementptr inbounds nuw i8, ptr addrspace(4) %pb, i64 4
  %b = load i16, ptr addrspace(4) %gb, align 4, !range !0, !invariant.load !1, !noundef !1
  br label %join
join:
  %n = phi i16 [ %a, %yes ], [ %b, %no ]
  %m = zext i16 %n to i32
  %v = mul i32 %t, %m
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

@s = internal addrspace(3) global [128 x i32] poison, align 4

; for (i = t; i < n; i += blockDim.x) sum += in[i]; and a tree of additions.
define amdgpu_kernel void @strided(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in, i32 %n) #0 {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %any = icmp slt i32 %t, %n
  br i1 %any, label %enter, label %skip
skip:
  %p0 = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %g0 = getelementptr inbounds nuw i8, ptr addrspace(4) %p0, i64 4
  %l0 = load i16, ptr addrspace(4) %g0, align 4, !range !0, !invariant.load !1
  %size0 = zext nneg i16 %l0 to i32
  br label %behind
enter:
  %p1 = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %g1 = getelementptr inbounds nuw i8, ptr addrspace(4) %p1, i64 4
  %l1 = load i16, ptr addrspace(4) %g1, align 4, !range !0, !invariant.load !1
  %size1 = zext nneg i16 %l1 to i32
  br label %sums
sums:
  %i = phi i32 [ %t, %enter ], [ %i1, %sums ]
  %sum = phi i32 [ 0, %enter ], [ %sum1, %sums ]
  %at = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %at
  %sum1 = add i32 %sum, %v
  %i1 = add i32 %i, %size1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %sums, label %behind
behind:
  %size = phi i32 [ %size0, %skip ], [ %size1, %sums ]
  %total = phi i32 [ 0, %skip ], [ %sum1, %sums ]
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %total, ptr addrspace(3) %own
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %half = lshr i32 %size, 1
  %none = icmp eq i32 %half, 0
  br i1 %none, label %done, label %rounds
rounds:
  %d = phi i32 [ %half, %behind ], [ %d1, %next ]
  %adds = icmp ult i32 %t, %d
  br i1 %adds, label %add, label %next
add:
  %other = add nuw nsw i32 %d, %t
  %from = getelementptr i32, ptr addrspace(3) @s, i32 %other
  %b = load i32, ptr addrspace(3) %from
  %a = load i32, ptr addrspace(3) %own
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %own
  br label %next
next:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %d1 = lshr i32 %d, 1
  %last = icmp eq i32 %d1, 0
  br i1 %last, label %done, label %rounds
done:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %write, label %end
write:
  %result = load i32, ptr addrspace(3) @s
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %block
  store i32 %result, ptr addrspace(1) %to
  br label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" "uniform-work-group-size"="true" }

!0 = !{i16 1, i16 1025}
!1 = !{}
