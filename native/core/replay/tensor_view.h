// Elements of a range of bytes in the order of a tensor's: from an offset, in a shape, at strides.
#pragma once

#include <cstdint>
#include <vector>

#include "base/element.h"
#include "base/status.h"

namespace ireereplay::replay {

struct TensorView {
  ElementType type = ElementType::kF32;
  uint64_t offset = 0;            ///< Of the first element, in bytes.
  std::vector<uint64_t> shape;    ///< Of no dimension: one element.
  std::vector<uint64_t> strides;  ///< Elements from one index to the next, as many as dimensions; 0 repeats.
};

/// Copies the elements, one behind the other, the last dimension first. INVALID_ARGUMENT when strides and dimensions
/// are not as many, OUT_OF_RANGE when an element lies outside of `bytes`, RESOURCE_EXHAUSTED when repeating makes more
/// than 4 GiB of them.
Result<std::vector<uint8_t>> pack(Bytes bytes, const TensorView& view);

}  // namespace ireereplay::replay
