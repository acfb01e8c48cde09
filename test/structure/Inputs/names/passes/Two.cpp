namespace {
struct Place {};
} // namespace

namespace f2layout {
inline namespace passes {
class Other;
struct Place final : Base {
  void *V;
};
class Kind;
} // namespace passes
namespace layouts {
enum class Kind {
  B
};
} // namespace layouts
} // namespace f2layout
