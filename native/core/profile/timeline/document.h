// A profile that is open: what has been read of it, and what is asked of that from any thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "profile/timeline/flows.h"
#include "profile/timeline/reading.h"
#include "profile/timeline/search.h"

namespace ireereplay::profile::timeline {

class Document {
 public:
  /// Opens a file whose chunks are known then. Fails as Bundle::open() does.
  static Result<std::shared_ptr<Document>> open(const std::string& path, const std::atomic<bool>& cancelled);

  /// Reads all of it. `progress` is told what part is read, and whether there is more to ask of. CANCELLED.
  Status load(const std::atomic<bool>& cancelled, const std::function<void(double, bool)>& progress);
  /// What is there so far; empty at first.
  std::shared_ptr<const Timeline> timeline() const;

  /// Searches from now on, also what is read later. CANCELLED, also by a later search: that counts then.
  Result<std::shared_ptr<const Matches>> search(const std::string& query, const std::atomic<bool>& cancelled);
  /// The matches of the query in what is there; null without a query.
  std::shared_ptr<const Matches> matches();
  /// What waited for what, read when it is asked for first. As read_graph().
  Result<std::shared_ptr<const RunGraph>> graph(const std::atomic<bool>& cancelled);

 private:
  void show(std::shared_ptr<const Timeline> timeline);

  std::shared_ptr<const Bundle> bundle_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Timeline> timeline_;
  std::string query_;
  uint64_t searches_ = 0;
  std::shared_ptr<const Matches> matches_;
  std::mutex graph_mutex_;
  std::shared_ptr<const RunGraph> graph_;
};

}  // namespace ireereplay::profile::timeline
