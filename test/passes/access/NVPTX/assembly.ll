; Accesses are joined across assembly whose text certainly comes to its end, by
; f2layout-access and by LLVM's vectorizer, and not across other assembly.
; RUN: %f2opt -passes=f2layout-access -S < %s > %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.ll | diff %t.ll -
; RUN: %f2sim --equal %s %t.ll --kernel returns --block 64 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel vectorizer --block 64 --quiet
; RUN: %f2sim --equal %s %t.ll --kernel unsure --block 64 --quiet
; RUN: %llc -mcpu=sm_90 %s -o - | FileCheck %s --check-prefix=BEFORE
; RUN: %llc -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=AFTER -DPAIR=%if llvm-22 %{.v2.b16%} %else %{.b32%}
; RUN: %f2opt -passes=f2layout-access -debug-counter=f2layout-returns=1000000 -S < %s | FileCheck %s --check-prefix=NONE

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; NONE-COUNT-2: call float asm {{.*}}"=f,h"(i16 {{%.*}}) [[NONE:#[0-9]+]]
; NONE: attributes [[NONE]] = { convergent nounwind memory(none) }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; The order of the elements depends on the thread, so they are joined here.
; CHECK-LABEL: define {{.*}} @returns(
; CHECK: load <2 x i16>, ptr addrspace(1) {{%.*}}, align 4
; CHECK-NOT: load
; CHECK-COUNT-2: call float asm "{ cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 {{%.*}}) [[RETURNS:#[0-9]+]]
; CHECK: ret void
; BEFORE-LABEL: .entry returns(
; BEFORE-COUNT-2: ld.global{{.*}}.b16
; AFTER-LABEL: .entry returns(
; AFTER: ld.global{{.*}}[[PAIR]]
; AFTER-NOT: ld.global
; AFTER: ret
define ptx_kernel void @returns(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = and i32 %t, 1
  %even = xor i32 %odd, 1
  %row = getelementptr [2 x i16], ptr addrspace(1) %in, i32 %t
  %p0 = getelementptr i16, ptr addrspace(1) %row, i32 %odd
  %a0 = load i16, ptr addrspace(1) %p0, align 2
  %x0 = call float asm "{ cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %a0) #1
  %p1 = getelementptr i16, ptr addrspace(1) %row, i32 %even
  %a1 = load i16, ptr addrspace(1) %p1, align 2
  %x1 = call float asm "{ cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %a1) #1
  %y = fsub float %x0, %x1
  %to = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %y, ptr addrspace(1) %to, align 4
  ret void
}

; LLVM's vectorizer joins these.
; CHECK-LABEL: define {{.*}} @vectorizer(
; CHECK: asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, low;}\0A", "=f,r"(i32 {{%.*}}) [[RETURNS]]
; CHECK: asm "{.reg.b32 f; mov.b32 f, $1; ex2.approx.ftz.f32 $0, f;}", "=f,f"(float {{%.*}}) [[RETURNS]]
; CHECK: asm "{ .reg .pred __$$p; setp.gt.f32 __$$p, $1, 0f00000000; selp.u32 $0, 1, 0, __$$p;}", "=r,f"(float {{%.*}}) [[RETURNS]]
; CHECK: asm "ld.global.nc.b32 $0, [$1];", "=r,l"(ptr {{%.*}}) [[RETURNS]]
; BEFORE-LABEL: .entry vectorizer(
; BEFORE-COUNT-4: ld.global{{.*}}.b32
; AFTER-LABEL: .entry vectorizer(
; AFTER: ld.global{{.*}}.v4.b32
; AFTER-NOT: ld.global.b32
define ptx_kernel void @vectorizer(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p0 = getelementptr [4 x i32], ptr addrspace(1) %in, i32 %t
  %a0 = load i32, ptr addrspace(1) %p0, align 16
  %x0 = call float asm "{.reg .f16 low,high;\0A  mov.b32 {low,high},$1;\0A  cvt.f32.f16 $0, low;}\0A", "=f,r"(i32 %a0) #1
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i32 4
  %a1 = load float, ptr addrspace(1) %p1, align 4
  %x1 = call float asm "{.reg.b32 f; mov.b32 f, $1; ex2.approx.ftz.f32 $0, f;}", "=f,f"(float %a1) #1
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i32 8
  %a2 = load float, ptr addrspace(1) %p2, align 8
  %x2 = call i32 asm "{ .reg .pred __$$p; setp.gt.f32 __$$p, $1, 0f00000000; selp.u32 $0, 1, 0, __$$p;}", "=r,f"(float %a2) #1
  %first = addrspacecast ptr addrspace(1) %in to ptr
  %x3 = call i32 asm "ld.global.nc.b32 $0, [$1];", "=r,l"(ptr %first) #1
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i32 12
  %a3 = load i32, ptr addrspace(1) %p3, align 4
  %s0 = fadd float %x0, %x1
  %s1 = bitcast float %s0 to i32
  %s2 = add i32 %s1, %x2
  %s3 = add i32 %s2, %x3
  %s4 = xor i32 %s3, %a3
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s4, ptr addrspace(1) %to, align 4
  ret void
}

; With a side effect, with a memory clobber.
; CHECK-LABEL: define {{.*}} @unsure(
; CHECK: asm sideeffect "mov.b32 $0, $1;", "=r,r"(i32 %a0) [[NOT:#[0-9]+]]
; CHECK: asm "mov.b32 $0, $1;", "=r,r,~{memory}"(i32 %a1) [[CLOBBERS:#[0-9]+]]
; AFTER-LABEL: .entry unsure(
; AFTER-COUNT-3: ld.global{{.*}}.b32
define ptx_kernel void @unsure(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p0 = getelementptr [4 x i32], ptr addrspace(1) %in, i32 %t
  %a0 = load i32, ptr addrspace(1) %p0, align 16
  %x0 = call i32 asm sideeffect "mov.b32 $0, $1;", "=r,r"(i32 %a0) #1
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i32 4
  %a1 = load i32, ptr addrspace(1) %p1, align 4
  %x1 = call i32 asm "mov.b32 $0, $1;", "=r,r,~{memory}"(i32 %a1) #2
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i32 8
  %a2 = load i32, ptr addrspace(1) %p2, align 8
  %s0 = add i32 %x0, %x1
  %s1 = xor i32 %s0, %a2
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s1, ptr addrspace(1) %to, align 4
  ret void
}

; A jump, the end of the thread, a wait, an ordered load, an instruction that is
; not known, and one that a comment hides.
; CHECK-LABEL: define {{.*}} @refused(
; CHECK: asm "{ .reg .pred p; setp.eq.u32 p, $1, 0; @p bra L; mov.b32 $0, $1; L: }", "=r,r"(i32 %a0) [[NOT]]
; CHECK: asm "{ mov.b32 $0, $1; exit; }", "=r,r"(i32 %a1) [[NOT]]
; CHECK: asm "bar.sync 0; mov.b32 $0, $1;", "=r,r"(i32 %a2) [[NOT]]
; CHECK: asm "ld.global.acquire.gpu.b32 $0, [$1];", "=r,l"(ptr %generic) [[NOT]]
; CHECK: asm "@!p exit; mov.b32 $0, $1;", "=r,r"(i32 %a2) [[NOT]]
; CHECK: asm "unknown.b32 $0, $1;", "=r,r"(i32 %a2) [[NOT]]
; CHECK: asm "mov.b32 $0, $1; /* mov */ exit;", "=r,r"(i32 %a2) [[NOT]]
; CHECK: asm "mov.b32 $0, $1; // mov.b32 \0A exit;", "=r,r"(i32 %a2) [[NOT]]
define ptx_kernel void @refused(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p0 = getelementptr [4 x i32], ptr addrspace(1) %in, i32 %t
  %generic = addrspacecast ptr addrspace(1) %p0 to ptr
  %a0 = load i32, ptr addrspace(1) %p0, align 16
  %x0 = call i32 asm "{ .reg .pred p; setp.eq.u32 p, $1, 0; @p bra L; mov.b32 $0, $1; L: }", "=r,r"(i32 %a0) #1
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i32 4
  %a1 = load i32, ptr addrspace(1) %p1, align 4
  %x1 = call i32 asm "{ mov.b32 $0, $1; exit; }", "=r,r"(i32 %a1) #1
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i32 8
  %a2 = load i32, ptr addrspace(1) %p2, align 8
  %x2 = call i32 asm "bar.sync 0; mov.b32 $0, $1;", "=r,r"(i32 %a2) #1
  %x3 = call i32 asm "ld.global.acquire.gpu.b32 $0, [$1];", "=r,l"(ptr %generic) #1
  %x4 = call i32 asm "@!p exit; mov.b32 $0, $1;", "=r,r"(i32 %a2) #1
  %x5 = call i32 asm "unknown.b32 $0, $1;", "=r,r"(i32 %a2) #1
  %x6 = call i32 asm "mov.b32 $0, $1; /* mov */ exit;", "=r,r"(i32 %a2) #1
  %x7 = call i32 asm "mov.b32 $0, $1; // mov.b32 \0A exit;", "=r,r"(i32 %a2) #1
  %s0 = add i32 %x0, %x1
  %s1 = add i32 %s0, %x2
  %s2 = add i32 %s1, %x3
  %s3 = add i32 %s2, %x4
  %s4 = add i32 %s3, %x5
  %s5 = add i32 %s4, %x6
  %s6 = add i32 %s5, %x7
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s6, ptr addrspace(1) %to, align 4
  ret void
}

; A guard that only skips one instruction; the function need not progress.
; CHECK-LABEL: define {{.*}} @marked(
; CHECK: asm "{ .reg .pred p; setp.eq.u32 p, $1, 0; mov.b32 $0, 1; @p mov.b32 $0, 7; }", "=&r,r"(i32 %t) [[RETURNS]]
; CHECK: asm "", "=r,0"(i32 %a) [[RETURNS]]
; CHECK: attributes [[RETURNS]] = { convergent nounwind willreturn memory(none) }
; CHECK: attributes [[NOT]] = { convergent nounwind memory(none) }
; CHECK: attributes [[CLOBBERS]] = { convergent nounwind }
define ptx_kernel void @marked(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %a = load i32, ptr addrspace(1) %p, align 4
  %unused = call i32 asm "{ .reg .pred p; setp.eq.u32 p, $1, 0; mov.b32 $0, 1; @p mov.b32 $0, 7; }", "=&r,r"(i32 %t) #1
  %b = call i32 asm "", "=r,0"(i32 %a) #1
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %b, ptr addrspace(1) %to, align 4
  ret void
}

attributes #0 = { mustprogress "nvvm.reqntid"="64,1,1" }
attributes #1 = { convergent nounwind memory(none) }
attributes #2 = { convergent nounwind }
