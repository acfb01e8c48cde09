; Code that f2layout-reroute does not change, and its remarks.
; RUN: %f2opt -passes='function(f2layout-reroute<no-guess>),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks \
; RUN:   -pass-remarks-output=%t.yaml
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: FileCheck %s --check-prefix=NAME --input-file=%t.yaml
; RUN: %f2opt -passes=no-op-module -S %s -o %t.before.ll
; RUN: diff %t.before.ll %t.after.ll

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [256 x i32] poison, align 16
@other = internal addrspace(3) global [256 x i32] poison, align 16
@odd = internal addrspace(3) global [256 x i1] poison, align 16
@kept = internal addrspace(3) global [256 x i32] poison, align 16
@shared_with = internal addrspace(3) global [256 x i32] poison, align 16
@big = internal addrspace(3) global [9000 x i32] poison, align 16
@dynamic = external addrspace(3) global [0 x i8], align 16
@table = internal addrspace(1) global ptr addrspacecast (ptr addrspace(3) @kept to ptr)

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare void @llvm.amdgcn.wave.barrier()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.memset.p3.i32(ptr addrspace(3), i8, i32, i1)
declare void @llvm.prefetch.p3(ptr addrspace(3), i32, i32, i32)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare void @unknown(ptr addrspace(3))

; Volatile accesses must stay as they are written.
; REMARK: remark: {{.*}}: shared array tile stays: it is accessed by volatile instructions
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}volatile
define amdgpu_kernel void @volatile(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store volatile i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; An atomic store may be observed at any time.
; REMARK: remark: {{.*}}: shared array tile stays: it is accessed atomically
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}atomic_store
define amdgpu_kernel void @atomic_store(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store atomic i32 %v, ptr addrspace(3) %a monotonic, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; So may a counter.
; REMARK: remark: {{.*}}: shared array tile stays: it is accessed atomically
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}atomic_add
define amdgpu_kernel void @atomic_add(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %old = atomicrmw add ptr addrspace(3) %b, i32 1 monotonic
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; ... and a compare-and-exchange.
; REMARK: remark: {{.*}}: shared array tile stays: it is accessed atomically
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}exchanged
define amdgpu_kernel void @exchanged(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %old = cmpxchg ptr addrspace(3) %b, i32 0, i32 1 monotonic monotonic
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Bytes set by memset have no register.
; REMARK: remark: {{.*}}: shared array tile stays: it is accessed by a memory intrinsic
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}filled
define amdgpu_kernel void @filled(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  call void @llvm.memset.p3.i32(ptr addrspace(3) @tile, i8 0, i32 1024, i1 false)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Inline assembly with the address may do anything with it.
; REMARK: remark: {{.*}}: shared array tile stays: its address is passed to inline assembly
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}in_assembly
define amdgpu_kernel void @in_assembly(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void asm sideeffect "ds_write_b32 $0, 1", "v,~{memory}"(ptr addrspace(3) %b)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; So may an unknown intrinsic.
; REMARK: remark: {{.*}}: shared array tile stays: its address is passed to prefetch
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}prefetched
define amdgpu_kernel void @prefetched(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.prefetch.p3(ptr addrspace(3) %b, i32 0, i32 3, i32 1)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; So may a function.
; REMARK: remark: {{.*}}: shared array tile stays: its address escapes through a call
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}escapes
define amdgpu_kernel void @escapes(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @unknown(ptr addrspace(3) %b)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Any thread may use an address in memory.
; REMARK: remark: {{.*}}: shared array tile stays: its address is stored to memory
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}published
define amdgpu_kernel void @published(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store ptr addrspace(3) %b, ptr addrspace(1) %out
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Integers made of addresses are not traced.
; REMARK: remark: {{.*}}: shared array tile stays: its address is converted to an integer
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}as_integer
define amdgpu_kernel void @as_integer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %n = ptrtoint ptr addrspace(3) %b to i32
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 1024
  store i32 %n, ptr addrspace(1) %o2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; The address is in another global.
; REMARK: remark: {{.*}}: shared array kept stays: its address is part of a constant
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}in_constant
define amdgpu_kernel void @in_constant(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @kept, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @kept, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A function uses the array as well.
; REMARK: remark: {{.*}}: shared array shared_with stays: function helper uses it too
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}in_function
define amdgpu_kernel void @in_function(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @shared_with, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @shared_with, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

define void @helper() {
  store i32 0, ptr addrspace(3) @shared_with
  ret void
}

; An i1 shares its byte in memory with seven undefined bits.
; REMARK: remark: {{.*}}: shared array odd stays: it is accessed as a type
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}odd_type
define amdgpu_kernel void @odd_type(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i1, ptr addrspace(3) @odd, i32 %t
  store i1 true, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i1, ptr addrspace(3) %a
  %o = getelementptr i1, ptr addrspace(1) %out, i32 %t
  store i1 %w, ptr addrspace(1) %o
  ret void
}

; One load, two arrays: which one is unknown.
; REMARK: remark: {{.*}}: shared array tile stays: one access may go to several shared arrays
; REMARK: remark: {{.*}}: shared array other stays: one access may go to several shared arrays
; NAME: Name: {{ *}}ArrayNotPrivate
; NAME-NEXT: Function: {{ *}}either
define amdgpu_kernel void @either(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %q = getelementptr i32, ptr addrspace(3) @other, i32 %t
  %which = icmp ult i32 %t, 7
  %p = select i1 %which, ptr addrspace(3) %q, ptr addrspace(3) %b
  %w = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; The barrier is only on one path to the load.
; REMARK: remark: {{.*}}: load from shared array tile stays: no barrier runs before the load on every path
; NAME: Name: {{ *}}NoBarrier
; NAME-NEXT: Function: {{ *}}no_barrier
define amdgpu_kernel void @no_barrier(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %sync, label %join
sync:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %join
join:
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Thread 0 has stored, and has returned before the others synchronise.
; REMARK: remark: {{.*}}: load from shared array tile stays: thread 1 reads byte 0, which thread 0 writes, which may leave the kernel between the store and the barrier
; NAME: Name: {{ *}}EarlyExit
; NAME-NEXT: Function: {{ *}}early_exit
define amdgpu_kernel void @early_exit(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %first = icmp eq i32 %t, 0
  br i1 %first, label %done, label %rest
rest:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %done
done:
  ret void
}

; Only some threads of a warp reach the barrier.
; REMARK: remark: {{.*}}: load from shared array tile stays: it could not be shown that all threads of the block reach the barrier together
; NAME: Name: {{ *}}DivergentBarrier
; NAME-NEXT: Function: {{ *}}divergent
define amdgpu_kernel void @divergent(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %odd = and i32 %t, 1
  %c = icmp eq i32 %odd, 0
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  br i1 %c, label %meet, label %next
meet:
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %next
next:
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, 100
  br i1 %again, label %loop, label %done
done:
  ret void
}

; The index comes from memory.
; REMARK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread
; NAME: Name: {{ *}}UnknownAddress
; NAME-NEXT: Function: {{ *}}from_memory
define amdgpu_kernel void @from_memory(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %m = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %m
  %w = load i32, ptr addrspace(3) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Half of the loaded elements were never written.
; REMARK: remark: {{.*}}: load from shared array tile stays: thread 0 reads byte 512, which no store before the barrier writes, except perhaps in another loop or iteration
; NAME: Name: {{ *}}Unwritten
; NAME-NEXT: Function: {{ *}}unwritten
define amdgpu_kernel void @unwritten(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %p1 = getelementptr i32, ptr addrspace(3) %p, i32 128
  %w = load i32, ptr addrspace(3) %p1
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A conditional second store replaces the first.
; REMARK: remark: {{.*}}: load from shared array tile stays: thread 0 reads byte 4, which two stores of one thread write in no fixed order or under a condition
; NAME: Name: {{ *}}TwoWriters
; NAME-NEXT: Function: {{ *}}two_stores
define amdgpu_kernel void @two_stores(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %c = icmp slt i32 %t, %n
  br i1 %c, label %again, label %join
again:
  store i32 %n, ptr addrspace(3) %a
  br label %join
join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A thread that does not write in this round may have written in the one before.
; REMARK: remark: {{.*}}: load from shared array tile stays: thread 0 reads byte 4, which thread 1 writes only under a condition that the reader does not repeat; otherwise the byte is what another store, or another iteration, wrote there
; NAME: Name: {{ *}}StaleRead
; NAME-NEXT: Function: {{ *}}stale
define amdgpu_kernel void @stale(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  br label %round
round:
  %k = phi i32 [ %n, %entry ], [ %k1, %join ]
  %c = icmp slt i32 %t, %k
  br i1 %c, label %write, label %join
write:
  store i32 %v, ptr addrspace(3) %a
  br label %join
join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %k1 = sub i32 %k, 1
  %more = icmp sgt i32 %k1, 0
  br i1 %more, label %round, label %end
end:
  ret void
}

; A warp barrier does not wait for the other warp.
; REMARK: remark: {{.*}}: load from shared array tile stays: the value comes from another wave, and only a wave barrier lies between
; NAME: Name: {{ *}}CrossesWarps
; NAME-NEXT: Function: {{ *}}crosses
define amdgpu_kernel void @crosses(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 64
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A store after the barrier may precede the load.
; REMARK: remark: {{.*}}: threads of one wave read and write shared array tile in no order: thread 0 reads byte 4, which thread 1 writes, and no barrier lies between; __builtin_amdgcn_wave_barrier() between fences, put there, would order them (in overwritten_after)
; NAME: Name: {{ *}}WarpRace
; REMARK: remark: {{.*}}: load from shared array tile stays: another write to the array may come between the barrier and the load
; NAME: Name: {{ *}}Overwritten
; NAME-NEXT: Function: {{ *}}overwritten_after
define amdgpu_kernel void @overwritten_after(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 0, ptr addrspace(3) %a
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; An index from memory is unknown.
; REMARK: remark: {{.*}}: load from shared array tile stays: another write to the array may come between the store and the barrier
; NAME: Name: {{ *}}Overwritten
; NAME-NEXT: Function: {{ *}}overwritten_before
define amdgpu_kernel void @overwritten_before(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  %m = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %m
  store i32 0, ptr addrspace(3) %p
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; An exchange between warps depends on their number.
; REMARK: remark: {{.*}}: load from shared array tile stays: values cross waves and the block's size is not known; F2_BLOCK(x, y, z) or the attribute
; NAME: Name: {{ *}}NeedsBlockShape
; NAME-NEXT: Function: {{ *}}many_warps
define amdgpu_kernel void @many_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 64
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; The same if threads are numbered in two dimensions.
; REMARK: remark: {{.*}}: load from shared array tile stays: threads are indexed in several dimensions and the block's size is not known
; NAME: Name: {{ *}}NeedsBlockShape
; NAME-NEXT: Function: {{ *}}two_dimensions
define amdgpu_kernel void @two_dimensions(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %tx = call i32 @llvm.amdgcn.workitem.id.x()
  %ty = call i32 @llvm.amdgcn.workitem.id.y()
  %row = shl i32 %ty, 4
  %t = add i32 %row, %tx
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A malformed attribute is not interpreted.
; REMARK: remark: {{.*}}: kernel left alone: "amdgpu-flat-work-group-size"="many": 
; NAME: Name: {{ *}}BadLaunchAttribute
; NAME-NEXT: Function: {{ *}}bad_launch
define amdgpu_kernel void @bad_launch(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="many" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; For a GPU that was not measured no costs are known.
; REMARK: remark: {{.*}}: kernel left alone: function 'old_cpu' has unknown "target-cpu" 'gfx6000'; known are gfx
; NAME: Name: {{ *}}UnknownTarget
; NAME-NEXT: Function: {{ *}}old_cpu
define amdgpu_kernel void @old_cpu(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx6000" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; The same if no GPU is named.
; REMARK: remark: {{.*}}: kernel left alone: function 'no_cpu' has no "target-cpu"
; NAME: Name: {{ *}}UnknownTarget
; NAME-NEXT: Function: {{ *}}no_cpu
define amdgpu_kernel void @no_cpu(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "amdgpu-flat-work-group-size"="1,128" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Lane numbers and thread indices agree in one dimension, which is not stated here.
; REMARK: remark: {{.*}}: load from shared array tile stays: the proof needs the block's size, which is not known
; NAME: Name: {{ *}}NeedsBlockShape
; NAME-NEXT: Function: {{ *}}which_dimension
define amdgpu_kernel void @which_dimension(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %low = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %lane = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %low)
  %warp = and i32 %t, -64
  %partner = xor i32 %lane, 1
  %x = or i32 %warp, %partner
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; In a block of 33 threads, thread 32 would still see the value of the first
; store: the partner that overwrites it is missing.
; REMARK: remark: {{.*}}: load from shared array tile stays: the proof needs the block's size, which is not known
; NAME: Name: {{ *}}NeedsBlockShape
; NAME-NEXT: Function: {{ *}}seen_through
define amdgpu_kernel void @seen_through(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %far = getelementptr i32, ptr addrspace(3) %a, i32 1
  store i32 0, ptr addrspace(3) %far
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Three elements per thread across warps: no F2 map, no swizzle, no shuffle plan.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 3 x i32 per thread across the block stays: no shuffles: 
; NAME: Name: {{ *}}NoPlan
; NAME-NEXT: Function: {{ *}}odd_items
define amdgpu_kernel void @odd_items(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 !reqd_work_group_size !0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t3 = mul i32 %t, 3
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @big, i32 %t3
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 1
  %a2 = getelementptr i32, ptr addrspace(3) %a, i32 2
  store i32 %v, ptr addrspace(3) %a
  store i32 %t, ptr addrspace(3) %a1
  store i32 %t3, ptr addrspace(3) %a2
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %b = getelementptr i32, ptr addrspace(3) @big, i32 %t
  %b1 = getelementptr i32, ptr addrspace(3) %b, i32 128
  %b2 = getelementptr i32, ptr addrspace(3) %b, i32 256
  %w0 = load i32, ptr addrspace(3) %b
  %w1 = load i32, ptr addrspace(3) %b1
  %w2 = load i32, ptr addrspace(3) %b2
  %w01 = add i32 %w0, %w1
  %w = add i32 %w01, %w2
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A column of a padded tile has no conflicts; there is nothing to gain.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread across the block stays: the best plan takes {{.*}} clocks per wave and {{.*}} instructions, the code as it is {{.*}} clocks
; NAME: Name: {{ *}}NotProfitable
; NAME-NEXT: Function: {{ *}}padded
define amdgpu_kernel void @padded(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" !reqd_work_group_size !1 {
  %tx = call i32 @llvm.amdgcn.workitem.id.x()
  %ty = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul i32 %ty, 33
  %at = add i32 %row, %tx
  %column = mul i32 %tx, 33
  %to = add i32 %column, %ty
  %t32 = shl i32 %ty, 5
  %t = or i32 %t32, %tx
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @big, i32 %at
  %b = getelementptr i32, ptr addrspace(3) @big, i32 %to
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; 321 bytes, each in its own register, are more than a thread has.
; REMARK: remark: {{.*}}: 6 loads from shared array dynamic stay, the first because more than 256 elements per thread
; NAME: Name: {{ *}}TooManyRegisters
; NAME-NEXT: Function: {{ *}}too_many
define amdgpu_kernel void @too_many(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = mul i32 %t, 320
  %y = xor i32 %t, 1
  %row2 = mul i32 %y, 320
  %v = load <64 x i8>, ptr addrspace(1) %in
  %a = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row
  %b = getelementptr i8, ptr addrspace(3) @dynamic, i32 %row2
  %a0 = getelementptr i8, ptr addrspace(3) %a, i32 0
  store <64 x i8> %v, ptr addrspace(3) %a0, align 16
  %a1 = getelementptr i8, ptr addrspace(3) %a, i32 64
  store <64 x i8> %v, ptr addrspace(3) %a1, align 16
  %a2 = getelementptr i8, ptr addrspace(3) %a, i32 128
  store <64 x i8> %v, ptr addrspace(3) %a2, align 16
  %a3 = getelementptr i8, ptr addrspace(3) %a, i32 192
  store <64 x i8> %v, ptr addrspace(3) %a3, align 16
  %a4 = getelementptr i8, ptr addrspace(3) %a, i32 256
  store <64 x i8> %v, ptr addrspace(3) %a4, align 16
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %b0 = getelementptr i8, ptr addrspace(3) %b, i32 0
  %w0 = load <64 x i8>, ptr addrspace(3) %b0, align 16
  %o0 = getelementptr <64 x i8>, ptr addrspace(1) %out, i32 0
  store <64 x i8> %w0, ptr addrspace(1) %o0
  %b1 = getelementptr i8, ptr addrspace(3) %b, i32 64
  %w1 = load <64 x i8>, ptr addrspace(3) %b1, align 16
  %o1 = getelementptr <64 x i8>, ptr addrspace(1) %out, i32 1
  store <64 x i8> %w1, ptr addrspace(1) %o1
  %b2 = getelementptr i8, ptr addrspace(3) %b, i32 128
  %w2 = load <64 x i8>, ptr addrspace(3) %b2, align 16
  %o2 = getelementptr <64 x i8>, ptr addrspace(1) %out, i32 2
  store <64 x i8> %w2, ptr addrspace(1) %o2
  %b3 = getelementptr i8, ptr addrspace(3) %b, i32 192
  %w3 = load <64 x i8>, ptr addrspace(3) %b3, align 16
  %o3 = getelementptr <64 x i8>, ptr addrspace(1) %out, i32 3
  store <64 x i8> %w3, ptr addrspace(1) %o3
  %b4 = getelementptr i8, ptr addrspace(3) %b, i32 256
  %w4 = load <64 x i8>, ptr addrspace(3) %b4, align 16
  %o4 = getelementptr <64 x i8>, ptr addrspace(1) %out, i32 4
  store <64 x i8> %w4, ptr addrspace(1) %o4
  %w = load i8, ptr addrspace(3) %b
  %o = getelementptr i8, ptr addrspace(1) %out, i32 1024
  store i8 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" }
attributes #1 = { "target-cpu"="gfx942" }

!0 = !{i32 128, i32 1, i32 1}
!1 = !{i32 32, i32 32, i32 1}
