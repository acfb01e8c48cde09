; Each thread tests whether its own accesses overlap. Global memory need not be
; aligned for wide accesses on AMD, so nothing else is tested.
; RUN: %f2opt -passes=f2layout-access -S %s -o %t.ll -pass-remarks=f2layout-access 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.ll | FileCheck %s
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM

; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=64,100 --arg 3=0,3 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=64 --arg 3=0 --buffer-align 4 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel shifted --block 64 --arg 3=0,1,2,3,4,5,6,7,8,9,10,11 --alias 0,1 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel turns --block 64 --arg 3=0,1,2,3,4,5,6,7,8,9,10,11 --alias 0,1 --quiet
; The simulator sees whether the test is right.
; RUN: sed 's/br i1 .*, label %%f2.tested,/br i1 true, label %%f2.tested,/' %t.ll > %t.wrong.ll
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel shifted --block 64 --arg 3=3 --alias 0,1 --quiet
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel turns --block 64 --arg 3=1 --alias 0,1 --quiet

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; REMARK-DAG: remark: <unknown>:0:0: 4 accesses become 1 where what a thread accesses of 'p' and 'q' does not overlap, which is tested at run time; {{[0-9]+}} instructions exist twice (in join)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' become 1 of 16 bytes (in join)
; CHECK-LABEL: define amdgpu_kernel void @join(
; CHECK-COUNT-3: icmp uge i32 {{.*}}, 19
; CHECK: [[APART:%.*]] = freeze i1
; CHECK: br i1 [[APART]], label %f2.tested, label %f2.tested.orig
; CHECK: store <4 x float> {{.*}}, align 4
; CHECK: f2.tested.orig:
; CHECK-COUNT-4: store float
; ASM-LABEL: join:
; ASM: global_store_dwordx4
define amdgpu_kernel void @join(ptr addrspace(1) noundef %q, ptr addrspace(1) noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %bw = shl i32 %b, 6
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = add i32 %bw, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %end
body:
  %j = sext i32 %i to i64
  %o0 = getelementptr inbounds [4 x float], ptr addrspace(1) %q, i64 %j
  %e0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j
  %x0 = load float, ptr addrspace(1) %e0, align 4
  store float %x0, ptr addrspace(1) %o0, align 4
  %i1 = add nsw i32 %n, %i
  %j1 = sext i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j1
  %x1 = load float, ptr addrspace(1) %e1, align 4
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 4
  store float %x1, ptr addrspace(1) %o1, align 4
  %n2 = shl nsw i32 %n, 1
  %i2 = add nsw i32 %n2, %i
  %j2 = sext i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j2
  %x2 = load float, ptr addrspace(1) %e2, align 4
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 8
  store float %x2, ptr addrspace(1) %o2, align 4
  %n3 = mul nsw i32 %n, 3
  %i3 = add nsw i32 %n3, %i
  %j3 = sext i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j3
  %x3 = load float, ptr addrspace(1) %e3, align 4
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 12
  store float %x3, ptr addrspace(1) %o3, align 4
  br label %end
end:
  ret void
}

; REMARK-DAG: remark: <unknown>:0:0: 16 accesses become 4 where what a thread accesses of 'p' and 'q' does not overlap, which is tested at run time; {{[0-9]+}} instructions exist twice (in shifted)
; REMARK-DAG: remark: <unknown>:0:0: 8 loads of 4 bytes from 'p' become 2 of 16 bytes (in shifted)
; REMARK-DAG: remark: <unknown>:0:0: 8 stores of 4 bytes to 'q' become 2 of 16 bytes (in shifted)
; CHECK-LABEL: define amdgpu_kernel void @shifted(
; CHECK: icmp uge i32 {{.*}}, 63
; CHECK-NOT: icmp uge
; CHECK: label %f2.tested, label %f2.tested.orig
; CHECK-COUNT-2: load <4 x float>{{.*}}, align 4
; CHECK-COUNT-2: store <4 x float>{{.*}}, align 4
; ASM-LABEL: shifted:
; ASM-COUNT-2: global_load_dwordx4
; ASM-COUNT-2: global_store_dwordx4
define amdgpu_kernel void @shifted(ptr addrspace(1) noundef %q, ptr addrspace(1) noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = shl nuw nsw i32 %t, 5
  %r = zext nneg i32 %row to i64
  %far = and i32 %d, 12
  %more = zext nneg i32 %far to i64
  %o0 = getelementptr inbounds float, ptr addrspace(1) %q, i64 %r
  %m0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %r
  %e0 = getelementptr inbounds float, ptr addrspace(1) %m0, i64 %more
  %e1 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 4
  %e2 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 8
  %e3 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 12
  %e4 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 16
  %e5 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 20
  %e6 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 24
  %e7 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 28
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 4
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 8
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 12
  %o4 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 16
  %o5 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 20
  %o6 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 24
  %o7 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 28
  %x7 = load float, ptr addrspace(1) %e7, align 4
  store float %x7, ptr addrspace(1) %o0, align 4
  %x6 = load float, ptr addrspace(1) %e6, align 4
  store float %x6, ptr addrspace(1) %o1, align 4
  %x5 = load float, ptr addrspace(1) %e5, align 4
  store float %x5, ptr addrspace(1) %o2, align 4
  %x4 = load float, ptr addrspace(1) %e4, align 4
  store float %x4, ptr addrspace(1) %o3, align 4
  %x3 = load float, ptr addrspace(1) %e3, align 4
  store float %x3, ptr addrspace(1) %o4, align 4
  %x2 = load float, ptr addrspace(1) %e2, align 4
  store float %x2, ptr addrspace(1) %o5, align 4
  %x1 = load float, ptr addrspace(1) %e1, align 4
  store float %x1, ptr addrspace(1) %o6, align 4
  %x0 = load float, ptr addrspace(1) %e0, align 4
  store float %x0, ptr addrspace(1) %o7, align 4
  ret void
}

; REMARK-DAG: remark: <unknown>:0:0: 4 accesses become 1 where what a thread accesses of 'p' and 'q' does not overlap, which is tested at run time; {{[0-9]+}} instructions exist twice (in turns)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' become 1 of 16 bytes (in turns)
; CHECK-LABEL: define amdgpu_kernel void @turns(
; CHECK: body:
; CHECK: label %f2.tested, label %f2.tested.orig
; CHECK: store <4 x float>
define amdgpu_kernel void @turns(ptr addrspace(1) noundef %q, ptr addrspace(1) noundef %p, i32 noundef %n, i32 noundef %d) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = shl nuw nsw i32 %t, 5
  %r = zext nneg i32 %row to i64
  %own = getelementptr inbounds float, ptr addrspace(1) %q, i64 %r
  %from = getelementptr inbounds float, ptr addrspace(1) %p, i64 %r
  br label %body
body:
  %turn = phi i32 [ 0, %entry ], [ %next, %body ]
  %odd = and i32 %turn, 1
  %half = shl nuw nsw i32 %odd, 2
  %h = zext nneg i32 %half to i64
  %o0 = getelementptr inbounds float, ptr addrspace(1) %own, i64 %h
  %sum = add i32 %turn, %d
  %at = and i32 %sum, 15
  %a0 = zext nneg i32 %at to i64
  %e0 = getelementptr inbounds float, ptr addrspace(1) %from, i64 %a0
  %x0 = load float, ptr addrspace(1) %e0, align 4
  store float %x0, ptr addrspace(1) %o0, align 4
  %i1 = xor i32 %at, 6
  %a1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr addrspace(1) %from, i64 %a1
  %x1 = load float, ptr addrspace(1) %e1, align 4
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 4
  store float %x1, ptr addrspace(1) %o1, align 4
  %e2 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 8
  %x2 = load float, ptr addrspace(1) %e2, align 4
  %y2 = fmul float %x2, 2.0
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 8
  store float %y2, ptr addrspace(1) %o2, align 4
  %e3 = getelementptr inbounds i8, ptr addrspace(1) %e0, i64 16
  %x3 = load float, ptr addrspace(1) %e3, align 4
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 12
  store float %x3, ptr addrspace(1) %o3, align 4
  %next = add nuw nsw i32 %turn, 1
  %again = icmp samesign ult i32 %next, 6
  br i1 %again, label %body, label %end
end:
  ret void
}

; Refused: a fence, a volatile access, and a value of another lane are among the
; stores; a place is read between them.
; CHECK-LABEL: define amdgpu_kernel void @fence(
; CHECK-NOT: f2.tested
; CHECK: ret void
define amdgpu_kernel void @fence(ptr addrspace(1) noundef %q, ptr addrspace(1) noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr addrspace(1) %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j0
  %x0 = load float, ptr addrspace(1) %e0, align 4
  store float %x0, ptr addrspace(1) %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j1
  %x1 = load float, ptr addrspace(1) %e1, align 4
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 4
  store float %x1, ptr addrspace(1) %o1, align 4
  fence seq_cst
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j2
  %x2 = load float, ptr addrspace(1) %e2, align 4
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 8
  store float %x2, ptr addrspace(1) %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j3
  %x3 = load float, ptr addrspace(1) %e3, align 4
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 12
  store float %x3, ptr addrspace(1) %o3, align 4
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @volatile(
; CHECK-NOT: f2.tested
; CHECK: ret void
define amdgpu_kernel void @volatile(ptr addrspace(1) noundef %q, ptr addrspace(1) noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr addrspace(1) %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j0
  %x0 = load float, ptr addrspace(1) %e0, align 4
  store float %x0, ptr addrspace(1) %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j1
  %x1 = load float, ptr addrspace(1) %e1, align 4
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 4
  store float %x1, ptr addrspace(1) %o1, align 4
  %old = load volatile i32, ptr addrspace(1) %p, align 4
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j2
  %x2 = load float, ptr addrspace(1) %e2, align 4
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 8
  store float %x2, ptr addrspace(1) %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j3
  %x3 = load float, ptr addrspace(1) %e3, align 4
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 12
  store float %x3, ptr addrspace(1) %o3, align 4
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @loaded(
; CHECK-NOT: f2.tested
; CHECK: ret void
define amdgpu_kernel void @loaded(ptr addrspace(1) noundef %q, ptr addrspace(1) noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr addrspace(1) %q, i64 %r
  %i0 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 0
  %k0 = load i32, ptr addrspace(1) %i0, align 4
  %l0 = and i32 %k0, 63
  %j0 = zext nneg i32 %l0 to i64
  %e0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j0
  %x0 = load float, ptr addrspace(1) %e0, align 4
  store float %x0, ptr addrspace(1) %o0, align 4
  %i1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %k1 = load i32, ptr addrspace(1) %i1, align 4
  %l1 = and i32 %k1, 63
  %j1 = zext nneg i32 %l1 to i64
  %e1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j1
  %x1 = load float, ptr addrspace(1) %e1, align 4
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 4
  store float %x1, ptr addrspace(1) %o1, align 4
  %i2 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 2
  %k2 = load i32, ptr addrspace(1) %i2, align 4
  %l2 = and i32 %k2, 63
  %j2 = zext nneg i32 %l2 to i64
  %e2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j2
  %x2 = load float, ptr addrspace(1) %e2, align 4
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 8
  store float %x2, ptr addrspace(1) %o2, align 4
  %i3 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 3
  %k3 = load i32, ptr addrspace(1) %i3, align 4
  %l3 = and i32 %k3, 63
  %j3 = zext nneg i32 %l3 to i64
  %e3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j3
  %x3 = load float, ptr addrspace(1) %e3, align 4
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 12
  store float %x3, ptr addrspace(1) %o3, align 4
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @lane(
; CHECK-NOT: f2.tested
; CHECK: ret void
define amdgpu_kernel void @lane(ptr addrspace(1) noundef %q, ptr addrspace(1) noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr addrspace(1) %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j0
  %x0 = load float, ptr addrspace(1) %e0, align 4
  store float %x0, ptr addrspace(1) %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j1
  %x1 = load float, ptr addrspace(1) %e1, align 4
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 4
  store float %x1, ptr addrspace(1) %o1, align 4
  %old = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %t)
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j2
  %x2 = load float, ptr addrspace(1) %e2, align 4
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 8
  store float %x2, ptr addrspace(1) %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j3
  %x3 = load float, ptr addrspace(1) %e3, align 4
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o0, i64 12
  store float %x3, ptr addrspace(1) %o3, align 4
  ret void
}

declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
attributes #0 = { "target-cpu"="gfx942" }
