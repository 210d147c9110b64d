#include "profile/timeline/document.h"

#include <utility>

namespace ireereplay::profile::timeline {

Result<std::shared_ptr<Document>> Document::open(const std::string& path, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(auto file, File::open(path));
  auto document = std::make_shared<Document>();
  IR_ASSIGN_OR_RETURN(document->bundle_, Bundle::open(std::move(file), cancelled));
  auto empty = std::make_shared<Timeline>();
  auto context = std::make_shared<Context>();
  context->bundle = document->bundle_;
  empty->context = std::move(context);
  document->timeline_ = std::move(empty);
  return document;
}

Status Document::load(const std::atomic<bool>& cancelled, const std::function<void(double, bool)>& progress) {
  auto all = read_timeline(bundle_, cancelled, [&](const ReadProgress& at) {
    if (at.timeline != nullptr) show(at.timeline);
    if (progress) progress(at.fraction, at.timeline != nullptr);
  });
  IR_RETURN_IF_ERROR(all.status());
  show(*std::move(all));
  return Status();
}

std::shared_ptr<const Timeline> Document::timeline() const {
  std::scoped_lock lock(mutex_);
  return timeline_;
}

Result<std::shared_ptr<const Matches>> Document::search(const std::string& query, const std::atomic<bool>& cancelled) {
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

std::shared_ptr<const Matches> Document::matches() {
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

Result<std::shared_ptr<const RunGraph>> Document::graph(const std::atomic<bool>& cancelled) {
  std::scoped_lock lock(graph_mutex_);
  if (graph_ != nullptr) return graph_;
  IR_ASSIGN_OR_RETURN(graph_, read_graph(*timeline(), cancelled));
  return graph_;
}

void Document::show(std::shared_ptr<const Timeline> timeline) {
  // What was there before is let go without the lock.
  std::shared_ptr<const Timeline> before;
  std::scoped_lock lock(mutex_);
  before = std::exchange(timeline_, std::move(timeline));
}

}  // namespace ireereplay::profile::timeline
