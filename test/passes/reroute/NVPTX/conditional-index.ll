; A loop that stores an index only where a comparison of what it has read says so:
; the remark says what to write instead.
; RUN: %f2opt -passes=f2layout -S %s -o %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s
; RUN: %f2sim --equal %s %t.ll --kernel argmax --block 256 --grid 2
; CHECK: the last 5 rounds of the loop, from 16 on, stay within a warp, but with code of their own no more exchanges would be replaced; the loop stores only under a condition on what it reads from shared memory: store a select in any case (s[i] = c ? new : old)

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ6argmaxE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@_ZZ6argmaxE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4

define dso_local ptx_kernel void @argmax(ptr noalias noundef writeonly captures(none) %best, ptr noalias noundef writeonly captures(none) %where, ptr noalias noundef readonly captures(none) %in) "target-cpu"="sm_90" {
entry:
  %0 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %mul = mul i32 %1, %2
  %add = add i32 %mul, %0
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr %in, i64 %idxprom
  %3 = load float, ptr %arrayidx, align 4
  %idxprom3 = zext nneg i32 %0 to i64
  %arrayidx4 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE1v to ptr), i64 %idxprom3
  store float %3, ptr %arrayidx4, align 4
  %arrayidx6 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE2ix to ptr), i64 %idxprom3
  store i32 %add, ptr %arrayidx6, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s.053 = lshr i32 %2, 1
  %cmp.not54 = icmp eq i32 %s.053, 0
  br i1 %cmp.not54, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %if.end, %entry
  %cmp26 = icmp eq i32 %0, 0
  br i1 %cmp26, label %if.then27, label %if.end34

for.body:                                         ; preds = %entry, %if.end
  %s.055 = phi i32 [ %s.0, %if.end ], [ %s.053, %entry ]
  %cmp8 = icmp samesign ult i32 %0, %s.055
  br i1 %cmp8, label %land.lhs.true, label %if.end

land.lhs.true:                                    ; preds = %for.body
  %add9 = add nuw nsw i32 %s.055, %0
  %idxprom10 = zext nneg i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE1v to ptr), i64 %idxprom10
  %4 = load float, ptr %arrayidx11, align 4
  %5 = load float, ptr %arrayidx4, align 4
  %cmp14 = fcmp contract ogt float %4, %5
  br i1 %cmp14, label %if.then, label %if.end

if.then:                                          ; preds = %land.lhs.true
  %arrayidx22 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE2ix to ptr), i64 %idxprom10
  store float %4, ptr %arrayidx4, align 4
  %6 = load i32, ptr %arrayidx22, align 4
  store i32 %6, ptr %arrayidx6, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %land.lhs.true, %for.body
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s.0 = lshr i32 %s.055, 1
  %cmp.not = icmp eq i32 %s.0, 0
  br i1 %cmp.not, label %for.cond.cleanup, label %for.body

if.then27:                                        ; preds = %for.cond.cleanup
  %idxprom29 = zext nneg i32 %1 to i64
  %arrayidx33 = getelementptr inbounds nuw i32, ptr %where, i64 %idxprom29
  %arrayidx30 = getelementptr inbounds nuw float, ptr %best, i64 %idxprom29
  %7 = load float, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE1v to ptr), align 4
  store float %7, ptr %arrayidx30, align 4
  %8 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ6argmaxE2ix to ptr), align 4
  store i32 %8, ptr %arrayidx33, align 4
  br label %if.end34

if.end34:                                         ; preds = %if.then27, %for.cond.cleanup
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
