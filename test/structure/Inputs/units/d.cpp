#define LIMIT 3
enum { First, Second };
class Walker {
  int isWalked = LIMIT;
};
