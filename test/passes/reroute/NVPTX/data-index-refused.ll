; Loads at an index from data that no shuffle replaces, and why.
; RUN: %f2opt -passes='function(f2layout-reroute)' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
; RUN: FileCheck %s --check-prefix=SAME --input-file=%t.after.ll
; SAME-NOT: @llvm.nvvm.shfl.sync.idx

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [512 x i32] undef, align 16
@bytes = internal addrspace(3) global [512 x i8] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.assume(i1)

; CHECK: remark: {{.*}}: load from shared array tile stays: its address is not known for every thread: it depends on what is read from memory, and no mask, remainder or range leaves less than 257 values of its index
define ptx_kernel void @open(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k = lshr i32 %v, 8
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 32, and then thread 96 reads byte 512, which no store before the barrier writes
define ptx_kernel void @other_row(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k = and i32 %v, 63
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: at some values of its index, it reads what another warp wrote, or not the same in every warp
define ptx_kernel void @block_row(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = and i32 %v, 127
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 0, and then thread 0 reads byte 0, which two stores of one thread write in no fixed order or under a condition
define ptx_kernel void @guarded_store(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %c = icmp ult i32 %v, 7
  br i1 %c, label %storing, label %stored
storing:
  store i32 %t, ptr addrspace(3) %p
  br label %stored
stored:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k = and i32 %v, 31
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 0, and then another write to the array may come between the barrier and the load
define ptx_kernel void @overwritten(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %lane = and i32 %t, 31
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %c = icmp ult i32 %lane, 7
  br i1 %c, label %storing, label %stored
storing:
  store i32 %t, ptr addrspace(3) %p
  br label %stored
stored:
  %k = and i32 %v, 31
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: no barrier runs before the load on every path
define ptx_kernel void @no_barrier(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  %k = and i32 %v, 31
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: some threads may leave the kernel before the barrier, and which thread's value the load reads depends on data
define ptx_kernel void @early_exit(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %c = icmp uge i32 %t, %n
  br i1 %c, label %end, label %stay
stay:
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k = and i32 %v, 31
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: not all lanes of the warp run the load, and its index is computed where only some of them are
define ptx_kernel void @late_index(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %few = icmp ult i32 %v, 1000
  br i1 %few, label %some, label %done
some:
  %k = and i32 %v, 31
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  br label %done
done:
  ret void
}

; CHECK: remark: {{.*}}: load from shared array tile stays: its index may be 16, and then thread 0 reads byte 64, which no store before the barrier writes
define ptx_kernel void @unwritten(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %lane = and i32 %t, 31
  %c = icmp ult i32 %lane, 16
  br i1 %c, label %storing, label %stored
storing:
  store i32 %t, ptr addrspace(3) %p
  br label %stored
stored:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k = and i32 %v, 31
  %row = and i32 %t, -32
  %a = add i32 %row, %k
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %a
  %r = load i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "f2layout-block"="128,1,1" }
