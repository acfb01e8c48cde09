; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s
;
; On AMD a barrier is three or four instructions; a part of them is not a
; barrier.

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: barriers of @hip: 2
; CHECK-NEXT: block in %entry:  fence syncscope("workgroup") release ; call void @llvm.amdgcn.s.barrier() ; fence syncscope("workgroup") acquire{{$}}
; CHECK-NEXT: warp in %entry:  fence syncscope("wavefront") release ; call void @llvm.amdgcn.wave.barrier() ; fence syncscope("wavefront") acquire{{$}}
define amdgpu_kernel void @hip() {
entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  ret void
}

; Wider scopes and stronger orderings also work; arithmetic and lane
; instructions may be in between.
; CHECK-LABEL: barriers of @wider: 2
; CHECK-NEXT: block in %entry:  fence syncscope("agent") acq_rel
; CHECK-NEXT: block in %entry:  fence seq_cst
define amdgpu_kernel void @wider(i32 %x) {
entry:
  fence syncscope("agent") acq_rel
  %a = add i32 %x, 1
  call void @llvm.amdgcn.s.barrier()
  %b = call i32 @llvm.amdgcn.ds.bpermute(i32 %x, i32 %a)
  fence syncscope("agent") acquire
  fence seq_cst
  call void @llvm.amdgcn.s.barrier()
  fence seq_cst
  ret void
}

; gfx12: barrier -1 in two halves is one point.
; CHECK-LABEL: barriers of @halves: 1
; CHECK-NEXT: block in %entry:  fence {{.*}} release ; call void @llvm.amdgcn.s.barrier.signal(i32 -1) ; call void @llvm.amdgcn.s.barrier.wait(i16 -1) ; fence
define amdgpu_kernel void @halves() {
entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  ret void
}

; Work between the halves may be intended overlap; another number is a cluster's.
; CHECK-LABEL: barriers of @split: 8
; CHECK-COUNT-8: other in %entry:
define amdgpu_kernel void @split(ptr addrspace(3) %p) {
entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  store i32 0, ptr addrspace(3) %p
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -3)
  call void @llvm.amdgcn.s.barrier.wait(i16 -3)
  fence syncscope("workgroup") acquire
  ret void
}

; CHECK-LABEL: barriers of @lone: 8
; CHECK-COUNT-8: other in
define amdgpu_kernel void @lone() {
entry:
  call void @llvm.amdgcn.s.barrier()
  br label %next
next:
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("workgroup") release
  br label %last
last:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acquire
  ret void
}

; A load between fence and barrier is not ordered by the pair; two barriers do
; not share a fence; "one-as" fences order less.
; CHECK-LABEL: barriers of @not_quite: 9
; CHECK-COUNT-3: other in %entry:
; CHECK-NEXT: block in %entry:
; CHECK-COUNT-5: other in %entry:
define amdgpu_kernel void @not_quite(ptr addrspace(3) %p) {
entry:
  fence syncscope("workgroup") release
  store i32 0, ptr addrspace(3) %p
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  fence syncscope("workgroup") acq_rel
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acq_rel
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acq_rel
  fence syncscope("workgroup-one-as") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup-one-as") acquire
  ret void
}

; Lane instructions run in step and wait for nothing; sleeping is not waiting.
; CHECK-LABEL: barriers of @lanes: 2
; CHECK-NEXT: other {{.*}}s.waitcnt
; CHECK-NEXT: other {{.*}}asm sideeffect "s_barrier"
define amdgpu_kernel void @lanes(i32 %x) {
entry:
  %a = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
  %b = call i32 @llvm.amdgcn.update.dpp.i32(i32 %x, i32 %x, i32 177, i32 15, i32 15, i1 true)
  %c = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  call void @llvm.amdgcn.s.sleep(i32 1)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 0)
  call void asm sideeffect "s_barrier", ""()
  %d = call i32 asm "v_xor_b32 $0, $1, 7", "=v,v"(i32 %x)
  ret void
}
