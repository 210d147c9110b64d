// Where everything in a capture is: made in one pass over the record headers, kept in memory, never with payloads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "capture/executable_metadata.h"
#include "capture/record_class.h"
#include "capture/record_reader.h"

namespace ireereplay {

/// Marks no record, no container.
inline constexpr uint32_t kNoRecord = 0xFFFFFFFFu;

/// A captured object. The list is in order of first appearance, which is id order for what IREE's recorder writes.
struct ObjectEntry {
  uint64_t id;
  /// Operation that created it, or its object record when no operation did; kNoRecord when it is only referred to.
  uint32_t created;
  format::ObjectType type;
};
static_assert(sizeof(ObjectEntry) == 16);

/// A record that has other records below it: a scope, a command buffer's creation, a debug group. The first container
/// is the file itself.
struct Container {
  uint32_t record;
  /// Its children are children()[begin, begin + count).
  uint32_t begin;
  uint32_t count;
  /// Of its children, those that are no objects: what a submission of a command buffer executes.
  uint32_t operations;
};

struct ScopeEntry {
  /// Cut to IndexLimits::text_bytes, as all texts of the index.
  std::string name;
  std::vector<uint32_t> begins;
};

struct ExecutableEntry {
  uint64_t id;
  uint32_t record;
  std::string format;
  uint64_t bytes;
  /// From the recorded metadata; without names in format 1.0.
  std::vector<ExecutableFunction> functions;
};

struct FileEntry {
  uint64_t id;
  uint32_t record;
  format::FileReferenceType reference;
  std::string path;
  uint64_t bytes;
};

/// The index. Immutable once built, shared by every reader.
///
/// Layout: one column for each property, 26 bytes a record, so that a query or the overview touches only the columns it
/// asks for, and a million records cost 26 MB: offset (48 bits), header ids (32 bits, wider ones are read from the
/// file), operation, flags, container, and the permutation that lists each container's children together.
class CaptureIndex {
 public:
  uint32_t size() const { return static_cast<uint32_t>(operations_.size()); }
  /// Memory of the columns and lists, in bytes.
  size_t memory() const;

  uint64_t offset(uint32_t record) const { return uint64_t{offsets_high_[record]} << 32 | offsets_low_[record]; }
  /// Ids of the header that fit in 32 bits; kWideId for those that do not, which only the file knows.
  static constexpr uint32_t kWideId = 0xFFFFFFFFu;
  uint32_t object_id(uint32_t record) const { return object_ids_[record]; }
  uint32_t related_id(uint32_t record) const { return related_ids_[record]; }
  format::Operation operation(uint32_t record) const { return static_cast<format::Operation>(operations_[record]); }
  /// Session, object, operation, blob, unsupported; kNone for types that are not known.
  format::RecordType type(uint32_t record) const { return static_cast<format::RecordType>(flags_[record] & kTypeMask); }
  RecordClass record_class(uint32_t record) const { return class_of(type(record), operation(record)); }
  /// Its recorded status is not OK.
  bool failed(uint32_t record) const { return (flags_[record] & kFailed) != 0; }
  bool is_container(uint32_t record) const { return (flags_[record] & kContainer) != 0; }
  /// The record after it is the object that it created, and its only child.
  bool has_object_child(uint32_t record) const { return (flags_[record] & kObjectChild) != 0; }

  /// Record that `record` stands below; kNoRecord at the top.
  uint32_t parent(uint32_t record) const;
  /// Children of a container record, of the file for kNoRecord.
  std::span<const uint32_t> children(uint32_t record) const;

  /// Children of a container record that are no objects.
  uint32_t operation_children(uint32_t record) const;

  /// Containers are numbered from 0, the file, in the order of their records.
  static constexpr uint32_t kNoContainer = 0xFFFFFFFFu;
  uint32_t container_count() const { return static_cast<uint32_t>(containers_.size()); }
  /// The container that `record` is a child of; kNoContainer for the object right behind its creator.
  uint32_t container_above(uint32_t record) const { return containers_of_[record]; }
  /// The container that `record` is, the file for kNoRecord; kNoContainer for other records.
  uint32_t container_at(uint32_t record) const;

  /// nullptr when no record speaks of the object.
  const ObjectEntry* find_object(uint64_t id) const;
  std::span<const ObjectEntry> objects() const { return objects_; }
  const ExecutableEntry* find_executable(uint64_t id) const;
  std::span<const ExecutableEntry> executables() const { return executables_; }
  std::span<const ScopeEntry> scopes() const { return scopes_; }
  std::span<const FileEntry> files() const { return files_; }
  /// The name of the scope that begins at `record`; empty for other records.
  std::string_view scope_name(uint32_t record) const;
  /// Creation record of the command buffer that the queue_execute at `record` executes; kNoRecord for a barrier.
  uint32_t executed_command_buffer(uint32_t record) const;

  uint64_t operation_count() const { return operation_count_; }
  uint64_t object_count() const { return object_count_; }
  uint64_t unsupported_count() const { return unsupported_count_; }
  uint64_t failed_count() const { return failed_count_; }
  uint32_t device_count() const { return device_count_; }

  /// Why it ends before the end of the file; OK when every record is in it.
  const Status& end() const { return end_; }
  /// The first text or table that is not kept in full because it is too long, and its record; OK when all are.
  const Status& shortage() const { return shortage_; }
  /// Every record is in it, or all that could be read.
  bool complete() const { return complete_; }

 private:
  friend class IndexBuilder;

  static constexpr uint8_t kTypeMask = 0x07;
  static constexpr uint8_t kFailed = 0x08;
  static constexpr uint8_t kContainer = 0x10;
  static constexpr uint8_t kObjectChild = 0x20;

  const Container* find_container(uint32_t record) const;

  std::vector<uint32_t> offsets_low_;
  std::vector<uint16_t> offsets_high_;
  std::vector<uint32_t> object_ids_;
  std::vector<uint32_t> related_ids_;
  std::vector<uint16_t> operations_;
  std::vector<uint8_t> flags_;
  std::vector<uint32_t> containers_of_;
  std::vector<uint32_t> children_;
  std::vector<Container> containers_;
  std::vector<ObjectEntry> objects_;
  /// objects_ sorted by id, as ordinals; empty when objects_ is in id order already.
  std::vector<uint32_t> objects_by_id_;
  std::vector<ExecutableEntry> executables_;
  /// executables_ sorted by id, as ordinals; of the same id the first comes first.
  std::vector<uint32_t> executables_by_id_;
  std::vector<ScopeEntry> scopes_;
  /// Where scopes begin, in file order, and which.
  struct ScopeBegin {
    uint32_t record;
    uint32_t scope;
  };
  std::vector<ScopeBegin> scope_begins_;
  std::vector<FileEntry> files_;
  uint64_t operation_count_ = 0;
  uint64_t object_count_ = 0;
  uint64_t unsupported_count_ = 0;
  uint64_t failed_count_ = 0;
  uint32_t device_count_ = 0;
  Status end_;
  Status shortage_;
  bool complete_ = false;
};

/// An index of no records.
std::shared_ptr<const CaptureIndex> empty_index();

/// How far indexing is.
struct IndexProgress {
  uint64_t bytes;
  uint32_t records;
};

struct IndexCallbacks {
  /// About every 16 MiB of the file.
  std::function<void(const IndexProgress&)> progress;
  /// Called once, early, with an index of the first records, when there are more than `first_rows`.
  std::function<void(std::shared_ptr<const CaptureIndex>)> first;
  uint32_t first_rows = 1000;
};

/// What an index may take of the machine, whatever a capture says of itself.
struct IndexLimits {
  /// Memory of all tables: enough for thirty million records.
  uint64_t bytes = 1ull << 30;
  /// Of a name, a path, a format; what is longer is cut.
  uint64_t text_bytes = 64 << 10;
  /// Of what is recorded of one executable's functions; what is longer is not kept.
  uint64_t metadata_bytes = 16 << 20;
};

/// Indexes a capture. One that is damaged, cannot be read on, or is larger than the limits gets an index of the records
/// before that place, with end() saying why it stops there; fails only when `cancelled` becomes true (CANCELLED).
Result<std::shared_ptr<const CaptureIndex>> build_index(std::shared_ptr<const File> file, const CaptureHeader& header,
                                                        const std::atomic<bool>& cancelled,
                                                        const IndexCallbacks& callbacks = {},
                                                        const IndexLimits& limits = {});

}  // namespace ireereplay
