; Loads at an index from data that no shuffle replaces, and why.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
; RUN: FileCheck %s --check-prefix=SAME --input-file=%t.after.ll
; SAME-NOT: @llvm.amdgcn.ds.bpermute

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [512 x i32] poison, align 16
@bytes = internal addrspace(3) global [512 x i8] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.assume(i1)

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on what is read from memory, and no mask, remainder or range leaves less than 257 values of its index
define amdgpu_kernel void @open(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k = lshr i32 %v, 8
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 64, and then thread 64 reads byte 512, which no store before the barrier writes
define amdgpu_kernel void @other_row(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %k = and i32 %v, 127
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: at some values of its index, it reads what another wave wrote, or not the same in every wave
define amdgpu_kernel void @block_row(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %a = and i32 %v, 127
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 0, and then thread 0 reads byte 0, which two stores of one thread write in no fixed order or under a condition
define amdgpu_kernel void @guarded_store(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %c = icmp ult i32 %v, 7
  br i1 %c, label %storing, label %stored
storing:
  store i32 %t, ptr addrspace(3) %p
  br label %stored
stored:
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 0, and then another write to the array may come between the barrier and the load
define amdgpu_kernel void @overwritten(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %lane = and i32 %t, 63
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %c = icmp ult i32 %lane, 7
  br i1 %c, label %storing, label %stored
storing:
  store i32 %t, ptr addrspace(3) %p
  br label %stored
stored:
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: no barrier runs before the load on every path
define amdgpu_kernel void @no_barrier(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: some threads may leave the kernel before the barrier, and which thread's value the load reads depends on data
define amdgpu_kernel void @early_exit(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %c = icmp uge i32 %t, %n
  br i1 %c, label %end, label %stay
stay:
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: not all lanes of the wave run the load, and its index is computed where only some of them are
define amdgpu_kernel void @late_index(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %few = icmp ult i32 %v, 1000
  br i1 %few, label %some, label %done
some:
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  br label %done
done:
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 32, and then thread 0 reads byte 128, which no store before the barrier writes
define amdgpu_kernel void @unwritten(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %lane = and i32 %t, 63
  %c = icmp ult i32 %lane, 32
  br i1 %c, label %storing, label %stored
storing:
  store i32 %t, ptr addrspace(3) %p
  br label %stored
stored:
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %k = and i32 %v, 63
  %row = and i32 %t, -64
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="gfx942" "f2layout-block"="128,1,1" }
