; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s
;
; CUDA's statements about the block, and the user's promises.

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: launch of @nothing
; CHECK-NEXT: kernel
; CHECK-NEXT: lanes: 32
; CHECK-NEXT: threads: at most 1024
; CHECK-NEXT: reads:{{$}}
define ptx_kernel void @nothing() {
  ret void
}

; CHECK-LABEL: launch of @helper
; CHECK-NEXT: device function
; CHECK-NEXT: lanes: 32
define void @helper() {
  ret void
}

; __launch_bounds__ is an upper bound and no shape.
; CHECK-LABEL: launch of @bounded
; CHECK: threads: at most 128
; CHECK-NOT: block:
; CHECK-NOT: error
define ptx_kernel void @bounded() "nvvm.maxntid"="128" {
  ret void
}

; CHECK-LABEL: launch of @bounded_2d
; CHECK: threads: at most 256
; CHECK-NOT: block:
define ptx_kernel void @bounded_2d() "nvvm.maxntid"="32,8,1" {
  ret void
}

; CHECK-LABEL: launch of @required
; CHECK: threads: exactly 256
; CHECK-NEXT: block: 32,8,1
define ptx_kernel void @required() "nvvm.reqntid"="32,8" {
  ret void
}

; CHECK-LABEL: launch of @promised
; CHECK: threads: exactly 256
; CHECK-NEXT: block: 64,2,2
define ptx_kernel void @promised() "f2layout-block"="64,2,2" "nvvm.maxntid"="512" {
  ret void
}

; CHECK-LABEL: launch of @opencl
; CHECK: threads: exactly 64
; CHECK-NEXT: block: 16,4,1
define ptx_kernel void @opencl() !reqd_work_group_size !0 {
  ret void
}

; The same statement twice.
; CHECK-LABEL: launch of @agreed
; CHECK: block: 128,1,1
; CHECK-NOT: error
define ptx_kernel void @agreed() "nvvm.reqntid"="128" "f2layout-block"="128,1,1" {
  ret void
}

; The other target's attribute has no meaning here.
; CHECK-LABEL: launch of @foreign
; CHECK: threads: at most 1024
; CHECK-NOT: error
define ptx_kernel void @foreign() "amdgpu-flat-work-group-size"="junk" {
  ret void
}

!0 = !{i32 16, i32 4, i32 1}
