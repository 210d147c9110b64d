#include "replay/element_search.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ireereplay::replay {

namespace {

using Is = ElementCondition::Is;

/// An element as a number that is exact for every type: a long double holds 64 bits.
long double exact(ElementType type, Bytes bytes, size_t i) {
  if (type == ElementType::kI64) {
    int64_t value = 0;
    std::memcpy(&value, bytes.data() + i * 8, 8);
    return static_cast<long double>(value);
  }
  if (type == ElementType::kU64) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i * 8, 8);
    return static_cast<long double>(value);
  }
  return load_element(type, bytes, i);
}

Result<long double> parse(ElementType type, const std::string& text) {
  char* end = nullptr;
  const long double exact_value = std::strtold(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size())
    return Status(StatusCode::kInvalidArgument, "\"" + text + "\" is not a number");
  if (!is_float(type)) return exact_value;
  const double value = std::strtod(text.c_str(), nullptr);
  return static_cast<long double>(value);
}

class Matcher {
 public:
  Matcher(ElementType type, Bytes bytes, Bytes other, Is is, long double value)
      : type_(type), bytes_(bytes), other_(other), is_(is), size_(element_size(type)), value_(value) {}

  bool matches(size_t i) const {
    if (is_ == Is::kChanged) return std::memcmp(bytes_.data() + i * size_, other_.data() + i * size_, size_) != 0;
    const long double element = exact(type_, bytes_, i);
    switch (is_) {
      case Is::kNan:
        return std::isnan(element);
      case Is::kInfinite:
        return std::isinf(element);
      case Is::kEqual:
        return equals(element);
      case Is::kNotEqual:
        return !equals(element);
      case Is::kLess:
        return element < value_;
      case Is::kLessOrEqual:
        return element < value_ || equals(element);
      case Is::kGreater:
        return element > value_;
      case Is::kGreaterOrEqual:
        return element > value_ || equals(element);
      case Is::kChanged:
        break;
    }
    return false;
  }

 private:
  /// What is printed of a float has as few digits as its type needs: it means the element that it was printed of.
  bool equals(long double element) const {
    if (element == value_) return true;
    return is_float(type_) && size_ < 8 && static_cast<float>(element) == static_cast<float>(value_);
  }

  ElementType type_;
  Bytes bytes_, other_;
  Is is_;
  size_t size_;
  long double value_;
};

}  // namespace

Result<FoundElements> find_elements(ElementType type, Bytes bytes, Bytes other, const ElementCondition& condition,
                                    uint64_t from, bool forward, const std::atomic<bool>* cancel) {
  if (condition.is == Is::kChanged && other.size() != bytes.size())
    return Status(StatusCode::kInvalidArgument, "there is nothing to compare with");
  long double value = 0;
  const bool has_value = condition.is != Is::kNan && condition.is != Is::kInfinite && condition.is != Is::kChanged;
  if (has_value) {
    IR_ASSIGN_OR_RETURN(value, parse(type, condition.value));
  }
  const Matcher matcher(type, bytes, other, condition.is, value);
  constexpr uint64_t kBetweenLooks = 1 << 16;
  FoundElements result;
  struct Hit {
    uint64_t index = 0;
    uint64_t ordinal = 0;
  };
  Hit first, last, at_or_behind, before;
  const uint64_t count = bytes.size() / element_size(type);
  for (uint64_t i = 0; i < count; ++i) {
    if (i % kBetweenLooks == 0 && cancel != nullptr && cancel->load(std::memory_order_relaxed))
      return Status(StatusCode::kCancelled, "the search was cancelled");
    if (!matcher.matches(i)) continue;
    last = {i, ++result.count};
    if (first.ordinal == 0) first = last;
    if (i < from) before = last;
    if (i >= from && at_or_behind.ordinal == 0) at_or_behind = last;
  }
  if (result.count == 0) return result;
  const Hit& wanted = forward ? at_or_behind : before;
  const Hit& found = wanted.ordinal != 0 ? wanted : forward ? first : last;
  result.index = found.index;
  result.ordinal = found.ordinal;
  return result;
}

}  // namespace ireereplay::replay
