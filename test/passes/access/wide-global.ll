; 256 bits of global memory are one access from sm_100 and PTX 8.8 on, and two
; before; in the same order in all threads, and in an order that depends on the
; thread.
; RUN: %if sm_100 %{ sed -e s/PROCESSOR/sm_100/ -e s/VERSION/+ptx88/ %s > %t.100.ll %}
; RUN: sed -e s/PROCESSOR/sm_90/ -e s/VERSION/+ptx88/ %s > %t.90.ll
; RUN: %if sm_100 %{ sed -e s/PROCESSOR/sm_100/ -e s/VERSION/+ptx86/ %s > %t.86.ll %}
; RUN: %if sm_100 %{ %f2opt -passes=f2layout-access -S %t.100.ll -o %t.100.after.ll %}
; RUN: %f2opt -passes=f2layout-access -S %t.90.ll -o %t.90.after.ll
; RUN: %if sm_100 %{ %f2opt -passes=f2layout-access -S %t.86.ll -o %t.86.after.ll %}
; RUN: %if sm_100 %{ %llc -mcpu=sm_100 -mattr=+ptx88 %t.100.after.ll -o - | FileCheck %s --check-prefixes=CHECK,EIGHT %}
; RUN: %llc -mcpu=sm_90 -mattr=+ptx88 %t.90.after.ll -o - | FileCheck %s --check-prefixes=CHECK,FOUR
; RUN: %if sm_100 %{ %llc -mcpu=sm_100 -mattr=+ptx86 %t.86.after.ll -o - | FileCheck %s --check-prefixes=CHECK,FOUR %}
; RUN: %if sm_100 %{ %f2sim --equal %t.100.ll %t.100.after.ll --kernels all --block 64 --quiet %}
; RUN: %f2sim --equal %t.90.ll %t.90.after.ll --kernels all --block 64 --quiet
; RUN: %if sm_100 %{ FileCheck %s --check-prefix=IR256 --input-file=%t.100.after.ll %}
; RUN: FileCheck %s --check-prefix=IR128 --input-file=%t.90.after.ll
; RUN: %if sm_100 %{ FileCheck %s --check-prefix=IR128 --input-file=%t.86.after.ll %}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: .entry in_order(
; EIGHT: ld.global.v8.b32
; EIGHT-NOT: ld.global
; EIGHT: st.global.v8.b32
; EIGHT-NOT: st.global
; FOUR-COUNT-2: ld.global.v4.b32
; FOUR-NOT: ld.global
; FOUR-COUNT-2: st.global.v4.b32
; FOUR-NOT: st.global
define ptx_kernel void @in_order(ptr addrspace(1) noalias align 32 %in, ptr addrspace(1) noalias align 32 %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 3
  %o0 = or i32 %b, 0
  %p0 = getelementptr float, ptr addrspace(1) %in, i32 %o0
  %x0 = load float, ptr addrspace(1) %p0, align 4
  %o1 = or i32 %b, 1
  %p1 = getelementptr float, ptr addrspace(1) %in, i32 %o1
  %x1 = load float, ptr addrspace(1) %p1, align 4
  %o2 = or i32 %b, 2
  %p2 = getelementptr float, ptr addrspace(1) %in, i32 %o2
  %x2 = load float, ptr addrspace(1) %p2, align 4
  %o3 = or i32 %b, 3
  %p3 = getelementptr float, ptr addrspace(1) %in, i32 %o3
  %x3 = load float, ptr addrspace(1) %p3, align 4
  %o4 = or i32 %b, 4
  %p4 = getelementptr float, ptr addrspace(1) %in, i32 %o4
  %x4 = load float, ptr addrspace(1) %p4, align 4
  %o5 = or i32 %b, 5
  %p5 = getelementptr float, ptr addrspace(1) %in, i32 %o5
  %x5 = load float, ptr addrspace(1) %p5, align 4
  %o6 = or i32 %b, 6
  %p6 = getelementptr float, ptr addrspace(1) %in, i32 %o6
  %x6 = load float, ptr addrspace(1) %p6, align 4
  %o7 = or i32 %b, 7
  %p7 = getelementptr float, ptr addrspace(1) %in, i32 %o7
  %x7 = load float, ptr addrspace(1) %p7, align 4
  %to0 = getelementptr float, ptr addrspace(1) %out, i32 %b
  %y0 = fadd float %x0, 1.0
  store float %y0, ptr addrspace(1) %to0, align 4
  %to1 = getelementptr float, ptr addrspace(1) %to0, i32 1
  %y1 = fadd float %x1, 1.0
  store float %y1, ptr addrspace(1) %to1, align 4
  %to2 = getelementptr float, ptr addrspace(1) %to0, i32 2
  %y2 = fadd float %x2, 1.0
  store float %y2, ptr addrspace(1) %to2, align 4
  %to3 = getelementptr float, ptr addrspace(1) %to0, i32 3
  %y3 = fadd float %x3, 1.0
  store float %y3, ptr addrspace(1) %to3, align 4
  %to4 = getelementptr float, ptr addrspace(1) %to0, i32 4
  %y4 = fadd float %x4, 1.0
  store float %y4, ptr addrspace(1) %to4, align 4
  %to5 = getelementptr float, ptr addrspace(1) %to0, i32 5
  %y5 = fadd float %x5, 1.0
  store float %y5, ptr addrspace(1) %to5, align 4
  %to6 = getelementptr float, ptr addrspace(1) %to0, i32 6
  %y6 = fadd float %x6, 1.0
  store float %y6, ptr addrspace(1) %to6, align 4
  %to7 = getelementptr float, ptr addrspace(1) %to0, i32 7
  %y7 = fadd float %x7, 1.0
  store float %y7, ptr addrspace(1) %to7, align 4
  ret void
}

; One access of eight and 24 selects, or two of four, ordered by one bit.
; IR256-LABEL: @by_thread(
; IR256: load <8 x float>, ptr addrspace(1) {{%.*}}, align 32
; IR256-NOT: load
; IR256: ret void
; IR128-LABEL: @by_thread(
; IR128-COUNT-2: load <4 x float>, ptr addrspace(1) {{%.*}}, align {{16|32}}
; IR128-NOT: load
; IR128: ret void
; CHECK-LABEL: .entry by_thread(
; EIGHT: ld.global.v8.b32
; EIGHT-NOT: ld.global
; FOUR-COUNT-2: ld.global.v4.b32
; FOUR-NOT: ld.global
define ptx_kernel void @by_thread(ptr addrspace(1) noalias align 32 %in, ptr addrspace(1) noalias align 32 %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 3
  %m = and i32 %t, 3
  %j0 = xor i32 %m, 0
  %o0 = or i32 %b, %j0
  %p0 = getelementptr float, ptr addrspace(1) %in, i32 %o0
  %x0 = load float, ptr addrspace(1) %p0, align 4
  %j1 = xor i32 %m, 1
  %o1 = or i32 %b, %j1
  %p1 = getelementptr float, ptr addrspace(1) %in, i32 %o1
  %x1 = load float, ptr addrspace(1) %p1, align 4
  %j2 = xor i32 %m, 2
  %o2 = or i32 %b, %j2
  %p2 = getelementptr float, ptr addrspace(1) %in, i32 %o2
  %x2 = load float, ptr addrspace(1) %p2, align 4
  %j3 = xor i32 %m, 3
  %o3 = or i32 %b, %j3
  %p3 = getelementptr float, ptr addrspace(1) %in, i32 %o3
  %x3 = load float, ptr addrspace(1) %p3, align 4
  %j4 = xor i32 %m, 4
  %o4 = or i32 %b, %j4
  %p4 = getelementptr float, ptr addrspace(1) %in, i32 %o4
  %x4 = load float, ptr addrspace(1) %p4, align 4
  %j5 = xor i32 %m, 5
  %o5 = or i32 %b, %j5
  %p5 = getelementptr float, ptr addrspace(1) %in, i32 %o5
  %x5 = load float, ptr addrspace(1) %p5, align 4
  %j6 = xor i32 %m, 6
  %o6 = or i32 %b, %j6
  %p6 = getelementptr float, ptr addrspace(1) %in, i32 %o6
  %x6 = load float, ptr addrspace(1) %p6, align 4
  %j7 = xor i32 %m, 7
  %o7 = or i32 %b, %j7
  %p7 = getelementptr float, ptr addrspace(1) %in, i32 %o7
  %x7 = load float, ptr addrspace(1) %p7, align 4
  %to0 = getelementptr float, ptr addrspace(1) %out, i32 %b
  %y0 = fadd float %x0, 1.0
  store float %y0, ptr addrspace(1) %to0, align 4
  %to1 = getelementptr float, ptr addrspace(1) %to0, i32 1
  %y1 = fadd float %x1, 1.0
  store float %y1, ptr addrspace(1) %to1, align 4
  %to2 = getelementptr float, ptr addrspace(1) %to0, i32 2
  %y2 = fadd float %x2, 1.0
  store float %y2, ptr addrspace(1) %to2, align 4
  %to3 = getelementptr float, ptr addrspace(1) %to0, i32 3
  %y3 = fadd float %x3, 1.0
  store float %y3, ptr addrspace(1) %to3, align 4
  %to4 = getelementptr float, ptr addrspace(1) %to0, i32 4
  %y4 = fadd float %x4, 1.0
  store float %y4, ptr addrspace(1) %to4, align 4
  %to5 = getelementptr float, ptr addrspace(1) %to0, i32 5
  %y5 = fadd float %x5, 1.0
  store float %y5, ptr addrspace(1) %to5, align 4
  %to6 = getelementptr float, ptr addrspace(1) %to0, i32 6
  %y6 = fadd float %x6, 1.0
  store float %y6, ptr addrspace(1) %to6, align 4
  %to7 = getelementptr float, ptr addrspace(1) %to0, i32 7
  %y7 = fadd float %x7, 1.0
  store float %y7, ptr addrspace(1) %to7, align 4
  ret void
}

attributes #0 = { "target-cpu"="PROCESSOR" "target-features"="VERSION" "f2layout-block"="64,1,1" }
