// Records of one kind, written as chunks that other readers can hold in memory.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "profile/replay_chunks.h"
#include "profile/writer.h"

namespace ireereplay::replay {

/// Little enough to stay in the processor's cache until it is written.
inline constexpr size_t kMostChunkBytes = 1 << 20;

/// Of a kind with a layout. What its records refer to is in the chunks of `first`, which are written before its own.
class ChunkStream {
 public:
  ChunkStream(profile::ChunkKind kind, const profile::ChunkMetadata& metadata, profile::BundleWriter& writer,
              ChunkStream* first = nullptr)
      : chunk_(kind), metadata_(metadata), writer_(writer), first_(first) {}

  template <typename T>
  Status append(const T& record, std::initializer_list<Bytes> parts = {}) {
    IR_RETURN_IF_ERROR(chunk_.append(record, parts));
    ++count_;
    return chunk_.payload().size() < kMostChunkBytes ? Status() : finish();
  }
  /// Writes what has not been written; no chunk when there is nothing.
  Status finish() {
    if (chunk_.empty()) return Status();
    if (first_ != nullptr) IR_RETURN_IF_ERROR(first_->finish());
    IR_RETURN_IF_ERROR(writer_.write(metadata_, chunk_));
    chunk_.clear();
    return Status();
  }
  uint64_t count() const { return count_; }

 private:
  profile::ChunkBuilder chunk_;
  const profile::ChunkMetadata& metadata_;
  profile::BundleWriter& writer_;
  ChunkStream* const first_;
  uint64_t count_ = 0;
};

/// Of a content type of our own; the length that begins each record is filled in.
template <typename T>
class OwnChunkStream {
 public:
  OwnChunkStream(std::string_view content_type, const profile::ChunkMetadata& metadata, profile::BundleWriter& writer)
      : content_type_(content_type), metadata_(metadata), writer_(writer) {}

  Status append(T record) {
    record.record_length = sizeof(T);
    records_.push_back(record);
    return records_.size() * sizeof(T) < kMostChunkBytes ? Status() : finish();
  }
  Status finish() {
    if (records_.empty()) return Status();
    const Bytes payload(reinterpret_cast<const uint8_t*>(records_.data()), records_.size() * sizeof(T));
    IR_RETURN_IF_ERROR(writer_.write(metadata_, content_type_, payload));
    records_.clear();
    return Status();
  }

 private:
  std::string_view content_type_;
  const profile::ChunkMetadata& metadata_;
  profile::BundleWriter& writer_;
  std::vector<T> records_;
};

}  // namespace ireereplay::replay
