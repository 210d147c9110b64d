// Threads that do the same at the same time, so that they share what they can only have together.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ireereplay::roof {

class Team {
 public:
  /// Of `size` threads, the caller's among them.
  explicit Team(uint32_t size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  uint32_t size() const { return size_; }

  /// Calls work(thread) once on each thread, all of which begin when the last one is there. Returns the nanoseconds
  /// from the first beginning to the last end.
  uint64_t run(const std::function<void(uint32_t)>& work);

 private:
  void serve(uint32_t thread);
  void take_part(uint32_t thread);

  struct Times {
    uint64_t begin = 0;
    uint64_t end = 0;
  };

  const uint32_t size_;
  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable is_done_;
  const std::function<void(uint32_t)>* work_ = nullptr;  // Guarded by mutex_, as the two behind it.
  uint64_t turn_ = 0;
  uint32_t busy_ = 0;
  bool is_closing_ = false;
  /// Threads of this turn that are there.
  std::atomic<uint32_t> present_ = 0;
  std::vector<Times> times_;
  std::vector<std::thread> threads_;
};

}  // namespace ireereplay::roof
