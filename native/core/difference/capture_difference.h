// What differs between two captures.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "difference/object_difference.h"
#include "difference/record_difference.h"
#include "executable/function_difference.h"

namespace ireereplay::difference {

enum class Verdict : uint8_t {
  kSame,     ///< All that a replay depends on was compared, and is the same.
  kDiffer,   ///< Something differs.
  kUnknown,  ///< What could be compared is the same.
};

/// A record that differs, or that only one of the captures has.
struct RecordDifference {
  std::optional<uint32_t> a;
  std::optional<uint32_t> b;
  std::string operation;                ///< "dispatch", "execution_barrier"; of an object "object".
  std::string name;                     ///< The function that it dispatches; empty for others.
  std::vector<FieldDifference> fields;  ///< Of one that both have.
};

/// An executable that both captures prepare, whose binary differs.
struct ExecutableDifference {
  uint32_t record_a = 0;
  uint32_t record_b = 0;
  uint64_t id_a = 0;
  uint64_t id_b = 0;
  uint64_t bytes_a = 0;
  uint64_t bytes_b = 0;
  std::vector<FunctionDifference> functions;  ///< All that the two have.
  std::string unread;                         ///< Why functions were not compared; empty where they were.
};

/// One of the captures.
struct CaptureExtent {
  uint64_t records = 0;
  uint64_t bytes = 0;
  std::string version;  ///< "2.0".
  Status end;           ///< Why it ends before its file; OK where it is whole.
};

struct CaptureDifference {
  Verdict verdict = Verdict::kUnknown;
  std::string unknown;  ///< Why it is not known, in a sentence; empty otherwise.
  CaptureExtent a;
  CaptureExtent b;
  uint64_t same = 0;      ///< Records that both have, and that are the same.
  uint64_t changed = 0;   ///< That both have, and that differ.
  uint64_t added = 0;     ///< That only B has.
  uint64_t removed = 0;   ///< That only A has.
  bool is_rough = false;  ///< More records may have a counterpart: see Alignment.
  uint64_t same_executables = 0;
  std::vector<ExecutableDifference> executables;
  std::vector<RecordDifference> records;                  ///< In order of the records, as many as were asked for.
  std::map<format::ObjectType, ObjectKind> object_kinds;  ///< Of all that either has.
  std::vector<ObjectDifference> objects;                  ///< In order of the records, as many as were asked for.
};

/// Compares two captures without executing anything, and lists at most `most` records, and objects. Records are matched
/// whole, then by function or scope, then by operation. Reads every byte of both. Fails where a capture cannot be
/// opened or read.
Result<CaptureDifference> compare_captures(const std::string& a, const std::string& b, uint64_t most,
                                           const std::atomic<bool>& cancelled);

}  // namespace ireereplay::difference
