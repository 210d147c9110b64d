#include "replay/element_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ireereplay::replay {

ElementPicture draw_elements(ElementType type, Bytes bytes, Bytes other, uint64_t columns, uint64_t most_rows,
                             uint64_t most_columns) {
  ElementPicture picture;
  const size_t size = element_size(type);
  const uint64_t total = bytes.size() / size;
  if (total == 0 || columns == 0 || most_rows == 0 || most_columns == 0) return picture;
  const auto divide_up = [](uint64_t a, uint64_t b) { return (a + b - 1) / b; };
  const uint64_t rows = divide_up(total, columns);
  picture.cell_rows = divide_up(rows, most_rows);
  picture.cell_columns = divide_up(columns, most_columns);
  picture.rows = divide_up(rows, picture.cell_rows);
  picture.columns = divide_up(columns, picture.cell_columns);
  picture.largest.assign(picture.rows * picture.columns, std::numeric_limits<double>::quiet_NaN());
  picture.flags.assign(picture.rows * picture.columns, 0);
  for (uint64_t row = 0; row < rows; ++row) {
    const uint64_t end = std::min(columns, total - row * columns);
    uint64_t cell = row / picture.cell_rows * picture.columns;
    for (uint64_t column = 0, in_cell = 0; column < end; ++column, ++in_cell) {
      if (in_cell == picture.cell_columns) ++cell, in_cell = 0;
      const uint64_t i = row * columns + column;
      const double value = load_element(type, bytes, i);
      if (std::isnan(value)) {
        picture.flags[cell] |= ElementPicture::kNan;
      } else if (std::isinf(value)) {
        picture.flags[cell] |= ElementPicture::kInfinite;
      } else if (!(picture.largest[cell] >= value)) {
        picture.largest[cell] = value;
      }
      if (!other.empty() && std::memcmp(bytes.data() + i * size, other.data() + i * size, size) != 0)
        picture.flags[cell] |= ElementPicture::kChanged;
    }
  }
  return picture;
}

}  // namespace ireereplay::replay
