; Which lanes make one access: those at the same instruction in the same iteration
; of every loop around it. The same kernels for both targets, in a block of one warp.
; RUN: split-file %s %t
; RUN: sed 's/kernel_cc/ptx_kernel/; s/thread_number/llvm.nvvm.read.ptx.sreg.tid.x/' %t/kernels.ll > %t/body.ll
; RUN: cat %t/nvptx.ll %t/body.ll %t/copies.ll > %t/nv.ll
; RUN: sed 's/kernel_cc/amdgpu_kernel/; s/thread_number/llvm.amdgcn.workitem.id.x/' %t/kernels.ll > %t/body.ll
; RUN: cat %t/amdgpu.ll %t/body.ll > %t/amd.ll
; All kernels of a file; the order in which threads run does not matter.
; RUN: %f2sim --equal %t/nv.ll %t/nv.ll --kernels all --block 32 --report | FileCheck %s --check-prefix=NV
; RUN: %f2sim --equal %t/nv.ll %t/nv.ll --kernels all --block 32 --report --schedules random:7 | FileCheck %s --check-prefix=NV
; RUN: %f2sim --equal %t/amd.ll %t/amd.ll --kernels all --block 64 --report | FileCheck %s --check-prefix=AMD
; RUN: %f2sim --equal %t/amd.ll %t/amd.ll --kernels all --block 64 --report --schedules random:7 | FileCheck %s --check-prefix=AMD
; RUN: %llc -mcpu=gfx90a %t/amd.ll -o - | FileCheck %s --check-prefix=MACHINE
; RUN: %llvm_tools/opt -passes='print<cycles>' -disable-output %t/nv.ll 2>&1 | FileCheck %s --check-prefix=CYCLES

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"
;--- amdgpu.ll
target datalayout = "e-p:64:64-p3:32:32-p5:32:32-A5-G1"
target triple = "amdgcn-amd-amdhsa"
;--- kernels.ll
@s = internal addrspace(3) global [4096 x i32] poison, align 16
declare i32 @thread_number()

; for (i = 0; i < 2; ++i)
;   if (t % 2 == i)
;     s[16 * t] = t;
; The even lanes store in iteration 0, all to bank 0, and the odd ones in iteration 1,
; to bank 16. Together they would take 16 wavefronts. A wave has two phases of 32 lanes.
; NV: store 2 x 4, 32 wavefronts, 2 ideal: store i32 %t, ptr addrspace(3) %parity
; AMD: store 2 x 4, 64 wavefronts, 4 ideal: store i32 %t, ptr addrspace(3) %parity
define kernel_cc void @parity() {
  %t = call i32 @thread_number()
  %bit = and i32 %t, 1
  %t16 = shl i32 %t, 4
  %parity = getelementptr i32, ptr addrspace(3) @s, i32 %t16
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %mine = icmp eq i32 %bit, %i
  br i1 %mine, label %access, label %latch
access:
  store i32 %t, ptr addrspace(3) %parity, align 4
  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 2
  br i1 %again, label %loop, label %done
done:
  ret void
}

; for (i = 0;; ++i) {
;   if (t % 4 == i) {
;     s[2048 + t] = t;
;     break;
;   }
;   s[32 * t] = t;
; }
; What is before the break is not in the loop, since no way leads back: lanes wait there
; for all others. 24, 16 and 8 lanes store to bank 0 in iterations 0, 1 and 2.
; NV: store 1 x 4, 1 wavefronts, 1 ideal: store i32 %t, ptr addrspace(3) %found
; NV: store 3 x 4, 48 wavefronts, 3 ideal: store i32 %t, ptr addrspace(3) %missed
; AMD: store 1 x 4, 2 wavefronts, 2 ideal: store i32 %t, ptr addrspace(3) %found
; AMD: store 3 x 4, 96 wavefronts, 6 ideal: store i32 %t, ptr addrspace(3) %missed
define kernel_cc void @leave() {
  %t = call i32 @thread_number()
  %last = and i32 %t, 3
  %far = add i32 %t, 2048
  %found = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %t32 = shl i32 %t, 5
  %missed = getelementptr i32, ptr addrspace(3) @s, i32 %t32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %here = icmp eq i32 %last, %i
  br i1 %here, label %out, label %latch
out:
  store i32 %t, ptr addrspace(3) %found, align 4
  ret void
latch:
  store i32 %t, ptr addrspace(3) %missed, align 4
  %next = add i32 %i, 1
  br label %loop
}

; The same with a second way out, for (i = 0; i < 2; ++i): a quarter of the lanes leaves by
; the break in each iteration, the others at the end. Their meeting point is %end, but
; LLVM's code for AMD GPUs, too, has the lanes of both iterations together at %before.
; NV: store 1 x 4, 1 wavefronts, 1 ideal: store i32 %t, ptr addrspace(3) %leaving
; NV: store 2 x 4, 40 wavefronts, 2 ideal: store i32 %t, ptr addrspace(3) %staying
; AMD: store 1 x 4, 2 wavefronts, 2 ideal: store i32 %t, ptr addrspace(3) %leaving
; AMD: store 2 x 4, 80 wavefronts, 4 ideal: store i32 %t, ptr addrspace(3) %staying
; MACHINE-LABEL: exits:
; MACHINE: s_cbranch_execz
; MACHINE: %latch
; MACHINE: ds_write_b32
; MACHINE: %loop.exit.guard
; MACHINE: %before
; MACHINE: ds_write_b32
; MACHINE: s_endpgm
define kernel_cc void @exits() {
  %t = call i32 @thread_number()
  %last = and i32 %t, 3
  %far = add i32 %t, 2048
  %leaving = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %t32 = shl i32 %t, 5
  %staying = getelementptr i32, ptr addrspace(3) @s, i32 %t32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %here = icmp eq i32 %last, %i
  br i1 %here, label %before, label %latch
before:
  store i32 %t, ptr addrspace(3) %leaving, align 4
  br label %end
latch:
  store i32 %t, ptr addrspace(3) %staying, align 4
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 2
  br i1 %again, label %loop, label %end
end:
  ret void
}

; for (j = 0; j < 2; ++j)
;   for (i = 0; i < 1 + (t + j) % 2; ++i)
;     s[32 * t] = t;
; j = 0, i = 0: all lanes; j = 0, i = 1: odd; j = 1, i = 0: all; j = 1, i = 1: even.
; NV: store 4 x 4, 96 wavefronts, 4 ideal: store i32 %t, ptr addrspace(3) %nested
; AMD: store 4 x 4, 192 wavefronts, 8 ideal: store i32 %t, ptr addrspace(3) %nested
define kernel_cc void @nested() {
  %t = call i32 @thread_number()
  %t32 = shl i32 %t, 5
  %nested = getelementptr i32, ptr addrspace(3) @s, i32 %t32
  br label %outer
outer:
  %j = phi i32 [ 0, %0 ], [ %nextj, %outer.latch ]
  %sum = add i32 %t, %j
  %more = and i32 %sum, 1
  %count = add i32 %more, 1
  br label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %nexti, %inner ]
  store i32 %t, ptr addrspace(3) %nested, align 4
  %nexti = add i32 %i, 1
  %againi = icmp ult i32 %nexti, %count
  br i1 %againi, label %inner, label %outer.latch
outer.latch:
  %nextj = add i32 %j, 1
  %againj = icmp ult i32 %nextj, 2
  br i1 %againj, label %outer, label %done
done:
  ret void
}

; if (t % 4 == 0)
;   for (i = 0; i < 3; ++i)
;     s[32 * t] = t;
; for (j = 0; j < 1 + t % 2; ++j)
;   s[t] = t;
; The lanes that were in the first loop are in the second one with the others: first
; all of them, then the odd ones.
; NV: store 3 x 4, 24 wavefronts, 3 ideal: store i32 %t, ptr addrspace(3) %some
; NV: store 2 x 4, 2 wavefronts, 2 ideal: store i32 %t, ptr addrspace(3) %all
; AMD: store 3 x 4, 48 wavefronts, 6 ideal: store i32 %t, ptr addrspace(3) %some
; AMD: store 2 x 4, 4 wavefronts, 4 ideal: store i32 %t, ptr addrspace(3) %all
define kernel_cc void @after() {
  %t = call i32 @thread_number()
  %rest = and i32 %t, 3
  %first = icmp eq i32 %rest, 0
  %t32 = shl i32 %t, 5
  %some = getelementptr i32, ptr addrspace(3) @s, i32 %t32
  %all = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %bit = and i32 %t, 1
  %count = add i32 %bit, 1
  br i1 %first, label %loop, label %second
loop:
  %i = phi i32 [ 0, %0 ], [ %nexti, %loop ]
  store i32 %t, ptr addrspace(3) %some, align 4
  %nexti = add i32 %i, 1
  %againi = icmp ult i32 %nexti, 3
  br i1 %againi, label %loop, label %second
second:
  %j = phi i32 [ 0, %0 ], [ 0, %loop ], [ %nextj, %second ]
  store i32 %t, ptr addrspace(3) %all, align 4
  %nextj = add i32 %j, 1
  %againj = icmp ult i32 %nextj, %count
  br i1 %againj, label %second, label %done
done:
  ret void
}

; if (t < 8 || t % 8 == 1)
;   s[32 * t] = t;
; Two ways lead to the store, of 8 and of 3 lanes (of 8 and 7 in a wave).
; NV: store 1 x 4, 11 wavefronts, 1 ideal: store i32 %t, ptr addrspace(3) %either
; AMD: store 1 x 4, 15 wavefronts, 2 ideal: store i32 %t, ptr addrspace(3) %either
define kernel_cc void @ways() {
  %t = call i32 @thread_number()
  %t32 = shl i32 %t, 5
  %either = getelementptr i32, ptr addrspace(3) @s, i32 %t32
  %small = icmp ult i32 %t, 8
  br i1 %small, label %access, label %other
other:
  %rest = and i32 %t, 7
  %one = icmp eq i32 %rest, 1
  br i1 %one, label %access, label %done
access:
  store i32 %t, ptr addrspace(3) %either, align 4
  br label %done
done:
  ret void
}

; void put() { for (i = 0; i < 1 + t % 2; ++i) s[t] = t; }
; for (j = 0; j < 2; ++j)
;   if (t < 16) put(); else put();
; An access for each call site, each j and each i: 2 * 2 * 2.
; NV: store 8 x 4, 8 wavefronts, 8 ideal: store i32 %t, ptr addrspace(3) %called
; In a wave, the second call is of lanes 16 to 63, in two phases: 2 * 2 * (1 + 2).
; AMD: store 8 x 4, 12 wavefronts, 12 ideal: store i32 %t, ptr addrspace(3) %called
define internal void @put() noinline {
  %t = call i32 @thread_number()
  %called = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %bit = and i32 %t, 1
  %count = add i32 %bit, 1
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  store i32 %t, ptr addrspace(3) %called, align 4
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %done
done:
  ret void
}
define kernel_cc void @calls() {
  %t = call i32 @thread_number()
  %low = icmp ult i32 %t, 16
  br label %loop
loop:
  %j = phi i32 [ 0, %0 ], [ %next, %latch ]
  br i1 %low, label %one, label %other
one:
  call void @put()
  br label %latch
other:
  call void @put()
  br label %latch
latch:
  %next = add i32 %j, 1
  %again = icmp ult i32 %next, 2
  br i1 %again, label %loop, label %done
done:
  ret void
}

; A cycle with two entries: even lanes enter at %one, odd ones at %two. Even lanes leave
; after having been at %two twice, odd ones after three times. LLVM takes %two as the
; header. At %one, even lanes are in iterations 0 and 1, odd ones in 1 and 2: 16, 32 and
; 16 lanes. At %two, even lanes are in iterations 1 and 2, odd ones in 1, 2 and 3.
; CYCLES-LABEL: CycleInfo for function: entries
; CYCLES-NEXT: depth=1: entries(two one)
; NV: store 3 x 4, 64 wavefronts, 3 ideal: store i32 %t, ptr addrspace(3) %at.one
; NV: store 3 x 4, 3 wavefronts, 3 ideal: store i32 %t, ptr addrspace(3) %at.two
; AMD: store 3 x 4, 128 wavefronts, 6 ideal: store i32 %t, ptr addrspace(3) %at.one
; AMD: store 3 x 4, 6 wavefronts, 6 ideal: store i32 %t, ptr addrspace(3) %at.two
define kernel_cc void @entries() {
  %t = call i32 @thread_number()
  %t32 = shl i32 %t, 5
  %at.one = getelementptr i32, ptr addrspace(3) @s, i32 %t32
  %far = add i32 %t, 2048
  %at.two = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %bit = and i32 %t, 1
  %count = add i32 %bit, 2
  %even = icmp eq i32 %bit, 0
  br i1 %even, label %one, label %two
one:
  %n1 = phi i32 [ 0, %0 ], [ %next, %two ]
  store i32 %t, ptr addrspace(3) %at.one, align 4
  br label %two
two:
  %n2 = phi i32 [ 0, %0 ], [ %n1, %one ]
  store i32 %t, ptr addrspace(3) %at.two, align 4
  %next = add i32 %n2, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %one, label %done
done:
  ret void
}

;--- copies.ll

; for (i = 0; i < 2; ++i)
;   if (t % 2 == i)
;     cp.async of s[16 * t];
; wait for all of them;
; A copy belongs to the iteration that issues it.
; NV: store 2 x 4, 32 wavefronts, 2 ideal: call void @llvm.nvvm.cp.async.ca.shared.global.4
define ptx_kernel void @issued(ptr addrspace(1) %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bit = and i32 %t, 1
  %t16 = shl i32 %t, 4
  %to = getelementptr i32, ptr addrspace(3) @s, i32 %t16
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %mine = icmp eq i32 %bit, %i
  br i1 %mine, label %access, label %latch
access:
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %to, ptr addrspace(1) %from)
  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 2
  br i1 %again, label %loop, label %done
done:
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}
