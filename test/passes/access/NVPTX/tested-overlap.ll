; Accesses are joined where each thread's test of its own addresses shows that they
; do not overlap.
; RUN: %f2opt -passes=f2layout-access -S %s -o %t.ll -pass-remarks=f2layout-access \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.ll > %t.twice.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.twice.ll | diff %t.twice.ll -
; RUN: grep -c 'label %%f2.tested,' %t.twice.ll | FileCheck %s --check-prefix=TWICE
; TWICE: {{^}}5{{$}}
; RUN: sed '/^  fence /d' %t.ll | %llc -mcpu=sm_90 -o - | FileCheck %s --check-prefix=PTX

; Apart, aligned or not; then in one buffer, at all distances.
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=64,100 --arg 3=0,3 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=64 --arg 3=0 --buffer-align 4 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel shifted --block 64 --arg 3=0,1,2,3,4,5,6,7,8,9,10,11 --alias 0,1 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel turns --block 64 --arg 3=0,1,2,3,4,5,6,7,8,9,10,11 --alias 0,1 --quiet
; The simulator sees whether the test is right.
; RUN: sed 's/br i1 .*, label %%f2.tested,/br i1 true, label %%f2.tested,/' %t.ll > %t.wrong.ll
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel shifted --block 64 --arg 3=3 --alias 0,1 --quiet
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel turns --block 64 --arg 3=1 --alias 0,1 --quiet
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel join --block 64 --arg 2=64 --buffer-align 4 --quiet

; Left out.
; RUN: %f2opt -passes='f2layout-access<no-test-overlap>' -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes=f2layout-access -f2layout-no-test-overlap -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes=f2layout-access -debug-counter=f2layout-test-overlap=1000000 -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes=f2layout-access -debug-counter=f2layout-test-overlap=1000000 -disable-output %s \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | FileCheck %s --check-prefix=COUNTER
; NONE-NOT: f2.tested
; COUNTER: left alone: -debug-counter=f2layout-test-overlap does not select it

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Three loads must not be from the structure of 16 bytes. What their distances from
; it have in common is computed once.
; REMARK-DAG: remark: <unknown>:0:0: 4 accesses become 1 where what a thread accesses of 'p' and 'q' does not overlap, and 'q' is aligned to 16 bytes, which is tested at run time; {{[0-9]+}} instructions exist twice (in join)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' become 1 of 16 bytes (in join)
; CHECK-LABEL: define ptx_kernel void @join(
; CHECK: [[BASE:%.*]] = sub i32
; CHECK: [[BEGIN:%.*]] = add i32 [[BASE]], 3
; CHECK: [[FAR:%.*]] = mul i32 %n, 4
; CHECK: [[D:%.*]] = add i32 [[BEGIN]], [[FAR]]
; CHECK: icmp uge i32 [[D]], 19
; CHECK: icmp uge i32 {{.*}}, 19
; CHECK: icmp uge i32 {{.*}}, 19
; CHECK: [[APART:%.*]] = freeze i1
; CHECK: [[LOW:%.*]] = and i32 {{.*}}, 15
; CHECK: [[ALIGNED:%.*]] = icmp eq i32 [[LOW]], 0
; CHECK: [[BOTH:%.*]] = and i1 [[APART]], [[ALIGNED]]
; CHECK: br i1 [[BOTH]], label %f2.tested, label %f2.tested.orig
; CHECK: f2.tested:
; CHECK-COUNT-3: load float
; CHECK: store <4 x float> {{.*}}, align 16
; CHECK: f2.tested.orig:
; CHECK-COUNT-4: store float
; PTX-LABEL: .entry join(
; PTX: st.global.v4.b32
define ptx_kernel void @join(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %bw = mul i32 %b, %w
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %bw, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %end
body:
  %j = sext i32 %i to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %j
  %e0 = getelementptr inbounds float, ptr %p, i64 %j
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %n, %i
  %j1 = sext i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  %n2 = shl nsw i32 %n, 1
  %i2 = add nsw i32 %n2, %i
  %j2 = sext i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %n3 = mul nsw i32 %n, 3
  %i3 = add nsw i32 %n3, %i
  %j3 = sext i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  br label %end
end:
  ret void
}

; Both sides are structures: one comparison, of 32 bytes with 32 bytes.
; REMARK-DAG: remark: <unknown>:0:0: 16 accesses become 4 where what a thread accesses of 'p' and 'q' does not overlap, and 'p' is aligned to 16 bytes and 'q' is aligned to 16 bytes, which is tested at run time; {{[0-9]+}} instructions exist twice (in shifted)
; REMARK-DAG: remark: <unknown>:0:0: 8 loads of 4 bytes from 'p' become 2 of 16 bytes (in shifted)
; REMARK-DAG: remark: <unknown>:0:0: 8 stores of 4 bytes to 'q' become 2 of 16 bytes (in shifted)
; CHECK-LABEL: define ptx_kernel void @shifted(
; CHECK: icmp uge i32 {{.*}}, 63
; CHECK-NOT: icmp uge
; CHECK: label %f2.tested, label %f2.tested.orig
; CHECK-COUNT-2: load <4 x float>
; CHECK-COUNT-2: store <4 x float>
; PTX-LABEL: .entry shifted(
; PTX-COUNT-2: ld.global.v4.b32
; PTX-COUNT-2: st.global.v4.b32
define ptx_kernel void @shifted(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = shl nuw nsw i32 %t, 5
  %r = zext nneg i32 %row to i64
  %far = and i32 %d, 12
  %more = zext nneg i32 %far to i64
  %o0 = getelementptr inbounds float, ptr %q, i64 %r
  %m0 = getelementptr inbounds float, ptr %p, i64 %r
  %e0 = getelementptr inbounds float, ptr %m0, i64 %more
  %e1 = getelementptr inbounds i8, ptr %e0, i64 4
  %e2 = getelementptr inbounds i8, ptr %e0, i64 8
  %e3 = getelementptr inbounds i8, ptr %e0, i64 12
  %e4 = getelementptr inbounds i8, ptr %e0, i64 16
  %e5 = getelementptr inbounds i8, ptr %e0, i64 20
  %e6 = getelementptr inbounds i8, ptr %e0, i64 24
  %e7 = getelementptr inbounds i8, ptr %e0, i64 28
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  %o4 = getelementptr inbounds i8, ptr %o0, i64 16
  %o5 = getelementptr inbounds i8, ptr %o0, i64 20
  %o6 = getelementptr inbounds i8, ptr %o0, i64 24
  %o7 = getelementptr inbounds i8, ptr %o0, i64 28
  %x7 = load float, ptr %e7, align 4
  store float %x7, ptr %o0, align 4
  %x6 = load float, ptr %e6, align 4
  store float %x6, ptr %o1, align 4
  %x5 = load float, ptr %e5, align 4
  store float %x5, ptr %o2, align 4
  %x4 = load float, ptr %e4, align 4
  store float %x4, ptr %o3, align 4
  %x3 = load float, ptr %e3, align 4
  store float %x3, ptr %o4, align 4
  %x2 = load float, ptr %e2, align 4
  store float %x2, ptr %o5, align 4
  %x1 = load float, ptr %e1, align 4
  store float %x1, ptr %o6, align 4
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o7, align 4
  ret void
}

; In a loop the test is made in each turn, about the addresses of that turn. What
; they are computed from moves in front of it.
; REMARK-DAG: remark: <unknown>:0:0: 4 accesses become 1 where what a thread accesses of 'p' and 'q' does not overlap, and 'q' is aligned to 16 bytes, which is tested at run time; {{[0-9]+}} instructions exist twice (in turns)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' become 1 of 16 bytes (in turns)
; CHECK-LABEL: define ptx_kernel void @turns(
; CHECK: body:
; CHECK: xor i32 %at, 6
; CHECK: label %f2.tested, label %f2.tested.orig
; CHECK: store <4 x float>
; CHECK: br i1 %again, label %body, label %end
define ptx_kernel void @turns(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = shl nuw nsw i32 %t, 5
  %r = zext nneg i32 %row to i64
  %own = getelementptr inbounds float, ptr %q, i64 %r
  %from = getelementptr inbounds float, ptr %p, i64 %r
  br label %body
body:
  %turn = phi i32 [ 0, %entry ], [ %next, %body ]
  %odd = and i32 %turn, 1
  %half = shl nuw nsw i32 %odd, 2
  %h = zext nneg i32 %half to i64
  %o0 = getelementptr inbounds float, ptr %own, i64 %h
  %sum = add i32 %turn, %d
  %at = and i32 %sum, 15
  %a0 = zext nneg i32 %at to i64
  %e0 = getelementptr inbounds float, ptr %from, i64 %a0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = xor i32 %at, 6
  %a1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %from, i64 %a1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  %e2 = getelementptr inbounds i8, ptr %e0, i64 8
  %x2 = load float, ptr %e2, align 4
  %y2 = fmul float %x2, 2.0
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %y2, ptr %o2, align 4
  %e3 = getelementptr inbounds i8, ptr %e0, i64 16
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  %next = add nuw nsw i32 %turn, 1
  %again = icmp samesign ult i32 %next, 6
  br i1 %again, label %body, label %end
end:
  ret void
}

; Two structures are written by turns; each store must also be apart from those of
; the other structure. Numbers of 64 bits, and members of several types.
; REMARK-DAG: remark: <unknown>:0:0: 8 accesses become 2 where what a thread accesses of 'q' and 'p' does not overlap, and 'q' is aligned to 16 bytes and 'p' is aligned to 16 bytes, which is tested at run time; {{[0-9]+}} instructions exist twice (in both)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' become 1 of 16 bytes (in both)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'p' become 1 of 16 bytes (in both)
; CHECK-LABEL: define ptx_kernel void @both(
; CHECK: icmp uge i32 {{.*}}, 31
; CHECK: store <4 x i32>
; CHECK: store <4 x float>
define ptx_kernel void @both(ptr noundef %q, ptr noundef %p, i64 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %f = uitofp i32 %t to float
  %o0 = getelementptr inbounds [4 x i32], ptr %q, i64 %r
  %e0 = getelementptr inbounds [4 x float], ptr %p, i64 %r
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  %e1 = getelementptr inbounds i8, ptr %e0, i64 4
  %e2 = getelementptr inbounds i8, ptr %e0, i64 8
  %e3 = getelementptr inbounds i8, ptr %e0, i64 12
  store i32 %t, ptr %o3, align 4
  store float %f, ptr %e0, align 4
  store float %f, ptr %o1, align 4
  store float 1.0, ptr %e1, align 4
  store i32 %d, ptr %o2, align 4
  store float 2.0, ptr %e3, align 4
  store i32 7, ptr %o0, align 4
  store float %f, ptr %e2, align 4
  ret void
}

; One argument: parts of one buffer, at a distance that is another argument.
; REMARK-DAG: remark: <unknown>:0:0: 4 accesses become 1 where what a thread accesses of 'q' does not overlap, and 'q' is aligned to 16 bytes, which is tested at run time; {{[0-9]+}} instructions exist twice (in parts)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' become 1 of 16 bytes (in parts)
; CHECK-LABEL: define ptx_kernel void @parts(
; CHECK: label %f2.tested, label %f2.tested.orig
; CHECK: store <4 x float>
define ptx_kernel void @parts(ptr noundef %q, ptr noundef %p, i64 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = shl nuw nsw i32 %t, 5
  %r = zext nneg i32 %row to i64
  %o0 = getelementptr inbounds float, ptr %q, i64 %r
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  %part = and i64 %n, 15
  %s = getelementptr inbounds float, ptr %o0, i64 %part
  %x = load float, ptr %s, align 4
  store float %x, ptr %o0, align 4
  %y = load float, ptr %s, align 4
  store float %y, ptr %o1, align 4
  %z = load float, ptr %s, align 4
  store float %z, ptr %o2, align 4
  %w = load float, ptr %s, align 4
  store float %w, ptr %o3, align 4
  ret void
}

;===----------------------------------------------------------------------===;
; Refused
;===----------------------------------------------------------------------===;

; A barrier is among the stores.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in barrier)
; CHECK-LABEL: define ptx_kernel void @barrier(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @barrier(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; A fence orders them for other threads.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in fence)
; CHECK-LABEL: define ptx_kernel void @fence(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @fence(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  fence seq_cst
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; So may an atomic access.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in atomic)
; CHECK-LABEL: define ptx_kernel void @atomic(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @atomic(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  %old = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; A volatile access may mean anything.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in volatile)
; CHECK-LABEL: define ptx_kernel void @volatile(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @volatile(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  %old = load volatile i32, ptr %p, align 4
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; Threads that take different sides would not meet in the shuffle.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in shuffle)
; CHECK-LABEL: define ptx_kernel void @shuffle(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @shuffle(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  %old = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; A call may not return.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in call)
; CHECK-LABEL: define ptx_kernel void @call(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @call(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  call void @other(ptr %p)
  %i2 = add nsw i32 %t, 512
  %j2 = zext nneg i32 %i2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %i3 = add nsw i32 %t, 768
  %j3 = zext nneg i32 %i3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; The place of a load is itself read between the stores.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in loaded)
; REMARK-DAG: remark: <unknown>:0:0: 4 loads of 4 bytes from 'p' could be 1 of 16 bytes, {{.*}}; also, the store is between them {{.*}} (in loaded)
; CHECK-LABEL: define ptx_kernel void @loaded(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @loaded(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = getelementptr inbounds i32, ptr %p, i64 0
  %k0 = load i32, ptr %i0, align 4
  %l0 = and i32 %k0, 63
  %j0 = zext nneg i32 %l0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = getelementptr inbounds i32, ptr %p, i64 1
  %k1 = load i32, ptr %i1, align 4
  %l1 = and i32 %k1, 63
  %j1 = zext nneg i32 %l1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  %i2 = getelementptr inbounds i32, ptr %p, i64 2
  %k2 = load i32, ptr %i2, align 4
  %l2 = and i32 %k2, 63
  %j2 = zext nneg i32 %l2 to i64
  %e2 = getelementptr inbounds float, ptr %p, i64 %j2
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %i3 = getelementptr inbounds i32, ptr %p, i64 3
  %k3 = load i32, ptr %i3, align 4
  %l3 = and i32 %k3, 63
  %j3 = zext nneg i32 %l3 to i64
  %e3 = getelementptr inbounds float, ptr %p, i64 %j3
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; The third load is from the structure itself.
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'q' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; also, the load is between them and may touch the same bytes: __restrict__ would help (in certain)
; CHECK-LABEL: define ptx_kernel void @certain(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @certain(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %e0 = getelementptr inbounds float, ptr %p, i64 0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %e1 = getelementptr inbounds float, ptr %p, i64 64
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  %e2 = getelementptr inbounds i8, ptr %o0, i64 4
  %x2 = load float, ptr %e2, align 4
  %o2 = getelementptr inbounds i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %e3 = getelementptr inbounds float, ptr %p, i64 192
  %x3 = load float, ptr %e3, align 4
  %o3 = getelementptr inbounds i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  ret void
}

; Two stores of four bytes do not pay for a test.
; REMARK-DAG: remark: <unknown>:0:0: 2 stores of 4 bytes to 'q' could be 1 of 8 bytes, but are only known to be aligned to 4 because of 'q': __builtin_assume_aligned would help; a test at run time would not pay; also, the load is between them and may touch the same bytes: __restrict__ would help (in few)
; CHECK-LABEL: define ptx_kernel void @few(
; CHECK-NOT: f2.tested
; CHECK: ret void
define ptx_kernel void @few(ptr noundef %q, ptr noundef %p, i32 noundef %n, i32 noundef %d) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = zext nneg i32 %t to i64
  %o0 = getelementptr inbounds [4 x float], ptr %q, i64 %r
  %i0 = add nsw i32 %t, 0
  %j0 = zext nneg i32 %i0 to i64
  %e0 = getelementptr inbounds float, ptr %p, i64 %j0
  %x0 = load float, ptr %e0, align 4
  store float %x0, ptr %o0, align 4
  %i1 = add nsw i32 %t, 256
  %j1 = zext nneg i32 %i1 to i64
  %e1 = getelementptr inbounds float, ptr %p, i64 %j1
  %x1 = load float, ptr %e1, align 4
  %o1 = getelementptr inbounds i8, ptr %o0, i64 4
  store float %x1, ptr %o1, align 4
  ret void
}

define void @other(ptr %x) noinline {
  ret void
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
attributes #0 = { "target-cpu"="sm_90" }
