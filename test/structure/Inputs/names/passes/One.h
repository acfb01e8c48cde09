namespace f2layout {
inline namespace passes {
struct Place {
  int Offset;
};
class Place::Inner {};
enum class Kind { A };
} // namespace passes
} // namespace f2layout
