; Nobody states the block of these kernels. How they fill their arrays shows it, and
; tiles are swizzled for the block that fills them.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes='print<f2layout-banks>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SHAPE
; RUN: %f2sim --equal %s %t.after.ll --kernel in_loop --block 16,16
; RUN: %f2sim --equal %s %t.after.ll --kernel under_conditions --block 16,8 --grid 2 --arg 1=256
; RUN: %f2sim --equal %s %t.after.ll --kernel under_conditions --block 16,8 --grid 2 --arg 1=200
; RUN: %f2sim --equal %s %t.after.ll --kernel cut --block 16,16 --arg 1=16
; RUN: %f2sim --equal %s %t.after.ll --kernel cut --block 32,32 --arg 1=16
; RUN: %f2sim %s --kernel in_loop --block 16,16 --report | FileCheck %s --check-prefix=BEFORE
; RUN: %f2sim %t.after.ll --kernel in_loop --block 16,16 --report | FileCheck %s --check-prefix=AFTER
; BEFORE: total {{[0-9]+}} accesses, 8272 wavefronts, 560 ideal
; AFTER: total {{[0-9]+}} accesses, 560 wavefronts, 560 ideal

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@rows = internal addrspace(3) global [16 x [64 x i32]] undef, align 16
@marks = internal addrspace(3) global [32 x i32] undef, align 4
@tile = internal addrspace(3) global [12 x [20 x i32]] undef, align 16
@warps = internal addrspace(3) global [32 x i32] undef, align 4
@alike = internal addrspace(3) global [16 x i32] undef, align 4
@few = internal addrspace(3) global [16 x [16 x i32]] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()

; for (d = x; d < 64; d += 16) rows[y][d] = ..: more than 16 rows of threads would
; be outside. if (x == 0) marks[y] = ..; the marks alone fit 32 rows.
; REMARK: remark: {{.*}}shared array rows swizzled: the 2 accesses of a block take 144 -> 16 LDS cycles
; REMARK: remark: {{.*}}shared array tile is not swizzled: no swizzle saves more clocks than its arithmetic takes
; SHAPE: 'in_loop' on gfx942, assumed blocks of 16x16x1
; CHECK-LABEL: @in_loop(
; CHECK: fill:
; CHECK: xor
; CHECK: done:
define amdgpu_kernel void @in_loop(ptr addrspace(1) noalias %out) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %y16 = shl i32 %y, 4
  %t = add i32 %y16, %x
  %leads = icmp eq i32 %x, 0
  br i1 %leads, label %mark, label %before
mark:
  %m = getelementptr i32, ptr addrspace(3) @marks, i32 %y
  store i32 %y, ptr addrspace(3) %m
  br label %before
before:
  br label %fill
fill:
  %d = phi i32 [ %x, %before ], [ %d1, %fill ]
  %s = getelementptr [16 x [64 x i32]], ptr addrspace(3) @rows, i32 0, i32 %y, i32 %d
  %v = mul i32 %d, %t
  store i32 %v, ptr addrspace(3) %s
  %d1 = add nuw nsw i32 %d, 16
  %more = icmp ult i32 %d1, 64
  br i1 %more, label %fill, label %done
done:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %sum
sum:
  %k = phi i32 [ 0, %done ], [ %k1, %sum ]
  %a = phi i32 [ 0, %done ], [ %a1, %sum ]
  %p = getelementptr [16 x [64 x i32]], ptr addrspace(3) @rows, i32 0, i32 %x, i32 %k
  %w = load i32, ptr addrspace(3) %p
  %a1 = add i32 %a, %w
  %k1 = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k1, 64
  br i1 %again, label %sum, label %end
end:
  %q = getelementptr i32, ptr addrspace(3) @marks, i32 %y
  %z = load i32, ptr addrspace(3) %q
  %az = add i32 %a1, %z
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %az, ptr addrspace(1) %o
  ret void
}

; A tile of 8 x 16 with a halo: tile[y + 2][x + 2], which all threads in the middle
; of the grid store, and if (x < 2) tile[y + 2][x] and tile[y + 2][x + 18]. One
; store of each warp, and one that all rows make alike, show nothing.
; SHAPE: 'under_conditions' on gfx942, assumed blocks of 16x8x1
define amdgpu_kernel void @under_conditions(ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %y16 = shl i32 %y, 4
  %t = add i32 %y16, %x
  %first = shl i32 %b, 7
  %g = add i32 %first, %t
  %inside = icmp slt i32 %g, %n
  %up = add i32 %y, 2
  %right = add i32 %x, 2
  %s = getelementptr [12 x [20 x i32]], ptr addrspace(3) @tile, i32 0, i32 %up, i32 %right
  br i1 %inside, label %fill, label %else
fill:
  store i32 %g, ptr addrspace(3) %s
  br label %else
else:
  %edge = icmp ult i32 %x, 2
  br i1 %edge, label %sides, label %others
sides:
  %l = getelementptr [12 x [20 x i32]], ptr addrspace(3) @tile, i32 0, i32 %up, i32 %x
  store i32 1, ptr addrspace(3) %l
  %x18 = add i32 %x, 18
  %r = getelementptr [12 x [20 x i32]], ptr addrspace(3) @tile, i32 0, i32 %up, i32 %x18
  store i32 2, ptr addrspace(3) %r
  br label %others
others:
  %warp = lshr i32 %t, 5
  %c = getelementptr i32, ptr addrspace(3) @warps, i32 %warp
  store i32 %warp, ptr addrspace(3) %c
  %e = getelementptr i32, ptr addrspace(3) @alike, i32 %x
  store i32 %x, ptr addrspace(3) %e
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %inside, label %read, label %end
read:
  %w = load i32, ptr addrspace(3) %s
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; if (y < m) few[y][x] = ..: an argument says how many rows store, so the array
; need not have one for each row of threads. Nothing is known of the block.
; SHAPE: 'cut' on gfx942, assumed blocks of 32x32x1
define amdgpu_kernel void @cut(ptr addrspace(1) noalias %out, i32 %m) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = icmp ult i32 %y, %m
  %column = icmp ult i32 %x, %m
  %both = and i1 %row, %column
  br i1 %both, label %fill, label %done
fill:
  %s = getelementptr [16 x [16 x i32]], ptr addrspace(3) @few, i32 0, i32 %y, i32 %x
  store i32 %x, ptr addrspace(3) %s
  br label %done
done:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %both, label %read, label %end
read:
  %p = getelementptr [16 x [16 x i32]], ptr addrspace(3) @few, i32 0, i32 %y, i32 %x
  %w = load i32, ptr addrspace(3) %p
  %y16 = shl i32 %y, 4
  %t = add i32 %y16, %x
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,1024" }
