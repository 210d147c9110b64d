// Elements from afar: a picture of rows and columns, each cell of it the largest of some elements.
#pragma once

#include <cstdint>
#include <vector>

#include "base/element.h"

namespace ireereplay::replay {

struct ElementPicture {
  enum Flag : uint8_t { kChanged = 1, kNan = 2, kInfinite = 4 };
  uint64_t rows = 0;  ///< Of cells, here and below.
  uint64_t columns = 0;
  uint64_t cell_rows = 1;  ///< Of elements in a cell; fewer at the far ends.
  uint64_t cell_columns = 1;
  std::vector<double> largest;  ///< Of each cell's finite elements, row after row; NaN without any.
  std::vector<uint8_t> flags;   ///< Of each cell: what at least one of its elements is.
};

/// A picture of elements in rows of `columns`, of at most so many rows and columns of cells. An element has changed
/// whose bits are others than in `other`, which is as long, or empty when nothing is known of that.
ElementPicture draw_elements(ElementType type, Bytes bytes, Bytes other, uint64_t columns, uint64_t most_rows,
                             uint64_t most_columns);

}  // namespace ireereplay::replay
