// What compares two captures and two executables, on arbitrary bytes: nothing is the same where something differs, a
// capture never differs from itself, and every record is counted once. An input begins with the length of its first
// half, in four bytes; the halves are compared as captures, and as executables. The corpus starts from pairs of the
// fixtures, each with a copy in which something was changed.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "difference/capture_difference.h"
#include "executable/function_difference.h"
#include "memory_file.h"

using namespace ireereplay;
using difference::CaptureDifference;
using difference::Verdict;

namespace {

/// Records that are listed here.
constexpr uint64_t kMostRecords = 20;

/// A comparison reads all of both: what is sparse ends here.
constexpr uint64_t kMostBytes = 1 << 20;

const std::atomic<bool> kNever = false;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check_functions(const std::vector<FunctionDifference>& functions) {
  for (const FunctionDifference& function : functions) {
    const bool is_told = function.change == FunctionChange::kDiffers || function.change == FunctionChange::kUnknown;
    require(is_told == !function.why.empty(), "what differs in a function is said, and nothing else");
  }
}

/// What is the same as far as is known: nothing that differs, and nothing on one side alone.
bool are_alike(const std::vector<FunctionDifference>& functions) {
  for (const FunctionDifference& function : functions) {
    if (function.change != FunctionChange::kSame && function.change != FunctionChange::kUnknown) return false;
  }
  return true;
}

void check_executables(Bytes a, Bytes b) {
  const auto found = compare_functions(a, b);
  require(found.ok() || !found.status().message().empty(), "a refusal is explained");
  if (found.ok()) check_functions(*found);
  const auto itself = compare_functions(a, a);
  if (itself.ok()) require(are_alike(*itself), "an executable does not differ from itself");
}

void check_difference(const CaptureDifference& found) {
  const uint64_t differing = found.changed + found.added + found.removed;
  require(found.same + found.changed + found.removed == found.a.records, "each record of A is counted once");
  require(found.same + found.changed + found.added == found.b.records, "each record of B is counted once");
  require(found.records.size() == std::min(differing, kMostRecords), "as many records are listed as were asked for");
  if (differing > 0) require(found.verdict == Verdict::kDiffer, "captures with other records differ");
  require((found.verdict == Verdict::kUnknown) == !found.unknown.empty(),
          "what is not known is explained, and nothing else");
  if (found.verdict == Verdict::kSame) require(found.executables.empty(), "executables that differ are not the same");
  for (const auto& executable : found.executables) check_functions(executable.functions);
  for (const auto& record : found.records) {
    require(record.a.has_value() || record.b.has_value(), "a record is in one of them");
    if (record.a) require(*record.a < found.a.records, "a record is in A");
    if (record.b) require(*record.b < found.b.records, "a record is in B");
    require((record.a && record.b) == !record.fields.empty(), "fields are of a record that both have");
  }
}

void check_captures(const MemoryFile& a, const MemoryFile& b) {
  const auto found = difference::compare_captures(a.path(), b.path(), kMostRecords, kNever);
  require(found.ok() || !found.status().message().empty(), "a refusal is explained");
  if (found.ok()) check_difference(*found);
  const auto back = difference::compare_captures(b.path(), a.path(), kMostRecords, kNever);
  require(found.ok() == back.ok(), "which one is first does not decide whether they are compared");
  if (found.ok()) require(found->verdict == back->verdict, "which one is first does not decide whether they differ");
  const auto itself = difference::compare_captures(a.path(), a.path(), kMostRecords, kNever);
  if (!itself.ok()) return;
  check_difference(*itself);
  require(itself->verdict != Verdict::kDiffer, "a capture does not differ from itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint32_t length = 0;
  if (size < sizeof(length)) return 0;
  std::memcpy(&length, data, sizeof(length));
  const Bytes halves(data + sizeof(length), size - sizeof(length));
  if (length > halves.size()) return 0;
  const Bytes a = halves.first(length), b = halves.subspan(length);
  check_executables(a, b);
  check_captures(MemoryFile(a.data(), a.size(), kMostBytes), MemoryFile(b.data(), b.size(), kMostBytes));
  return 0;
}
