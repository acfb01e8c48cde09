; Shared arrays of other kernels are not there.
; RUN: not %f2sim %s --kernel strays --block 64 | FileCheck %s --check-prefix=STRAYS
; RUN: %f2sim %s --kernel owner --block 64
; STRAYS: out of bounds: write of 4 bytes at byte {{[0-9]+}} of @others (4096 bytes, which only other kernels use)

target triple = "nvptx64-nvidia-cuda"

@others = internal addrspace(3) global [1024 x i32] undef, align 4
@own = internal addrspace(3) global [64 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define internal void @put(i32 %t) {
  %p = getelementptr i32, ptr addrspace(3) @others, i32 %t
  store i32 %t, ptr addrspace(3) %p
  ret void
}

; The array is used by a function that it calls.
define ptx_kernel void @owner() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @put(i32 %t)
  ret void
}

define ptx_kernel void @strays() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @own, i32 %t
  store i32 %t, ptr addrspace(3) %p
  %far = sub i32 %t, 600
  %q = getelementptr i32, ptr addrspace(3) @own, i32 %far
  store i32 %t, ptr addrspace(3) %q
  ret void
}
