#include "part/known.h"
// Only includes that header: isKnown of a.cpp would be hidden in its namespace.
int part::useC() { return 1; }
