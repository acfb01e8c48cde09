// Prints the layout of a transposed matrix, from that of the matrix.
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/ShapeOps.h"
#include "llvm/Support/raw_ostream.h"

int main(int Argc, char **Argv) {
  auto Layout = f2layout::parseLayout(Argc > 1 ? Argv[1] : "");
  if (!Layout) {
    llvm::errs() << llvm::toString(Layout.takeError()) << "\n";
    return 1;
  }
  auto Trans = f2layout::ShapeOp::trans(f2layout::shapeOf(*Layout), {1, 0});
  if (!Trans) {
    llvm::errs() << llvm::toString(Trans.takeError()) << "\n";
    return 1;
  }
  auto Transposed = Trans->forward(*Layout);
  if (!Transposed) {
    llvm::errs() << llvm::toString(Transposed.takeError()) << "\n";
    return 1;
  }
  llvm::outs() << f2layout::toString(*Transposed) << "\n";
  return 0;
}
