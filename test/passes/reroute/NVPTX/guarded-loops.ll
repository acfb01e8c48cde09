; Loops that some threads leave an iteration earlier than others are unrolled if
; exchanges pay for it: each iteration is then a store under a condition.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll --check-prefix=FOLDED
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel staged --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel row --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel overwrites --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel too_many --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel staged --block 100
; RUN: %f2sim --equal %s %t.after.ll --kernel row --block 100
; RUN: %f2opt -passes=f2layout -debug-counter=f2layout-unroll=1000 -S %s 2>/dev/null \
; RUN:   | FileCheck %s --check-prefix=COUNTER

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [2400 x i32] poison, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; 600 elements: two iterations, or three. All threads of 256 have two.
; CHECK-LABEL: @staged(
; CHECK-NOT: addrspace(3)
; CHECK-NOT: barrier
; CHECK: ret void
; FOLDED-LABEL: @staged(
; FOLDED-COUNT-2: br i1
; FOLDED-NOT: br i1
; FOLDED: ret void
; COUNTER-LABEL: @staged(
; COUNTER: store i32 %{{.*}}, ptr addrspace(3)
; COUNTER: ret void
; REMARK-DAG: shared exchange through tile of 3 x i32 per thread within each warp became a renaming of registers: {{.*}} (in staged)
define ptx_kernel void @staged(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %next, %fill ]
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %pi
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %i, 344
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %j = phi i32 [ %t, %filled ], [ %next.j, %read ]
  %l = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %x = load i32, ptr addrspace(3) %l
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %j
  store i32 %x, ptr addrspace(1) %po
  %next.j = add nuw nsw i32 %j, 256
  %more.j = icmp ult i32 %j, 344
  br i1 %more.j, label %read, label %end
end:
  ret void
}

; A row and its halo: what a thread reads at its own place is its first element.
; CHECK-LABEL: @row(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK-COUNT-2: load i32, ptr addrspace(3)
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: shared exchange through tile of 1 x i32 per thread within each warp became a renaming of registers, and the stores that others read stay: {{.*}} (in row)
define ptx_kernel void @row(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %next, %fill ]
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %pi
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %i, 6
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %o = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %o0 = getelementptr i8, ptr addrspace(3) %o, i32 0
  %l0 = load i32, ptr addrspace(3) %o0
  %o1 = getelementptr i8, ptr addrspace(3) %o, i32 12
  %l1 = load i32, ptr addrspace(3) %o1
  %o2 = getelementptr i8, ptr addrspace(3) %o, i32 24
  %l2 = load i32, ptr addrspace(3) %o2
  %m1 = mul i32 %l0, 3
  %a1 = add i32 %m1, %l1
  %m2 = mul i32 %a1, 3
  %a2 = add i32 %m2, %l2
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %a2, ptr addrspace(1) %po
  ret void
}

; The second iteration of some threads overwrites what the first one stored.
; CHECK-LABEL: @overwrites(
; CHECK: store i32 %w, ptr addrspace(3)
; CHECK-COUNT-3: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @overwrites(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %next, %fill ]
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %pi
  %p = and i32 %i, 255
  %w = xor i32 %v, %i
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %p
  store i32 %w, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %i, 144
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %o = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %o0 = getelementptr i8, ptr addrspace(3) %o, i32 0
  %l0 = load i32, ptr addrspace(3) %o0
  %o1 = getelementptr i8, ptr addrspace(3) %o, i32 0
  %l1 = load i32, ptr addrspace(3) %o1
  %o2 = getelementptr i8, ptr addrspace(3) %o, i32 0
  %l2 = load i32, ptr addrspace(3) %o2
  %m1 = mul i32 %l0, 3
  %a1 = add i32 %m1, %l1
  %m2 = mul i32 %a1, 3
  %a2 = add i32 %m2, %l2
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %a2, ptr addrspace(1) %po
  ret void
}

; Threads would not leave a loop together that exchanges values in each round.
; CHECK-LABEL: @shuffles(
; CHECK: phi i32
; CHECK-COUNT-3: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @shuffles(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %next, %fill ]
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %pi
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %w, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %i, 6
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %o = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %o0 = getelementptr i8, ptr addrspace(3) %o, i32 0
  %l0 = load i32, ptr addrspace(3) %o0
  %o1 = getelementptr i8, ptr addrspace(3) %o, i32 12
  %l1 = load i32, ptr addrspace(3) %o1
  %o2 = getelementptr i8, ptr addrspace(3) %o, i32 24
  %l2 = load i32, ptr addrspace(3) %o2
  %m1 = mul i32 %l0, 3
  %a1 = add i32 %m1, %l1
  %m2 = mul i32 %a1, 3
  %a2 = add i32 %m2, %l2
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %a2, ptr addrspace(1) %po
  ret void
}

; 2,304 elements would be nine stores under conditions.
; CHECK-LABEL: @too_many(
; CHECK: phi i32
; CHECK: ret void
define ptx_kernel void @too_many(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %next, %fill ]
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %pi
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %s
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %i, 2028
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %j = phi i32 [ %t, %filled ], [ %next.j, %read ]
  %l = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %x = load i32, ptr addrspace(3) %l
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %j
  store i32 %x, ptr addrspace(1) %po
  %next.j = add nuw nsw i32 %j, 256
  %more.j = icmp ult i32 %j, 2028
  br i1 %more.j, label %read, label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
