// The dispatches that a replay executes, in order: what there is to choose from.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "program/options.h"
#include "program/program.h"

namespace ireereplay::replay {

/// One execution of one dispatch.
struct ListedDispatch {
  uint64_t record = 0;
  uint64_t via = kNoPlace;  ///< The queue_execute, for a command.
  uint64_t executable = 0;  ///< Object id.
  std::string function;     ///< Empty in format 1.0.
  bool substituted = false;
  bool indirect = false;  ///< Its grid is unknown until it runs.
  uint32_t workgroup_count[3] = {};
  uint64_t bytes = 0;  ///< Total of its bindings.
};

/// A function that is executed: its first dispatch, and how many there are.
struct DispatchedFunction {
  ListedDispatch first;
  uint64_t count = 0;
};

/// A function that nothing calls.
struct UncalledFunction {
  uint64_t executable = 0;  ///< Object id.
  std::string name;
};

/// Dispatches, and what there is to choose from.
struct DispatchList {
  std::vector<ListedDispatch> dispatches;     ///< In order of execution.
  uint64_t left_out = 0;                      ///< Dispatches that are executed but not listed.
  std::vector<DispatchedFunction> functions;  ///< Of all dispatches, in order of their first; one executable's each.
  std::optional<std::string> unmatched;       ///< The first selector that matches nothing.
  bool is_cut = false;                        ///< Selectors may match dispatches that are not listed.
  std::vector<UncalledFunction> uncalled;     ///< In selected executables, where functions have names.
};

/// Which dispatches to list.
struct ListedPart {
  size_t most = SIZE_MAX;  ///< Only the first so many; selectors find a record, and a function's first, in all.
  std::vector<std::string> selectors = {};  ///< Only those they match (dispatch_selection.h); all when empty.
};

/// The dispatches of a program.
DispatchList list_dispatches(const Program& program, const ListedPart& part);

/// The dispatches that `options` replay. Fails with preflight's first error when it has one.
Result<DispatchList> list_dispatches(const std::string& path, const ReplayOptions& options, const ListedPart& part,
                                     const std::atomic<bool>* cancel = nullptr);

}  // namespace ireereplay::replay
