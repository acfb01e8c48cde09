; Pointers made of integers: metadata states to which array they go. One without
; metadata may go anywhere, and so may every other integer.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel all_stated --block 32 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel half_stated --block 32 --fill 2=iota32
; RUN: %f2sim --equal %s %t.after.ll --kernel other_integer --block 32 --fill 2=iota32

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@a = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0
@b = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0
@c = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0
@d = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define ptx_kernel void @all_stated(
; CHECK-NOT: addrspace(3)
; CHECK: shfl
; CHECK: ret void
define ptx_kernel void @all_stated(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %g = addrspacecast ptr addrspace(3) @a to ptr
  %n = ptrtoint ptr %g to i64
  %w = zext i32 %id to i64
  %m = shl i64 %w, 2
  %e = add i64 %n, %m
  %s = inttoptr i64 %e to ptr
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  store i32 %x, ptr %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i = xor i32 %t, 5
  %l = getelementptr i32, ptr addrspace(3) @a, i32 %i
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; The load has no metadata.
; CHECK-LABEL: define ptx_kernel void @half_stated(
; CHECK: load i32, ptr %l
; REMARK: remark: {{.*}}: shared array b stays: its address is converted to an integer
define ptx_kernel void @half_stated(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %g = addrspacecast ptr addrspace(3) @b to ptr
  %n = ptrtoint ptr %g to i64
  %w = zext i32 %id to i64
  %m = shl i64 %w, 2
  %e = add i64 %n, %m
  %s = inttoptr i64 %e to ptr
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  store i32 %x, ptr %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m2 = xor i64 %m, 20
  %e2 = add i64 %n, %m2
  %l = inttoptr i64 %e2 to ptr
  %y = load i32, ptr %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; The integer is also stored to memory.
; CHECK-LABEL: define ptx_kernel void @kept(
; CHECK: load i32, ptr addrspace(3) %l
; REMARK: remark: {{.*}}: shared array c stays: its address is converted to an integer
define ptx_kernel void @kept(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %n = ptrtoint ptr addrspace(3) @c to i32
  %m = shl i32 %id, 2
  %e = add i32 %n, %m
  %far = getelementptr i8, ptr %table, i32 4096
  store i32 %e, ptr %far
  %s = inttoptr i32 %e to ptr addrspace(3)
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i = xor i32 %t, 5
  %l = getelementptr i32, ptr addrspace(3) @c, i32 %i
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; Another integer, which may be an address in the array.
; CHECK-LABEL: define ptx_kernel void @other_integer(
; CHECK: load i32, ptr addrspace(3) %l
; REMARK: remark: {{.*}}: load from shared array d stays: another write to the array may come between
define ptx_kernel void @other_integer(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %n = ptrtoint ptr addrspace(3) @d to i32
  %m = shl i32 %id, 2
  %e = add i32 %n, %m
  %s = inttoptr i32 %e to ptr addrspace(3)
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %other = load i64, ptr %table
  %never = icmp eq i64 %other, 12345
  br i1 %never, label %write, label %read
write:
  %anywhere = inttoptr i64 %other to ptr
  store i32 0, ptr %anywhere
  br label %read
read:
  %i = xor i32 %t, 5
  %l = getelementptr i32, ptr addrspace(3) @d, i32 %i
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
!0 = !{!"offset=[[1],[2],[4],[8],[16]] -> [32]"}
!1 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32]", i32 0}
