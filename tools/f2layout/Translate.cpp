//===- Translate.cpp - f2layout translate: one notation into another ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/LayoutText.h"
#include "tools/f2layout/CommandLine.h"
#include "tools/f2layout/Commands.h"
#include "tools/f2layout/JsonText.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static void printAsJson(const LinearLayout &L) {
  json::OStream J(outs(), /*IndentSize=*/2);
  writeJson(J, L);
  outs() << "\n";
}

static Expected<int> runTranslate(Invocation &I) {
  Expected<LinearLayout> L = I.layout(0u);
  if (!L)
    return L.takeError();
  StringRef To = I.value("to").value_or(I.json() ? "json" : "text");
  if (To == "json")
    printAsJson(*L);
  else
    outs() << toString(*L) << "\n";
  return 0;
}

static constexpr OptionSpec Options[] = {
    {"to", "NOTATION", "what to print (default text)", "text|json"},
};

const Command TranslateCommand = {
    "translate",
    "LAYOUT",
    1,
    1,
    "the same layout in another notation",
    R"(
Reads any notation and prints the one that --to names:

  text   the layout text of metadata and of every command, on one line
  json   an object with the text, the inputs with their bases, the outputs

Some notations leave the tensor's shape open; --shape gives it.
)",
    Options,
    {"translate --to json 'lane=[[0,1],[1,0]] -> [2,2]'", R"(
{
  "text": "lane=[[0,1],[1,0]] -> [2,2]",
  "inputs": [
    {
      "name": "lane",
      "bases": [
        [0,1],
        [1,0]
      ]
    }
  ],
  "outputs": [
    {
      "name": "dim0",
      "size": 2
    },
    {
      "name": "dim1",
      "size": 2
    }
  ],
  "offset": [0,0]
}
)"},
    runTranslate};

} // namespace f2layout::calc
