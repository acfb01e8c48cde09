; Code in other modules, and arrays that it may know by their names.
; RUN: split-file %s %t
; RUN: %f2opt -passes=f2layout -S %t/kernels.ll -o %t/after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t/remarks
; RUN: FileCheck %t/kernels.ll --input-file=%t/after.ll
; RUN: FileCheck %t/kernels.ll --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t/remarks
; RUN: llvm-link -S %t/kernels.ll %t/other.ll -o %t/before.linked.ll
; RUN: llvm-link -S %t/after.ll %t/other.ll -o %t/after.linked.ll
; RUN: %f2sim --equal %t/before.linked.ll %t/after.linked.ll --kernel read_later --block 64 --dynamic-shared 256
; RUN: %f2sim --equal %t/before.linked.ll %t/after.linked.ll --kernel written --block 64 --dynamic-shared 256
; RUN: %f2sim --equal %t/before.linked.ll %t/after.linked.ll --kernel pointer --block 64 --dynamic-shared 256
; RUN: %f2sim --equal %t/before.linked.ll %t/after.linked.ll --kernel reused --block 64 --dynamic-shared 256

;--- kernels.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@dynamic = external addrspace(3) global [0 x i32], align 16
@sized = external addrspace(3) global [1024 x i32], align 16
@mine = internal addrspace(3) global [128 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @reads() nounwind willreturn memory(read)
declare void @increments() nounwind willreturn
declare ptr @where() nounwind willreturn memory(none)
declare void @touches_lower_half() nounwind willreturn
declare float @__nv_sinf(float) nounwind willreturn
declare i32 @vprintf(ptr, ptr) nounwind

; Another module's function reads the dynamic array by its name. If the stores
; could go, 3 of 4 clocks were saved.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp stays: the plans for blocks of 128, a guessed shape, save 2 of 4 clocks per warp
; CHECK-LABEL: @read_later(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @read_later(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @dynamic, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  %z = call i32 @reads()
  %s = xor i32 %w, %z
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; An array with a size may also be named, and written.
; REMARK: remark: {{.*}}: load from shared array sized stays: another write to the array may come between the store and the barrier
; CHECK-LABEL: @written(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @written(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @sized, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @sized, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @increments()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A function may return the address, without accessing memory.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp stays: the plans for blocks of 128, a guessed shape, save 2 of 4 clocks per warp
; CHECK-LABEL: @pointer(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @pointer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %p = call ptr @where()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @sized, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @sized, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  %q = getelementptr i32, ptr %p, i32 %t
  %z = load i32, ptr %q
  %s = xor i32 %w, %z
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; Assembly may name a private array too.
; REMARK: remark: {{.*}}: shared array mine stays: inline assembly names it
; CHECK-LABEL: @named(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @named(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @mine, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @mine, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  %z = call i32 asm sideeffect "ld.shared.u32 $0, [mine];", "=r,~{memory}"()
  %s = xor i32 %w, %z
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; Unknown assembly may access an array that is not private, even without its
; name.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp stays: the plans for blocks of 128, a guessed shape, save 2 of 4 clocks per warp
; CHECK-LABEL: @assembly(
; CHECK: store i32 %v, ptr addrspace(3)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @assembly(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @dynamic, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  call void asm sideeffect "foo.mine %s;", "~{memory}"()
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; A private array that is not named cannot be reached.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became, in the version for blocks of 128, 1 shuffle
; CHECK-LABEL: @private_array(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @private_array(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @mine, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @mine, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  call void asm sideeffect "foo.mine %mine;", "~{memory}"()
  %z = call i32 @reads()
  %s = xor i32 %w, %z
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; Library functions are known not to.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each warp became 1 shuffle
; CHECK-LABEL: @library(
; CHECK-NOT: addrspace(3)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define ptx_kernel void @library(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @dynamic, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  %f = bitcast i32 %w to float
  %m = call float @__nv_sinf(float %f)
  %z = call i32 @vprintf(ptr null, ptr null)
  %s = bitcast float %m to i32
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; The function may access the place where a plan through shared memory would
; store.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp stays: {{.*}}other accesses use the array between the barriers
; CHECK-LABEL: @reused(
; CHECK: call void @touches_lower_half()
; CHECK-NOT: store <4 x i32>
; CHECK: ret void
define ptx_kernel void @reused(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  call void @touches_lower_half()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @sized, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 512
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %warp = and i32 %t, 32
  %lane = and i32 %t, 31
  %slice = shl i32 %warp, 3
  %place = add i32 %slice, %lane
  %k0 = add i32 %place, 512
  %b0 = getelementptr i32, ptr addrspace(3) @sized, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %k0
  store i32 %w0, ptr addrspace(1) %o0
  %k1 = add i32 %place, 544
  %b1 = getelementptr i32, ptr addrspace(3) @sized, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %k1
  store i32 %w1, ptr addrspace(1) %o1
  %k2 = add i32 %place, 576
  %b2 = getelementptr i32, ptr addrspace(3) @sized, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %k2
  store i32 %w2, ptr addrspace(1) %o2
  %k3 = add i32 %place, 608
  %b3 = getelementptr i32, ptr addrspace(3) @sized, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %k3
  store i32 %w3, ptr addrspace(1) %o3
  %k4 = add i32 %place, 640
  %b4 = getelementptr i32, ptr addrspace(3) @sized, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %k4
  store i32 %w4, ptr addrspace(1) %o4
  %k5 = add i32 %place, 672
  %b5 = getelementptr i32, ptr addrspace(3) @sized, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %k5
  store i32 %w5, ptr addrspace(1) %o5
  %k6 = add i32 %place, 704
  %b6 = getelementptr i32, ptr addrspace(3) @sized, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %k6
  store i32 %w6, ptr addrspace(1) %o6
  %k7 = add i32 %place, 736
  %b7 = getelementptr i32, ptr addrspace(3) @sized, i32 %k7
  %w7 = load i32, ptr addrspace(3) %b7
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %k7
  store i32 %w7, ptr addrspace(1) %o7
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.maxntid"="64" }

;--- other.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@dynamic = external addrspace(3) global [0 x i32], align 16
@sized = addrspace(3) global [1024 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define i32 @reads() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 3
  %p = getelementptr i32, ptr addrspace(3) @dynamic, i32 %x
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}

define void @increments() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @sized, i32 %t
  %v = load i32, ptr addrspace(3) %p
  %v1 = add i32 %v, 1
  store i32 %v1, ptr addrspace(3) %p
  ret void
}

define ptr @where() {
  ret ptr addrspacecast (ptr addrspace(3) @sized to ptr)
}

define void @touches_lower_half() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @sized, i32 %t
  store i32 %t, ptr addrspace(3) %p
  ret void
}
