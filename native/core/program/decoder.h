// From records to a program: one pass over the file that notes every problem with its record and does not stop at the
// first. What a record means follows IREE's runtime/src/iree/hal/replay/execute.c; what that refuses is refused here,
// before anything runs.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "capture/payload.h"
#include "capture/record_reader.h"
#include "program/interning.h"
#include "program/options.h"
#include "program/problem.h"
#include "program/program.h"

namespace ireereplay::replay {

/// Fills a program and a report. One use only.
class Decoder {
 public:
  Decoder(const ReplayOptions& options, Program* program, PreflightReport* report)
      : options_(options), program_(*program), report_(*report) {}

  /// Reads the capture to its end, or to options.stop_before_record.
  void decode(const std::string& path, const std::atomic<bool>* cancel);

 private:
  struct Object {
    format::ObjectType type = format::ObjectType::kNone;
    uint32_t index = 0;
  };
  struct Device {
    uint64_t id = 0;
  };
  struct CommandBuffer {
    uint64_t id = 0;
    uint32_t device = 0;
    enum State : uint8_t { kInitial, kRecording, kRecorded } state = kInitial;
    bool barrier_pending = false;
    bool has_slots = false;
    uint64_t binding_capacity = 0;
    bool broken = false;  ///< Something in it could not be decoded; executing it is not checked further.
    std::vector<CommandInfo> commands;
    /// The instance of each binding table seen, by recorded bytes.
    Interning instances;
  };

  // decoder.cc: the walk, and objects.
  void decode_record(RecordReader& reader, const RecordFrame& frame);
  void decode_object();
  void decode_operation();
  void decode_operation_payload(Bytes payload, const PayloadLayout& layout);
  void finish();
  /// Warns about substitutions and workgroup counts that match nothing in the capture.
  void check_selectors();
  std::string executable_list() const;
  bool define(uint64_t id, format::ObjectType type, uint64_t index);
  /// The index of object `id` if it is of `type`; otherwise notes a problem and returns kNoIndex.
  uint32_t find(uint64_t id, format::ObjectType type);
  bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }
  void problem(std::string_view code, StatusCode status, std::string message, std::string remedy = std::string(),
               Severity severity = Severity::kError);
  void warn(std::string_view code, std::string message, std::string remedy = std::string()) {
    problem(code, StatusCode::kOk, std::move(message), std::move(remedy), Severity::kWarning);
  }
  void damaged(std::string message) {
    problem(problem_code::kDamagedRecord, StatusCode::kDataLoss, std::move(message));
  }
  /// False once the tables exceed what the options allow, with a problem noted the first time. Decoding then ends.
  bool within_budget();
  /// Appends a step at the current record.
  StepInfo& add_step(Op op, uint32_t index, uint32_t device);
  /// Where a part lies in the capture.
  uint64_t place_of(const PayloadLayout& layout, Part part) const {
    return frame_.payload_offset() + layout.find(part).offset;
  }
  /// Copies a part that should be small. False, with a problem noted, when it has more than `most` bytes or cannot be
  /// read.
  bool read_part(Bytes payload, const PayloadLayout& layout, Part part, uint64_t most, std::string_view what,
                 std::vector<uint8_t>* out);

  // decode_resources.cc: buffers, files, executables, scopes.
  void decode_allocate(const format::AllocateBuffer& payload, uint64_t id, uint32_t device);
  void decode_import_buffer(Bytes payload, const PayloadLayout& layout);
  void decode_map(Bytes payload);
  void decode_host_write(Bytes payload, const PayloadLayout& layout);
  void decode_import_file(Bytes payload, const PayloadLayout& layout);
  void decode_executable(Bytes payload, const PayloadLayout& layout);
  bool decode_functions(Bytes metadata, ExecutableInfo* executable);
  /// Checks a binary without running it.
  void check_binary(const ExecutableInfo& executable);
  /// Replaces the captured binary as the options say. False when that fails, with a problem noted.
  bool substitute(ExecutableInfo* executable);
  void decode_scope(bool begin, Bytes payload, const PayloadLayout& layout);

  // decode_queue.cc: what is submitted to a queue.
  void decode_queue_operation(Bytes payload, const PayloadLayout& layout);
  void decode_queue_alloca(Bytes payload, const StepInfo& step);
  void decode_queue_body(Bytes payload, const PayloadLayout& layout, StepInfo* step);
  void decode_queue_execute(Bytes payload, const PayloadLayout& layout, StepInfo* step);
  void decode_queue_read(Bytes payload, const PayloadLayout& layout, StepInfo* step);
  void decode_queue_write(Bytes payload, StepInfo* step);
  bool add_timepoints(Bytes payload, const PayloadLayout& layout, StepInfo* step);

  // decode_commands.cc: what is recorded into a command buffer, and what queues share with it.
  void decode_command(Bytes payload, const PayloadLayout& layout);
  /// Appends a dispatch whose recorded payload was decoded before, byte for byte. False for any other.
  bool repeat_dispatch(Bytes payload);
  void append_command(CommandBuffer* commands, Op op, uint32_t what);
  /// Notes how many binding slots a command needs; false, with a problem noted, when the command buffer has fewer.
  bool use_slots(CommandBuffer* commands, uint32_t slot_count);
  /// The dispatch of a payload, interned; kNoIndex, with a problem noted, when it is wrong.
  uint32_t decode_dispatch(Bytes payload, const PayloadLayout& layout, bool slots_allowed);
  bool check_dispatch(DispatchInfo* dispatch, const format::Dispatch& payload, Bytes bindings, bool slots_allowed);
  bool check_fill(const BufferRange& target, Bytes pattern, TransferInfo* transfer);
  bool check_copy(const BufferRange& source, const BufferRange& target);
  /// Resolves a recorded reference; slots stay slots. False, with a problem noted, when it is wrong.
  bool resolve(const format::BufferRef& ref, bool slots_allowed, std::string_view what, BufferRange* out);
  bool fit(uint32_t buffer, uint64_t offset, uint64_t length, std::string_view what, BufferRange* out);
  bool check_workgroups(const DispatchInfo& dispatch);
  void override_workgroups(std::string_view function, DispatchInfo* dispatch);

  // instantiate.cc: binds a command buffer to a table.
  uint32_t instantiate(CommandBuffer& commands, Bytes table);
  bool bind_slot(const std::vector<BufferRange>& table, BufferRange* range);
  /// kNoIndex, with a problem noted, when the dispatch cannot be bound.
  uint32_t bind_dispatch(uint32_t index, const std::vector<BufferRange>& table);
  uint32_t bind_transfer(const CommandInfo& command, const std::vector<BufferRange>& table);
  void collect_uses(InstanceInfo* instance);
  /// A copy of an instance that ends before the command of options.stop_before_command.
  uint32_t cut_instance(uint32_t index);

  const ReplayOptions& options_;
  Program& program_;
  PreflightReport& report_;

  const std::atomic<bool>* cancel_ = nullptr;
  std::shared_ptr<const File> file_;
  RecordFrame frame_;
  uint16_t version_major_ = 2;
  /// The object with that id, or nullptr.
  const Object* object_of(uint64_t id) const;
  // By id: ids are assigned in order, and each takes a record. Ids far ahead of their record are kept apart, or a file
  // with just one large id would take memory for all those below it.
  std::vector<Object> objects_;
  std::map<uint64_t, Object> far_objects_;
  std::vector<Device> devices_;
  std::vector<CommandBuffer> command_buffers_;
  // The open scopes of each name, innermost last; names as numbers.
  Interning scope_names_;
  std::vector<std::vector<uint32_t>> open_scopes_;
  uint32_t open_scope_count_ = 0;
  bool over_budget_ = false;
  uint32_t calls_since_check_ = 0;
  uint64_t key_bytes_ = 0;       // Names, binding tables, functions: not in the program's tables.
  uint64_t executed_uses_ = 0;   // Buffer uses over all executions.
  uint64_t collected_uses_ = 0;  // Buffer uses that commands were asked for.
  // What each dispatch and buffer became in the instance being made: valid where `instance` is its number.
  struct Made {
    uint32_t instance = 0;
    uint32_t index = 0;
  };
  std::vector<Made> bound_, used_;
  uint32_t instance_number_ = 0;
  std::vector<bool> substitution_used_;
  std::vector<Bytes> substitutes_;  // One per substitution, once used; owned by the program.
  std::vector<bool> workgroup_count_used_;
  Interning interned_dispatches_;
  Interning known_payloads_;  // Those of dispatches in command buffers, same values.
  uint64_t last_failed_record_ = kNoPlace;
  uint64_t last_failed_offset_ = kNoPlace;
  uint32_t last_failed_status_ = 0;
  bool profiling_noted_ = false;
  std::set<uint64_t> undefined_noted_;
};

}  // namespace ireereplay::replay
