; Each thread has its own copy of a byval argument: a store there proves nothing.
; RUN: %f2opt -passes='function(f2layout-matrix<whole-warps>)' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-matrix 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; REMARK: the block's shape, and so the lane of a thread, is not known
; CHECK: define ptx_kernel
; CHECK-NOT: call {{.*}}matrix

; A store to memory that all threads share does.
; RUN: sed 's/^  store i32 7, ptr %%bv/  %%b = getelementptr i32, ptr addrspace(1) %%tab, i32 %%t\n  store i32 7, ptr addrspace(1) %%b/' %s > %t.twin.ll
; RUN: %f2opt -passes='function(f2layout-matrix<whole-warps>)' -S %t.twin.ll | FileCheck %s --check-prefix=TWIN
; TWIN: define ptx_kernel
; TWIN: call {{.*}}ldmatrix

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [8192 x i8] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %tab, ptr byval(i32) %bv) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()

  %f0 = shl i32 %t, 2
  br label %fill
fill:
  %fo = phi i32 [%f0, %entry], [%i1, %fill]
  %gp = getelementptr i8, ptr addrspace(1) %in, i32 %fo
  %v = load i32, ptr addrspace(1) %gp, align 4
  %sp = getelementptr i8, ptr addrspace(3) @s, i32 %fo
  %old = atomicrmw xchg ptr addrspace(3) %sp, i32 %v monotonic
  %i1 = add i32 %fo, 128
  %c = icmp ult i32 %i1, 8192
  br i1 %c, label %fill, label %mid
mid:
  store i32 7, ptr %bv
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %g = lshr i32 %t, 2
  %g7 = and i32 %g, 7
  %p = and i32 %t, 3
  %pb = shl i32 %p, 2

  br label %go
go:
  %row = shl i32 %p, 1
  %ro = mul i32 %row, 144
  %co = shl i32 %g7, 1
  %a0 = add i32 %ro, %co
  %q0 = getelementptr i8, ptr addrspace(3) @s, i32 %a0
  %qq0 = getelementptr i8, ptr addrspace(3) %q0, i32 0
  %h0 = load i16, ptr addrspace(3) %qq0, align 2
  %z0 = zext i16 %h0 to i32
  %qq1 = getelementptr i8, ptr addrspace(3) %q0, i32 144
  %h1 = load i16, ptr addrspace(3) %qq1, align 2
  %z1 = zext i16 %h1 to i32
  %s0 = shl i32 %z1, 16
  %w0 = or disjoint i32 %z0, %s0
  %m0 = mul i32 %t, 31
  %ac0 = add i32 %m0, %w0
  %qq2 = getelementptr i8, ptr addrspace(3) %q0, i32 16
  %h2 = load i16, ptr addrspace(3) %qq2, align 2
  %z2 = zext i16 %h2 to i32
  %qq3 = getelementptr i8, ptr addrspace(3) %q0, i32 160
  %h3 = load i16, ptr addrspace(3) %qq3, align 2
  %z3 = zext i16 %h3 to i32
  %s1 = shl i32 %z3, 16
  %w1 = or disjoint i32 %z2, %s1
  %m1 = mul i32 %ac0, 31
  %ac1 = add i32 %m1, %w1
  %qq4 = getelementptr i8, ptr addrspace(3) %q0, i32 32
  %h4 = load i16, ptr addrspace(3) %qq4, align 2
  %z4 = zext i16 %h4 to i32
  %qq5 = getelementptr i8, ptr addrspace(3) %q0, i32 176
  %h5 = load i16, ptr addrspace(3) %qq5, align 2
  %z5 = zext i16 %h5 to i32
  %s2 = shl i32 %z5, 16
  %w2 = or disjoint i32 %z4, %s2
  %m2 = mul i32 %ac1, 31
  %ac2 = add i32 %m2, %w2
  %qq6 = getelementptr i8, ptr addrspace(3) %q0, i32 48
  %h6 = load i16, ptr addrspace(3) %qq6, align 2
  %z6 = zext i16 %h6 to i32
  %qq7 = getelementptr i8, ptr addrspace(3) %q0, i32 192
  %h7 = load i16, ptr addrspace(3) %qq7, align 2
  %z7 = zext i16 %h7 to i32
  %s3 = shl i32 %z7, 16
  %w3 = or disjoint i32 %z6, %s3
  %m3 = mul i32 %ac2, 31
  %ac3 = add i32 %m3, %w3
  %res = add i32 %ac3, 0
  %nx = add i32 %t, 1
  

  %op = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %old2 = atomicrmw xchg ptr addrspace(1) %op, i32 %res monotonic
  ret void
}
attributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx80" }
attributes #1 = { convergent nounwind }
