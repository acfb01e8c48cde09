; Consecutive exchanges alternate between parts of an array that grows for them,
; and no longer wait for each other.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2opt -passes=f2layout -S %t.after.ll -o %t.twice.ll
; RUN: FileCheck %s --input-file=%t.twice.ll
; RUN: %f2opt -passes='f2layout<no-grow>' -S %s -o %t.small.ll
; RUN: FileCheck %s --check-prefix=SMALL --input-file=%t.small.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel two --block 128 --arg 2=1,4
; RUN: %f2sim --equal %s %t.after.ll --kernel three --block 128 --arg 2=1,4
; RUN: %f2sim --equal %s %t.after.ll --kernel full --block 128 --arg 2=1,4
; RUN: %f2sim --equal %s %t.after.ll --kernel calls --block 128 --arg 2=1,4

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @tile2.f2 = internal {{.*}}global [4096 x i8] undef, align 16
; CHECK-DAG: @tile3.f2 = internal {{.*}}global [6144 x i8] undef, align 16
; CHECK-DAG: @tile4 = internal {{.*}}global [512 x i32]
; CHECK-DAG: @tile1 = internal {{.*}}global [512 x i32]
; SMALL-NOT: .f2
@tile2 = internal addrspace(3) global [512 x i32] undef, align 16
@tile3 = internal addrspace(3) global [512 x i32] undef, align 16
@tile1 = internal addrspace(3) global [512 x i32] undef, align 16
@tile4 = internal addrspace(3) global [512 x i32] undef, align 16
@callees = internal addrspace(3) global [128 x i8] undef, align 16
@other = internal addrspace(3) global [47040 x i8] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; REMARK: remark: {{.*}}: shared array tile2 grows from 2048 to 4096 bytes: 2 exchanges take turns in parts of it, so that none waits until the one before is read
; Two barriers for two exchanges, and the second's bytes after the first's.
; CHECK-LABEL: @two(
; CHECK-COUNT-2: call void @llvm.nvvm.barrier
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
; SMALL-LABEL: @two(
; SMALL-COUNT-4: call void @llvm.nvvm.barrier
; SMALL: ret void
define ptx_kernel void @two(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  %s0 = add i32 %t, 0
  %b0 = or disjoint i32 %four, 0
  %striped0 = getelementptr i32, ptr addrspace(3) @tile2, i32 %s0
  %blocked0 = getelementptr i32, ptr addrspace(3) @tile2, i32 %b0
  %from0 = getelementptr i32, ptr addrspace(1) %in, i32 %s0
  %v0 = load i32, ptr addrspace(1) %from0
  %s1 = add i32 %t, 128
  %b1 = or disjoint i32 %four, 1
  %striped1 = getelementptr i32, ptr addrspace(3) @tile2, i32 %s1
  %blocked1 = getelementptr i32, ptr addrspace(3) @tile2, i32 %b1
  %from1 = getelementptr i32, ptr addrspace(1) %in, i32 %s1
  %v1 = load i32, ptr addrspace(1) %from1
  %s2 = add i32 %t, 256
  %b2 = or disjoint i32 %four, 2
  %striped2 = getelementptr i32, ptr addrspace(3) @tile2, i32 %s2
  %blocked2 = getelementptr i32, ptr addrspace(3) @tile2, i32 %b2
  %from2 = getelementptr i32, ptr addrspace(1) %in, i32 %s2
  %v2 = load i32, ptr addrspace(1) %from2
  %s3 = add i32 %t, 384
  %b3 = or disjoint i32 %four, 3
  %striped3 = getelementptr i32, ptr addrspace(3) @tile2, i32 %s3
  %blocked3 = getelementptr i32, ptr addrspace(3) @tile2, i32 %b3
  %from3 = getelementptr i32, ptr addrspace(1) %in, i32 %s3
  %v3 = load i32, ptr addrspace(1) %from3
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x0.0 = phi i32 [ %v0, %entry ], [ %x2.0, %loop ]
  %x0.1 = phi i32 [ %v1, %entry ], [ %x2.1, %loop ]
  %x0.2 = phi i32 [ %v2, %entry ], [ %x2.2, %loop ]
  %x0.3 = phi i32 [ %v3, %entry ], [ %x2.3, %loop ]
  store i32 %x0.0, ptr addrspace(3) %striped0
  store i32 %x0.1, ptr addrspace(3) %striped1
  store i32 %x0.2, ptr addrspace(3) %striped2
  store i32 %x0.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y0.0 = load i32, ptr addrspace(3) %blocked0
  %y0.1 = load i32, ptr addrspace(3) %blocked1
  %y0.2 = load i32, ptr addrspace(3) %blocked2
  %y0.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1.0 = add i32 %y0.0, %t
  %x1.1 = add i32 %y0.1, %t
  %x1.2 = add i32 %y0.2, %t
  %x1.3 = add i32 %y0.3, %t
  store i32 %x1.0, ptr addrspace(3) %striped0
  store i32 %x1.1, ptr addrspace(3) %striped1
  store i32 %x1.2, ptr addrspace(3) %striped2
  store i32 %x1.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y1.0 = load i32, ptr addrspace(3) %blocked0
  %y1.1 = load i32, ptr addrspace(3) %blocked1
  %y1.2 = load i32, ptr addrspace(3) %blocked2
  %y1.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2.0 = add i32 %y1.0, %t
  %x2.1 = add i32 %y1.1, %t
  %x2.2 = add i32 %y1.2, %t
  %x2.3 = add i32 %y1.3, %t
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %to0 = getelementptr i32, ptr addrspace(1) %out, i32 %s0
  store i32 %x2.0, ptr addrspace(1) %to0
  %to1 = getelementptr i32, ptr addrspace(1) %out, i32 %s1
  store i32 %x2.1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %out, i32 %s2
  store i32 %x2.2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %out, i32 %s3
  store i32 %x2.3, ptr addrspace(1) %to3
  ret void
}

; With an odd number the last one has a third part: the first follows it.
; REMARK: remark: {{.*}}: shared array tile3 grows from 2048 to 6144 bytes: 3 exchanges
; CHECK-LABEL: @three(
; CHECK-COUNT-3: call void @llvm.nvvm.barrier
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
define ptx_kernel void @three(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  %s0 = add i32 %t, 0
  %b0 = or disjoint i32 %four, 0
  %striped0 = getelementptr i32, ptr addrspace(3) @tile3, i32 %s0
  %blocked0 = getelementptr i32, ptr addrspace(3) @tile3, i32 %b0
  %from0 = getelementptr i32, ptr addrspace(1) %in, i32 %s0
  %v0 = load i32, ptr addrspace(1) %from0
  %s1 = add i32 %t, 128
  %b1 = or disjoint i32 %four, 1
  %striped1 = getelementptr i32, ptr addrspace(3) @tile3, i32 %s1
  %blocked1 = getelementptr i32, ptr addrspace(3) @tile3, i32 %b1
  %from1 = getelementptr i32, ptr addrspace(1) %in, i32 %s1
  %v1 = load i32, ptr addrspace(1) %from1
  %s2 = add i32 %t, 256
  %b2 = or disjoint i32 %four, 2
  %striped2 = getelementptr i32, ptr addrspace(3) @tile3, i32 %s2
  %blocked2 = getelementptr i32, ptr addrspace(3) @tile3, i32 %b2
  %from2 = getelementptr i32, ptr addrspace(1) %in, i32 %s2
  %v2 = load i32, ptr addrspace(1) %from2
  %s3 = add i32 %t, 384
  %b3 = or disjoint i32 %four, 3
  %striped3 = getelementptr i32, ptr addrspace(3) @tile3, i32 %s3
  %blocked3 = getelementptr i32, ptr addrspace(3) @tile3, i32 %b3
  %from3 = getelementptr i32, ptr addrspace(1) %in, i32 %s3
  %v3 = load i32, ptr addrspace(1) %from3
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x0.0 = phi i32 [ %v0, %entry ], [ %x3.0, %loop ]
  %x0.1 = phi i32 [ %v1, %entry ], [ %x3.1, %loop ]
  %x0.2 = phi i32 [ %v2, %entry ], [ %x3.2, %loop ]
  %x0.3 = phi i32 [ %v3, %entry ], [ %x3.3, %loop ]
  store i32 %x0.0, ptr addrspace(3) %striped0
  store i32 %x0.1, ptr addrspace(3) %striped1
  store i32 %x0.2, ptr addrspace(3) %striped2
  store i32 %x0.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y0.0 = load i32, ptr addrspace(3) %blocked0
  %y0.1 = load i32, ptr addrspace(3) %blocked1
  %y0.2 = load i32, ptr addrspace(3) %blocked2
  %y0.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1.0 = add i32 %y0.0, %t
  %x1.1 = add i32 %y0.1, %t
  %x1.2 = add i32 %y0.2, %t
  %x1.3 = add i32 %y0.3, %t
  store i32 %x1.0, ptr addrspace(3) %striped0
  store i32 %x1.1, ptr addrspace(3) %striped1
  store i32 %x1.2, ptr addrspace(3) %striped2
  store i32 %x1.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y1.0 = load i32, ptr addrspace(3) %blocked0
  %y1.1 = load i32, ptr addrspace(3) %blocked1
  %y1.2 = load i32, ptr addrspace(3) %blocked2
  %y1.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2.0 = add i32 %y1.0, %t
  %x2.1 = add i32 %y1.1, %t
  %x2.2 = add i32 %y1.2, %t
  %x2.3 = add i32 %y1.3, %t
  store i32 %x2.0, ptr addrspace(3) %striped0
  store i32 %x2.1, ptr addrspace(3) %striped1
  store i32 %x2.2, ptr addrspace(3) %striped2
  store i32 %x2.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y2.0 = load i32, ptr addrspace(3) %blocked0
  %y2.1 = load i32, ptr addrspace(3) %blocked1
  %y2.2 = load i32, ptr addrspace(3) %blocked2
  %y2.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x3.0 = add i32 %y2.0, %t
  %x3.1 = add i32 %y2.1, %t
  %x3.2 = add i32 %y2.2, %t
  %x3.3 = add i32 %y2.3, %t
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %to0 = getelementptr i32, ptr addrspace(1) %out, i32 %s0
  store i32 %x3.0, ptr addrspace(1) %to0
  %to1 = getelementptr i32, ptr addrspace(1) %out, i32 %s1
  store i32 %x3.1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %out, i32 %s2
  store i32 %x3.2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %out, i32 %s3
  store i32 %x3.3, ptr addrspace(1) %to3
  ret void
}

; A kernel without room.
; REMARK-NOT: array tile1 grows
; CHECK-LABEL: @full(
; CHECK-COUNT-4: call void @llvm.nvvm.barrier
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
define ptx_kernel void @full(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  %own = getelementptr i8, ptr addrspace(3) @other, i32 %t
  store volatile i8 0, ptr addrspace(3) %own
  %s0 = add i32 %t, 0
  %b0 = or disjoint i32 %four, 0
  %striped0 = getelementptr i32, ptr addrspace(3) @tile1, i32 %s0
  %blocked0 = getelementptr i32, ptr addrspace(3) @tile1, i32 %b0
  %from0 = getelementptr i32, ptr addrspace(1) %in, i32 %s0
  %v0 = load i32, ptr addrspace(1) %from0
  %s1 = add i32 %t, 128
  %b1 = or disjoint i32 %four, 1
  %striped1 = getelementptr i32, ptr addrspace(3) @tile1, i32 %s1
  %blocked1 = getelementptr i32, ptr addrspace(3) @tile1, i32 %b1
  %from1 = getelementptr i32, ptr addrspace(1) %in, i32 %s1
  %v1 = load i32, ptr addrspace(1) %from1
  %s2 = add i32 %t, 256
  %b2 = or disjoint i32 %four, 2
  %striped2 = getelementptr i32, ptr addrspace(3) @tile1, i32 %s2
  %blocked2 = getelementptr i32, ptr addrspace(3) @tile1, i32 %b2
  %from2 = getelementptr i32, ptr addrspace(1) %in, i32 %s2
  %v2 = load i32, ptr addrspace(1) %from2
  %s3 = add i32 %t, 384
  %b3 = or disjoint i32 %four, 3
  %striped3 = getelementptr i32, ptr addrspace(3) @tile1, i32 %s3
  %blocked3 = getelementptr i32, ptr addrspace(3) @tile1, i32 %b3
  %from3 = getelementptr i32, ptr addrspace(1) %in, i32 %s3
  %v3 = load i32, ptr addrspace(1) %from3
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x0.0 = phi i32 [ %v0, %entry ], [ %x2.0, %loop ]
  %x0.1 = phi i32 [ %v1, %entry ], [ %x2.1, %loop ]
  %x0.2 = phi i32 [ %v2, %entry ], [ %x2.2, %loop ]
  %x0.3 = phi i32 [ %v3, %entry ], [ %x2.3, %loop ]
  store i32 %x0.0, ptr addrspace(3) %striped0
  store i32 %x0.1, ptr addrspace(3) %striped1
  store i32 %x0.2, ptr addrspace(3) %striped2
  store i32 %x0.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y0.0 = load i32, ptr addrspace(3) %blocked0
  %y0.1 = load i32, ptr addrspace(3) %blocked1
  %y0.2 = load i32, ptr addrspace(3) %blocked2
  %y0.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1.0 = add i32 %y0.0, %t
  %x1.1 = add i32 %y0.1, %t
  %x1.2 = add i32 %y0.2, %t
  %x1.3 = add i32 %y0.3, %t
  store i32 %x1.0, ptr addrspace(3) %striped0
  store i32 %x1.1, ptr addrspace(3) %striped1
  store i32 %x1.2, ptr addrspace(3) %striped2
  store i32 %x1.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y1.0 = load i32, ptr addrspace(3) %blocked0
  %y1.1 = load i32, ptr addrspace(3) %blocked1
  %y1.2 = load i32, ptr addrspace(3) %blocked2
  %y1.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2.0 = add i32 %y1.0, %t
  %x2.1 = add i32 %y1.1, %t
  %x2.2 = add i32 %y1.2, %t
  %x2.3 = add i32 %y1.3, %t
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %to0 = getelementptr i32, ptr addrspace(1) %out, i32 %s0
  store i32 %x2.0, ptr addrspace(1) %to0
  %to1 = getelementptr i32, ptr addrspace(1) %out, i32 %s1
  store i32 %x2.1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %out, i32 %s2
  store i32 %x2.2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %out, i32 %s3
  store i32 %x2.3, ptr addrspace(1) %to3
  ret void
}

; The shared memory of a callee is unknown here.
; REMARK-NOT: array tile4 grows
; CHECK-LABEL: define void @use(
; CHECK-LABEL: @calls(
; CHECK: ret void
define void @use(i32 %i) noinline nosync nounwind willreturn nocallback {
  %p = getelementptr i8, ptr addrspace(3) @callees, i32 %i
  store i8 0, ptr addrspace(3) %p
  ret void
}

define ptx_kernel void @calls(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %t, 2
  call void @use(i32 %t)
  %s0 = add i32 %t, 0
  %b0 = or disjoint i32 %four, 0
  %striped0 = getelementptr i32, ptr addrspace(3) @tile4, i32 %s0
  %blocked0 = getelementptr i32, ptr addrspace(3) @tile4, i32 %b0
  %from0 = getelementptr i32, ptr addrspace(1) %in, i32 %s0
  %v0 = load i32, ptr addrspace(1) %from0
  %s1 = add i32 %t, 128
  %b1 = or disjoint i32 %four, 1
  %striped1 = getelementptr i32, ptr addrspace(3) @tile4, i32 %s1
  %blocked1 = getelementptr i32, ptr addrspace(3) @tile4, i32 %b1
  %from1 = getelementptr i32, ptr addrspace(1) %in, i32 %s1
  %v1 = load i32, ptr addrspace(1) %from1
  %s2 = add i32 %t, 256
  %b2 = or disjoint i32 %four, 2
  %striped2 = getelementptr i32, ptr addrspace(3) @tile4, i32 %s2
  %blocked2 = getelementptr i32, ptr addrspace(3) @tile4, i32 %b2
  %from2 = getelementptr i32, ptr addrspace(1) %in, i32 %s2
  %v2 = load i32, ptr addrspace(1) %from2
  %s3 = add i32 %t, 384
  %b3 = or disjoint i32 %four, 3
  %striped3 = getelementptr i32, ptr addrspace(3) @tile4, i32 %s3
  %blocked3 = getelementptr i32, ptr addrspace(3) @tile4, i32 %b3
  %from3 = getelementptr i32, ptr addrspace(1) %in, i32 %s3
  %v3 = load i32, ptr addrspace(1) %from3
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x0.0 = phi i32 [ %v0, %entry ], [ %x2.0, %loop ]
  %x0.1 = phi i32 [ %v1, %entry ], [ %x2.1, %loop ]
  %x0.2 = phi i32 [ %v2, %entry ], [ %x2.2, %loop ]
  %x0.3 = phi i32 [ %v3, %entry ], [ %x2.3, %loop ]
  store i32 %x0.0, ptr addrspace(3) %striped0
  store i32 %x0.1, ptr addrspace(3) %striped1
  store i32 %x0.2, ptr addrspace(3) %striped2
  store i32 %x0.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y0.0 = load i32, ptr addrspace(3) %blocked0
  %y0.1 = load i32, ptr addrspace(3) %blocked1
  %y0.2 = load i32, ptr addrspace(3) %blocked2
  %y0.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x1.0 = add i32 %y0.0, %t
  %x1.1 = add i32 %y0.1, %t
  %x1.2 = add i32 %y0.2, %t
  %x1.3 = add i32 %y0.3, %t
  store i32 %x1.0, ptr addrspace(3) %striped0
  store i32 %x1.1, ptr addrspace(3) %striped1
  store i32 %x1.2, ptr addrspace(3) %striped2
  store i32 %x1.3, ptr addrspace(3) %striped3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y1.0 = load i32, ptr addrspace(3) %blocked0
  %y1.1 = load i32, ptr addrspace(3) %blocked1
  %y1.2 = load i32, ptr addrspace(3) %blocked2
  %y1.3 = load i32, ptr addrspace(3) %blocked3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x2.0 = add i32 %y1.0, %t
  %x2.1 = add i32 %y1.1, %t
  %x2.2 = add i32 %y1.2, %t
  %x2.3 = add i32 %y1.3, %t
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %to0 = getelementptr i32, ptr addrspace(1) %out, i32 %s0
  store i32 %x2.0, ptr addrspace(1) %to0
  %to1 = getelementptr i32, ptr addrspace(1) %out, i32 %s1
  store i32 %x2.1, ptr addrspace(1) %to1
  %to2 = getelementptr i32, ptr addrspace(1) %out, i32 %s2
  store i32 %x2.2, ptr addrspace(1) %to2
  %to3 = getelementptr i32, ptr addrspace(1) %out, i32 %s3
  store i32 %x2.3, ptr addrspace(1) %to3
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
