// Everything about one record, for the details of the editor.
#pragma once

#include <memory>

#include "base/status.h"
#include "base/text.h"
#include "capture/index.h"
#include "capture/record_reader.h"
#include "present/view.h"

namespace ireereplay {

/// What details are made from. `reader` is the caller's own.
struct DetailSource {
  const CaptureIndex& index;
  const CaptureHeader& header;
  std::shared_ptr<const File> file;
};

/// Appends the protocol's RecordDetails of `node` (a record node) as JSON. A payload that cannot be decoded becomes
/// its `problem`; fails only when the record itself cannot be read.
Status append_details(const DetailSource& source, const Node& node, Text& out);

}  // namespace ireereplay
