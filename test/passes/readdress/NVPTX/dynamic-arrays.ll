; Dynamic arrays of other kernels of a module are no reason to leave one where it
; is. Those of the same kernel are at one place.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32,32 --dynamic-shared 4096

target triple = "nvptx64-nvidia-cuda"

@a = external addrspace(3) global [0 x i32], align 4
@b = external addrspace(3) global [0 x float], align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; REMARK: remark: {{.*}}: shared array a swizzled: the 2 accesses of a block take {{[0-9]+ -> [0-9]+}} wavefronts (in first)
; CHECK-LABEL: @first(
; CHECK: xor
; CHECK: ret void
define ptx_kernel void @first(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %yr = shl nuw nsw i32 %y, 5
  %w = or disjoint i32 %yr, %x
  %pi = getelementptr [4 x i8], ptr addrspace(1) %in, i32 %w
  %v = load i32, ptr addrspace(1) %pi
  %pw = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %w
  store i32 %v, ptr addrspace(3) %pw
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %xr = shl nuw nsw i32 %x, 5
  %r = or disjoint i32 %xr, %y
  %pr = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %r
  %l = load i32, ptr addrspace(3) %pr
  %po = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %w
  store i32 %l, ptr addrspace(1) %po
  ret void
}

; REMARK: remark: {{.*}}: shared array b swizzled: the 2 accesses of a block take {{[0-9]+ -> [0-9]+}} wavefronts (in second)
; CHECK-LABEL: @second(
; CHECK: xor
; CHECK: ret void
define ptx_kernel void @second(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %yr = shl nuw nsw i32 %y, 5
  %w = or disjoint i32 %yr, %x
  %pi = getelementptr [4 x i8], ptr addrspace(1) %in, i32 %w
  %v = load i32, ptr addrspace(1) %pi
  %pw = getelementptr [4 x i8], ptr addrspace(3) @b, i32 %w
  store i32 %v, ptr addrspace(3) %pw
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %xr = shl nuw nsw i32 %x, 5
  %r = or disjoint i32 %xr, %y
  %pr = getelementptr [4 x i8], ptr addrspace(3) @b, i32 %r
  %l = load i32, ptr addrspace(3) %pr
  %po = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %w
  store i32 %l, ptr addrspace(1) %po
  ret void
}

; REMARK: remark: {{.*}}: shared array a and b is not swizzled: dynamic shared memory has several names (in both)
; CHECK-LABEL: @both(
; CHECK-NOT: xor
; CHECK: ret void
define ptx_kernel void @both(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %yr = shl nuw nsw i32 %y, 5
  %w = or disjoint i32 %yr, %x
  %pi = getelementptr [4 x i8], ptr addrspace(1) %in, i32 %w
  %v = load i32, ptr addrspace(1) %pi
  %pw = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %w
  store i32 %v, ptr addrspace(3) %pw
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %xr = shl nuw nsw i32 %x, 5
  %r = or disjoint i32 %xr, %y
  %pr = getelementptr [4 x i8], ptr addrspace(3) @a, i32 %r
  %l = load i32, ptr addrspace(3) %pr
  %po = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %w
  store i32 %l, ptr addrspace(1) %po
  %pz = getelementptr [4 x i8], ptr addrspace(3) @b, i32 %w
  %z = load i32, ptr addrspace(3) %pz
  %po2 = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %r
  store i32 %z, ptr addrspace(1) %po2
  ret void
}

attributes #0 = { "nvvm.reqntid"="32,32" "target-cpu"="sm_90" }
