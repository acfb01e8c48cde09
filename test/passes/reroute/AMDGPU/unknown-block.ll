; Blocks with only an upper bound: what holds for the largest must hold for all
; possible launches.
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel ends_inside_a_wave --block 80
; RUN: %f2sim --equal %s %t.after.ll --kernel even_waves --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel one_wave --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel one_wave --block 80
; RUN: %f2sim --equal %s %t.after.ll --kernel one_wave --block 40

target triple = "amdgcn-amd-amdhsa"

@most = internal addrspace(3) global [80 x i32] poison, align 16
@sixty_four = internal addrspace(3) global [64 x i32] poison, align 16
@tile = internal addrspace(3) global [1024 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()

; The array holds 80 elements, so the block may have 80 threads: one wave and a
; quarter of the next, which reads what the first one wrote.
; REMARK: remark: {{.*}}: load from shared array most stays: values cross waves and the block's size is not known
; CHECK-LABEL: @ends_inside_a_wave(
; CHECK: load i32, ptr addrspace(3)
define amdgpu_kernel void @ends_inside_a_wave(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @most, i32 %t
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %first = icmp ult i32 %t, 64
  %back = sub i32 %t, 64
  %x = select i1 %first, i32 %t, i32 %back
  %b = getelementptr i32, ptr addrspace(3) @most, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Thread 64 would use the place of thread 0, but its wave does not get here. So
; there may be a wave 2, in which pairs of lanes exchange.
; REMARK: remark: {{.*}}: load from shared array tile stays: values cross waves and the block's size is not known
; CHECK-LABEL: @even_waves(
; CHECK: load i32, ptr addrspace(3)
define amdgpu_kernel void @even_waves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %warp = lshr i32 %t, 6
  %pair = lshr i32 %t, 7
  %odd = trunc i32 %warp to i1
  br i1 %odd, label %end, label %even
even:
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %base = shl i32 %pair, 6
  %at = or i32 %base, %lane
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %at
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %other = xor i32 %at, %pair
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %other
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; Here one wave gets here, whatever the size of the block.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each wave became
; CHECK-LABEL: @one_wave(
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @one_wave(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %warp = lshr i32 %t, 6
  %lane = and i32 %t, 63
  %is_first = icmp eq i32 %warp, 0
  br i1 %is_first, label %first, label %done

first:
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @sixty_four, i32 %lane
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %x = xor i32 %lane, 63
  %b = getelementptr i32, ptr addrspace(3) @sixty_four, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %done

done:
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,1024" }
