; Arrays that keep their order, and why. Arrays that are not fully known have no
; remark here, since f2layout-reroute reports them.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2opt -passes=verify -S %s -o - | diff - %t.after.ll
; With the option nothing is analysed.
; RUN: %f2opt -passes='f2layout<no-readdress>' -disable-output %s \
; RUN:   -pass-remarks-missed=f2layout-readdress 2>&1 | count 0

target triple = "amdgcn-amd-amdhsa"

@other = internal addrspace(3) global [640 x i8] undef
@mem = internal addrspace(3) global [640 x i8] undef
@arg = internal addrspace(3) global [640 x i8] undef
@rows = internal addrspace(3) global [640 x i8] undef
@init = internal addrspace(3) global [640 x i8] zeroinitializer
@ext = addrspace(3) global [640 x i8] undef
@costly = internal addrspace(3) global [768 x i8] undef
@atom = internal addrspace(3) global [640 x i8] undef
@wide = internal addrspace(3) global [640 x i8] undef, align 4
@widths = internal addrspace(3) global [640 x i8] undef, align 4
@cold = internal addrspace(3) global [640 x i8] undef
@free = internal addrspace(3) global [640 x i8] undef
@dyn = external addrspace(3) global [0 x i8]

@full = internal addrspace(3) global [65534 x i8] undef
@rest = internal addrspace(3) global [2 x i8] undef

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare void @llvm.amdgcn.s.barrier()
declare void @elsewhere()

; REMARK: remark: {{.*}}elements of shared array mem are not moved: an access may go to other memory instead
define amdgpu_kernel void @other_memory(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %p = getelementptr i8, ptr addrspace(3) @mem, i32 %e
  %c = icmp eq i32 %n, 0
  %either = select i1 %c, ptr addrspace(3) %p, ptr addrspace(3) null
  store i8 1, ptr addrspace(3) %either
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @mem, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @mem, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @mem, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @mem, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @mem, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

; REMARK: remark: {{.*}}elements of shared array arg are not moved: its addresses depend on more than the thread, and so do its bank conflicts
define amdgpu_kernel void @argument(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %x = add i32 %e, %n
  %i0 = add i32 %x, 0
  %p0 = getelementptr i8, ptr addrspace(3) @arg, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %x, 1
  %p1 = getelementptr i8, ptr addrspace(3) @arg, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %x, 2
  %p2 = getelementptr i8, ptr addrspace(3) @arg, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %x, 3
  %p3 = getelementptr i8, ptr addrspace(3) @arg, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %x, 4
  %p4 = getelementptr i8, ptr addrspace(3) @arg, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

; REMARK: remark: {{.*}}elements of shared array rows are not moved: threads are indexed in several dimensions and the block's size is not known
define amdgpu_kernel void @two_dimensions(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %r = mul i32 %y, 160
  %x = add i32 %e, %r
  %i0 = add i32 %x, 0
  %p0 = getelementptr i8, ptr addrspace(3) @rows, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %x, 1
  %p1 = getelementptr i8, ptr addrspace(3) @rows, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %x, 2
  %p2 = getelementptr i8, ptr addrspace(3) @rows, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %x, 3
  %p3 = getelementptr i8, ptr addrspace(3) @rows, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %x, 4
  %p4 = getelementptr i8, ptr addrspace(3) @rows, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

; REMARK: remark: {{.*}}elements of shared array full are not moved: its last word is incomplete, and shared memory is full
; REMARK: remark: {{.*}}elements of shared array rest are not moved: its last word is incomplete, and shared memory is full
define amdgpu_kernel void @full_memory(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %rest = load i8, ptr addrspace(3) @rest
  store i8 %rest, ptr addrspace(1) %out
  %e = mul i32 %t, 5
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @full, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @full, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @full, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @full, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @full, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

; One access is contiguous, and stays so.
; REMARK: remark: {{.*}}shared array widths is not swizzled: no swizzle saves more clocks than its arithmetic takes
define amdgpu_kernel void @one_wide(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %f = mul i32 %t, 4
  %p = getelementptr i8, ptr addrspace(3) @widths, i32 %f
  store i32 1, ptr addrspace(3) %p, align 4
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @widths, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @widths, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @widths, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @widths, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @widths, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

; The cold block has the conflicts, the hot block would get some.
; REMARK: remark: {{.*}}elements of shared array cold are not moved: with one element per bank, some accesses would take more LDS cycles, and others fewer
define amdgpu_kernel void @cold_and_hot(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %four = mul i32 %t, 4
  %h0 = add i32 %four, 0
  %hp0 = getelementptr i8, ptr addrspace(3) @cold, i32 %h0
  store i8 0, ptr addrspace(3) %hp0
  %c = icmp eq i32 %n, 7
  br i1 %c, label %then, label %done
then:
  %e = mul i32 %t, 5
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @cold, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @cold, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @cold, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @cold, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @cold, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  br label %done
done:
  ret void
}

; REMARK: remark: {{.*}}elements of shared array init are not moved: the array has initial values
define amdgpu_kernel void @initialised(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @init, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @init, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @init, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @init, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @init, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

; REMARK: remark: {{.*}}elements of shared array ext are not moved: unknown code may touch the array
define amdgpu_kernel void @foreign(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @ext, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @ext, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @ext, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @ext, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @ext, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  call void @elsewhere()
  ret void
}

; REMARK: remark: {{.*}}elements of shared array costly are not moved: with one element per bank they would take {{[0-9]+}} LDS cycles per block instead of {{[0-9]+}}, but {{[0-9.]+}} clocks instead of {{[0-9.]+}} with the address arithmetic
define amdgpu_kernel void @not_profitable(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @costly, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  ret void
}

define amdgpu_kernel void @atomic(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %p = getelementptr i8, ptr addrspace(3) @atom, i32 %e
  store atomic i8 1, ptr addrspace(3) %p unordered, align 1
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @atom, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @atom, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @atom, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @atom, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @atom, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

; Nobody knows where the last word of a dynamic array ends.
; REMARK: remark: {{.*}}shared array dyn is not swizzled: no swizzle saves more clocks than its arithmetic takes
define amdgpu_kernel void @dynamic(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 5
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @dyn, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  %i1 = add i32 %e, 1
  %p1 = getelementptr i8, ptr addrspace(3) @dyn, i32 %i1
  %w1 = load i8, ptr addrspace(3) %p1
  %q1 = getelementptr i8, ptr addrspace(1) %out, i32 %i1
  store i8 %w1, ptr addrspace(1) %q1
  %i2 = add i32 %e, 2
  %p2 = getelementptr i8, ptr addrspace(3) @dyn, i32 %i2
  %w2 = load i8, ptr addrspace(3) %p2
  %q2 = getelementptr i8, ptr addrspace(1) %out, i32 %i2
  store i8 %w2, ptr addrspace(1) %q2
  %i3 = add i32 %e, 3
  %p3 = getelementptr i8, ptr addrspace(3) @dyn, i32 %i3
  %w3 = load i8, ptr addrspace(3) %p3
  %q3 = getelementptr i8, ptr addrspace(1) %out, i32 %i3
  store i8 %w3, ptr addrspace(1) %q3
  %i4 = add i32 %e, 4
  %p4 = getelementptr i8, ptr addrspace(3) @dyn, i32 %i4
  %w4 = load i8, ptr addrspace(3) %p4
  %q4 = getelementptr i8, ptr addrspace(1) %out, i32 %i4
  store i8 %w4, ptr addrspace(1) %q4
  ret void
}

define amdgpu_kernel void @words(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e = mul i32 %t, 20
  %i0 = add i32 %e, 0
  %p0 = getelementptr i8, ptr addrspace(3) @wide, i32 %i0
  %w0 = load i32, ptr addrspace(3) %p0
  %q0 = getelementptr i32, ptr addrspace(1) %out, i32 %i0
  store i32 %w0, ptr addrspace(1) %q0
  ret void
}

; Without conflicts there is no remark.
define amdgpu_kernel void @no_conflicts(ptr addrspace(1) %out, i32 %n) #1 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i0 = add i32 %t, 0
  %p0 = getelementptr i8, ptr addrspace(3) @free, i32 %i0
  %w0 = load i8, ptr addrspace(3) %p0
  %q0 = getelementptr i8, ptr addrspace(1) %out, i32 %i0
  store i8 %w0, ptr addrspace(1) %q0
  ret void
}

attributes #0 = { "target-cpu"="gfx942" }
attributes #1 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" }
