//===- IslBench.cpp - F2, CuTe and isl on the same layouts ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Google Benchmark: composition and inverse of the same layouts as maps over
// F2, as CuTe layouts where there is one, and as relations in isl.
//
//   xor-4x4      (i, j) -> (i, i xor j)                          4 bits
//   transpose    (32,32):(32,1) of CuTe                         10 bits
//   swizzle      rows of 64 halves, swizzled over 128 bytes      9 bits
//
// Operands exist before the time starts: matrices, CuTe layouts, and maps that
// isl has read. isl works lazily, so there are two times for it:
//
//   isl          isl_map_apply_range, isl_map_reverse: a formula that may still
//                have hidden integers, and that has not been solved
//   isl-value    the same, and the result as a function with explicit values
//                (isl_pw_multi_aff_from_map), as the other forms have it
//
// Each on the relation of bits and on that of coordinates. At the end the
// ratios to F2 are printed.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/cute/Composition.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Inverses.h"
#include "layouts/relations/LinearRelation.h"
#include "tools/isl/LayoutOracle.h"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <functional>
#include <map>

using namespace llvm;
using namespace f2layout;
using f2layout::oracle::Context;
using f2layout::oracle::Map;

namespace {

struct Subject {
  const char *Name;
  const char *Linear; ///< From a to b.
  const char *Cute;   ///< Null if none is one.
};

constexpr Subject Subjects[] = {
    {"xor-4x4", "lane=[[1,1],[2,2]], warp=[[0,1],[0,2]] -> [4,4]", nullptr},
    {"transpose",
     "offset=[[32],[64],[128],[256],[512],[1],[2],[4],[8],[16]] -> [1024]",
     "(32,32):(32,1)"},
    {"swizzle",
     "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32]] -> "
     "[8,64]",
     nullptr},
};

} // namespace

/// Solves for the values of the map.
static bool solved(const Map &M) {
  isl_pw_multi_aff *F = isl_pw_multi_aff_from_map(M.give());
  isl_pw_multi_aff_free(F);
  return F != nullptr;
}

namespace {

/// Remembers the processor time of every benchmark, in nanoseconds.
class Reporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &Runs) override {
    for (const Run &R : Runs)
      Times[R.benchmark_name()] =
          R.cpu_accumulated_time / double(R.iterations) * 1e9;
    ConsoleReporter::ReportRuns(Runs);
  }
  std::map<std::string, double> Times;
};

} // namespace

static void add(const std::string &Name, std::function<bool()> Run) {
  benchmark::RegisterBenchmark(Name.c_str(),
                               [Run = std::move(Run)](benchmark::State &State) {
                                 for (auto _ : State)
                                   if (!Run())
                                     return State.SkipWithError("it failed");
                               });
}

static void addSubject(Context &C, const Subject &S) {
  std::string Name = S.Name;
  LinearLayout L = cantFail(parseLayout(S.Linear));
  LinearLayout Back = cantFail(invert(L));
  // Dimensions in the order of L, so that isl's tuples match.
  Back = cantFail(sublayout(Back, namesOf(L.outputs()), namesOf(L.inputs())));
  add(Name + "/compose/f2", [=] {
    auto R = compose(L, Back);
    benchmark::DoNotOptimize(R);
    return bool(R);
  });
  add(Name + "/inverse/f2", [=] {
    auto R = invert(L);
    benchmark::DoNotOptimize(R);
    return bool(R);
  });
  if (S.Cute) {
    cute::Layout Form = cantFail(cute::parseLayout(S.Cute));
    cute::Layout Right = cantFail(cute::rightInverse(Form));
    add(Name + "/compose/cute", [=] {
      auto R = cute::compose(Form, Right);
      benchmark::DoNotOptimize(R);
      return bool(R);
    });
    add(Name + "/inverse/cute", [=] {
      auto R = cute::rightInverse(Form);
      benchmark::DoNotOptimize(R);
      return bool(R);
    });
  }
  auto Read = [&](const Relation &R) { return C.map(toString(R)); };
  const std::pair<const char *, std::pair<Map, Map>> Forms[] = {
      {"bits", {Read(binaryRelation(L)), Read(binaryRelation(Back))}},
      {"coordinates", {Read(relationOf(L)), Read(relationOf(Back))}}};
  for (const auto &[Form, Maps] : Forms) {
    Map There = Maps.first, Return = Maps.second;
    std::string Tail = std::string("-") + Form;
    add(Name + "/compose/isl" + Tail, [=] { return bool(There.then(Return)); });
    add(Name + "/inverse/isl" + Tail, [=] { return bool(There.inverse()); });
    add(Name + "/compose/isl-value" + Tail,
        [=] { return solved(There.then(Return)); });
    add(Name + "/inverse/isl-value" + Tail,
        [=] { return solved(There.inverse()); });
  }
}

static void printRatios(const std::map<std::string, double> &Times) {
  std::printf("\ntimes of F2\n");
  for (const auto &[Name, Time] : Times) {
    size_t Form = Name.rfind('/');
    auto F2 = Times.find(Name.substr(0, Form) + "/f2");
    if (F2 != Times.end() && F2->first != Name)
      std::printf("%-40s %12.1f\n", Name.c_str(), Time / F2->second);
  }
}

int main(int ArgC, char **ArgV) {
  Context C;
  for (const Subject &S : Subjects)
    addSubject(C, S);
  benchmark::Initialize(&ArgC, ArgV);
  if (benchmark::ReportUnrecognizedArguments(ArgC, ArgV))
    return 1;
  Reporter Console;
  benchmark::RunSpecifiedBenchmarks(&Console);
  printRatios(Console.Times);
  benchmark::ClearRegisteredBenchmarks(); // They hold maps of the context.
  return 0;
}
