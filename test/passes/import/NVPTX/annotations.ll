; A block's shape is annotated on kernels; a device function has the shape of
; its callers.
; RUN: split-file %s %t
; RUN: not %f2opt -passes=f2layout-import -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %f2opt -passes=f2layout-import -S %t/good.ll -o - | FileCheck %s --check-prefix=GOOD

; CHECK: error: k.cu:7: annotation "f2layout-block" of @device: expected on a kernel, with three integers
; CHECK-NEXT: error: k.cu:9: annotation "f2layout-block" of @k: expected on a kernel, with three integers
; CHECK-NOT: error

; GOOD-NOT: llvm.global.annotations
; GOOD: define ptx_kernel void @k() #[[K:[0-9]+]] {
; GOOD: attributes #[[K]] = { "f2layout-block"="64,2,1" }

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@name = private constant [15 x i8] c"f2layout-block\00", section "llvm.metadata"
@file = private constant [5 x i8] c"k.cu\00", section "llvm.metadata"
@sizes = private constant { i32, i32, i32 } { i32 64, i32 2, i32 1 }, section "llvm.metadata"
@two = private constant { i32, i32 } { i32 64, i32 2 }, section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @device, ptr @name, ptr @file, i32 7, ptr @sizes },
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @name, ptr @file, i32 9, ptr @two }], section "llvm.metadata"
define void @device() {
  ret void
}
define ptx_kernel void @k() {
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@name = private constant [15 x i8] c"f2layout-block\00", section "llvm.metadata"
@file = private constant [5 x i8] c"k.cu\00", section "llvm.metadata"
@sizes = private constant { i32, i32, i32 } { i32 64, i32 2, i32 1 }, section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @name, ptr @file, i32 9, ptr @sizes }], section "llvm.metadata"
define ptx_kernel void @k() {
  ret void
}
