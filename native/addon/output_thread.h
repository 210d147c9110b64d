// Writes text to a file descriptor while the next is being made.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/status.h"

namespace ireereplay::addon {

class OutputThread {
 public:
  explicit OutputThread(int fd) : fd_(fd) {}
  ~OutputThread() { (void)finish(); }
  OutputThread(const OutputThread&) = delete;
  OutputThread& operator=(const OutputThread&) = delete;

  /// Takes the text that comes next. Waits while the text before it is still being written; fails as write_all() did
  /// with that, and takes nothing more then.
  Status write(std::string_view text);
  /// Waits until all has been written. Fails as write() does.
  Status finish();

 private:
  /// Shorter text is written at once: a short answer needs no thread.
  static constexpr size_t kMuch = 64 << 10;

  void run();

  const int fd_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;  ///< Being written while it is not empty.
  bool is_ended_ = false;
  Status status_;
};

}  // namespace ireereplay::addon
