; Which warps use a shuffle's result depends on the block's shape. If nothing is
; known of it, a remark says what stating it would gain in blocks of a likely shape.
; RUN: %f2opt -passes='function(f2layout-idle)' -S %s -o %t.ll -pass-remarks=f2layout-idle -pass-remarks-missed=f2layout-idle 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --quiet

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; REMARK: remark: {{.*}}: every warp runs 1 shuffle, though in blocks of [[BLOCK:[0-9x]+]] some warps use no result of it: which ones depends on the block's shape, which is not known; {{.*}}F2_BLOCK{{.*}} (in unknown)
define ptx_kernel void @unknown(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = shl i32 %t, 2
  %idle = icmp ugt i32 %t, 31
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; Some lanes of each warp use it.
define ptx_kernel void @used(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = shl i32 %t, 2
  %idle = icmp eq i32 %a, 8
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp ult i32 %a, 5000
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; REMARK: remark: {{.*}} branch around 1 shuffle{{.*}} (in stated)
define ptx_kernel void @stated(ptr addrspace(1) %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = shl i32 %t, 2
  %idle = icmp ugt i32 %t, 31
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { "target-cpu"="sm_90" "f2layout-block"="128,1,1" }
