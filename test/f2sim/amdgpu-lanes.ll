; What each lane receives, from a buffer of 0, 1, 2, ...: the first 16 lanes.
; RUN: %f2sim %s --kernel shl --block 64 --fill 0=iota32 --dump 1 | FileCheck %s --check-prefix=SHL
; RUN: %f2sim %s --kernel ror --block 64 --fill 0=iota32 --dump 1 | FileCheck %s --check-prefix=ROR
; RUN: %f2sim %s --kernel mirror --block 64 --fill 0=iota32 --dump 1 | FileCheck %s --check-prefix=MIRROR
; RUN: %f2sim %s --kernel xmask --block 32 --fill 0=iota32 --dump 1 | FileCheck %s --check-prefix=XMASK
; RUN: %f2sim %s --kernel bcast15 --block 64 --fill 0=iota32 --dump 1:96 | FileCheck %s --check-prefix=BCAST
; RUN: %f2sim %s --kernel masks --block 64 --fill 0=iota32 --dump 1:96 | FileCheck %s --check-prefix=MASKS
; RUN: %f2sim %s --kernel rotate --block 64 --fill 0=iota32 --dump 1:128 | FileCheck %s --check-prefix=ROTATE
; RUN: %f2sim %s --kernel fft --block 64 --fill 0=iota32 --dump 1 | FileCheck %s --check-prefix=FFT
; RUN: %f2sim %s --kernel inactive --block 64 --fill 0=iota32 --dump 1 | FileCheck %s --check-prefix=INACTIVE
; RUN: %f2sim %s --kernel loop --block 64 --fill 1=zero --dump 1:16 | FileCheck %s --check-prefix=LOOP
; RUN: %f2sim %s --kernel perm --block 64 --dump 1:16 | FileCheck %s --check-prefix=PERM
; RUN: %f2sim %s --kernel read --block 64 --fill 0=iota32 --dump 1:8 | FileCheck %s --check-prefix=READ
; RUN: %f2sim %s --kernel compare --block 64 --fill 0=iota32 --fill 1=zero --dump 1:24 | FileCheck %s --check-prefix=COMPARE
; RUN: not %f2sim %s --kernel uneven --block 64 | FileCheck %s --check-prefix=UNEVEN

; SHL: 000000: 01000000 02000000 03000000
; SHL: 000030: 0d000000 0e000000 0f000000 00000000
; ROR: 000000: 0e000000 0f000000 00000000 01000000
; MIRROR: 000000: 0f000000 0e000000
; XMASK: 000000: 05000000 04000000 07000000 06000000
; BCAST: 000000: 00000000
; BCAST: 000040: 0f000000 0f000000
; Row 1 is masked off, and bank 1 of row 0.
; MASKS: 000000: 01000000 00000000 03000000 02000000
; MASKS-NEXT: 000010: 63000000 63000000
; MASKS: 000040: 63000000
; ROTATE: 000000: 01000000 02000000
; ROTATE: 000070: 1d000000 1e000000 1f000000 00000000
; FFT: 000000: 00000000 10000000 08000000 18000000
; Lanes 8 and above do not execute: reading them gives 0.
; INACTIVE: 000000: 00000000 00000000
; INACTIVE: 000010: 00000000
; Lane l iterates l + 1 times, and each time counts the active lanes.
; LOOP: 000000: 40000000 7f000000 bd000000 fa000000
; PERM: 000000: 07060302 00ff0405
; READ: 000000: 05000000 00000000
; Of lanes 0 to 39, those below 3 as numbers with a sign; those whose number as a
; float is not at least 37; and one of the others.
; COMPARE: 000000: 07000000 00000000 ffffffff 1f000000
; COMPARE-NEXT: 000010: 00000000 01000000
; UNEVEN: divergence: {{.*}}writelane with a lane number that differs in lanes

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
define internal i32 @get(ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi, align 4
  ret i32 %v
}
define internal void @put(ptr addrspace(1) %out, i32 %w) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po, align 4
  ret void
}
define amdgpu_kernel void @shl(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 99, i32 %v, i32 257, i32 15, i32 15, i1 true)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @ror(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 99, i32 %v, i32 290, i32 15, i32 15, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @mirror(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 99, i32 %v, i32 320, i32 15, i32 15, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @xmask(ptr addrspace(1) %in, ptr addrspace(1) %out) #1 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 99, i32 %v, i32 357, i32 15, i32 15, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @bcast15(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %v, i32 322, i32 15, i32 15, i1 false)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @masks(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.update.dpp.i32(i32 99, i32 %v, i32 177, i32 13, i32 13, i1 true)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
; rotate left by 1: 0xc020
define amdgpu_kernel void @rotate(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 49184)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @fft(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 57344)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @inactive(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 8
  br i1 %c, label %a, label %b
a:
  %x = add i32 %t, 8
  %q = shl i32 %x, 2
  %w = call i32 @llvm.amdgcn.ds.bpermute(i32 %q, i32 %v)
  call void @put(ptr addrspace(1) %out, i32 %w)
  br label %b
b:
  ret void
}
define amdgpu_kernel void @loop(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %latch ]
  %odd = and i32 %t, 1
  %o = icmp eq i32 %odd, 1
  br i1 %o, label %detour, label %latch
detour:
  br label %latch
latch:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %n = call i64 @llvm.ctpop.i64(i64 %b)
  %n32 = trunc i64 %n to i32
  %sum1 = add i32 %sum, %n32
  %i1 = add i32 %i, 1
  %c = icmp ule i32 %i1, %t
  br i1 %c, label %l, label %done
done:
  call void @put(ptr addrspace(1) %out, i32 %sum1)
  ret void
}
; Selectors: bytes 7, 6, 3, 2 of {a, b}; then 5, 4, 0xff, 0.
define amdgpu_kernel void @perm(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %w = call i32 @llvm.amdgcn.perm(i32 117835012, i32 50462976, i32 33752583)
  %x = call i32 @llvm.amdgcn.perm(i32 117835012, i32 50462976, i32 84151564)
  store i32 %w, ptr addrspace(1) %out, align 4
  %p = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %x, ptr addrspace(1) %p, align 4
  ret void
}
define amdgpu_kernel void @read(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %w = call i32 @llvm.amdgcn.readlane.i32(i32 %v, i32 5)
  %x = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)
  store i32 %w, ptr addrspace(1) %out, align 4
  %p = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %x, ptr addrspace(1) %p, align 4
  ret void
}
define amdgpu_kernel void @uneven(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %w = call i32 @llvm.amdgcn.writelane.i32(i32 7, i32 %t, i32 0)
  call void @put(ptr addrspace(1) %out, i32 %w)
  ret void
}
define amdgpu_kernel void @compare(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call i32 @get(ptr addrspace(1) %in)
  %low = icmp ult i32 %v, 40
  br i1 %low, label %then, label %else
then:
  %a = call i64 @llvm.amdgcn.icmp.i64.i32(i32 %v, i32 3, i32 40)
  %f = uitofp i32 %v to float
  %b = call i64 @llvm.amdgcn.fcmp.i64.f32(float %f, float 3.7e+01, i32 12)
  store i64 %a, ptr addrspace(1) %out, align 8
  %p = getelementptr i64, ptr addrspace(1) %out, i32 1
  store i64 %b, ptr addrspace(1) %p, align 8
  ret void
else:
  %c = call i64 @llvm.amdgcn.icmp.i64.i32(i32 %v, i32 40, i32 32)
  %d = lshr i64 %c, 8
  %q = getelementptr i64, ptr addrspace(1) %out, i32 2
  store i64 %d, ptr addrspace(1) %q, align 8
  ret void
}
attributes #0 = { "target-cpu"="gfx942" }
attributes #1 = { "target-cpu"="gfx1100" }
