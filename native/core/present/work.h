// Where the work of a capture begins: what one wants to see first.
#pragma once

#include "capture/index.h"

namespace ireereplay {

/// kNoRecord where there is none.
struct Work {
  /// The scope that holds it.
  uint32_t scope = kNoRecord;
  /// The first submission there that calls a kernel.
  uint32_t submission = kNoRecord;
};

/// The first scope `execute` that calls a kernel; else the first scope that does; else the first submission that does.
/// Takes time linear in the number of records.
Work work_of(const CaptureIndex& index);

}  // namespace ireereplay
