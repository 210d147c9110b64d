// What the export shows of each record, and in which order: keys, names and number forms are those of iree-profile's
// ireeperf-jsonl (runtime/src/iree/tooling/profile/export.c, schema 15).
#pragma once

#include <span>
#include <string>

#include "profile/bundle.h"
#include "profile/layout.h"
#include "profile/metadata.h"

namespace ireereplay::profile {

/// How an item of a row is made.
enum class Show : uint8_t {
  kField,        ///< The field at `offset`, as its kind is written.
  kName,         ///< The name of the enumeration at `offset`, quoted.
  kBit,          ///< Whether `bit` of the flags at `offset` is set.
  kIdentity,     ///< The hash or UUID at `offset`, or null when kHasIdentity is not set.
  kText,         ///< What follows the record, part `offset`.
  kNothing,      ///< Only what stands before.
  kChunkDevice,  ///< Of the chunk's header, as the two below.
  kChunkQueue,
  kChunkStream,
  kOperationKey,   ///< The name of what a command does.
  kDispatchKey,    ///< The name of what was dispatched, on the chunk's device.
  kHostKey,        ///< The same of a host execution event, or null.
  kDeviceTime,     ///< Duration and times from the ticks at `offset` and `offset` + 8, on the chunk's device.
  kOwnDeviceTime,  ///< The same on the device that the record names.
  kSampleTime,     ///< The same of a counter sample, where it has ticks.
  kHostDuration,   ///< Nanoseconds between the times at `offset` and `offset` + 8, and whether they are in order.
  kUncertainty,    ///< Nanoseconds between the two, 0 when they are not in order.
  kValues,         ///< The values of a counter sample.
  kMetricValues,   ///< The values of a metric sample.
  kBuiltin,        ///< Whether the metric at `offset` is one of IREE's.
  kProducers,      ///< Whether it is a producer's own.
};

struct Item {
  /// What stands before it: its key, with commas and brackets.
  std::string_view before;
  Show show;
  uint16_t offset = 0;
  uint32_t bit = 0;
};

struct ExportRow {
  std::string_view record_type;
  std::span<const Item> items;
};

/// The row of a kind; null for those that IREE's export does not know (code objects and their loads).
const ExportRow* export_row(ChunkKind kind);

/// The line that the export has of the record of `chunk` at `offset` of the file, without its end. NOT_FOUND where the
/// export has none; DATA_LOSS as it has.
Result<std::string> export_record(const Bundle& bundle, const Metadata& metadata, const Chunk& chunk, uint64_t offset);

}  // namespace ireereplay::profile
