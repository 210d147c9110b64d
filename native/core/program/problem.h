// What preflight says about a capture: every reason why a replay would fail, hang or differ, each with its place in the
// file and what the user can do about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace ireereplay::replay {

/// An error keeps a replay from starting. A warning does not, but the user should know about it.
enum class Severity : uint8_t { kError, kWarning };

/// One reason.
struct Problem {
  Severity severity = Severity::kError;
  /// Stable kebab-case name of the kind of problem, for programs and for buttons with remedies: see problem codes
  /// below.
  std::string_view code;
  /// The status with which a replay would fail there, as an IREE code.
  StatusCode status = StatusCode::kFailedPrecondition;
  /// Record (0-based, in file order) and byte offset of its header; kNoPlace when it concerns the whole capture.
  uint64_t record = kNoPlace;
  uint64_t offset = kNoPlace;
  /// One sentence: what is wrong, with what was expected and what was found.
  std::string message;
  /// One sentence: what to do about it; empty when there is nothing to do.
  std::string remedy;
};

// Problem codes. A front end may rely on them for its remedies; messages may change, these do not.
namespace problem_code {
inline constexpr std::string_view kUnreadable = "unreadable-capture";               // cannot be opened or framed
inline constexpr std::string_view kDamagedRecord = "damaged-record";                // a payload that contradicts itself
inline constexpr std::string_view kUnsupportedVersion = "unsupported-version";      // another major version
inline constexpr std::string_view kNotice = "notice";                               // newer minor version and the like
inline constexpr std::string_view kUnsupportedRecord = "unsupported-record";        // IREE refuses it too
inline constexpr std::string_view kUnsupportedOperation = "unsupported-operation";  // we do not execute it
inline constexpr std::string_view kUndefinedObject = "undefined-object";            // an id that nothing created
inline constexpr std::string_view kDeviceCount = "device-count";              // fewer or more devices than recorded
inline constexpr std::string_view kUnknownDevice = "unknown-device";          // none of ours
inline constexpr std::string_view kExecutableFormat = "executable-format";    // no device here runs this format
inline constexpr std::string_view kExecutableInvalid = "executable-invalid";  // the binary cannot be loaded
inline constexpr std::string_view kExecutableAbi = "executable-abi";          // loaded functions differ from recorded
inline constexpr std::string_view kProcessorFeature = "processor-feature";    // machine lacks what the code may need
inline constexpr std::string_view kFunctionRange = "function-out-of-range";   // function ordinal not defined
inline constexpr std::string_view kBindingRange = "range-out-of-bounds";      // outside its buffer
inline constexpr std::string_view kBindingCount = "binding-count";            // differs from what the function takes
inline constexpr std::string_view kConstantCount = "constant-count";
inline constexpr std::string_view kImpossibleSize = "impossible-size";  // implausible: workgroups, bytes
inline constexpr std::string_view kMemory = "not-enough-memory";        // needs more than the machine has
inline constexpr std::string_view kFileMissing = "file-missing";
inline constexpr std::string_view kFileChanged = "file-changed";  // length, identity or digest differ
inline constexpr std::string_view kFileUnreadable = "file-unreadable";
inline constexpr std::string_view kFileWrite = "file-write";                   // needs --allow_file_writes
inline constexpr std::string_view kWaitNeverSignaled = "wait-never-signaled";  // IREE hangs here
inline constexpr std::string_view kScopeUnbalanced = "scope-unbalanced";
inline constexpr std::string_view kRecordingFailed = "recording-failed";      // ends with an error, or was cut off
inline constexpr std::string_view kProfilingIgnored = "profiling-ignored";    // profiling records are not replayed
inline constexpr std::string_view kFileNotValidated = "file-not-validated";   // no digest or identity recorded
inline constexpr std::string_view kFileUnchecked = "file-unchecked";          // not checked until replayed
inline constexpr std::string_view kSelectorUnmatched = "selector-unmatched";  // a substitution or scope matches nothing
}  // namespace problem_code

/// What to do about an error of `code` when nothing more specific is known; empty for codes whose problems always say
/// it themselves.
std::string_view usual_remedy(std::string_view code);

/// Everything preflight found, and what it learned about the capture on the way.
struct PreflightReport {
  /// The problems that are kept: in file order once preflight has ended, those about the whole file first.
  std::vector<Problem> problems;
  /// This many errors are kept, and as many warnings.
  static constexpr size_t kMaxProblems = 1000;
  uint64_t problems_left_out = 0;

  uint64_t record_count = 0;
  /// Operations that a run executes, and operations recorded as failed, which it skips as IREE does.
  uint64_t operation_count = 0;
  uint64_t failed_operation_count = 0;
  uint64_t dispatch_count = 0;
  uint32_t device_count = 0;
  uint32_t executable_count = 0;
  /// Peak bytes in buffers, with memory reused; known before anything is allocated.
  uint64_t peak_bytes = 0;
  /// Bytes in all buffers, if nothing were ever freed (what IREE's tool needs).
  uint64_t total_buffer_bytes = 0;
  /// Formats of the executables in order of first use ("embedded-elf-x86_64").
  std::vector<std::string> executable_formats;

  /// Notes a problem. Every error counts, kept or not, and the file's first is always kept.
  void add(Problem problem);
  /// Forgets all problems.
  void clear_problems();
  /// Sorts them into file order.
  void sort_problems();

  /// Errors found, including those not kept.
  uint64_t error_count() const { return error_count_; }
  bool can_run() const { return error_count_ == 0; }
  /// The file's first error as a Status, or OK.
  Status first_error() const;

 private:
  uint64_t error_count_ = 0;
  uint64_t warning_count_ = 0;
  uint64_t first_error_place_ = 0;
};

}  // namespace ireereplay::replay
