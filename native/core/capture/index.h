// Where everything in a capture is. Built in one pass over the record headers; in memory, without payloads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "capture/executable_metadata.h"
#include "capture/record_class.h"
#include "capture/record_reader.h"

namespace ireereplay {

/// Marks no record, or no container.
inline constexpr uint32_t kNoRecord = 0xFFFFFFFFu;

/// A captured object. The list is in order of first appearance: id order for what IREE's recorder writes.
struct ObjectEntry {
  uint64_t id;
  /// The operation that created it, else its object record; kNoRecord when it is only referred to.
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
  /// Its children that are not objects: what a submission of a command buffer executes.
  uint32_t operations;
};

struct ScopeEntry {
  /// Cut to IndexLimits::text_bytes, as are all texts of the index.
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

/// The index. Immutable once built, shared by all readers.
///
/// Layout: a column per property, 26 bytes a record, so that a query or the overview touches only the columns it needs,
/// and a million records cost 26 MB: offset (48 bits), header ids (32 bits, wider ones are read from the file),
/// operation, flags, container, and the permutation that lists each container's children together.
class CaptureIndex {
 public:
  uint32_t size() const { return static_cast<uint32_t>(operations_.size()); }
  /// Memory of the columns and lists, in bytes.
  size_t memory() const;

  uint64_t offset(uint32_t record) const { return uint64_t{offsets_high_[record]} << 32 | offsets_low_[record]; }
  /// Header ids that fit in 32 bits; kWideId for those that do not and must be read from the file.
  static constexpr uint32_t kWideId = 0xFFFFFFFFu;
  uint32_t object_id(uint32_t record) const { return object_ids_[record]; }
  uint32_t related_id(uint32_t record) const { return related_ids_[record]; }
  format::Operation operation(uint32_t record) const { return static_cast<format::Operation>(operations_[record]); }
  /// Session, object, operation, blob, unsupported; kNone for unknown types.
  format::RecordType type(uint32_t record) const { return static_cast<format::RecordType>(flags_[record] & kTypeMask); }
  RecordClass record_class(uint32_t record) const { return class_of(type(record), operation(record)); }
  /// Its recorded status is not OK.
  bool failed(uint32_t record) const { return (flags_[record] & kFailed) != 0; }
  bool is_container(uint32_t record) const { return (flags_[record] & kContainer) != 0; }
  /// The record after it is the object that it created, and its only child.
  bool has_object_child(uint32_t record) const { return (flags_[record] & kObjectChild) != 0; }

  /// The record that `record` is below; kNoRecord at the top.
  uint32_t parent(uint32_t record) const;
  /// Children of a container record; for kNoRecord, of the file.
  std::span<const uint32_t> children(uint32_t record) const;

  /// Children of a container record that are not objects.
  uint32_t operation_children(uint32_t record) const;

  /// Containers are numbered in record order; 0 is the file.
  static constexpr uint32_t kNoContainer = 0xFFFFFFFFu;
  uint32_t container_count() const { return static_cast<uint32_t>(containers_.size()); }
  /// The container that `record` is a child of; kNoContainer for an object right after its creator.
  uint32_t container_above(uint32_t record) const { return containers_of_[record]; }
  /// The container that `record` is; the file for kNoRecord, kNoContainer for other records.
  uint32_t container_at(uint32_t record) const;

  /// nullptr when no record mentions the object.
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

  /// Why it stops before the end of the file; OK when it holds every record.
  const Status& end() const { return end_; }
  /// The first text or table that was too long to be kept in full, and its record; OK when there is none.
  const Status& shortage() const { return shortage_; }
  /// It holds every record, or all that could be read.
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
  /// Ordinals of objects_, sorted by id; empty when objects_ already is.
  std::vector<uint32_t> objects_by_id_;
  std::vector<ExecutableEntry> executables_;
  /// Ordinals of executables_, sorted by id; for equal ids, the first comes first.
  std::vector<uint32_t> executables_by_id_;
  std::vector<ScopeEntry> scopes_;
  /// Where each scope begins, in file order.
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

}  // namespace ireereplay
