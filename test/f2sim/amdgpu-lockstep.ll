; The lanes of a wave run in lockstep: what they read of each other's volatile
; stores does not depend on the schedule, though nothing orders them. The tail of
; a reduction without barriers is right, and its order in the wave is kept.
; RUN: split-file %s %t
; RUN: %f2sim %t/before.ll --kernel tail --block 64 --fill 0=iota32 --dump 1:4 --schedules forward,reverse,random:1,random:2 | FileCheck %s --check-prefix=TAIL --implicit-check-not=race
; TAIL-COUNT-4: 000000: e0070000
; RUN: %f2sim --equal %t/before.ll %t/before.ll --kernels all --block 64
; RUN: %f2sim --equal %t/before.ll %t/after.ll --kernel rotate --block 64
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel tail --block 64; test $? = 1' | FileCheck %s --check-prefix=OTHER
; OTHER: DIFFERENT: kernel tail

; Nothing orders the waves of a block.
; RUN: sh -c '%f2sim --equal %t/before.ll %t/after.ll --kernel rotate --block 128; test $? = 4' | FileCheck %s --check-prefix=WAVES
; WAVES: before depends on the schedule

;--- before.ll
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [128 x i32] undef, align 4
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @tail(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store volatile i32 %v, ptr addrspace(3) %p
  %half = icmp ult i32 %t, 32
  br i1 %half, label %sum, label %end
sum:
  %p32 = getelementptr i32, ptr addrspace(3) %p, i32 32
  %a32 = load volatile i32, ptr addrspace(3) %p32
  %b32 = load volatile i32, ptr addrspace(3) %p
  %c32 = add i32 %a32, %b32
  store volatile i32 %c32, ptr addrspace(3) %p
  br label %next
next:
  %n = phi i32 [ 16, %sum ], [ %n2, %next ]
  %q = getelementptr i32, ptr addrspace(3) %p, i32 %n
  %a = load volatile i32, ptr addrspace(3) %q
  %b = load volatile i32, ptr addrspace(3) %p
  %c = add i32 %a, %b
  store volatile i32 %c, ptr addrspace(3) %p
  %n2 = lshr i32 %n, 1
  %more = icmp ne i32 %n2, 0
  br i1 %more, label %next, label %done
done:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %put, label %end
put:
  %r = load volatile i32, ptr addrspace(3) %p
  store i32 %r, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

define amdgpu_kernel void @rotate(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %pi
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store volatile i32 %v, ptr addrspace(3) %p
  %n = add i32 %t, 63
  %x = and i32 %n, 127
  %y = and i32 %n, 63
  %in1 = icmp ult i32 %t, 64
  %z = select i1 %in1, i32 %y, i32 %x
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %z
  %w = load volatile i32, ptr addrspace(3) %q
  store volatile i32 -1, ptr addrspace(3) %p
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" }

;--- after.ll
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @tail(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %put, label %end
put:
  %r = load i32, ptr addrspace(1) %in
  store i32 %r, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

define amdgpu_kernel void @rotate(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %n = add i32 %t, 63
  %y = and i32 %n, 63
  %pi = getelementptr i32, ptr addrspace(1) %in, i32 %y
  %w = load i32, ptr addrspace(1) %pi
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %po
  ret void
}

attributes #0 = { "target-cpu"="gfx90a" }
