; ds_read_b64_tr_b16: each lane points at eight bytes of a row, and lanes of a
; column get them. For the banks it is a load of eight bytes.
; REQUIRES: gfx950
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel loop --block 256
; RUN: %f2sim %t.after.ll --kernel loop --block 256 --report | FileCheck %s --check-prefix=AFTER
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=BANKS
; AFTER: load 16 x 8, 64 wavefronts, 32 ideal:
; AFTER: total 24 accesses, 128 wavefronts, 96 ideal

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x [64 x half]] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3))

; A column of 64 rows, four halves wide. Granules of 16 bytes stay whole; a load
; uses one half of each, so it reaches 32 of 64 banks.
; BANKS: store of 16 bytes to tile: 32 LDS cycles in 4 waves;
; BANKS: load of matrix rows of 8 bytes from tile: 128 LDS cycles in 4 waves, minimum 8;
; REMARK: remark: {{.*}}shared array tile swizzled: the 3 accesses of a block take 192 -> 80 LDS cycles{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @loop(
; CHECK: {{^}}loop:
; CHECK-NOT: lshr
; CHECK: call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(
; CHECK-NOT: lshr
; CHECK: ret void
define amdgpu_kernel void @loop(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = lshr i32 %t, 3
  %chunk = and i32 %t, 7
  %col = shl i32 %chunk, 3
  %row1 = add i32 %row, 32
  %g = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %g1 = getelementptr <4 x i32>, ptr addrspace(1) %g, i32 256
  %v = load <4 x i32>, ptr addrspace(1) %g
  %v1 = load <4 x i32>, ptr addrspace(1) %g1
  %s = getelementptr [64 x [64 x half]], ptr addrspace(3) @tile, i32 0, i32 %row, i32 %col
  %s1 = getelementptr [64 x [64 x half]], ptr addrspace(3) @tile, i32 0, i32 %row1, i32 %col
  store <4 x i32> %v, ptr addrspace(3) %s, align 16
  store <4 x i32> %v1, ptr addrspace(3) %s1, align 16
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %lrow = and i32 %t, 63
  %wave = lshr i32 %t, 6
  %wcol = shl i32 %wave, 2
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %acc = phi <4 x i16> [ zeroinitializer, %entry ], [ %acc1, %loop ]
  %c = add i32 %wcol, %k
  %p = getelementptr [64 x [64 x half]], ptr addrspace(3) @tile, i32 0, i32 %lrow, i32 %c
  %m = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %p)
  %five = mul <4 x i16> %acc, splat (i16 5)
  %acc1 = add <4 x i16> %five, %m
  %k1 = add nuw nsw i32 %k, 16
  %d = icmp ult i32 %k1, 64
  br i1 %d, label %loop, label %end
end:
  %o = getelementptr <4 x i16>, ptr addrspace(1) %out, i32 %t
  store <4 x i16> %acc1, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx950" "amdgpu-flat-work-group-size"="256,256" "f2layout-block"="256,1,1" }
