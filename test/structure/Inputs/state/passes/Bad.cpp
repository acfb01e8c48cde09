// Objects that state.py must find, and some that it must not.

struct Table {
  static int Last;
};
int Table::Last = 1;
static int Count;
thread_local int PerThread = 3;

static const char *Text = "first";
static const char *const Fixed = "fixed";

int first();
static const int Once = first();
static const int Never = 5;

int next(int I) {
  Text = I ? Fixed : Text + 1;
  static int Calls = 7;
  static const int Known = first();
  Table::Last += I + Known;
  PerThread += I;
  return Count += *Text + Table::Last + ++Calls + PerThread + Once + Never;
}
