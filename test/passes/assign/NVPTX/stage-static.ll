; Rings that do not fit beside the program's static arrays are in dynamic memory. Arrays
; of other kernels do not count.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel k --block 128 --quiet --dynamic-shared 16384
; RUN: %f2sim --equal %s %t.ll --kernel other --block 128 --quiet

; CHECK-DAG: @k_staged = external addrspace(3) global [0 x i8], align 128
; CHECK-DAG: @other_staged = internal addrspace(3) global [16384 x i8]
; CHECK: define ptx_kernel void @k({{.*}} #[[DYNAMIC:[0-9]+]]
; CHECK: attributes #[[DYNAMIC]] = {{.*}}"f2layout-dynamic-shared"="16384"

target triple = "nvptx64-nvidia-cuda"
@own = internal addrspace(3) global [40960 x i8] poison
declare target("f2.tensor", float, 4096) @f2.tensor.stage.4096xf32(ptr addrspace(1), i64) convergent nounwind
declare target("f2.tensor", float, 4096) @f2.tensor.wait.4096xf32(target("f2.tensor", float, 4096)) convergent nounwind
declare void @f2.tensor.store.4096xf32(ptr addrspace(1), target("f2.tensor", float, 4096), i64) convergent nounwind
define ptx_kernel void @k(ptr addrspace(1) noalias align 16 %p, ptr addrspace(1) noalias align 16 %q) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %s = call target("f2.tensor", float, 4096) @f2.tensor.stage.4096xf32(ptr addrspace(1) %p, i64 1)
  %w = call target("f2.tensor", float, 4096) @f2.tensor.wait.4096xf32(target("f2.tensor", float, 4096) %s)
  call void @f2.tensor.store.4096xf32(ptr addrspace(1) %q, target("f2.tensor", float, 4096) %w, i64 1)
  %a = getelementptr i8, ptr addrspace(3) @own, i32 4
  store i8 1, ptr addrspace(3) %a
  ret void
}

define ptx_kernel void @other(ptr addrspace(1) noalias align 16 %p, ptr addrspace(1) noalias align 16 %q) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %s = call target("f2.tensor", float, 4096) @f2.tensor.stage.4096xf32(ptr addrspace(1) %p, i64 1)
  %w = call target("f2.tensor", float, 4096) @f2.tensor.wait.4096xf32(target("f2.tensor", float, 4096) %s)
  call void @f2.tensor.store.4096xf32(ptr addrspace(1) %q, target("f2.tensor", float, 4096) %w, i64 1)
  ret void
}
