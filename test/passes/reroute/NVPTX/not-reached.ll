; No thread of a block of one row of 32 gets to the barrier, so that shape is not
; guessed, though what each lane reads there is what it stored.
; RUN: %f2opt -passes=f2layout-reroute -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes='f2layout-reroute<block=32>' -disable-output %s -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %f2sim --equal %s %t.after.ll --kernel sums --block 128,2

; CHECK-LABEL: @sums(
; CHECK-NOT: read.ptx.sreg.ntid.y
; CHECK: ret void
; REMARK: no thread of a block of this shape reaches the barrier

target triple = "nvptx64-nvidia-cuda"

@sums_of_warps = internal addrspace(3) global [2 x [32 x i32]] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @sums(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %few = icmp ult i32 %n, 33
  br i1 %few, label %end, label %many
many:
  %warp = lshr i32 %x, 5
  %lane = and i32 %x, 31
  %first = icmp eq i32 %lane, 0
  %row = mul i32 %y, 32
  br i1 %first, label %store, label %wait
store:
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %x
  %v = load i32, ptr addrspace(1) %i
  %w = add i32 %row, %warp
  %s = getelementptr i32, ptr addrspace(3) @sums_of_warps, i32 %w
  store i32 %v, ptr addrspace(3) %s
  br label %wait
wait:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warps = lshr i32 %n, 5
  %reads = icmp ult i32 %x, %warps
  br i1 %reads, label %load, label %end
load:
  %r = add i32 %row, %lane
  %l = getelementptr i32, ptr addrspace(3) @sums_of_warps, i32 %r
  %u = load i32, ptr addrspace(3) %l
  %at = add i32 %row, %x
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %u, ptr addrspace(1) %o
  br label %end
end:
  ret void
}
