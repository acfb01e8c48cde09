; A term of a swizzle reads the bits that the iterations do not change outside of
; the loop, from the value that they come from (O61): 256 vectors of 8 a row further
; on, the low three bits of the row are the same. With another step they are not.
; RUN: %f2opt -passes='f2layout<no-guess>' -S %s -o %t.ll -pass-remarks=f2layout-readdress 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.ll --kernels all --block 256

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [128 x [32 x float]] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; REMARK: shared array tile swizzled
; CHECK-LABEL: @same_bits(
; CHECK: [[TWICE:%.*]] = shl i32 %t, 1
; CHECK-NEXT: [[TERM:%.*]] = and i32 [[TWICE]], 112
; CHECK: fill:
; CHECK: xor i32 {{.*}}, [[TERM]]
; CHECK: filled:
define ptx_kernel void @same_bits(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %next, %fill ]
  %row = lshr i32 %i, 3
  %c = and i32 %i, 7
  %column = shl nuw nsw i32 %c, 2
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x float>, ptr addrspace(1) %from, align 16
  %to = getelementptr [128 x [32 x float]], ptr addrspace(3) @tile, i32 0, i32 %row, i32 %column
  store <4 x float> %v, ptr addrspace(3) %to, align 16
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %i, 768
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = and i32 %t, 127
  br label %use
use:
  %k = phi i32 [ 0, %filled ], [ %k1, %use ]
  %sum = phi <4 x float> [ zeroinitializer, %filled ], [ %sum1, %use ]
  %q = getelementptr [128 x [32 x float]], ptr addrspace(3) @tile, i32 0, i32 %r, i32 %k
  %w = load <4 x float>, ptr addrspace(3) %q, align 16
  %sum1 = fadd <4 x float> %sum, %w
  %k1 = add nuw nsw i32 %k, 4
  %again = icmp ult i32 %k1, 32
  br i1 %again, label %use, label %end
end:
  %o = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %sum1, ptr addrspace(1) %o, align 16
  ret void
}

; CHECK-LABEL: @other_bits(
; CHECK-NOT: 112
; CHECK: fill:
; CHECK: [[SUM:%[0-9]+]] = add i32
; CHECK-NEXT: [[ROW:%.*]] = lshr i32 [[SUM]], 3
; CHECK-NEXT: [[TERM:%.*]] = and i32 [[ROW]], 112
; CHECK-NEXT: xor i32 [[SUM]], [[TERM]]
; CHECK: filled:
define ptx_kernel void @other_bits(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %next, %fill ]
  %row = lshr i32 %i, 3
  %c = and i32 %i, 7
  %column = shl nuw nsw i32 %c, 2
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x float>, ptr addrspace(1) %from, align 16
  %to = getelementptr [128 x [32 x float]], ptr addrspace(3) @tile, i32 0, i32 %row, i32 %column
  store <4 x float> %v, ptr addrspace(3) %to, align 16
  %next = add nuw nsw i32 %i, 32
  %more = icmp ult i32 %i, 992
  br i1 %more, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = and i32 %t, 127
  br label %use
use:
  %k = phi i32 [ 0, %filled ], [ %k1, %use ]
  %sum = phi <4 x float> [ zeroinitializer, %filled ], [ %sum1, %use ]
  %q = getelementptr [128 x [32 x float]], ptr addrspace(3) @tile, i32 0, i32 %r, i32 %k
  %w = load <4 x float>, ptr addrspace(3) %q, align 16
  %sum1 = fadd <4 x float> %sum, %w
  %k1 = add nuw nsw i32 %k, 4
  %again = icmp ult i32 %k1, 32
  br i1 %again, label %use, label %end
end:
  %o = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %sum1, ptr addrspace(1) %o, align 16
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="256,1,1" }
