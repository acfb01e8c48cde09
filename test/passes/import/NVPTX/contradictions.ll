; Metadata and evaluated addresses. Proofs win; a statement that is proved wrong
; is a warning, and no statement about that array is used.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll 2>%t.warnings
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=WARN --implicit-check-not=warning: --input-file=%t.warnings
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32 --fill 2=iota32

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@evaluated = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0
@one_wrong = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0
@stages = internal addrspace(3) global [64 x i32] poison, align 16, !f2.layout !0
@guarded = internal addrspace(3) global [32 x i32] poison, align 16, !f2.layout !0

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Every address is evaluated: the exchange follows the code.
; WARN: warning: {{.*}}in function all_evaluated {{.*}}: !f2.layout on store: thread 0 accesses byte 4 in shared array evaluated, expected byte 0 as stated; statements about this array are ignored
; CHECK-LABEL: define ptx_kernel void @all_evaluated(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @all_evaluated(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %i = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @evaluated, i32 %i
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @evaluated, i32 %t
  %y = load i32, ptr addrspace(3) %l, !f2.layout !1
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; The store cannot be evaluated, and the load is not at its stated place.
; WARN: warning: {{.*}}in function load_wrong {{.*}}: !f2.layout on load %y: thread 0 accesses byte 124 in shared array one_wrong, expected byte 0 as stated
; CHECK-LABEL: define ptx_kernel void @load_wrong(
; CHECK: load i32, ptr addrspace(3)
define ptx_kernel void @load_wrong(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %table, i32 %t
  %id = load i32, ptr %q
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %s = getelementptr i32, ptr addrspace(3) @one_wrong, i32 %id
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i = xor i32 %t, 31
  %l = getelementptr i32, ptr addrspace(3) @one_wrong, i32 %i
  %y = load i32, ptr addrspace(3) %l, !f2.layout !1
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; A layout describes the whole array: it is wrong for a tile that moves.
; WARN: warning: {{.*}}in function moves {{.*}}: !f2.layout on store: thread 0 accesses a place that depends on more than the thread in shared array stages, expected byte 0 as stated
; CHECK-LABEL: define ptx_kernel void @moves(
define ptx_kernel void @moves(ptr noalias %in, ptr noalias %out, ptr noalias %table, i1 %second) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %stage = select i1 %second, i32 32, i32 0
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %i = add nuw nsw i32 %t, %stage
  %s = getelementptr i32, ptr addrspace(3) @stages, i32 %i
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %t, 1
  %k = add nuw nsw i32 %j, %stage
  %l = getelementptr i32, ptr addrspace(3) @stages, i32 %k
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; Threads 16 to 31 would go elsewhere, but do not run the store.
; CHECK-LABEL: define ptx_kernel void @guarded_store(
define ptx_kernel void @guarded_store(ptr noalias %in, ptr noalias %out, ptr noalias %table) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %low = icmp ult i32 %t, 16
  br i1 %low, label %write, label %next
write:
  %i.0 = select i1 %low, i32 %t, i32 0
  %s = getelementptr i32, ptr addrspace(3) @guarded, i32 %i.0
  store i32 %x, ptr addrspace(3) %s, !f2.layout !1
  br label %next
next:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %h = and i32 %t, 15
  %h1 = xor i32 %h, 1
  %l = getelementptr i32, ptr addrspace(3) @guarded, i32 %h1
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
!0 = !{!"offset=[[1],[2],[4],[8],[16]] -> [32]"}
!1 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32]", i32 0}
