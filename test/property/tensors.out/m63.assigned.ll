; ModuleID = 'tensors.out/m63.before.ll'
source_filename = "tensors.out/m63.before.ll"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private unnamed_addr constant [97 x i8] c"register=[[8,0],[32,0]], lane=[[2,0],[16,0],[4,0],[64,0],[128,0]], warp=[[0,1],[1,0]] -> [256,2]\00"
@layout1 = private unnamed_addr constant [73 x i8] c"register=[[1]], lane=[[2],[32],[64],[16],[4]], warp=[[8],[128]] -> [256]\00"
@layout2 = private unnamed_addr constant [103 x i8] c"register=[[0,1],[128,0],[64,0]], lane=[[1,0],[32,0],[2,0],[4,0],[16,0]], warp=[[8,0],[0,0]] -> [256,2]\00"
@layout3 = private unnamed_addr constant [103 x i8] c"register=[[64,0],[2,0],[0,1]], lane=[[128,0],[32,0],[1,0],[0,0],[4,0]], warp=[[8,0],[16,0]] -> [256,2]\00"
@k_staged = external addrspace(3) global [0 x i8], align 128
@k.f2.scratch = internal unnamed_addr addrspace(3) global [1024 x i8] poison, align 16 #0

; Function Attrs: convergent nounwind
define ptx_kernel void @k(i64 %n, i32 %f, ptr addrspace(1) noalias align 16 %p0, ptr addrspace(1) noalias align 16 %p1, ptr addrspace(1) noalias align 16 %p2, ptr addrspace(1) noalias align 16 %p3, ptr addrspace(1) noalias align 16 %p4, ptr addrspace(1) noalias align 16 %p5, ptr addrspace(1) noalias align 16 %p6, ptr addrspace(1) noalias align 16 %p7, ptr addrspace(1) noalias align 16 %p8, ptr addrspace(1) noalias align 16 %p9, ptr addrspace(1) noalias align 16 %p10, ptr addrspace(1) noalias align 16 %p11, ptr addrspace(1) noalias align 16 %p12, ptr addrspace(1) noalias align 16 %p13, ptr addrspace(1) noalias align 16 %p14, ptr addrspace(1) noalias align 16 %p15, ptr addrspace(1) noalias align 16 %p16, ptr addrspace(1) noalias align 16 %p17) #1 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %flag = trunc i32 %f to i1
  %stride1 = mul i64 %n, 2
  %2 = lshr i32 %1, 1
  %3 = zext i32 %2 to i64
  %4 = mul i64 %3, %stride1
  %5 = add i64 0, %4
  %6 = and i32 %1, 1
  %7 = zext i32 %6 to i64
  %8 = mul i64 %7, 1
  %9 = add i64 %5, %8
  %10 = mul i64 %9, 1
  %11 = getelementptr i8, ptr addrspace(1) %p0, i64 %10
  %12 = mul i64 0, %stride1
  %13 = add i64 0, %12
  %14 = add i64 %13, 0
  %15 = mul i64 %14, 1
  %16 = getelementptr i8, ptr addrspace(1) %11, i64 %15
  %17 = zext i32 %2 to i64
  %18 = icmp slt i64 %17, 1099511627776
  %19 = zext i32 %6 to i64
  %20 = icmp slt i64 %19, 1
  %21 = and i1 %18, %20
  %22 = shl i32 %0, 25
  %23 = ashr i32 %22, 31
  %24 = and i32 %23, 272
  %25 = and i32 %0, 63
  %26 = xor i32 %24, %25
  %27 = zext nneg i32 %26 to i64
  %28 = shl i32 %0, 30
  %29 = ashr i32 %28, 31
  %30 = and i32 %29, 272
  %31 = and i32 %0, 48
  %32 = lshr i32 %31, 1
  %33 = xor i32 %30, %32
  %34 = and i32 %0, 64
  %35 = shl i32 %34, 1
  %36 = xor i32 %33, %35
  %37 = and i32 %0, 9
  %38 = shl i32 %37, 2
  %39 = xor i32 %36, %38
  %40 = and i32 %0, 4
  %41 = shl i32 %40, 4
  %42 = xor i32 %39, %41
  %43 = zext nneg i32 %42 to i64
  %44 = and i32 %0, 31
  %45 = zext nneg i32 %44 to i64
  %46 = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %47 = and i32 %46, 30
  %48 = and i32 %0, 64
  %49 = and i32 %0, 127
  %50 = shl i32 %49, 3
  %51 = xor i32 %48, %50
  %52 = zext nneg i32 %51 to i64
  %53 = shl i32 %0, 30
  %54 = ashr i32 %53, 31
  %55 = and i32 %54, 576
  %56 = and i32 %0, 32
  %57 = shl i32 %56, 2
  %58 = xor i32 %55, %57
  %59 = and i32 %0, 12
  %60 = shl i32 %59, 3
  %61 = xor i32 %58, %60
  %62 = and i32 %0, 17
  %63 = shl i32 %62, 4
  %64 = xor i32 %61, %63
  %65 = zext nneg i32 %64 to i64
  %66 = and i32 %0, 64
  %67 = and i32 %0, 127
  %68 = shl i32 %67, 3
  %69 = xor i32 %66, %68
  %70 = zext nneg i32 %69 to i64
  %71 = shl i32 %0, 30
  %72 = ashr i32 %71, 31
  %73 = and i32 %72, 576
  %74 = and i32 %0, 32
  %75 = shl i32 %74, 2
  %76 = xor i32 %73, %75
  %77 = and i32 %0, 12
  %78 = shl i32 %77, 3
  %79 = xor i32 %76, %78
  %80 = and i32 %0, 17
  %81 = shl i32 %80, 4
  %82 = xor i32 %79, %81
  %83 = zext nneg i32 %82 to i64
  %84 = and i32 %0, 127
  %85 = shl i32 %84, 3
  %86 = zext nneg i32 %85 to i64
  br i1 %21, label %87, label %94

87:                                               ; preds = %entry
  %88 = mul i64 0, %stride1
  %89 = add i64 0, %88
  %90 = add i64 %89, 0
  %91 = mul i64 %90, 1
  %92 = getelementptr i8, ptr addrspace(1) %11, i64 %91
  %93 = load i8, ptr addrspace(1) %92, align 1
  br label %94

94:                                               ; preds = %entry, %87
  %95 = phi i8 [ %93, %87 ], [ -1, %entry ]
  %96 = or disjoint i32 %2, 64
  %97 = zext i32 %96 to i64
  %98 = icmp slt i64 %97, 1099511627776
  %99 = zext i32 %6 to i64
  %100 = icmp slt i64 %99, 1
  %101 = and i1 %98, %100
  br i1 %101, label %102, label %109

102:                                              ; preds = %94
  %103 = mul i64 64, %stride1
  %104 = add i64 0, %103
  %105 = add i64 %104, 0
  %106 = mul i64 %105, 1
  %107 = getelementptr i8, ptr addrspace(1) %11, i64 %106
  %108 = load i8, ptr addrspace(1) %107, align 1
  br label %109

109:                                              ; preds = %94, %102
  %110 = phi i8 [ %108, %102 ], [ -1, %94 ]
  %111 = or disjoint i32 %2, 128
  %112 = zext i32 %111 to i64
  %113 = icmp slt i64 %112, 1099511627776
  %114 = zext i32 %6 to i64
  %115 = icmp slt i64 %114, 1
  %116 = and i1 %113, %115
  br i1 %116, label %117, label %124

117:                                              ; preds = %109
  %118 = mul i64 128, %stride1
  %119 = add i64 0, %118
  %120 = add i64 %119, 0
  %121 = mul i64 %120, 1
  %122 = getelementptr i8, ptr addrspace(1) %11, i64 %121
  %123 = load i8, ptr addrspace(1) %122, align 1
  br label %124

124:                                              ; preds = %109, %117
  %125 = phi i8 [ %123, %117 ], [ -1, %109 ]
  %126 = or disjoint i32 %2, 192
  %127 = zext i32 %126 to i64
  %128 = icmp slt i64 %127, 1099511627776
  %129 = zext i32 %6 to i64
  %130 = icmp slt i64 %129, 1
  %131 = and i1 %128, %130
  br i1 %131, label %132, label %139

132:                                              ; preds = %124
  %133 = mul i64 192, %stride1
  %134 = add i64 0, %133
  %135 = add i64 %134, 0
  %136 = mul i64 %135, 1
  %137 = getelementptr i8, ptr addrspace(1) %11, i64 %136
  %138 = load i8, ptr addrspace(1) %137, align 1
  br label %139

139:                                              ; preds = %124, %132
  %140 = phi i8 [ %138, %132 ], [ -1, %124 ]
  %141 = insertelement <4 x i8> poison, i8 %95, i64 0
  %142 = insertelement <4 x i8> %141, i8 %110, i64 1
  %143 = insertelement <4 x i8> %142, i8 %125, i64 2
  %144 = insertelement <4 x i8> %143, i8 %140, i64 3
  %145 = extractelement <4 x i8> %144, i64 0
  %146 = and i8 %145, 7
  %147 = sub i8 %146, 4
  %148 = sitofp i8 %147 to float
  %149 = insertelement <4 x float> poison, float %148, i64 0
  %150 = extractelement <4 x i8> %144, i64 1
  %151 = and i8 %150, 7
  %152 = sub i8 %151, 4
  %153 = sitofp i8 %152 to float
  %154 = insertelement <4 x float> %149, float %153, i64 1
  %155 = extractelement <4 x i8> %144, i64 2
  %156 = and i8 %155, 7
  %157 = sub i8 %156, 4
  %158 = sitofp i8 %157 to float
  %159 = insertelement <4 x float> %154, float %158, i64 2
  %160 = extractelement <4 x i8> %144, i64 3
  %161 = and i8 %160, 7
  %162 = sub i8 %161, 4
  %163 = sitofp i8 %162 to float
  %164 = insertelement <4 x float> %159, float %163, i64 3
  %165 = lshr i32 %1, 1
  %166 = zext i32 %165 to i64
  %167 = mul i64 %166, 6
  %168 = add i64 0, %167
  %169 = and i32 %1, 1
  %170 = zext i32 %169 to i64
  %171 = mul i64 %170, 1
  %172 = add i64 %168, %171
  %173 = mul i64 %172, 1
  %174 = getelementptr i8, ptr addrspace(1) %p1, i64 %173
  %175 = getelementptr i8, ptr addrspace(1) %174, i64 0
  %176 = getelementptr i8, ptr addrspace(1) %174, i64 0
  %177 = load i8, ptr addrspace(1) %176, align 1
  %178 = getelementptr i8, ptr addrspace(1) %174, i64 384
  %179 = load i8, ptr addrspace(1) %178, align 1
  %180 = getelementptr i8, ptr addrspace(1) %174, i64 768
  %181 = load i8, ptr addrspace(1) %180, align 1
  %182 = getelementptr i8, ptr addrspace(1) %174, i64 1152
  %183 = load i8, ptr addrspace(1) %182, align 1
  %184 = insertelement <4 x i8> poison, i8 %177, i64 0
  %185 = insertelement <4 x i8> %184, i8 %179, i64 1
  %186 = insertelement <4 x i8> %185, i8 %181, i64 2
  %187 = insertelement <4 x i8> %186, i8 %183, i64 3
  %188 = insertelement <4 x i8> poison, i8 %147, i64 0
  %189 = insertelement <4 x i8> %188, i8 %152, i64 1
  %190 = insertelement <4 x i8> %189, i8 %157, i64 2
  %191 = insertelement <4 x i8> %190, i8 %162, i64 3
  %192 = freeze <4 x i8> %191
  %193 = bitcast <4 x i8> %192 to <1 x i32>
  %194 = extractelement <1 x i32> %193, i64 0
  %195 = lshr i32 %194, 0
  %196 = trunc i32 %195 to i8
  %197 = lshr i32 %194, 8
  %198 = trunc i32 %197 to i8
  %199 = lshr i32 %194, 16
  %200 = trunc i32 %199 to i8
  %201 = lshr i32 %194, 24
  %202 = trunc i32 %201 to i8
  %203 = trunc i32 %194 to i8
  %204 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %27
  store i8 %203, ptr addrspace(3) %204, align 1
  %205 = lshr i32 %194, 8
  %206 = trunc i32 %205 to i8
  %207 = getelementptr inbounds i8, ptr addrspace(3) %204, i32 64
  store i8 %206, ptr addrspace(3) %207, align 1
  %208 = lshr i32 %194, 16
  %209 = trunc i32 %208 to i8
  %210 = getelementptr inbounds i8, ptr addrspace(3) %204, i32 128
  store i8 %209, ptr addrspace(3) %210, align 1
  %211 = lshr i32 %194, 24
  %212 = trunc i32 %211 to i8
  %213 = getelementptr inbounds i8, ptr addrspace(3) %204, i32 192
  store i8 %212, ptr addrspace(3) %213, align 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %214 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %43
  %215 = load i32, ptr addrspace(3) %214, align 4
  %216 = trunc i32 %215 to i8
  %217 = lshr i32 %215, 8
  %218 = trunc i32 %217 to i8
  %219 = lshr i32 %215, 16
  %220 = trunc i32 %219 to i8
  %221 = lshr i32 %215, 24
  %222 = trunc i32 %221 to i8
  %223 = insertelement <1 x i32> poison, i32 %215, i64 0
  %224 = bitcast <1 x i32> %223 to <4 x i8>
  %225 = sitofp <4 x i8> %224 to <4 x float>
  %226 = extractelement <4 x i8> %187, i64 0
  %227 = and i8 %226, 7
  %228 = sub i8 %227, 4
  %229 = sitofp i8 %228 to float
  %230 = insertelement <4 x float> poison, float %229, i64 0
  %231 = extractelement <4 x i8> %187, i64 1
  %232 = and i8 %231, 7
  %233 = sub i8 %232, 4
  %234 = sitofp i8 %233 to float
  %235 = insertelement <4 x float> %230, float %234, i64 1
  %236 = extractelement <4 x i8> %187, i64 2
  %237 = and i8 %236, 7
  %238 = sub i8 %237, 4
  %239 = sitofp i8 %238 to float
  %240 = insertelement <4 x float> %235, float %239, i64 2
  %241 = extractelement <4 x i8> %187, i64 3
  %242 = and i8 %241, 7
  %243 = sub i8 %242, 4
  %244 = sitofp i8 %243 to float
  %245 = insertelement <4 x float> %240, float %244, i64 3
  %246 = select i1 true, <4 x float> %164, <4 x float> %245
  %stride7 = mul i64 %n, 1
  %247 = add i32 0, 1
  %248 = icmp eq i32 %247, 1
  %249 = select i1 %248, i32 0, i32 %247
  %250 = mul nuw nsw i32 0, 128
  %251 = getelementptr i8, ptr addrspace(3) @k_staged, i32 %250
  %252 = and i32 %1, 96
  %253 = icmp eq i32 %252, 0
  br i1 %253, label %254, label %268

254:                                              ; preds = %139
  %255 = and i32 %1, 31
  %256 = getelementptr i8, ptr addrspace(3) %251, i32 %255
  %257 = and i32 %1, 31
  %258 = zext i32 %257 to i64
  %259 = mul i64 %258, %stride7
  %260 = add i64 0, %259
  %261 = mul i64 %260, 1
  %262 = getelementptr i8, ptr addrspace(1) %p2, i64 %261
  %263 = mul i64 0, %stride7
  %264 = add i64 0, %263
  %265 = mul i64 %264, 1
  %266 = getelementptr i8, ptr addrspace(1) %262, i64 %265
  %267 = load i8, ptr addrspace(1) %266, align 1
  store i8 %267, ptr addrspace(3) %256, align 1
  br label %268

268:                                              ; preds = %139, %254
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %269 = mul nuw nsw i32 0, 128
  %270 = getelementptr i8, ptr addrspace(3) @k_staged, i32 %269
  %271 = getelementptr inbounds nuw i8, ptr addrspace(3) %270, i64 %45
  %272 = load i8, ptr addrspace(3) %271, align 1
  %273 = insertelement <1 x i8> poison, i8 %272, i64 0
  %274 = extractelement <1 x i8> %273, i64 0
  %275 = and i8 %274, 7
  %276 = sub i8 %275, 4
  %277 = sitofp i8 %276 to float
  %278 = insertelement <1 x float> poison, float %277, i64 0
  %279 = extractelement <4 x float> %246, i64 0
  %280 = fpext float %279 to double
  %281 = insertelement <4 x double> poison, double %280, i64 0
  %282 = extractelement <4 x float> %246, i64 1
  %283 = fpext float %282 to double
  %284 = insertelement <4 x double> %281, double %283, i64 1
  %285 = extractelement <4 x float> %246, i64 2
  %286 = fpext float %285 to double
  %287 = insertelement <4 x double> %284, double %286, i64 2
  %288 = extractelement <4 x float> %246, i64 3
  %289 = fpext float %288 to double
  %290 = insertelement <4 x double> %287, double %289, i64 3
  %291 = shufflevector <4 x float> %225, <4 x float> poison, <2 x i32> <i32 0, i32 2>
  br i1 %flag, label %d13.yes, label %d13.no

d13.yes:                                          ; preds = %268
  %at16 = getelementptr i8, ptr addrspace(1) %p3, i64 0
  %at18 = getelementptr i8, ptr addrspace(1) %p3, i64 16
  br label %staged15

staged15:                                         ; preds = %staged15, %d13.yes
  %i24 = phi i32 [ 0, %d13.yes ], [ %i24.next, %staged15 ]
  %i24.bytes = mul i32 %i24, 16
  %i24.wide = zext i32 %i24.bytes to i64
  %at26 = getelementptr i8, ptr addrspace(1) %p3, i64 %i24.wide
  %i24.next = add i32 %i24, 1
  %i24.more = icmp ult i32 %i24.next, 2
  br i1 %i24.more, label %staged15, label %staged15.done

staged15.done:                                    ; preds = %staged15
  br label %d13.end

d13.no:                                           ; preds = %268
  %stride32 = mul i64 %n, 1
  br label %d13.end

d13.end:                                          ; preds = %d13.no, %staged15.done
  %stride36 = mul i64 %n, 2
  %bound37 = mul i64 %n, 256
  %292 = lshr i32 %1, 1
  %293 = zext i32 %292 to i64
  %294 = mul i64 %293, %stride36
  %295 = add i64 0, %294
  %296 = and i32 %1, 1
  %297 = zext i32 %296 to i64
  %298 = mul i64 %297, 1
  %299 = add i64 %295, %298
  %300 = mul i64 %299, 8
  %301 = getelementptr i8, ptr addrspace(1) %p5, i64 %300
  %302 = mul i64 0, %stride36
  %303 = add i64 0, %302
  %304 = add i64 %303, 0
  %305 = mul i64 %304, 8
  %306 = getelementptr i8, ptr addrspace(1) %301, i64 %305
  %307 = zext i32 %292 to i64
  %308 = icmp slt i64 %307, %bound37
  %309 = zext i32 %296 to i64
  %310 = icmp slt i64 %309, 1
  %311 = and i1 %308, %310
  br i1 %311, label %312, label %319

312:                                              ; preds = %d13.end
  %313 = mul i64 0, %stride36
  %314 = add i64 0, %313
  %315 = add i64 %314, 0
  %316 = mul i64 %315, 8
  %317 = getelementptr i8, ptr addrspace(1) %301, i64 %316
  %318 = load i64, ptr addrspace(1) %317, align 8
  br label %319

319:                                              ; preds = %d13.end, %312
  %320 = phi i64 [ %318, %312 ], [ -3, %d13.end ]
  %321 = or disjoint i32 %292, 64
  %322 = zext i32 %321 to i64
  %323 = icmp slt i64 %322, %bound37
  %324 = zext i32 %296 to i64
  %325 = icmp slt i64 %324, 1
  %326 = and i1 %323, %325
  br i1 %326, label %327, label %334

327:                                              ; preds = %319
  %328 = mul i64 64, %stride36
  %329 = add i64 0, %328
  %330 = add i64 %329, 0
  %331 = mul i64 %330, 8
  %332 = getelementptr i8, ptr addrspace(1) %301, i64 %331
  %333 = load i64, ptr addrspace(1) %332, align 8
  br label %334

334:                                              ; preds = %319, %327
  %335 = phi i64 [ %333, %327 ], [ -3, %319 ]
  %336 = or disjoint i32 %292, 128
  %337 = zext i32 %336 to i64
  %338 = icmp slt i64 %337, %bound37
  %339 = zext i32 %296 to i64
  %340 = icmp slt i64 %339, 1
  %341 = and i1 %338, %340
  br i1 %341, label %342, label %349

342:                                              ; preds = %334
  %343 = mul i64 128, %stride36
  %344 = add i64 0, %343
  %345 = add i64 %344, 0
  %346 = mul i64 %345, 8
  %347 = getelementptr i8, ptr addrspace(1) %301, i64 %346
  %348 = load i64, ptr addrspace(1) %347, align 8
  br label %349

349:                                              ; preds = %334, %342
  %350 = phi i64 [ %348, %342 ], [ -3, %334 ]
  %351 = or disjoint i32 %292, 192
  %352 = zext i32 %351 to i64
  %353 = icmp slt i64 %352, %bound37
  %354 = zext i32 %296 to i64
  %355 = icmp slt i64 %354, 1
  %356 = and i1 %353, %355
  br i1 %356, label %357, label %364

357:                                              ; preds = %349
  %358 = mul i64 192, %stride36
  %359 = add i64 0, %358
  %360 = add i64 %359, 0
  %361 = mul i64 %360, 8
  %362 = getelementptr i8, ptr addrspace(1) %301, i64 %361
  %363 = load i64, ptr addrspace(1) %362, align 8
  br label %364

364:                                              ; preds = %349, %357
  %365 = phi i64 [ %363, %357 ], [ -3, %349 ]
  %366 = insertelement <4 x i64> poison, i64 %320, i64 0
  %367 = insertelement <4 x i64> %366, i64 %335, i64 1
  %368 = insertelement <4 x i64> %367, i64 %350, i64 2
  %369 = insertelement <4 x i64> %368, i64 %365, i64 3
  %370 = freeze <4 x i64> %369
  %371 = extractelement <4 x i64> %370, i64 0
  %372 = extractelement <4 x i64> %370, i64 1
  %373 = extractelement <4 x i64> %370, i64 2
  %374 = extractelement <4 x i64> %370, i64 3
  %375 = bitcast <4 x float> %164 to <4 x i32>
  %376 = freeze <4 x i32> %375
  %377 = extractelement <4 x i32> %376, i64 0
  %378 = extractelement <4 x i32> %376, i64 1
  %379 = extractelement <4 x i32> %376, i64 2
  %380 = extractelement <4 x i32> %376, i64 3
  %381 = trunc i64 %371 to i32
  %382 = and i32 %381, 1
  %383 = xor i32 %382, %47
  %384 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %377, i32 %383, i32 31)
  %385 = trunc i64 %372 to i32
  %386 = and i32 %385, 1
  %387 = xor i32 %386, %47
  %388 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %378, i32 %387, i32 31)
  %389 = trunc i64 %373 to i32
  %390 = and i32 %389, 1
  %391 = xor i32 %390, %47
  %392 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %379, i32 %391, i32 31)
  %393 = trunc i64 %374 to i32
  %394 = and i32 %393, 1
  %395 = xor i32 %394, %47
  %396 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %380, i32 %395, i32 31)
  %397 = bitcast i32 %384 to float
  %398 = insertelement <4 x float> poison, float %397, i64 0
  %399 = bitcast i32 %388 to float
  %400 = insertelement <4 x float> %398, float %399, i64 1
  %401 = bitcast i32 %392 to float
  %402 = insertelement <4 x float> %400, float %401, i64 2
  %403 = bitcast i32 %396 to float
  %404 = insertelement <4 x float> %402, float %403, i64 3
  %405 = extractelement <4 x float> %404, i64 0
  %406 = fptrunc float %405 to bfloat
  %407 = insertelement <4 x bfloat> poison, bfloat %406, i64 0
  %408 = extractelement <4 x float> %404, i64 1
  %409 = fptrunc float %408 to bfloat
  %410 = insertelement <4 x bfloat> %407, bfloat %409, i64 1
  %411 = extractelement <4 x float> %404, i64 2
  %412 = fptrunc float %411 to bfloat
  %413 = insertelement <4 x bfloat> %410, bfloat %412, i64 2
  %414 = extractelement <4 x float> %404, i64 3
  %415 = fptrunc float %414 to bfloat
  %416 = insertelement <4 x bfloat> %413, bfloat %415, i64 3
  %bound44 = mul i64 %n, 23
  %stride47 = mul i64 %n, 32
  %at49 = getelementptr i8, ptr addrspace(1) %p8, i64 0
  %at51 = getelementptr i8, ptr addrspace(1) %p8, i64 64
  %at53 = getelementptr i8, ptr addrspace(1) %p8, i64 128
  br label %staged48

staged48:                                         ; preds = %staged48, %364
  %i60 = phi i32 [ 0, %364 ], [ %i60.next, %staged48 ]
  %i60.bytes = mul i32 %i60, 64
  %i60.wide = zext i32 %i60.bytes to i64
  %at62 = getelementptr i8, ptr addrspace(1) %p8, i64 %i60.wide
  %i60.next = add i32 %i60, 1
  %i60.more = icmp ult i32 %i60.next, 1
  br i1 %i60.more, label %staged48, label %staged48.done

staged48.done:                                    ; preds = %staged48
  br i1 %flag, label %d68.yes, label %d68.no

d68.yes:                                          ; preds = %staged48.done
  %417 = freeze <4 x bfloat> %416
  %418 = bitcast <4 x bfloat> %417 to <2 x i32>
  %419 = extractelement <2 x i32> %418, i64 0
  %420 = lshr i32 %419, 0
  %421 = trunc i32 %420 to i16
  %422 = lshr i32 %419, 16
  %423 = trunc i32 %422 to i16
  %424 = extractelement <2 x i32> %418, i64 1
  %425 = lshr i32 %424, 0
  %426 = trunc i32 %425 to i16
  %427 = lshr i32 %424, 16
  %428 = trunc i32 %427 to i16
  %429 = insertelement <2 x i32> poison, i32 %419, i64 0
  %430 = insertelement <2 x i32> %429, i32 %424, i64 1
  %431 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %52
  store <2 x i32> %430, ptr addrspace(3) %431, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %432 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %65
  %433 = load <4 x i32>, ptr addrspace(3) %432, align 16
  %434 = extractelement <4 x i32> %433, i64 0
  %435 = extractelement <4 x i32> %433, i64 1
  %436 = extractelement <4 x i32> %433, i64 2
  %437 = extractelement <4 x i32> %433, i64 3
  %438 = bitcast i32 %436 to <4 x i8>
  %439 = bitcast i32 %434 to <4 x i8>
  %440 = shufflevector <4 x i8> %439, <4 x i8> %438, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %441 = bitcast <4 x i8> %440 to i32
  %442 = bitcast i32 %436 to <4 x i8>
  %443 = bitcast i32 %434 to <4 x i8>
  %444 = shufflevector <4 x i8> %443, <4 x i8> %442, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %445 = bitcast <4 x i8> %444 to i32
  %446 = bitcast i32 %437 to <4 x i8>
  %447 = bitcast i32 %435 to <4 x i8>
  %448 = shufflevector <4 x i8> %447, <4 x i8> %446, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %449 = bitcast <4 x i8> %448 to i32
  %450 = bitcast i32 %437 to <4 x i8>
  %451 = bitcast i32 %435 to <4 x i8>
  %452 = shufflevector <4 x i8> %451, <4 x i8> %450, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %453 = bitcast <4 x i8> %452 to i32
  %454 = bitcast i32 %441 to <2 x i16>
  %455 = extractelement <2 x i16> %454, i64 0
  %456 = bitcast i32 %441 to <2 x i16>
  %457 = extractelement <2 x i16> %456, i64 1
  %458 = bitcast i32 %445 to <2 x i16>
  %459 = extractelement <2 x i16> %458, i64 0
  %460 = bitcast i32 %445 to <2 x i16>
  %461 = extractelement <2 x i16> %460, i64 1
  %462 = bitcast i32 %449 to <2 x i16>
  %463 = extractelement <2 x i16> %462, i64 0
  %464 = bitcast i32 %449 to <2 x i16>
  %465 = extractelement <2 x i16> %464, i64 1
  %466 = bitcast i32 %453 to <2 x i16>
  %467 = extractelement <2 x i16> %466, i64 0
  %468 = bitcast i32 %453 to <2 x i16>
  %469 = extractelement <2 x i16> %468, i64 1
  %470 = insertelement <4 x i32> poison, i32 %441, i64 0
  %471 = insertelement <4 x i32> %470, i32 %445, i64 1
  %472 = insertelement <4 x i32> %471, i32 %449, i64 2
  %473 = insertelement <4 x i32> %472, i32 %453, i64 3
  %474 = bitcast <4 x i32> %473 to <8 x bfloat>
  br label %d68.end

d68.no:                                           ; preds = %staged48.done
  %475 = freeze <4 x bfloat> %416
  %476 = bitcast <4 x bfloat> %475 to <2 x i32>
  %477 = extractelement <2 x i32> %476, i64 0
  %478 = lshr i32 %477, 0
  %479 = trunc i32 %478 to i16
  %480 = lshr i32 %477, 16
  %481 = trunc i32 %480 to i16
  %482 = extractelement <2 x i32> %476, i64 1
  %483 = lshr i32 %482, 0
  %484 = trunc i32 %483 to i16
  %485 = lshr i32 %482, 16
  %486 = trunc i32 %485 to i16
  %487 = insertelement <2 x i32> poison, i32 %477, i64 0
  %488 = insertelement <2 x i32> %487, i32 %482, i64 1
  %489 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %70
  store <2 x i32> %488, ptr addrspace(3) %489, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %490 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %83
  %491 = load <4 x i32>, ptr addrspace(3) %490, align 16
  %492 = extractelement <4 x i32> %491, i64 0
  %493 = extractelement <4 x i32> %491, i64 1
  %494 = extractelement <4 x i32> %491, i64 2
  %495 = extractelement <4 x i32> %491, i64 3
  %496 = bitcast i32 %494 to <4 x i8>
  %497 = bitcast i32 %492 to <4 x i8>
  %498 = shufflevector <4 x i8> %497, <4 x i8> %496, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %499 = bitcast <4 x i8> %498 to i32
  %500 = bitcast i32 %494 to <4 x i8>
  %501 = bitcast i32 %492 to <4 x i8>
  %502 = shufflevector <4 x i8> %501, <4 x i8> %500, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %503 = bitcast <4 x i8> %502 to i32
  %504 = bitcast i32 %495 to <4 x i8>
  %505 = bitcast i32 %493 to <4 x i8>
  %506 = shufflevector <4 x i8> %505, <4 x i8> %504, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %507 = bitcast <4 x i8> %506 to i32
  %508 = bitcast i32 %495 to <4 x i8>
  %509 = bitcast i32 %493 to <4 x i8>
  %510 = shufflevector <4 x i8> %509, <4 x i8> %508, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %511 = bitcast <4 x i8> %510 to i32
  %512 = bitcast i32 %499 to <2 x i16>
  %513 = extractelement <2 x i16> %512, i64 0
  %514 = bitcast i32 %499 to <2 x i16>
  %515 = extractelement <2 x i16> %514, i64 1
  %516 = bitcast i32 %503 to <2 x i16>
  %517 = extractelement <2 x i16> %516, i64 0
  %518 = bitcast i32 %503 to <2 x i16>
  %519 = extractelement <2 x i16> %518, i64 1
  %520 = bitcast i32 %507 to <2 x i16>
  %521 = extractelement <2 x i16> %520, i64 0
  %522 = bitcast i32 %507 to <2 x i16>
  %523 = extractelement <2 x i16> %522, i64 1
  %524 = bitcast i32 %511 to <2 x i16>
  %525 = extractelement <2 x i16> %524, i64 0
  %526 = bitcast i32 %511 to <2 x i16>
  %527 = extractelement <2 x i16> %526, i64 1
  %528 = insertelement <4 x i32> poison, i32 %499, i64 0
  %529 = insertelement <4 x i32> %528, i32 %503, i64 1
  %530 = insertelement <4 x i32> %529, i32 %507, i64 2
  %531 = insertelement <4 x i32> %530, i32 %511, i64 3
  %532 = bitcast <4 x i32> %531 to <8 x bfloat>
  br label %d68.end

d68.end:                                          ; preds = %d68.no, %d68.yes
  %v711 = phi <8 x bfloat> [ %474, %d68.yes ], [ %532, %d68.no ]
  %at86 = getelementptr i8, ptr addrspace(1) %p13, i64 0
  %533 = add i32 0, 1
  %534 = icmp eq i32 %533, 2
  %535 = select i1 %534, i32 0, i32 %533
  %536 = mul nuw nsw i32 0, 4096
  %537 = getelementptr i8, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @k_staged, i32 33536), i32 %536
  %538 = shl i32 %1, 4
  %539 = getelementptr i8, ptr addrspace(3) %537, i32 %538
  %540 = zext i32 %1 to i64
  %541 = mul i64 %540, 2
  %542 = add i64 0, %541
  %543 = add i64 %542, 0
  %544 = mul i64 %543, 8
  %545 = getelementptr i8, ptr addrspace(1) %at86, i64 %544
  %546 = getelementptr i8, ptr addrspace(1) %545, i64 0
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %539, ptr addrspace(1) %546)
  %547 = shl i32 %1, 4
  %548 = xor i32 %547, 2048
  %549 = getelementptr i8, ptr addrspace(3) %537, i32 %548
  %550 = getelementptr i8, ptr addrspace(1) %545, i64 2048
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %549, ptr addrspace(1) %550)
  call void @llvm.nvvm.cp.async.commit.group()
  br label %staged85

staged85:                                         ; preds = %staged85, %d68.end
  %.0 = phi i32 [ %535, %d68.end ], [ %553, %staged85 ]
  %i91 = phi i32 [ 0, %d68.end ], [ %i91.next, %staged85 ]
  %total902 = phi <4 x i64> [ zeroinitializer, %d68.end ], [ %598, %staged85 ]
  %way893 = phi i32 [ 0, %d68.end ], [ %.0, %staged85 ]
  %i91.bytes = mul i32 %i91, 128
  %i91.wide = zext i32 %i91.bytes to i64
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %at93 = getelementptr i8, ptr addrspace(1) %p13, i64 %i91.wide
  %551 = add i32 %.0, 1
  %552 = icmp eq i32 %551, 2
  %553 = select i1 %552, i32 0, i32 %551
  %554 = mul nuw nsw i32 %.0, 4096
  %555 = getelementptr i8, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @k_staged, i32 33536), i32 %554
  %556 = shl i32 %1, 4
  %557 = getelementptr i8, ptr addrspace(3) %555, i32 %556
  %558 = zext i32 %1 to i64
  %559 = mul i64 %558, 2
  %560 = add i64 0, %559
  %561 = add i64 %560, 0
  %562 = mul i64 %561, 8
  %563 = getelementptr i8, ptr addrspace(1) %at93, i64 %562
  %564 = getelementptr i8, ptr addrspace(1) %563, i64 0
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %557, ptr addrspace(1) %564)
  %565 = shl i32 %1, 4
  %566 = xor i32 %565, 2048
  %567 = getelementptr i8, ptr addrspace(3) %555, i32 %566
  %568 = getelementptr i8, ptr addrspace(1) %563, i64 2048
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %567, ptr addrspace(1) %568)
  call void @llvm.nvvm.cp.async.commit.group()
  %569 = mul nuw nsw i32 %way893, 4096
  %570 = getelementptr i8, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @k_staged, i32 33536), i32 %569
  %571 = getelementptr inbounds nuw i8, ptr addrspace(3) %570, i64 %86
  %572 = load i64, ptr addrspace(3) %571, align 8
  %573 = getelementptr inbounds i8, ptr addrspace(3) %571, i32 1024
  %574 = load i64, ptr addrspace(3) %573, align 8
  %575 = getelementptr inbounds i8, ptr addrspace(3) %571, i32 2048
  %576 = load i64, ptr addrspace(3) %575, align 8
  %577 = getelementptr inbounds i8, ptr addrspace(3) %571, i32 3072
  %578 = load i64, ptr addrspace(3) %577, align 8
  %579 = insertelement <4 x i64> poison, i64 %572, i64 0
  %580 = insertelement <4 x i64> %579, i64 %574, i64 1
  %581 = insertelement <4 x i64> %580, i64 %576, i64 2
  %582 = insertelement <4 x i64> %581, i64 %578, i64 3
  %583 = extractelement <4 x i64> %total902, i64 0
  %584 = extractelement <4 x i64> %582, i64 0
  %585 = xor i64 %583, %584
  %586 = insertelement <4 x i64> poison, i64 %585, i64 0
  %587 = extractelement <4 x i64> %total902, i64 1
  %588 = extractelement <4 x i64> %582, i64 1
  %589 = xor i64 %587, %588
  %590 = insertelement <4 x i64> %586, i64 %589, i64 1
  %591 = extractelement <4 x i64> %total902, i64 2
  %592 = extractelement <4 x i64> %582, i64 2
  %593 = xor i64 %591, %592
  %594 = insertelement <4 x i64> %590, i64 %593, i64 2
  %595 = extractelement <4 x i64> %total902, i64 3
  %596 = extractelement <4 x i64> %582, i64 3
  %597 = xor i64 %595, %596
  %598 = insertelement <4 x i64> %594, i64 %597, i64 3
  %i91.next = add i32 %i91, 1
  %i91.more = icmp ult i32 %i91.next, 1
  br i1 %i91.more, label %staged85, label %staged85.done

staged85.done:                                    ; preds = %staged85
  %599 = bitcast <8 x bfloat> %v711 to <8 x i16>
  %600 = freeze <4 x i64> %598
  %601 = shl i32 %0, 26
  %602 = ashr i32 %601, 31
  %603 = and i32 %602, 528
  %604 = and i32 %0, 31
  %605 = shl i32 %604, 3
  %606 = xor i32 %603, %605
  %607 = and i32 %0, 64
  %608 = lshr i32 %607, 2
  %609 = and i32 %0, 16
  %610 = xor i32 %608, %609
  %611 = and i32 %0, 34
  %612 = shl i32 %611, 2
  %613 = xor i32 %610, %612
  %614 = and i32 %0, 12
  %615 = shl i32 %614, 3
  %616 = xor i32 %613, %615
  %617 = and i32 %0, 16
  %618 = shl i32 %617, 5
  %619 = xor i32 %616, %618
  %620 = extractelement <4 x i64> %600, i64 0
  %621 = trunc i64 %620 to i32
  %622 = and i32 %621, 1
  %623 = shl i32 %622, 1
  %624 = or disjoint i32 %619, %623
  %625 = extractelement <4 x i64> %600, i64 1
  %626 = trunc i64 %625 to i32
  %627 = and i32 %626, 1
  %628 = shl i32 %627, 1
  %629 = or disjoint i32 %619, %628
  %630 = extractelement <4 x i64> %600, i64 2
  %631 = trunc i64 %630 to i32
  %632 = and i32 %631, 1
  %633 = shl i32 %632, 1
  %634 = or disjoint i32 %619, %633
  %635 = extractelement <4 x i64> %600, i64 3
  %636 = trunc i64 %635 to i32
  %637 = and i32 %636, 1
  %638 = shl i32 %637, 1
  %639 = or disjoint i32 %619, %638
  %640 = and i32 %0, 64
  %641 = icmp eq i32 %640, 0
  br i1 %641, label %642, label %650

642:                                              ; preds = %staged85.done
  %643 = shufflevector <8 x i16> %599, <8 x i16> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %644 = zext nneg i32 %606 to i64
  %645 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %644
  store <4 x i16> %643, ptr addrspace(3) %645, align 8
  %646 = shufflevector <8 x i16> %599, <8 x i16> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %647 = zext nneg i32 %606 to i64
  %648 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %647
  %649 = getelementptr inbounds i8, ptr addrspace(3) %648, i32 256
  store <4 x i16> %646, ptr addrspace(3) %649, align 8
  br label %650

650:                                              ; preds = %staged85.done, %642
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %651 = zext nneg i32 %624 to i64
  %652 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %651
  %653 = load i16, ptr addrspace(3) %652, align 2
  %654 = zext nneg i32 %629 to i64
  %655 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %654
  %656 = getelementptr inbounds i8, ptr addrspace(3) %655, i32 4
  %657 = load i16, ptr addrspace(3) %656, align 2
  %658 = zext nneg i32 %634 to i64
  %659 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %658
  %660 = getelementptr inbounds i8, ptr addrspace(3) %659, i32 256
  %661 = load i16, ptr addrspace(3) %660, align 2
  %662 = zext nneg i32 %639 to i64
  %663 = getelementptr inbounds nuw i8, ptr addrspace(3) @k.f2.scratch, i64 %662
  %664 = getelementptr inbounds i8, ptr addrspace(3) %663, i32 260
  %665 = load i16, ptr addrspace(3) %664, align 2
  %666 = bitcast i16 %653 to bfloat
  %667 = insertelement <4 x bfloat> poison, bfloat %666, i64 0
  %668 = bitcast i16 %657 to bfloat
  %669 = insertelement <4 x bfloat> %667, bfloat %668, i64 1
  %670 = bitcast i16 %661 to bfloat
  %671 = insertelement <4 x bfloat> %669, bfloat %670, i64 2
  %672 = bitcast i16 %665 to bfloat
  %673 = insertelement <4 x bfloat> %671, bfloat %672, i64 3
  %674 = and i32 %1, 48
  %675 = lshr i32 %674, 2
  %676 = and i32 %1, 73
  %677 = shl i32 %676, 1
  %678 = xor i32 %675, %677
  %679 = and i32 %1, 6
  %680 = shl i32 %679, 4
  %681 = xor i32 %678, %680
  %682 = zext i32 %681 to i64
  %683 = mul i64 %682, 1
  %684 = add i64 0, %683
  %685 = mul i64 %684, 4
  %686 = getelementptr i8, ptr addrspace(1) %p14, i64 %685
  %687 = getelementptr i8, ptr addrspace(1) %686, i64 0
  %688 = shufflevector <2 x float> %291, <2 x float> poison, <2 x i32> <i32 0, i32 1>
  %689 = getelementptr i8, ptr addrspace(1) %686, i64 0
  store <2 x float> %688, ptr addrspace(1) %689, align 8
  %place97 = getelementptr i8, ptr addrspace(1) %p15, i64 131072
  %690 = and i32 %1, 31
  %691 = zext i32 %690 to i64
  %692 = mul i64 %691, -1
  %693 = add i64 0, %692
  %694 = mul i64 %693, 4
  %695 = getelementptr i8, ptr addrspace(1) %place97, i64 %694
  %696 = getelementptr i8, ptr addrspace(1) %695, i64 0
  %697 = and i32 %1, 96
  %698 = icmp eq i32 %697, 0
  br i1 %698, label %699, label %702

699:                                              ; preds = %650
  %700 = extractelement <1 x float> %278, i64 0
  %701 = getelementptr i8, ptr addrspace(1) %695, i64 0
  store float %700, ptr addrspace(1) %701, align 4
  br label %702

702:                                              ; preds = %650, %699
  %stride98 = mul i64 %n, 2
  %703 = lshr i32 %1, 1
  %704 = zext i32 %703 to i64
  %705 = mul i64 %704, %stride98
  %706 = add i64 0, %705
  %707 = and i32 %1, 1
  %708 = zext i32 %707 to i64
  %709 = mul i64 %708, 1
  %710 = add i64 %706, %709
  %711 = mul i64 %710, 8
  %712 = getelementptr i8, ptr addrspace(1) %p16, i64 %711
  %713 = mul i64 0, %stride98
  %714 = add i64 0, %713
  %715 = add i64 %714, 0
  %716 = mul i64 %715, 8
  %717 = getelementptr i8, ptr addrspace(1) %712, i64 %716
  %718 = extractelement <4 x double> %290, i64 0
  %719 = mul i64 0, %stride98
  %720 = add i64 0, %719
  %721 = add i64 %720, 0
  %722 = mul i64 %721, 8
  %723 = getelementptr i8, ptr addrspace(1) %712, i64 %722
  store double %718, ptr addrspace(1) %723, align 8
  %724 = extractelement <4 x double> %290, i64 1
  %725 = mul i64 64, %stride98
  %726 = add i64 0, %725
  %727 = add i64 %726, 0
  %728 = mul i64 %727, 8
  %729 = getelementptr i8, ptr addrspace(1) %712, i64 %728
  store double %724, ptr addrspace(1) %729, align 8
  %730 = extractelement <4 x double> %290, i64 2
  %731 = mul i64 128, %stride98
  %732 = add i64 0, %731
  %733 = add i64 %732, 0
  %734 = mul i64 %733, 8
  %735 = getelementptr i8, ptr addrspace(1) %712, i64 %734
  store double %730, ptr addrspace(1) %735, align 8
  %736 = extractelement <4 x double> %290, i64 3
  %737 = mul i64 192, %stride98
  %738 = add i64 0, %737
  %739 = add i64 %738, 0
  %740 = mul i64 %739, 8
  %741 = getelementptr i8, ptr addrspace(1) %712, i64 %740
  store double %736, ptr addrspace(1) %741, align 8
  %place99 = getelementptr i8, ptr addrspace(1) %p17, i64 131072
  %bound100 = mul i64 %n, 128
  %bound101 = mul i64 %n, 1
  %742 = lshr i32 %1, 1
  %743 = zext i32 %742 to i64
  %744 = mul i64 %743, -2
  %745 = add i64 0, %744
  %746 = and i32 %1, 1
  %747 = zext i32 %746 to i64
  %748 = mul i64 %747, 1
  %749 = add i64 %745, %748
  %750 = mul i64 %749, 2
  %751 = getelementptr i8, ptr addrspace(1) %place99, i64 %750
  %752 = getelementptr i8, ptr addrspace(1) %751, i64 0
  %753 = zext i32 %742 to i64
  %754 = icmp slt i64 %753, %bound100
  %755 = zext i32 %746 to i64
  %756 = icmp slt i64 %755, %bound101
  %757 = and i1 %754, %756
  br i1 %757, label %758, label %761

758:                                              ; preds = %702
  %759 = extractelement <4 x bfloat> %673, i64 0
  %760 = getelementptr i8, ptr addrspace(1) %751, i64 0
  store bfloat %759, ptr addrspace(1) %760, align 2
  br label %761

761:                                              ; preds = %702, %758
  %762 = or disjoint i32 %742, 64
  %763 = zext i32 %762 to i64
  %764 = icmp slt i64 %763, %bound100
  %765 = zext i32 %746 to i64
  %766 = icmp slt i64 %765, %bound101
  %767 = and i1 %764, %766
  br i1 %767, label %768, label %771

768:                                              ; preds = %761
  %769 = extractelement <4 x bfloat> %673, i64 1
  %770 = getelementptr i8, ptr addrspace(1) %751, i64 -256
  store bfloat %769, ptr addrspace(1) %770, align 2
  br label %771

771:                                              ; preds = %761, %768
  %772 = or disjoint i32 %742, 128
  %773 = zext i32 %772 to i64
  %774 = icmp slt i64 %773, %bound100
  %775 = zext i32 %746 to i64
  %776 = icmp slt i64 %775, %bound101
  %777 = and i1 %774, %776
  br i1 %777, label %778, label %781

778:                                              ; preds = %771
  %779 = extractelement <4 x bfloat> %673, i64 2
  %780 = getelementptr i8, ptr addrspace(1) %751, i64 -512
  store bfloat %779, ptr addrspace(1) %780, align 2
  br label %781

781:                                              ; preds = %771, %778
  %782 = or disjoint i32 %742, 192
  %783 = zext i32 %782 to i64
  %784 = icmp slt i64 %783, %bound100
  %785 = zext i32 %746 to i64
  %786 = icmp slt i64 %785, %bound101
  %787 = and i1 %784, %786
  br i1 %787, label %788, label %791

788:                                              ; preds = %781
  %789 = extractelement <4 x bfloat> %673, i64 3
  %790 = getelementptr i8, ptr addrspace(1) %751, i64 -768
  store bfloat %789, ptr addrspace(1) %790, align 2
  br label %791

791:                                              ; preds = %781, %788
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
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
declare noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid() #2

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #6

attributes #0 = { "f2layout-scratch" }
attributes #1 = { convergent nounwind "f2layout-block"="128,1,1" "f2layout-dynamic-shared"="41728" "nvvm.reqntid"="128,1" "target-cpu"="sm_90" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { nocallback nounwind memory(argmem: readwrite) }
attributes #6 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
