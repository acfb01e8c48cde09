; What a device function states about the block must hold where it is called,
; also through intermediate functions.
; RUN: split-file %s %t
; RUN: cat %t/head.ll %t/bad.ll >%t/bad.all.ll
; RUN: not %f2opt -passes=f2layout-lower -disable-output %t/bad.all.ll 2>&1 | FileCheck %s
; RUN: cat %t/head.ll %t/good.ll >%t/good.all.ll
; RUN: %f2opt -passes=f2layout-lower -S %t/good.all.ll -o %t/after.ll
; RUN: FileCheck %s --check-prefix=GOOD --input-file=%t/after.ll
; RUN: %f2sim --equal %t/good.all.ll %t/after.ll --kernels all --block 128
; RUN: not %f2opt -passes='f2layout-lower<block=64x2>' -disable-output %t/good.all.ll 2>&1 | FileCheck %s --check-prefix=OPTION

; GOOD-NOT: @f2.convert

; CHECK: in function threads void {{.*}}: @f (%y): has layout calls for blocks of 128,1,1, expected 256,1,1 as stated where it is called
; CHECK-NEXT: in function shape void {{.*}}: @f (%y): has layout calls for blocks of 128,1,1, expected 32,4,1 as stated where it is called
; CHECK-NEXT: in function bounds void {{.*}}: @f (%y): has layout calls for blocks of 128,1,1, expected 1 to 64 threads as stated where it is called
; CHECK-NEXT: in function through void {{.*}}: @between (%y): has layout calls for blocks of 128,1,1, expected 64,2,1 as stated where it is called
; CHECK-NEXT: in function some void {{.*}}: @between (%y): only some threads of the block reach this call
; CHECK-NOT: error

; OPTION: in function unstated void {{.*}}: @f (%y): has layout calls for blocks of 128,1,1, expected 64,2,1 as stated where it is called
; OPTION-NOT: error

;--- head.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@quads = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@columns = private unnamed_addr constant [79 x i8] c"register=[[128],[256]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [512]\00"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <4 x i32> @f2.convert.v4i32(<4 x i32>, ptr, ptr) convergent nocallback nounwind
define internal <4 x i32> @f(<4 x i32> %x) noinline convergent "f2layout-block"="128,1,1" "target-cpu"="sm_90" {
  %y = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  ret <4 x i32> %y
}
define internal <4 x i32> @between(<4 x i32> %x) noinline convergent "target-cpu"="sm_90" {
  %y = call <4 x i32> @f(<4 x i32> %x)
  ret <4 x i32> %y
}

;--- bad.ll
define ptx_kernel void @threads(<4 x i32> %x) "nvvm.reqntid"="256" "target-cpu"="sm_90" {
  %y = call <4 x i32> @f(<4 x i32> %x)
  ret void
}
define ptx_kernel void @shape(<4 x i32> %x) "nvvm.reqntid"="32,4,1" "target-cpu"="sm_90" {
  %y = call <4 x i32> @f(<4 x i32> %x)
  ret void
}
define ptx_kernel void @bounds(<4 x i32> %x) "nvvm.maxntid"="64" "target-cpu"="sm_90" {
  %y = call <4 x i32> @f(<4 x i32> %x)
  ret void
}
define ptx_kernel void @through(<4 x i32> %x) "f2layout-block"="64,2,1" "target-cpu"="sm_90" {
  %y = call <4 x i32> @between(<4 x i32> %x)
  ret void
}
define ptx_kernel void @some(<4 x i32> %x) "nvvm.reqntid"="128" "target-cpu"="sm_90" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 64
  br i1 %c, label %then, label %end
then:
  %y = call <4 x i32> @between(<4 x i32> %x)
  br label %end
end:
  ret void
}

;--- good.ll
define ptx_kernel void @unstated(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %y = call <4 x i32> @f(<4 x i32> %x)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}
define ptx_kernel void @stated(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "nvvm.reqntid"="128" "target-cpu"="sm_90" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %y = call <4 x i32> @between(<4 x i32> %x)
  store <4 x i32> %y, ptr addrspace(1) %q
  ret void
}
