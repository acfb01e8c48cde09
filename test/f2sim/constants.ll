; Constant expressions of vectors, as they remain without folding.
; RUN: %f2sim %s --block 1 --dump 0:16 | FileCheck %s
; CHECK: 000000: 00000700 07000000 0700ffff 0500

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %out) "target-cpu"="sm_90" {
  store i32 bitcast (<2 x i16> <i16 0, i16 7> to i32), ptr %out
  %p = getelementptr i8, ptr %out, i64 4
  store i32 bitcast (<4 x i8> <i8 7, i8 0, i8 0, i8 0> to i32), ptr %p
  %q = getelementptr i8, ptr %out, i64 8
  store i16 extractelement (<2 x i16> bitcast (i32 458752 to <2 x i16>), i32 1), ptr %q
  %r = getelementptr i8, ptr %out, i64 10
  store <2 x i8> bitcast (i16 -1 to <2 x i8>), ptr %r
  %s = getelementptr i8, ptr %out, i64 12
  store i16 trunc (i32 bitcast (<2 x i16> <i16 5, i16 1> to i32) to i16), ptr %s
  ret void
}
