; Gathers along an axis that stays in the warp, by shuffles and selects; all of
; them compute the same as the call, and as the lowering through memory.
; RUN: %f2opt -passes=f2layout-lower -pass-remarks=f2layout-lower -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64
; RUN: %f2opt -passes='f2layout-lower<no-shuffle>' -S %s -o %t.memory.ll
; RUN: FileCheck %s --input-file=%t.memory.ll --check-prefix=MEMORY
; RUN: %f2sim --equal %s %t.memory.ll --kernels all --block 64
; RUN: %f2sim --equal %t.memory.ll %t.ll --kernels all --block 64
; RUN: %f2opt -passes='f2layout-lower<no-shuffle;scratch=256>' -pass-remarks=f2layout-lower -S %s -o %t.small.ll 2>&1 | FileCheck %s --check-prefix=SMALL
; RUN: %f2sim --equal %s %t.small.ll --kernels all --block 64
; RUN: %f2opt -passes='f2layout-lower<no-shared>' -S %s -o %t.shuffles.ll
; RUN: FileCheck %s --input-file=%t.shuffles.ll --check-prefix=SHUFFLES
; RUN: FileCheck %s --input-file=%t.shuffles.ll --check-prefix=HALVES
; RUN: %llc -mcpu=sm_90 %t.shuffles.ll -o - | FileCheck %s --check-prefix=PTX-HALVES
; RUN: %f2sim --equal %s %t.shuffles.ll --kernels all --block 64
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.O3.ll
; RUN: %f2sim --equal %s %t.O3.ll --kernels all --block 64
; RUN: %llc -mcpu=sm_90 %t.O3.ll -o - | FileCheck %s --check-prefix=PTX

; REMARK: gather of 1 x float became 1 shuffle, 0 selects and 0 permutes: 1 clocks per warp, through memory {{.*}} (in lanes)
; REMARK: gather of 4 x half became 2 stores and 4 loads, 1 time through 512 bytes: {{.*}} clocks per warp, by shuffles {{.*}} (in halves)
; REMARK: gather of 8 x i8 became 0 shuffles, 0 selects and 2 permutes: {{.*}} (in bytes)
; REMARK: gather of 2 x double became 4 shuffles, 2 selects and 0 permutes: {{.*}} (in doubles)
; REMARK: gather of 1 x i32 became 1 shuffle, 0 selects and 0 permutes: {{.*}} (in warps)
; REMARK: gather of 16 x i32 became 16 stores and 4 loads, 1 time through 4096 bytes: {{.*}} clocks per warp, by shuffles {{.*}} (in many)
; REMARK: gather of 16 x half became 8 shuffles, 0 selects and 6 permutes: {{.*}} (in wide)
; REMARK: gather of 2 x i32 became 4 shuffles, 16 selects and 0 permutes: {{.*}} (in fetched)
; SMALL: gather of 4 x half became 2 stores and 4 loads, 2 times through 256 bytes: {{.*}} (in halves)
; SMALL: gather of 2 x double became 2 stores and 1 load, 4 times through 256 bytes: {{.*}} (in doubles)
; SHUFFLES-NOT: addrspace(3) global

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@rows = private unnamed_addr constant [62 x i8] c"lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[1,0]] -> [2,32]\00"
@pairs = private unnamed_addr constant [87 x i8] c"register=[[0,1],[2,0]], lane=[[0,2],[0,4],[0,8],[0,16],[0,32]], warp=[[1,0]] -> [4,64]\00"
@own = private unnamed_addr constant [93 x i8] c"register=[[1,0],[2,0],[4,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32]] -> [8,64]\00"
@two = private unnamed_addr constant [81 x i8] c"register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32]] -> [2,64]\00"
@both = private unnamed_addr constant [79 x i8] c"register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[8,0]] -> [16,8]\00"
@one = private unnamed_addr constant [61 x i8] c"lane=[[0,1],[0,2],[1,0],[2,0],[4,0]], warp=[[8,0]] -> [16,4]\00"
@copies = private unnamed_addr constant [48 x i8] c"lane=[[1],[2],[4],[8],[16]], warp=[[0]] -> [32]\00"
@apart = private unnamed_addr constant [49 x i8] c"lane=[[16],[8],[4],[2],[1]], warp=[[32]] -> [64]\00"
@deep = private unnamed_addr constant [100 x i8] c"register=[[1,0],[2,0],[4,0],[8,0]], lane=[[16,0],[32,0],[0,1],[0,2],[0,4]], warp=[[0,8]] -> [64,16]\00"
@moved = private unnamed_addr constant [108 x i8] c"register=[[1,0],[2,0],[4,0],[8,0]], lane=[[16,0],[32,0],[0,1],[0,2],[0,4]], warp=[[0,8]] -> [64,16] ^ [0,8]\00"
@few = private unnamed_addr constant [86 x i8] c"register=[[1,0],[2,0]], lane=[[4,0],[8,0],[0,1],[0,2],[0,4]], warp=[[0,8]] -> [16,16]\00"
@couples = private unnamed_addr constant [81 x i8] c"register=[[0,1]], lane=[[1,0],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32]] -> [2,64]\00"
@broad = private unnamed_addr constant [100 x i8] c"register=[[0,1],[0,2],[4,0],[8,0]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[16,0]] -> [32,32]\00"
@narrow = private unnamed_addr constant [86 x i8] c"register=[[4,0],[8,0]], lane=[[0,1],[0,2],[0,4],[1,0],[2,0]], warp=[[16,0]] -> [32,8]\00"
@wanted = private unnamed_addr constant [99 x i8] c"register=[[1,0],[2,0],[4,0],[0,1]], lane=[[0,0],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32]] -> [8,64]\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <1 x float> @f2.gather.lanes(<1 x float>, <1 x i32>, i32, ptr, ptr) #1
declare <4 x half> @f2.gather.halves(<4 x half>, <4 x i32>, i32, ptr, ptr) #1
declare <16 x i32> @f2.gather.twice(<16 x i32>, <16 x i32>, i32, ptr, ptr) #1
declare <4 x i32> @f2.gather.many(<16 x i32>, <4 x i64>, i32, ptr, ptr) #1
declare <4 x half> @f2.gather.wide(<16 x half>, <4 x i32>, i32, ptr, ptr) #1
declare <16 x i32> @f2.gather.fetched(<2 x i32>, <16 x i32>, i32, ptr, ptr) #1
declare <2 x i8> @f2.gather.bytes(<8 x i8>, <2 x i32>, i32, ptr, ptr) #1
declare <1 x double> @f2.gather.doubles(<2 x double>, <1 x i64>, i32, ptr, ptr) #1
declare <1 x i32> @f2.gather.warps(<1 x i32>, <1 x i32>, i32, ptr, ptr) #1

; The index is the lane; shuffles ignore its higher bits.
; CHECK-LABEL: @lanes(
; CHECK: %[[I:.*]] = freeze <1 x i32> %i
; CHECK: %[[LANE:.*]] = extractelement <1 x i32> %[[I]], i64 0
; CHECK-NOT: and
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 %[[LANE]], i32 31)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; MEMORY-LABEL: @lanes(
; MEMORY-NOT: barrier.cta
; MEMORY: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; PTX-LABEL: .entry lanes
; PTX-NOT: and
; PTX: shfl.sync.idx.b32
define ptx_kernel void @lanes(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <1 x float>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <1 x float>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <1 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <1 x float>, ptr addrspace(1) %p
  %i = load <1 x i32>, ptr addrspace(1) %n
  %y = call <1 x float> @f2.gather.lanes(<1 x float> %x, <1 x i32> %i, i32 1, ptr @rows, ptr @rows)
  store <1 x float> %y, ptr addrspace(1) %q
  ret void
}

; One shuffle brings both halves of the pair that the index is in.
; HALVES-LABEL: @halves(
; HALVES: %[[X:.*]] = freeze <4 x i16>
; HALVES: bitcast <4 x i16> %[[X]] to <2 x i32>
; HALVES-COUNT-4: call i32 @llvm.nvvm.shfl.sync.idx.i32
; HALVES-NOT: shfl
; HALVES: call i32 @llvm.fshr.i32
; HALVES: ret void
; PTX-HALVES-LABEL: .entry halves
; PTX-HALVES: shfl.sync.idx.b32
; PTX-HALVES: shf.r.wrap.b32
define ptx_kernel void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x half>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x half>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <4 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <4 x half>, ptr addrspace(1) %p
  %i = load <4 x i32>, ptr addrspace(1) %n
  %y = call <4 x half> @f2.gather.halves(<4 x half> %x, <4 x i32> %i, i32 1, ptr @pairs, ptr @pairs)
  store <4 x half> %y, ptr addrspace(1) %q
  ret void
}

; Eight bytes of the thread's own registers: one permute chooses among two words.
; CHECK-LABEL: @bytes(
; CHECK-NOT: shfl
; CHECK: %[[I:.*]] = and i32 %{{.*}}, 7
; CHECK: call i32 @llvm.nvvm.prmt(i32 %{{.*}}, i32 %{{.*}}, i32 %[[I]])
; CHECK-NOT: shfl
; CHECK: ret void
define ptx_kernel void @bytes(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <8 x i8>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <2 x i8>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <2 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <8 x i8>, ptr addrspace(1) %p
  %i = load <2 x i32>, ptr addrspace(1) %n
  %y = call <2 x i8> @f2.gather.bytes(<8 x i8> %x, <2 x i32> %i, i32 0, ptr @own, ptr @two)
  store <2 x i8> %y, ptr addrspace(1) %q
  ret void
}

; Two words, in two rounds. Only the low word of an index counts.
; CHECK-LABEL: @doubles(
; CHECK: trunc i64 %{{.*}} to i32
; CHECK-COUNT-4: call i32 @llvm.nvvm.shfl.sync.idx.i32
; CHECK-COUNT-2: select i1
; CHECK-NOT: select
; CHECK: ret void
define ptx_kernel void @doubles(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x double>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <1 x double>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <1 x i64>, ptr addrspace(1) %index, i32 %t
  %x = load <2 x double>, ptr addrspace(1) %p
  %i = load <1 x i64>, ptr addrspace(1) %n
  %y = call <1 x double> @f2.gather.doubles(<2 x double> %x, <1 x i64> %i, i32 1, ptr @both, ptr @one)
  store <1 x double> %y, ptr addrspace(1) %q
  ret void
}

; Both warps hold all elements, so that each finds them itself.
; CHECK-LABEL: @warps(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32
; CHECK: ret void
define ptx_kernel void @warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %p = getelementptr <1 x i32>, ptr addrspace(1) %in, i32 %lane
  %q = getelementptr <1 x i32>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <1 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <1 x i32>, ptr addrspace(1) %p
  %i = load <1 x i32>, ptr addrspace(1) %n
  %y = call <1 x i32> @f2.gather.warps(<1 x i32> %x, <1 x i32> %i, i32 0, ptr @copies, ptr @apart)
  store <1 x i32> %y, ptr addrspace(1) %q
  ret void
}

; Sixteen rounds would be more expensive than memory. A warp has a slice of its
; own, and waits for no other warp.
; CHECK-LABEL: @many(
; CHECK-COUNT-16: store i32 {{.*}}addrspace(3)
; CHECK-NOT: barrier.cta
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-COUNT-4: load i32, ptr addrspace(3)
; CHECK-NOT: {{barrier.cta|store i32 .*addrspace\(3\)}}
; CHECK: ret void
define ptx_kernel void @many(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <16 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <4 x i64>, ptr addrspace(1) %index, i32 %t
  %x = load <16 x i32>, ptr addrspace(1) %p
  %i = load <4 x i64>, ptr addrspace(1) %n
  %y = call <4 x i32> @f2.gather.many(<16 x i32> %x, <4 x i64> %i, i32 0, ptr @deep, ptr @few)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}

; The second gather overwrites what its own warp has read.
; CHECK-LABEL: @twice(
; CHECK-NOT: barrier.cta
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-COUNT-16: load i32, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-COUNT-16: store i32 {{.*}}addrspace(3)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @twice(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <16 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <16 x i32>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <16 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <16 x i32>, ptr addrspace(1) %p
  %i = load <16 x i32>, ptr addrspace(1) %n
  %y = call <16 x i32> @f2.gather.twice(<16 x i32> %x, <16 x i32> %i, i32 0, ptr @deep, ptr @deep)
  %z = call <16 x i32> @f2.gather.twice(<16 x i32> %y, <16 x i32> %i, i32 0, ptr @deep, ptr @deep)
  store <16 x i32> %z, ptr addrspace(1) %q
  ret void
}

; If the warps have changed places, each still has the slice of its number.
; CHECK-LABEL: @slices(
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @slices(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <16 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <16 x i32>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <16 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <16 x i32>, ptr addrspace(1) %p
  %i = load <16 x i32>, ptr addrspace(1) %n
  %y = call <16 x i32> @f2.gather.twice(<16 x i32> %x, <16 x i32> %i, i32 0, ptr @deep, ptr @deep)
  %z = call <16 x i32> @f2.gather.twice(<16 x i32> %y, <16 x i32> %i, i32 0, ptr @moved, ptr @moved)
  store <16 x i32> %z, ptr addrspace(1) %q
  ret void
}

; Through memory, four neighbours on the axis are stored together.
; CHECK-LABEL: @wide(
; CHECK-COUNT-8: call i32 @llvm.nvvm.shfl.sync.idx.i32
; MEMORY-LABEL: @wide(
; MEMORY: shufflevector <16 x i16> %{{.*}}, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; MEMORY-COUNT-4: store <4 x i16> {{.*}}addrspace(3){{.*}}, align 8
; MEMORY: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; MEMORY-COUNT-4: load i16, ptr addrspace(3)
; MEMORY: ret void
define ptx_kernel void @wide(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <16 x half>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x half>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <4 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <16 x half>, ptr addrspace(1) %p
  %i = load <4 x i32>, ptr addrspace(1) %n
  %y = call <4 x half> @f2.gather.wide(<16 x half> %x, <4 x i32> %i, i32 1, ptr @broad, ptr @narrow)
  store <4 x half> %y, ptr addrspace(1) %q
  ret void
}

; The axis is one lane bit: two words of each of two lanes are fetched once for
; sixteen results.
; CHECK-LABEL: @fetched(
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32
; CHECK: select i1
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @fetched(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %index) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <16 x i32>, ptr addrspace(1) %out, i32 %t
  %n = getelementptr <16 x i32>, ptr addrspace(1) %index, i32 %t
  %x = load <2 x i32>, ptr addrspace(1) %p
  %i = load <16 x i32>, ptr addrspace(1) %n
  %y = call <16 x i32> @f2.gather.fetched(<2 x i32> %x, <16 x i32> %i, i32 0, ptr @couples, ptr @wanted)
  store <16 x i32> %y, ptr addrspace(1) %q
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="64" }
attributes #1 = { convergent nocallback nounwind }
