// Rows of a view as the protocol has them.
#pragma once

#include "base/status.h"
#include "base/text.h"
#include "capture/view.h"

namespace ireereplay {

/// A node with what only the view knows of it, so that rows can be described on another thread.
struct RowPlan {
  Node node;
  uint32_t children = 0;
  bool expanded = false;
  bool matched = false;
};

RowPlan plan_row(const CaptureView& view, uint32_t row);

/// Appends the protocol's Row as JSON. A record that cannot be read any more says so in its details.
void append_row(const CaptureIndex& index, uint16_t version_major, const RowPlan& plan, RecordReader& reader,
                Text& out);

/// Appends the protocol's Stripe of `buckets` equal parts of the file's records.
void append_stripe(const CaptureIndex& index, const RecordSet* matches, uint32_t buckets, Text& out);

}  // namespace ireereplay
