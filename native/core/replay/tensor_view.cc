#include "replay/tensor_view.h"

#include <algorithm>
#include <cstring>

namespace ireereplay::replay {

namespace {

constexpr uint64_t kMostBytes = uint64_t{4} << 30;

/// Bytes of all elements, when none lies outside of `bytes`.
Result<uint64_t> check(Bytes bytes, const TensorView& view) {
  if (view.shape.size() != view.strides.size())
    return Status(StatusCode::kInvalidArgument, "the numbers of strides and dimensions differ");
  const uint64_t size = element_size(view.type);
  if (view.offset > bytes.size()) return Status(StatusCode::kOutOfRange, "the offset is past the end of the range");
  if (std::ranges::find(view.shape, 0u) != view.shape.end()) return uint64_t{0};
  // The last element is the one that lies farthest.
  const uint64_t room = (bytes.size() - view.offset) / size;
  uint64_t last = 0, count = 1;
  for (size_t i = 0; i < view.shape.size(); ++i) {
    const uint64_t steps = view.shape[i] - 1;
    if (steps != 0 && view.strides[i] > (room - std::min(room, last)) / steps)
      return Status(StatusCode::kOutOfRange, "elements lie beyond the range");
    last += steps * view.strides[i];
    if (view.shape[i] > kMostBytes / size / count)
      return Status(StatusCode::kResourceExhausted, "this is more than 4 GiB of elements");
    count *= view.shape[i];
  }
  if (last >= room) return Status(StatusCode::kOutOfRange, "elements lie beyond the range");
  return count * size;
}

}  // namespace

Result<std::vector<uint8_t>> pack(Bytes bytes, const TensorView& view) {
  IR_ASSIGN_OR_RETURN(const uint64_t total, check(bytes, view));
  std::vector<uint8_t> packed(total);
  if (total == 0) return packed;
  const uint64_t size = element_size(view.type);
  // Dimensions behind which everything lies one behind the other are copied at once.
  uint64_t run = 1;
  size_t outer = view.shape.size();
  while (outer > 0 && (view.strides[outer - 1] == run || view.shape[outer - 1] == 1)) run *= view.shape[--outer];
  std::vector<uint64_t> index(outer);
  const uint8_t* const begin = bytes.data() + view.offset;
  uint64_t element = 0;
  for (uint8_t* target = packed.data(); target != packed.data() + total; target += run * size) {
    std::memcpy(target, begin + element * size, run * size);
    for (size_t i = outer; i-- > 0;) {
      element += view.strides[i];
      if (++index[i] < view.shape[i]) break;
      element -= view.strides[i] * view.shape[i];
      index[i] = 0;
    }
  }
  return packed;
}

}  // namespace ireereplay::replay
