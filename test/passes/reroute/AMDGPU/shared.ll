; Exchanges that stay in shared memory, in wide vectors without conflicts.
; RUN: %f2opt -passes=f2layout -S %s -o %t.64.ll -pass-remarks=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.64.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %llc -mcpu=gfx942 %t.64.ll -o - | FileCheck %s --check-prefixes=GCN,GFX942
; RUN: %f2opt -passes='print<f2layout-roundtrips>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PRINT
; RUN: %f2sim --equal %s %t.64.ll --kernel blocked_to_striped --block 128 --report \
; RUN:   | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %s %t.64.ll --kernel across_warps --block 128 --report \
; RUN:   | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %s %t.64.ll --kernel transpose --block 32,8 --report \
; RUN:   | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %s %t.64.ll --kernel transpose --block 16,8

; RUN: sed 's/gfx942/gfx1100/' %s >%t.before.ll
; RUN: %f2opt -passes=f2layout -S %t.before.ll -o %t.32.ll
; RUN: %llc -mcpu=gfx1100 %t.32.ll -o - | FileCheck %s --check-prefixes=GCN,GFX1100
; RUN: %f2sim --equal %t.before.ll %t.32.ll --kernel blocked_to_striped --block 128 --report \
; RUN:   | FileCheck %s --check-prefix=BANKS
; RUN: %f2sim --equal %t.before.ll %t.32.ll --kernel across_warps --block 128
; RUN: %f2sim --equal %t.before.ll %t.32.ll --kernel transpose --block 32,8

; BANKS: equal
; BANKS: before
; BANKS: after
; BANKS: total {{.*}}, [[IDEAL:[0-9]+]] wavefronts, [[IDEAL]] ideal

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@words = internal addrspace(3) global [1024 x i32] poison, align 4
@tile = internal addrspace(3) global [32 x [32 x float]] poison, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.s.barrier()

; Eight elements per lane, blocked to striped: each lane writes two vectors of
; four words to swizzled addresses.
; CHECK-LABEL: @blocked_to_striped(
; CHECK-COUNT-2: store <4 x i32> %{{.*}}, ptr addrspace(3) %{{.*}}, align 16
; CHECK: fence syncscope("wavefront") release
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
; CHECK-NEXT: fence syncscope("wavefront") acquire
; CHECK-COUNT-8: load i32, ptr addrspace(3)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each wave became 2 stores of 16 bytes, 8 loads of 4 bytes, {{[0-9]+}} LDS cycles
; GCN-LABEL: {{^}}blocked_to_striped:
; GFX942-COUNT-2: ds_write_b128
; GFX942-COUNT-4: ds_read2_b32
; GFX1100-COUNT-2: ds_store_b128
; GFX1100-COUNT-4: ds_load_2addr_b32
; GCN-NOT: s_barrier
; GCN: s_endpgm
; PRINT-LABEL: exchanges in 'blocked_to_striped'
; PRINT: 8 -> 8 x i32, warp of 64
define amdgpu_kernel void @blocked_to_striped(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %warp = and i32 %t, 96
  %lane = and i32 %t, 31
  %first = shl i32 %t, 3
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %first
  store <8 x i32> %v, ptr addrspace(3) %a, align 4
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
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

; The same among all warps of a block whose shape metadata states: only shared
; memory crosses warps, and the block's barrier stays.
; CHECK-LABEL: @across_warps(
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(3) %{{.*}}, align 16
; CHECK: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-COUNT-4: load i32, ptr addrspace(3)
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block became 1 store of 16 bytes, 4 loads of 4 bytes, {{[0-9]+}} LDS cycles
; GCN-LABEL: {{^}}across_warps:
; GCN: {{ds_(write|store)_b128}}
; GCN: s_barrier
; GCN-COUNT-2: {{ds_(read2|load_2addr_)}}
; GCN-NOT: s_barrier
; GCN: s_endpgm
; PRINT-LABEL: exchanges in 'across_warps'
; PRINT-NEXT: block 128x1x1{{$}}
; PRINT: 4 -> 4 x i32, block of 128, affine{{$}}
define amdgpu_kernel void @across_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
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
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
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
; CHECK-LABEL: @transpose(
; CHECK: call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
; CHECK: icmp eq i32 %{{.*}}, 32
; CHECK: icmp eq i32 %{{.*}}, 8
; CHECK: icmp eq i32 %{{.*}}, 1
; CHECK: br i1
; CHECK-COUNT-4: store i32 {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK: load <4 x i32>, ptr addrspace(3) %{{.*}}, align 16
; CHECK: ret void
; CHECK-COUNT-4: store float {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK-COUNT-4: load float, ptr addrspace(3)
; CHECK: ret void
; REMARK: shared exchange through {{[^ ]+}} of 4 x i32 per thread across the block became, in the version for blocks of 32x8, 4 stores of 4 bytes, 1 load of 16 bytes, {{[0-9]+}} LDS cycles
; GCN-LABEL: {{^}}transpose:
; GCN: s_barrier
; GCN: {{ds_(read|load)_b128}}
; PRINT-LABEL: exchanges in 'transpose'
; PRINT: stays in tile: NeedsBlockShape: threads are indexed in several dimensions
; PRINT: block 32x8x1{{$}}
; PRINT: 4 -> 4 x i32, block of 256, affine, for this block shape only
define amdgpu_kernel void @transpose(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #2 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
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
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
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

; The last block of a grid may be smaller than the size that the kernel can read,
; so a test of the size would show nothing.
; CHECK-LABEL: @smaller_last_block(
; CHECK-NEXT: %t = call i32 @llvm.amdgcn.workitem.id.x()
; CHECK-NOT: implicitarg
; CHECK: store i32 %v, ptr addrspace(3) %a
; CHECK: %w = load i32, ptr addrspace(3) %b
; CHECK: ret void
define amdgpu_kernel void @smaller_last_block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" "uniform-work-group-size"="false" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @words, i32 %t
  %x = xor i32 %t, 64
  %b = getelementptr i32, ptr addrspace(3) @words, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" }
attributes #1 = { "target-cpu"="gfx942" }
attributes #2 = { "uniform-work-group-size"="true" "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,256" }

!0 = !{i32 128, i32 1, i32 1}
