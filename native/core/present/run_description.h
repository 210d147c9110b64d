// What a run of housekeeping records says in its one row, and in the details.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "capture/record_reader.h"
#include "present/decoded_record.h"
#include "present/description.h"
#include "present/housekeeping.h"

namespace ireereplay {

struct RunDescription {
  /// The operations in it, each named once: "lookup_function_by_name"; "create_semaphore, allocate_buffer".
  std::string operations;
  /// The objects that it makes or is about.
  std::vector<Span> target;
  /// Bytes of its records together; nothing where they mean nothing, or are too many to be read for a row.
  std::optional<uint64_t> bytes;
};

RunDescription describe_run(const CaptureIndex& index, uint16_t version_major, const HousekeepingRun& run,
                            RecordReader& reader);

/// Appends the protocol's RecordDetails of a run: its records in a table.
void append_run_details(const DetailSource& source, const HousekeepingRun& run, Text& out);

}  // namespace ireereplay
