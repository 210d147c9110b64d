// A capture as it is compared with another: a line of keys, one a record, by which records are matched.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "base/seeded_hash.h"
#include "base/status.h"
#include "capture/record_reader.h"

namespace ireereplay::difference {

/// Where a record is, and what others it may be matched with. Keys only choose what is compared: that two are equal
/// proves nothing.
struct RecordKey {
  uint64_t offset = 0;
  uint64_t exact = 0;  ///< Of all that it says but ids, as far as kKeyBytes reach.
  uint64_t named = 0;  ///< Of its operation, and of the function or scope that it names.
  uint64_t kind = 0;   ///< Of its operation; for a dispatch the same as `named`.
};

/// Bytes of a payload that a key is made of.
inline constexpr uint64_t kKeyBytes = 16 << 10;

/// More records are not compared: their keys would take gigabytes.
inline constexpr uint64_t kMostRecords = 1 << 24;

struct ComparedCapture {
  std::shared_ptr<const File> file;
  CaptureHeader header;
  std::vector<RecordKey> records;
  /// Why it ends before the end of its file; OK where it is whole.
  Status end;
  /// Names of the functions of each executable, by object id; empty ones where the capture has none.
  std::unordered_map<uint64_t, std::vector<std::string>, SeededHash> functions;

  /// Reads it to its end, or to its first record that is damaged. Fails where no record can be found, with
  /// RESOURCE_EXHAUSTED beyond kMostRecords, and with CANCELLED.
  static Result<ComparedCapture> open(const std::string& path, const std::atomic<bool>& cancelled);

  /// "matmul_dispatch_0", "function 3"; empty for a record that names none. `head` is the payload's.
  std::string function_of(const format::RecordHeader& header, Bytes head) const;
};

}  // namespace ireereplay::difference
