//===- Options.cpp - What users can ask of the passes ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/Options.h"
#include "intrinsics/target/TargetJson.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace f2layout;

std::optional<std::array<unsigned, 3>> f2layout::parseBlock(StringRef Text) {
  std::array<unsigned, 3> Size = {1, 1, 1};
  SmallVector<StringRef, 3> Parts;
  // The function attribute uses commas, but commas separate passes in a
  // pipeline text. So both separators are accepted.
  SplitString(Text, Parts, "x,");
  if (Parts.empty() || Parts.size() > 3 || Text.ends_with("x") ||
      Text.ends_with(",") || Text.starts_with("x") || Text.starts_with(","))
    return std::nullopt;
  uint64_t Product = 1;
  for (unsigned D = 0; D < Parts.size(); ++D) {
    if (Parts[D].getAsInteger(10, Size[D]) || Size[D] == 0 ||
        Size[D] > MaxBlockThreads)
      return std::nullopt;
    Product *= Size[D];
  }
  if (Product > MaxBlockThreads)
    return std::nullopt;
  return Size;
}

void Options::readCosts(StringRef Path) {
  CostsFile = Path.str();
  Costs.reset();
  Expected<TargetTable> Table = readTargetFile(Path);
  if (Table)
    Costs = std::make_shared<const Target>(std::move(Table->T));
  else
    Unusable = "f2layout: costs: " + toString(Table.takeError());
}

Expected<Options> f2layout::parseOptions(StringRef Parameters,
                                         Options Defaults) {
  Options O = std::move(Defaults);
  while (!Parameters.empty()) {
    StringRef Parameter;
    std::tie(Parameter, Parameters) = Parameters.split(';');
    bool On = !Parameter.starts_with("no-");
    StringRef Name = On ? Parameter : Parameter.drop_front(3);
    bool *Switch = StringSwitch<bool *>(Name)
                       .Case("shuffle", &O.Shuffle)
                       .Case("shared", &O.Shared)
                       .Case("guess", &O.Guess)
                       .Case("relax", &O.Relax)
                       .Case("readdress", &O.Readdress)
                       .Case("test-align", &O.TestAlign)
                       .Case("test-overlap", &O.TestOverlap)
                       .Case("coalesce", &O.Coalesce)
                       .Case("grow", &O.Grow)
                       .Case("whole-warps", &O.WholeWarps)
                       .Case("races-agree", &O.RacesAgree)
                       .Default(nullptr);
    if (Switch) {
      *Switch = On;
      continue;
    }
    if (Parameter.consume_front("block=")) {
      O.Block = parseBlock(Parameter);
      if (!O.Block)
        return createStringError(
            "f2layout: invalid block size '" + Parameter +
            "': expected 1 to 3 sizes such as 128 or 32x8, of at most 1024 "
            "threads in all");
      continue;
    }
    if (Parameter.consume_front("scratch=")) {
      if (Parameter.getAsInteger(10, O.Scratch))
        return createStringError("f2layout: invalid scratch size '" +
                                 Parameter + "': expected a number of bytes");
      continue;
    }
    if (Parameter.consume_front("search=")) {
      if (Parameter.getAsInteger(10, O.Search))
        return createStringError("f2layout: invalid search limit '" +
                                 Parameter +
                                 "': expected a number of millions");
      continue;
    }
    if (Parameter.consume_front("costs=")) {
      O.readCosts(Parameter);
      continue;
    }
    return createStringError(
        "f2layout: unknown parameter '" + Parameter +
        "': expected block=<x>[x<y>[x<z>]], costs=<file>, "
        "scratch=<bytes>, search=<millions> or one of shuffle, shared, guess, "
        "relax, readdress, test-align, test-overlap, coalesce, "
        "grow, whole-warps, races-agree, each of them with or without no- "
        "before it");
  }
  return O;
}

void Options::print(raw_ostream &OS) const {
  SmallVector<std::string, 4> Parts;
  if (Block)
    Parts.push_back("block=" + utostr((*Block)[0]) + "x" + utostr((*Block)[1]) +
                    "x" + utostr((*Block)[2]));
  if (!Shuffle)
    Parts.push_back("no-shuffle");
  if (!Shared)
    Parts.push_back("no-shared");
  if (!Guess)
    Parts.push_back("no-guess");
  if (!Relax)
    Parts.push_back("no-relax");
  if (!Readdress)
    Parts.push_back("no-readdress");
  if (!TestAlign)
    Parts.push_back("no-test-align");
  if (!TestOverlap)
    Parts.push_back("no-test-overlap");
  if (!Coalesce)
    Parts.push_back("no-coalesce");
  if (!Grow)
    Parts.push_back("no-grow");
  if (WholeWarps)
    Parts.push_back("whole-warps");
  if (RacesAgree)
    Parts.push_back("races-agree");
  if (Scratch != DefaultScratch)
    Parts.push_back("scratch=" + utostr(Scratch));
  if (Search != DefaultSearch)
    Parts.push_back("search=" + utostr(Search));
  if (!CostsFile.empty())
    Parts.push_back("costs=" + CostsFile);
  if (!Parts.empty())
    OS << '<' << join(Parts, ";") << '>';
}
