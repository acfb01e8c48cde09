//===- Vocabulary.cpp - What a vendor calls its groups of lanes -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Vocabulary.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

static constexpr Vocabulary OfNvidia = {"warp", "wavefront", "__syncwarp()"};
static constexpr Vocabulary OfAmd = {
    "wave", "LDS cycle", "__builtin_amdgcn_wave_barrier() between fences"};

const Vocabulary &f2layout::vocabularyOf(const Function &F) {
  return compat::targetTriple(*F.getParent()).isAMDGPU() ? OfAmd : OfNvidia;
}

std::string Vocabulary::spell(StringRef Text) const {
  std::string Out;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(isAlpha);
    if (Word.empty()) {
      Out += Text.front();
      Text = Text.drop_front();
      continue;
    }
    Text = Text.drop_front(Word.size());
    const StringRef One = Word.ends_with("s") ? Word.drop_back() : Word;
    if (One == OfNvidia.Warp || One == OfNvidia.Wavefront) {
      Out += One == OfNvidia.Warp ? Warp : Wavefront;
      Out += Word.drop_front(One.size());
    } else {
      Out += Word;
    }
  }
  return Out;
}
