// What is asked of a profile: the subcommands of iree-profile, row for row and byte for byte where that answers, and
// questions of our own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "profile/bundle.h"

namespace ireereplay::profile {

enum class Question : uint8_t {
  kSummary,
  kStatistics,
  kExplain,
  kExecutable,
  kDispatch,
  kCommand,
  kCounter,
  kMemory,
  kQueue,
  kGraph,
  kTimes,
  kWorkers,
  kHotspots,
  kDisassembly,
  kSamples,
  kBindings,
  kExport,
  kAtt,
  kCat,
};

/// The question with that name; false for none.
bool find_question(std::string_view name, Question* out);

struct ReportOptions {
  Question question = Question::kCat;
  /// One object a line instead of text; export has nothing else.
  bool jsonl = false;
  /// A pattern of names, as each question takes it.
  std::string filter = "*";
  /// An id, as each question takes it; negative for all.
  int64_t id = -1;
  /// Rows of single dispatches instead of groups.
  bool dispatch_events = false;
  /// Rows of single counter samples, too.
  bool counter_samples = false;
  /// A folder that traces are extracted into, and the code objects that they are of; empty for none.
  std::string output_folder = {};
};

/// Takes the next piece of output; pieces come in order.
using ReportSink = std::function<Status(std::string_view)>;

/// Answers a question. Of a bundle that ends early everything up to its last whole chunk is answered, and the failure
/// says where it ends. Fails with CANCELLED when `cancelled` becomes true, as the sink does, and with DATA_LOSS and a
/// place where records do not hold together.
Status report(const Bundle& bundle, const ReportOptions& options, const std::atomic<bool>& cancelled,
              const ReportSink& sink);

}  // namespace ireereplay::profile
