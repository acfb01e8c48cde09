; Joins of reads of one value of the launch become one read.
; RUN: %f2opt -passes=f2layout-common-reads -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel reads --block 64 --grid 2
; RUN: %f2sim --equal %s %t.ll --kernel arithmetic --block 64 --grid 2
; RUN: %f2sim --equal %s %t.ll --kernel web --block 64 --grid 2
; RUN: %f2sim --equal %s %t.ll --kernel ranges --block 64 --grid 2
; RUN: %f2sim --equal %s %t.ll --kernel different --block 64 --grid 2
; RUN: %f2opt -passes=f2layout-common-reads -debug-counter=f2layout-common-reads=1 -S %s | FileCheck %s --check-prefix=SECOND

; The rounds of a reduction behind a strided loop are split off.
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll -pass-remarks=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK
; REMARK: the last 5 rounds of the loop, from 16 on, stay within a warp and have code of their own
; RUN: %f2sim --equal %s %t.all.ll --kernel strided --block 128 --grid 2 --arg 2=300
; RUN: %f2sim --equal %s %t.all.ll --kernel strided --block 64 --grid 2 --arg 2=50
; RUN: %f2sim --equal %s %t.all.ll --kernel strided --block 16 --grid 2 --arg 2=50

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @reads(
; CHECK: %c = icmp ult i32 %t, 20
; CHECK-NEXT: %a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NEXT: br i1
; CHECK-NOT: phi
; CHECK: join:
; CHECK-NEXT: mul i32 %t, %a
; SECOND-LABEL: @reads(
; SECOND: phi i32
define ptx_kernel void @reads(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %a = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %join
no:
  %b = call i32 asm "mov.u32 $0, %ntid.x;", "=r"()
  br label %join
join:
  %n = phi i32 [ %a, %yes ], [ %b, %no ]
  %v = mul i32 %t, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @arithmetic(
; CHECK: %a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NEXT: %d = lshr exact i32 %a, 1
; CHECK-NEXT: br i1
; CHECK-NOT: phi
; SECOND-LABEL: @arithmetic(
; SECOND-NOT: phi
; SECOND: ret void
define ptx_kernel void @arithmetic(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %d = lshr exact i32 %a, 1
  br label %join
no:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %e = lshr exact i32 %b, 1
  br label %join
join:
  %n = phi i32 [ %d, %yes ], [ %e, %no ]
  %v = mul i32 %t, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Phis that pass on each other's values.
; CHECK-LABEL: @web(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NEXT: br i1
; CHECK-NOT: ntid
; CHECK: loop:
; CHECK-NEXT: %i = phi
; CHECK-NOT: phi
define ptx_kernel void @web(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
no:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %n = phi i32 [ %a, %yes ], [ %b, %no ], [ %m, %latch ]
  %i = phi i32 [ %t, %yes ], [ %t, %no ], [ %j, %latch ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %read, label %latch
read:
  %again = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %latch
latch:
  %m = phi i32 [ %n, %loop ], [ %again, %read ]
  %j = add i32 %i, %m
  %more = icmp ult i32 %j, 300
  br i1 %more, label %loop, label %done
done:
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %j, ptr addrspace(1) %q
  ret void
}

; A range that is stated of one read alone is not stated of the other. Reads of
; the thread's index stay where they are.
; CHECK-LABEL: @ranges(
; CHECK: %a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NEXT: br i1
; CHECK: %m = phi i32 [ %d, %yes ], [ %e, %no ]
; CHECK-NOT: phi
define ptx_kernel void @ranges(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %a = call range(i32 1, 65) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %d = call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %join
no:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %e = call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %join
join:
  %n = phi i32 [ %a, %yes ], [ %b, %no ]
  %m = phi i32 [ %d, %yes ], [ %e, %no ]
  %v = mul i32 %m, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Other values of the launch, other arithmetic, constants.
; CHECK-LABEL: @different(
; CHECK: phi i32 [ %a, %yes ], [ %b, %no ]
; CHECK-NEXT: phi i32 [ %d, %yes ], [ %e, %no ]
; CHECK-NEXT: phi i32 [ %a, %yes ], [ 64, %no ]
define ptx_kernel void @different(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 20
  br i1 %c, label %yes, label %no
yes:
  %a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %d = lshr i32 %a, 1
  br label %join
no:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %e = lshr i32 %x, 2
  br label %join
join:
  %n = phi i32 [ %a, %yes ], [ %b, %no ]
  %m = phi i32 [ %d, %yes ], [ %e, %no ]
  %k = phi i32 [ %a, %yes ], [ 64, %no ]
  %v = mul i32 %m, %n
  %w = add i32 %v, %k
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

@s = internal addrspace(3) global [128 x i32] poison, align 4

; for (i = t; i < n; i += blockDim.x) sum += in[i]; and a tree of additions.
define ptx_kernel void @strided(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in, i32 %n) "target-cpu"="sm_90" {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %t, %n
  br i1 %any, label %enter, label %skip
skip:
  %size0 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %behind
enter:
  %size1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %sums
sums:
  %i = phi i32 [ %t, %enter ], [ %i1, %sums ]
  %sum = phi i32 [ 0, %enter ], [ %sum1, %sums ]
  %at = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %at
  %sum1 = add i32 %sum, %v
  %i1 = add i32 %i, %size1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %sums, label %behind
behind:
  %size = phi i32 [ %size0, %skip ], [ %size1, %sums ]
  %total = phi i32 [ 0, %skip ], [ %sum1, %sums ]
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %total, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %half = lshr i32 %size, 1
  %none = icmp eq i32 %half, 0
  br i1 %none, label %done, label %rounds
rounds:
  %d = phi i32 [ %half, %behind ], [ %d1, %next ]
  %adds = icmp ult i32 %t, %d
  br i1 %adds, label %add, label %next
add:
  %other = add nuw nsw i32 %d, %t
  %from = getelementptr i32, ptr addrspace(3) @s, i32 %other
  %b = load i32, ptr addrspace(3) %from
  %a = load i32, ptr addrspace(3) %own
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %own
  br label %next
next:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %d1 = lshr i32 %d, 1
  %last = icmp eq i32 %d1, 0
  br i1 %last, label %done, label %rounds
done:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %write, label %end
write:
  %result = load i32, ptr addrspace(3) @s
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %block
  store i32 %result, ptr addrspace(1) %to
  br label %end
end:
  ret void
}
