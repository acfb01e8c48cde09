// Two static functions, one of which has its name on a line of its own.
static bool isKnown(int Value) { return Value; }
static const char *
fault(int Value) { return isKnown(Value) ? "" : "unknown"; }
