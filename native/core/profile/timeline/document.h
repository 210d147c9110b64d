// A profile that is open: what has been read of it, and what is asked of that from any thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "profile/timeline/flows.h"
#include "profile/timeline/reading.h"
#include "profile/timeline/searched_timeline.h"

namespace ireereplay::profile::timeline {

class Document : public SearchedTimeline {
 public:
  Document(std::shared_ptr<const Bundle> bundle, std::shared_ptr<const Timeline> empty)
      : SearchedTimeline(std::move(empty)), bundle_(std::move(bundle)) {}

  /// Opens a file whose chunks are known then. Fails as Bundle::open() does.
  static Result<std::shared_ptr<Document>> open(const std::string& path, const std::atomic<bool>& cancelled);

  /// Reads all of it. `progress` is told what part is read, and whether there is more to ask of. CANCELLED.
  Status load(const std::atomic<bool>& cancelled, const std::function<void(double, bool)>& progress);
  /// What waited for what, read when it is asked for first. As read_graph().
  Result<std::shared_ptr<const RunGraph>> graph(const std::atomic<bool>& cancelled);

 private:
  const std::shared_ptr<const Bundle> bundle_;
  std::mutex graph_mutex_;
  std::shared_ptr<const RunGraph> graph_;
};

}  // namespace ireereplay::profile::timeline
