; Which waves use a shuffle's result depends on the block's shape. If nothing is
; known of it, a remark says what stating it would gain in blocks of a likely shape.
; RUN: %f2opt -passes='function(f2layout-idle)' -S %s -o %t.ll -pass-remarks=f2layout-idle -pass-remarks-missed=f2layout-idle 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --quiet

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)

; REMARK: remark: {{.*}}: every wave runs 1 shuffle, though in blocks of [[BLOCK:[0-9x]+]] some waves use no result of it: which ones depends on the block's shape, which is not known; {{.*}}F2_BLOCK{{.*}} (in unknown)
define amdgpu_kernel void @unknown(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = shl i32 %t, 2
  %idle = icmp ugt i32 %t, 63
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.amdgcn.ds.bpermute(i32 %a, i32 %t)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; Some lanes of each wave use it.
define amdgpu_kernel void @used(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = shl i32 %t, 2
  %idle = icmp eq i32 %a, 8
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.amdgcn.ds.bpermute(i32 %a, i32 %t)
  %zero = icmp ult i32 %a, 5000
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; REMARK: remark: {{.*}} branch around 1 shuffle{{.*}} (in stated)
define amdgpu_kernel void @stated(ptr addrspace(1) %out) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = shl i32 %t, 2
  %idle = icmp ugt i32 %t, 63
  br i1 %idle, label %move, label %move.first

move.first:
  br label %move

move:
  %y = call i32 @llvm.amdgcn.ds.bpermute(i32 %a, i32 %t)
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %write, label %end

write:
  store i32 %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" }
attributes #1 = { "target-cpu"="gfx90a" "f2layout-block"="128,1,1" }
