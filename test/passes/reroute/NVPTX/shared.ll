; Exchanges that stay in shared memory, in wide vectors without conflicts.
; RUN: %f2opt -passes='f2layout<no-readdress>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-analysis=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %llc -mcpu=sm_90 -mattr=+ptx80 %t.after.ll -o - | FileCheck %s --check-prefix=PTX
; RUN: %f2opt -passes='print<f2layout-roundtrips>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PRINT
; RUN: %f2sim --equal %s %t.after.ll --kernel blocked_to_striped --block 128 --report \
; RUN:   | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %s %t.after.ll --kernel blocked_to_striped --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel across_warps --block 128 --report \
; RUN:   | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %s %t.after.ll --kernel transpose --block 32,8 --report \
; RUN:   | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %s %t.after.ll --kernel transpose --block 16,8

; BANKS: equal
; BANKS: before
; BANKS: after
; BANKS: total {{.*}}, [[IDEAL:[0-9]+]] wavefronts, [[IDEAL]] ideal

target triple = "nvptx64-nvidia-cuda"

@words = internal addrspace(3) global [1024 x i32] undef, align 4
@tile = internal addrspace(3) global [32 x [32 x float]] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Eight elements per lane, blocked to striped: each lane writes two vectors of
; four words to swizzled addresses.
; CHECK-LABEL: @blocked_to_striped(
; CHECK-COUNT-2: store <4 x i32> %{{.*}}, ptr addrspace(3) %{{.*}}, align 16
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-COUNT-8: load i32, ptr addrspace(3)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; REMARK-DAG: shared exchange through words of 8 x i32 per thread within each warp, as written: 8 stores and 8 loads take 24 wavefronts and 25 clocks per warp; conflict-free accesses to as many bytes take 16 wavefronts
; REMARK-DAG: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp became 2 stores of 16 bytes, 8 loads of 4 bytes, {{[0-9]+}} wavefronts
; PTX-LABEL: .entry blocked_to_striped(
; PTX-COUNT-2: st.shared.v4.b32
; PTX-NEXT: bar.warp.sync -1;
; PTX-COUNT-8: ld.shared.b32
; PTX: ret;
; PRINT-LABEL: exchanges in 'blocked_to_striped'
; PRINT: 8 -> 8 x i32, warp of 32, affine
; PRINT: register = {{\[\[0,4],\[0,8],\[0,16]]}}
; PRINT: thread = {{\[\[1,0],\[2,0],\[4,0],\[0,1],\[0,2]]}}
define ptx_kernel void @blocked_to_striped(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = and i32 %t, 96
  %lane = and i32 %t, 31
  %first = shl i32 %t, 3
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %first
  store <8 x i32> %v, ptr addrspace(3) %a, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %slice = shl i32 %warp, 3
  %place = add i32 %slice, %lane
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %place
  %b1 = getelementptr i32, ptr addrspace(3) %b, i32 32
  %b2 = getelementptr i32, ptr addrspace(3) %b, i32 64
  %b3 = getelementptr i32, ptr addrspace(3) %b, i32 96
  %b4 = getelementptr i32, ptr addrspace(3) %b, i32 128
  %b5 = getelementptr i32, ptr addrspace(3) %b, i32 160
  %b6 = getelementptr i32, ptr addrspace(3) %b, i32 192
  %b7 = getelementptr i32, ptr addrspace(3) %b, i32 224
  %w = load i32, ptr addrspace(3) %b
  %w1 = load i32, ptr addrspace(3) %b1
  %w2 = load i32, ptr addrspace(3) %b2
  %w3 = load i32, ptr addrspace(3) %b3
  %w4 = load i32, ptr addrspace(3) %b4
  %w5 = load i32, ptr addrspace(3) %b5
  %w6 = load i32, ptr addrspace(3) %b6
  %w7 = load i32, ptr addrspace(3) %b7
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %place
  %o1 = getelementptr i32, ptr addrspace(1) %o, i32 32
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 64
  %o3 = getelementptr i32, ptr addrspace(1) %o, i32 96
  %o4 = getelementptr i32, ptr addrspace(1) %o, i32 128
  %o5 = getelementptr i32, ptr addrspace(1) %o, i32 160
  %o6 = getelementptr i32, ptr addrspace(1) %o, i32 192
  %o7 = getelementptr i32, ptr addrspace(1) %o, i32 224
  store i32 %w, ptr addrspace(1) %o
  store i32 %w1, ptr addrspace(1) %o1
  store i32 %w2, ptr addrspace(1) %o2
  store i32 %w3, ptr addrspace(1) %o3
  store i32 %w4, ptr addrspace(1) %o4
  store i32 %w5, ptr addrspace(1) %o5
  store i32 %w6, ptr addrspace(1) %o6
  store i32 %w7, ptr addrspace(1) %o7
  ret void
}

; The same among all warps of a block whose size the launch states: only shared
; memory crosses warps, and the block's barrier stays.
; CHECK-LABEL: @across_warps(
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(3) %{{.*}}, align 16
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-COUNT-4: load i32, ptr addrspace(3)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block became 1 store of 16 bytes, 4 loads of 4 bytes, {{[0-9]+}} wavefronts
; PTX-LABEL: .entry across_warps(
; PTX: st.shared.v4.b32
; PTX-NEXT: bar.sync 0;
; PTX-COUNT-4: ld.shared.b32
; PTX: ret;
; PRINT-LABEL: exchanges in 'across_warps'
; PRINT-NEXT: block 128x1x1{{$}}
; PRINT: 4 -> 4 x i32, block of 128, affine{{$}}
define ptx_kernel void @across_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 2
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <4 x i32>, ptr addrspace(1) %i
  %v0 = extractelement <4 x i32> %v, i32 0
  %v1 = extractelement <4 x i32> %v, i32 1
  %v2 = extractelement <4 x i32> %v, i32 2
  %v3 = extractelement <4 x i32> %v, i32 3
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 1
  %a2 = getelementptr i32, ptr addrspace(3) %a, i32 2
  %a3 = getelementptr i32, ptr addrspace(3) %a, i32 3
  store i32 %v0, ptr addrspace(3) %a
  store i32 %v1, ptr addrspace(3) %a1
  store i32 %v2, ptr addrspace(3) %a2
  store i32 %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %t
  %b1 = getelementptr i32, ptr addrspace(3) %b, i32 128
  %b2 = getelementptr i32, ptr addrspace(3) %b, i32 256
  %b3 = getelementptr i32, ptr addrspace(3) %b, i32 384
  %w = load i32, ptr addrspace(3) %b
  %w1 = load i32, ptr addrspace(3) %b1
  %w2 = load i32, ptr addrspace(3) %b2
  %w3 = load i32, ptr addrspace(3) %b3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %o1 = getelementptr i32, ptr addrspace(1) %o, i32 128
  %o2 = getelementptr i32, ptr addrspace(1) %o, i32 256
  %o3 = getelementptr i32, ptr addrspace(1) %o, i32 384
  store i32 %w, ptr addrspace(1) %o
  store i32 %w1, ptr addrspace(1) %o1
  store i32 %w2, ptr addrspace(1) %o2
  store i32 %w3, ptr addrspace(1) %o3
  ret void
}

; A transposed tile of 32x32 by 32x8 threads or fewer: nothing
; states the block's shape, so it is tested, and the original runs in others.
; (With a swizzle, the original would take about as many clocks as the version,
; which would not be made: version-in-place.ll.)
; CHECK-LABEL: @transpose(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NEXT: icmp eq i32 %{{.*}}, 32
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
; CHECK-NEXT: icmp eq i32 %{{.*}}, 8
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
; CHECK-NEXT: icmp eq i32 %{{.*}}, 1
; CHECK: br i1
; CHECK-COUNT-4: store i32 {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load <4 x i32>, ptr addrspace(3) %{{.*}}, align 16
; CHECK: ret void
; CHECK-COUNT-4: store float {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-COUNT-4: load float, ptr addrspace(3)
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block became, in the version for blocks of 32x8, 4 stores of 4 bytes, 1 load of 16 bytes, {{[0-9]+}} wavefronts
; PTX-LABEL: .entry transpose(
; PTX: bar.sync 0;
; PTX: ld.shared.v4.b32
; PTX: ret;
; PRINT-LABEL: exchanges in 'transpose'
; PRINT: block 256x1x1 or smaller
; PRINT-NEXT: stays in tile: NeedsBlockShape: threads are indexed in several dimensions
; PRINT: block 32x8x1{{$}}
; PRINT: 4 -> 4 x i32, block of 256, affine, for this block shape only
define ptx_kernel void @transpose(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #2 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y1 = add i32 %y, 8
  %y2 = add i32 %y, 16
  %y3 = add i32 %y, 24
  %row = shl i32 %y, 5
  %at = add i32 %row, %x
  %i = getelementptr float, ptr addrspace(1) %in, i32 %at
  %i1 = getelementptr float, ptr addrspace(1) %i, i32 256
  %i2 = getelementptr float, ptr addrspace(1) %i, i32 512
  %i3 = getelementptr float, ptr addrspace(1) %i, i32 768
  %v = load float, ptr addrspace(1) %i
  %v1 = load float, ptr addrspace(1) %i1
  %v2 = load float, ptr addrspace(1) %i2
  %v3 = load float, ptr addrspace(1) %i3
  %a = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %y, i32 %x
  %a1 = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %y1, i32 %x
  %a2 = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %y2, i32 %x
  %a3 = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %y3, i32 %x
  store float %v, ptr addrspace(3) %a
  store float %v1, ptr addrspace(3) %a1
  store float %v2, ptr addrspace(3) %a2
  store float %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %x, i32 %y
  %b1 = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %x, i32 %y1
  %b2 = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %x, i32 %y2
  %b3 = getelementptr [32 x float], ptr addrspace(3) @tile, i32 %x, i32 %y3
  %w = load float, ptr addrspace(3) %b
  %w1 = load float, ptr addrspace(3) %b1
  %w2 = load float, ptr addrspace(3) %b2
  %w3 = load float, ptr addrspace(3) %b3
  %o = getelementptr float, ptr addrspace(1) %out, i32 %at
  %o1 = getelementptr float, ptr addrspace(1) %o, i32 256
  %o2 = getelementptr float, ptr addrspace(1) %o, i32 512
  %o3 = getelementptr float, ptr addrspace(1) %o, i32 768
  store float %w, ptr addrspace(1) %o
  store float %w1, ptr addrspace(1) %o1
  store float %w2, ptr addrspace(1) %o2
  store float %w3, ptr addrspace(1) %o3
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
attributes #2 = { "target-cpu"="sm_90" "nvvm.maxntid"="256" }
