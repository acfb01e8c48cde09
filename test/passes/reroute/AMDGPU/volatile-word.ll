; A volatile word in an array keeps its place, and the exchanges through the rest
; of the array do not depend on it: CUB's guarded loads and stores have one.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.ll -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2sim --equal %s %t.ll --kernels all --block 128 --quiet

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@a = internal addrspace(3) global [129 x i32] undef, align 16
@b = internal addrspace(3) global [129 x i32] undef, align 16
@c = internal addrspace(3) global [129 x i32] undef, align 16
@d = internal addrspace(3) global [129 x i32] undef, align 16
@e = internal addrspace(3) global [128 x i32] undef, align 16
@f = internal addrspace(3) global [128 x i32] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; The neighbours exchange their values; then all read how many there are.
; REMARK: remark: {{.*}} shared exchange through a of 1 x i32 per thread within each wave became 1 shuffle
; REMARK: remark: {{.*}} load from shared array a stays: it is volatile (in count)
; CHECK-LABEL: define amdgpu_kernel void @count(
; CHECK-NOT: store i32 %v
; CHECK: call i32 @llvm.amdgcn.{{.*}}dpp
; CHECK: store volatile i32 %n
; CHECK: load volatile i32
define amdgpu_kernel void @count(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @a, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %l = getelementptr i32, ptr addrspace(3) @a, i32 %x
  %w = load i32, ptr addrspace(3) %l
  %first = icmp eq i32 %t, 0
  br i1 %first, label %tell, label %ask

tell:
  store volatile i32 %n, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @a, i32 512)
  br label %ask

ask:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %count = load volatile i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @a, i32 512)
  %in.range = icmp ult i32 %t, %count
  br i1 %in.range, label %write, label %end

write:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

; What a volatile store writes is not exchanged.
; REMARK: remark: {{.*}} shared array b stays: it is accessed by volatile instructions; __builtin_amdgcn_wave_barrier() between fences, in place of volatile, would order them (in volatile_store)
; CHECK-LABEL: define amdgpu_kernel void @volatile_store(
; CHECK: store volatile i32 %v
; CHECK: load i32, ptr addrspace(3) %l
define amdgpu_kernel void @volatile_store(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @b, i32 %t
  store volatile i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %l = getelementptr i32, ptr addrspace(3) @b, i32 %x
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; A volatile store may come between.
; REMARK: remark: {{.*}} shared array c stays: it is accessed by volatile instructions; {{.*}} (in between)
; CHECK-LABEL: define amdgpu_kernel void @between(
; CHECK: load i32, ptr addrspace(3) %l
define amdgpu_kernel void @between(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @c, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %l = getelementptr i32, ptr addrspace(3) @c, i32 %x
  store volatile i32 %t, ptr addrspace(3) %l
  %w = load i32, ptr addrspace(3) %l
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; A volatile load reads what the store wrote, so the store stays.
; REMARK: remark: {{.*}} shared exchange through d of 1 x i32 per thread within each wave became 1 shuffle, and the stores that others read stay: {{.*}} (in read)
; REMARK: remark: {{.*}} load from shared array d stays: it is volatile (in read)
; CHECK-LABEL: define amdgpu_kernel void @read(
; CHECK: store i32 %v, ptr addrspace(3) %s
; CHECK: call i32 @llvm.amdgcn.{{.*}}dpp
; CHECK: call void @llvm.amdgcn.s.barrier
; CHECK: load volatile i32
define amdgpu_kernel void @read(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @d, i32 %t
  store i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %l = getelementptr i32, ptr addrspace(3) @d, i32 %x
  %w = load i32, ptr addrspace(3) %l
  %y = xor i32 %t, 64
  %m = getelementptr i32, ptr addrspace(3) @d, i32 %y
  %u = load volatile i32, ptr addrspace(3) %m
  %sum = add i32 %w, %u
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %q
  ret void
}

; Steps of a reduction need a condition, too: a barrier of the warp alone would
; not order the load of one lane and the store of another in the same step.
; REMARK: remark: {{.*}} shared array e stays: it is accessed by volatile instructions; in place of volatile, if (lane < d) around each step from s[lane + d] to s[lane], then __builtin_amdgcn_wave_barrier() between fences, would order them (in steps)
; CHECK-LABEL: define amdgpu_kernel void @steps(
; CHECK: store volatile i32 %sum.b
define amdgpu_kernel void @steps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @e, i32 %t
  store volatile i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %first = icmp ult i32 %t, 32
  br i1 %first, label %tail, label %end

tail:
  %m = getelementptr i32, ptr addrspace(3) %s, i32 32
  %a = load volatile i32, ptr addrspace(3) %m
  %b = load volatile i32, ptr addrspace(3) %s
  %sum = add i32 %a, %b
  store volatile i32 %sum, ptr addrspace(3) %s
  %m.b = getelementptr i32, ptr addrspace(3) %s, i32 16
  %a.b = load volatile i32, ptr addrspace(3) %m.b
  %b.b = load volatile i32, ptr addrspace(3) %s
  %sum.b = add i32 %a.b, %b.b
  store volatile i32 %sum.b, ptr addrspace(3) %s
  br label %end

end:
  ret void
}

; Without volatile the greater value would stay under a condition on the array, and
; the other loads at a distance that the loop changes: nothing is advised.
; REMARK: remark: {{.*}} shared array f stays: it is accessed by volatile instructions (in greatest)
define amdgpu_kernel void @greatest(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !reqd_work_group_size !0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i32, ptr addrspace(3) @f, i32 %t
  store volatile i32 %v, ptr addrspace(3) %s
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %step

step:
  %d = phi i32 [ 16, %entry ], [ %half, %next ]
  %at = xor i32 %t, %d
  %o = getelementptr i32, ptr addrspace(3) @f, i32 %at
  %a = load volatile i32, ptr addrspace(3) %o
  %b = load volatile i32, ptr addrspace(3) %s
  %greater = icmp sgt i32 %a, %b
  br i1 %greater, label %take, label %next

take:
  %again = load volatile i32, ptr addrspace(3) %o
  store volatile i32 %again, ptr addrspace(3) %s
  br label %next

next:
  %half = lshr i32 %d, 1
  %more = icmp ugt i32 %d, 1
  br i1 %more, label %step, label %end

end:
  %w = load i32, ptr addrspace(3) @f
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx942" }
!0 = !{i32 128, i32 1, i32 1}
