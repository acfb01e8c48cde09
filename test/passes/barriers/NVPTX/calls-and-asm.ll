; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s
;
; Calls and inline assembly: what is known not to synchronise, and everything
; else.

target triple = "nvptx64-nvidia-cuda"

; Only registers as operands. CUB and cooperative groups use many of these.
; CHECK-LABEL: barriers of @register_asm: 0
; CHECK-NOT: other
define ptx_kernel void @register_asm(i32 %x, i64 %y) {
entry:
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %volatile = call i32 asm sideeffect "mov.u32 $0, %tid.x;", "=r"()
  %mask = call i32 asm "mov.u32 $0, %lanemask_lt;", "=r"()
  %warp = call i32 asm "mov.u32 $0, %warpid;", "=r"()
  %sum = call i32 asm "add.s32 $0, $1, 0x10;", "=r,r"(i32 %x)
  %lut = call i32 asm "lop3.b32 $0, $1, $2, $3, 0xe8;", "=r,r,r,r"(i32 %x, i32 %x, i32 %x)
  %smem = call i32 asm "{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; }\0A", "=r,l"(i64 %y)
  %hidden = call i32 asm sideeffect "", "=r,0"(i32 %x)
  ret void
}

; Known opcodes, but with memory, another operand, a symbol, or an unknown
; opcode: any token that is not understood makes the whole statement unknown.
; CHECK-LABEL: barriers of @unknown_asm: 10
; CHECK-COUNT-10: other in %entry:
define ptx_kernel void @unknown_asm(i32 %x, ptr %p) {
entry:
  call void asm sideeffect "bar.sync 1, 64;", ""()
  call void asm sideeffect "bar.sync 0;", "~{memory}"()
  call void asm sideeffect "", "~{memory}"()
  %a = call i32 asm "ld.shared.u32 $0, [$1];", "=r,r"(i32 %x)
  %b = call i32 asm "mov.u32 $0, %laneid; bar.warp.sync 0xffffffff;", "=r"()
  %c = call i32 asm "mov.u32 $0, some_symbol;", "=r"()
  %d = call i32 asm "mov.u32 $0, %laneid; // bar.sync 0;", "=r"()
  %e = call i64 asm "mov.u64 $0, $1;", "=l,l"(ptr %p)
  %g = call i32 asm "@p mov.u32 $0, 1;", "=r"()
  %h = call i32 asm "", "=r"()
  ret void
}

; No memory access, but the lanes of a warp synchronise.
; CHECK-LABEL: barriers of @lane_asm: 3
; CHECK-NEXT: other {{.*}}mma.sync
; CHECK-NEXT: other {{.*}}movmatrix.sync
; CHECK-NEXT: other {{.*}}shfl.sync
define ptx_kernel void @lane_asm(i32 %x, float %f) {
entry:
  %a = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5,$6,$7}, {$8,$9}, {$0,$1,$2,$3};\0A", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float %f, float %f, float %f, float %f)
  %b = call i32 asm sideeffect "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r"(i32 %x)
  %c = call i32 asm "{ .reg .pred p; shfl.sync.bfly.b32 $0|p, $1, 1, 31, 0xffffffff; }", "=r,r"(i32 %x)
  ret void
}

; CHECK-LABEL: barriers of @calls: 3
; CHECK-NEXT: other {{.*}}@convergent()
; CHECK-NEXT: other {{.*}}@anything(ptr %p)
; CHECK-NEXT: other {{.*}} %f(
define ptx_kernel void @calls(ptr %p, ptr %f) {
entry:
  call void @convergent()
  call void @anything(ptr %p)
  call void @harmless(ptr %p)
  %s = call float @__nv_sinf(float 1.0)
  call void %f(ptr %p)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %f, i64 16, i1 false)
  ret void
}

declare void @convergent() convergent
declare void @anything(ptr)
declare void @harmless(ptr) nosync
declare float @__nv_sinf(float) memory(none)
