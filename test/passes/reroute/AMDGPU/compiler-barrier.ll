; asm volatile("" ::: "memory") beside a barrier does not keep an exchange. It
; replaces no barrier, and where threads wait for each other in a loop around
; it, what they hand on is not what was there at the barrier.
; RUN: %f2opt -passes='function(f2layout-reroute<no-guess>)' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=became --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel beside --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel lockstep --block 128

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@s = internal addrspace(3) global [512 x i32] undef, align 16
@flag = internal addrspace(3) global i32 undef

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @beside(
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through s of 4 x i32 per thread within each wave became {{.*}} (in beside)
define amdgpu_kernel void @beside(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t4 = shl i32 %t, 2
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t4
  %v = load <4 x i32>, ptr addrspace(1) %pi
  %w = lshr i32 %t, 6
  %l = and i32 %t, 63
  %base = shl i32 %w, 8
  %i = add i32 %base, %l
  %a0 = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %a1 = getelementptr i32, ptr addrspace(3) %a0, i32 64
  %a2 = getelementptr i32, ptr addrspace(3) %a0, i32 128
  %a3 = getelementptr i32, ptr addrspace(3) %a0, i32 192
  %e0 = extractelement <4 x i32> %v, i32 0
  %e1 = extractelement <4 x i32> %v, i32 1
  %e2 = extractelement <4 x i32> %v, i32 2
  %e3 = extractelement <4 x i32> %v, i32 3
  store i32 %e0, ptr addrspace(3) %a0
  store i32 %e1, ptr addrspace(3) %a1
  store i32 %e2, ptr addrspace(3) %a2
  store i32 %e3, ptr addrspace(3) %a3
  call void asm sideeffect "", "~{memory}"()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  call void asm sideeffect "", "~{memory}"()
  %j = xor i32 %i, 1
  %r0 = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %r1 = getelementptr i32, ptr addrspace(3) %r0, i32 64
  %r2 = getelementptr i32, ptr addrspace(3) %r0, i32 128
  %r3 = getelementptr i32, ptr addrspace(3) %r0, i32 192
  %x0 = load i32, ptr addrspace(3) %r0
  %x1 = load i32, ptr addrspace(3) %r1
  %x2 = load i32, ptr addrspace(3) %r2
  %x3 = load i32, ptr addrspace(3) %r3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  %q0 = insertelement <4 x i32> poison, i32 %x0, i32 0
  %q1 = insertelement <4 x i32> %q0, i32 %x1, i32 1
  %q2 = insertelement <4 x i32> %q1, i32 %x2, i32 2
  %q3 = insertelement <4 x i32> %q2, i32 %x3, i32 3
  store <4 x i32> %q3, ptr addrspace(1) %o
  ret void
}

; No barrier: each lane reads what its neighbour wrote just before, and the
; author relies on lanes that run together.
; CHECK-LABEL: @no_barrier(
; CHECK-COUNT-4: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: 4 loads from shared array s stay, the first because no barrier runs before the load on every path; no thread waits at a compiler barrier, while at __builtin_amdgcn_wave_barrier() between fences the lanes of a wave do
define amdgpu_kernel void @no_barrier(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t4 = shl i32 %t, 2
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t4
  %v = load <4 x i32>, ptr addrspace(1) %pi
  %w = lshr i32 %t, 6
  %l = and i32 %t, 63
  %base = shl i32 %w, 8
  %i = add i32 %base, %l
  %a0 = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %a1 = getelementptr i32, ptr addrspace(3) %a0, i32 64
  %a2 = getelementptr i32, ptr addrspace(3) %a0, i32 128
  %a3 = getelementptr i32, ptr addrspace(3) %a0, i32 192
  %e0 = extractelement <4 x i32> %v, i32 0
  %e1 = extractelement <4 x i32> %v, i32 1
  %e2 = extractelement <4 x i32> %v, i32 2
  %e3 = extractelement <4 x i32> %v, i32 3
  store i32 %e0, ptr addrspace(3) %a0
  store i32 %e1, ptr addrspace(3) %a1
  store i32 %e2, ptr addrspace(3) %a2
  store i32 %e3, ptr addrspace(3) %a3
  call void asm sideeffect "", "~{memory}"()
  %j = xor i32 %i, 1
  %r0 = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %r1 = getelementptr i32, ptr addrspace(3) %r0, i32 64
  %r2 = getelementptr i32, ptr addrspace(3) %r0, i32 128
  %r3 = getelementptr i32, ptr addrspace(3) %r0, i32 192
  %x0 = load i32, ptr addrspace(3) %r0
  %x1 = load i32, ptr addrspace(3) %r1
  %x2 = load i32, ptr addrspace(3) %r2
  %x3 = load i32, ptr addrspace(3) %r3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  %q0 = insertelement <4 x i32> poison, i32 %x0, i32 0
  %q1 = insertelement <4 x i32> %q0, i32 %x1, i32 1
  %q2 = insertelement <4 x i32> %q1, i32 %x2, i32 2
  %q3 = insertelement <4 x i32> %q2, i32 %x3, i32 3
  store <4 x i32> %q3, ptr addrspace(1) %o
  ret void
}

; The same behind a block barrier, which orders other stores.
; CHECK-LABEL: @lockstep(
; CHECK-COUNT-4: load i32, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: 4 loads from shared array s stay, the first because another write to the array may come between the barrier and the load
define amdgpu_kernel void @lockstep(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t4 = shl i32 %t, 2
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t4
  %v = load <4 x i32>, ptr addrspace(1) %pi
  %w = lshr i32 %t, 6
  %l = and i32 %t, 63
  %base = shl i32 %w, 8
  %i = add i32 %base, %l
  %a0 = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %a1 = getelementptr i32, ptr addrspace(3) %a0, i32 64
  %a2 = getelementptr i32, ptr addrspace(3) %a0, i32 128
  %a3 = getelementptr i32, ptr addrspace(3) %a0, i32 192
  %e0 = extractelement <4 x i32> %v, i32 0
  %e1 = extractelement <4 x i32> %v, i32 1
  %e2 = extractelement <4 x i32> %v, i32 2
  %e3 = extractelement <4 x i32> %v, i32 3
  store i32 %e0, ptr addrspace(3) %a0
  store i32 %e1, ptr addrspace(3) %a1
  store i32 %e2, ptr addrspace(3) %a2
  store i32 %e3, ptr addrspace(3) %a3
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %e3, ptr addrspace(3) %a0
  store i32 %e2, ptr addrspace(3) %a1
  store i32 %e1, ptr addrspace(3) %a2
  store i32 %e0, ptr addrspace(3) %a3
  call void asm sideeffect "", "~{memory}"()
  %j = xor i32 %i, 1
  %r0 = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %r1 = getelementptr i32, ptr addrspace(3) %r0, i32 64
  %r2 = getelementptr i32, ptr addrspace(3) %r0, i32 128
  %r3 = getelementptr i32, ptr addrspace(3) %r0, i32 192
  %x0 = load i32, ptr addrspace(3) %r0
  %x1 = load i32, ptr addrspace(3) %r1
  %x2 = load i32, ptr addrspace(3) %r2
  %x3 = load i32, ptr addrspace(3) %r3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  %q0 = insertelement <4 x i32> poison, i32 %x0, i32 0
  %q1 = insertelement <4 x i32> %q0, i32 %x1, i32 1
  %q2 = insertelement <4 x i32> %q1, i32 %x2, i32 2
  %q3 = insertelement <4 x i32> %q2, i32 %x3, i32 3
  store <4 x i32> %q3, ptr addrspace(1) %o
  ret void
}

; The first threads write again and raise a flag; the others wait for it, and
; then load the same bytes first.
; CHECK-LABEL: @flag_raised(
; CHECK: load i32, ptr addrspace(3) %r0
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through s of 3 x i32 per thread within each wave became 3 shuffles{{.*}} (in flag_raised)
; REMARK: remark: {{.*}}: load from shared array s stays: another thread may write to the array between the barrier and the load, since threads may wait for each other there (in flag_raised)
define amdgpu_kernel void @flag_raised(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t4 = shl i32 %t, 2
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t4
  %v = load <4 x i32>, ptr addrspace(1) %pi
  %w = lshr i32 %t, 6
  %l = and i32 %t, 63
  %base = shl i32 %w, 8
  %i = add i32 %base, %l
  %a0 = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %a1 = getelementptr i32, ptr addrspace(3) %a0, i32 64
  %a2 = getelementptr i32, ptr addrspace(3) %a0, i32 128
  %a3 = getelementptr i32, ptr addrspace(3) %a0, i32 192
  %e0 = extractelement <4 x i32> %v, i32 0
  %e1 = extractelement <4 x i32> %v, i32 1
  %e2 = extractelement <4 x i32> %v, i32 2
  %e3 = extractelement <4 x i32> %v, i32 3
  store i32 %e0, ptr addrspace(3) %a0
  store i32 %e1, ptr addrspace(3) %a1
  store i32 %e2, ptr addrspace(3) %a2
  store i32 %e3, ptr addrspace(3) %a3
  store i32 0, ptr addrspace(3) @flag
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %first = icmp ult i32 %t, 64
  br i1 %first, label %write, label %wait
write:
  %k = add i32 %i, 256
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %k
  store i32 7, ptr addrspace(3) %b
  call void asm sideeffect "", "~{memory}"()
  store i32 1, ptr addrspace(3) @flag
  br label %end
wait:
  %f = load i32, ptr addrspace(3) @flag
  call void asm sideeffect "", "~{memory}"()
  %z = icmp eq i32 %f, 0
  br i1 %z, label %wait, label %go
go:
  %j = xor i32 %i, 1
  %r0 = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %r1 = getelementptr i32, ptr addrspace(3) %r0, i32 64
  %r2 = getelementptr i32, ptr addrspace(3) %r0, i32 128
  %r3 = getelementptr i32, ptr addrspace(3) %r0, i32 192
  %x0 = load i32, ptr addrspace(3) %r0
  %x1 = load i32, ptr addrspace(3) %r1
  %x2 = load i32, ptr addrspace(3) %r2
  %x3 = load i32, ptr addrspace(3) %r3
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t4
  %q0 = insertelement <4 x i32> poison, i32 %x0, i32 0
  %q1 = insertelement <4 x i32> %q0, i32 %x1, i32 1
  %q2 = insertelement <4 x i32> %q1, i32 %x2, i32 2
  %q3 = insertelement <4 x i32> %q2, i32 %x3, i32 3
  store <4 x i32> %q3, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="128,128" }
