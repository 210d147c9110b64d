#pragma once

#include <string>
#include <vector>

#include "present/view.h"

namespace ireereplay {

/// Of the rows of a view, in their order.
inline std::vector<std::string> row_keys(const CaptureView& view) {
  std::vector<std::string> result;
  for (uint32_t row = 0; row < view.row_count(); ++row) result.push_back(node_key(view.index(), view.row(row)));
  return result;
}

}  // namespace ireereplay
