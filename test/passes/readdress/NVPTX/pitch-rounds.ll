; Stores that fill a tile, perhaps not in every thread, get conflicts of which the
; loads of the same iteration lose more. Nothing is known of loads that need not
; follow in it, or that run in another loop.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --arg 2=96,128
; RUN: %f2sim %s --kernel rounds --block 128 --arg 2=128 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel rounds --block 128 --arg 2=128 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: total {{[0-9]+}} accesses, 1280 wavefronts
; AFTER: total {{[0-9]+}} accesses, 768 wavefronts

target triple = "nvptx64-nvidia-cuda"

@rounds.s = internal addrspace(3) global [64 x [32 x half]] undef, align 32
@branch.s = internal addrspace(3) global [64 x [32 x half]] undef, align 32
@once.s = internal addrspace(3) global [64 x [32 x half]] undef, align 32

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3), i32)

; REMARK: remark: {{.*}}rows of shared array rounds.s are 80 instead of 64 bytes apart
; CHECK-LABEL: @rounds(
; CHECK: load.a.row.stride.f16.p3(ptr addrspace(3) {{.*}}, i32 40)
define ptx_kernel void @rounds(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = lshr i32 %t, 2
  %q = and i32 %t, 3
  %q8 = shl i32 %q, 3
  %w = lshr i32 %t, 5
  %w16 = shl i32 %w, 4
  %mine = shl i32 %t, 2
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %more = icmp ult i32 %t, %n
  %at = add i32 %t, %k
  br i1 %more, label %fill, label %read

fill:
  %from = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %at
  %v = load <8 x half>, ptr addrspace(1) %from, align 16
  %to0 = getelementptr [32 x half], ptr addrspace(3) @rounds.s, i32 %r, i32 %q8
  store <8 x half> %v, ptr addrspace(3) %to0, align 16
  %r1 = add i32 %r, 32
  %to1 = getelementptr [32 x half], ptr addrspace(3) @rounds.s, i32 %r1, i32 %q8
  store <8 x half> %v, ptr addrspace(3) %to1, align 16
  br label %read

read:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = getelementptr [32 x half], ptr addrspace(3) @rounds.s, i32 %w16, i32 0
  %a0 = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) %p0, i32 32)
  %x00 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a0, 0
  %i00 = add i32 %mine, 0
  %o00 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i00
  store <2 x half> %x00, ptr addrspace(1) %o00, align 4
  %x01 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a0, 1
  %i01 = add i32 %mine, 1
  %o01 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i01
  store <2 x half> %x01, ptr addrspace(1) %o01, align 4
  %p1 = getelementptr [32 x half], ptr addrspace(3) @rounds.s, i32 %w16, i32 16
  %a1 = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) %p1, i32 32)
  %x10 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a1, 0
  %i10 = add i32 %mine, 2
  %o10 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i10
  store <2 x half> %x10, ptr addrspace(1) %o10, align 4
  %x11 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a1, 1
  %i11 = add i32 %mine, 3
  %o11 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i11
  store <2 x half> %x11, ptr addrspace(1) %o11, align 4
  br label %latch

latch:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, 8
  br i1 %again, label %loop, label %done

done:
  ret void
}

; REMARK: remark: {{.*}}shared array branch.s keeps its rows
; CHECK-LABEL: @branch(
; CHECK: load.a.row.stride.f16.p3(ptr addrspace(3) {{.*}}, i32 32)
define ptx_kernel void @branch(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = lshr i32 %t, 2
  %q = and i32 %t, 3
  %q8 = shl i32 %q, 3
  %w = lshr i32 %t, 5
  %w16 = shl i32 %w, 4
  %mine = shl i32 %t, 2
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %more = icmp ult i32 %t, %n
  %at = add i32 %t, %k
  br i1 %more, label %fill, label %read

fill:
  %from = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %at
  %v = load <8 x half>, ptr addrspace(1) %from, align 16
  %to0 = getelementptr [32 x half], ptr addrspace(3) @branch.s, i32 %r, i32 %q8
  store <8 x half> %v, ptr addrspace(3) %to0, align 16
  %r1 = add i32 %r, 32
  %to1 = getelementptr [32 x half], ptr addrspace(3) @branch.s, i32 %r1, i32 %q8
  store <8 x half> %v, ptr addrspace(3) %to1, align 16
  br label %read

read:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %odd = icmp ult i32 %k, %n
  br i1 %odd, label %load, label %latch

load:
  %p0 = getelementptr [32 x half], ptr addrspace(3) @branch.s, i32 %w16, i32 0
  %a0 = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) %p0, i32 32)
  %x00 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a0, 0
  %i00 = add i32 %mine, 0
  %o00 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i00
  store <2 x half> %x00, ptr addrspace(1) %o00, align 4
  %x01 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a0, 1
  %i01 = add i32 %mine, 1
  %o01 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i01
  store <2 x half> %x01, ptr addrspace(1) %o01, align 4
  %p1 = getelementptr [32 x half], ptr addrspace(3) @branch.s, i32 %w16, i32 16
  %a1 = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) %p1, i32 32)
  %x10 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a1, 0
  %i10 = add i32 %mine, 2
  %o10 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i10
  store <2 x half> %x10, ptr addrspace(1) %o10, align 4
  %x11 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a1, 1
  %i11 = add i32 %mine, 3
  %o11 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i11
  store <2 x half> %x11, ptr addrspace(1) %o11, align 4
  br label %latch

latch:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, 8
  br i1 %again, label %loop, label %done

done:
  ret void
}

; REMARK: remark: {{.*}}shared array once.s keeps its rows
; CHECK-LABEL: @once(
; CHECK: load.a.row.stride.f16.p3(ptr addrspace(3) {{.*}}, i32 32)
define ptx_kernel void @once(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = lshr i32 %t, 2
  %q = and i32 %t, 3
  %q8 = shl i32 %q, 3
  %w = lshr i32 %t, 5
  %w16 = shl i32 %w, 4
  %mine = shl i32 %t, 2
  %at = add i32 %t, 0
  %from = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %at
  %v = load <8 x half>, ptr addrspace(1) %from, align 16
  %to0 = getelementptr [32 x half], ptr addrspace(3) @once.s, i32 %r, i32 %q8
  store <8 x half> %v, ptr addrspace(3) %to0, align 16
  %r1 = add i32 %r, 32
  %to1 = getelementptr [32 x half], ptr addrspace(3) @once.s, i32 %r1, i32 %q8
  store <8 x half> %v, ptr addrspace(3) %to1, align 16
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %more = icmp ult i32 %t, %n
  br label %read

read:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p0 = getelementptr [32 x half], ptr addrspace(3) @once.s, i32 %w16, i32 0
  %a0 = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) %p0, i32 32)
  %x00 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a0, 0
  %i00 = add i32 %mine, 0
  %o00 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i00
  store <2 x half> %x00, ptr addrspace(1) %o00, align 4
  %x01 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a0, 1
  %i01 = add i32 %mine, 1
  %o01 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i01
  store <2 x half> %x01, ptr addrspace(1) %o01, align 4
  %p1 = getelementptr [32 x half], ptr addrspace(3) @once.s, i32 %w16, i32 16
  %a1 = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) %p1, i32 32)
  %x10 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a1, 0
  %i10 = add i32 %mine, 2
  %o10 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i10
  store <2 x half> %x10, ptr addrspace(1) %o10, align 4
  %x11 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a1, 1
  %i11 = add i32 %mine, 3
  %o11 = getelementptr <2 x half>, ptr addrspace(1) %out, i32 %i11
  store <2 x half> %x11, ptr addrspace(1) %o11, align 4
  br label %latch

latch:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, 8
  br i1 %again, label %loop, label %done

done:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128,1,1" }
