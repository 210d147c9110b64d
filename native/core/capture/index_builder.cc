#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "capture/index.h"
#include "capture/payload.h"

namespace ireereplay {

using format::Operation;
using format::PayloadType;
using format::RecordHeader;
using format::RecordType;

namespace {

constexpr uint64_t kProgressBytes = 16 << 20;
/// Operation codes are small; one that does not fit is not known anyway.
constexpr uint32_t kUnknownOperation = 0xFFFF;
/// Containers nest this deep; what a (hostile) capture nests deeper is shown at this depth.
constexpr size_t kMaxDepth = 64;

uint32_t narrow_id(uint64_t id) {
  return id < CaptureIndex::kWideId ? static_cast<uint32_t>(id) : CaptureIndex::kWideId;
}

/// Gives unused capacity back; shrink_to_fit does nothing where exceptions are off.
template <typename T>
void trim(std::vector<T>& column) {
  if (column.size() < column.capacity()) std::vector<T>(column).swap(column);
}

std::string to_string(Bytes bytes) { return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()); }

}  // namespace

class IndexBuilder {
 public:
  IndexBuilder() { open_.push_back(begin_container(kNoRecord)); }

  uint32_t size() const { return index_.size(); }

  void add(const RecordFrame& frame, RecordReader& reader, uint16_t version_major) {
    const RecordHeader& header = frame.header;
    const uint32_t record = index_.size();
    const uint32_t code = std::min(static_cast<uint32_t>(header.operation_code), kUnknownOperation);
    const bool known = is_known(header.record_type);
    uint8_t flags = known ? static_cast<uint8_t>(header.record_type) : 0;
    if (header.status_code != 0) flags |= CaptureIndex::kFailed;
    index_.offsets_low_.push_back(static_cast<uint32_t>(frame.offset));
    index_.offsets_high_.push_back(static_cast<uint16_t>(frame.offset >> 32));
    index_.object_ids_.push_back(narrow_id(header.object_id));
    index_.related_ids_.push_back(narrow_id(header.related_object_id));
    index_.operations_.push_back(static_cast<uint16_t>(code));
    index_.flags_.push_back(flags);
    switch (header.record_type) {
      case RecordType::kObject:
        ++index_.object_count_;
        add_object(frame, reader, record);
        break;
      case RecordType::kOperation:
        ++index_.operation_count_;
        add_operation(frame, reader, record, version_major);
        break;
      case RecordType::kUnsupported:
        ++index_.unsupported_count_;
        place(open_.back());
        break;
      default:
        place(open_.back());
    }
    if (header.record_type == RecordType::kOperation && header.status_code != 0) ++index_.failed_count_;
  }

  /// An index of what was added so far. The last call may give the builder's own memory away.
  std::shared_ptr<CaptureIndex> finish(bool complete, Status end) {
    auto result = std::make_shared<CaptureIndex>();
    if (complete) {
      *result = std::move(index_);
      shrink(*result);
    } else {
      *result = index_;
    }
    result->complete_ = complete;
    result->end_ = std::move(end);
    list_children(*result);
    sort_objects(*result);
    return result;
  }

 private:
  /// What is open in one command buffer: its container, and the debug groups within.
  struct Lane {
    std::vector<uint32_t> containers;
  };

  uint32_t begin_container(uint32_t record) {
    if (record != kNoRecord) index_.flags_[record] |= CaptureIndex::kContainer;
    index_.containers_.push_back({record, 0, 0});
    return static_cast<uint32_t>(index_.containers_.size() - 1);
  }

  /// Puts the record that is being added into `container`.
  void place(uint32_t container) { index_.containers_of_.push_back(container); }

  /// Notes that `id` exists; `created` is kept from the first record that says it.
  void note_object(uint64_t id, uint32_t created, format::ObjectType type) {
    if (id == format::kNoObject) return;
    if (index_.objects_.empty() || id > last_id_) {
      last_id_ = std::max(last_id_, id);
      index_.objects_.push_back({id, created, type});
      return;
    }
    const auto at = std::lower_bound(index_.objects_.begin(), index_.objects_.end(), id,
                                     [](const ObjectEntry& object, uint64_t wanted) { return object.id < wanted; });
    ObjectEntry* object = at != index_.objects_.end() && at->id == id ? &*at : nullptr;
    if (object == nullptr) {
      const auto [stray, inserted] = strays_.try_emplace(id, static_cast<uint32_t>(index_.objects_.size()));
      if (inserted) {
        // Out of id order: objects_ is no longer sorted, so the sorted list of ordinals is made at the end.
        out_of_order_ = true;
        pending_.push_back({id, created, type});
        stray->second = static_cast<uint32_t>(pending_.size() - 1);
        return;
      }
      object = &pending_[stray->second];
    }
    if (object->created == kNoRecord) object->created = created;
    if (object->type == format::ObjectType::kNone) object->type = type;
  }

  void add_object(const RecordFrame& frame, RecordReader& reader, uint32_t record) {
    const RecordHeader& header = frame.header;
    if (header.object_type == format::ObjectType::kDevice) ++index_.device_count_;
    // The recorder writes an object right behind the operation that created it.
    const bool below_previous = record > 0 && index_.type(record - 1) == RecordType::kOperation &&
                                index_.related_ids_[record - 1] == narrow_id(header.object_id) &&
                                header.object_id != format::kNoObject && previous_creates_;
    note_object(header.object_id, below_previous ? record - 1 : record, header.object_type);
    if (header.payload_type == PayloadType::kFileObject) add_file(frame, reader, record);
    if (!below_previous) {
      place(open_.back());
    } else if (index_.is_container(record - 1)) {
      place(static_cast<uint32_t>(index_.containers_.size() - 1));
    } else {
      index_.flags_[record - 1] |= CaptureIndex::kObjectChild;
      place(CaptureIndex::kBelowPrevious);
    }
    previous_creates_ = false;
  }

  void add_operation(const RecordFrame& frame, RecordReader& reader, uint32_t record, uint16_t version_major) {
    const RecordHeader& header = frame.header;
    previous_creates_ = false;
    switch (header.operation_code) {
      case Operation::kReplayScopeBegin:
        place(open_.back());
        open_.push_back(open_.size() < kMaxDepth ? begin_container(record) : open_.back());
        open_names_.push_back(add_scope(frame, reader, record));
        return;
      case Operation::kReplayScopeEnd:
        place(open_.back());
        end_scope(frame, reader);
        return;
      case Operation::kDeviceCreateCommandBuffer:
        place(open_.back());
        if (header.status_code == 0 && header.related_object_id != format::kNoObject) {
          lanes_[header.related_object_id] = Lane{{begin_container(record)}};
          note_object(header.related_object_id, record, format::ObjectType::kCommandBuffer);
          previous_creates_ = true;
        }
        return;
      case Operation::kExecutableCachePrepareExecutable:
        place(open_.back());
        previous_creates_ = true;
        add_executable(frame, reader, record, version_major);
        return;
      default:
        break;
    }
    if (is_command(header.operation_code)) {
      add_command(header, record);
      return;
    }
    previous_creates_ = class_of(header.record_type, header.operation_code) == RecordClass::kCreate ||
                        header.operation_code == Operation::kDeviceQueueAlloca ||
                        header.operation_code == Operation::kAllocatorAllocateBuffer ||
                        header.operation_code == Operation::kAllocatorImportBuffer;
    place(open_.back());
  }

  void add_command(const RecordHeader& header, uint32_t record) {
    const auto at = lanes_.find(header.object_id);
    if (at == lanes_.end()) {
      place(open_.back());
      return;
    }
    std::vector<uint32_t>& containers = at->second.containers;
    place(containers.back());
    switch (header.operation_code) {
      case Operation::kCommandBufferBeginDebugGroup:
        containers.push_back(containers.size() < kMaxDepth ? begin_container(record) : containers.back());
        break;
      case Operation::kCommandBufferEndDebugGroup:
        if (containers.size() > 1) containers.pop_back();
        break;
      default:
        break;
    }
  }

  std::string scope_name(const RecordFrame& frame, RecordReader& reader) {
    const auto head = reader.payload(frame, sizeof(format::ReplayScope));
    if (!head.ok()) return {};
    const auto layout = lay_out_payload(frame.header.payload_type, *head, frame.header.payload_length);
    if (!layout.ok()) return {};
    const PartRange range = layout->find(Part::kName);
    const auto bytes = reader.payload_part(frame, range.offset, range.length);
    return bytes.ok() ? to_string(*bytes) : std::string();
  }

  uint32_t add_scope(const RecordFrame& frame, RecordReader& reader, uint32_t record) {
    const std::string name = scope_name(frame, reader);
    const auto [at, inserted] = scope_ordinals_.try_emplace(name, static_cast<uint32_t>(index_.scopes_.size()));
    if (inserted) index_.scopes_.push_back({name, {}});
    index_.scopes_[at->second].begins.push_back(record);
    return at->second;
  }

  /// Ends the innermost open scope of that name, and what was left open in it.
  void end_scope(const RecordFrame& frame, RecordReader& reader) {
    const auto ordinal = scope_ordinals_.find(scope_name(frame, reader));
    if (ordinal == scope_ordinals_.end()) return;
    const auto at = std::find(open_names_.rbegin(), open_names_.rend(), ordinal->second);
    if (at == open_names_.rend()) return;
    const size_t left = static_cast<size_t>(open_names_.rend() - at) - 1;
    open_names_.resize(left);
    open_.resize(left + 1);
  }

  void add_executable(const RecordFrame& frame, RecordReader& reader, uint32_t record, uint16_t version_major) {
    const auto head = reader.payload(frame, sizeof(format::ExecutablePrepare));
    if (!head.ok()) return;
    const auto layout = lay_out_payload(frame.header.payload_type, *head, frame.header.payload_length);
    if (!layout.ok() || frame.header.payload_type != PayloadType::kExecutablePrepare) return;
    ExecutableEntry entry{frame.header.related_object_id, record, {}, layout->find(Part::kData).length, {}};
    const PartRange format_range = layout->find(Part::kFormat);
    if (const auto bytes = reader.payload_part(frame, format_range.offset, format_range.length); bytes.ok())
      entry.format = to_string(*bytes);
    const PartRange metadata = layout->find(Part::kMetadata);
    if (const auto bytes = reader.payload_part(frame, metadata.offset, metadata.length); bytes.ok()) {
      if (auto functions = decode_executable_metadata(version_major, *bytes); functions.ok())
        entry.functions = *std::move(functions);
    }
    index_.executables_.push_back(std::move(entry));
  }

  void add_file(const RecordFrame& frame, RecordReader& reader, uint32_t record) {
    const auto head = reader.payload(frame, sizeof(format::FileObject));
    if (!head.ok()) return;
    const auto layout = lay_out_payload(PayloadType::kFileObject, *head, frame.header.payload_length);
    if (!layout.ok()) return;
    const auto file = load<format::FileObject>(*head);
    FileEntry entry{frame.header.object_id, record, file.reference_type, {}, file.file_length};
    if (file.reference_type == format::FileReferenceType::kExternalPath) {
      const PartRange range = layout->find(Part::kReference);
      if (const auto bytes = reader.payload_part(frame, range.offset, range.length); bytes.ok())
        entry.path = to_string(*bytes);
    }
    index_.files_.push_back(std::move(entry));
  }

  static void shrink(CaptureIndex& index) {
    trim(index.offsets_low_);
    trim(index.offsets_high_);
    trim(index.object_ids_);
    trim(index.related_ids_);
    trim(index.operations_);
    trim(index.flags_);
    trim(index.containers_of_);
    trim(index.containers_);
  }

  /// Counting sort of the records by container: each container's children end up together, in file order.
  static void list_children(CaptureIndex& index) {
    for (const uint32_t container : index.containers_of_) {
      if (container != CaptureIndex::kBelowPrevious) ++index.containers_[container].count;
    }
    uint32_t begin = 0;
    std::vector<uint32_t> next;
    next.reserve(index.containers_.size());
    for (Container& container : index.containers_) {
      container.begin = begin;
      next.push_back(begin);
      begin += container.count;
    }
    index.children_.resize(begin);
    for (uint32_t record = 0; record < index.size(); ++record) {
      const uint32_t container = index.containers_of_[record];
      if (container != CaptureIndex::kBelowPrevious) index.children_[next[container]++] = record;
    }
  }

  void sort_objects(CaptureIndex& index) const {
    index.objects_.insert(index.objects_.end(), pending_.begin(), pending_.end());
    trim(index.objects_);
    if (!out_of_order_) return;
    index.objects_by_id_.resize(index.objects_.size());
    std::iota(index.objects_by_id_.begin(), index.objects_by_id_.end(), 0u);
    std::sort(index.objects_by_id_.begin(), index.objects_by_id_.end(),
              [&](uint32_t a, uint32_t b) { return index.objects_[a].id < index.objects_[b].id; });
  }

  CaptureIndex index_;
  /// Containers of the file and of the scopes that are open, outermost first.
  std::vector<uint32_t> open_;
  std::vector<uint32_t> open_names_;
  std::unordered_map<std::string, uint32_t> scope_ordinals_;
  std::unordered_map<uint64_t, Lane> lanes_;
  /// Objects that appeared out of id order, and where they are.
  std::vector<ObjectEntry> pending_;
  std::unordered_map<uint64_t, uint32_t> strays_;
  uint64_t last_id_ = 0;
  bool out_of_order_ = false;
  /// The record before this one creates its related object.
  bool previous_creates_ = false;
};

std::shared_ptr<const CaptureIndex> empty_index() { return IndexBuilder().finish(false, Status()); }

Result<std::shared_ptr<const CaptureIndex>> build_index(std::shared_ptr<const File> file, const CaptureHeader& header,
                                                        const std::atomic<bool>& cancelled,
                                                        const IndexCallbacks& callbacks) {
  IndexBuilder builder;
  RecordReader reader(std::move(file), header, 512 * 1024);
  RecordFrame frame;
  Status end;
  uint64_t next_progress = header.records_begin + kProgressBytes;
  while (!reader.at_end()) {
    end = reader.next(&frame);
    if (!end.ok()) break;
    if (builder.size() == kNoRecord - 1) {
      return Status(StatusCode::kResourceExhausted, "the capture has more than 4294967294 records")
          .at(frame.index, frame.offset);
    }
    builder.add(frame, reader, header.file.version_major);
    if (builder.size() == callbacks.first_rows && callbacks.first && !reader.at_end()) {
      callbacks.first(builder.finish(false, Status()));
    }
    if (frame.offset >= next_progress) {
      if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      if (callbacks.progress) callbacks.progress({frame.offset, builder.size()});
      next_progress = frame.offset + kProgressBytes;
    }
  }
  return std::shared_ptr<const CaptureIndex>(builder.finish(true, std::move(end)));
}

}  // namespace ireereplay
