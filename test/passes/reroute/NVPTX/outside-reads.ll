; A thread would read outside of the array. If the block's shape is known, a condition
; must keep it from the load; if not, the block may be smaller.
; RUN: %f2opt -passes='function(f2layout-reroute)' -disable-output %s \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --implicit-check-not=remark:
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [130 x i32] undef, align 4
@u = internal addrspace(3) global [130 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK: remark: {{.*}} load from shared array s stays: thread 159 would read byte 644, outside of the array's 520 bytes; the block may be smaller or of another shape, which is not known; F2_BLOCK(x, y, z)
define ptx_kernel void @unknown(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %mine = getelementptr i8, ptr addrspace(3) %own, i32 4
  store i32 %v, ptr addrspace(3) %mine
  %is0 = icmp eq i32 %t, 0
  br i1 %is0, label %halo, label %join
halo:
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %end = getelementptr i32, ptr addrspace(3) @s, i32 %n
  %last = getelementptr i8, ptr addrspace(3) %end, i32 4
  store i32 1, ptr addrspace(3) %last
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %right = getelementptr i8, ptr addrspace(3) %own, i32 8
  %c = load i32, ptr addrspace(3) %right
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %c, ptr addrspace(1) %po
  ret void
}

; CHECK: remark: {{.*}} load from shared array u stays: thread 130 would read byte 520, outside of the array's 520 bytes; a condition that is not known may keep it from the load
define ptx_kernel void @known(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #1 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %own = getelementptr i32, ptr addrspace(3) @u, i32 %t
  %few = icmp ult i32 %t, 130
  br i1 %few, label %fill, label %join
fill:
  store i32 %v, ptr addrspace(3) %own
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %reads = icmp slt i32 %t, %n
  br i1 %reads, label %load, label %end
load:
  %c = load i32, ptr addrspace(3) %own
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %c, ptr addrspace(1) %po
  br label %end
end:
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { "nvvm.reqntid"="256" "target-cpu"="sm_90" }
