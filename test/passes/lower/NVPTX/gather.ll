; A gather across warps looks its elements up in scratch memory: at once if all of
; them fit, window by window otherwise. Only the low bits of an index count, so
; that no access is outside the scratch.
; RUN: %f2opt -passes=f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout -S %s -o %t.all.ll
; RUN: %f2sim --equal %s %t.all.ll --kernels all --block 128
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 128
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=PTX
; PTX-NOT: f2.gather
; PTX-LABEL: .entry rows
; PTX-COUNT-4: st.shared.b32
; PTX: bar{{.*}}.sync
; PTX-COUNT-2: ld.shared.b32

; RUN: %f2opt -passes='f2layout-lower<scratch=300>' -pass-remarks=f2layout-lower -S %s -o %t.small.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.small.ll --check-prefix=SMALL
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 128
; RUN: %f2opt -passes='f2layout-lower<scratch=4>' -S %s -o %t.tiny.ll
; RUN: %f2sim --equal %s %t.tiny.ll --kernels all --block 128
; RUN: %f2opt -passes=f2layout-lower -S %t.small.ll -o %t.2.ll
; RUN: sed 1d %t.small.ll >%t.1 && sed 1d %t.2.ll >%t.2
; RUN: diff %t.1 %t.2

; CHECK: @rows.f2.scratch = internal unnamed_addr addrspace(3) global [2048 x i8] poison, align 4
; CHECK: @copies.f2.scratch = internal unnamed_addr addrspace(3) global [256 x i8] poison, align 2
; CHECK: @across.f2.scratch = internal unnamed_addr addrspace(3) global [512 x i8]
; SMALL: @rows.f2.scratch = internal unnamed_addr addrspace(3) global [256 x i8] poison, align 4
; SMALL: @copies.f2.scratch = internal unnamed_addr addrspace(3) global [256 x i8] poison, align 2
; SMALL: @across.f2.scratch = internal unnamed_addr addrspace(3) global [256 x i8]
; REMARK: remark: {{.*}}: gather of 4 x i32 became 4 stores and 2 loads, 8 times through 256 bytes
; REMARK: remark: {{.*}}: gather of 2 x half became 1 store and 1 load, 1 time through 256 bytes
; REMARK: remark: {{.*}}: conversion of 1 x i32 became 1 store and 1 load, 2 times through 256 bytes

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@table = private unnamed_addr constant [101 x i8] c"register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[4,0]] -> [row:8,col:64]\00"
@wanted = private unnamed_addr constant [95 x i8] c"register=[[0,32]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[1,0],[2,0]] -> [row:4,col:64]\00"
@halves = private unnamed_addr constant [71 x i8] c"register=[[0]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [128]\00"
@one = private unnamed_addr constant [55 x i8] c"lane=[[64],[32],[16],[8],[4]], warp=[[2],[1]] -> [128]\00"
@straight = private unnamed_addr constant [55 x i8] c"lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [128]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <2 x i32> @f2.gather.v2i32.v4i32(<4 x i32>, <2 x i32>, i32, ptr, ptr) #1
declare half @f2.gather.f16.v2f16(<2 x half>, i32, i32, ptr, ptr) #1
declare i32 @f2.convert.i32(i32, ptr, ptr) #1

; The row's number modulo 8: the highest bit is a bit of the warp, and the others
; are those of a register.
; CHECK-LABEL: @rows(
; CHECK: %[[F:.*]] = freeze <2 x i32> %i
; CHECK: %[[E:.*]] = extractelement <2 x i32> %[[F]], i64 0
; CHECK: %[[A:.*]] = and i32 %[[E]], 4
; CHECK: %[[B:.*]] = and i32 %[[E]], 3
; CHECK-COUNT-4: store i32 {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-COUNT-2: load i32, ptr addrspace(3)
; CHECK-NOT: barrier
; CHECK-NOT: br
; CHECK: ret void
; SMALL-LABEL: @rows(
; SMALL: f2.window:
; SMALL: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; SMALL: icmp eq i32 {{.*}}, %[[W:.*]]
; SMALL-COUNT-4: store i32 {{.*}}addrspace(3)
; SMALL: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; SMALL-COUNT-2: load i32, ptr addrspace(3)
; SMALL: icmp eq i32 {{.*}}, 8
; SMALL-NEXT: br i1 {{.*}}, label %f2.window
; SMALL-NOT: addrspace(3)
; SMALL: ret void
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <2 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %i = load <2 x i32>, ptr addrspace(1) %n
  %y = call <2 x i32> @f2.gather.v2i32.v4i32(<4 x i32> %x, <2 x i32> %i, i32 0, ptr @table, ptr @wanted)
  store <2 x i32> %y, ptr addrspace(1) %q
  ret void
}

; Both registers hold the same element, and one is stored. The second gather
; waits until the first has been read; a variable after it stays in the entry
; block.
; CHECK-LABEL: @copies(
; CHECK: store i16 {{.*}}addrspace(3)
; CHECK-NOT: store
; CHECK: call void @llvm.nvvm.barrier
; CHECK: load i16
; CHECK: call void @llvm.nvvm.barrier
; CHECK: store i16 {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.barrier
; CHECK: load i16
; CHECK: ret void
define ptx_kernel void @copies(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr half, ptr addrspace(1) %in, i32 %t
  %q = getelementptr half, ptr addrspace(1) %out, i32 %t
  %n = getelementptr i32, ptr addrspace(1) %index, i32 %t
  %h = load half, ptr addrspace(1) %p
  %i = load i32, ptr addrspace(1) %n
  %a = insertelement <2 x half> poison, half %h, i32 0
  %x = insertelement <2 x half> %a, half %h, i32 1
  %y = call half @f2.gather.f16.v2f16(<2 x half> %x, i32 %i, i32 0, ptr @halves, ptr @one)
  %b = insertelement <2 x half> poison, half %y, i32 0
  %z = insertelement <2 x half> %b, half %y, i32 1
  %v = alloca half
  %w = call half @f2.gather.f16.v2f16(<2 x half> %z, i32 %i, i32 0, ptr @halves, ptr @one)
  store half %w, ptr %v
  %u = load half, ptr %v
  store half %u, ptr addrspace(1) %q
  ret void
}

; No plan of steps fits into 300 bytes.
; SMALL-LABEL: @across(
; SMALL: f2.window:
; SMALL: ret void
define ptx_kernel void @across(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @f2.convert.i32(i32 %x, ptr @straight, ptr @one)
  store i32 %y, ptr addrspace(1) %q
  ret void
}
attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #1 = { convergent nocallback nounwind }
