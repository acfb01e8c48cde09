; Matrix products by mma.sync: an instruction of the processor for each type. Floats
; are multiplied by it only if they may be rounded to tf32.
;
; RUN: sed -e 's/"CPU"/"sm_75" "target-features"="+ptx65"/' -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k8.row.col.f32.f32 --input-file=%t.ll
; RUN: %llc -mcpu=sm_75 -mattr=+ptx65 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k8
; RUN: sed -e s/CPU/sm_80/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k16.row.col.f32.f32 --input-file=%t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k16
; RUN: sed -e s/CPU/sm_80/ -e s/FACTOR/half/g -e s/SUM/half/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k16.row.col.f16.f16 --input-file=%t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k16
; RUN: sed -e s/CPU/sm_80/ -e s/FACTOR/bfloat/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k16.row.col.bf16 --input-file=%t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k16
; RUN: sed -e s/CPU/sm_80/ -e s/FACTOR/bfloat/g -e s/SUM/bfloat/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k16.row.col.bf16 --input-file=%t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k16
; RUN: sed -e s/CPU/sm_80/ -e s/FACTOR/i8/g -e s/SUM/i32/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k32.row.col.s8 --input-file=%t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k32
; RUN: sed -e s/CPU/sm_80/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/true/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k8.row.col.tf32 --input-file=%t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k8
; RUN: sed -e s/CPU/sm_80/ -e s/FACTOR/double/g -e s/SUM/double/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m8n8k4.row.col.f64 --input-file=%t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m8n8k4
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k16.row.col.f32.f32 --input-file=%t.ll
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k16
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/bfloat/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k16.row.col.bf16 --input-file=%t.ll
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k16
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/i8/g -e s/SUM/i32/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k32.row.col.s8 --input-file=%t.ll
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k32
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/true/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.m16n8k8.row.col.tf32 --input-file=%t.ll
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.m16n8k8
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/double/g -e s/SUM/double/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s -DNAME=llvm.nvvm.mma.%if mma-f64 %{m16n8k16%} %else %{m8n8k4%}.row.col.f64 --input-file=%t.ll
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=ASM -DNAME=mma.sync.aligned.%if mma-f64 %{m16n8k16%} %else %{m8n8k4%}

; Without an instruction, by elements.
; RUN: sed -e s/CPU/sm_75/ -e s/FACTOR/half/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t.ll
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/float/g -e s/SUM/float/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t.ll
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/i8/g -e s/SUM/i16/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t.ll
; RUN: sed -e s/CPU/sm_90/ -e s/FACTOR/half/g -e s/SUM/double/g -e s/ROUND/false/ %s | %f2opt -passes=f2layout-assign,f2layout-lower -S -o %t.ll
; RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t.ll

; CHECK: @k(
; CHECK-NOT: @f2.
; CHECK: call {{.*}}@[[NAME]](
; CHECK-NOT: @f2.
; ASM: [[NAME]]
; ELEMENTS-NOT: @llvm.nvvm.mma
; ELEMENTS: {{@llvm.fma|mul i16}}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare target("f2.tensor", FACTOR, 64, 64) @f2.tensor.load.64x64(ptr addrspace(1), i64, i64)
declare target("f2.tensor", SUM, 64, 64) @f2.tensor.load.sum.64x64(ptr addrspace(1), i64, i64)
declare target("f2.tensor", SUM, 64, 64) @f2.tensor.dot.64x64(target("f2.tensor", FACTOR, 64, 64), target("f2.tensor", FACTOR, 64, 64), target("f2.tensor", SUM, 64, 64), i1)
declare void @f2.tensor.store.64x64(ptr addrspace(1), target("f2.tensor", SUM, 64, 64), i64, i64)

define ptx_kernel void @k(ptr addrspace(1) noalias align 16 %a, ptr addrspace(1) noalias align 16 %b, ptr addrspace(1) noalias align 16 %c, ptr addrspace(1) noalias align 16 %d) #0 {
  %left = call target("f2.tensor", FACTOR, 64, 64) @f2.tensor.load.64x64(ptr addrspace(1) %a, i64 64, i64 1)
  %right = call target("f2.tensor", FACTOR, 64, 64) @f2.tensor.load.64x64(ptr addrspace(1) %b, i64 64, i64 1)
  %sum = call target("f2.tensor", SUM, 64, 64) @f2.tensor.load.sum.64x64(ptr addrspace(1) %c, i64 64, i64 1)
  %r = call target("f2.tensor", SUM, 64, 64) @f2.tensor.dot.64x64(target("f2.tensor", FACTOR, 64, 64) %left, target("f2.tensor", FACTOR, 64, 64) %right, target("f2.tensor", SUM, 64, 64) %sum, i1 ROUND)
  call void @f2.tensor.store.64x64(ptr addrspace(1) %d, target("f2.tensor", SUM, 64, 64) %r, i64 64, i64 1)
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="CPU" "f2layout-block"="128,1,1" "nvvm.reqntid"="128" }
