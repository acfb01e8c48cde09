; Transposes whose arithmetic takes longer than the wavefronts of their tile. Other
; warps issue it while some wait, so the conflicts cost nothing, and the arithmetic of
; a swizzle would. The same accesses with less work are swizzled.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-readdress -pass-remarks-missed=f2layout-readdress 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel works --block 256
; RUN: %f2sim --equal %s %t.after.ll --kernel moves --block 256

target triple = "nvptx64-nvidia-cuda"

@works.s = internal addrspace(3) global [2304 x i32] undef, align 4
@moves.s = internal addrspace(3) global [2304 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; REMARK: remark: {{.*}}shared array works.s is not swizzled: the kernel's other instructions hide its accesses, and other addresses would add more to these than they save
; CHECK-LABEL: @works(
; CHECK-NOT: and i32
; CHECK: ret void
define ptx_kernel void @works(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %n = phi i32 [ 0, %entry ], [ %n.next, %keep ]
  %n256 = mul nuw nsw i32 %n, 256
  %i = add nuw nsw i32 %n256, %t
  br label %work
work:
  %k = phi i32 [ 0, %fill ], [ %k.next, %work ]
  %w = phi i32 [ %i, %fill ], [ %w.next, %work ]
  %w.more = mul i32 %w, %i
  %w.next = add i32 %w.more, %k
  %k.next = add nuw nsw i32 %k, 1
  %repeat = icmp ult i32 %k.next, 100
  br i1 %repeat, label %work, label %keep
keep:
  %p = getelementptr i32, ptr addrspace(3) @works.s, i32 %i
  store i32 %w.next, ptr addrspace(3) %p
  %n.next = add nuw nsw i32 %n, 1
  %more = icmp ult i32 %n.next, 9
  br i1 %more, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %m = phi i32 [ 0, %done ], [ %m.next, %read ]
  %m256 = mul nuw nsw i32 %m, 256
  %e = add nuw nsw i32 %m256, %t
  %c = udiv i32 %e, 48
  %r = urem i32 %e, 48
  %r48 = mul nuw nsw i32 %r, 48
  %at = add nuw nsw i32 %r48, %c
  %l = getelementptr i32, ptr addrspace(3) @works.s, i32 %at
  %v = load i32, ptr addrspace(3) %l
  %u0 = add i32 %v, 12345
  %u1 = mul i32 %u0, 12347
  %u2 = add i32 %u1, 12349
  %u3 = mul i32 %u2, 12351
  %u4 = add i32 %u3, 12353
  %u5 = mul i32 %u4, 12355
  %u6 = add i32 %u5, 12357
  %u7 = mul i32 %u6, 12359
  %u8 = add i32 %u7, 12361
  %u9 = mul i32 %u8, 12363
  %u10 = add i32 %u9, 12365
  %u11 = mul i32 %u10, 12367
  %u12 = add i32 %u11, 12369
  %u13 = mul i32 %u12, 12371
  %u14 = add i32 %u13, 12373
  %u15 = mul i32 %u14, 12375
  %u16 = add i32 %u15, 12377
  %u17 = mul i32 %u16, 12379
  %u18 = add i32 %u17, 12381
  %u19 = mul i32 %u18, 12383
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %e
  store i32 %u19, ptr addrspace(1) %o
  %m.next = add nuw nsw i32 %m, 1
  %again = icmp ult i32 %m.next, 9
  br i1 %again, label %read, label %end
end:
  ret void
}

; REMARK: remark: {{.*}}shared array moves.s swizzled: the 2 accesses of a block take {{[0-9]+}} -> {{[0-9]+}} wavefronts
; CHECK-LABEL: @moves(
; CHECK: and i32
; CHECK: ret void
define ptx_kernel void @moves(ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:
  %n = phi i32 [ 0, %entry ], [ %n.next, %fill ]
  %n256 = mul nuw nsw i32 %n, 256
  %i = add nuw nsw i32 %n256, %t
  %p = getelementptr i32, ptr addrspace(3) @moves.s, i32 %i
  store i32 %i, ptr addrspace(3) %p
  %n.next = add nuw nsw i32 %n, 1
  %more = icmp ult i32 %n.next, 9
  br i1 %more, label %fill, label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %read
read:
  %m = phi i32 [ 0, %done ], [ %m.next, %read ]
  %m256 = mul nuw nsw i32 %m, 256
  %e = add nuw nsw i32 %m256, %t
  %c = udiv i32 %e, 48
  %r = urem i32 %e, 48
  %r48 = mul nuw nsw i32 %r, 48
  %at = add nuw nsw i32 %r48, %c
  %l = getelementptr i32, ptr addrspace(3) @moves.s, i32 %at
  %v = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %e
  store i32 %v, ptr addrspace(1) %o
  %m.next = add nuw nsw i32 %m, 1
  %again = icmp ult i32 %m.next, 9
  br i1 %again, label %read, label %end
end:
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="256,1,1" }
