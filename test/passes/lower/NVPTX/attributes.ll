; Wrong attributes on a layout call are errors; on the functions around it they
; are removed.
; RUN: split-file %s %t
; RUN: not %f2opt -passes=f2layout-lower -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout-import -S %t/around.ll -o - | FileCheck %s --check-prefix=AROUND
; RUN: %f2opt -passes=f2layout-import -S %t/around.ll -o - | FileCheck %s --check-prefix=BEFORE
; RUN: %f2opt -passes=f2layout-lower -S %t/around.ll -o %t/lowered.ll
; RUN: FileCheck %s --check-prefix=AROUND --input-file=%t/lowered.ll
; RUN: %f2sim --equal %t/around.ll %t/lowered.ll --kernel k --block 128
; No pass copies the call into the branches, or drops the barrier with it.
; RUN: %f2opt -passes='f2layout-import,function(simplifycfg,early-cse),function-attrs,f2layout-lower' -S %t/around.ll -o %t/threaded.ll
; RUN: FileCheck %s --check-prefix=ONCE --input-file=%t/threaded.ll
; RUN: %f2sim --equal %t/around.ll %t/threaded.ll --kernel k --block 128

; CHECK: @f2.convert.argmem (%y0): memory(...) restricts what is accessed, expected none, as the call waits for other threads
; CHECK-NEXT: @f2.convert.plain (%y1): memory(...) restricts what is accessed, expected none
; CHECK-NEXT: @f2.convert.speculatable (%y2): the call is speculatable, expected one that must not be moved
; CHECK-NEXT: @f2.convert.nosync (%y3): the call is nosync, expected one that waits for other threads
; CHECK-NEXT: @f2.gather.read (%y4): memory(...) restricts what is accessed
; CHECK-NEXT: @f2.store.read: attributes say that the buffer is not written, expected memory(...) with argmem: write, or none
; CHECK-NEXT: @f2.store.operand: attributes say that the buffer is not written
; CHECK-NEXT: @f2.store.elsewhere: attributes say that the buffer is not written
; CHECK-NEXT: @f2.load.write (%l0): attributes say that the buffer is not read, expected memory(...) with argmem: read, or none
; CHECK-NEXT: @f2.load.none (%l1): attributes say that the buffer is not read
; CHECK-NOT: error

;--- bad.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@a = private constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]\00"
@m = private constant [43 x i8] c"offset=[[1],[2],[4],[8],[16],[32]] -> [64]\00"
@s = internal addrspace(3) global [64 x i32] poison
declare <2 x i32> @f2.convert.plain(<2 x i32>, ptr, ptr) convergent nocallback nounwind
declare <2 x i32> @f2.convert.speculatable(<2 x i32>, ptr, ptr) convergent nocallback nounwind speculatable
declare <2 x i32> @f2.convert.argmem(<2 x i32>, ptr, ptr) convergent nocallback nounwind memory(argmem: read)
declare <2 x i32> @f2.convert.nosync(<2 x i32>, ptr, ptr) convergent nocallback nounwind nosync
declare <2 x i32> @f2.gather.read(<2 x i32>, <2 x i32>, i32, ptr, ptr) convergent nocallback nounwind memory(read)
declare void @f2.store.read(ptr addrspace(3), <2 x i32>, ptr, ptr) convergent nocallback nounwind memory(read)
declare void @f2.store.operand(ptr addrspace(3) readonly, <2 x i32>, ptr, ptr) convergent nocallback nounwind
declare void @f2.store.elsewhere(ptr addrspace(3), <2 x i32>, ptr, ptr) convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare void @f2.store.good(ptr addrspace(3), <2 x i32>, ptr, ptr) convergent nocallback nounwind memory(argmem: readwrite)
declare <2 x i32> @f2.load.write(ptr addrspace(3), ptr, ptr) convergent nocallback nounwind memory(write)
declare <2 x i32> @f2.load.none(ptr addrspace(3), ptr, ptr) convergent nocallback nounwind memory(none)
declare <2 x i32> @f2.load.good(ptr addrspace(3), ptr, ptr) convergent nocallback nounwind memory(argmem: read)

define ptx_kernel void @k(<2 x i32> %x) "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %y0 = call <2 x i32> @f2.convert.argmem(<2 x i32> %x, ptr @a, ptr @a)
  %y1 = call <2 x i32> @f2.convert.plain(<2 x i32> %x, ptr @a, ptr @a) memory(none)
  %y2 = call <2 x i32> @f2.convert.speculatable(<2 x i32> %x, ptr @a, ptr @a)
  %y3 = call <2 x i32> @f2.convert.nosync(<2 x i32> %x, ptr @a, ptr @a)
  %y4 = call <2 x i32> @f2.gather.read(<2 x i32> %x, <2 x i32> %x, i32 0, ptr @a, ptr @a)
  call void @f2.store.read(ptr addrspace(3) @s, <2 x i32> %x, ptr @a, ptr @m)
  call void @f2.store.operand(ptr addrspace(3) @s, <2 x i32> %x, ptr @a, ptr @m)
  call void @f2.store.elsewhere(ptr addrspace(3) @s, <2 x i32> %x, ptr @a, ptr @m)
  call void @f2.store.good(ptr addrspace(3) @s, <2 x i32> %x, ptr @a, ptr @m)
  %l0 = call <2 x i32> @f2.load.write(ptr addrspace(3) @s, ptr @a, ptr @m)
  %l1 = call <2 x i32> @f2.load.none(ptr addrspace(3) @s, ptr @a, ptr @m)
  %l2 = call <2 x i32> @f2.load.good(ptr addrspace(3) @s, ptr @a, ptr @m)
  ret void
}

;--- around.ll
; AROUND: define internal <4 x i32> @f(<4 x i32> %x) #[[F:[0-9]+]] {
; AROUND: define internal <4 x i32> @g(<4 x i32> %x) #[[G:[0-9]+]] {
; BEFORE: call <4 x i32> @f(<4 x i32> %x){{$}}
; AROUND: define ptx_kernel void @k({{.*}} #[[K:[0-9]+]] {
; AROUND: define internal i32 @other(i32 %x) #[[OTHER:[0-9]+]] {
; AROUND: attributes #[[F]] = { convergent noinline nounwind "f2layout-block"="128,1,1" "target-cpu"="sm_90" }
; AROUND: attributes #[[G]] = { convergent noinline "f2layout-block"="128,1,1" "target-cpu"="sm_90" }
; AROUND: attributes #[[K]] = { convergent "nvvm.reqntid"="128" "target-cpu"="sm_90" }
; AROUND: attributes #[[OTHER]] = { noinline nosync memory(none) }

; ONCE-LABEL: define ptx_kernel void @k(
; ONCE: call <4 x i32> @g(
; ONCE-NOT: call <4 x i32> @g(
; ONCE: }

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@quads = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@columns = private unnamed_addr constant [79 x i8] c"register=[[128],[256]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [512]\00"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <4 x i32> @f2.convert.v4i32(<4 x i32>, ptr, ptr) convergent nocallback nounwind
define internal <4 x i32> @f(<4 x i32> %x) #0 {
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  ret <4 x i32> %y
}
define internal <4 x i32> @g(<4 x i32> %x) #1 {
  %y = call <4 x i32> @f(<4 x i32> %x) nosync memory(argmem: read)
  ret <4 x i32> %y
}
define ptx_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %m) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %mp = getelementptr i32, ptr addrspace(1) %m, i32 %t
  %mask = load i32, ptr addrspace(1) %mp
  %odd = and i32 %mask, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %a, label %j
a:
  store volatile i32 0, ptr addrspace(1) %mp
  br label %j
j:
  %ph = phi i1 [ true, %a ], [ false, %0 ]
  %y = call <4 x i32> @g(<4 x i32> %x)
  store <4 x i32> %y, ptr addrspace(1) %q
  br i1 %ph, label %b, label %e
b:
  store volatile i32 1, ptr addrspace(1) %mp
  br label %e
e:
  ret void
}
define internal i32 @other(i32 %x) #3 {
  ret i32 %x
}
attributes #0 = { noinline nounwind nosync memory(none) "f2layout-block"="128,1,1" "target-cpu"="sm_90" }
attributes #1 = { noinline memory(argmem: readwrite) "f2layout-block"="128,1,1" "target-cpu"="sm_90" }
attributes #2 = { "nvvm.reqntid"="128" "target-cpu"="sm_90" }
attributes #3 = { noinline nosync memory(none) }
