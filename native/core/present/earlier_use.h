// What wrote a range last, before an operation finds it there.
#pragma once

#include <span>
#include <vector>

#include "present/decoded_record.h"

namespace ireereplay {

struct EarlierUse {
  /// kNoRecord when nothing before it wrote the range, or may have.
  uint32_t record = kNoRecord;
  /// The submission that executes it, where it is a command.
  uint32_t via = kNoRecord;
  /// It is known to write; a dispatch that binds the range may.
  bool wrote = false;
  /// Nothing was found because it lies further back than is looked.
  bool too_far = false;
};

/// The last of the operations before `node` that overlaps each of `ranges`, of which each names a buffer. Operations
/// come in file order, a submission's commands where it stands. Looks at some ten thousand payloads at most.
std::vector<EarlierUse> find_earlier_uses(const DetailSource& source, const Node& node,
                                          std::span<const format::BufferRef> ranges);

}  // namespace ireereplay
