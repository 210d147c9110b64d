#include "capture/index_builder.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "base/seeded_hash.h"
#include "capture/payload.h"

namespace ireereplay {

using format::Operation;
using format::PayloadType;
using format::RecordHeader;
using format::RecordType;

namespace {

constexpr uint64_t kProgressBytes = 16 << 20;
/// Operation codes are small; one that does not fit is unknown anyway.
constexpr uint32_t kUnknownOperation = 0xFFFF;
/// Containers nest this deep; what a (hostile) capture nests deeper is shown at this depth.
constexpr size_t kMaxDepth = 64;
/// Approximate memory of a record in the columns, and of a map entry.
constexpr uint64_t kRecordBytes = 26;
constexpr uint64_t kMapEntryBytes = 64;
/// Offsets in the index have 48 bits.
constexpr uint64_t kMaxOffset = 1ull << 48;

uint32_t narrow_id(uint64_t id) {
  return id < CaptureIndex::kWideId ? static_cast<uint32_t>(id) : CaptureIndex::kWideId;
}

/// Releases unused capacity; shrink_to_fit does nothing when exceptions are off.
template <typename T>
void trim(std::vector<T>& column) {
  if (column.size() < column.capacity()) std::vector<T>(column).swap(column);
}

}  // namespace

class IndexBuilder {
 public:
  explicit IndexBuilder(const IndexLimits& limits = {}) : limits_(limits) {
    open_.push_back(begin_container(kNoRecord));
  }

  uint32_t size() const { return index_.size(); }

  /// Adds a record. Fails without adding it when it cannot be read or there is no room for it.
  Status add(const RecordFrame& frame, RecordReader& reader, uint16_t version_major) {
    const RecordHeader& header = frame.header;
    const uint32_t record = index_.size();
    if (used_ > limits_.bytes || record == kNoRecord - 1 || frame.offset >= kMaxOffset) {
      return Status(StatusCode::kResourceExhausted,
                    "the index is full: it is limited to " + std::to_string(limits_.bytes >> 20) +
                        " MiB of memory and the file's first 256 TiB; the records that follow are not shown")
          .at(frame.index, frame.offset);
    }
    std::optional<Contents> contents;
    if (has_contents(header)) {
      if (Status status = read_contents(frame, reader, version_major, &contents.emplace()); !status.ok())
        return std::move(status).at(frame.index, frame.offset);
    }
    used_ += kRecordBytes;
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
        add_object(header, contents, record);
        break;
      case RecordType::kOperation:
        ++index_.operation_count_;
        add_operation(header, contents, record);
        break;
      case RecordType::kUnsupported:
        ++index_.unsupported_count_;
        place(open_.back());
        break;
      default:
        place(open_.back());
    }
    if (header.record_type == RecordType::kOperation && header.status_code != 0) ++index_.failed_count_;
    return Status();
  }

  /// An index of what was added so far. The last call may give away the builder's own memory.
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
    sort_executables(*result);
    return result;
  }

 private:
  /// The innermost open debug group of a command buffer, or the command buffer itself.
  struct Lane {
    uint32_t container;
    uint32_t depth;  ///< Open debug groups.
  };

  /// What the index keeps of a record beyond its header.
  struct Contents {
    /// A scope's.
    std::string name;
    uint64_t name_length = 0;
    std::unique_ptr<ExecutableEntry> executable;
    std::unique_ptr<FileEntry> file;
  };

  uint32_t begin_container(uint32_t record) {
    if (record != kNoRecord) index_.flags_[record] |= CaptureIndex::kContainer;
    index_.containers_.push_back({record, 0, 0, 0});
    used_ += sizeof(Container);
    return static_cast<uint32_t>(index_.containers_.size() - 1);
  }

  /// Puts the record that is being added into `container`.
  void place(uint32_t container) { index_.containers_of_.push_back(container); }

  /// Notes that `id` exists; the first record that gives `created` wins.
  void note_object(uint64_t id, uint32_t created, format::ObjectType type) {
    if (id == format::kNoObject) return;
    if (index_.objects_.empty() || id > last_id_) {
      used_ += sizeof(ObjectEntry);
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
        used_ += 2 * sizeof(ObjectEntry) + kMapEntryBytes;
        // objects_ is no longer sorted by id: a sorted list of ordinals is made at the end.
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

  void add_object(const RecordHeader& header, std::optional<Contents>& contents, uint32_t record) {
    if (header.object_type == format::ObjectType::kDevice) ++index_.device_count_;
    // The recorder writes an object right after the operation that created it.
    const bool below_previous = record > 0 && index_.type(record - 1) == RecordType::kOperation &&
                                index_.related_ids_[record - 1] == narrow_id(header.object_id) &&
                                header.object_id != format::kNoObject && previous_creates_;
    note_object(header.object_id, below_previous ? record - 1 : record, header.object_type);
    if (contents && contents->file != nullptr) {
      contents->file->record = record;
      used_ += sizeof(FileEntry) + contents->file->path.size();
      index_.files_.push_back(*std::move(contents->file));
    }
    if (!below_previous) {
      place(open_.back());
    } else if (index_.is_container(record - 1)) {
      place(static_cast<uint32_t>(index_.containers_.size() - 1));
    } else {
      index_.flags_[record - 1] |= CaptureIndex::kObjectChild;
      place(CaptureIndex::kNoContainer);
    }
    previous_creates_ = false;
  }

  void add_operation(const RecordHeader& header, std::optional<Contents>& contents, uint32_t record) {
    previous_creates_ = false;
    switch (header.operation_code) {
      case Operation::kReplayScopeBegin:
        place(open_.back());
        open_.push_back(open_.size() < kMaxDepth ? begin_container(record) : open_.back());
        open_names_.push_back(begin_scope(*contents, record));
        return;
      case Operation::kReplayScopeEnd:
        place(open_.back());
        end_scope(*contents);
        return;
      case Operation::kDeviceCreateCommandBuffer:
        place(open_.back());
        if (header.status_code == 0 && header.related_object_id != format::kNoObject) {
          lanes_.insert_or_assign(header.related_object_id, Lane{begin_container(record), 0});
          used_ += kMapEntryBytes;
          note_object(header.related_object_id, record, format::ObjectType::kCommandBuffer);
          previous_creates_ = true;
        }
        return;
      case Operation::kExecutableCachePrepareExecutable:
        place(open_.back());
        previous_creates_ = true;
        if (contents->executable != nullptr) {
          contents->executable->record = record;
          used_ += memory_of(*contents->executable);
          index_.executables_.push_back(*std::move(contents->executable));
        }
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
    // Commands of one command buffer follow one another; a node of the map stays where it is.
    if (latest_lane_ == nullptr || latest_lane_->first != header.object_id) {
      const auto at = lanes_.find(header.object_id);
      if (at == lanes_.end()) {
        place(open_.back());
        return;
      }
      latest_lane_ = &*at;
    }
    Lane& lane = latest_lane_->second;
    place(lane.container);
    switch (header.operation_code) {
      case Operation::kCommandBufferBeginDebugGroup:
        if (++lane.depth < kMaxDepth) lane.container = begin_container(record);
        break;
      case Operation::kCommandBufferEndDebugGroup:
        if (lane.depth == 0) break;
        if (lane.depth-- < kMaxDepth) lane.container = index_.containers_of_[index_.containers_[lane.container].record];
        break;
      default:
        break;
    }
  }

  static bool has_contents(const RecordHeader& header) {
    if (header.record_type == RecordType::kObject) return header.payload_type == PayloadType::kFileObject;
    if (header.record_type != RecordType::kOperation) return false;
    return header.operation_code == Operation::kReplayScopeBegin ||
           header.operation_code == Operation::kReplayScopeEnd ||
           header.operation_code == Operation::kExecutableCachePrepareExecutable;
  }

  /// Fails when the file cannot be read. What cannot be decoded is left out: the record itself says why.
  Status read_contents(const RecordFrame& frame, RecordReader& reader, uint16_t version_major, Contents* out) {
    const PayloadType type = frame.header.payload_type;
    IR_ASSIGN_OR_RETURN(const Bytes view, reader.payload(frame, payload_header_length(type)));
    const std::vector<uint8_t> head(view.begin(), view.end());
    const auto layout = lay_out_payload(type, head, frame.header.payload_length);
    if (!layout.ok()) return Status();
    switch (type) {
      case PayloadType::kReplayScope: {
        const PartRange range = layout->find(Part::kName);
        out->name_length = range.length;
        return read_text(frame, reader, range, "name", &out->name);
      }
      case PayloadType::kFileObject: {
        const auto file = load<format::FileObject>(head);
        out->file = std::make_unique<FileEntry>(
            FileEntry{frame.header.object_id, 0, file.reference_type, {}, file.file_length});
        if (file.reference_type != format::FileReferenceType::kExternalPath) return Status();
        return read_text(frame, reader, layout->find(Part::kReference), "path", &out->file->path);
      }
      case PayloadType::kExecutablePrepare:
        out->executable = std::make_unique<ExecutableEntry>(
            ExecutableEntry{frame.header.related_object_id, 0, {}, layout->find(Part::kData).length, {}});
        IR_RETURN_IF_ERROR(read_text(frame, reader, layout->find(Part::kFormat), "format", &out->executable->format));
        return read_functions(frame, reader, layout->find(Part::kMetadata), version_major, *out->executable);
      default:
        return Status();
    }
  }

  Status read_text(const RecordFrame& frame, RecordReader& reader, const PartRange& range, const char* what,
                   std::string* out) {
    if (range.length > limits_.text_bytes) {
      note_shortage(frame, "its " + std::string(what) + " has " + std::to_string(range.length) +
                               " bytes: only the first " + std::to_string(limits_.text_bytes) + " are kept");
    }
    IR_ASSIGN_OR_RETURN(const Bytes bytes,
                        reader.payload_part(frame, range.offset, std::min(range.length, limits_.text_bytes)));
    out->assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return Status();
  }

  Status read_functions(const RecordFrame& frame, RecordReader& reader, const PartRange& range, uint16_t version_major,
                        ExecutableEntry& entry) {
    // If the header is wrong, its tables are not worth reading.
    IR_ASSIGN_OR_RETURN(
        const Bytes head,
        reader.payload_part(frame, range.offset,
                            std::min<uint64_t>(range.length, sizeof(format::ExecutableMetadataHeader))));
    if (!check_executable_metadata(version_major, head, range.length).ok()) return Status();
    if (range.length > limits_.metadata_bytes) {
      note_shortage(frame, "its function metadata is not kept: it is " + std::to_string(range.length) +
                               " bytes long, and the limit is " + std::to_string(limits_.metadata_bytes));
      return Status();
    }
    IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.payload_part(frame, range.offset, range.length));
    if (auto functions = decode_executable_metadata(version_major, bytes); functions.ok())
      entry.functions = *std::move(functions);
    return Status();
  }

  void note_shortage(const RecordFrame& frame, std::string message) {
    if (!index_.shortage_.ok()) return;
    index_.shortage_ = Status(StatusCode::kResourceExhausted, std::move(message)).at(frame.index, frame.offset);
  }

  static uint64_t memory_of(const ExecutableEntry& entry) {
    uint64_t bytes = sizeof(entry) + entry.format.size();
    for (const ExecutableFunction& function : entry.functions) {
      bytes += sizeof(function) + function.name.size() +
               function.parameters.size() * sizeof(format::ExecutableParameterMetadata);
    }
    return bytes;
  }

  uint32_t begin_scope(Contents& contents, uint32_t record) {
    const auto [at, inserted] = scope_ordinals_.try_emplace({contents.name_length, contents.name},
                                                            static_cast<uint32_t>(index_.scopes_.size()));
    const uint32_t scope = at->second;
    if (inserted) {
      used_ += sizeof(ScopeEntry) + 2 * contents.name.size() + kMapEntryBytes;
      index_.scopes_.push_back({std::move(contents.name), {}});
      open_counts_.push_back(0);
    }
    index_.scopes_[scope].begins.push_back(record);
    index_.scope_begins_.push_back({record, scope});
    used_ += sizeof(record) + sizeof(index_.scope_begins_[0]) + 2 * sizeof(uint32_t);
    ++open_counts_[scope];
    return scope;
  }

  /// Ends the innermost open scope of that name, and everything still open in it.
  void end_scope(const Contents& contents) {
    const auto scope = scope_ordinals_.find({contents.name_length, contents.name});
    if (scope == scope_ordinals_.end() || open_counts_[scope->second] == 0) return;
    for (;;) {
      const uint32_t innermost = open_names_.back();
      open_names_.pop_back();
      open_.pop_back();
      --open_counts_[innermost];
      if (innermost == scope->second) return;
    }
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
    for (uint32_t record = 0; record < index.size(); ++record) {
      const uint32_t container = index.containers_of_[record];
      if (container == CaptureIndex::kNoContainer) continue;
      ++index.containers_[container].count;
      if (index.type(record) != RecordType::kObject) ++index.containers_[container].operations;
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
      if (container != CaptureIndex::kNoContainer) index.children_[next[container]++] = record;
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

  static void sort_executables(CaptureIndex& index) {
    index.executables_by_id_.resize(index.executables_.size());
    std::iota(index.executables_by_id_.begin(), index.executables_by_id_.end(), 0u);
    std::stable_sort(index.executables_by_id_.begin(), index.executables_by_id_.end(),
                     [&](uint32_t a, uint32_t b) { return index.executables_[a].id < index.executables_[b].id; });
  }

  const IndexLimits limits_;
  /// Memory of what grows with the capture, about.
  uint64_t used_ = 0;
  CaptureIndex index_;
  /// Containers of the file and of the open scopes, outermost first.
  std::vector<uint32_t> open_;
  std::vector<uint32_t> open_names_;
  /// How many of open_names_ are each scope: others need no search.
  std::vector<uint32_t> open_counts_;
  /// Keyed by the whole name's length and the part that is kept. Ordered: a file may hold names whose hashes collide.
  std::map<std::pair<uint64_t, std::string>, uint32_t> scope_ordinals_;
  std::unordered_map<uint64_t, Lane, SeededHash> lanes_;
  std::pair<const uint64_t, Lane>* latest_lane_ = nullptr;
  /// Objects that appeared out of id order, with their index.
  std::vector<ObjectEntry> pending_;
  std::unordered_map<uint64_t, uint32_t, SeededHash> strays_;
  uint64_t last_id_ = 0;
  bool out_of_order_ = false;
  /// The record before this one creates its related object.
  bool previous_creates_ = false;
};

std::shared_ptr<const CaptureIndex> empty_index() { return IndexBuilder().finish(false, Status()); }

Result<std::shared_ptr<const CaptureIndex>> build_index(std::shared_ptr<const File> file, const CaptureHeader& header,
                                                        const std::atomic<bool>& cancelled,
                                                        const IndexCallbacks& callbacks, const IndexLimits& limits) {
  IndexBuilder builder(limits);
  RecordReader reader(std::move(file), header, 512 * 1024);
  RecordFrame frame;
  Status end;
  uint64_t next_progress = header.records_begin + kProgressBytes;
  while (!reader.at_end()) {
    end = reader.next(&frame);
    if (!end.ok()) break;
    end = builder.add(frame, reader, header.file.version_major);
    if (!end.ok()) break;
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
