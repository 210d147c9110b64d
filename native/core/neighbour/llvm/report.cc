#include "neighbour/llvm/report.h"

#include <charconv>
#include <optional>

#include "base/decimal.h"

namespace ireereplay::neighbour::llvm {

namespace {

constexpr std::string_view kReportEnd = "=== End Kernel Record Report ===";
constexpr std::string_view kCount = "Total Instances: ";
constexpr std::string_view kSeparator = ", ";

std::optional<uint64_t> whole_number(std::string_view digits) {
  uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return stop == end && error == std::errc() ? std::optional(value) : std::nullopt;
}

/// What follows the last separator, cut off; empty where there is none.
std::string_view take_last(std::string_view* rest) {
  const size_t at = rest->rfind(kSeparator);
  if (at == std::string_view::npos) return {};
  const std::string_view last = rest->substr(at + kSeparator.size());
  *rest = rest->substr(0, at);
  return last;
}

/// "<hash>_<hash>.json, <name>, <ns>, <n>". A name may have separators of its own.
std::optional<ReportedLaunch> launch_of(std::string_view line) {
  const auto occurrences = whole_number(take_last(&line));
  const auto time_ns = whole_number(take_last(&line));
  const size_t at = line.find(kSeparator);
  if (!occurrences || !time_ns || at == 0 || at == std::string_view::npos) return std::nullopt;
  return ReportedLaunch{std::string(line.substr(0, at)), std::string(line.substr(at + kSeparator.size())), *time_ns,
                        *occurrences};
}

std::string_view take_line(std::string_view* rest) {
  const size_t end = rest->find('\n');
  std::string_view line = rest->substr(0, end);
  rest->remove_prefix(end == std::string_view::npos ? rest->size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

Report parse_report(std::string_view text) {
  Report report;
  const size_t begin = text.find(kReportBegin);
  if (begin == std::string_view::npos) {
    report.problems.push_back("there is no line " + std::string(kReportBegin));
    return report;
  }
  text.remove_prefix(begin);
  take_line(&text);
  std::optional<uint64_t> declared;
  size_t strange = 0;
  bool has_end = false;
  while (!text.empty() && !has_end) {
    const std::string_view line = take_line(&text);
    has_end = line == kReportEnd;
    if (has_end || line.empty() || line.starts_with("Directory: ") || line.starts_with("JSON Filename, ")) continue;
    if (line.starts_with(kCount)) {
      declared = whole_number(line.substr(kCount.size()));
    } else if (auto launch = launch_of(line)) {
      report.launches.push_back(*std::move(launch));
    } else {
      ++strange;
    }
  }
  if (strange != 0) report.problems.push_back(counted(strange, "line") + " in it cannot be read and are left out");
  if (!has_end) report.problems.push_back("its last line is missing: it may be cut off");
  if (declared.value_or(report.launches.size()) != report.launches.size()) {
    report.problems.push_back("it declares " + counted(*declared, "recording") + ", but lists " +
                              decimal(report.launches.size()));
  }
  return report;
}

}  // namespace ireereplay::neighbour::llvm
