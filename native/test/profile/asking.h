// Asking a bundle that stands in a file.
#pragma once

#include <string>

#include "profile/report/report.h"

namespace ireereplay::test {

/// What is answered, or why nothing is; the bundle is one that opens.
inline Result<std::string> ask(const std::string& path, const profile::ReportOptions& options) {
  const std::atomic<bool> never = false;
  IR_ASSIGN_OR_RETURN(auto file, File::open(path));
  IR_ASSIGN_OR_RETURN(const auto bundle, profile::Bundle::open(std::move(file), never));
  std::string answer;
  IR_RETURN_IF_ERROR(profile::report(*bundle, options, never, [&](std::string_view text) {
    answer += text;
    return Status();
  }));
  return answer;
}

}  // namespace ireereplay::test
