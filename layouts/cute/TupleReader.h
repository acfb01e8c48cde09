//===- TupleReader.h - Tuples of CuTe read token by token -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the parser of CuteText.h that reads integers and tuples.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_TUPLEREADER_H
#define F2LAYOUT_LAYOUTS_CUTE_TUPLEREADER_H

#include "layouts/algebra/TextReader.h"
#include "layouts/cute/IntTuple.h"
#include "llvm/ADT/Twine.h"

namespace f2layout {
inline namespace layouts {
namespace cute {

class TupleReader {
public:
  explicit TupleReader(llvm::StringRef Text) : R(Text, TextReader::Plain) {}

  llvm::Expected<IntTuple> tuple(unsigned Depth = 0);
  llvm::Expected<Int> integer();
  /// Fails if anything follows.
  template <typename T> llvm::Expected<T> whole(llvm::Expected<T> Result) {
    if (Result && !R.at(Token::End))
      return R.unexpected("the end of the text");
    return Result;
  }

protected:
  bool atName(llvm::StringRef Name) const {
    return R.at(Token::Name) && R.next().Text == Name;
  }
  /// Skips `cute::` and `::`.
  void skipNamespaces();
  llvm::Error signedNumber(int64_t &Value, const llvm::Twine &What);

  TextReader R;

private:
  llvm::Error axis(unsigned &Axis);
  /// Fails if there are as many axes as there may be.
  llvm::Error checkAxes(const Int &I) const;
  llvm::Error axes(Int &I);
  llvm::Expected<Int> underscored();
  llvm::Expected<Int> basis(bool Scaled);
  llvm::Expected<Int> parameter();
  llvm::Error items(std::vector<IntTuple> &Items, llvm::StringRef Close,
                    unsigned Depth);

  unsigned BasisDepth = 0;
};

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_TUPLEREADER_H
