// Everything about one record, for the details of the editor.
#pragma once

#include "base/status.h"
#include "base/text.h"
#include "present/decoded_record.h"
#include "present/node.h"

namespace ireereplay {

/// Appends the protocol's RecordDetails of `node` (a record node) as JSON. A payload that cannot be decoded becomes
/// its `problem`; fails only when the record itself cannot be read.
Status append_details(const DetailSource& source, const Node& node, Text& out);

}  // namespace ireereplay
