; One narrow element per thread does not fill a word. No thread runs the first
; load, so that the plan may give it any element of the word, also one that no
; thread has.
; RUN: %f2opt -passes='function(f2layout-reroute)' %s -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %f2sim --equal %s %t.ll --kernel unused --block 32

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [32 x half] poison, align 2

; CHECK-LABEL: @unused(
; CHECK-NOT: load half, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @unused(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pi = getelementptr half, ptr addrspace(1) %in, i32 %t
  %v = load half, ptr addrspace(1) %pi, align 2
  %ps = getelementptr half, ptr addrspace(3) @s, i32 %t
  store half %v, ptr addrspace(3) %ps, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 false, label %never, label %next

never:
  %q6 = getelementptr i8, ptr addrspace(3) @s, i32 6
  %a = load half, ptr addrspace(3) %q6, align 2
  br label %next

next:
  %x = phi half [ %a, %never ], [ 0xH3C00, %entry ]
  %first = icmp eq i32 %t, 0
  br i1 %first, label %some, label %end

some:
  %b = load half, ptr addrspace(3) @s, align 2
  br label %end

end:
  %y = phi half [ %b, %some ], [ %x, %next ]
  %po = getelementptr half, ptr addrspace(1) %out, i32 %t
  store half %y, ptr addrspace(1) %po, align 2
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

attributes #0 = { convergent nounwind "target-cpu"="sm_75" "f2layout-block"="32,1,1" }
