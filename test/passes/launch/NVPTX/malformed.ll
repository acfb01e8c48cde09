; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s
;
; Each error states what was found and what was expected, and no attribute is
; used.

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: launch of @empty
; CHECK: threads: at most 1024
; CHECK: error: "f2layout-block"="": expected "x,y,z", each at least 1, at most 1024 threads together
define ptx_kernel void @empty() "f2layout-block" "nvvm.maxntid"="64" {
  ret void
}

; CHECK-LABEL: launch of @words
; CHECK: error: "f2layout-block"="many": expected
define ptx_kernel void @words() "f2layout-block"="many" {
  ret void
}

; CHECK-LABEL: launch of @two
; CHECK: error: "f2layout-block"="32,8": expected
define ptx_kernel void @two() "f2layout-block"="32,8" {
  ret void
}

; CHECK-LABEL: launch of @four
; CHECK: error: "f2layout-block"="1,1,1,1": expected
define ptx_kernel void @four() "f2layout-block"="1,1,1,1" {
  ret void
}

; CHECK-LABEL: launch of @zero
; CHECK: error: "f2layout-block"="0,1,1": expected
define ptx_kernel void @zero() "f2layout-block"="0,1,1" {
  ret void
}

; CHECK-LABEL: launch of @negative
; CHECK: error: "f2layout-block"="-128,-1,1": expected
define ptx_kernel void @negative() "f2layout-block"="-128,-1,1" {
  ret void
}

; CHECK-LABEL: launch of @too_many
; CHECK: error: "f2layout-block"="64,32,1": expected
define ptx_kernel void @too_many() "f2layout-block"="64,32,1" {
  ret void
}

; The product is 2^32, 0 in 32 bits.
; CHECK-LABEL: launch of @overflow
; CHECK: error: "f2layout-block"="65536,65536,1": expected
define ptx_kernel void @overflow() "f2layout-block"="65536,65536,1" {
  ret void
}

; CHECK-LABEL: launch of @huge
; CHECK: error: "f2layout-block"="99999999999999999999,1,1": expected
define ptx_kernel void @huge() "f2layout-block"="99999999999999999999,1,1" {
  ret void
}

; CHECK-LABEL: launch of @bad_bound
; CHECK: error: "nvvm.maxntid"="2048": expected 1 to 3 sizes separated by commas, each at least 1, at most 1024 threads together
define ptx_kernel void @bad_bound() "nvvm.maxntid"="2048" {
  ret void
}

; CHECK-LABEL: launch of @bad_required
; CHECK: error: "nvvm.reqntid"="32,,1": expected
define ptx_kernel void @bad_required() "nvvm.reqntid"="32,,1" {
  ret void
}

; CHECK-LABEL: launch of @contradiction
; CHECK: threads: at most 1024
; CHECK-NOT: block:
; CHECK: error: "f2layout-block" says the block is 64,1,1, "nvvm.reqntid" says 128,1,1
define ptx_kernel void @contradiction() "nvvm.reqntid"="128" "f2layout-block"="64,1,1" {
  ret void
}

; CHECK-LABEL: launch of @beyond_bound
; CHECK: error: "f2layout-block" says the block is 256,1,1, other attributes say 1 to 128 threads
define ptx_kernel void @beyond_bound() "nvvm.maxntid"="128" "f2layout-block"="256,1,1" {
  ret void
}

; CHECK-LABEL: launch of @short_metadata
; CHECK: error: !reqd_work_group_size: expected three integers, each at least 1, at most 1024 threads together
define ptx_kernel void @short_metadata() !reqd_work_group_size !0 {
  ret void
}

; CHECK-LABEL: launch of @odd_metadata
; CHECK: error: !reqd_work_group_size: expected
define ptx_kernel void @odd_metadata() !reqd_work_group_size !1 {
  ret void
}

; CHECK-LABEL: launch of @wide_metadata
; CHECK: error: !reqd_work_group_size: expected
define ptx_kernel void @wide_metadata() !reqd_work_group_size !2 {
  ret void
}

!0 = !{i32 16, i32 4}
!1 = !{i32 16, !"x", null}
!2 = !{i128 340282366920938463463374607431768211455, i32 1, i32 1}
