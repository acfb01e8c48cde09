; Code that is never reached goes, with its operations.
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel k --block 32

; CHECK-NOT: f2.tensor
; CHECK-LABEL: @k(
; CHECK-NOT: dead:
; CHECK: store i32
; CHECK-NOT: f2.tensor

target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr, i64) convergent nounwind
declare void @f2.tensor.store.64xi32(ptr, target("f2.tensor", i32, 64), i64) convergent nounwind
define ptx_kernel void @k(ptr noalias %p, ptr noalias %q) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
entry:
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %p, i64 1)
  br label %end

dead:
  %y = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %q, i64 1)
  call void @f2.tensor.store.64xi32(ptr %p, target("f2.tensor", i32, 64) %x, i64 1)
  br label %end

end:
  %z = phi target("f2.tensor", i32, 64) [ %x, %entry ], [ %y, %dead ]
  call void @f2.tensor.store.64xi32(ptr %q, target("f2.tensor", i32, 64) %z, i64 1)
  ret void
}
