#include "program/substitution.h"

#include <algorithm>
#include <charconv>

#include "base/file.h"
#include "base/glob.h"

namespace ireereplay::replay {

namespace {

constexpr std::string_view kFlag = "--replay_executable_substitution";

Status invalid(const std::string& what) { return Status(StatusCode::kInvalidArgument, what); }

/// All of `text` as a number; hexadecimal after 0x, octal after 0, as in IREE's flags.
bool parse_id(std::string_view text, uint64_t* value) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.front() == '0') {
    base = 8;
  }
  const auto result = std::from_chars(text.data(), text.data() + text.size(), *value, base);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

Result<std::vector<uint8_t>> read_file(const std::string& path) {
  IR_ASSIGN_OR_RETURN(const auto file, File::open(path));
  return file->read(0, file->size());
}

}  // namespace

Result<std::vector<ExecutableSubstitution>> parse_substitutions(std::span<const std::string> values) {
  std::vector<ExecutableSubstitution> result;
  for (const std::string& value : values) {
    const size_t equals = value.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == value.size()) {
      return invalid(std::string(kFlag) +
                     " values must be EXECUTABLE_ID=PATH, EXECUTABLE_ID@FORMAT=PATH, all=PATH, or all@FORMAT=PATH; "
                     "fn:PATTERN selects the executables with a function whose name matches");
    }
    ExecutableSubstitution& entry = result.emplace_back();
    std::string selector = value.substr(0, equals);
    entry.source = value.substr(equals + 1);
    if (const size_t at = selector.find('@'); at != std::string::npos) {
      if (at == 0 || at + 1 == selector.size()) {
        return invalid(std::string(kFlag) +
                       " selector must be EXECUTABLE_ID, EXECUTABLE_ID@FORMAT, all, or all@FORMAT");
      }
      entry.format = selector.substr(at + 1);
      selector.resize(at);
    }
    if (selector == "all") {
      if (values.size() != 1) {
        return invalid(std::string(kFlag) + " all selector cannot be combined with other executable substitutions");
      }
      entry.match_all = true;
    } else if (selector.starts_with("fn:")) {
      entry.function_pattern = selector.substr(3);
      if (entry.function_pattern.empty()) return invalid(std::string(kFlag) + " fn: needs the name of a function");
    } else {
      if (!parse_id(selector, &entry.executable_id) || entry.executable_id == 0) {
        return invalid(std::string(kFlag) + " executable selector must be a non-zero integer id or all");
      }
      for (size_t i = 0; i + 1 < result.size(); ++i) {
        if (result[i].executable_id == entry.executable_id)
          return invalid(std::string(kFlag) + " repeats executable id " + std::to_string(entry.executable_id));
      }
    }
    IR_ASSIGN_OR_RETURN(entry.data, read_file(entry.source));
    if (entry.data.empty()) return invalid("substituted executable data is empty: '" + entry.source + "'");
  }
  return result;
}

Result<std::vector<WorkgroupCountOverride>> parse_workgroup_counts(std::span<const std::string> values) {
  std::vector<WorkgroupCountOverride> result;
  for (const std::string& value : values) {
    const Status wrong =
        invalid("--replay_workgroup_count=" + value +
                " must have the form FUNCTION=X,Y,Z, where each number is at least 1 and Z is at most 65535");
    const size_t equals = value.rfind('=');
    if (equals == std::string::npos || equals == 0) return wrong;
    WorkgroupCountOverride& entry = result.emplace_back();
    entry.function_pattern = value.substr(0, equals);
    const char* at = value.data() + equals + 1;
    const char* const end = value.data() + value.size();
    for (int i = 0; i < 3; ++i) {
      const auto number = std::from_chars(at, end, entry.count[i]);
      const bool last = i == 2;
      if (number.ec != std::errc() || entry.count[i] == 0 || (number.ptr == end) != last ||
          (!last && *number.ptr != ',') || (last && entry.count[i] > UINT16_MAX)) {
        return wrong;
      }
      at = number.ptr + 1;
    }
  }
  return result;
}

bool is_meant(const ExecutableSubstitution& substitution, uint64_t executable_id,
              std::span<const std::string_view> functions) {
  if (substitution.match_all) return true;
  if (substitution.function_pattern.empty()) return substitution.executable_id == executable_id;
  return std::any_of(functions.begin(), functions.end(),
                     [&](std::string_view name) { return matches_glob(substitution.function_pattern, name); });
}

}  // namespace ireereplay::replay
