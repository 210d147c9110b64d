// Puts events as they are written into the columns of a trace.
#pragma once

#include <string>
#include <unordered_map>

#include "base/status.h"
#include "neighbour/torch/event_reader.h"
#include "neighbour/torch/trace.h"

namespace ireereplay::neighbour::torch {

class TraceBuilder {
 public:
  /// Adds to `trace`, which must outlive this.
  explicit TraceBuilder(Trace* trace) : trace_(*trace) {}

  /// Adds the event that begins at byte `offset` of the text. What cannot be read of it is counted in the trace.
  /// RESOURCE_EXHAUSTED where there are too many to be numbered.
  Status add(const WrittenEvent& written, uint64_t offset);

 private:
  struct IdHash {
    size_t operator()(const TraceId& id) const {
      return hash(static_cast<uint64_t>(id.value) * 2 + (id.is_text ? 1 : 0));
    }
    SeededHash hash;
  };
  struct ThreadKey {
    uint32_t process = 0;
    TraceId id;
    friend bool operator==(const ThreadKey&, const ThreadKey&) = default;
  };
  struct ThreadHash {
    size_t operator()(const ThreadKey& key) const { return ids(key.id) ^ ids.hash(key.process); }
    IdHash ids;
  };
  struct ShapeKey {
    uint64_t name_and_category = 0;
    uint64_t dims_and_types = 0;
    uint64_t strides_and_concrete = 0;
    friend bool operator==(const ShapeKey&, const ShapeKey&) = default;
  };
  struct ShapeHash {
    size_t operator()(const ShapeKey& key) const {
      return hash(key.name_and_category ^ hash(key.dims_and_types ^ hash(key.strides_and_concrete)));
    }
    SeededHash hash;
  };
  /// What a text that was interned is in strict JSON: looked at once for each text.
  enum class Checked : uint8_t { kNot, kNone, kList, kTexts };

  uint32_t intern(JsonString string);
  uint32_t list(std::string_view json, std::string_view key, uint64_t offset, Checked wanted = Checked::kList);
  TraceId id_of(const WrittenId& written);
  uint32_t process_of(const WrittenEvent& written);
  uint32_t thread_of(const WrittenEvent& written);
  uint16_t category_of(const WrittenEvent& written, uint32_t thread);
  uint32_t shape_of(const WrittenEvent& written, uint32_t name, uint16_t category, uint32_t operation, uint64_t offset);
  uint32_t row_of(const WrittenEvent& written, EventKind kind, uint32_t event, uint16_t category, uint64_t offset);
  void add_metadata(const WrittenEvent& written);
  void add_flow(const WrittenEvent& written, uint64_t offset);
  void leave_out(LeftOut* what, uint64_t offset, std::string reason);

  Trace& trace_;
  std::string scratch_;
  std::unordered_map<TraceId, uint32_t, IdHash> processes_;
  std::unordered_map<ThreadKey, uint32_t, ThreadHash> threads_;
  std::unordered_map<ShapeKey, uint32_t, ShapeHash> shapes_;
  std::unordered_map<uint64_t, uint16_t, SeededHash> categories_;
  std::vector<Checked> checked_;
  // Of the event before: mostly the same.
  ThreadKey last_key_;
  TraceId last_process_;
  uint32_t last_thread_ = kNoRow;
};

}  // namespace ireereplay::neighbour::torch
