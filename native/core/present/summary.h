// What a capture is, in the words of the health line.
#pragma once

#include "base/text.h"
#include "capture/index.h"
#include "capture/record_reader.h"

namespace ireereplay {

/// Appends the protocol's CaptureSummary as JSON. `index_milliseconds` is how long indexing took.
void append_summary(const File& file, const CaptureHeader& header, const CaptureIndex& index, double index_milliseconds,
                    Text& out);

}  // namespace ireereplay
