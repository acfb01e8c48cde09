// What is static here: fault() is in comments of b.cpp only.
static bool isKnown(int Value) { return Value; }
static const char *
fault(int Value) { return isKnown(Value) ? "" : "unknown"; }
