// A profile that is open: what has been read of it, and what is asked of that from any thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "profile/timeline/reading.h"

namespace ireereplay::profile::timeline {

class Document {
 public:
  /// Opens a file whose chunks are known then. Fails as Bundle::open() does.
  static Result<std::shared_ptr<Document>> open(const std::string& path, const std::atomic<bool>& cancelled);

  /// Reads all of it. `progress` is told what part is read, and whether there is more to ask of. CANCELLED.
  Status load(const std::atomic<bool>& cancelled, const std::function<void(double, bool)>& progress);
  /// What is there so far; empty at first.
  std::shared_ptr<const Timeline> timeline() const;

 private:
  void show(std::shared_ptr<const Timeline> timeline);

  std::shared_ptr<const Bundle> bundle_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Timeline> timeline_;
};

}  // namespace ireereplay::profile::timeline
