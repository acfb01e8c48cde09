; cp.async in assembly, with what no intrinsic has: hints for the caches, a policy,
; a predicate. It stays assembly, but takes a pointer, and the array is swizzled.
; RUN: %f2opt -passes='function(f2layout-matrix)' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes='function(f2layout-matrix,f2layout-readdress),f2layout-sweep' -S %s -o %t.swizzled.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.swizzled.ll --kernel copied --block 256 --arg 2=100,300
; RUN: %f2sim --equal %s %t.swizzled.ll --kernel padded --block 256
; RUN: %f2sim --equal %s %t.swizzled.ll --kernel not_padded --block 256 --arg 2=100,300
; RUN: %f2sim --equal %s %t.swizzled.ll --kernel in_dynamic --block 256 --dynamic-shared 8192
; RUN: %f2sim %s --kernel copied --block 256 --arg 2=300 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.swizzled.ll --kernel copied --block 256 --arg 2=300 --report | FileCheck %s --check-prefix=FREE
; RUN: not %f2sim %s --kernel no_wait --block 256 --arg 2=100 | FileCheck %s --check-prefix=RACE
; RUN: not %f2sim %t.swizzled.ll --kernel no_wait --block 256 --arg 2=100 | FileCheck %s --check-prefix=RACE
; RUN: llc -mcpu=sm_90 -mattr=+ptx80 %t.swizzled.ll -o - | FileCheck %s --check-prefix=PTX
; BEFORE: total {{[0-9]+}} accesses, 1152 wavefronts
; FREE: total {{[0-9]+}} accesses, [[FEW:[0-9]+]] wavefronts, [[FEW]] ideal
; RACE: race: byte
; RACE: and has not waited for the copy

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@a = internal addrspace(3) global [32 x [32 x i32]] undef, align 16
@b = internal addrspace(3) global [32 x [32 x i32]] undef, align 16
@c = internal addrspace(3) global [32 x [32 x i32]] undef, align 16
@d = internal addrspace(3) global [32 x [32 x i32]] undef, align 16
@e = internal addrspace(3) global [32 x [33 x i32]] undef, align 16
@f = internal addrspace(3) global [32 x [33 x i32]] undef, align 16
@g = internal addrspace(3) global [32 x [32 x i32]] undef, align 16
@h = internal addrspace(3) global [32 x [32 x i32]] undef, align 16
@dynamic = external addrspace(3) global [0 x i32], align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; A hint; a policy; a predicate; a predicate and zeros, the other way around.
; REMARK: remark: {{.*}}shared array a swizzled: {{.*}} take 288 -> 64 wavefronts
; REMARK: remark: {{.*}}shared array b swizzled: {{.*}} take 288 -> 64 wavefronts
; REMARK: remark: {{.*}}shared array c swizzled: {{.*}} take 288 -> 64 wavefronts
; REMARK: remark: {{.*}}shared array d swizzled: {{.*}} take 288 -> 64 wavefronts
; CHECK-LABEL: @copied(
; CHECK-NOT: ptrtoint
; CHECK: asm sideeffect "cp.async.ca.shared.global.L2::128B [$0], [$1], 16;", "l,l"(ptr addrspace(3) %ap, ptr addrspace(1) %from)
; CHECK: asm sideeffect "cp.async.cg.shared::cta.global.L2::cache_hint.L2::256B [$0], [$1], $2, $3;", "l,l,n,l,~{memory}"(ptr addrspace(3) %bp, ptr addrspace(1) %from, i32 16, i64 0)
; CHECK: asm sideeffect "{{.*}}@p cp.async.cg.shared.global.L2::128B [$1], [$2], $3;{{.*}}", "r,l,l,n"(i32 %flag, ptr addrspace(3) %cp, ptr addrspace(1) %from, i32 16)
; CHECK: asm sideeffect "{{.*}}@!q cp.async.ca.shared.global [$0], [$1], 16, $2;{{.*}}", "l,l,r,r"(ptr addrspace(3) %dp, ptr addrspace(1) %from, i32 %filled, i32 %flag)
; CHECK: ret void
; PTX-LABEL: copied(
; PTX: cp.async.ca.shared.global.L2::128B [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], 16;
; PTX: @p cp.async.cg.shared.global.L2::128B [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], 16;
define ptx_kernel void @copied(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %c = icmp slt i32 %t, %n
  %flag = zext i1 %c to i32
  %filled = select i1 %c, i32 16, i32 0
  %first = shl i32 %t, 2
  %row = and i32 %t, 31
  %column = lshr i32 %t, 3
  %column4 = and i32 %column, 28
  %base = mul i32 %row, 32
  %at = add i32 %base, %column4
  %ap = getelementptr i32, ptr addrspace(3) @a, i32 %first
  %aw = ptrtoint ptr addrspace(3) %ap to i64
  %a = trunc i64 %aw to i32
  call void asm sideeffect "cp.async.ca.shared.global.L2::128B [$0], [$1], 16;", "r,l"(i32 %a, ptr addrspace(1) %from) #1
  %bp = getelementptr i32, ptr addrspace(3) @b, i32 %first
  %b = ptrtoint ptr addrspace(3) %bp to i64
  call void asm sideeffect "cp.async.cg.shared::cta.global.L2::cache_hint.L2::256B [$0], [$1], $2, $3;", "l,l,n,l,~{memory}"(i64 %b, ptr addrspace(1) %from, i32 16, i64 0) #1
  %cp = getelementptr i32, ptr addrspace(3) @c, i32 %first
  %cw = ptrtoint ptr addrspace(3) %cp to i64
  %c.0 = trunc i64 %cw to i32
  call void asm sideeffect "{\0A  .reg .pred p;\0A  setp.ne.b32 p, $0, 0;\0A  @p cp.async.cg.shared.global.L2::128B [$1], [$2], $3;\0A}\0A", "r,r,l,n"(i32 %flag, i32 %c.0, ptr addrspace(1) %from, i32 16) #1
  %dp = getelementptr i32, ptr addrspace(3) @d, i32 %first
  %dw = ptrtoint ptr addrspace(3) %dp to i64
  %d = trunc i64 %dw to i32
  call void asm sideeffect "{ .reg .pred q; setp.eq.s32 q, $3, 0; @!q cp.async.ca.shared.global [$0], [$1], 16, $2; }", "r,l,r,r"(i32 %d, ptr addrspace(1) %from, i32 %filled, i32 %flag) #1
  call void asm sideeffect "cp.async.commit_group;", ""() #1
  call void asm sideeffect "cp.async.wait_group $0;\0A", "n,~{memory}"(i32 0) #1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %aro = getelementptr i32, ptr addrspace(3) @a, i32 %at
  %arv = load <4 x i32>, ptr addrspace(3) %aro, align 16
  %ari = add i32 %t, 0
  %arg = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %ari
  store <4 x i32> %arv, ptr addrspace(1) %arg
  %bro = getelementptr i32, ptr addrspace(3) @b, i32 %at
  %brv = load <4 x i32>, ptr addrspace(3) %bro, align 16
  %bri = add i32 %t, 256
  %brg = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %bri
  store <4 x i32> %brv, ptr addrspace(1) %brg
  %cro = getelementptr i32, ptr addrspace(3) @c, i32 %at
  %crv = load <4 x i32>, ptr addrspace(3) %cro, align 16
  %cri = add i32 %t, 512
  %crg = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %cri
  store <4 x i32> %crv, ptr addrspace(1) %crg
  %dro = getelementptr i32, ptr addrspace(3) @d, i32 %at
  %drv = load <4 x i32>, ptr addrspace(3) %dro, align 16
  %dri = add i32 %t, 768
  %drg = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %dri
  store <4 x i32> %drv, ptr addrspace(1) %drg
  ret void
}

; The last column belongs to no element. Whether a copy goes there is up to the
; thread, of which one in 33 has a predicate that is false: it is padding.
; REMARK: remark: {{.*}}shared array e swizzled: {{.*}}, and its padding was removed: 128 of 4224 bytes saved
define ptx_kernel void @padded(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %column = urem i32 %t, 33
  %inside = icmp ult i32 %column, 32
  %flag = zext i1 %inside to i32
  %r = udiv i32 %t, 33
  %p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @e, i32 0, i32 %r, i32 %column
  %i = ptrtoint ptr addrspace(3) %p to i32
  call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $0, 0; @p cp.async.ca.shared.global.L2::64B [$1], [$2], 4; }", "r,r,l"(i32 %flag, i32 %i, ptr addrspace(1) %from) #1
  call void asm sideeffect "cp.async.commit_group;", ""() #1
  call void asm sideeffect "cp.async.wait_group $0;\0A", "n,~{memory}"(i32 0) #1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %lane = and i32 %t, 7
  %warp = lshr i32 %t, 3
  %o = getelementptr [32 x [33 x i32]], ptr addrspace(3) @e, i32 0, i32 %lane, i32 %warp
  %used = icmp ult i32 %lane, 7
  br i1 %used, label %read, label %done
read:
  %v = load i32, ptr addrspace(3) %o
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %g
  br label %done
done:
  ret void
}

; Here data decides: a copy may go to the last column, which stays.
; REMARK: remark: {{.*}}shared array f keeps its padding: an access may touch the last 4 of 132 bytes of a row
define ptx_kernel void @not_padded(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %inside = icmp ult i32 %t, %n
  %flag = zext i1 %inside to i32
  %r = udiv i32 %t, 33
  %column = urem i32 %t, 33
  %p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @f, i32 0, i32 %r, i32 %column
  %i = ptrtoint ptr addrspace(3) %p to i32
  call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $0, 0; @p cp.async.ca.shared.global.L2::64B [$1], [$2], 4; }", "r,r,l"(i32 %flag, i32 %i, ptr addrspace(1) %from) #1
  call void asm sideeffect "cp.async.commit_group;", ""() #1
  call void asm sideeffect "cp.async.wait_group $0;\0A", "n,~{memory}"(i32 0) #1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %lane = and i32 %t, 7
  %warp = lshr i32 %t, 3
  %o = getelementptr [32 x [33 x i32]], ptr addrspace(3) @f, i32 0, i32 %lane, i32 %warp
  %used = icmp ult i32 %lane, 7
  br i1 %used, label %read, label %done
read:
  %v = load i32, ptr addrspace(3) %o
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %g
  br label %done
done:
  ret void
}

; Dynamic shared memory: the wait touches none. A copy whose braces hold nothing
; else is the intrinsic; one with a policy of its own is not.
; REMARK: remark: {{.*}}shared array dynamic swizzled:
; CHECK-LABEL: @in_dynamic(
; CHECK: call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %ap,
; CHECK: createpolicy{{.*}}"l,l"(ptr addrspace(3) %bp,
define ptx_kernel void @in_dynamic(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %c = icmp slt i32 %t, %n
  %flag = zext i1 %c to i32
  %filled = select i1 %c, i32 16, i32 0
  %first = shl i32 %t, 2
  %row = and i32 %t, 31
  %column = lshr i32 %t, 3
  %column4 = and i32 %column, 28
  %base = mul i32 %row, 32
  %at = add i32 %base, %column4
  %ap = getelementptr i32, ptr addrspace(3) @dynamic, i32 %first
  %aw = ptrtoint ptr addrspace(3) %ap to i64
  %a = trunc i64 %aw to i32
  call void asm sideeffect "{ cp.async.cg.shared.global [$0], [$1], 16; }", "r,l"(i32 %a, ptr addrspace(1) %from) #1
  %next = add i32 %first, 1024
  %bp = getelementptr i32, ptr addrspace(3) @dynamic, i32 %next
  %bw = ptrtoint ptr addrspace(3) %bp to i64
  %b = trunc i64 %bw to i32
  call void asm sideeffect "{ .reg .b64 p; createpolicy.fractional.L2::evict_first.b64 p, 1.0; cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, p; }", "r,l"(i32 %b, ptr addrspace(1) %from) #1
  call void asm sideeffect "cp.async.commit_group;", ""() #1
  call void asm sideeffect "cp.async.wait_group $0;\0A", "n,~{memory}"(i32 0) #1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %further = add i32 %at, 1024
  %aro = getelementptr i32, ptr addrspace(3) @dynamic, i32 %at
  %arv = load <4 x i32>, ptr addrspace(3) %aro, align 16
  %ari = add i32 %t, 0
  %arg = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %ari
  store <4 x i32> %arv, ptr addrspace(1) %arg
  %bro = getelementptr i32, ptr addrspace(3) @dynamic, i32 %further
  %brv = load <4 x i32>, ptr addrspace(3) %bro, align 16
  %bri = add i32 %t, 256
  %brg = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %bri
  store <4 x i32> %brv, ptr addrspace(1) %brg
  ret void
}

; Nobody waits, or waits too late.
; REMARK: remark: {{.*}}shared array g swizzled:
define ptx_kernel void @no_wait(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %c = icmp slt i32 %t, %n
  %flag = zext i1 %c to i32
  %filled = select i1 %c, i32 16, i32 0
  %first = shl i32 %t, 2
  %row = and i32 %t, 31
  %column = lshr i32 %t, 3
  %column4 = and i32 %column, 28
  %base = mul i32 %row, 32
  %at = add i32 %base, %column4
  %ap = getelementptr i32, ptr addrspace(3) @g, i32 %first
  %aw = ptrtoint ptr addrspace(3) %ap to i64
  %a = trunc i64 %aw to i32
  call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $0, 0; @p cp.async.cg.shared.global.L2::128B [$1], [$2], 16; }", "r,r,l"(i32 %flag, i32 %a, ptr addrspace(1) %from) #1
  call void asm sideeffect "cp.async.commit_group;", ""() #1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %aro = getelementptr i32, ptr addrspace(3) @g, i32 %at
  %arv = load <4 x i32>, ptr addrspace(3) %aro, align 16
  %ari = add i32 %t, 0
  %arg = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %ari
  store <4 x i32> %arv, ptr addrspace(1) %arg
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() #1
  ret void
}

; These stay: an unknown size, a store beside the copy, another predicate, a part
; of a group, and a register that the text does not declare.
; CHECK-LABEL: @stay(
; CHECK-NOT: asm {{.*}}cp.async{{.*}}ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @stay(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %c = icmp slt i32 %t, %n
  %flag = zext i1 %c to i32
  %filled = select i1 %c, i32 16, i32 0
  %first = shl i32 %t, 2
  %row = and i32 %t, 31
  %column = lshr i32 %t, 3
  %column4 = and i32 %column, 28
  %base = mul i32 %row, 32
  %at = add i32 %base, %column4
  %ap = getelementptr i32, ptr addrspace(3) @h, i32 %first
  %aw = ptrtoint ptr addrspace(3) %ap to i64
  %a = trunc i64 %aw to i32
  call void asm sideeffect "cp.async.cg.shared.global.L2::128B [$0], [$1], 8;", "r,l"(i32 %a, ptr addrspace(1) %from) #1
  call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p cp.async.cg.shared.global [$0], [$1], 16; @!p st.shared.u32 [$0], 0; }", "r,l,r"(i32 %a, ptr addrspace(1) %from, i32 %flag) #1
  call void asm sideeffect "{ .reg .pred p; setp.gt.s32 p, $2, 0; @p cp.async.cg.shared.global [$0], [$1], 16; }", "r,l,r"(i32 %a, ptr addrspace(1) %from, i32 %flag) #1
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16; cp.async.commit_group;", "r,l"(i32 %a, ptr addrspace(1) %from) #1
  call void asm sideeffect "cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, p;", "r,l"(i32 %a, ptr addrspace(1) %from) #1
  ret void
}

attributes #0 = { "nvvm.reqntid"="256" "target-cpu"="sm_90" }
attributes #1 = { convergent nounwind }
