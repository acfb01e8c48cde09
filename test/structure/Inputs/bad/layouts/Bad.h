#include "intrinsics/Fine.h"
#include "passes/NoSuchFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
