// What each thread did of each execution, with the names of those: rows as those of an export, for what is drawn along
// time. Only of profiles that this engine recorded on several threads.
#include <optional>
#include <string>
#include <utility>

#include "profile/names.h"
#include "profile/own_records.h"
#include "profile/replay_chunks.h"
#include "profile/report/output.h"
#include "profile/report/tiles.h"

namespace ireereplay::profile {

namespace {

using format::HostExecutionEvent;
using format::WorkerShare;

/// Host executions in file order: the recorder writes shares in the same.
class Executions {
 public:
  explicit Executions(const Bundle& bundle) : bundle_(bundle), reader_(bundle.file(), bundle.header()) {}

  /// Goes on to the execution with that id; nullptr when none follows.
  Result<const HostExecutionEvent*> go_to(uint64_t event_id) {
    while (!event_ || event_->event_id != event_id) {
      IR_ASSIGN_OR_RETURN(const bool is_there, next());
      if (!is_there) return static_cast<const HostExecutionEvent*>(nullptr);
    }
    return static_cast<const HostExecutionEvent*>(&*event_);
  }

 private:
  Result<bool> next() {
    while (!walk_ || walk_->at_end()) {
      while (place_ < bundle_.chunks().size() && bundle_.chunks()[place_].kind != ChunkKind::kHostExecutionEvents)
        ++place_;
      if (place_ == bundle_.chunks().size()) return false;
      const ChunkPlace& place = bundle_.chunks()[place_++];
      reader_.seek(place.offset, place.index);
      IR_RETURN_IF_ERROR(reader_.next(&chunk_));
      walk_.emplace(reader_.window(), chunk_, false);
    }
    Record record;
    IR_RETURN_IF_ERROR(walk_->next(&record));
    event_ = record.as<HostExecutionEvent>();
    return true;
  }

  const Bundle& bundle_;
  ChunkReader reader_;
  size_t place_ = 0;
  Chunk chunk_;
  std::optional<RecordWalk> walk_;
  std::optional<HostExecutionEvent> event_;
};

Status print_share(Reporting& r, const Metadata& metadata, const WorkerShare& share, const HostExecutionEvent& event,
                   std::span<const format::TileRun> tiles) {
  print(r.text, R"({"record_type":"worker_share","worker":%,"event_id":%,"submission_id":%,"op":%,"key":)",
        share.worker, share.event_id, event.submission_id, Quoted{kQueueEventNames.of(event.type)});
  if (event.function_ordinal == format::kNone32) {
    r.text.append("null");
  } else {
    IR_ASSIGN_OR_RETURN(const std::string key, metadata.dispatch_key(event.physical_device_ordinal, event.executable_id,
                                                                     event.function_ordinal));
    r.text.append_json_utf8(key);
  }
  print(r.text, R"(,"start_host_time_ns":%,"end_host_time_ns":%,"tile_count":%,"tile_duration_sum_ns":%)",
        share.start_host_time_ns, share.end_host_time_ns, share.tile_count, share.tile_duration_sum_ns);
  print_tiles(r.text, tiles);
  r.text.append("}\n");
  return r.drain();
}

}  // namespace

Status report_workers(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const ShareTiles tiles, ShareTiles::read(r.bundle, r.cancelled()));
  Executions executions(r.bundle);
  return each_own_record<WorkerShare>(r.bundle, format::kWorkerSharesContentType, r.cancelled(),
                                      [&](const WorkerShare& share) -> Status {
                                        IR_ASSIGN_OR_RETURN(const auto* event, executions.go_to(share.event_id));
                                        return event == nullptr ? Status()
                                                                : print_share(r, metadata, share, *event,
                                                                              tiles.of(share.event_id, share.worker));
                                      })
      .status();
}

}  // namespace ireereplay::profile
