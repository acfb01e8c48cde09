; Kernels without a fault, in which every line that seeded.py breaks matters.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@s = internal addrspace(3) global [1024 x i32] undef, align 128

define internal i32 @in(ptr addrspace(1) %in) alwaysinline {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p, align 4
  ret i32 %v
}
define internal void @out(ptr addrspace(1) %out, i32 %v) alwaysinline {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}

define amdgpu_kernel void @exchange(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call i32 @in(ptr addrspace(1) %a)
  %own = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %own, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = mul i32 %t, 5
  %y = and i32 %x, 127
  %other = getelementptr i32, ptr addrspace(3) @s, i32 %y
  %w = load i32, ptr addrspace(3) %other, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %w, ptr addrspace(3) %own, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r = sub i32 127, %t
  %last = getelementptr i32, ptr addrspace(3) @s, i32 %r
  %z = load i32, ptr addrspace(3) %last, align 4
  call void @out(ptr addrspace(1) %b, i32 %z)
  ret void
}

define amdgpu_kernel void @lanes(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call i32 @in(ptr addrspace(1) %a)
  %x = xor i32 %t, 37
  %byte = shl i32 %x, 2
  %1 = call i32 @llvm.amdgcn.ds.bpermute(i32 %byte, i32 %v)
  %2 = call i32 @llvm.amdgcn.ds.swizzle(i32 %1, i32 2079)
  %3 = call i32 @llvm.amdgcn.update.dpp.i32(i32 %v, i32 %2, i32 273, i32 15, i32 15, i1 false)
  %4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 %2, i32 %3, i32 177, i32 10, i32 12, i1 true)
  %5 = call i32 @llvm.amdgcn.readlane.i32(i32 %v, i32 11)
  %6 = call i32 @llvm.amdgcn.perm(i32 %4, i32 %5, i32 84149248)
  %7 = xor i32 %6, %4
  %8 = xor i32 %7, %3
  call void @out(ptr addrspace(1) %b, i32 %8)
  ret void
}

define amdgpu_kernel void @guards(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call i32 @in(ptr addrspace(1) %a)
  %few = icmp ult i32 %t, 96
  br i1 %few, label %some, label %end
some:
  %m = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %n = trunc i64 %m to i32
  %h = lshr i64 %m, 32
  %k = trunc i64 %h to i32
  %l = call i32 @llvm.amdgcn.mbcnt.lo(i32 %n, i32 7)
  %u = call i32 @llvm.amdgcn.mbcnt.hi(i32 %k, i32 %l)
  %w = xor i32 %u, %v
  %own = getelementptr i32, ptr addrspace(1) %b, i32 %t
  store i32 %w, ptr addrspace(1) %own, align 4
  %sum = getelementptr i32, ptr addrspace(1) %b, i32 128
  %old = atomicrmw add ptr addrspace(1) %sum, i32 %v monotonic, align 4
  br label %end
end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i32 @llvm.amdgcn.ds.swizzle(i32, i32)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
declare i32 @llvm.amdgcn.readlane.i32(i32, i32)
declare i32 @llvm.amdgcn.perm(i32, i32, i32)
declare i64 @llvm.amdgcn.ballot.i64(i1)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
attributes #0 = { "target-cpu"="gfx90a" }
