; Reads of the block's size and of thread indices, where the shape is promised.
; RUN: %f2opt -passes=f2layout-block-size -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernel promised --block 32,8 --grid 2,2
; RUN: %f2sim --equal %s %t.ll --kernel calls --block 32,8 --grid 2,2
; RUN: %f2opt -passes='f2layout-block-size<block=64>' -S %s | FileCheck %s --check-prefix=OPTION
; RUN: %f2opt -passes=f2layout-block-size -debug-counter=f2layout-block-size=1 -S %s | FileCheck %s --check-prefix=SECOND

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; SECOND-LABEL: @promised(
; SECOND: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; SECOND: call range(i32 0, 8) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; SECOND: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-LABEL: @promised(
; CHECK-NEXT: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: call range(i32 0, 8) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; CHECK-NEXT: add i32 0, 32
; CHECK-NEXT: mul i32 8, %a
; CHECK-NEXT: mul i32 1, %b
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
; OPTION-LABEL: @promised(
; OPTION: add i32 0, 32
define ptx_kernel void @promised(ptr addrspace(1) %p) "f2layout-block"="32,8,1" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 asm "mov.u32 $0, %ntid.z;", "=r"()
  %a = add i32 %z, %nx
  %b = mul i32 %ny, %a
  %c = mul i32 %nz, %b
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %d = add i32 %c, %g
  %t0 = mul i32 %y, 32
  %t = add i32 %t0, %x
  %e = mul i32 %t, %d
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %e, ptr addrspace(1) %q
  ret void
}

; A range that is narrower already stays; a wider one does not.
; CHECK-LABEL: @ranges(
; CHECK-NEXT: call range(i32 0, 16) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: call range(i32 0, 8) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
define ptx_kernel void @ranges(ptr addrspace(1) %p) "f2layout-block"="32,8,1" {
  %x = call range(i32 0, 16) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  ret void
}

; Nothing is promised but by the option.
; CHECK-LABEL: @other(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; OPTION-LABEL: @other(
; OPTION-NEXT: add i32 64, 64
; OPTION-NEXT: add i32 64, 1
define ptx_kernel void @other(ptr addrspace(1) %p) {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = add i32 %n, %n
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %k = add i32 %n, %y
  ret void
}

; The bounds contradict the promise.
; CHECK-LABEL: @contradicted(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; OPTION-LABEL: @contradicted(
; OPTION-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @contradicted(ptr addrspace(1) %p) "f2layout-block"="32,8,1" "nvvm.maxntid"="128" {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret void
}

; CHECK-LABEL: @malformed(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @malformed(ptr addrspace(1) %p) "f2layout-block"="32,8" {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret void
}

; A function that only promised kernels of one shape call, by another one.
; CHECK-LABEL: @callee(
; CHECK-NEXT: ret i32 32
define internal i32 @callee() {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret i32 %n
}
define internal i32 @through() {
  %n = call i32 @callee()
  ret i32 %n
}
define ptx_kernel void @calls(ptr addrspace(1) %p) "f2layout-block"="32,8,1" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @through()
  %i = mul i32 %n, %x
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %n, ptr addrspace(1) %q
  ret void
}
define ptx_kernel void @second(ptr addrspace(1) %p) "f2layout-block"="32,8,1" {
  %n = call i32 @callee()
  ret void
}

; Two shapes, an address that is taken, a function that others may call.
; CHECK-LABEL: @of_two(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define internal i32 @of_two() {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret i32 %n
}
; CHECK-LABEL: @taken(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define internal i32 @taken() {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret i32 %n
}
; CHECK-LABEL: @visible(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define linkonce_odr i32 @visible() {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret i32 %n
}
; CHECK-LABEL: @itself(
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define internal i32 @itself(i32 %d) {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %c = icmp eq i32 %d, 0
  br i1 %c, label %end, label %more
more:
  %e = sub i32 %d, 1
  %r = call i32 @itself(i32 %e)
  br label %end
end:
  ret i32 %n
}
define ptx_kernel void @third(ptr addrspace(1) %p) "f2layout-block"="32,8,1" {
  %a = call i32 @of_two()
  %b = call i32 @taken()
  %c = call i32 @visible()
  %d = call i32 @itself(i32 2)
  %f = ptrtoint ptr @taken to i64
  store i64 0, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @fourth(ptr addrspace(1) %p) "f2layout-block"="64,1,1" {
  %a = call i32 @of_two()
  ret void
}
