#include "layouts/Bad.h"
#include "llvm/IR/Function.h"
