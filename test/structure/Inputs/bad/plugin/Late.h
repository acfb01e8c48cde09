#include "passes/Bad.cpp"
