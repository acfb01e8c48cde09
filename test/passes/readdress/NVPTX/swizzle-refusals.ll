; Arrays that are not swizzled, and why.
; RUN: %f2opt -passes='function(f2layout-readdress<no-grow>),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: %f2opt -passes=verify -S %s -o - | diff - %t.after.ll
; With the option nothing is analysed.
; RUN: %f2opt -passes='f2layout<no-readdress>' -disable-output %s \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 | count 0

target triple = "nvptx64-nvidia-cuda"

@mem = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@atom = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@vola = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@unknown = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@init = internal addrspace(3) global [32 x [32 x i32]] zeroinitializer, align 4
@ext = addrspace(3) global [32 x [32 x i32]] undef, align 4
@cross = internal addrspace(3) global [33 x [32 x i32]] undef, align 4
@two = internal addrspace(3) global [2 x [32 x i32]] undef, align 4
@odd = internal addrspace(3) global [1023 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @elsewhere()

; A load may read an element that no thread stored.
; REMARK: remark: {{.*}}shared array init is not swizzled: the array has initial values
define ptx_kernel void @initialised(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @init, i32 0, i32 %y, i32 %x
  store i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @init, i32 0, i32 %x, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; The function may know the array by its name.
; REMARK: remark: {{.*}}shared array ext is not swizzled: unknown code may touch the array
define ptx_kernel void @foreign(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @ext, i32 0, i32 %y, i32 %x
  store i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @ext, i32 0, i32 %x, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  call void @elsewhere()
  ret void
}

; An access may go to other memory.
; REMARK: remark: {{.*}}shared array mem is not swizzled: an access may go to other memory instead
define ptx_kernel void @other_memory(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @mem, i32 0, i32 %y, i32 %x
  %c = icmp eq i32 %n, 0
  %either = select i1 %c, ptr addrspace(3) %p, ptr addrspace(3) null
  store i32 %x, ptr addrspace(3) %either
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @mem, i32 0, i32 %x, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; Eight bytes at any word: no granule of eight contains them.
; REMARK: remark: {{.*}}shared array cross is not swizzled: an access of 8 bytes, of elements of 4 bytes that LLVM may have joined, is not aligned to 8 bytes within the array
define ptx_kernel void @across_granules(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [33 x [32 x i32]], ptr addrspace(3) @cross, i32 0, i32 %y, i32 %x
  store i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [33 x [32 x i32]], ptr addrspace(3) @cross, i32 0, i32 %x, i32 %y
  %pair = load <2 x i32>, ptr addrspace(3) %q, align 4
  %v = extractelement <2 x i32> %pair, i32 1
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; Saving one wavefront does not pay for three instructions.
; REMARK: remark: {{.*}}shared array two is not swizzled: no swizzle saves more clocks than its arithmetic takes
define ptx_kernel void @cheap(ptr addrspace(1) noalias %out, i32 %n) #1 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %even = shl i32 %x, 1
  %p = getelementptr [2 x [32 x i32]], ptr addrspace(3) @two, i32 0, i32 0, i32 %even
  store i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [2 x [32 x i32]], ptr addrspace(3) @two, i32 0, i32 0, i32 %x
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; A swizzle would need the last word of the last row.
; REMARK: remark: {{.*}}shared array odd keeps its rows: 132 instead of 128 bytes apart, its accesses would take {{[0-9]+}} -> 64 wavefronts, but the array may not grow so much
define ptx_kernel void @odd_size(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @odd, i32 0, i32 %y, i32 %x
  store i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @odd, i32 0, i32 %x, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; Others are refused by all of f2layout, which f2layout-reroute reports.
define ptx_kernel void @atomic(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @atom, i32 0, i32 %y, i32 %x
  store atomic i32 %x, ptr addrspace(3) %p unordered, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @atom, i32 0, i32 %x, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; The same.
define ptx_kernel void @volatile(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @vola, i32 0, i32 %y, i32 %x
  store volatile i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @vola, i32 0, i32 %x, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; The same if an address comes from memory.
define ptx_kernel void @from_memory(ptr addrspace(1) noalias %out, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %from = getelementptr i32, ptr addrspace(1) %out, i32 %x
  %m = load i32, ptr addrspace(1) %from
  %k = and i32 %m, 31
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @unknown, i32 0, i32 %y, i32 %x
  store i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @unknown, i32 0, i32 %x, i32 %k
  %v = load i32, ptr addrspace(3) %q
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="32,32,1" }
attributes #1 = { "target-cpu"="sm_90" "f2layout-block"="32,1,1" }
