#include "replay/dispatch_selection.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/glob.h"
#include "base/text.h"

namespace ireereplay::replay {

namespace {

/// Saturates: there is no such record.
std::optional<uint64_t> number(std::string_view digits) {
  constexpr uint64_t kLargest = kNoPlace - 1;
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) return {};
  return error == std::errc() ? std::min(value, kLargest) : kLargest;
}

/// "7", "3/7" and "#7" as (via, record), kNoPlace for no via.
std::optional<std::pair<uint64_t, uint64_t>> place(std::string_view selector) {
  if (selector.starts_with('#')) selector.remove_prefix(1);
  const size_t slash = selector.find('/');
  if (slash == std::string_view::npos) {
    const auto record = number(selector);
    return record ? std::optional(std::pair(kNoPlace, *record)) : std::nullopt;
  }
  const auto via = number(selector.substr(0, slash)), record = number(selector.substr(slash + 1));
  return via && record ? std::optional(std::pair(*via, *record)) : std::nullopt;
}

/// The digits of "executable:4".
std::optional<std::string_view> executable(std::string_view selector) {
  constexpr std::string_view kPrefix = "executable:";
  if (!selector.starts_with(kPrefix)) return {};
  selector.remove_prefix(kPrefix.size());
  return number(selector) ? std::optional(selector) : std::nullopt;
}

}  // namespace

DispatchSelection::DispatchSelection(const Program& program, const std::vector<std::string>& selectors)
    : program_(program), selectors_(selectors), matched_(selectors.size()) {
  for (size_t i = 0; i < selectors.size(); ++i) {
    const std::string& selector = selectors[i];
    if (const auto at = place(selector)) {
      records_[*at].push_back(i);
      if (at->first != kNoPlace) executions_.insert(at->first);
      continue;
    }
    means_functions_ = true;
    if (const auto id = executable(selector)) {
      executables_[std::string(*id)].push_back(i);
    } else if (is_glob(selector)) {
      patterns_.push_back(i);
    } else {
      names_[selector].push_back(i);
    }
  }
}

bool DispatchSelection::means(const CommandInfo& command, const Execution& execution) {
  bool is_meant = false;
  if (means_functions_ && (execution.is_looked_at || execution.is_first_of_function) && means_function(command))
    is_meant = records_by_function_.insert(command.record).second;
  if (!records_.empty()) {
    is_meant |= means_record(kNoPlace, command.record);
    if (execution.via != kNoPlace) is_meant |= means_record(execution.via, command.record);
  }
  return is_meant;
}

const std::string* DispatchSelection::unmatched() const {
  const auto first = std::find(matched_.begin(), matched_.end(), false);
  return first == matched_.end() ? nullptr : &selectors_[static_cast<size_t>(first - matched_.begin())];
}

bool DispatchSelection::means_function(const CommandInfo& command) {
  const DispatchInfo& dispatch = program_.dispatches[command.index];
  const auto [at, is_new] = functions_.try_emplace(place_of_function(dispatch));
  if (!is_new) return at->second;
  const ExecutableInfo& executable = program_.executables[dispatch.executable];
  // As displayed, so that what is displayed selects it.
  const std::string name = valid_utf8(executable.functions[dispatch.function].name);
  Indices meant;
  const auto add = [&](const auto& table, const auto& key) {
    if (const auto found = table.find(key); found != table.end())
      meant.insert(meant.end(), found->second.begin(), found->second.end());
  };
  add(names_, name);
  add(executables_, std::to_string(executable.id));
  std::copy_if(patterns_.begin(), patterns_.end(), std::back_inserter(meant),
               [&](size_t i) { return matches_glob(selectors_[i], name); });
  match(meant);
  return at->second = !meant.empty();
}

bool DispatchSelection::means_record(uint64_t via, uint64_t record) {
  const auto found = records_.find({via, record});
  if (found == records_.end()) return false;
  match(found->second);
  records_.erase(found);
  return true;
}

void DispatchSelection::match(const Indices& indices) {
  for (const size_t i : indices) matched_[i] = true;
}

}  // namespace ireereplay::replay
