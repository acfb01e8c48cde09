; An access is inside its granule only in the likely shape.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-readdress 2>&1 | FileCheck %s --check-prefix=REMARK
; REMARK: shared array s is not swizzled: an access of 8 bytes is not aligned to them within the array
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 15,3
; RUN: %f2opt -passes=verify -S %s -o - | diff - %t.after.ll

; If the block has that shape, it is.
; RUN: sed '/"target-cpu"/s/{/{ "nvvm.reqntid"="16,4"/' %s > %t.stated.ll
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %t.stated.ll -o %t.swizzled.ll \
; RUN:   -pass-remarks=f2layout-readdress 2>&1 | FileCheck %s --check-prefix=STATED
; STATED: shared array s swizzled: the 2 accesses of a block take 128 -> 8 wavefronts
; RUN: %f2sim --equal %t.stated.ll %t.swizzled.ll --kernels all --block 16,4

target triple = "nvptx64-nvidia-cuda"
; 2-D launch of unknown shape; 8-byte accesses aligned to 4 at 4*(y*ntid.x) + ...
@s = internal addrspace(3) global [32 x [32 x float]] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %yn = mul i32 %y, %n
  %t = add i32 %yn, %x
  ; word index = t*33 mod 1024-ish: 8-byte store at word 2x + y*n
  %gp = getelementptr i64, ptr addrspace(1) %in, i32 %t
  %v = load i64, ptr addrspace(1) %gp, align 8
  %x2 = shl i32 %x, 6
  %w = add i32 %x2, %yn
  %sp = getelementptr float, ptr addrspace(3) @s, i32 %w
  store i64 %v, ptr addrspace(3) %sp, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %sq = getelementptr float, ptr addrspace(3) @s, i32 %w
  %r = load i64, ptr addrspace(3) %sq, align 4
  %op = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store i64 %r, ptr addrspace(1) %op, align 8
  ret void
}
attributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx80" }
