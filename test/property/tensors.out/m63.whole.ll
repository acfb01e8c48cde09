; ModuleID = 'tensors.out/m63.before.ll'
source_filename = "tensors.out/m63.before.ll"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@k_staged = external addrspace(3) global [0 x i8], align 128
@k.f2.scratch = internal unnamed_addr addrspace(3) global [2048 x i8] poison, align 16 #0

; Function Attrs: convergent nounwind
define ptx_kernel void @k(i64 %n, i32 %f, ptr addrspace(1) noalias readonly align 16 captures(none) %p0, ptr addrspace(1) noalias readnone align 16 captures(none) %p1, ptr addrspace(1) noalias readonly align 16 captures(none) %p2, ptr addrspace(1) noalias readnone align 16 captures(none) %p3, ptr addrspace(1) noalias readnone align 16 captures(none) %p4, ptr addrspace(1) noalias readonly align 16 captures(none) %p5, ptr addrspace(1) noalias readnone align 16 captures(none) %p6, ptr addrspace(1) noalias readnone align 16 captures(none) %p7, ptr addrspace(1) noalias readnone align 16 captures(none) %p8, ptr addrspace(1) noalias readnone align 16 captures(none) %p9, ptr addrspace(1) noalias readnone align 16 captures(none) %p10, ptr addrspace(1) noalias readnone align 16 captures(none) %p11, ptr addrspace(1) noalias readnone align 16 captures(none) %p12, ptr addrspace(1) noalias align 16 %p13, ptr addrspace(1) noalias writeonly align 16 captures(none) %p14, ptr addrspace(1) noalias writeonly align 16 captures(none) %p15, ptr addrspace(1) noalias writeonly align 16 captures(none) %p16, ptr addrspace(1) noalias writeonly align 16 captures(none) %p17) local_unnamed_addr #1 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = tail call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %flag = trunc i32 %f to i1
  %stride1 = shl i64 %n, 1
  %2 = lshr i32 %1, 1
  %3 = zext nneg i32 %2 to i64
  %4 = mul i64 %stride1, %3
  %5 = and i32 %1, 1
  %6 = zext nneg i32 %5 to i64
  %7 = or disjoint i64 %4, %6
  %8 = getelementptr i8, ptr addrspace(1) %p0, i64 %7
  %9 = icmp eq i32 %5, 0
  %10 = shl i32 %0, 25
  %11 = ashr i32 %10, 31
  %12 = and i32 %11, 544
  %13 = and i32 %0, 63
  %14 = shl i32 %13, 2
  %15 = xor i32 %12, %14
  %16 = zext nneg i32 %15 to i64
  %17 = xor i32 %15, 64
  %18 = zext nneg i32 %17 to i64
  %19 = and i32 %0, 48
  %20 = shl i32 %19, 1
  %21 = and i32 %0, 64
  %22 = shl i32 %21, 2
  %23 = xor i32 %20, %22
  %24 = and i32 %0, 15
  %25 = shl i32 %24, 4
  %26 = xor i32 %23, %25
  %27 = and i32 %0, 6
  %28 = shl i32 %27, 8
  %29 = xor i32 %26, %28
  %30 = zext nneg i32 %29 to i64
  %31 = and i32 %0, 31
  %32 = zext nneg i32 %31 to i64
  %33 = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %34 = and i32 %33, 30
  %35 = and i32 %0, 64
  %36 = and i32 %0, 127
  %37 = shl i32 %36, 3
  %38 = xor i32 %35, %37
  %39 = zext nneg i32 %38 to i64
  %40 = shl i32 %0, 30
  %41 = ashr i32 %40, 31
  %42 = and i32 %41, 576
  %43 = and i32 %0, 32
  %44 = shl i32 %43, 2
  %45 = xor i32 %42, %44
  %46 = and i32 %0, 12
  %47 = shl i32 %46, 3
  %48 = xor i32 %45, %47
  %49 = and i32 %0, 17
  %50 = shl i32 %49, 4
  %51 = xor i32 %48, %50
  %52 = zext nneg i32 %51 to i64
  %53 = and i32 %0, 64
  %54 = and i32 %0, 127
  %55 = shl i32 %54, 3
  %56 = xor i32 %53, %55
  %57 = zext nneg i32 %56 to i64
  %58 = shl i32 %0, 30
  %59 = ashr i32 %58, 31
  %60 = and i32 %59, 576
  %61 = and i32 %0, 32
  %62 = shl i32 %61, 2
  %63 = xor i32 %60, %62
  %64 = and i32 %0, 12
  %65 = shl i32 %64, 3
  %66 = xor i32 %63, %65
  %67 = and i32 %0, 17
  %68 = shl i32 %67, 4
  %69 = xor i32 %66, %68
  %70 = zext nneg i32 %69 to i64
  %71 = and i32 %0, 127
  %72 = shl i32 %71, 3
  %73 = zext nneg i32 %72 to i64
  br i1 %9, label %74, label %79

74:                                               ; preds = %entry
  %75 = load i8, ptr addrspace(1) %8, align 1
  %76 = and i8 %75, 7
  %77 = add nsw i8 %76, -4
  %78 = sitofp i8 %77 to float
  br label %79

79:                                               ; preds = %entry, %74
  %80 = phi float [ %78, %74 ], [ 3.000000e+00, %entry ]
  %81 = or disjoint i32 %2, 64
  %82 = zext nneg i32 %81 to i64
  br i1 %9, label %83, label %90

83:                                               ; preds = %79
  %84 = shl i64 %n, 7
  %85 = getelementptr i8, ptr addrspace(1) %8, i64 %84
  %86 = load i8, ptr addrspace(1) %85, align 1
  %87 = and i8 %86, 7
  %88 = add nsw i8 %87, -4
  %89 = sitofp i8 %88 to float
  br label %90

90:                                               ; preds = %79, %83
  %91 = phi float [ %89, %83 ], [ 3.000000e+00, %79 ]
  %92 = or disjoint i32 %2, 128
  %93 = zext nneg i32 %92 to i64
  br i1 %9, label %94, label %101

94:                                               ; preds = %90
  %95 = shl i64 %n, 8
  %96 = getelementptr i8, ptr addrspace(1) %8, i64 %95
  %97 = load i8, ptr addrspace(1) %96, align 1
  %98 = and i8 %97, 7
  %99 = add nsw i8 %98, -4
  %100 = sitofp i8 %99 to float
  br label %101

101:                                              ; preds = %90, %94
  %102 = phi float [ %100, %94 ], [ 3.000000e+00, %90 ]
  %103 = or disjoint i32 %2, 192
  %104 = zext nneg i32 %103 to i64
  br i1 %9, label %105, label %112

105:                                              ; preds = %101
  %106 = mul i64 %n, 384
  %107 = getelementptr i8, ptr addrspace(1) %8, i64 %106
  %108 = load i8, ptr addrspace(1) %107, align 1
  %109 = and i8 %108, 7
  %110 = add nsw i8 %109, -4
  %111 = sitofp i8 %110 to float
  br label %112

112:                                              ; preds = %101, %105
  %113 = phi float [ %111, %105 ], [ 3.000000e+00, %101 ]
  %114 = insertelement <4 x float> poison, float %80, i64 0
  %115 = insertelement <4 x float> %114, float %91, i64 1
  %116 = insertelement <4 x float> %115, float %102, i64 2
  %117 = insertelement <4 x float> %116, float %113, i64 3
  %118 = bitcast <4 x float> %117 to <4 x i32>
  %119 = extractelement <4 x i32> %118, i64 0
  %120 = extractelement <4 x i32> %118, i64 1
  %121 = extractelement <4 x i32> %118, i64 2
  %122 = extractelement <4 x i32> %118, i64 3
  %123 = freeze <4 x i32> %118
  %124 = extractelement <4 x i32> %123, i64 0
  %125 = extractelement <4 x i32> %123, i64 1
  %126 = extractelement <4 x i32> %123, i64 2
  %127 = extractelement <4 x i32> %123, i64 3
  %128 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %16
  store i32 %124, ptr addrspace(3) %128, align 4
  %129 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %18
  %130 = getelementptr inbounds i8, ptr addrspace(3) %129, i32 1024
  store i32 %125, ptr addrspace(3) %130, align 4
  %131 = getelementptr inbounds i8, ptr addrspace(3) %128, i32 256
  store i32 %126, ptr addrspace(3) %131, align 4
  %132 = getelementptr inbounds i8, ptr addrspace(3) %129, i32 1280
  store i32 %127, ptr addrspace(3) %132, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %133 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %30
  %134 = load <4 x i32>, ptr addrspace(3) %133, align 16
  %135 = extractelement <4 x i32> %134, i64 0
  %136 = extractelement <4 x i32> %134, i64 1
  %137 = extractelement <4 x i32> %134, i64 2
  %138 = extractelement <4 x i32> %134, i64 3
  %139 = bitcast i32 %135 to float
  %140 = insertelement <4 x float> poison, float %139, i64 0
  %141 = bitcast i32 %136 to float
  %142 = insertelement <4 x float> %140, float %141, i64 1
  %143 = bitcast i32 %137 to float
  %144 = insertelement <4 x float> %142, float %143, i64 2
  %145 = bitcast i32 %138 to float
  %146 = insertelement <4 x float> %144, float %145, i64 3
  %147 = icmp samesign ult i32 %1, 32
  br i1 %147, label %148, label %d13.end

148:                                              ; preds = %112
  %149 = zext nneg i32 %1 to i64
  %150 = mul i64 %n, %149
  %151 = getelementptr i8, ptr addrspace(1) %p2, i64 %150
  %152 = getelementptr i8, ptr addrspace(3) @k_staged, i64 %149
  %153 = load i8, ptr addrspace(1) %151, align 1
  store i8 %153, ptr addrspace(3) %152, align 1
  br label %d13.end

d13.end:                                          ; preds = %112, %148
  tail call void @llvm.nvvm.cp.async.commit.group()
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0)
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) @k_staged, i64 %32
  %155 = load i8, ptr addrspace(3) %154, align 1
  %156 = insertelement <1 x i8> poison, i8 %155, i64 0
  %157 = extractelement <1 x i8> %156, i64 0
  %158 = and i8 %157, 7
  %159 = add nsw i8 %158, -4
  %160 = sitofp i8 %159 to float
  %161 = fpext float %80 to double
  %162 = fpext float %91 to double
  %163 = fpext float %102 to double
  %164 = fpext float %113 to double
  %165 = shufflevector <4 x float> %146, <4 x float> poison, <2 x i32> <i32 0, i32 2>
  %bound37 = shl i64 %n, 8
  %166 = shl i64 %7, 3
  %167 = getelementptr i8, ptr addrspace(1) %p5, i64 %166
  %168 = icmp sgt i64 %bound37, %3
  %169 = and i1 %9, %168
  br i1 %169, label %170, label %172

170:                                              ; preds = %d13.end
  %171 = load i64, ptr addrspace(1) %167, align 8
  br label %172

172:                                              ; preds = %d13.end, %170
  %173 = phi i64 [ %171, %170 ], [ -3, %d13.end ]
  %174 = icmp sgt i64 %bound37, %82
  %175 = and i1 %9, %174
  br i1 %175, label %176, label %180

176:                                              ; preds = %172
  %177 = shl i64 %n, 10
  %178 = getelementptr i8, ptr addrspace(1) %167, i64 %177
  %179 = load i64, ptr addrspace(1) %178, align 8
  br label %180

180:                                              ; preds = %172, %176
  %181 = phi i64 [ %179, %176 ], [ -3, %172 ]
  %182 = icmp sgt i64 %bound37, %93
  %183 = and i1 %9, %182
  br i1 %183, label %184, label %188

184:                                              ; preds = %180
  %185 = shl i64 %n, 11
  %186 = getelementptr i8, ptr addrspace(1) %167, i64 %185
  %187 = load i64, ptr addrspace(1) %186, align 8
  br label %188

188:                                              ; preds = %180, %184
  %189 = phi i64 [ %187, %184 ], [ -3, %180 ]
  %190 = icmp sgt i64 %bound37, %104
  %191 = and i1 %9, %190
  br i1 %191, label %192, label %staged48

192:                                              ; preds = %188
  %193 = mul i64 %n, 3072
  %194 = getelementptr i8, ptr addrspace(1) %167, i64 %193
  %195 = load i64, ptr addrspace(1) %194, align 8
  br label %staged48

staged48:                                         ; preds = %188, %192
  %196 = phi i64 [ %195, %192 ], [ -3, %188 ]
  %197 = insertelement <4 x i64> poison, i64 %173, i64 0
  %198 = insertelement <4 x i64> %197, i64 %181, i64 1
  %199 = insertelement <4 x i64> %198, i64 %189, i64 2
  %200 = insertelement <4 x i64> %199, i64 %196, i64 3
  %201 = freeze <4 x i64> %200
  %202 = extractelement <4 x i64> %201, i64 0
  %203 = extractelement <4 x i64> %201, i64 1
  %204 = extractelement <4 x i64> %201, i64 2
  %205 = extractelement <4 x i64> %201, i64 3
  %206 = bitcast <4 x float> %117 to <4 x i32>
  %207 = freeze <4 x i32> %206
  %208 = extractelement <4 x i32> %207, i64 0
  %209 = extractelement <4 x i32> %207, i64 1
  %210 = extractelement <4 x i32> %207, i64 2
  %211 = extractelement <4 x i32> %207, i64 3
  %212 = trunc i64 %202 to i32
  %213 = and i32 %212, 1
  %214 = xor i32 %213, %34
  %215 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %208, i32 %214, i32 31)
  %216 = trunc i64 %203 to i32
  %217 = and i32 %216, 1
  %218 = xor i32 %217, %34
  %219 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %209, i32 %218, i32 31)
  %220 = trunc i64 %204 to i32
  %221 = and i32 %220, 1
  %222 = xor i32 %221, %34
  %223 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %210, i32 %222, i32 31)
  %224 = trunc i64 %205 to i32
  %225 = and i32 %224, 1
  %226 = xor i32 %225, %34
  %227 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %211, i32 %226, i32 31)
  %228 = bitcast i32 %215 to float
  %229 = insertelement <4 x float> poison, float %228, i64 0
  %230 = bitcast i32 %219 to float
  %231 = insertelement <4 x float> %229, float %230, i64 1
  %232 = bitcast i32 %223 to float
  %233 = insertelement <4 x float> %231, float %232, i64 2
  %234 = bitcast i32 %227 to float
  %235 = insertelement <4 x float> %233, float %234, i64 3
  %236 = extractelement <4 x float> %235, i64 0
  %237 = fptrunc float %236 to bfloat
  %238 = insertelement <4 x bfloat> poison, bfloat %237, i64 0
  %239 = extractelement <4 x float> %235, i64 1
  %240 = fptrunc float %239 to bfloat
  %241 = insertelement <4 x bfloat> %238, bfloat %240, i64 1
  %242 = extractelement <4 x float> %235, i64 2
  %243 = fptrunc float %242 to bfloat
  %244 = insertelement <4 x bfloat> %241, bfloat %243, i64 2
  %245 = extractelement <4 x float> %235, i64 3
  %246 = fptrunc float %245 to bfloat
  %247 = insertelement <4 x bfloat> %244, bfloat %246, i64 3
  br i1 %flag, label %d68.yes, label %d68.no

d68.yes:                                          ; preds = %staged48
  %248 = freeze <4 x bfloat> %247
  %249 = bitcast <4 x bfloat> %248 to <2 x i32>
  %250 = extractelement <2 x i32> %249, i64 0
  %251 = lshr i32 %250, 0
  %252 = trunc i32 %251 to i16
  %253 = lshr i32 %250, 16
  %254 = trunc i32 %253 to i16
  %255 = extractelement <2 x i32> %249, i64 1
  %256 = lshr i32 %255, 0
  %257 = trunc i32 %256 to i16
  %258 = lshr i32 %255, 16
  %259 = trunc i32 %258 to i16
  %260 = insertelement <2 x i32> poison, i32 %250, i64 0
  %261 = insertelement <2 x i32> %260, i32 %255, i64 1
  %262 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %39
  store <2 x i32> %261, ptr addrspace(3) %262, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %263 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %52
  %264 = load <4 x i32>, ptr addrspace(3) %263, align 16
  %265 = extractelement <4 x i32> %264, i64 0
  %266 = extractelement <4 x i32> %264, i64 1
  %267 = extractelement <4 x i32> %264, i64 2
  %268 = extractelement <4 x i32> %264, i64 3
  %269 = bitcast i32 %267 to <4 x i8>
  %270 = bitcast i32 %265 to <4 x i8>
  %271 = shufflevector <4 x i8> %270, <4 x i8> %269, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %272 = bitcast <4 x i8> %271 to i32
  %273 = bitcast i32 %267 to <4 x i8>
  %274 = bitcast i32 %265 to <4 x i8>
  %275 = shufflevector <4 x i8> %274, <4 x i8> %273, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %276 = bitcast <4 x i8> %275 to i32
  %277 = bitcast i32 %268 to <4 x i8>
  %278 = bitcast i32 %266 to <4 x i8>
  %279 = shufflevector <4 x i8> %278, <4 x i8> %277, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %280 = bitcast <4 x i8> %279 to i32
  %281 = bitcast i32 %268 to <4 x i8>
  %282 = bitcast i32 %266 to <4 x i8>
  %283 = shufflevector <4 x i8> %282, <4 x i8> %281, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %284 = bitcast <4 x i8> %283 to i32
  %285 = bitcast i32 %272 to <2 x i16>
  %286 = extractelement <2 x i16> %285, i64 0
  %287 = bitcast i32 %272 to <2 x i16>
  %288 = extractelement <2 x i16> %287, i64 1
  %289 = bitcast i32 %276 to <2 x i16>
  %290 = extractelement <2 x i16> %289, i64 0
  %291 = bitcast i32 %276 to <2 x i16>
  %292 = extractelement <2 x i16> %291, i64 1
  %293 = bitcast i32 %280 to <2 x i16>
  %294 = extractelement <2 x i16> %293, i64 0
  %295 = bitcast i32 %280 to <2 x i16>
  %296 = extractelement <2 x i16> %295, i64 1
  %297 = bitcast i32 %284 to <2 x i16>
  %298 = extractelement <2 x i16> %297, i64 0
  %299 = bitcast i32 %284 to <2 x i16>
  %300 = extractelement <2 x i16> %299, i64 1
  %301 = insertelement <4 x i32> poison, i32 %272, i64 0
  %302 = insertelement <4 x i32> %301, i32 %276, i64 1
  %303 = insertelement <4 x i32> %302, i32 %280, i64 2
  %304 = insertelement <4 x i32> %303, i32 %284, i64 3
  %305 = bitcast <4 x i32> %304 to <8 x bfloat>
  br label %d68.end

d68.no:                                           ; preds = %staged48
  %306 = freeze <4 x bfloat> %247
  %307 = bitcast <4 x bfloat> %306 to <2 x i32>
  %308 = extractelement <2 x i32> %307, i64 0
  %309 = lshr i32 %308, 0
  %310 = trunc i32 %309 to i16
  %311 = lshr i32 %308, 16
  %312 = trunc i32 %311 to i16
  %313 = extractelement <2 x i32> %307, i64 1
  %314 = lshr i32 %313, 0
  %315 = trunc i32 %314 to i16
  %316 = lshr i32 %313, 16
  %317 = trunc i32 %316 to i16
  %318 = insertelement <2 x i32> poison, i32 %308, i64 0
  %319 = insertelement <2 x i32> %318, i32 %313, i64 1
  %320 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %57
  store <2 x i32> %319, ptr addrspace(3) %320, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %321 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %70
  %322 = load <4 x i32>, ptr addrspace(3) %321, align 16
  %323 = extractelement <4 x i32> %322, i64 0
  %324 = extractelement <4 x i32> %322, i64 1
  %325 = extractelement <4 x i32> %322, i64 2
  %326 = extractelement <4 x i32> %322, i64 3
  %327 = bitcast i32 %325 to <4 x i8>
  %328 = bitcast i32 %323 to <4 x i8>
  %329 = shufflevector <4 x i8> %328, <4 x i8> %327, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %330 = bitcast <4 x i8> %329 to i32
  %331 = bitcast i32 %325 to <4 x i8>
  %332 = bitcast i32 %323 to <4 x i8>
  %333 = shufflevector <4 x i8> %332, <4 x i8> %331, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %334 = bitcast <4 x i8> %333 to i32
  %335 = bitcast i32 %326 to <4 x i8>
  %336 = bitcast i32 %324 to <4 x i8>
  %337 = shufflevector <4 x i8> %336, <4 x i8> %335, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %338 = bitcast <4 x i8> %337 to i32
  %339 = bitcast i32 %326 to <4 x i8>
  %340 = bitcast i32 %324 to <4 x i8>
  %341 = shufflevector <4 x i8> %340, <4 x i8> %339, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %342 = bitcast <4 x i8> %341 to i32
  %343 = bitcast i32 %330 to <2 x i16>
  %344 = extractelement <2 x i16> %343, i64 0
  %345 = bitcast i32 %330 to <2 x i16>
  %346 = extractelement <2 x i16> %345, i64 1
  %347 = bitcast i32 %334 to <2 x i16>
  %348 = extractelement <2 x i16> %347, i64 0
  %349 = bitcast i32 %334 to <2 x i16>
  %350 = extractelement <2 x i16> %349, i64 1
  %351 = bitcast i32 %338 to <2 x i16>
  %352 = extractelement <2 x i16> %351, i64 0
  %353 = bitcast i32 %338 to <2 x i16>
  %354 = extractelement <2 x i16> %353, i64 1
  %355 = bitcast i32 %342 to <2 x i16>
  %356 = extractelement <2 x i16> %355, i64 0
  %357 = bitcast i32 %342 to <2 x i16>
  %358 = extractelement <2 x i16> %357, i64 1
  %359 = insertelement <4 x i32> poison, i32 %330, i64 0
  %360 = insertelement <4 x i32> %359, i32 %334, i64 1
  %361 = insertelement <4 x i32> %360, i32 %338, i64 2
  %362 = insertelement <4 x i32> %361, i32 %342, i64 3
  %363 = bitcast <4 x i32> %362 to <8 x bfloat>
  br label %d68.end

d68.end:                                          ; preds = %d68.no, %d68.yes
  %v711 = phi <8 x bfloat> [ %305, %d68.yes ], [ %363, %d68.no ]
  %364 = shl nuw nsw i32 %1, 4
  %365 = zext nneg i32 %364 to i64
  %366 = getelementptr i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @k_staged, i64 33536), i64 %365
  %367 = getelementptr i8, ptr addrspace(1) %p13, i64 %365
  tail call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %366, ptr addrspace(1) %367)
  %368 = or disjoint i32 %364, 2048
  %369 = zext nneg i32 %368 to i64
  %370 = getelementptr i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @k_staged, i64 33536), i64 %369
  %371 = getelementptr i8, ptr addrspace(1) %367, i64 2048
  tail call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %370, ptr addrspace(1) %371)
  tail call void @llvm.nvvm.cp.async.commit.group()
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0)
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %372 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @k_staged, i64 37632), i64 %365
  tail call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %372, ptr addrspace(1) %367)
  %373 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @k_staged, i64 37632), i64 %369
  tail call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %373, ptr addrspace(1) %371)
  tail call void @llvm.nvvm.cp.async.commit.group()
  %374 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @k_staged, i64 33536), i64 %73
  %375 = load i64, ptr addrspace(3) %374, align 8
  %376 = getelementptr inbounds i8, ptr addrspace(3) %374, i32 1024
  %377 = load i64, ptr addrspace(3) %376, align 8
  %378 = getelementptr inbounds i8, ptr addrspace(3) %374, i32 2048
  %379 = load i64, ptr addrspace(3) %378, align 8
  %380 = getelementptr inbounds i8, ptr addrspace(3) %374, i32 3072
  %381 = load i64, ptr addrspace(3) %380, align 8
  %382 = insertelement <4 x i64> poison, i64 %375, i64 0
  %383 = insertelement <4 x i64> %382, i64 %377, i64 1
  %384 = insertelement <4 x i64> %383, i64 %379, i64 2
  %385 = insertelement <4 x i64> %384, i64 %381, i64 3
  %386 = bitcast <8 x bfloat> %v711 to <8 x i16>
  %387 = freeze <4 x i64> %385
  %388 = shl i32 %0, 26
  %389 = ashr i32 %388, 31
  %390 = and i32 %389, 528
  %391 = and i32 %0, 31
  %392 = shl i32 %391, 3
  %393 = xor i32 %390, %392
  %394 = and i32 %0, 64
  %395 = lshr i32 %394, 2
  %396 = and i32 %0, 16
  %397 = xor i32 %395, %396
  %398 = and i32 %0, 34
  %399 = shl i32 %398, 2
  %400 = xor i32 %397, %399
  %401 = and i32 %0, 12
  %402 = shl i32 %401, 3
  %403 = xor i32 %400, %402
  %404 = and i32 %0, 16
  %405 = shl i32 %404, 5
  %406 = xor i32 %403, %405
  %407 = extractelement <4 x i64> %387, i64 0
  %408 = trunc i64 %407 to i32
  %409 = and i32 %408, 1
  %410 = shl i32 %409, 1
  %411 = or disjoint i32 %406, %410
  %412 = extractelement <4 x i64> %387, i64 1
  %413 = trunc i64 %412 to i32
  %414 = and i32 %413, 1
  %415 = shl i32 %414, 1
  %416 = or disjoint i32 %406, %415
  %417 = extractelement <4 x i64> %387, i64 2
  %418 = trunc i64 %417 to i32
  %419 = and i32 %418, 1
  %420 = shl i32 %419, 1
  %421 = or disjoint i32 %406, %420
  %422 = extractelement <4 x i64> %387, i64 3
  %423 = trunc i64 %422 to i32
  %424 = and i32 %423, 1
  %425 = shl i32 %424, 1
  %426 = or disjoint i32 %406, %425
  %427 = and i32 %0, 64
  %428 = icmp eq i32 %427, 0
  br i1 %428, label %429, label %437

429:                                              ; preds = %d68.end
  %430 = shufflevector <8 x i16> %386, <8 x i16> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %431 = zext nneg i32 %393 to i64
  %432 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %431
  store <4 x i16> %430, ptr addrspace(3) %432, align 8
  %433 = shufflevector <8 x i16> %386, <8 x i16> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %434 = zext nneg i32 %393 to i64
  %435 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %434
  %436 = getelementptr inbounds i8, ptr addrspace(3) %435, i32 256
  store <4 x i16> %433, ptr addrspace(3) %436, align 8
  br label %437

437:                                              ; preds = %d68.end, %429
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %438 = zext nneg i32 %411 to i64
  %439 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %438
  %440 = load i16, ptr addrspace(3) %439, align 2
  %441 = zext nneg i32 %416 to i64
  %442 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %441
  %443 = getelementptr inbounds i8, ptr addrspace(3) %442, i32 4
  %444 = load i16, ptr addrspace(3) %443, align 2
  %445 = zext nneg i32 %421 to i64
  %446 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %445
  %447 = getelementptr inbounds i8, ptr addrspace(3) %446, i32 256
  %448 = load i16, ptr addrspace(3) %447, align 2
  %449 = zext nneg i32 %426 to i64
  %450 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %449
  %451 = getelementptr inbounds i8, ptr addrspace(3) %450, i32 260
  %452 = load i16, ptr addrspace(3) %451, align 2
  %453 = bitcast i16 %440 to bfloat
  %454 = insertelement <4 x bfloat> poison, bfloat %453, i64 0
  %455 = bitcast i16 %444 to bfloat
  %456 = insertelement <4 x bfloat> %454, bfloat %455, i64 1
  %457 = bitcast i16 %448 to bfloat
  %458 = insertelement <4 x bfloat> %456, bfloat %457, i64 2
  %459 = bitcast i16 %452 to bfloat
  %460 = insertelement <4 x bfloat> %458, bfloat %459, i64 3
  %461 = and i32 %1, 48
  %462 = shl nuw nsw i32 %1, 3
  %463 = and i32 %462, 584
  %464 = or disjoint i32 %463, %461
  %465 = shl nuw nsw i32 %1, 6
  %466 = and i32 %465, 384
  %467 = or disjoint i32 %464, %466
  %468 = zext nneg i32 %467 to i64
  %469 = getelementptr i8, ptr addrspace(1) %p14, i64 %468
  store <2 x float> %165, ptr addrspace(1) %469, align 8
  br i1 %147, label %470, label %475

470:                                              ; preds = %437
  %place97 = getelementptr i8, ptr addrspace(1) %p15, i64 131072
  %471 = shl nuw nsw i32 %1, 2
  %472 = zext nneg i32 %471 to i64
  %473 = sub nsw i64 0, %472
  %474 = getelementptr i8, ptr addrspace(1) %place97, i64 %473
  store float %160, ptr addrspace(1) %474, align 4
  br label %475

475:                                              ; preds = %437, %470
  %476 = getelementptr i8, ptr addrspace(1) %p16, i64 %166
  store double %161, ptr addrspace(1) %476, align 8
  %477 = shl i64 %n, 10
  %478 = getelementptr i8, ptr addrspace(1) %476, i64 %477
  store double %162, ptr addrspace(1) %478, align 8
  %479 = shl i64 %n, 11
  %480 = getelementptr i8, ptr addrspace(1) %476, i64 %479
  store double %163, ptr addrspace(1) %480, align 8
  %481 = mul i64 %n, 3072
  %482 = getelementptr i8, ptr addrspace(1) %476, i64 %481
  store double %164, ptr addrspace(1) %482, align 8
  %place99 = getelementptr i8, ptr addrspace(1) %p17, i64 131072
  %bound100 = shl i64 %n, 7
  %483 = mul nsw i64 %3, -2
  %484 = or disjoint i64 %483, %6
  %485 = shl nsw i64 %484, 1
  %486 = getelementptr i8, ptr addrspace(1) %place99, i64 %485
  %487 = icmp sgt i64 %bound100, %3
  %488 = icmp sgt i64 %n, %6
  %489 = and i1 %488, %487
  br i1 %489, label %490, label %492

490:                                              ; preds = %475
  %491 = extractelement <4 x bfloat> %460, i64 0
  store bfloat %491, ptr addrspace(1) %486, align 2
  br label %492

492:                                              ; preds = %475, %490
  %493 = icmp sgt i64 %bound100, %82
  %494 = and i1 %488, %493
  br i1 %494, label %495, label %498

495:                                              ; preds = %492
  %496 = getelementptr i8, ptr addrspace(1) %486, i64 -256
  %497 = extractelement <4 x bfloat> %460, i64 1
  store bfloat %497, ptr addrspace(1) %496, align 2
  br label %498

498:                                              ; preds = %492, %495
  %499 = icmp sgt i64 %bound100, %93
  %500 = and i1 %488, %499
  br i1 %500, label %501, label %504

501:                                              ; preds = %498
  %502 = getelementptr i8, ptr addrspace(1) %486, i64 -512
  %503 = extractelement <4 x bfloat> %460, i64 2
  store bfloat %503, ptr addrspace(1) %502, align 2
  br label %504

504:                                              ; preds = %498, %501
  %505 = icmp sgt i64 %bound100, %104
  %506 = and i1 %488, %505
  br i1 %506, label %507, label %510

507:                                              ; preds = %504
  %508 = getelementptr i8, ptr addrspace(1) %486, i64 -768
  %509 = extractelement <4 x bfloat> %460, i64 3
  store bfloat %509, ptr addrspace(1) %508, align 2
  br label %510

510:                                              ; preds = %504, %507
  tail call void @llvm.nvvm.cp.async.wait.all()
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.commit.group() #3

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.wait.group(i32 immarg) #3

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) noalias writeonly, ptr addrspace(1) noalias readonly) #5

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.wait.all() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid() #6

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #7

attributes #0 = { "f2layout-scratch" }
attributes #1 = { convergent nounwind "f2layout-block"="128,1,1" "f2layout-dynamic-shared"="41728" "nvvm.reqntid"="128,1" "target-cpu"="sm_90" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { nocallback nounwind memory(argmem: readwrite) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
