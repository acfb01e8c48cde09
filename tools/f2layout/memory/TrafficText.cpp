//===- TrafficText.cpp - Shared accesses as text and JSON -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/memory/TrafficText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

void printTraffic(raw_ostream &OS, StringRef Name, const Traffic &T) {
  OS << Name << ": " << T.Accesses
     << (T.Accesses == 1 ? " access" : " accesses") << " of " << T.Bytes * 8
     << " bits a thread, " << (T.AllSame ? "" : "at most ")
     << counted(T.wavefronts(), "wavefront") << (T.Accesses == 1 ? "" : " each")
     << ", ";
  if (T.conflicts())
    OS << counted(T.conflicts(), "conflict");
  else
    OS << "no conflicts";
  OS << "\n";
}

/// Returns "0-7" or "0-3 20-23".
static std::string ranges(ArrayRef<unsigned> Lanes) {
  std::string Text;
  for (size_t I = 0; I < Lanes.size();) {
    size_t Last = I;
    while (Last + 1 < Lanes.size() && Lanes[Last + 1] == Lanes[Last] + 1)
      ++Last;
    Text += (I ? " " : "") + std::to_string(Lanes[I]);
    if (Last != I)
      Text += "-" + std::to_string(Lanes[Last]);
    I = Last + 1;
  }
  return Text;
}

void printPhases(raw_ostream &OS, const Traffic &T) {
  for (auto [I, P] : enumerate(T.Phases)) {
    OS << "  phase " << I << (P.Lanes.size() == 1 ? ", lane " : ", lanes ")
       << ranges(P.Lanes) << ": " << counted(P.Wavefronts, "wavefront");
    auto Worst = max_element(P.Clashes, [](const Clash &A, const Clash &B) {
      return A.Words < B.Words;
    });
    if (Worst != P.Clashes.end()) {
      OS << "; bank " << Worst->Bank << " is asked for " << Worst->Words
         << " words by lanes " << ranges(Worst->Lanes);
      if (P.Clashes.size() > 1)
        OS << ", and " << counted(P.Clashes.size() - 1, "more bank")
           << " for several";
    }
    OS << "\n";
  }
}

static void writeLanes(json::OStream &J, ArrayRef<unsigned> Lanes) {
  J.attributeBegin("lanes");
  writeJson(J, SmallVector<uint64_t>(Lanes.begin(), Lanes.end()));
  J.attributeEnd();
}

void writeTraffic(json::OStream &J, StringRef Name, const Traffic &T) {
  J.attributeObject(Name, [&] {
    J.attribute("accesses", T.Accesses);
    J.attribute("bits", T.Bytes * 8);
    J.attribute("wavefronts", T.wavefronts());
    J.attribute("conflicts", T.conflicts());
    if (!T.AllSame)
      J.attribute("worst", true);
    J.attributeArray("phases", [&] {
      for (const Phase &P : T.Phases)
        J.object([&] {
          writeLanes(J, P.Lanes);
          J.attribute("wavefronts", P.Wavefronts);
          J.attributeArray("clashes", [&] {
            for (const Clash &C : P.Clashes)
              J.object([&] {
                J.attribute("bank", C.Bank);
                J.attribute("words", C.Words);
                writeLanes(J, C.Lanes);
              });
          });
        });
    });
  });
}

} // namespace f2layout::calc
