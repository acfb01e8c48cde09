; RUN: %f2opt -passes='print<f2layout-launch>' -disable-output %s 2>&1 | FileCheck %s
;
; Reads of the thread index in all spellings.

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: launch of @intrinsics
; CHECK: {{^ +}}reads: x z
; CHECK: ThreadIndex 0: {{.*}}tid.x
; CHECK: BlockSize 2: {{.*}}ntid.z
; CHECK: BlockIndex 1: {{.*}}ctaid.y
; CHECK: GridSize 0: {{.*}}nctaid.x
; CHECK: Lane 0: {{.*}}laneid
; CHECK: LaneMask 1: {{.*}}lanemask.lt
; CHECK: WarpSize 0: {{.*}}warpsize
; CHECK: BlockIndex 3: {{.*}}cluster.ctaid.x
; CHECK: BlockIndex 6: {{.*}}cluster.ctarank
define ptx_kernel void @intrinsics() {
  %a = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %f = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %h = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()
  %i = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  ret void
}

; CHECK-LABEL: launch of @assembly
; CHECK: {{^ +}}reads: x y
; CHECK-NEXT: Lane 0: {{.*}}%laneid
; CHECK-NEXT: ThreadIndex 1: {{.*}}%tid.y
; CHECK-NEXT: BlockSize 0: {{.*}}%ntid.x
; CHECK-NEXT: LaneMask 0: {{.*}}%lanemask_eq
; CHECK-NEXT: LaneMask 4: {{.*}}%lanemask_ge
; CHECK-NEXT: launch of @not_reads
define ptx_kernel void @assembly() {
  %a = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %b = call i32 asm sideeffect "\0A\09mov.u32 $0, %tid.y ;\0A", "=r"()
  %c = call i32 asm "{ mov.u32 $0, %ntid.x; }", "=r"()
  %d = call i32 asm "mov.u32 $0, %lanemask_eq;", "=r"()
  %e = call i32 asm "mov.b32 $0, %lanemask_ge;", "=r"()
  ret void
}

; The warp number may change while the kernel runs; the other instructions do
; more than read, or read something else.
; CHECK-NEXT: kernel
; CHECK: {{^ +}}reads:{{$}}
; CHECK-NOT: :
define ptx_kernel void @not_reads(i32 %x) {
  %a = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %b = call i32 asm "mov.u32 $0, %warpid;", "=r"()
  %c = call i32 asm "add.u32 $0, %laneid, 1;", "=r"()
  %d = call i32 asm "mov.u32 $0, %laneid; add.u32 $0, $0, 1;", "=r"()
  %e = call i32 asm "mov.u32 $0, %tid.w;", "=r"()
  %f = call i32 asm "mov.u32 $0, %laneidx;", "=r"()
  %g = call i64 asm "mov.u64 $0, %tid.x;", "=l"()
  %h = add i32 %x, 0
  ret void
}
