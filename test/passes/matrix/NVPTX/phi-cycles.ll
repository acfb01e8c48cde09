; A phi that starts with a loaded number, and another value of its cycle that
; was visited first: neither can be computed for another lane.
; RUN: %f2opt -passes='function(f2layout-matrix)' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-matrix 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32
; REMARK: remark: {{.*}} in another lane
; CHECK-NOT: ldmatrix

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [8192 x i8] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
; phi of row offset: latch first; preheader value is a per-lane loaded number.
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %tab) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f0 = mul i32 %t, 128
  br label %fill
fill:
  %i = phi i32 [0, %entry], [%i1, %fill]
  %o4 = shl i32 %i, 2
  %fo = add i32 %f0, %o4
  %gp = getelementptr i8, ptr addrspace(1) %in, i32 %fo
  %v = load i32, ptr addrspace(1) %gp, align 4
  %sp = getelementptr i8, ptr addrspace(3) @s, i32 %fo
  store i32 %v, ptr addrspace(3) %sp, align 4
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, 32
  br i1 %c, label %fill, label %mid
mid:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %tp = getelementptr i32, ptr addrspace(1) %tab, i32 %t
  %ld = load i32, ptr addrspace(1) %tp, align 4
  %ldm = and i32 %ld, 15
  %start = shl i32 %ldm, 8
  %row = lshr i32 %t, 2
  %row7 = and i32 %row, 7
  %ro = mul i32 %row7, 32
  %col = and i32 %t, 3
  %co = shl i32 %col, 2
  br label %loop
loop:
  %k = phi i32 [%k1, %loop], [0, %mid]
  %p = phi i32 [%nx, %loop], [%start, %mid]
  %acc = phi i32 [%acc1, %loop], [0, %mid]
  %b0 = add i32 %p, %co
  %b00 = add i32 %b0, %ro
  %r0 = getelementptr i8, ptr addrspace(3) @s, i32 %b00
  %y0 = load i32, ptr addrspace(3) %r0, align 4
  %b1 = add i32 %b00, 16
  %r1 = getelementptr i8, ptr addrspace(3) @s, i32 %b1
  %y1 = load i32, ptr addrspace(3) %r1, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %nx0 = xor i32 %p, 256
  %nx = add i32 %ro, %nx0
  %a0 = add i32 %nx, %co
  %q0 = getelementptr i8, ptr addrspace(3) @s, i32 %a0
  %x0 = load i32, ptr addrspace(3) %q0, align 4
  %a1 = add i32 %a0, 16
  %q1 = getelementptr i8, ptr addrspace(3) @s, i32 %a1
  %x1 = load i32, ptr addrspace(3) %q1, align 4
  %m11 = mul i32 %x1, 3
  %m12 = mul i32 %y1, 5
  %m13 = xor i32 %y0, %m12
  %m1 = sub i32 %m11, %m13
  %acc0 = add i32 %acc, %x0
  %acc1 = xor i32 %acc0, %m1
  %k1 = add i32 %k, 1
  %lc = icmp ult i32 %k1, 4
  br i1 %lc, label %loop, label %end
end:
  %op = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %acc1, ptr addrspace(1) %op, align 4
  ret void
}
attributes #0 = { "nvvm.reqntid"="32" "target-cpu"="sm_90" "target-features"="+ptx80" }
