#include "roof/team.h"

#include <algorithm>

#include "base/clock.h"

namespace ireereplay::roof {

Team::Team(uint32_t size) : size_(std::max(size, 1u)), times_(size_) {
  for (uint32_t thread = 1; thread < size_; ++thread) threads_.emplace_back([this, thread] { serve(thread); });
}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

uint64_t Team::run(const std::function<void(uint32_t)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    busy_ = size_ - 1;
    present_.store(0);
    ++turn_;
  }
  has_work_.notify_all();
  take_part(0);
  std::unique_lock lock(mutex_);
  is_done_.wait(lock, [&] { return busy_ == 0; });
  uint64_t begin = UINT64_MAX, end = 0;
  for (const Times& times : times_) {
    begin = std::min(begin, times.begin);
    end = std::max(end, times.end);
  }
  return end - begin;
}

void Team::serve(uint32_t thread) {
  uint64_t last = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      has_work_.wait(lock, [&] { return is_closing_ || turn_ != last; });
      if (is_closing_) return;
      last = turn_;
    }
    take_part(thread);
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) is_done_.notify_one();
  }
}

void Team::take_part(uint32_t thread) {
  present_.fetch_add(1);
  // Others may need this processor to come.
  while (present_.load() < size_) std::this_thread::yield();
  times_[thread].begin = now_ns();
  (*work_)(thread);
  times_[thread].end = now_ns();
}

}  // namespace ireereplay::roof
