; One array serves two exchanges within the warp. In an incomplete last warp, a
; lane may read what the first one left; if there is none, nothing is tested.
; RUN: %f2opt -passes='f2layout<whole-warps>' -S %s -o %t.whole.ll
; RUN: FileCheck %s --input-file=%t.whole.ll --check-prefix=WHOLE
; RUN: %f2opt -passes=f2layout -f2layout-whole-warps -S %s -o %t.option.ll
; RUN: diff %t.whole.ll %t.option.ll
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.whole.ll --kernel two_stages --block 128
; RUN: %f2sim --equal %s %t.whole.ll --kernel two_stages --block 64
; RUN: %f2sim --equal %s %t.after.ll --kernel two_stages --block 100

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [128 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; WHOLE-LABEL: @two_stages(
; WHOLE-NOT: ntid
; WHOLE-NOT: barrier.cta
; WHOLE-NOT: addrspace(3)
; WHOLE: ret void
; CHECK-LABEL: @two_stages(
; CHECK: ntid
; CHECK: br i1
define ptx_kernel void @two_stages(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %s0 = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %s0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x5 = xor i32 %t, 5
  %l0 = getelementptr i32, ptr addrspace(3) @tile, i32 %x5
  %w = load i32, ptr addrspace(3) %l0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m = mul i32 %w, 7
  %x2 = xor i32 %t, 2
  %s1 = getelementptr i32, ptr addrspace(3) @tile, i32 %x2
  store i32 %m, ptr addrspace(3) %s1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x8 = xor i32 %t, 8
  %l1 = getelementptr i32, ptr addrspace(3) @tile, i32 %x8
  %r = load i32, ptr addrspace(3) %l1
  store i32 %r, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "nvvm.maxntid"="128" "target-cpu"="sm_90" }
