; A padded tile in an exchange gets a new plan, with a layout without padding:
; the end of the array is no longer used.
; RUN: %f2opt -passes='function(f2layout-reroute,f2layout-readdress),f2layout-sweep' -S %s \
; RUN:   -o %t.after.ll -pass-remarks=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel transpose --block 32,8
; RUN: %f2sim --equal %s %t.after.ll --kernel any_block --block 32,8
; REMARK: remark: {{.*}}the last 128 of 4224 bytes of shared array tile{{.*}} are no longer used and were removed
; CHECK: @tile{{.*}} = internal addrspace(3) global [4096 x i8]
; CHECK: @other = internal addrspace(3) global [32 x [33 x float]]

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [32 x [33 x float]] undef, align 4
@other = internal addrspace(3) global [32 x [33 x float]] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @transpose(
define ptx_kernel void @transpose(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %at = add i32 %row, %x
  %g0 = getelementptr float, ptr addrspace(1) %in, i32 %at
  %v0 = load float, ptr addrspace(1) %g0
  %y0 = add i32 %y, 0
  %p0 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %y0, i32 %x
  store float %v0, ptr addrspace(3) %p0
  %g1 = getelementptr float, ptr addrspace(1) %g0, i32 256
  %v1 = load float, ptr addrspace(1) %g1
  %y1 = add i32 %y, 8
  %p1 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %y1, i32 %x
  store float %v1, ptr addrspace(3) %p1
  %g2 = getelementptr float, ptr addrspace(1) %g0, i32 512
  %v2 = load float, ptr addrspace(1) %g2
  %y2 = add i32 %y, 16
  %p2 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %y2, i32 %x
  store float %v2, ptr addrspace(3) %p2
  %g3 = getelementptr float, ptr addrspace(1) %g0, i32 768
  %v3 = load float, ptr addrspace(1) %g3
  %y3 = add i32 %y, 24
  %p3 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %y3, i32 %x
  store float %v3, ptr addrspace(3) %p3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q0 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %x, i32 %y0
  %w0 = load float, ptr addrspace(3) %q0
  %o0 = getelementptr float, ptr addrspace(1) %out, i32 %at
  store float %w0, ptr addrspace(1) %o0
  %q1 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %x, i32 %y1
  %w1 = load float, ptr addrspace(3) %q1
  %o1 = getelementptr float, ptr addrspace(1) %o0, i32 256
  store float %w1, ptr addrspace(1) %o1
  %q2 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %x, i32 %y2
  %w2 = load float, ptr addrspace(3) %q2
  %o2 = getelementptr float, ptr addrspace(1) %o0, i32 512
  store float %w2, ptr addrspace(1) %o2
  %q3 = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %x, i32 %y3
  %w3 = load float, ptr addrspace(3) %q3
  %o3 = getelementptr float, ptr addrspace(1) %o0, i32 768
  store float %w3, ptr addrspace(1) %o3
  ret void
}

; Nothing is known about a block of any shape.
; CHECK-LABEL: @any_block(
define ptx_kernel void @any_block(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #1 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %at = add i32 %row, %x
  %g0 = getelementptr float, ptr addrspace(1) %in, i32 %at
  %v0 = load float, ptr addrspace(1) %g0
  %y0 = add i32 %y, 0
  %p0 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %y0, i32 %x
  store float %v0, ptr addrspace(3) %p0
  %g1 = getelementptr float, ptr addrspace(1) %g0, i32 256
  %v1 = load float, ptr addrspace(1) %g1
  %y1 = add i32 %y, 8
  %p1 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %y1, i32 %x
  store float %v1, ptr addrspace(3) %p1
  %g2 = getelementptr float, ptr addrspace(1) %g0, i32 512
  %v2 = load float, ptr addrspace(1) %g2
  %y2 = add i32 %y, 16
  %p2 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %y2, i32 %x
  store float %v2, ptr addrspace(3) %p2
  %g3 = getelementptr float, ptr addrspace(1) %g0, i32 768
  %v3 = load float, ptr addrspace(1) %g3
  %y3 = add i32 %y, 24
  %p3 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %y3, i32 %x
  store float %v3, ptr addrspace(3) %p3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q0 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %x, i32 %y0
  %w0 = load float, ptr addrspace(3) %q0
  %o0 = getelementptr float, ptr addrspace(1) %out, i32 %at
  store float %w0, ptr addrspace(1) %o0
  %q1 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %x, i32 %y1
  %w1 = load float, ptr addrspace(3) %q1
  %o1 = getelementptr float, ptr addrspace(1) %o0, i32 256
  store float %w1, ptr addrspace(1) %o1
  %q2 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %x, i32 %y2
  %w2 = load float, ptr addrspace(3) %q2
  %o2 = getelementptr float, ptr addrspace(1) %o0, i32 512
  store float %w2, ptr addrspace(1) %o2
  %q3 = getelementptr [32 x [33 x float]], ptr addrspace(3) @other, i32 0, i32 %x, i32 %y3
  %w3 = load float, ptr addrspace(3) %q3
  %o3 = getelementptr float, ptr addrspace(1) %o0, i32 768
  store float %w3, ptr addrspace(1) %o3
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="32,8,1" }
attributes #1 = { "target-cpu"="sm_90" }
