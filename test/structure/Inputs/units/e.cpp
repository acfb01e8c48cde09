static constexpr unsigned
    LIMIT = 4;
static int walk() { return LIMIT; }
