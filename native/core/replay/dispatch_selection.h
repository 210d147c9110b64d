// Selectors of dispatches: which of a replay's dispatches somebody means.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "program/program.h"

namespace ireereplay::replay {

/// Fed with a program's dispatches in execution order, it says which of them are selected. A selector is a record
/// ("7"), which means its first execution; a record in one execution ("3/7"); a function's name, with * and ?; or every
/// function of an executable ("executable:4"). By name or executable, only the first execution of a record is selected.
/// A dispatch costs a few table lookups, however many selectors there are.
class DispatchSelection {
 public:
  DispatchSelection(const Program& program, const std::vector<std::string>& selectors);

  /// What is known about an execution besides its command.
  struct Execution {
    uint64_t via = kNoPlace;            ///< The queue_execute, for a command.
    bool is_first_of_function = false;  ///< No earlier dispatch calls the same function.
    bool is_looked_at = true;           ///< If not, names mean a function's first.
  };
  bool means(const CommandInfo& command, const Execution& execution);

  /// Some selector means a record as this queue_execute executes it.
  bool names_execution(uint64_t via) const { return executions_.contains(via); }
  /// Some selector means functions, rather than one record.
  bool means_functions() const { return means_functions_; }
  /// Some selector is this executable, or any executable.
  bool names_executable(uint64_t id) const { return executables_.contains(std::to_string(id)); }
  bool names_executables() const { return !executables_.empty(); }
  /// The first selector that has matched nothing so far; nullptr when all have.
  const std::string* unmatched() const;

 private:
  using Indices = std::vector<size_t>;  // Into selectors_.

  bool means_function(const CommandInfo& command);
  bool means_record(uint64_t via, uint64_t record);
  void match(const Indices& indices);

  const Program& program_;
  const std::vector<std::string>& selectors_;
  std::vector<bool> matched_;
  bool means_functions_ = false;
  std::map<std::string, Indices, std::less<>> names_;  // Without * and ?.
  Indices patterns_;
  std::map<std::string, Indices> executables_;
  // By `via`, kNoPlace for a record alone; removed once found.
  std::map<std::pair<uint64_t, uint64_t>, Indices> records_;
  std::unordered_set<uint64_t, SeededHash> executions_;
  std::unordered_map<uint64_t, bool, SeededHash> functions_;      // Those seen so far: whether selected.
  std::unordered_set<uint64_t, SeededHash> records_by_function_;  // Of selected functions.
};

}  // namespace ireereplay::replay
