; RUN: %f2opt -passes='print<f2layout-uniformity>' -disable-output %s 2>&1 | FileCheck %s
;
; Which values are the same for every thread of the block.

target triple = "nvptx64-nvidia-cuda"

@constant = addrspace(1) constant i32 7
@variable = addrspace(1) global i32 7

; CHECK-LABEL: uniformity of @launch
; CHECK-NEXT: %entry: reached uniformly
; CHECK-NEXT: varies: {{.*}}tid.x
; CHECK-NEXT: uniform: {{.*}}ctaid.x
; CHECK-NEXT: uniform: {{.*}}ntid.x
; CHECK-NEXT: varies: {{.*}}%laneid
; CHECK-NEXT: varies: {{.*}}%warpid
; CHECK-NEXT: uniform: {{.*}}%ctaid.y
; CHECK-NEXT: varies: {{.*}}clock
; CHECK-NEXT: uniform: {{.*}}%size = mul
; CHECK-NEXT: varies: {{.*}}%i = add
; CHECK-NEXT: uniform: {{.*}} asm "add
; CHECK-NEXT: varies: {{.*}} asm "add
define ptx_kernel void @launch(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %warp = call i32 asm "mov.u32 $0, %warpid;", "=r"()
  %by = call i32 asm "mov.u32 $0, %ctaid.y;", "=r"()
  %clock = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %size = mul i32 %d, %n
  %i = add i32 %size, %t
  %u = call i32 asm "add.s32 $0, $1, 1;", "=r,r"(i32 %n)
  %v = call i32 asm "add.s32 $0, $1, 1;", "=r,r"(i32 %t)
  ret void
}

; An index in a dimension of size 1 is 0.
; CHECK-LABEL: uniformity of @flat
; CHECK: varies: {{.*}}tid.x
; CHECK: uniform: {{.*}}tid.y
define ptx_kernel void @flat() "f2layout-block"="128,1,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  ret void
}

; Only memory that does not change while the kernel runs is uniform.
; CHECK-LABEL: uniformity of @loads
; CHECK: varies: {{.*}}%plain = load
; CHECK: uniform: {{.*}}%invariant = load
; CHECK: varies: {{.*}}%elsewhere = load
; CHECK: uniform: {{.*}}%restrict = load
; CHECK: varies: {{.*}}%alias = load
; CHECK: uniform: {{.*}}%byval = load
; CHECK: uniform: {{.*}}%fixed = load
; CHECK: varies: {{.*}}%mutable = load
; CHECK: varies: {{.*}}%volatile = load
; CHECK: uniform: {{.*}}%constant_space = load
define ptx_kernel void @loads(ptr %p, ptr noalias readonly %q, ptr readonly %r, ptr byval(i32) readonly %s, ptr addrspace(4) %c) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pt = getelementptr i32, ptr %p, i32 %t
  %plain = load i32, ptr %p
  %invariant = load i32, ptr %p, !invariant.load !0
  %elsewhere = load i32, ptr %pt, !invariant.load !0
  %restrict = load i32, ptr %q
  %alias = load i32, ptr %r
  %byval = load i32, ptr %s
  %fixed = load i32, ptr addrspace(1) @constant
  %mutable = load i32, ptr addrspace(1) @variable
  %volatile = load volatile i32, ptr %q
  %constant_space = load i32, ptr addrspace(4) %c
  store i32 0, ptr %p
  ret void
}

; There is no store at all.
; CHECK-LABEL: uniformity of @reader
; CHECK: uniform: {{.*}}%plain = load
define ptx_kernel void @reader(ptr %p) {
entry:
  %plain = load i32, ptr %p
  ret void
}

; Reductions over the block are uniform; over a warp or a counted part they are
; not.
; CHECK-LABEL: uniformity of @reductions
; CHECK: uniform: {{.*}}popc{{.*}}(i32
; CHECK: varies: {{.*}}vote.all
; CHECK: varies: {{.*}}shfl.sync
; CHECK: varies: {{.*}}redux.sync
; CHECK: varies: {{.*}}atomicrmw
; CHECK: varies: {{.*}}alloca
; CHECK: varies: {{.*}}freeze i32 undef
; CHECK: varies: {{.*}}freeze i32 %maybe
; CHECK: uniform: {{.*}}freeze i32 %n
define ptx_kernel void @reductions(i32 noundef %n, i32 %maybe, ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @llvm.nvvm.barrier0.popc(i32 1)
  %d = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 true)
  %e = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %n, i32 0, i32 31)
  %r = call i32 asm "redux.sync.add.s32 $0, $1, 0xffffffff;", "=r,r"(i32 %n)
  %f = atomicrmw add ptr %p, i32 1 monotonic
  %g = alloca i32
  %h = freeze i32 undef
  %i = freeze i32 %maybe
  %j = freeze i32 %n
  ret void
}

; A function without memory effects may still read the thread index.
; CHECK-LABEL: uniformity of @calls
; CHECK: uniform: {{.*}}@__nv_sinf(float %x)
; CHECK: varies: {{.*}}@mine(
; CHECK: uniform: {{.*}}@llvm.umax
define ptx_kernel void @calls(float %x, i32 %n) {
entry:
  %a = call float @__nv_sinf(float %x)
  %b = call i32 @mine(i32 %n)
  %c = call i32 @llvm.umax.i32(i32 %n, i32 4)
  ret void
}

; The callers of a device function are not analysed.
; CHECK-LABEL: uniformity of @device
; CHECK-NEXT: varies: i32 %n
; CHECK: varies: {{.*}} add i32 %n
define i32 @device(i32 %n) {
entry:
  %a = add i32 %n, 1
  ret i32 %a
}

declare float @__nv_sinf(float) memory(none) willreturn
declare i32 @mine(i32) memory(none) willreturn

!0 = !{}
