; The search for exchanges tries likely shapes of the block as long as it may
; evaluate further addresses, and says where it ended.
; RUN: %f2opt -passes='function(loop-unroll)' -unroll-count=192 -S %s -o %t.ll
; RUN: %f2opt -passes='f2layout<search=1>' -disable-output %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=ENDED
; RUN: %f2opt -passes='f2layout-reroute<search=1>' -print-pipeline-passes -disable-output %t.ll | FileCheck %s --check-prefix=PRINT
; RUN: %f2opt -passes='f2layout' -disable-output %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --implicit-check-not='search for exchanges ended'
; RUN: %f2opt -passes='f2layout' -f2layout-search=1 -disable-output %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=ENDED
; RUN: %f2opt -passes='f2layout<search=0>' -disable-output %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --implicit-check-not='search for exchanges ended'
; RUN: not %f2opt -passes='f2layout<search=many>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=WRONG

; ENDED: the search for exchanges ended after 1 million addresses
; PRINT: f2layout-reroute<search=1>
; CHECK: threads are indexed in several dimensions and the block's size is not known
; CHECK-NOT: error
; WRONG: f2layout: invalid search limit 'many': expected a number of millions

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [4096 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; No shape makes an exchange of this: what a thread reads was written by no store.
define ptx_kernel void @scattered(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul i32 %y, 128
  %first = add i32 %row, %x
  br label %fill
fill:
  %k = phi i32 [ 0, %entry ], [ %k1, %fill ]
  %a = add i32 %first, %k
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %a
  %v = load i32, ptr addrspace(1) %i
  %b = and i32 %a, 2046
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %b
  store i32 %v, ptr addrspace(3) %s
  %k1 = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k1, 192
  br i1 %more, label %fill, label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %n = phi i32 [ 0, %join ], [ %n1, %read ]
  %c = add i32 %first, %n
  %odd = or i32 %c, 1
  %d = and i32 %odd, 2047
  %l = getelementptr i32, ptr addrspace(3) @tile, i32 %d
  %w = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %c
  store i32 %w, ptr addrspace(1) %o
  %n1 = add nuw nsw i32 %n, 1
  %again = icmp ult i32 %n1, 192
  br i1 %again, label %read, label %exit
exit:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
