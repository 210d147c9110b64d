#include "output_thread.h"

#include "file_descriptor.h"

namespace ireereplay::addon {

Status OutputThread::write(std::string_view text) {
  if (!thread_.joinable()) {
    if (text.size() < kMuch) {
      if (status_.ok()) status_ = write_all(fd_, text);
      return status_;
    }
    thread_ = std::thread([this] { run(); });
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return text_.empty(); });
  if (!status_.ok()) return status_;
  text_ = text;
  lock.unlock();
  changed_.notify_all();
  return Status();
}

Status OutputThread::finish() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      is_ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  return status_;
}

void OutputThread::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_ended_ || !text_.empty(); });
    if (text_.empty()) return;
    lock.unlock();
    Status status = write_all(fd_, text_);
    lock.lock();
    text_.clear();
    if (status_.ok()) status_ = std::move(status);
    changed_.notify_all();
  }
}

}  // namespace ireereplay::addon
