#include "base/read_ahead.h"

#include <algorithm>

namespace ireereplay {

ReadAhead::ReadAhead(std::shared_ptr<const File> file, uint64_t offset, size_t capacity)
    : file_(std::move(file)), capacity_(capacity), offset_(offset) {
  for (Buffer& buffer : buffers_) buffer.bytes.resize(kHeadroom + capacity);
  thread_ = std::thread([this] { read(); });
}

ReadAhead::~ReadAhead() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ReadAhead::read() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stop_ || has_room(); });
    if (stop_) return;
    Buffer& buffer = buffers_[(first_ + filled_) % buffers_.size()];
    const uint64_t seeks = seeks_, offset = offset_;
    const size_t length = static_cast<size_t>(std::min<uint64_t>(capacity_, file_->size() - offset));
    reading_ = true;
    lock.unlock();
    const Status status = file_->read(offset, {buffer.bytes.data() + kHeadroom, length});
    lock.lock();
    reading_ = false;
    if (seeks == seeks_) {
      buffer.chunk = {buffer.bytes.data() + kHeadroom, offset, length};
      buffer.status = status;
      offset_ = status.ok() ? offset + length : file_->size();
      ++filled_;
    }
    changed_.notify_all();
  }
}

Result<ReadAhead::Chunk> ReadAhead::next() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return filled_ != 0 || offset_ >= file_->size(); });
  if (filled_ == 0) return Chunk();
  const Buffer& buffer = buffers_[first_];
  first_ = (first_ + 1) % buffers_.size();
  --filled_;
  changed_.notify_all();
  if (!buffer.status.ok()) return buffer.status;
  return buffer.chunk;
}

void ReadAhead::seek(uint64_t offset) {
  std::unique_lock<std::mutex> lock(mutex_);
  ++seeks_;
  changed_.wait(lock, [&] { return !reading_; });
  first_ = (first_ + filled_) % buffers_.size();
  filled_ = 0;
  offset_ = offset;
  changed_.notify_all();
}

}  // namespace ireereplay
