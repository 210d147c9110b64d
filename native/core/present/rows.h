// Rows of a view as the protocol has them.
#pragma once

#include <optional>

#include "base/status.h"
#include "present/packed_rows.h"
#include "present/view.h"

namespace ireereplay {

/// A node with what only the view knows of it, so that rows can be described on another thread.
struct RowPlan {
  Node node;
  uint32_t children = 0;
  bool expanded = false;
  bool matched = false;
  /// Of a node of kind kRun.
  std::optional<HousekeepingRun> run = std::nullopt;
};

RowPlan plan_row(const CaptureView& view, uint32_t row);

/// Appends the protocol's Row. A record that cannot be read any more says so in its details.
void append_row(const CaptureIndex& index, uint16_t version_major, const RowPlan& plan, RecordReader& reader,
                PackedRows& out);

/// The protocol's Stripe.
struct Stripe {
  /// Each part's most frequent RecordClass.
  std::vector<uint8_t> classes;
  /// Parts that hold a match, and those that hold a record that failed or is not supported.
  std::vector<uint32_t> matches;
  std::vector<uint32_t> problems;
};

/// The file's records in `buckets` equal parts, fewer where there are fewer records.
Stripe stripe_of(const CaptureIndex& index, const RecordSet* matches, uint32_t buckets);

}  // namespace ireereplay
