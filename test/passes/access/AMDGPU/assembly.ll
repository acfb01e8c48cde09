; Accesses are joined across assembly whose text certainly comes to its end, by
; f2layout-access and by LLVM's vectorizer, and not across other assembly.
; RUN: %f2opt -passes=f2layout-access -S < %s > %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-access -S < %t.ll | diff %t.ll -
; RUN: %f2sim --equal %s %t.ll --kernel hidden --block 64 --quiet
; RUN: %llc -mcpu=gfx942 %s -o - | FileCheck %s --check-prefix=BEFORE
; RUN: %llc -mcpu=gfx942 %t.ll -o - | FileCheck %s --check-prefix=AFTER

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

; An empty text, which hides where a value comes from. The order of the elements
; depends on the thread, so they are joined here.
; CHECK-LABEL: define {{.*}} @hidden(
; CHECK: load <2 x i32>, ptr addrspace(1) {{%.*}}, align 8
; CHECK-NOT: load
; CHECK-COUNT-2: call i32 asm "", "=v,0"(i32 {{%.*}}) [[RETURNS:#[0-9]+]]
; CHECK: ret void
; BEFORE-LABEL: hidden:
; BEFORE-COUNT-2: global_load_dword v
; AFTER-LABEL: hidden:
; AFTER: global_load_dwordx2
; AFTER-NOT: global_load
; AFTER: s_endpgm
define amdgpu_kernel void @hidden(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = and i32 %t, 1
  %even = xor i32 %odd, 1
  %row = getelementptr [2 x i32], ptr addrspace(1) %in, i32 %t
  %p0 = getelementptr i32, ptr addrspace(1) %row, i32 %odd
  %a0 = load i32, ptr addrspace(1) %p0, align 4
  %x0 = call i32 asm "", "=v,0"(i32 %a0) #1
  %p1 = getelementptr i32, ptr addrspace(1) %row, i32 %even
  %a1 = load i32, ptr addrspace(1) %p1, align 4
  %x1 = call i32 asm "", "=v,0"(i32 %a1) #1
  %y = sub i32 %x0, %x1
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %y, ptr addrspace(1) %to, align 4
  ret void
}

; LLVM's vectorizer joins these.
; CHECK-LABEL: define {{.*}} @vectorizer(
; CHECK: asm "v_cvt_f32_f16 $0, $1", "=v,v"(half {{%.*}}) [[RETURNS]]
; CHECK: asm "v_pk_fma_f16 $0, $1, $1, $1\0A\09v_mov_b32 $0, $0 ; twice", "=v,v"(i32 {{%.*}}) [[RETURNS]]
; BEFORE-LABEL: vectorizer:
; BEFORE-COUNT-2: {{global_load_(ushort|dword|short)}}
; AFTER-LABEL: vectorizer:
; AFTER: global_load_dwordx2
; AFTER-NOT: global_load
; AFTER: s_endpgm
define amdgpu_kernel void @vectorizer(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr [2 x i32], ptr addrspace(1) %in, i32 %t
  %a0 = load i32, ptr addrspace(1) %p0, align 8
  %low = trunc i32 %a0 to i16
  %h = bitcast i16 %low to half
  %x0 = call float asm "v_cvt_f32_f16 $0, $1", "=v,v"(half %h) #1
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i32 4
  %a1 = load i32, ptr addrspace(1) %p1, align 4
  %x1 = call i32 asm "v_pk_fma_f16 $0, $1, $1, $1\0A\09v_mov_b32 $0, $0 ; twice", "=v,v"(i32 %a1) #1
  %bits = bitcast float %x0 to i32
  %y = add i32 %bits, %x1
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %y, ptr addrspace(1) %to, align 4
  ret void
}

; With a side effect, a memory clobber, the end of the wave, a wait.
; CHECK-LABEL: define {{.*}} @refused(
; CHECK: asm sideeffect "v_mov_b32 $0, $1", "=v,v"(i32 %a0) [[NOT:#[0-9]+]]
; CHECK: asm "v_mov_b32 $0, $1", "=v,v,~{memory}"(i32 %a1) [[CLOBBERS:#[0-9]+]]
; CHECK: asm "v_mov_b32 $0, $1\0As_endpgm", "=v,v"(i32 %a2) [[NOT]]
; CHECK: asm "s_barrier\0Av_mov_b32 $0, $1", "=v,v"(i32 %a2) [[NOT]]
; CHECK: asm "s_cbranch_execz L\0Av_mov_b32 $0, $1\0AL:", "=v,v"(i32 %a2) [[NOT]]
; CHECK: attributes [[RETURNS]] = { convergent nounwind willreturn memory(none) }
; CHECK: attributes [[NOT]] = { convergent nounwind memory(none) }
; CHECK: attributes [[CLOBBERS]] = { convergent nounwind }
; AFTER-LABEL: refused:
; AFTER-COUNT-3: global_load_dword v
define amdgpu_kernel void @refused(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias align 16 %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr [4 x i32], ptr addrspace(1) %in, i32 %t
  %a0 = load i32, ptr addrspace(1) %p0, align 16
  %x0 = call i32 asm sideeffect "v_mov_b32 $0, $1", "=v,v"(i32 %a0) #1
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i32 4
  %a1 = load i32, ptr addrspace(1) %p1, align 4
  %x1 = call i32 asm "v_mov_b32 $0, $1", "=v,v,~{memory}"(i32 %a1) #2
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i32 8
  %a2 = load i32, ptr addrspace(1) %p2, align 8
  %x2 = call i32 asm "v_mov_b32 $0, $1\0As_endpgm", "=v,v"(i32 %a2) #1
  %x3 = call i32 asm "s_barrier\0Av_mov_b32 $0, $1", "=v,v"(i32 %a2) #1
  %x4 = call i32 asm "s_cbranch_execz L\0Av_mov_b32 $0, $1\0AL:", "=v,v"(i32 %a2) #1
  %s0 = add i32 %x0, %x1
  %s1 = add i32 %s0, %x2
  %s2 = add i32 %s1, %x3
  %s3 = add i32 %s2, %x4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s3, ptr addrspace(1) %to, align 4
  ret void
}

attributes #0 = { mustprogress "amdgpu-flat-work-group-size"="64,64" "target-cpu"="gfx942" "uniform-work-group-size"="true" }
attributes #1 = { convergent nounwind memory(none) }
attributes #2 = { convergent nounwind }
