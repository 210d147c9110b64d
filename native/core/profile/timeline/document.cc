#include "profile/timeline/document.h"

#include <utility>

namespace ireereplay::profile::timeline {

Result<std::shared_ptr<Document>> Document::open(const std::string& path, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(auto file, File::open(path));
  IR_ASSIGN_OR_RETURN(std::shared_ptr<const Bundle> bundle, Bundle::open(std::move(file), cancelled));
  auto empty = std::make_shared<Timeline>();
  auto context = std::make_shared<Context>();
  context->bundle = bundle;
  empty->context = std::move(context);
  return std::make_shared<Document>(std::move(bundle), std::move(empty));
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

Result<std::shared_ptr<const RunGraph>> Document::graph(const std::atomic<bool>& cancelled) {
  std::scoped_lock lock(graph_mutex_);
  if (graph_ != nullptr) return graph_;
  IR_ASSIGN_OR_RETURN(graph_, read_graph(*timeline(), cancelled));
  return graph_;
}

}  // namespace ireereplay::profile::timeline
