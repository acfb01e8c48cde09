; Arrays are swizzled so that both rows and columns are free of conflicts, under
; boundary checks and in loops; padding is removed if no thread accesses it.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 32,8 --arg 2=32,19 --arg 3=32,7
; RUN: %f2sim --equal %s %t.after.ll --kernel any_block --block 16,8 --arg 2=9 --arg 3=16
; RUN: %f2sim --equal %s %t.after.ll --kernel double_buffer --block 32,32
; RUN: %f2sim --equal %s %t.after.ll --kernel by_columns --block 32,32
; RUN: %f2sim --equal %s %t.after.ll --kernel vectors --block 512
; RUN: %f2sim --equal %s %t.after.ll --kernel padded_in_loops --block 32
; RUN: %f2sim %s --kernel bounds32 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=BEFORE
; BEFORE: total {{[0-9]+}} accesses, 1056 wavefronts, 64 ideal
; RUN: %f2sim %s --kernel padded16 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=ODD
; ODD: total {{[0-9]+}} accesses, 80 wavefronts, 64 ideal
; When it runs, no access takes more wavefronts than its bytes need.
; RUN: %f2sim %t.after.ll --kernel bounds8 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel bounds16 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel bounds32 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel padded8 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel padded16 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel padded32 --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel uses_padding --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel any_block --block 32,8 --arg 2=32 --arg 3=32 --report \
; RUN:   | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel double_buffer --block 32,32 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel by_columns --block 32,32 --report | FileCheck %s --check-prefix=FREE
; RUN: %f2sim %t.after.ll --kernel vectors --block 512 --report | FileCheck %s --check-prefix=FREE
; FREE: total {{[0-9]+}} accesses, [[FEW:[0-9]+]] wavefronts, [[FEW]] ideal
; A second run changes nothing.
; RUN: sed 1d %t.after.ll >%t.once.ll
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %t.after.ll \
; RUN:   | sed 1d | diff %t.once.ll -

target triple = "nvptx64-nvidia-cuda"

; CHECK: @padded32.tile = internal addrspace(3) global [32 x [33 x i32]]
@bounds8.tile = internal addrspace(3) global [32 x [32 x i8]] undef, align 1
@bounds16.tile = internal addrspace(3) global [32 x [32 x i16]] undef, align 2
@bounds32.tile = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@padded8.tile = internal addrspace(3) global [32 x [33 x i8]] undef, align 1
@padded16.tile = internal addrspace(3) global [32 x [33 x i16]] undef, align 2
@padded32.tile = internal addrspace(3) global [32 x [33 x i32]] undef, align 4
@uses_padding.tile = internal addrspace(3) global [32 x [33 x i32]] undef, align 4
@any_padded.tile = internal addrspace(3) global [32 x [33 x i32]] undef, align 4
@any_block.tile = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@halves = internal addrspace(3) global [2 x [32 x [32 x i32]]] undef, align 4
@columns = internal addrspace(3) global [32 x [32 x i32]] undef, align 4
@rolled = internal addrspace(3) global [32 x [34 x i32]] undef, align 4
@wide = internal addrspace(3) global [64 x [32 x i32]] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; A 32 x 32 transpose in blocks of 32 x 8, with boundary checks: columns of bytes
; conflict eight-fold, of words 32-fold.
; REMARK: remark: {{.*}}shared array bounds8.tile swizzled: the 8 accesses of a block take 288 -> 64 wavefronts{{( \(in [^ ]+\))?$}}
define ptx_kernel void @bounds8(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i8, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i8, ptr addrspace(1) %s0.g
  store i8 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i8, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i8, ptr addrspace(1) %s1.g
  store i8 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i8, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i8, ptr addrspace(1) %s2.g
  store i8 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i8, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i8, ptr addrspace(1) %s3.g
  store i8 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i8, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i8, ptr addrspace(3) %l0.p
  store i8 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i8, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i8, ptr addrspace(3) %l1.p
  store i8 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i8, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i8, ptr addrspace(3) %l2.p
  store i8 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i8, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [32 x i8]], ptr addrspace(3) @bounds8.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i8, ptr addrspace(3) %l3.p
  store i8 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; REMARK: remark: {{.*}}shared array bounds16.tile swizzled: the 8 accesses of a block take 544 -> 64 wavefronts{{( \(in [^ ]+\))?$}}
define ptx_kernel void @bounds16(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i16, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i16, ptr addrspace(1) %s0.g
  store i16 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i16, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i16, ptr addrspace(1) %s1.g
  store i16 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i16, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i16, ptr addrspace(1) %s2.g
  store i16 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i16, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i16, ptr addrspace(1) %s3.g
  store i16 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i16, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i16, ptr addrspace(3) %l0.p
  store i16 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i16, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i16, ptr addrspace(3) %l1.p
  store i16 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i16, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i16, ptr addrspace(3) %l2.p
  store i16 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i16, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [32 x i16]], ptr addrspace(3) @bounds16.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i16, ptr addrspace(3) %l3.p
  store i16 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; Two roots, one for the stores and one for the loads. The stores' other
; addresses are the root with a constant xor and an offset that costs nothing.
; REMARK: remark: {{.*}}shared array bounds32.tile swizzled: the 8 accesses of a block take 1056 -> 64 wavefronts{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @bounds32(
; CHECK-COUNT-2: lshr i32
; CHECK-NOT: lshr
; CHECK: store i32 %s0.v, ptr addrspace(3)
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i32 1024
; CHECK-NEXT: store i32 %s1.v, ptr addrspace(3)
; CHECK-NOT: lshr
; CHECK: ret void
define ptx_kernel void @bounds32(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i32, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i32, ptr addrspace(1) %s0.g
  store i32 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i32, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i32, ptr addrspace(1) %s1.g
  store i32 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i32, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i32, ptr addrspace(1) %s2.g
  store i32 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i32, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i32, ptr addrspace(1) %s3.g
  store i32 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i32, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i32, ptr addrspace(3) %l0.p
  store i32 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i32, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i32, ptr addrspace(3) %l1.p
  store i32 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i32, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i32, ptr addrspace(3) %l2.p
  store i32 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i32, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @bounds32.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i32, ptr addrspace(3) %l3.p
  store i32 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; Padding is removed: the swizzle replaces it. For halves padded by one, and for
; bytes, the swizzle is better.
; REMARK: remark: {{.*}}shared array padded8.tile swizzled: the 8 accesses of a block take 88 -> 64 wavefronts, and its padding was removed: 32 of 1056 bytes saved
define ptx_kernel void @padded8(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i8, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i8, ptr addrspace(1) %s0.g
  store i8 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i8, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i8, ptr addrspace(1) %s1.g
  store i8 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i8, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i8, ptr addrspace(1) %s2.g
  store i8 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i8, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i8, ptr addrspace(1) %s3.g
  store i8 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i8, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i8, ptr addrspace(3) %l0.p
  store i8 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i8, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i8, ptr addrspace(3) %l1.p
  store i8 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i8, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i8, ptr addrspace(3) %l2.p
  store i8 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i8, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [33 x i8]], ptr addrspace(3) @padded8.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i8, ptr addrspace(3) %l3.p
  store i8 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; REMARK: remark: {{.*}}shared array padded16.tile swizzled: the 8 accesses of a block take 80 -> 64 wavefronts, and its padding was removed: 64 of 2112 bytes saved
define ptx_kernel void @padded16(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i16, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i16, ptr addrspace(1) %s0.g
  store i16 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i16, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i16, ptr addrspace(1) %s1.g
  store i16 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i16, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i16, ptr addrspace(1) %s2.g
  store i16 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i16, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i16, ptr addrspace(1) %s3.g
  store i16 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i16, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i16, ptr addrspace(3) %l0.p
  store i16 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i16, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i16, ptr addrspace(3) %l1.p
  store i16 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i16, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i16, ptr addrspace(3) %l2.p
  store i16 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i16, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [33 x i16]], ptr addrspace(3) @padded16.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i16, ptr addrspace(3) %l3.p
  store i16 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; REMARK: remark: {{.*}}shared array padded32.tile keeps its padding: without its padding, its accesses and the arithmetic of a swizzle would take longer
; CHECK-LABEL: @padded32(
; CHECK-NOT: 132
; CHECK: ret void
define ptx_kernel void @padded32(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i32, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i32, ptr addrspace(1) %s0.g
  store i32 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i32, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i32, ptr addrspace(1) %s1.g
  store i32 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i32, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i32, ptr addrspace(1) %s2.g
  store i32 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i32, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i32, ptr addrspace(1) %s3.g
  store i32 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i32, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i32, ptr addrspace(3) %l0.p
  store i32 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i32, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i32, ptr addrspace(3) %l1.p
  store i32 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i32, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i32, ptr addrspace(3) %l2.p
  store i32 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i32, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @padded32.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i32, ptr addrspace(3) %l3.p
  store i32 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; Some thread writes to the padding.
; REMARK: remark: {{.*}}shared array uses_padding.tile keeps its padding: an access may touch the last 4 of 132 bytes of a row
; CHECK-LABEL: @uses_padding(
; CHECK-NOT: lshr
; CHECK: ret void
define ptx_kernel void @uses_padding(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i32, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i32, ptr addrspace(1) %s0.g
  store i32 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i32, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i32, ptr addrspace(1) %s1.g
  store i32 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i32, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i32, ptr addrspace(1) %s2.g
  store i32 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i32, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i32, ptr addrspace(1) %s3.g
  store i32 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  %pad = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %y, i32 32
  store i32 %y, ptr addrspace(3) %pad
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i32, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i32, ptr addrspace(3) %l0.p
  store i32 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i32, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i32, ptr addrspace(3) %l1.p
  store i32 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i32, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i32, ptr addrspace(3) %l2.p
  store i32 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i32, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @uses_padding.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i32, ptr addrspace(3) %l3.p
  store i32 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; The number of threads is unknown: columns cannot be proved to end at 32.
; Without padding there is nothing to prove.
; REMARK: remark: {{.*}}shared array any_padded.tile keeps its padding: an access may touch the last 4 of 132 bytes of a row
define ptx_kernel void @any_padded(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #3 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i32, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i32, ptr addrspace(1) %s0.g
  store i32 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i32, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i32, ptr addrspace(1) %s1.g
  store i32 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i32, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i32, ptr addrspace(1) %s2.g
  store i32 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i32, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i32, ptr addrspace(1) %s3.g
  store i32 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i32, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i32, ptr addrspace(3) %l0.p
  store i32 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i32, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i32, ptr addrspace(3) %l1.p
  store i32 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i32, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i32, ptr addrspace(3) %l2.p
  store i32 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i32, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [33 x i32]], ptr addrspace(3) @any_padded.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i32, ptr addrspace(3) %l3.p
  store i32 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; REMARK: remark: {{.*}}shared array any_block.tile swizzled: the 8 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} wavefronts{{( \(in [^ ]+\))?$}}
define ptx_kernel void @any_block(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #3 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s0.row = add i32 %y, 0
  %s0.cx = icmp slt i32 %x, %w
  %s0.cy = icmp slt i32 %s0.row, %h
  %s0.c = and i1 %s0.cx, %s0.cy
  br i1 %s0.c, label %s0.do, label %s0.done
s0.do:
  %s0.at = mul i32 %s0.row, %w
  %s0.i = add i32 %s0.at, %x
  %s0.g = getelementptr i32, ptr addrspace(1) %in, i32 %s0.i
  %s0.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %s0.row, i32 %x
  %s0.v = load i32, ptr addrspace(1) %s0.g
  store i32 %s0.v, ptr addrspace(3) %s0.p
  br label %s0.done
s0.done:
  %s1.row = add i32 %y, 8
  %s1.cx = icmp slt i32 %x, %w
  %s1.cy = icmp slt i32 %s1.row, %h
  %s1.c = and i1 %s1.cx, %s1.cy
  br i1 %s1.c, label %s1.do, label %s1.done
s1.do:
  %s1.at = mul i32 %s1.row, %w
  %s1.i = add i32 %s1.at, %x
  %s1.g = getelementptr i32, ptr addrspace(1) %in, i32 %s1.i
  %s1.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %s1.row, i32 %x
  %s1.v = load i32, ptr addrspace(1) %s1.g
  store i32 %s1.v, ptr addrspace(3) %s1.p
  br label %s1.done
s1.done:
  %s2.row = add i32 %y, 16
  %s2.cx = icmp slt i32 %x, %w
  %s2.cy = icmp slt i32 %s2.row, %h
  %s2.c = and i1 %s2.cx, %s2.cy
  br i1 %s2.c, label %s2.do, label %s2.done
s2.do:
  %s2.at = mul i32 %s2.row, %w
  %s2.i = add i32 %s2.at, %x
  %s2.g = getelementptr i32, ptr addrspace(1) %in, i32 %s2.i
  %s2.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %s2.row, i32 %x
  %s2.v = load i32, ptr addrspace(1) %s2.g
  store i32 %s2.v, ptr addrspace(3) %s2.p
  br label %s2.done
s2.done:
  %s3.row = add i32 %y, 24
  %s3.cx = icmp slt i32 %x, %w
  %s3.cy = icmp slt i32 %s3.row, %h
  %s3.c = and i1 %s3.cx, %s3.cy
  br i1 %s3.c, label %s3.do, label %s3.done
s3.do:
  %s3.at = mul i32 %s3.row, %w
  %s3.i = add i32 %s3.at, %x
  %s3.g = getelementptr i32, ptr addrspace(1) %in, i32 %s3.i
  %s3.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %s3.row, i32 %x
  %s3.v = load i32, ptr addrspace(1) %s3.g
  store i32 %s3.v, ptr addrspace(3) %s3.p
  br label %s3.done
s3.done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l0.row = add i32 %y, 0
  %l0.cx = icmp slt i32 %x, %h
  %l0.cy = icmp slt i32 %l0.row, %w
  %l0.c = and i1 %l0.cx, %l0.cy
  br i1 %l0.c, label %l0.do, label %l0.done
l0.do:
  %l0.at = mul i32 %l0.row, %h
  %l0.i = add i32 %l0.at, %x
  %l0.g = getelementptr i32, ptr addrspace(1) %out, i32 %l0.i
  %l0.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %x, i32 %l0.row
  %l0.v = load i32, ptr addrspace(3) %l0.p
  store i32 %l0.v, ptr addrspace(1) %l0.g
  br label %l0.done
l0.done:
  %l1.row = add i32 %y, 8
  %l1.cx = icmp slt i32 %x, %h
  %l1.cy = icmp slt i32 %l1.row, %w
  %l1.c = and i1 %l1.cx, %l1.cy
  br i1 %l1.c, label %l1.do, label %l1.done
l1.do:
  %l1.at = mul i32 %l1.row, %h
  %l1.i = add i32 %l1.at, %x
  %l1.g = getelementptr i32, ptr addrspace(1) %out, i32 %l1.i
  %l1.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %x, i32 %l1.row
  %l1.v = load i32, ptr addrspace(3) %l1.p
  store i32 %l1.v, ptr addrspace(1) %l1.g
  br label %l1.done
l1.done:
  %l2.row = add i32 %y, 16
  %l2.cx = icmp slt i32 %x, %h
  %l2.cy = icmp slt i32 %l2.row, %w
  %l2.c = and i1 %l2.cx, %l2.cy
  br i1 %l2.c, label %l2.do, label %l2.done
l2.do:
  %l2.at = mul i32 %l2.row, %h
  %l2.i = add i32 %l2.at, %x
  %l2.g = getelementptr i32, ptr addrspace(1) %out, i32 %l2.i
  %l2.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %x, i32 %l2.row
  %l2.v = load i32, ptr addrspace(3) %l2.p
  store i32 %l2.v, ptr addrspace(1) %l2.g
  br label %l2.done
l2.done:
  %l3.row = add i32 %y, 24
  %l3.cx = icmp slt i32 %x, %h
  %l3.cy = icmp slt i32 %l3.row, %w
  %l3.c = and i1 %l3.cx, %l3.cy
  br i1 %l3.c, label %l3.do, label %l3.done
l3.do:
  %l3.at = mul i32 %l3.row, %h
  %l3.i = add i32 %l3.at, %x
  %l3.g = getelementptr i32, ptr addrspace(1) %out, i32 %l3.i
  %l3.p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @any_block.tile, i32 0, i32 %x, i32 %l3.row
  %l3.v = load i32, ptr addrspace(3) %l3.p
  store i32 %l3.v, ptr addrspace(1) %l3.g
  br label %l3.done
l3.done:
  ret void
}

; A double buffer: the half depends on the iteration.
; REMARK: remark: {{.*}}shared array halves swizzled: the 2 accesses of a block take 1056 -> 64 wavefronts{{( \(in [^ ]+\))?$}}
define ptx_kernel void @double_buffer(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #1 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %at = or i32 %row, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %half = and i32 %i, 1
  %p = getelementptr [2 x [32 x [32 x i32]]], ptr addrspace(3) @halves, i32 0, i32 %half, i32 %y, i32 %x
  %value = add i32 %at, %i
  store i32 %value, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %q = getelementptr [2 x [32 x [32 x i32]]], ptr addrspace(3) @halves, i32 0, i32 %half, i32 %x, i32 %y
  %v = load i32, ptr addrspace(3) %q
  %turn = shl i32 %i, 10
  %o = add i32 %turn, %at
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %g
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Each iteration reads the next element: the loop's additions are counted, too.
; REMARK: remark: {{.*}}shared array columns swizzled: the 2 accesses of a block take 1056 -> 64 wavefronts{{( \(in [^ ]+\))?$}}
define ptx_kernel void @by_columns(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #1 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [32 x [32 x i32]], ptr addrspace(3) @columns, i32 0, i32 %y, i32 %x
  %xy = shl i32 %y, 7
  %value = add i32 %xy, %x
  store i32 %value, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ %y, %entry ], [ %sum, %loop ]
  %q = getelementptr [32 x [32 x i32]], ptr addrspace(3) @columns, i32 0, i32 %x, i32 %k
  %v = load i32, ptr addrspace(3) %q
  %five = mul i32 %s, 5
  %sum = add i32 %five, %v
  %next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %next, 32
  br i1 %more, label %loop, label %end
end:
  %row = shl i32 %y, 5
  %o = add i32 %row, %x
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %sum, ptr addrspace(1) %g
  ret void
}

; Of 128 * x + 4 * k only the part of x is swizzled, outside of the loop.
; REMARK: remark: {{.*}}shared array rolled swizzled: the 2 accesses of a block take {{[0-9]+}} -> 2 wavefronts, and its padding was removed: 256 of 4352 bytes saved
; CHECK-LABEL: @padded_in_loops(
; CHECK: sum:
; CHECK-NOT: lshr
; CHECK: ret void
define ptx_kernel void @padded_in_loops(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #4 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %j = phi i32 [ 0, %entry ], [ %j1, %fill ]
  %p = getelementptr [32 x [34 x i32]], ptr addrspace(3) @rolled, i32 0, i32 %j, i32 %x
  %v = mul i32 %j, 77
  %v1 = add i32 %v, %x
  store i32 %v1, ptr addrspace(3) %p
  %j1 = add nuw nsw i32 %j, 1
  %c = icmp ult i32 %j1, 32
  br i1 %c, label %fill, label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %sum
sum:
  %k = phi i32 [ 0, %filled ], [ %k1, %sum ]
  %s = phi i32 [ 0, %filled ], [ %s1, %sum ]
  %q = getelementptr [32 x [34 x i32]], ptr addrspace(3) @rolled, i32 0, i32 %x, i32 %k
  %l = load i32, ptr addrspace(3) %q
  %s2 = mul i32 %s, 5
  %s1 = add i32 %s2, %l
  %k1 = add nuw nsw i32 %k, 1
  %d = icmp ult i32 %k1, 32
  br i1 %d, label %sum, label %end
end:
  %g = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %s1, ptr addrspace(1) %g
  ret void
}

; 16 bytes stay together.
; REMARK: remark: {{.*}}shared array wide swizzled: the 2 accesses of a block take 576 -> 128 wavefronts{{( \(in [^ ]+\))?$}}
; CHECK-LABEL: @vectors(
; CHECK: store <4 x i32> %v, ptr addrspace(3) %{{.*}}, align 16
; CHECK: load <4 x i32>, ptr addrspace(3) %{{.*}}, align 16
define ptx_kernel void @vectors(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in, i32 %w, i32 %h) #2 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %r = lshr i32 %x, 3
  %c = and i32 %x, 7
  %c4 = shl i32 %c, 2
  %p = getelementptr [64 x [32 x i32]], ptr addrspace(3) @wide, i32 0, i32 %r, i32 %c4
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %x
  %v = load <4 x i32>, ptr addrspace(1) %from
  store <4 x i32> %v, ptr addrspace(3) %p, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r2 = and i32 %x, 63
  %c2 = lshr i32 %x, 6
  %c24 = shl i32 %c2, 2
  %q = getelementptr [64 x [32 x i32]], ptr addrspace(3) @wide, i32 0, i32 %r2, i32 %c24
  %l = load <4 x i32>, ptr addrspace(3) %q, align 16
  %to = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %x
  store <4 x i32> %l, ptr addrspace(1) %to
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="32,8,1" }
attributes #1 = { "target-cpu"="sm_90" "f2layout-block"="32,32,1" }
attributes #2 = { "target-cpu"="sm_90" "f2layout-block"="512,1,1" }
attributes #3 = { "target-cpu"="sm_90" }
attributes #4 = { "target-cpu"="sm_90" "f2layout-block"="32,1,1" }
