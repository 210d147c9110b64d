// What is in a capture: what is shown while no record is selected.
#pragma once

#include <atomic>

#include "base/status.h"
#include "base/text.h"
#include "present/decoded_record.h"

namespace ireereplay {

/// Appends the protocol's CaptureOverview as JSON. Reads every record that calls a kernel or concerns a buffer once,
/// and takes time linear in their number. A record that cannot be read is left out and counted. CANCELLED when
/// `cancelled` becomes true, and then `out` is to be thrown away.
Status append_overview(const DetailSource& source, const std::atomic<bool>& cancelled, Text& out);

}  // namespace ireereplay
