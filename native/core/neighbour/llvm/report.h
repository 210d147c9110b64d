// The report that LLVM's recorder prints at the end of a program, or writes into the recordings' folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ireereplay::neighbour::llvm {

/// What a report begins with.
inline constexpr std::string_view kReportBegin = "=== Kernel Record Report ===";

/// A line of it: a configuration that a kernel was launched with.
struct ReportedLaunch {
  /// The .json of its recording.
  std::string file;
  std::string kernel;
  /// Of the launch that was recorded.
  uint64_t time_ns = 0;
  /// Launches of that configuration; the first was recorded.
  uint64_t occurrences = 0;
};

struct Report {
  std::vector<ReportedLaunch> launches;
  /// What of it could not be read, a sentence each.
  std::vector<std::string> problems;
};

/// Reads the report in `text`, which a program may have printed among other lines.
Report parse_report(std::string_view text);

}  // namespace ireereplay::neighbour::llvm
