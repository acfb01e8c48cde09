; !f2.layout on AMDGPU: waves of 64 lanes, generic and LDS pointers, addresses from
; a table, and ones that were integers. %table holds every thread's index.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel mirror --block 64 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel integers --block 64 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel any_shape --block 256 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel any_shape --block 16,16 --fill 2=iota32

; RUN: sed 's/, !f2.layout ![0-9]*//' %s > %t.bare.ll
; RUN: %f2opt -passes=f2layout -S %t.bare.ll -o - | FileCheck %s --check-prefix=BARE

; The layouts have 64 lanes: for a wave of 32 they are malformed.
; RUN: sed 's/gfx942/gfx1100/' %s > %t.wave32.ll
; RUN: not %f2opt -passes=f2layout -disable-output %t.wave32.ll 2>&1 | FileCheck %s --check-prefix=WAVE
; WAVE: error: {{.*}}in function mirror {{.*}}: !f2.layout on store: the layout has 2^6 lanes, expected 32, the warp of gfx1100

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison, align 16, !f2.layout !0
@ints = internal addrspace(3) global [64 x float] poison, align 16, !f2.layout !0
@shape = internal addrspace(3) global [256 x i32] poison, align 16, !f2.layout !3

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: define amdgpu_kernel void @mirror(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; BARE-LABEL: define amdgpu_kernel void @mirror(
; BARE: load i32, ptr addrspace(3)
define amdgpu_kernel void @mirror(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %table) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %table, i32 %t
  %id = load i32, ptr addrspace(1) %q
  %i = xor i32 %id, 15
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %g = addrspacecast ptr addrspace(3) %s to ptr
  store i32 %x, ptr %g, !f2.layout !1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %y = load i32, ptr addrspace(3) %l, !f2.layout !2
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %y, ptr addrspace(1) %o
  ret void
}

; Both pointers are made of integers: the metadata states that they go to @ints.
; CHECK-LABEL: define amdgpu_kernel void @integers(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; BARE-LABEL: define amdgpu_kernel void @integers(
; BARE: load float, ptr addrspace(3)
define amdgpu_kernel void @integers(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %table) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %table, i32 %t
  %id = load i32, ptr addrspace(1) %q
  %id4 = shl i32 %id, 2
  %a = add i32 %id4, ptrtoint (ptr addrspace(3) @ints to i32)
  %s = inttoptr i32 %a to ptr addrspace(3)
  %p = getelementptr float, ptr addrspace(1) %in, i32 %t
  %x = load float, ptr addrspace(1) %p
  store float %x, ptr addrspace(3) %s, !f2.layout !2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %t4 = shl i32 %t, 2
  %i = xor i32 %t4, 12
  %b = add i32 %i, ptrtoint (ptr addrspace(3) @ints to i32)
  %l = inttoptr i32 %b to ptr addrspace(3)
  %y = load float, ptr addrspace(3) %l, !f2.layout !4
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %y, ptr addrspace(1) %o
  ret void
}

; 256 threads in any shape, each of which mirrors its wave.
; CHECK-LABEL: define amdgpu_kernel void @any_shape(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; BARE-LABEL: define amdgpu_kernel void @any_shape(
; BARE: load i32, ptr addrspace(3)
define amdgpu_kernel void @any_shape(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %table) #1 {
  %t.x = call i32 @llvm.amdgcn.workitem.id.x()
  %t.y = call i32 @llvm.amdgcn.workitem.id.y()
  %r = shl i32 %t.y, 4
  %t = add i32 %r, %t.x
  %q = getelementptr i32, ptr addrspace(1) %table, i32 %t
  %id = load i32, ptr addrspace(1) %q
  %i = xor i32 %id, 15
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @shape, i32 %i
  store i32 %x, ptr addrspace(3) %s, !f2.layout !5
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l = getelementptr i32, ptr addrspace(3) @shape, i32 %id
  %y = load i32, ptr addrspace(3) %l, !f2.layout !6
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %y, ptr addrspace(1) %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { convergent nounwind "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,1024" }

!0 = !{!"offset=[[1],[2],[4],[8],[16],[32]] -> [64]"}
!1 = !{!"lane=[[1],[2],[4],[8],[16],[32]] -> [64] ^ [15]", i32 0}
!2 = !{!"lane=[[1],[2],[4],[8],[16],[32]] -> [64]", i32 0}
!3 = !{!"offset=[[1],[2],[4],[8],[16],[32],[64],[128]] -> [256]"}
!4 = !{!"lane=[[1],[2],[4],[8],[16],[32]] -> [64] ^ [3]", i32 0}
!5 = !{!"lane=[[1],[2],[4],[8],[16],[32]], warp=[[64],[128]] -> [256] ^ [15]", i32 0}
!6 = !{!"lane=[[1],[2],[4],[8],[16],[32]], warp=[[64],[128]] -> [256]", i32 0}
