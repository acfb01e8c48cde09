; Convergence tokens: the code that replaces a call has none, and functions with
; and without them do not mix.
; RUN: not %f2opt -passes=f2layout-lower -disable-output %s 2>&1 | FileCheck %s

; CHECK: in function k void {{.*}}: @f2.convert.v2i32 (%y): with operand bundles, such as a convergence token, expected none
; CHECK-NOT: error

target triple = "nvptx64-nvidia-cuda"
@a = private constant [53 x i8] c"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]\00"
declare token @llvm.experimental.convergence.entry()
declare <2 x i32> @f2.convert.v2i32(<2 x i32>, ptr, ptr) convergent nocallback nounwind
define ptx_kernel void @k(<2 x i32> %x) convergent "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %tok = call token @llvm.experimental.convergence.entry()
  %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a, ptr @a) [ "convergencectrl"(token %tok) ]
  ret void
}
