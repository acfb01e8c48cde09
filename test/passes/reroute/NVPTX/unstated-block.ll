; A kernel that does not state its block may be launched with 1024 threads, which
; have 64 registers each. The values that are live after a barrier must fit.
; RUN: %f2opt -passes='function(loop-unroll)' -unroll-count=32 -S %s -o %t.before.ll
; RUN: %f2opt -passes=f2layout -S %t.before.ll -o %t.after.ll -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %t.before.ll %t.after.ll --kernels all --block 256
; RUN: %f2opt -passes='print<f2layout-registers>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT

target triple = "nvptx64-nvidia-cuda"

@words = internal addrspace(3) global [1024 x i32] undef, align 16
@more = internal addrspace(3) global [1024 x i32] undef, align 16
@doubles = internal addrspace(3) global [1024 x i64] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; 32 words and the sum fit; ptxas needs no limit.
; PRINT: registers of 'words_of_a_warp': 5
; CHECK-LABEL: @words_of_a_warp(
; CHECK-SAME: [[PLAIN:#[0-9]+]]
; CHECK-COUNT-8: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @words_of_a_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %s0 = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i32, ptr addrspace(3) @words, i32 %place
  %w0 = load i32, ptr addrspace(3) %l0
  %scaled0 = mul i32 %sum, 3
  %sum1 = add i32 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum1, ptr addrspace(1) %o
  ret void
}

; With two values that are live throughout they still do, but ptxas might use
; more.
; PRINT: registers of 'words_and_others': 9
; CHECK-LABEL: @words_and_others(
; CHECK-SAME: [[LIMITED:#[0-9]+]]
; CHECK-COUNT-8: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @words_and_others(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ci = getelementptr <2 x i32>, ptr addrspace(1) %in, i32 %t
  %c = load <2 x i32>, ptr addrspace(1) %ci, align 8
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %s0 = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i32, ptr addrspace(3) @words, i32 %place
  %w0 = load i32, ptr addrspace(3) %l0
  %scaled0 = mul i32 %sum, 3
  %sum1 = add i32 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum1, ptr addrspace(1) %o
  %co = getelementptr i8, ptr addrspace(1) %out, i32 8192
  %cp = getelementptr <2 x i32>, ptr addrspace(1) %co, i32 %t
  store <2 x i32> %c, ptr addrspace(1) %cp, align 8
  ret void
}

; The user's own limit is kept.
; PRINT: registers of 'words_and_limit': 9
; CHECK-LABEL: @words_and_limit(
; CHECK-SAME: [[OWN:#[0-9]+]]
; CHECK-COUNT-8: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @words_and_limit(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ci = getelementptr <2 x i32>, ptr addrspace(1) %in, i32 %t
  %c = load <2 x i32>, ptr addrspace(1) %ci, align 8
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %s0 = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i32, ptr addrspace(3) @words, i32 %place
  %w0 = load i32, ptr addrspace(3) %l0
  %scaled0 = mul i32 %sum, 3
  %sum1 = add i32 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum1, ptr addrspace(1) %o
  %co = getelementptr i8, ptr addrspace(1) %out, i32 8192
  %cp = getelementptr <2 x i32>, ptr addrspace(1) %co, i32 %t
  store <2 x i32> %c, ptr addrspace(1) %cp, align 8
  ret void
}

; Each of the two fits, but not both.
; PRINT: registers of 'two_of_words': 6
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp stays: by estimate 90 registers of a thread would be in use, and a block of 1024 threads has 64; __launch_bounds__(512) would leave enough, if no block is larger
; CHECK-LABEL: @two_of_words(
; CHECK-COUNT-8: load <4 x i32>, ptr addrspace(3)
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @two_of_words(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %s0 = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  %s1 = getelementptr i32, ptr addrspace(3) @more, i32 %t
  store i32 %v, ptr addrspace(3) %s1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 1, %entry ], [ %sum2, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i32, ptr addrspace(3) @words, i32 %place
  %w0 = load i32, ptr addrspace(3) %l0
  %scaled0 = mul i32 %sum, 3
  %sum1 = add i32 %scaled0, %w0
  %l1 = getelementptr i32, ptr addrspace(3) @more, i32 %place
  %w1 = load i32, ptr addrspace(3) %l1
  %scaled1 = mul i32 %sum1, 3
  %sum2 = add i32 %scaled1, %w1
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum2, ptr addrspace(1) %o
  ret void
}

; 64 words do not fit.
; PRINT: registers of 'doubles_of_a_warp': 7
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i64 per thread within each warp stays: by estimate 90 registers of a thread would be in use, and a block of 1024 threads has 64; __launch_bounds__(512) would leave enough, if no block is larger
; CHECK-LABEL: @doubles_of_a_warp(
; CHECK-SAME: [[PLAIN]]
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @doubles_of_a_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i64, ptr addrspace(1) %in, i32 %t
  %v = load i64, ptr addrspace(1) %i
  %s0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %t
  store i64 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %place
  %w0 = load i64, ptr addrspace(3) %l0
  %scaled0 = mul i64 %sum, 3
  %sum1 = add i64 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store i64 %sum1, ptr addrspace(1) %o
  ret void
}

; Blocks of 256 threads have 255 registers per thread; ptxas knows the bound,
; but need not know a promise. So the plan fits, but fewer warps would run.
; PRINT: registers of 'doubles_stated': 7
; CHECK-LABEL: @doubles_stated(
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i64 per thread within each warp stays: about 75 registers of a thread would be in use instead of 15, so that 24 warps would run at a time instead of 64, which costs more than is gained: 36 -> 35 of about 102 clocks per warp
define ptx_kernel void @doubles_stated(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #2 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i64, ptr addrspace(1) %in, i32 %t
  %v = load i64, ptr addrspace(1) %i
  %s0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %t
  store i64 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %place
  %w0 = load i64, ptr addrspace(3) %l0
  %scaled0 = mul i64 %sum, 3
  %sum1 = add i64 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store i64 %sum1, ptr addrspace(1) %o
  ret void
}

; PRINT: registers of 'doubles_promised': 7
; CHECK-LABEL: @doubles_promised(
; CHECK-SAME: [[PROMISED:#[0-9]+]]
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i64 per thread within each warp stays: about 75 registers of a thread would be in use instead of 15, so that 24 warps would run at a time instead of 64, which costs more than is gained: 36 -> 35 of about 102 clocks per warp
define ptx_kernel void @doubles_promised(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #3 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i64, ptr addrspace(1) %in, i32 %t
  %v = load i64, ptr addrspace(1) %i
  %s0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %t
  store i64 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %place
  %w0 = load i64, ptr addrspace(3) %l0
  %scaled0 = mul i64 %sum, 3
  %sum1 = add i64 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store i64 %sum1, ptr addrspace(1) %o
  ret void
}

; The largest block, if stated, has no more registers than an unstated one.
; PRINT: registers of 'doubles_of_the_largest': 7
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i64 per thread within each warp stays: the plan keeps 66 words of every thread in registers, too many for the {{[0-9]+}} that it has
; CHECK-LABEL: @doubles_of_the_largest(
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @doubles_of_the_largest(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #4 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i64, ptr addrspace(1) %in, i32 %t
  %v = load i64, ptr addrspace(1) %i
  %s0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %t
  store i64 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i64, ptr addrspace(3) @doubles, i32 %place
  %w0 = load i64, ptr addrspace(3) %l0
  %scaled0 = mul i64 %sum, 3
  %sum1 = add i64 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store i64 %sum1, ptr addrspace(1) %o
  ret void
}

; The values that are live throughout may need all registers: nothing is
; changed.
; PRINT: registers of 'no_room': 55
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp stays: by estimate 78 registers of a thread would be in use, and a block of 1024 threads has 64; __launch_bounds__(512) would leave enough, if no block is larger
; CHECK-LABEL: @no_room(
; CHECK-SAME: [[PLAIN]]
; CHECK-NOT: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @no_room(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ci = getelementptr <48 x i32>, ptr addrspace(1) %in, i32 %t
  %c = load <48 x i32>, ptr addrspace(1) %ci, align 8
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %s0 = getelementptr i32, ptr addrspace(3) @words, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp = and i32 %t, -32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 1, %entry ], [ %sum1, %loop ]
  %place = or disjoint i32 %warp, %k
  %l0 = getelementptr i32, ptr addrspace(3) @words, i32 %place
  %w0 = load i32, ptr addrspace(3) %l0
  %scaled0 = mul i32 %sum, 3
  %sum1 = add i32 %scaled0, %w0
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum1, ptr addrspace(1) %o
  %co = getelementptr i8, ptr addrspace(1) %out, i32 8192
  %cp = getelementptr <48 x i32>, ptr addrspace(1) %co, i32 %t
  store <48 x i32> %c, ptr addrspace(1) %cp, align 8
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.maxnreg"="96" }
attributes #2 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
attributes #3 = { "target-cpu"="sm_90" "f2layout-block"="256,1,1" }
attributes #4 = { "target-cpu"="sm_90" "nvvm.maxntid"="1024" }
; CHECK: attributes [[PLAIN]] = { "target-cpu"="sm_90" }
; CHECK: attributes [[LIMITED]] = { {{.*}}"nvvm.maxnreg"="64"
; CHECK: attributes [[OWN]] = { "nvvm.maxnreg"="96" "target-cpu"="sm_90" }
; CHECK: attributes [[PROMISED]] = { "f2layout-block"="256,1,1" "target-cpu"="sm_90" }
