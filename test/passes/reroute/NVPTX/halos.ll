; The body of a tile is filled by all threads, its halo by a few. LLVM makes one
; switch of the conditions on the first and on the last lane, which becomes
; branches; and what a thread has stored itself it need not load.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks=f2layout \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel rows --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel rows --block 96
; RUN: %f2sim --equal %s %t.after.ll --kernel body --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel body --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel many --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel in_place --block 256
; RUN: %f2opt -passes=f2layout -debug-counter=f2layout-switches=1000 -S %s 2>/dev/null \
; RUN:   | FileCheck %s --check-prefix=COUNTER

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [8 x [34 x float]] undef, align 16
@line = internal addrspace(3) global [258 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @rows(
; CHECK-NOT: switch
; CHECK: icmp eq i32 %lane, 0
; CHECK: icmp eq i32 %lane, 31
; CHECK: phi i32 [ 0, %{{.*}} ], [ 1, %first ], [ 2, %last ]
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-COUNT-3: load float, ptr addrspace(3)
; CHECK-NOT: load float, ptr addrspace(3)
; CHECK: ret void
; COUNTER-LABEL: @rows(
; COUNTER: switch i32 %lane
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %w = lshr i32 %t, 5
  %base = getelementptr [34 x float], ptr addrspace(3) @tile, i32 %w
  %own = getelementptr float, ptr addrspace(3) %base, i32 %lane
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  %pi = getelementptr float, ptr addrspace(1) %in, i32 %t
  %v = load float, ptr addrspace(1) %pi
  store float %v, ptr addrspace(3) %mine
  switch i32 %lane, label %join [
    i32 0, label %first
    i32 31, label %last
  ]
first:
  %p1 = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %v1 = load float, ptr addrspace(1) %p1
  store float %v1, ptr addrspace(3) %base
  br label %join
last:
  %p2 = getelementptr i8, ptr addrspace(1) %pi, i32 4096
  %v2 = load float, ptr addrspace(1) %p2
  %end = getelementptr i8, ptr addrspace(3) %base, i32 132
  store float %v2, ptr addrspace(3) %end
  br label %join
join:
  %way = phi i32 [ 0, %entry ], [ 1, %first ], [ 2, %last ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = load float, ptr addrspace(3) %own
  %b = load float, ptr addrspace(3) %mine
  %next = getelementptr i8, ptr addrspace(3) %own, i32 8
  %c = load float, ptr addrspace(3) %next
  %ab = fadd float %a, %b
  %abc = fsub float %ab, %c
  %way.f = sitofp i32 %way to float
  %sum = fadd float %abc, %way.f
  %po = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %sum, ptr addrspace(1) %po
  ret void
}

; Of more cases, the code generator may make a table.
; CHECK-LABEL: @many(
; CHECK: switch i32 %lane
; CHECK: ret void
define ptx_kernel void @many(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %w = lshr i32 %t, 5
  %base = getelementptr [34 x float], ptr addrspace(3) @tile, i32 %w
  %own = getelementptr float, ptr addrspace(3) %base, i32 %lane
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  %pi = getelementptr float, ptr addrspace(1) %in, i32 %t
  %v = load float, ptr addrspace(1) %pi
  store float %v, ptr addrspace(3) %mine
  switch i32 %lane, label %join [
    i32 0, label %first
    i32 31, label %last
    i32 1, label %second
    i32 2, label %third
  ]
first:
  %p1 = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %v1 = load float, ptr addrspace(1) %p1
  store float %v1, ptr addrspace(3) %base
  br label %join
last:
  %p2 = getelementptr i8, ptr addrspace(1) %pi, i32 4096
  %v2 = load float, ptr addrspace(1) %p2
  %end = getelementptr i8, ptr addrspace(3) %base, i32 132
  store float %v2, ptr addrspace(3) %end
  br label %join
second:
  br label %join
third:
  br label %join
join:
  %way = phi i32 [ 0, %entry ], [ 1, %first ], [ 2, %last ], [ 3, %second ], [ 4, %third ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = load float, ptr addrspace(3) %own
  %b = load float, ptr addrspace(3) %mine
  %next = getelementptr i8, ptr addrspace(3) %own, i32 8
  %c = load float, ptr addrspace(3) %next
  %ab = fadd float %a, %b
  %abc = fsub float %ab, %c
  %way.f = sitofp i32 %way to float
  %sum = fadd float %abc, %way.f
  %po = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %sum, ptr addrspace(1) %po
  ret void
}

; CHECK-LABEL: @body(
; CHECK-COUNT-2: load i32, ptr addrspace(3)
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: shared exchange through line of 1 x i32 per thread within each warp became a renaming of registers, and the stores that others read stay: {{.*}} (in body)
define ptx_kernel void @body(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @line, i32 %t
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %mine
  %c = icmp eq i32 %t, 0
  br i1 %c, label %first, label %join
first:
  %p1 = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %v1 = load i32, ptr addrspace(1) %p1
  store i32 %v1, ptr addrspace(3) @line
  %p2 = getelementptr i8, ptr addrspace(1) %pi, i32 4096
  %v2 = load i32, ptr addrspace(1) %p2
  store i32 %v2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @line, i32 1028)
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = getelementptr i8, ptr addrspace(3) %own, i32 8
  %x = load i32, ptr addrspace(3) %own
  %y = load i32, ptr addrspace(3) %mine
  %z = load i32, ptr addrspace(3) %next
  %xy = add i32 %x, %y
  %xyz = mul i32 %xy, %z
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %xyz, ptr addrspace(1) %po
  ret void
}

; The first thread stores to the place of the last one.
; CHECK-LABEL: @racing(
; CHECK-COUNT-3: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: 2 loads from shared array line stay, the first because thread 255 reads byte 1024, which more than one thread may write
define ptx_kernel void @racing(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @line, i32 %t
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %mine
  %c = icmp eq i32 %t, 0
  br i1 %c, label %first, label %join
first:
  %p1 = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %v1 = load i32, ptr addrspace(1) %p1
  store i32 %v1, ptr addrspace(3) @line
  %p2 = getelementptr i8, ptr addrspace(1) %pi, i32 4096
  %v2 = load i32, ptr addrspace(1) %p2
  store i32 %v2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @line, i32 1024)
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = getelementptr i8, ptr addrspace(3) %own, i32 8
  %x = load i32, ptr addrspace(3) %own
  %y = load i32, ptr addrspace(3) %mine
  %z = load i32, ptr addrspace(3) %next
  %xy = add i32 %x, %y
  %xyz = mul i32 %xy, %z
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %xyz, ptr addrspace(1) %po
  ret void
}

; In between, some threads store again, depending on data.
; CHECK-LABEL: @in_place(
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %mine
; CHECK: %y = load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK-DAG: from shared array line stay{{.*}} (in in_place)
define ptx_kernel void @in_place(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @line, i32 %t
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  store i32 %v, ptr addrspace(3) %mine
  %c = icmp eq i32 %t, 0
  br i1 %c, label %first, label %join
first:
  %p1 = getelementptr i8, ptr addrspace(1) %pi, i32 2048
  %v1 = load i32, ptr addrspace(1) %p1
  store i32 %v1, ptr addrspace(3) @line
  %p2 = getelementptr i8, ptr addrspace(1) %pi, i32 4096
  %v2 = load i32, ptr addrspace(1) %p2
  store i32 %v2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @line, i32 1028)
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %other = xor i32 %t, 1
  %po.other = getelementptr i32, ptr addrspace(3) @line, i32 %other
  %theirs = getelementptr i8, ptr addrspace(3) %po.other, i32 4
  %old = load i32, ptr addrspace(3) %theirs
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %new = add i32 %old, 1
  %odd = trunc i32 %old to i1
  br i1 %odd, label %write, label %wrote
write:
  store i32 %new, ptr addrspace(3) %mine
  br label %wrote
wrote:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = getelementptr i8, ptr addrspace(3) %own, i32 8
  %x = load i32, ptr addrspace(3) %own
  %y = load i32, ptr addrspace(3) %mine
  %z = load i32, ptr addrspace(3) %next
  %xy = add i32 %x, %y
  %xyz = mul i32 %xy, %z
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %xyz, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
