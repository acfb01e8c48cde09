; Warps that have nothing to add branch around the shuffles of the last rounds.
; RUN: %f2opt -passes='function(f2layout-idle)' -S %s -o %t.ll -pass-remarks=f2layout-idle 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel bounded --block 96 --grid 2 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel version --block 64 --grid 2 --quiet

; Nothing is left to do the second time.
; RUN: %f2opt -passes='function(f2layout-idle)' -S %t.ll -o /dev/null -pass-remarks=f2layout-idle 2>&1 | count 0

; RUN: %f2opt -passes='function(f2layout-idle)' -S %s -o /dev/null -debug-counter=f2layout-idle=0 \
; RUN:   -pass-remarks=f2layout-idle -pass-remarks-missed=f2layout-idle 2>&1 | FileCheck %s --check-prefix=COUNTER
; COUNTER: remark: {{.*}} branch around 2 shuffles {{.*}}(in sum)
; COUNTER: remark: {{.*}}-debug-counter{{.*}}(in assembly)

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@part = internal addrspace(3) global [4 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)

; REMARK: remark: <unknown>:0:0: warps that have nothing to do here branch around 2 shuffles whose results they do not use (in sum)
; CHECK-LABEL: define ptx_kernel void @sum(
; CHECK: br i1 %first, label %add, label %end
; CHECK: add:
; CHECK: join:
; CHECK-NEXT: freeze i32 %added
; CHECK: br i1 %half, label %round, label %join2
define ptx_kernel void @sum(ptr addrspace(1) %out, ptr addrspace(1) %in) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %first = icmp ult i32 %t, 32
  br i1 %first, label %add, label %join

add:
  %added = mul i32 %v, 3
  br label %join

join:
  %x = phi i32 [ %added, %add ], [ poison, %0 ]
  %fx = freeze i32 %x
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %fx, i32 16, i32 31)
  %half = icmp ult i32 %t, 16
  br i1 %half, label %round, label %join2

round:
  %s = add i32 %fx, %y
  br label %join2

join2:
  %x2 = phi i32 [ %s, %round ], [ poison, %join ]
  %fx2 = freeze i32 %x2
  %y2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %fx2, i32 8, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  %s2 = add i32 %fx2, %y2
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %b
  store i32 %s2, ptr addrspace(1) %o
  br label %end

end:
  ret void
}

; Additions of halves are assembly.
; REMARK: remark: {{.*}} branch around 1 shuffle whose {{.*}}(in assembly)
; CHECK-LABEL: define ptx_kernel void @assembly(
; CHECK: br i1 %first, label %end, label %move
define ptx_kernel void @assembly(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %t, 96
  br i1 %first, label %idle, label %move

idle:
  br label %move

move:
  %x = phi i32 [ %t, %0 ], [ 0, %idle ]
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 16, i32 31)
  %s = call i32 asm "add.u32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 %y) #3
  %last = icmp eq i32 %t, 127
  br i1 %last, label %write, label %end

write:
  store i32 %s, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; The size of the block is not known. It has one row, and its last warp may
; begin anywhere.
; REMARK: remark: {{.*}}(in bounded)
; CHECK-LABEL: define ptx_kernel void @bounded(
; CHECK: br i1 %idle, label %end, label %move
; CHECK-NOT: f2layout-one-row
define ptx_kernel void @bounded(ptr addrspace(1) %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %idle = icmp ugt i32 %t, 31
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; Blocks of 64 threads in one row, as the kernel itself tests. Other blocks may
; have any shape.
; REMARK: remark: {{.*}}(in version)
; CHECK-LABEL: define ptx_kernel void @version(
; CHECK: rewritten:
; CHECK: br i1 %second, label %end, label %none
; CHECK: original:
; CHECK: br i1 %second.o, label %move.o, label %none.o
define ptx_kernel void @version(ptr addrspace(1) %out) #4 {
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %isx = icmp eq i32 %nx, 64
  %isy = icmp eq i32 %ny, 1
  %isz = icmp eq i32 %nz, 1
  %isxy = and i1 %isx, %isy
  %is = and i1 %isxy, %isz
  br i1 %is, label %rewritten, label %original

rewritten:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %second = icmp ugt i32 %t, 31
  br i1 %second, label %move, label %none

none:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

original:
  %t.o = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %second.o = icmp ugt i32 %t.o, 31
  br i1 %second.o, label %move.o, label %none.o

none.o:
  br label %move.o

move.o:
  %y.o = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t.o, i32 1, i32 31)
  %zero.o = icmp eq i32 %t.o, 0
  br i1 %zero.o, label %write.o, label %end

write.o:
  store i32 %y.o, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; The branch splits a warp.
; CHECK-LABEL: define ptx_kernel void @half_a_warp(
; CHECK: br i1 %few, label %move.few, label %move
define ptx_kernel void @half_a_warp(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %few = icmp ult i32 %t, 48
  br i1 %few, label %move.few, label %move

move.few:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; All threads need the result.
; CHECK-LABEL: define ptx_kernel void @used(
; CHECK: br i1 %first, label %add, label %move
define ptx_kernel void @used(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %t, 32
  br i1 %first, label %add, label %move

add:
  br label %move

move:
  %x = phi i32 [ 7, %add ], [ 5, %0 ]
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 1, i32 31)
  br i1 %first, label %more, label %end

more:
  br label %end

end:
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; Those of the first warp do not.
; REMARK: remark: {{.*}}(in used_by_others)
; CHECK-LABEL: define ptx_kernel void @used_by_others(
; CHECK: br i1 %first, label %end, label %move
; CHECK: end:
; CHECK-NEXT: phi i32 [ 0, %more ], [ %y, %move ], [ 0, %0 ]
define ptx_kernel void @used_by_others(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %t, 32
  br i1 %first, label %add, label %move

add:
  br label %move

move:
  %x = phi i32 [ 7, %add ], [ 5, %0 ]
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 1, i32 31)
  br i1 %first, label %more, label %end

more:
  br label %end

end:
  %r = phi i32 [ 0, %more ], [ %y, %move ]
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; All threads store, and meet at a barrier, before the shuffle.
; CHECK-LABEL: define ptx_kernel void @stores(
; CHECK: br i1 %first, label %add, label %move
define ptx_kernel void @stores(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %t, 32
  br i1 %first, label %add, label %move

add:
  br label %move

move:
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 1, ptr addrspace(1) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; Lanes may come to the shuffle on another way.
; CHECK-LABEL: define ptx_kernel void @other_way(
; CHECK: br i1 %first, label %add, label %move
define ptx_kernel void @other_way(ptr addrspace(1) %out, ptr addrspace(1) %in) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %odd = trunc i32 %v to i1
  br i1 %odd, label %some, label %move

some:
  %first = icmp ult i32 %t, 32
  br i1 %first, label %add, label %move

add:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; Blocks may have two dimensions, and then threads of one warp differ in this.
; CHECK-LABEL: define ptx_kernel void @any_block(
; CHECK: br i1 %idle, label %move, label %move.first
define ptx_kernel void @any_block(ptr addrspace(1) %out) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %idle = icmp ugt i32 %t, 31
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" "f2layout-one-row" }
attributes #2 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
attributes #3 = { convergent memory(none) }
attributes #4 = { "target-cpu"="sm_90" }
