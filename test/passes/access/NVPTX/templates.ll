; An array of a template may be merged with another module's. A kernel that
; calls nobody gets an aligned copy of its own, so that its loads can be joined.
; RUN: %f2opt -passes=f2layout-access -S < %s > %t.after.ll
; RUN: FileCheck %s < %t.after.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.after.ll | diff %t.after.ll -
; RUN: %f2sim --equal %s %t.after.ll --kernel one --block 64 --quiet
; RUN: %f2sim --equal %s %t.after.ll --kernel two --block 64 --quiet
; RUN: %llc -mcpu=sm_90 %t.after.ll -o - | FileCheck %s --check-prefix=ASM -DTYPE=%if llvm-22 %{v2.b32%} %else %{v4.b16%}

target triple = "nvptx64-nvidia-cuda"

$of_two = comdat any
$of_caller = comdat any

; CHECK-DAG: @of_two.f2 = internal addrspace(3) global [256 x half] poison, align 16
; CHECK-DAG: @of_two.f2{{[.0-9]+}} = internal addrspace(3) global [256 x half] poison, align 16
; CHECK-NOT: @of_two =
@of_two = linkonce_odr addrspace(3) global [256 x half] poison, comdat, align 2
; What the kernel calls may use the array, too.
; CHECK-DAG: @of_caller = linkonce_odr addrspace(3) global [256 x half] poison, comdat, align 2
@of_caller = linkonce_odr addrspace(3) global [256 x half] poison, comdat, align 2

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @elsewhere()

; ASM-LABEL: .entry one(
; ASM: ld.shared.[[TYPE]]
; CHECK-LABEL: define ptx_kernel void @one(
; CHECK: load half, ptr addrspace(3) {{.*}}, align 8
define ptx_kernel void @one(ptr %in, ptr %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr inbounds [4 x half], ptr %in, i32 %t
  %x = load <4 x half>, ptr %from, align 8
  %x0 = extractelement <4 x half> %x, i32 0
  %at0 = add i32 %t, 0
  %p0 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at0
  store half %x0, ptr addrspace(3) %p0, align 2
  %x1 = extractelement <4 x half> %x, i32 1
  %at1 = add i32 %t, 64
  %p1 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at1
  store half %x1, ptr addrspace(3) %p1, align 2
  %x2 = extractelement <4 x half> %x, i32 2
  %at2 = add i32 %t, 128
  %p2 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at2
  store half %x2, ptr addrspace(3) %p2, align 2
  %x3 = extractelement <4 x half> %x, i32 3
  %at3 = add i32 %t, 192
  %p3 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at3
  store half %x3, ptr addrspace(3) %p3, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %four = mul i32 %t, 4
  %n0 = add i32 %four, 0
  %q0 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n0
  %y0 = load half, ptr addrspace(3) %q0, align 2
  %n1 = add i32 %four, 1
  %q1 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n1
  %y1 = load half, ptr addrspace(3) %q1, align 2
  %n2 = add i32 %four, 2
  %q2 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n2
  %y2 = load half, ptr addrspace(3) %q2, align 2
  %n3 = add i32 %four, 3
  %q3 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n3
  %y3 = load half, ptr addrspace(3) %q3, align 2
  %v0 = insertelement <4 x half> poison, half %y0, i32 0
  %v1 = insertelement <4 x half> %v0, half %y1, i32 1
  %v2 = insertelement <4 x half> %v1, half %y2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y3, i32 3
  %to = getelementptr inbounds [4 x half], ptr %out, i32 %t
  store <4 x half> %v3, ptr %to, align 8
  ret void
}

; ASM-LABEL: .entry two(
; ASM: ld.shared.[[TYPE]]
; CHECK-LABEL: define ptx_kernel void @two(
; CHECK: load half, ptr addrspace(3) {{.*}}, align 8
define ptx_kernel void @two(ptr %in, ptr %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr inbounds [4 x half], ptr %in, i32 %t
  %x = load <4 x half>, ptr %from, align 8
  %x0 = extractelement <4 x half> %x, i32 0
  %at0 = add i32 %t, 0
  %p0 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at0
  store half %x0, ptr addrspace(3) %p0, align 2
  %x1 = extractelement <4 x half> %x, i32 1
  %at1 = add i32 %t, 64
  %p1 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at1
  store half %x1, ptr addrspace(3) %p1, align 2
  %x2 = extractelement <4 x half> %x, i32 2
  %at2 = add i32 %t, 128
  %p2 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at2
  store half %x2, ptr addrspace(3) %p2, align 2
  %x3 = extractelement <4 x half> %x, i32 3
  %at3 = add i32 %t, 192
  %p3 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %at3
  store half %x3, ptr addrspace(3) %p3, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %four = mul i32 %t, 4
  %n0 = add i32 %four, 0
  %q0 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n0
  %y0 = load half, ptr addrspace(3) %q0, align 2
  %n1 = add i32 %four, 1
  %q1 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n1
  %y1 = load half, ptr addrspace(3) %q1, align 2
  %n2 = add i32 %four, 2
  %q2 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n2
  %y2 = load half, ptr addrspace(3) %q2, align 2
  %n3 = add i32 %four, 3
  %q3 = getelementptr inbounds half, ptr addrspace(3) @of_two, i32 %n3
  %y3 = load half, ptr addrspace(3) %q3, align 2
  %v0 = insertelement <4 x half> poison, half %y0, i32 0
  %v1 = insertelement <4 x half> %v0, half %y1, i32 1
  %v2 = insertelement <4 x half> %v1, half %y2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y3, i32 3
  %to = getelementptr inbounds [4 x half], ptr %out, i32 %t
  store <4 x half> %v3, ptr %to, align 8
  ret void
}

; CHECK-LABEL: define ptx_kernel void @caller(
; CHECK-NOT: addrspace(3) {{.*}}, align 8
define ptx_kernel void @caller(ptr %in, ptr %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr inbounds [4 x half], ptr %in, i32 %t
  %x = load <4 x half>, ptr %from, align 8
  %x0 = extractelement <4 x half> %x, i32 0
  %at0 = add i32 %t, 0
  %p0 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %at0
  store half %x0, ptr addrspace(3) %p0, align 2
  %x1 = extractelement <4 x half> %x, i32 1
  %at1 = add i32 %t, 64
  %p1 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %at1
  store half %x1, ptr addrspace(3) %p1, align 2
  %x2 = extractelement <4 x half> %x, i32 2
  %at2 = add i32 %t, 128
  %p2 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %at2
  store half %x2, ptr addrspace(3) %p2, align 2
  %x3 = extractelement <4 x half> %x, i32 3
  %at3 = add i32 %t, 192
  %p3 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %at3
  store half %x3, ptr addrspace(3) %p3, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @elsewhere()
  %four = mul i32 %t, 4
  %n0 = add i32 %four, 0
  %q0 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %n0
  %y0 = load half, ptr addrspace(3) %q0, align 2
  %n1 = add i32 %four, 1
  %q1 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %n1
  %y1 = load half, ptr addrspace(3) %q1, align 2
  %n2 = add i32 %four, 2
  %q2 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %n2
  %y2 = load half, ptr addrspace(3) %q2, align 2
  %n3 = add i32 %four, 3
  %q3 = getelementptr inbounds half, ptr addrspace(3) @of_caller, i32 %n3
  %y3 = load half, ptr addrspace(3) %q3, align 2
  %v0 = insertelement <4 x half> poison, half %y0, i32 0
  %v1 = insertelement <4 x half> %v0, half %y1, i32 1
  %v2 = insertelement <4 x half> %v1, half %y2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y3, i32 3
  %to = getelementptr inbounds [4 x half], ptr %out, i32 %t
  store <4 x half> %v3, ptr %to, align 8
  ret void
}
