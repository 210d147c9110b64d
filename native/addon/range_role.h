// Words for the ranges that an operation names.
#pragma once

#include <array>
#include <string_view>

#include "program/named_ranges.h"

namespace ireereplay::addon {

inline constexpr std::array<std::string_view, 4> kRoleNames = {"binding", "source", "target", "count"};

/// The protocol's BufferRole.
inline std::string_view role_name(replay::RangeRole role) { return kRoleNames[static_cast<size_t>(role)]; }
/// The other way round; a binding for what there is not.
inline replay::RangeRole role_named(std::string_view name) {
  for (size_t i = 0; i < kRoleNames.size(); ++i) {
    if (kRoleNames[i] == name) return static_cast<replay::RangeRole>(i);
  }
  return replay::RangeRole::kBinding;
}

}  // namespace ireereplay::addon
