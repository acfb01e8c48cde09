// Objects that state.py must find, and some that it must not.

struct Table {
  static int Last;
};
int Table::Last = 1;
static int Count;
thread_local int PerThread = 3;

int first();
static const int Once = first();
static const int Never = 5;

int next(int I) {
  static int Calls = 7;
  static const int Known = first();
  Table::Last += I + Known;
  PerThread += I;
  return Count += Table::Last + ++Calls + PerThread + Once + Never;
}
