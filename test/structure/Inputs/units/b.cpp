#include "part/known.h"
// Calls the isKnown of a header, so it cannot be with a.cpp. No fault.
bool useB(char C) { return isKnown(C); }
