; ldmatrix and stmatrix written in assembly: intrinsics, so that the array may be
; swizzled.
; REQUIRES: stmatrix
; RUN: %f2opt -passes='function(f2layout-matrix)' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes='function(f2layout-matrix,f2layout-readdress),f2layout-sweep' -S %s -o %t.swizzled.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2sim --equal %t.after.ll %t.swizzled.ll --kernel loads --block 128
; RUN: %f2sim --equal %t.after.ll %t.swizzled.ll --kernel stores --block 128
; RUN: %f2sim %t.after.ll --kernel loads --block 128 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.swizzled.ll --kernel loads --block 128 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.swizzled.ll --kernel stores --block 128 --report | FileCheck %s --check-prefix=FREE
; BEFORE: total {{[0-9]+}} accesses, 288 wavefronts, 92 ideal
; FREE: total {{[0-9]+}} accesses, [[FEW:[0-9]+]] wavefronts, [[FEW]] ideal

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x [64 x half]] undef, align 16
@out_tile = internal addrspace(3) global [64 x [64 x half]] undef, align 16
@kept = internal addrspace(3) global [64 x [64 x half]] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; A pointer, a sum of integers, transposed, of two and of one matrix.
; REMARK: remark: {{.*}}shared array tile swizzled:
; CHECK-LABEL: @loads(
; CHECK-NOT: asm
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
; CHECK: %[[Q:.*]] = getelementptr i8, ptr addrspace(3) @tile, i32 %offset
; CHECK: call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %[[Q]])
; CHECK: %[[R:.*]] = getelementptr i8, ptr addrspace(3) @tile, i64 %wide
; CHECK: call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %[[R]])
; CHECK-NOT: asm
; CHECK: ret void
define ptx_kernel void @loads(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x i32>, ptr addrspace(1) %g
  %s = getelementptr <4 x i32>, ptr addrspace(3) @tile, i32 %i
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %i1 = add nuw nsw i32 %i, 128
  %c = icmp ult i32 %i1, 512
  br i1 %c, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %row = and i32 %t, 31
  %p = getelementptr [64 x [64 x half]], ptr addrspace(3) @tile, i32 0, i32 %row, i32 8
  %a64 = ptrtoint ptr addrspace(3) %p to i64
  %a = trunc i64 %a64 to i32
  %m = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %a) #1
  %m0 = extractvalue { i32, i32, i32, i32 } %m, 0
  %m3 = extractvalue { i32, i32, i32, i32 } %m, 3
  %bytes = shl i32 %row, 7
  %offset = add i32 %bytes, 32
  %at = add i32 %offset, ptrtoint (ptr addrspace(3) @tile to i32)
  %n = call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {$0,$1}, [$2];\0A\09", "=r,=r,r"(i32 %at) #1
  %n1 = extractvalue { i32, i32 } %n, 1
  %wide = zext i32 %offset to i64
  %base = ptrtoint ptr addrspace(3) @tile to i64
  %at64 = add i64 %base, %wide
  %low = trunc i64 %at64 to i32
  %one = call i32 asm "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", "=r,r"(i32 %low) #1
  %sum = xor i32 %m0, %m3
  %sum1 = xor i32 %sum, %n1
  %sum2 = xor i32 %sum1, %one
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum2, ptr addrspace(1) %o
  ret void
}

; REMARK: remark: {{.*}}shared array out_tile swizzled:
; CHECK-LABEL: @stores(
; CHECK: call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p, i32 %t, i32 1, i32 2, i32 3)
; CHECK: ret void
define ptx_kernel void @stores(ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %k = shl i32 %warp, 3
  %p = getelementptr [64 x [64 x half]], ptr addrspace(3) @out_tile, i32 0, i32 %row, i32 %k
  %a64 = ptrtoint ptr addrspace(3) %p to i64
  call void asm sideeffect "stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,~{memory}"(i64 %a64, i32 %t, i32 1, i32 2, i32 3) #1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = lshr i32 %t, 2
  %q = and i32 %t, 3
  %chunk = shl i32 %q, 3
  %s = getelementptr [64 x [64 x half]], ptr addrspace(3) @out_tile, i32 0, i32 %r, i32 %chunk
  %v = load <4 x i32>, ptr addrspace(3) %s, align 16
  %o = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %v, ptr addrspace(1) %o
  ret void
}

; These stay: another instruction besides, another address space, an operand
; with a constraint of its own, and a pointer that is not known.
; CHECK-LABEL: @stay(
; CHECK: asm sideeffect "ldmatrix{{.*}}bar.warp.sync
; CHECK: asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.b16
; CHECK: asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{.*}}"=r,r,~{flags}"
; CHECK: asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{.*}}"=r,r"(i32 %unknown)
define ptx_kernel void @stay(ptr addrspace(1) noalias %out, i32 %unknown) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = and i32 %t, 31
  %p = getelementptr [64 x [64 x half]], ptr addrspace(3) @kept, i32 0, i32 %row, i32 8
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a64 = ptrtoint ptr addrspace(3) %p to i64
  %a = trunc i64 %a64 to i32
  %m = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1]; bar.warp.sync -1;", "=r,r"(i32 %a) #1
  %generic = addrspacecast ptr addrspace(3) %p to ptr
  %g64 = ptrtoint ptr %generic to i64
  %n = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.b16 {$0}, [$1];", "=r,l"(i64 %g64) #1
  %k = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", "=r,r,~{flags}"(i32 %a) #1
  %u = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", "=r,r"(i32 %unknown) #1
  %sum = xor i32 %m, %n
  %sum1 = xor i32 %sum, %k
  %sum2 = xor i32 %sum1, %u
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum2, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" "target-cpu"="sm_90" }
attributes #1 = { convergent nounwind }
