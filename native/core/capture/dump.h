// A whole capture as iree-dump-replay prints it, streamed.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "base/file.h"
#include "base/status.h"
#include "capture/record_printer.h"

namespace ireereplay {

/// Takes the next piece of output; pieces come in order, from any thread, never two at once.
using DumpSink = std::function<Status(std::string_view)>;

/// Prints `file` to `sink`, byte-identical to iree-dump-replay for a capture that it accepts. For a damaged one, every
/// whole record is printed, and the failure says where it ends. Records are formatted on `threads` threads (a few
/// megabytes of memory each, whatever the size of the capture). Fails with CANCELLED when `cancelled` becomes true.
Status dump(std::shared_ptr<const File> file, DumpFormat dump_format, unsigned threads,
            const std::atomic<bool>& cancelled, const DumpSink& sink);

}  // namespace ireereplay
