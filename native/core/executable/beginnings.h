// Names of instructions by how they begin: a table lists a family once.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace ireereplay {

/// Whether a name begins as one of these does.
inline bool begins_with_any(std::string_view name, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace ireereplay
