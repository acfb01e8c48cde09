; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: launch of @default_bounds
; CHECK-NEXT: kernel
; CHECK-NEXT: lanes: 64
; CHECK-NEXT: threads: at most 1024
define amdgpu_kernel void @default_bounds() "target-cpu"="gfx90a" "amdgpu-flat-work-group-size"="1,1024" {
  ret void
}

; Equal bounds: the number of threads is known, their shape is not.
; CHECK-LABEL: launch of @exact
; CHECK: threads: exactly 256
; CHECK-NOT: block:
; CHECK-NOT: error
define amdgpu_kernel void @exact() "amdgpu-flat-work-group-size"="256,256" {
  ret void
}

; CHECK-LABEL: launch of @opencl
; CHECK: threads: exactly 128
; CHECK-NEXT: block: 32,4,1
define amdgpu_kernel void @opencl() "amdgpu-flat-work-group-size"="128,128" !reqd_work_group_size !0 {
  ret void
}

; CHECK-LABEL: launch of @promised
; CHECK: threads: exactly 64
; CHECK-NEXT: block: 64,1,1
define amdgpu_kernel void @promised() "amdgpu-flat-work-group-size"="1,256" "f2layout-block"="64,1,1" {
  ret void
}

; Warp size: from the last feature that states it, else from the processor.
; CHECK-LABEL: launch of @wave32
; CHECK: lanes: 32
define amdgpu_kernel void @wave32() "target-cpu"="gfx1100" "target-features"="+dpp,+wavefrontsize32" {
  ret void
}
; CHECK-LABEL: launch of @wave64_on_gfx11
; CHECK: lanes: 64
define amdgpu_kernel void @wave64_on_gfx11() "target-cpu"="gfx1100" "target-features"="+wavefrontsize64" {
  ret void
}
; CHECK-LABEL: launch of @gfx942
; CHECK: lanes: 64
define amdgpu_kernel void @gfx942() "target-cpu"="gfx942" {
  ret void
}
; CHECK-LABEL: launch of @gfx1201
; CHECK: lanes: 32
define amdgpu_kernel void @gfx1201() "target-cpu"="gfx1201" {
  ret void
}
; CHECK-LABEL: launch of @generic9
; CHECK: lanes: 64
define amdgpu_kernel void @generic9() "target-cpu"="gfx9-4-generic" {
  ret void
}
; CHECK-LABEL: launch of @generic12
; CHECK: lanes: 32
define amdgpu_kernel void @generic12() "target-cpu"="gfx12-generic" {
  ret void
}
; CHECK-LABEL: launch of @old
; CHECK: lanes: 64
define amdgpu_kernel void @old() "target-cpu"="fiji" {
  ret void
}
; CHECK-LABEL: launch of @nonsense
; CHECK: lanes: 64
define amdgpu_kernel void @nonsense() "target-cpu"="gfx" {
  ret void
}

; CHECK-LABEL: launch of @reversed
; CHECK: error: "amdgpu-flat-work-group-size"="256,128": expected "min,max" with 1 <= min <= max <= 1024
define amdgpu_kernel void @reversed() "amdgpu-flat-work-group-size"="256,128" {
  ret void
}
; CHECK-LABEL: launch of @one_number
; CHECK: error: "amdgpu-flat-work-group-size"="256": expected
define amdgpu_kernel void @one_number() "amdgpu-flat-work-group-size"="256" {
  ret void
}
; CHECK-LABEL: launch of @none
; CHECK: error: "amdgpu-flat-work-group-size"="0,0": expected
define amdgpu_kernel void @none() "amdgpu-flat-work-group-size"="0,0" {
  ret void
}
; CHECK-LABEL: launch of @outside
; CHECK: error: "f2layout-block" says the block is 32,1,1, other attributes say 64 to 256 threads
define amdgpu_kernel void @outside() "amdgpu-flat-work-group-size"="64,256" "f2layout-block"="32,1,1" {
  ret void
}

; CHECK-LABEL: launch of @contradiction
; CHECK: error: "f2layout-block" says the block is 128,1,1, !reqd_work_group_size says 32,4,1
define amdgpu_kernel void @contradiction() "f2layout-block"="128,1,1" !reqd_work_group_size !0 {
  ret void
}

!0 = !{i32 32, i32 4, i32 1}
