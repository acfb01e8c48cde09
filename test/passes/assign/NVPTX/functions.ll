; Functions with tensors are inlined into each kernel, whose blocks differ. So are
; functions of maps, branches included.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernel small --block 32
; RUN: %f2sim --equal %s %t.lowered.ll --kernel middle --block 64
; RUN: %f2sim --equal %s %t.lowered.ll --kernel large --block 256

; CHECK-NOT: call {{.*}}@twice
; CHECK-NOT: call {{.*}}@branch
; CHECK-LABEL: @small(
; CHECK: call <2 x i32> @f2.scan.smax.v2i32(
; CHECK-LABEL: @middle(
; CHECK: call <1 x i32> @f2.scan.smax.v1i32(
; CHECK-LABEL: @large(
; CHECK: call <1 x i32> @f2.scan.smax.v1i32(
; CHECK-NOT: define internal i32 @branch

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", i32, 64) @f2.tensor.map.64xi32.64xi32(ptr, target("f2.tensor", i32, 64)) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr, i64) convergent nounwind
declare target("f2.tensor", i32, 64) @f2.tensor.scan.smax.64xi32.64xi32(target("f2.tensor", i32, 64), i32, i1, i1) convergent nounwind
declare void @f2.tensor.store.64xi32(ptr, target("f2.tensor", i32, 64), i64) convergent nounwind

define internal target("f2.tensor", i32, 64) @twice(target("f2.tensor", i32, 64) %x) convergent "target-cpu"="sm_90" {
  %y = call target("f2.tensor", i32, 64) @f2.tensor.map.64xi32.64xi32(ptr @branch, target("f2.tensor", i32, 64) %x)
  ret target("f2.tensor", i32, 64) %y
}

define ptx_kernel void @small(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %in, i64 1)
  %y = call target("f2.tensor", i32, 64) @twice(target("f2.tensor", i32, 64) %x)
  %r = call target("f2.tensor", i32, 64) @f2.tensor.scan.smax.64xi32.64xi32(target("f2.tensor", i32, 64) %y, i32 0, i1 true, i1 false)
  call void @f2.tensor.store.64xi32(ptr %out, target("f2.tensor", i32, 64) %r, i64 1)
  ret void
}

define ptx_kernel void @middle(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %in, i64 1)
  %y = call target("f2.tensor", i32, 64) @twice(target("f2.tensor", i32, 64) %x)
  %r = call target("f2.tensor", i32, 64) @f2.tensor.scan.smax.64xi32.64xi32(target("f2.tensor", i32, 64) %y, i32 0, i1 true, i1 false)
  call void @f2.tensor.store.64xi32(ptr %out, target("f2.tensor", i32, 64) %r, i64 1)
  ret void
}

define ptx_kernel void @large(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="256" {
  %x = call target("f2.tensor", i32, 64) @f2.tensor.load.64xi32(ptr %in, i64 1)
  %y = call target("f2.tensor", i32, 64) @twice(target("f2.tensor", i32, 64) %x)
  %r = call target("f2.tensor", i32, 64) @f2.tensor.scan.smax.64xi32.64xi32(target("f2.tensor", i32, 64) %y, i32 0, i1 true, i1 false)
  call void @f2.tensor.store.64xi32(ptr %out, target("f2.tensor", i32, 64) %r, i64 1)
  ret void
}

define internal i32 @branch(i32 %a) {
entry:
  %c = icmp slt i32 %a, 9
  br i1 %c, label %less, label %end

less:
  %b = mul i32 %a, 3
  br label %end

end:
  %r = phi i32 [ %a, %entry ], [ %b, %less ]
  ret i32 %r
}
