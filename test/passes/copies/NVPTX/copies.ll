; Copies of a few words, to and from shared memory or through the stack, become
; loads and stores.
; RUN: %f2opt -passes=f2layout-copies -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes=f2layout-copies -disable-output %s -pass-remarks=f2layout-copies 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; REMARK: remark: {{.*}}: 4 words of each thread's stack became registers, since copies to and from shared memory became loads and stores (in staged)
; RUN: %f2sim --equal %s %t.after.ll --kernel staged --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel odd --block 64

target triple = "nvptx64-nvidia-cuda"

%quad = type { i32, i32, i32, i32 }

@tile = internal addrspace(3) global [128 x %quad] undef, align 16
@thin = internal addrspace(3) global [128 x %quad] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)
declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)

; A vector on the stack is used an iteration later: it becomes a loop-carried
; value.
; CHECK-LABEL: @staged(
; CHECK-NOT: {{alloca|memcpy}}
; CHECK: %[[FIRST:.*]] = load <4 x i32>, ptr addrspace(1) %{{.*}}, align 16
; CHECK: loop:
; CHECK: %[[NEXT:.*]] = phi <4 x i32>
; CHECK: store <4 x i32> %[[NEXT]], ptr addrspace(3) %{{.*}}, align 16
; CHECK: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 16
; CHECK-NOT: {{alloca|memcpy}}
define ptx_kernel void @staged(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  %next = alloca %quad, align 16
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr %quad, ptr addrspace(1) %in, i32 %t
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %next, ptr addrspace(1) align 16 %p, i64 16, i1 false)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %s = getelementptr %quad, ptr addrspace(3) @tile, i32 %t
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) align 16 %s, ptr align 16 %next, i64 16, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = add i32 %i, 1
  %place = mul i32 %j, 128
  %at = add i32 %place, %t
  %q = getelementptr %quad, ptr addrspace(1) %in, i32 %at
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %next, ptr addrspace(1) align 16 %q, i64 16, i1 false)
  %x = xor i32 %t, 5
  %r = getelementptr %quad, ptr addrspace(3) @tile, i32 %x
  %o = getelementptr %quad, ptr addrspace(1) %out, i32 %at
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 16 %o, ptr addrspace(3) align 16 %r, i64 16, i1 false)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %more = icmp slt i32 %j, 3
  br i1 %more, label %loop, label %done
done:
  ret void
}

; 28 bytes, aligned to four: pieces of 16, 8 and 4 bytes, all of them read
; before any is written.
; CHECK-LABEL: @odd(
; CHECK: %[[A:.*]] = load <4 x i32>, ptr addrspace(3) %{{.*}}, align 4
; CHECK: %[[B:.*]] = load <2 x i32>, ptr addrspace(3) %{{.*}}, align 4
; CHECK: %[[C:.*]] = load i32, ptr addrspace(3) %{{.*}}, align 4
; CHECK: store <4 x i32> %[[A]], ptr addrspace(1) %{{.*}}, align 4
; CHECK: store <2 x i32> %[[B]], ptr addrspace(1) %{{.*}}, align 4
; CHECK: store i32 %[[C]], ptr addrspace(1) %{{.*}}, align 4
define ptx_kernel void @odd(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = load i32, ptr addrspace(1) %in
  %w = add i32 %v, %t
  %s = getelementptr %quad, ptr addrspace(3) @thin, i32 %t
  store i32 %w, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = and i32 %t, 62
  %r = getelementptr %quad, ptr addrspace(3) @thin, i32 %x
  %bytes = mul i32 %t, 28
  %o = getelementptr i8, ptr addrspace(1) %out, i32 %bytes
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 4 %o, ptr addrspace(3) align 4 %r, i64 28, i1 false)
  ret void
}

; Not changed: volatile copies, long ones, bytes, and copies of variable length.
; CHECK-LABEL: @left(
; CHECK-COUNT-4: call void @llvm.memcpy.p1.p3
define ptx_kernel void @left(ptr addrspace(1) %out, i64 %n) {
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 16 %out, ptr addrspace(3) align 16 @tile, i64 16, i1 true)
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 16 %out, ptr addrspace(3) align 16 @tile, i64 80, i1 false)
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 16 %out, ptr addrspace(3) align 16 @tile, i64 6, i1 false)
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 16 %out, ptr addrspace(3) align 16 @tile, i64 %n, i1 false)
  ret void
}

; Not relevant: variables that never interact with shared memory.
; CHECK-LABEL: @elsewhere(
; CHECK: call void @llvm.memcpy
define void @elsewhere(ptr addrspace(1) %in, ptr %to) {
  %v = alloca %quad, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %v, ptr addrspace(1) align 16 %in, i64 16, i1 false)
  call void @use(ptr %v)
  ret void
}
declare void @use(ptr)
