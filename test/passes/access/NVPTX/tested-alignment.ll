; A part of a kernel exists twice, behind a test of its arguments' alignment.
; RUN: %f2opt -passes=f2layout-access -S %s -o %t.ll -pass-remarks=f2layout-access \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll "-DIN_GLOBAL=%if kernel-pointers %{ addrspace(1)%}"
; RUN: %f2opt -passes=f2layout-access -S < %t.ll > %t.twice.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.twice.ll | diff %t.twice.ll -
; RUN: grep -c 'label %%f2.tested,' %t.twice.ll | FileCheck %s --check-prefix=TWICE
; TWICE: {{^}}3{{$}}
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=PTX

; Aligned and not, multiples of four and not.
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=16,13 --arg 3=8,5 --quiet
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64 --grid 2 --arg 2=16,13 --arg 3=8,5 --buffer-align 4 --quiet
; The simulator sees whether the test is right.
; RUN: sed 's/br i1 .*, label %%f2.tested,/br i1 true, label %%f2.tested,/' %t.ll > %t.wrong.ll
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel bodies --block 64 --arg 2=16 --buffer-align 4 --quiet
; RUN: not %f2sim --equal %s %t.wrong.ll --kernel pitch --block 64 --arg 2=13 --arg 3=8 --quiet

; Left out.
; RUN: %f2opt -passes='f2layout-access<no-test-align>' -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes=f2layout-access -f2layout-no-test-align -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes=f2layout-access -debug-counter=f2layout-test-align=1000000 -S %s | FileCheck %s --check-prefix=NONE
; RUN: %f2opt -passes=f2layout-access -debug-counter=f2layout-test-align=1000000 -disable-output %s \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | FileCheck %s --check-prefix=COUNTER
; NONE-NOT: f2.tested
; COUNTER: left alone: -debug-counter=f2layout-test-align does not select it

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; REMARK-DAG: remark: <unknown>:0:0: 8 accesses become 2 where 'in' is aligned to 16 bytes and 'out' is aligned to 16 bytes, which is tested at run time; {{[0-9]+}} instructions exist twice (in bodies)
; REMARK-DAG: remark: <unknown>:0:0: 4 loads of 4 bytes from 'in' become 1 of 16 bytes (in bodies)
; REMARK-DAG: remark: <unknown>:0:0: 4 stores of 4 bytes to 'out' become 1 of 16 bytes (in bodies)
; CHECK-LABEL: define ptx_kernel void @bodies(
; CHECK: [[IN:%.*]] = ptrtoint ptr[[IN_GLOBAL]] %{{.*}} to i32
; CHECK: [[OUT:%.*]] = ptrtoint ptr[[IN_GLOBAL]] %{{.*}} to i32
; CHECK: [[BOTH:%.*]] = or i32 {{.*}}
; CHECK: [[LOW:%.*]] = and i32 [[BOTH]], 15
; CHECK: [[TEST:%.*]] = icmp eq i32 [[LOW]], 0
; CHECK: br i1 [[TEST]], label %f2.tested, label %f2.tested.orig
; CHECK: body:
; CHECK: load float, ptr[[IN_GLOBAL]] %p0, align 16
; The value that is used behind both.
; CHECK: f2.behind:
; CHECK: phi float [ %s3.orig, %end.orig ], [ %s3, %end ]
; CHECK: body.orig:
; CHECK: load float, ptr[[IN_GLOBAL]] %p0.orig, align 4
; PTX-LABEL: .entry bodies(
; PTX-DAG: ld.global.v4.b32
; PTX-DAG: st.global.v4.b32
define ptx_kernel void @bodies(ptr noalias noundef %in, ptr noalias noundef %out, i32 %n, i32 %m) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl nuw nsw i32 %t, 2
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %sum = phi float [ 0.0, %entry ], [ %s3, %body ]
  %row = shl i32 %i, 2
  %b0 = sext i32 %row to i64
  %p0 = getelementptr float, ptr %in, i64 %b0
  %x0 = load float, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %p0, i64 4
  %x1 = load float, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %p0, i64 8
  %x2 = load float, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %p0, i64 12
  %x3 = load float, ptr %p3, align 4
  %s0 = fadd float %sum, %x0
  %s1 = fmul float %s0, %x1
  %s2 = fadd float %s1, %x2
  %s3 = fmul float %s2, %x3
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %body, label %end
end:
  %bid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = shl i32 %bid, 8
  %at = or disjoint i32 %base, %first
  %ob = sext i32 %at to i64
  %o0 = getelementptr float, ptr %out, i64 %ob
  store float %x0, ptr %o0, align 4
  %o1 = getelementptr i8, ptr %o0, i64 4
  store float %s3, ptr %o1, align 4
  %o2 = getelementptr i8, ptr %o0, i64 8
  store float %x2, ptr %o2, align 4
  %o3 = getelementptr i8, ptr %o0, i64 12
  store float %x3, ptr %o3, align 4
  %o4 = getelementptr i8, ptr %o0, i64 65536
  store float %s3, ptr %o4, align 4
  ret void
}

; The pitch must be a multiple of four words; m makes no difference.
; REMARK-DAG: remark: <unknown>:0:0: 4 accesses become 1 where 'in' is aligned to 16 bytes and 'n' is a multiple of 4, which is tested at run time; {{[0-9]+}} instructions exist twice (in pitch)
; REMARK-DAG: remark: <unknown>:0:0: 4 loads of 4 bytes from 'in' become 1 of 16 bytes (in pitch)
; CHECK-LABEL: define ptx_kernel void @pitch(
; CHECK-DAG: [[N:%.*]] = freeze i32 %n
; CHECK-DAG: and i32 [[N]], 3
; CHECK-DAG: and i32 {{%.*}}, 15
; CHECK: br i1 {{.*}}, label %f2.tested, label %f2.tested.orig
; PTX-LABEL: .entry pitch(
; PTX: ld.global.v4.b32
define ptx_kernel void @pitch(ptr noalias %in, ptr noalias %out, i32 %n, i32 %m) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul i32 %t, %n
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %k1, %body ]
  %sum = phi i32 [ 0, %entry ], [ %s3, %body ]
  %e = add i32 %row, %k
  %b0 = sext i32 %e to i64
  %p0 = getelementptr i32, ptr %in, i64 %b0
  %x0 = load i32, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %p0, i64 4
  %x1 = load i32, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %p0, i64 8
  %x2 = load i32, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %p0, i64 12
  %x3 = load i32, ptr %p3, align 4
  %s0 = add i32 %sum, %x0
  %s1 = mul i32 %s0, %x1
  %s2 = add i32 %s1, %x2
  %s3 = mul i32 %s2, %x3
  %k1 = add i32 %k, 4
  %more = icmp slt i32 %k1, %m
  br i1 %more, label %body, label %end
end:
  %ob = zext i32 %t to i64
  %o = getelementptr i32, ptr %out, i64 %ob
  store i32 %s3, ptr %o, align 4
  ret void
}

; A member of a structure that is passed by value; it is loaded for the test.
; REMARK-DAG: remark: <unknown>:0:0: 4 accesses become 1 where a member of 'p' is aligned to 16 bytes, which is tested at run time; {{[0-9]+}} instructions exist twice (in member)
; REMARK-DAG: remark: <unknown>:0:0: 4 loads of 4 bytes become 1 of 16 bytes (in member)
; CHECK-LABEL: define ptx_kernel void @member(
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %p, i64 8
; CHECK: [[AGAIN:%.*]] = getelementptr i8, ptr %p, i64 8
; CHECK: load ptr, ptr [[AGAIN]], align 8
; CHECK: br i1 {{.*}}, label %f2.tested, label %f2.tested.orig
define ptx_kernel void @member(ptr readonly byval({ i64, ptr }) align 8 %p, ptr noalias %out, i32 %n, i32 %m) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i8, ptr %p, i64 8
  %in = load ptr, ptr %at, align 8
  %first = shl nuw nsw i32 %t, 2
  %b0 = zext i32 %first to i64
  %p0 = getelementptr i32, ptr %in, i64 %b0
  %x0 = load i32, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %p0, i64 4
  %x1 = load i32, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %p0, i64 8
  %x2 = load i32, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %p0, i64 12
  %x3 = load i32, ptr %p3, align 4
  %s1 = mul i32 %x0, %x1
  %s2 = add i32 %s1, %x2
  %s3 = mul i32 %s2, %x3
  %ob = zext i32 %t to i64
  %o = getelementptr i32, ptr %out, i64 %ob
  store i32 %s3, ptr %o, align 4
  ret void
}

; Two accesses that run once do not pay for a test.
; REMARK-DAG: remark: <unknown>:0:0: 2 loads of 4 bytes from 'in' could be 1 of 8 bytes, but are only known to be aligned to 4 because of 'in': __builtin_assume_aligned would help; a test at run time would not pay (in once)
; CHECK-LABEL: define ptx_kernel void @once(
; CHECK-NOT: f2.tested
define ptx_kernel void @once(ptr noalias %in, ptr noalias %out, i32 %n, i32 %m) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl nuw nsw i32 %t, 1
  %b0 = zext i32 %first to i64
  %p0 = getelementptr i32, ptr %in, i64 %b0
  %x0 = load i32, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %p0, i64 4
  %x1 = load i32, ptr %p1, align 4
  %s1 = mul i32 %x0, %x1
  %ob = zext i32 %t to i64
  %o = getelementptr i32, ptr %out, i64 %ob
  store i32 %s1, ptr %o, align 4
  ret void
}

; A pointer from memory may differ from thread to thread.
; REMARK-DAG: remark: <unknown>:0:0: 4 loads of 4 bytes {{.*}}could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'in': __builtin_assume_aligned would help (in loaded)
; CHECK-LABEL: define ptx_kernel void @loaded(
; CHECK-NOT: f2.tested
define ptx_kernel void @loaded(ptr noalias %table, ptr noalias %out, i32 %n, i32 %m) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %none = icmp ult i32 %t, 1024
  br i1 %none, label %end, label %body
body:
  %in = load ptr, ptr %table, align 8
  %x0 = load i32, ptr %in, align 4
  %p1 = getelementptr i8, ptr %in, i64 4
  %x1 = load i32, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 8
  %x2 = load i32, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 12
  %x3 = load i32, ptr %p3, align 4
  %s1 = mul i32 %x0, %x1
  %s2 = add i32 %s1, %x2
  %s3 = mul i32 %s2, %x3
  store i32 %s3, ptr %out, align 4
  br label %end
end:
  ret void
}

; A function's argument may differ from thread to thread, too.
; REMARK-DAG: remark: <unknown>:0:0: 4 loads of 4 bytes from 'in' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'in': __builtin_assume_aligned would help (in function)
; CHECK-LABEL: define i32 @function(
; CHECK-NOT: f2.tested
define i32 @function(ptr %in) #0 {
  %x0 = load i32, ptr %in, align 4
  %p1 = getelementptr i8, ptr %in, i64 4
  %x1 = load i32, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 8
  %x2 = load i32, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 12
  %x3 = load i32, ptr %p3, align 4
  %s1 = mul i32 %x0, %x1
  %s2 = add i32 %s1, %x2
  %s3 = mul i32 %s2, %x3
  ret i32 %s3
}

; What must not be copied stays once.
; REMARK-DAG: remark: <unknown>:0:0: 4 loads of 4 bytes from 'in' could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'in': __builtin_assume_aligned would help (in single)
; CHECK-LABEL: define ptx_kernel void @single(
; CHECK-NOT: f2.tested
define ptx_kernel void @single(ptr noalias %in, ptr noalias %out, i32 %n, i32 %m) #0 {
  %x0 = load i32, ptr %in, align 4
  %v = call i32 asm "mov.u32 $0, 7;", "=r"() #1
  %p1 = getelementptr i8, ptr %in, i64 4
  %x1 = load i32, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 8
  %x2 = load i32, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 12
  %x3 = load i32, ptr %p3, align 4
  %s1 = mul i32 %x0, %x1
  %s2 = add i32 %s1, %x2
  %s3 = mul i32 %s2, %x3
  %s4 = add i32 %s3, %v
  store i32 %s4, ptr %out, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { noduplicate nounwind willreturn memory(none) }
