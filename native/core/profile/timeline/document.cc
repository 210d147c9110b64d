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

void Document::show(std::shared_ptr<const Timeline> timeline) {
  // What was there before is let go without the lock.
  std::shared_ptr<const Timeline> before;
  std::scoped_lock lock(mutex_);
  before = std::exchange(timeline_, std::move(timeline));
}

}  // namespace ireereplay::profile::timeline
