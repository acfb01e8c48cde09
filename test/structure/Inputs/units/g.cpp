// A member of a class, whose name is qualified, and nothing of its own.
int Walker_::fault(int Value) { return Value; }
