; A product of a product, by one wave: the first one's result, transposed by MFMA or WMMA, is a factor
; of the second without moving. On gfx950 a lane gives 8 elements to an instruction and
; holds 4 neighbours of the result; then the k of both factors are exchanged alike. (On
; gfx942 a conversion costs about what it saves elsewhere.)
;
; RUN: %if gfx950 %{ %f2opt -passes=f2layout-assign -S %s -o %t.ll %}
; RUN: %if gfx950 %{ FileCheck %s --input-file=%t.ll %}
; RUN: %if gfx950 %{ %f2opt -passes=f2layout-lower -S %t.ll -o %t.lower.ll %}
; RUN: %if gfx950 %{ %f2sim --equal %s %t.lower.ll --block 64 --fill 0=iota8:3 --fill 1=iota8:5 --fill 2=iota8:7 %}
; RUN: sed s/gfx950/gfx942/ %s >%t.942.ll
; RUN: %f2opt -passes=f2layout-assign -S %t.942.ll -o %t.942.after.ll
; RUN: %f2opt -passes=f2layout-lower -S %t.942.after.ll -o %t.942.lower.ll
; RUN: %f2sim --equal %t.942.ll %t.942.lower.ll --block 64 --fill 0=iota8:3 --fill 1=iota8:5 --fill 2=iota8:7
; RUN: sed -e s/gfx950/gfx1201/ -e s/64,1,1/32,1,1/ -e s/64,64\"/32,32\"/ %s >%t.1201.ll
; RUN: %f2opt -passes=f2layout-assign -S %t.1201.ll -o %t.1201.after.ll
; RUN: FileCheck %s --input-file=%t.1201.after.ll
; RUN: %f2opt -passes=f2layout-lower -S %t.1201.after.ll -o %t.1201.lower.ll
; RUN: %f2sim --equal %t.1201.ll %t.1201.lower.ll --block 32 --fill 0=iota8:3 --fill 1=iota8:5 --fill 2=iota8:7

; CHECK-LABEL: @chain(
; CHECK: call {{.*}}@llvm.amdgcn.{{mfma|wmma}}
; CHECK: fptrunc
; CHECK-NOT: @f2.convert
; CHECK: call {{.*}}@llvm.amdgcn.{{mfma|wmma}}

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare target("f2.tensor", i8, 64, 32) @f2.tensor.load.a(ptr addrspace(1), i64, i64)
declare target("f2.tensor", i8, 32, 64) @f2.tensor.load.b(ptr addrspace(1), i64, i64)
declare target("f2.tensor", i8, 64, 64) @f2.tensor.load.c(ptr addrspace(1), i64, i64)
declare target("f2.tensor", half, 64, 32) @f2.tensor.map.a(ptr, target("f2.tensor", i8, 64, 32))
declare target("f2.tensor", half, 32, 64) @f2.tensor.map.b(ptr, target("f2.tensor", i8, 32, 64))
declare target("f2.tensor", half, 64, 64) @f2.tensor.map.c(ptr, target("f2.tensor", i8, 64, 64))
declare target("f2.tensor", half, 64, 64) @f2.tensor.map.narrow(ptr, target("f2.tensor", float, 64, 64))
declare target("f2.tensor", float, 64, 64) @f2.tensor.splat(float)
declare target("f2.tensor", float, 64, 64) @f2.tensor.dot.first(target("f2.tensor", half, 64, 32), target("f2.tensor", half, 32, 64), target("f2.tensor", float, 64, 64))
declare target("f2.tensor", float, 64, 64) @f2.tensor.dot.second(target("f2.tensor", half, 64, 64), target("f2.tensor", half, 64, 64), target("f2.tensor", float, 64, 64))
declare void @f2.tensor.store(ptr addrspace(1), target("f2.tensor", float, 64, 64), i64, i64)

define internal half @number(i8 %x) {
  %y = sitofp i8 %x to half
  ret half %y
}

define internal half @narrow(float %x) {
  %y = fptrunc float %x to half
  ret half %y
}

define amdgpu_kernel void @chain(ptr addrspace(1) noalias align 16 %a, ptr addrspace(1) noalias align 16 %b, ptr addrspace(1) noalias align 16 %c, ptr addrspace(1) noalias align 16 %d) #0 {
  %a.raw = call target("f2.tensor", i8, 64, 32) @f2.tensor.load.a(ptr addrspace(1) %a, i64 32, i64 1)
  %b.raw = call target("f2.tensor", i8, 32, 64) @f2.tensor.load.b(ptr addrspace(1) %b, i64 64, i64 1)
  %c.raw = call target("f2.tensor", i8, 64, 64) @f2.tensor.load.c(ptr addrspace(1) %c, i64 64, i64 1)
  %a.half = call target("f2.tensor", half, 64, 32) @f2.tensor.map.a(ptr @number, target("f2.tensor", i8, 64, 32) %a.raw)
  %b.half = call target("f2.tensor", half, 32, 64) @f2.tensor.map.b(ptr @number, target("f2.tensor", i8, 32, 64) %b.raw)
  %c.half = call target("f2.tensor", half, 64, 64) @f2.tensor.map.c(ptr @number, target("f2.tensor", i8, 64, 64) %c.raw)
  %zero = call target("f2.tensor", float, 64, 64) @f2.tensor.splat(float 0.0)
  %first = call target("f2.tensor", float, 64, 64) @f2.tensor.dot.first(target("f2.tensor", half, 64, 32) %a.half, target("f2.tensor", half, 32, 64) %b.half, target("f2.tensor", float, 64, 64) %zero)
  %left = call target("f2.tensor", half, 64, 64) @f2.tensor.map.narrow(ptr @narrow, target("f2.tensor", float, 64, 64) %first)
  %second = call target("f2.tensor", float, 64, 64) @f2.tensor.dot.second(target("f2.tensor", half, 64, 64) %left, target("f2.tensor", half, 64, 64) %c.half, target("f2.tensor", float, 64, 64) %zero)
  call void @f2.tensor.store(ptr addrspace(1) %d, target("f2.tensor", float, 64, 64) %second, i64 64, i64 1)
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx950" "f2layout-block"="64,1,1" "amdgpu-flat-work-group-size"="64,64" }
