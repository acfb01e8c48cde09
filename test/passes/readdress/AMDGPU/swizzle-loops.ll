; Tiles that loops fill which threads leave one by one.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel columns --block 192
; RUN: %f2sim --equal %s %t.after.ll --kernel dynamic_columns --block 192 --dynamic-shared 8192
; RUN: %f2sim %s --kernel columns --block 192 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel columns --block 192 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel dynamic_columns --block 192 --dynamic-shared 8192 --report | FileCheck %s --check-prefix=FREE
; BEFORE: total {{[0-9]+}} accesses, [[MANY:[0-9]+]] wavefronts, {{[0-9]+}} ideal
; FREE: total {{[0-9]+}} accesses, [[FEW:[0-9]+]] wavefronts, [[FEW]] ideal

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [32 x [64 x i32]] undef, align 16
@dynamic = external addrspace(3) global [0 x i32], align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: remark: {{.*}}shared array tile swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} LDS cycles
; CHECK-LABEL: @columns(
; CHECK: xor
define amdgpu_kernel void @columns(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x i32>, ptr addrspace(1) %g
  %r = lshr i32 %i, 4
  %chunk = and i32 %i, 15
  %col = shl i32 %chunk, 2
  %s = getelementptr [32 x [64 x i32]], ptr addrspace(3) @tile, i32 0, i32 %r, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %i1 = add nuw nsw i32 %i, 192
  %c = icmp ult i32 %i1, 512
  br i1 %c, label %fill, label %done
done:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %row = and i32 %t, 31
  %column = lshr i32 %t, 5
  %four = shl i32 %column, 2
  %p = getelementptr [32 x [64 x i32]], ptr addrspace(3) @tile, i32 0, i32 %row, i32 %four
  %w = load <4 x i32>, ptr addrspace(3) %p, align 16
  %o = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %w, ptr addrspace(1) %o
  ret void
}

; REMARK: remark: {{.*}}shared array dynamic swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} LDS cycles
; CHECK-LABEL: @dynamic_columns(
; CHECK: xor
define amdgpu_kernel void @dynamic_columns(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %fill ]
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %v = load <4 x i32>, ptr addrspace(1) %g
  %r = lshr i32 %i, 4
  %chunk = and i32 %i, 15
  %col = shl i32 %chunk, 2
  %s = getelementptr [64 x i32], ptr addrspace(3) @dynamic, i32 %r, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  %i1 = add nuw nsw i32 %i, 192
  %c = icmp ult i32 %i1, 512
  br i1 %c, label %fill, label %done
done:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %row = and i32 %t, 31
  %column = lshr i32 %t, 5
  %four = shl i32 %column, 2
  %p = getelementptr [64 x i32], ptr addrspace(3) @dynamic, i32 %row, i32 %four
  %w = load <4 x i32>, ptr addrspace(3) %p, align 16
  %o = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="192,192" "target-cpu"="gfx942" }
