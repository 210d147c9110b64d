// Looking for elements by value, or for those that changed.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "base/element.h"
#include "base/status.h"

namespace ireereplay::replay {

struct ElementCondition {
  enum class Is : uint8_t {
    kEqual,
    kNotEqual,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kNan,
    kInfinite,
    kChanged
  };
  Is is = Is::kEqual;
  /// A number, in decimal. Floats equal it that are the nearest of their type to it; NaN compares as it does.
  std::string value;
};

struct FoundElements {
  uint64_t count = 0;             ///< That fulfil the condition.
  std::optional<uint64_t> index;  ///< The one that was looked for; nothing when there are none.
  uint64_t ordinal = 0;           ///< Its place among them, from 1.
};

/// Counts the elements that fulfil the condition, and finds the first of them from element `from` on (forward), or the
/// last in front of it; at an end it goes on from the other. kChanged compares the bits with those of `other`, which is
/// as long as `bytes`. INVALID_ARGUMENT for a value that is no number, or none of an integer type; CANCELLED.
Result<FoundElements> find_elements(ElementType type, Bytes bytes, Bytes other, const ElementCondition& condition,
                                    uint64_t from, bool forward, const std::atomic<bool>* cancel = nullptr);

}  // namespace ireereplay::replay
