// A profile in memory, by columns: of each kind of event only the fields that were asked for, packed. Nothing is read
// before it is needed; reading goes on while what is there is used, and can be cancelled.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "profile/column.h"
#include "profile/metadata.h"

namespace ireereplay::profile {

/// Records of one kind, some of their fields.
class EventTable {
 public:
  ChunkKind kind() const { return kind_; }
  /// Records that are there so far.
  size_t size() const { return size_; }
  /// The column of a field, by its name in the layout; null when it was not asked for. Fields of several numbers have a
  /// column for each: "workgroup_count.0".
  const PackedColumn* column(std::string_view field) const;
  size_t bytes() const;

 private:
  friend class ProfileModel;
  struct Column {
    std::string name;
    FieldKind kind = FieldKind::kU32;
    uint16_t offset = 0;
    bool is_of_chunk = false;
    PackedColumn values;
  };

  ChunkKind kind_ = ChunkKind::kUnknown;
  size_t size_ = 0;
  std::vector<Column> columns_;
};

/// What has been read of a table.
struct LoadProgress {
  /// From 0 to 1, by bytes of the file.
  double fraction = 0;
  const EventTable* table = nullptr;
};

/// Tables of a bundle. Not thread-safe; one for each reader.
class ProfileModel {
 public:
  explicit ProfileModel(std::shared_ptr<const Bundle> bundle) : bundle_(std::move(bundle)) {}

  const Bundle& bundle() const { return *bundle_; }
  /// What events refer to; read when it is asked for first.
  Result<const Metadata*> metadata(const std::atomic<bool>& cancelled);

  /// The table of `kind` with the fields named, read from the file. Fields that every record of a dispatch chunk shares
  /// are those of its header: "chunk.physical_device_ordinal", "chunk.queue_ordinal", "chunk.stream_id". `progress` is
  /// told after each piece, and may use what is there. Fails with INVALID_ARGUMENT for a field that the kind has not,
  /// with CANCELLED, and as the reader does: what was read before is in `out` then.
  Status load(ChunkKind kind, const std::vector<std::string_view>& fields, const std::atomic<bool>& cancelled,
              const std::function<void(const LoadProgress&)>& progress, EventTable* out) const;

 private:
  std::shared_ptr<const Bundle> bundle_;
  std::unique_ptr<Metadata> metadata_;
};

}  // namespace ireereplay::profile
