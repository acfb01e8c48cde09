//===- DisplayName.cpp - The name of a variable for a reader --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/DisplayName.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"
#include <utility>

using namespace llvm;

/// The text behind the last "::" that is not in brackets.
static StringRef lastComponent(StringRef Name) {
  int Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    const char C = Name[I];
    if (C == ')' || C == '>' || C == ']')
      ++Depth;
    else if (C == '(' || C == '<' || C == '[')
      --Depth;
    else if (C == ':' && Depth == 0)
      return Name.drop_front(I + 1);
  }
  return Name;
}

std::string f2layout::displayName(StringRef Symbol) {
  if (!Symbol.starts_with("_Z"))
    return Symbol.str();
  const std::string Name =
      demangle(Symbol.take_until([](char C) { return C == '.'; }));
  return lastComponent(Name).str();
}

namespace {
/// Intrinsics whose names begin so are what CUDA calls Source.
struct SourceName {
  StringLiteral Intrinsic, Source;
};
} // namespace

/// A longer name stands before its own beginning.
static constexpr SourceName SourceNames[] = {
    {"llvm.nvvm.barrier.cta.sync.aligned.all", "__syncthreads"},
    {"llvm.nvvm.barrier.cta.red.and.aligned.all", "__syncthreads_and"},
    {"llvm.nvvm.barrier.cta.red.or.aligned.all", "__syncthreads_or"},
    {"llvm.nvvm.barrier.cta.red.popc.aligned.all", "__syncthreads_count"},
    {"llvm.nvvm.barrier0.and", "__syncthreads_and"}, // So in LLVM 19.
    {"llvm.nvvm.barrier0.or", "__syncthreads_or"},
    {"llvm.nvvm.barrier0.popc", "__syncthreads_count"},
    {"llvm.nvvm.barrier0", "__syncthreads"},
    {"llvm.nvvm.bar.sync", "__syncthreads"},
    {"llvm.nvvm.bar.warp.sync", "__syncwarp"},
    {"llvm.nvvm.shfl.sync.bfly", "__shfl_xor_sync"},
    {"llvm.nvvm.shfl.sync.down", "__shfl_down_sync"},
    {"llvm.nvvm.shfl.sync.idx", "__shfl_sync"},
    {"llvm.nvvm.shfl.sync.up", "__shfl_up_sync"},
    {"llvm.nvvm.vote.all.sync", "__all_sync"},
    {"llvm.nvvm.vote.any.sync", "__any_sync"},
    {"llvm.nvvm.vote.uni.sync", "__uni_sync"},
    {"llvm.nvvm.vote.ballot.sync", "__ballot_sync"},
    {"llvm.nvvm.match.all.sync", "__match_all_sync"},
    {"llvm.nvvm.match.any.sync", "__match_any_sync"},
    {"llvm.nvvm.activemask", "__activemask"},
    {"llvm.nvvm.membar.cta", "__threadfence_block"},
    {"llvm.nvvm.membar.gl", "__threadfence"},
    {"llvm.nvvm.membar.sys", "__threadfence_system"},
    {"llvm.nvvm.nanosleep", "__nanosleep"},
};

std::string f2layout::displayCallee(const CallBase &Call) {
  const Function &Callee = *Call.getCalledFunction();
  if (!Callee.isIntrinsic())
    return displayName(Callee.getName());
  StringRef Name = Intrinsic::getBaseName(Callee.getIntrinsicID());
  for (const SourceName &Known : SourceNames)
    if (Name.starts_with(Known.Intrinsic))
      return Known.Source.str();
  std::string Out;
  if (Name.consume_front("llvm.amdgcn."))
    Out = "__builtin_amdgcn_";
  else if (Name.consume_front("llvm.nvvm."))
    Out = "__nvvm_";
  else
    Name.consume_front("llvm.");
  for (char C : Name)
    Out += C == '.' ? '_' : C;
  return Out;
}
