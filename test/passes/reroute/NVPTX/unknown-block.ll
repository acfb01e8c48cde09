; Blocks with only an upper bound: what holds for the largest must hold for all
; possible launches.
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel ends_inside_a_warp --block 40
; RUN: %f2sim --equal %s %t.after.ll --kernel fills_the_array --block 40
; RUN: %f2sim --equal %s %t.after.ll --kernel fills_the_array --block 32
; RUN: %f2sim --equal %s %t.after.ll --kernel even_warps --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel one_warp --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel one_warp --block 20
; RUN: %f2sim --equal %s %t.after.ll --kernel one_warp --block 40
; RUN: %f2sim --equal %s %t.after.ll --kernel shadowed --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel turns_of_warps --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel rows_in_order --block 32,2
; RUN: %f2sim --equal %s %t.after.ll --kernel counted --block 32

target triple = "nvptx64-nvidia-cuda"

@forty = internal addrspace(3) global [40 x i32] undef, align 16
@slices = internal addrspace(3) global [160 x i32] undef, align 16
@thirty_two = internal addrspace(3) global [32 x i32] undef, align 16
@tile = internal addrspace(3) global [1024 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; The array holds 40 elements, so the block may have 40 threads: one warp and a
; quarter of the next, which reads what the first one wrote.
; REMARK: remark: {{.*}}: load from shared array forty stays: values cross warps and the block's size is not known
; CHECK-LABEL: @ends_inside_a_warp(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @ends_inside_a_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @forty, i32 %t
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = icmp ult i32 %t, 32
  %back = sub i32 %t, 32
  %x = select i1 %first, i32 %t, i32 %back
  %b = getelementptr i32, ptr addrspace(3) @forty, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Five groups of eight lanes transpose four elements each. There is room for one
; warp and a quarter of another, so no warp may use the whole array.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 4 x i32 per thread within each warp
; CHECK-LABEL: @fills_the_array(
define ptx_kernel void @fills_the_array(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = shl i32 %t, 2
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t4
  %v = load <4 x i32>, ptr addrspace(1) %i, align 16
  %v0 = extractelement <4 x i32> %v, i32 0
  %v1 = extractelement <4 x i32> %v, i32 1
  %v2 = extractelement <4 x i32> %v, i32 2
  %v3 = extractelement <4 x i32> %v, i32 3
  %a0 = getelementptr i32, ptr addrspace(3) @slices, i32 %t4
  store i32 %v0, ptr addrspace(3) %a0
  %a1 = getelementptr i32, ptr addrspace(3) %a0, i32 1
  store i32 %v1, ptr addrspace(3) %a1
  %a2 = getelementptr i32, ptr addrspace(3) %a0, i32 2
  store i32 %v2, ptr addrspace(3) %a2
  %a3 = getelementptr i32, ptr addrspace(3) %a0, i32 3
  store i32 %v3, ptr addrspace(3) %a3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %low = and i32 %t, 7
  %high = and i32 %t4, -32
  %x = or i32 %high, %low
  %b0 = getelementptr i32, ptr addrspace(3) @slices, i32 %x
  %w0 = load i32, ptr addrspace(3) %b0
  %b1 = getelementptr i32, ptr addrspace(3) %b0, i32 8
  %w1 = load i32, ptr addrspace(3) %b1
  %b2 = getelementptr i32, ptr addrspace(3) %b0, i32 16
  %w2 = load i32, ptr addrspace(3) %b2
  %b3 = getelementptr i32, ptr addrspace(3) %b0, i32 24
  %w3 = load i32, ptr addrspace(3) %b3
  %p0 = insertelement <4 x i32> poison, i32 %w0, i32 0
  %p1 = insertelement <4 x i32> %p0, i32 %w1, i32 1
  %p2 = insertelement <4 x i32> %p1, i32 %w2, i32 2
  %p3 = insertelement <4 x i32> %p2, i32 %w3, i32 3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  store <4 x i32> %p3, ptr addrspace(1) %o, align 16
  ret void
}

; Thread 32 would use the place of thread 0, but its warp does not get here. So
; there may be a warp 2, in which pairs of lanes exchange.
; REMARK: remark: {{.*}}: load from shared array tile stays: values cross warps and the block's size is not known
; CHECK-LABEL: @even_warps(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @even_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %pair = lshr i32 %t, 6
  %odd = trunc i32 %warp to i1
  br i1 %odd, label %end, label %even
even:
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %base = shl i32 %pair, 5
  %at = or i32 %base, %lane
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %at
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %other = xor i32 %at, %pair
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %other
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; Here one warp gets here, whatever the size of the block.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became 1 shuffle
; CHECK-LABEL: @one_warp(
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 31, i32 31)
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @one_warp(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %t, 5
  %lane = and i32 %t, 31
  %is_first = icmp eq i32 %warp, 0
  br i1 %is_first, label %first, label %done

first:
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @thirty_two, i32 %lane
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %x = xor i32 %lane, 31
  %b = getelementptr i32, ptr addrspace(3) @thirty_two, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %done

done:
  ret void
}

; The second warp does not get here either, but its earlier stores are visible.
; REMARK: remark: {{.*}}: load from shared array tile stays: values cross warps and the block's size is not known
; CHECK-LABEL: @shadowed(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @shadowed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 0, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %other = xor i32 %t, 32
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %other
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %is_first = icmp ult i32 %t, 32
  br i1 %is_first, label %first, label %done

first:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %done

done:
  ret void
}

; Two warps use one place one after the other: no race, so a warp 1 may exist.
; Its lanes exchange in pairs, those of warp 0 do not.
; REMARK: remark: {{.*}}: load from shared array tile stays: thread 0 reads byte 0, which more than one thread may write, and it is not known which of them is the last
; CHECK-LABEL: @turns_of_warps(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @turns_of_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %second = icmp eq i32 %warp, 1
  br i1 %second, label %wait, label %go
wait:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  br label %go
go:
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %lane
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %x = xor i32 %lane, %warp
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %first = icmp eq i32 %warp, 0
  br i1 %first, label %tell, label %done
tell:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  br label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; The second row stores last, and both rows read what it stored.
; REMARK: remark: {{.*}}: load from shared array tile stays: the proof needs the block's size, which is not known
; CHECK-LABEL: @rows_in_order(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @rows_in_order(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y32 = shl i32 %row, 5
  %n = add i32 %y32, %t
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %n
  %v = load i32, ptr addrspace(1) %i
  %second = icmp eq i32 %row, 1
  br i1 %second, label %wait, label %go
wait:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  br label %go
go:
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %a
  %first = icmp eq i32 %row, 0
  br i1 %first, label %tell, label %done
tell:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  br label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %n
  store i32 %w, ptr addrspace(1) %o
  ret void
}
; A counter after the exchange does not affect earlier code.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became 1 shuffle
; CHECK-LABEL: @counted(
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
; CHECK: ret void
define ptx_kernel void @counted(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %lane = and i32 %t, 31
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %lane
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %lane, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  %counter = getelementptr i32, ptr addrspace(1) %out, i32 4096
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 seq_cst
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
