#include "profile/timeline/searched_timeline.h"

#include <utility>

namespace ireereplay::profile::timeline {

std::shared_ptr<const Timeline> SearchedTimeline::timeline() const {
  std::scoped_lock lock(mutex_);
  return timeline_;
}

Result<std::shared_ptr<const Matches>> SearchedTimeline::search(const std::string& query,
                                                                const std::atomic<bool>& cancelled) {
  std::shared_ptr<const Timeline> timeline;
  uint64_t number;
  {
    std::scoped_lock lock(mutex_);
    timeline = timeline_;
    number = ++searches_;
  }
  IR_ASSIGN_OR_RETURN(auto found, timeline::search(std::move(timeline), query, cancelled));
  std::scoped_lock lock(mutex_);
  if (number != searches_) return Status(StatusCode::kCancelled, "another search has begun");
  query_ = query;
  matches_ = found;
  return found;
}

std::shared_ptr<const Matches> SearchedTimeline::matches() {
  std::string query;
  std::shared_ptr<const Timeline> timeline;
  uint64_t number;
  {
    std::scoped_lock lock(mutex_);
    if (query_.empty()) return nullptr;
    if (matches_ != nullptr && matches_->timeline == timeline_) return matches_;
    query = query_;
    timeline = timeline_;
    number = searches_;
  }
  // More has been read since.
  const std::atomic<bool> never = false;
  auto found = timeline::search(std::move(timeline), query, never);
  if (!found.ok()) return nullptr;
  std::scoped_lock lock(mutex_);
  if (number == searches_) matches_ = *found;
  return *found;
}

void SearchedTimeline::show(std::shared_ptr<const Timeline> timeline) {
  // What was there before is let go without the lock.
  std::shared_ptr<const Timeline> before;
  std::scoped_lock lock(mutex_);
  before = std::exchange(timeline_, std::move(timeline));
}

}  // namespace ireereplay::profile::timeline
