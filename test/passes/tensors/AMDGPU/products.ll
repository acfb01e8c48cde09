; Matrix products by MFMA and WMMA: an instruction of the processor for each type.
;
; RUN: sed -e s/CPU/gfx90a/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x16f16 --input-file=%t.ll
; RUN: %llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x16
; RUN: sed -e s/CPU/gfx90a/ -e s/FACTOR/bfloat/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x16bf16.1k --input-file=%t.ll
; RUN: %llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x16
; RUN: sed -e s/CPU/gfx90a/ -e s/FACTOR/i8/g -e s/SUM/i32/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.i32.16x16x16i8 --input-file=%t.ll
; RUN: %llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_i32_16x16x16
; RUN: sed -e s/CPU/gfx90a/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x4f32 --input-file=%t.ll
; RUN: %llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x4
; RUN: sed -e s/CPU/gfx90a/ -e s/FACTOR/double/g -e s/SUM/double/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f64.16x16x4f64 --input-file=%t.ll
; RUN: %llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f64_16x16x4
; RUN: sed -e s/CPU/gfx90a/ -e s/FACTOR/half/g -e s/SUM/half/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x16f16 --input-file=%t.ll
; RUN: %llc -mcpu=gfx90a %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x16
; RUN: sed -e s/CPU/gfx942/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x16f16 --input-file=%t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x16
; RUN: sed -e s/CPU/gfx942/ -e s/FACTOR/bfloat/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x16bf16.1k --input-file=%t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x16
; RUN: sed -e s/CPU/gfx942/ -e s/FACTOR/i8/g -e s/SUM/i32/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.i32.16x16x32.i8 --input-file=%t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_i32_16x16x32
; RUN: sed -e s/CPU/gfx942/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x4f32 --input-file=%t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x4
; RUN: sed -e s/CPU/gfx942/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/true/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x8.xf32 --input-file=%t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x8
; RUN: sed -e s/CPU/gfx942/ -e s/FACTOR/double/g -e s/SUM/double/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.mfma.f64.16x16x4f64 --input-file=%t.ll
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f64_16x16x4
; RUN: %if gfx950 %{ sed -e s/CPU/gfx950/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll %}
; RUN: %if gfx950 %{ FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x32.f16 --input-file=%t.ll %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x32 %}
; RUN: %if gfx950 %{ sed -e s/CPU/gfx950/ -e s/FACTOR/bfloat/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll %}
; RUN: %if gfx950 %{ FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x32.bf16 --input-file=%t.ll %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x32 %}
; RUN: %if gfx950 %{ sed -e s/CPU/gfx950/ -e s/FACTOR/i8/g -e s/SUM/i32/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll %}
; RUN: %if gfx950 %{ FileCheck %s -DNAME=llvm.amdgcn.mfma.i32.16x16x64.i8 --input-file=%t.ll %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_i32_16x16x64 %}
; RUN: %if gfx950 %{ sed -e s/CPU/gfx950/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/true/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll %}
; RUN: %if gfx950 %{ FileCheck %s -DNAME=llvm.amdgcn.mfma.f32.16x16x4f32 --input-file=%t.ll %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f32_16x16x4 %}
; RUN: %if gfx950 %{ sed -e s/CPU/gfx950/ -e s/FACTOR/double/g -e s/SUM/double/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll %}
; RUN: %if gfx950 %{ FileCheck %s -DNAME=llvm.amdgcn.mfma.f64.16x16x4f64 --input-file=%t.ll %}
; RUN: %if gfx950 %{ %llc -mcpu=gfx950 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_mfma_f64_16x16x4 %}
; RUN: sed -e s/CPU/gfx1100/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16 --input-file=%t.ll
; RUN: %llc -mcpu=gfx1100 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_wmma_f32_16x16x16_f16
; RUN: sed -e s/CPU/gfx1100/ -e s/FACTOR/bfloat/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16 --input-file=%t.ll
; RUN: %llc -mcpu=gfx1100 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_wmma_f32_16x16x16_bf16
; RUN: sed -e s/CPU/gfx1100/ -e s/FACTOR/i8/g -e s/SUM/i32/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32 --input-file=%t.ll
; RUN: %llc -mcpu=gfx1100 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_wmma_i32_16x16x16_iu8
; RUN: sed -e s/CPU/gfx1201/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16 --input-file=%t.ll
; RUN: %llc -mcpu=gfx1201 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_wmma_f32_16x16x16_f16
; RUN: sed -e s/CPU/gfx1201/ -e s/FACTOR/bfloat/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v8i16 --input-file=%t.ll
; RUN: %llc -mcpu=gfx1201 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_wmma_f32_16x16x16_bf16
; RUN: sed -e s/CPU/gfx1201/ -e s/FACTOR/i8/g -e s/SUM/i32/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v2i32 --input-file=%t.ll
; RUN: %llc -mcpu=gfx1201 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=v_wmma_i32_16x16x16_iu8

; Without an instruction, by elements.
; RUN: sed -e s/CPU/gfx1100/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t.ll
; RUN: sed -e s/CPU/gfx1201/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t.ll
; RUN: sed -e s/CPU/gfx90a/ -e s/FACTOR/half/g -e s/SUM/double/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t.ll

; CHECK: @k(
; CHECK-NOT: @f2.
; CHECK: call {{.*}}@[[NAME]](
; CHECK-NOT: @f2.
; ASM: [[NAME]]
; ELEMENTS-NOT: @llvm.amdgcn.{{w?mf?ma}}
; ELEMENTS: {{@llvm.fma|mul i16}}

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare target("f2.tensor", FACTOR, 64, 64) @f2.tensor.load.64x64(ptr addrspace(1), i64, i64)
declare target("f2.tensor", SUM, 64, 64) @f2.tensor.load.sum.64x64(ptr addrspace(1), i64, i64)
declare target("f2.tensor", SUM, 64, 64) @f2.tensor.dot.64x64(target("f2.tensor", FACTOR, 64, 64), target("f2.tensor", FACTOR, 64, 64), target("f2.tensor", SUM, 64, 64), i1)
declare void @f2.tensor.store.64x64(ptr addrspace(1), target("f2.tensor", SUM, 64, 64), i64, i64)

define amdgpu_kernel void @k(ptr addrspace(1) noalias align 16 %a, ptr addrspace(1) noalias align 16 %b, ptr addrspace(1) noalias align 16 %c, ptr addrspace(1) noalias align 16 %d) #0 {
  %left = call target("f2.tensor", FACTOR, 64, 64) @f2.tensor.load.64x64(ptr addrspace(1) %a, i64 64, i64 1)
  %right = call target("f2.tensor", FACTOR, 64, 64) @f2.tensor.load.64x64(ptr addrspace(1) %b, i64 64, i64 1)
  %sum = call target("f2.tensor", SUM, 64, 64) @f2.tensor.load.sum.64x64(ptr addrspace(1) %c, i64 64, i64 1)
  %r = call target("f2.tensor", SUM, 64, 64) @f2.tensor.dot.64x64(target("f2.tensor", FACTOR, 64, 64) %left, target("f2.tensor", FACTOR, 64, 64) %right, target("f2.tensor", SUM, 64, 64) %sum, i1 ROUND)
  call void @f2.tensor.store.64x64(ptr addrspace(1) %d, target("f2.tensor", SUM, 64, 64) %r, i64 64, i64 1)
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="CPU" "f2layout-block"="128,1,1" "amdgpu-flat-work-group-size"="128,128" }
