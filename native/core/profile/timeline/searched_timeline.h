// A timeline that may still grow, with what is searched on it: asked from any thread.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "profile/timeline/search.h"

namespace ireereplay::profile::timeline {

class SearchedTimeline {
 public:
  explicit SearchedTimeline(std::shared_ptr<const Timeline> timeline) : timeline_(std::move(timeline)) {}

  /// What is there so far.
  std::shared_ptr<const Timeline> timeline() const;
  /// More has been read.
  void show(std::shared_ptr<const Timeline> timeline);

  /// Searches from now on, also what is read later. CANCELLED, also by a later search: that counts then.
  Result<std::shared_ptr<const Matches>> search(const std::string& query, const std::atomic<bool>& cancelled);
  /// The matches of the query in what is there; null without a query.
  std::shared_ptr<const Matches> matches();

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Timeline> timeline_;
  std::string query_;
  uint64_t searches_ = 0;
  std::shared_ptr<const Matches> matches_;
};

}  // namespace ireereplay::profile::timeline
