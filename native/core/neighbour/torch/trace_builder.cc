#include "neighbour/torch/trace_builder.h"

#include <algorithm>
#include <utility>

#include "base/json_value.h"

namespace ireereplay::neighbour::torch {

namespace {

/// Categories beyond are no longer told apart.
constexpr size_t kMostCategories = 60000;

/// What the categories of libkineto/include/ActivityType.h are; those of PyTorch 1.8 have a capital.
EventKind kind_of(std::string_view category, std::string_view name) {
  static constexpr std::pair<std::string_view, EventKind> kKinds[] = {
      {"cpu_op", EventKind::kOperation},
      {"Operator", EventKind::kOperation},
      {"python_function", EventKind::kPython},
      {"user_annotation", EventKind::kAnnotation},
      {"gpu_user_annotation", EventKind::kDeviceAnnotation},
      {"kernel", EventKind::kKernel},
      {"Kernel", EventKind::kKernel},
      {"gpu_memcpy", EventKind::kCopy},
      {"Memcpy", EventKind::kCopy},
      {"gpu_memset", EventKind::kFill},
      {"Memset", EventKind::kFill},
      {"Runtime", EventKind::kRuntimeCall},
      {"overhead", EventKind::kOverhead},
      {"Trace", EventKind::kSpan},
  };
  for (const auto& [text, kind] : kKinds) {
    if (text == category) return kind;
  }
  // cuda_runtime (ROCm's calls as well), xpu_runtime, privateuse1_runtime; cuda_driver, privateuse1_driver.
  if (category.ends_with("_runtime")) return EventKind::kRuntimeCall;
  if (category.ends_with("_driver")) return EventKind::kDriverCall;
  return category == "cpu_instant_event" && name == "[memory]" ? EventKind::kMemory : EventKind::kOther;
}

int64_t or_absent(const std::optional<int64_t>& number) { return number.value_or(kAbsent); }

}  // namespace

void TraceBuilder::leave_out(LeftOut* what, uint64_t offset, std::string reason) {
  if (what->count++ > 0) return;
  what->offset = offset;
  what->reason = std::move(reason);
}

uint32_t TraceBuilder::intern(JsonString string) {
  if (!string.is_escaped) return trace_.strings.intern(string.text);
  // What is no escape sequence is shown as it is written.
  return unescaped(string, &scratch_) ? trace_.strings.intern(scratch_) : trace_.strings.intern(string.text);
}

uint32_t TraceBuilder::list(std::string_view json, std::string_view key, uint64_t offset, Checked wanted) {
  if (json.empty()) return 0;
  const uint32_t text = trace_.strings.intern(json);
  if (checked_.size() <= text) checked_.resize(trace_.strings.size(), Checked::kNot);
  Checked& checked = checked_[text];
  if (checked == Checked::kNot) {
    const auto parsed = parse_json(json);
    const auto is_text = [](const JsonValue& item) { return item.kind == JsonValue::Kind::kString; };
    const bool is_list = parsed.ok() && parsed->kind == JsonValue::Kind::kArray;
    checked = !is_list                                                           ? Checked::kNone
              : std::all_of(parsed->items.begin(), parsed->items.end(), is_text) ? Checked::kTexts
                                                                                 : Checked::kList;
  }
  if (checked == Checked::kTexts || checked == wanted) return text;
  leave_out(&trace_.values_left_out, offset,
            std::string(key) + (wanted == Checked::kTexts ? " is not a list of strings" : " is not a list"));
  return 0;
}

TraceId TraceBuilder::id_of(const WrittenId& written) {
  if (written.number) return {false, *written.number};
  return {true, intern(written.text)};
}

uint32_t TraceBuilder::process_of(const WrittenEvent& written) {
  const TraceId id = id_of(written.process);
  const auto [found, is_new] = processes_.try_emplace(id, static_cast<uint32_t>(trace_.processes.size()));
  if (is_new) trace_.processes.push_back({.id = id});
  return found->second;
}

uint32_t TraceBuilder::thread_of(const WrittenEvent& written) {
  const TraceId process = id_of(written.process);
  const TraceId thread = id_of(written.thread);
  if (last_thread_ != kNoRow && last_process_ == process && last_key_.id == thread) return last_thread_;
  last_process_ = process;
  last_key_ = {process_of(written), thread};
  const auto [found, is_new] = threads_.try_emplace(last_key_, static_cast<uint32_t>(trace_.threads.size()));
  if (is_new) trace_.threads.push_back({.process = last_key_.process, .id = thread});
  last_thread_ = found->second;
  return last_thread_;
}

uint16_t TraceBuilder::category_of(const WrittenEvent& written, uint32_t thread) {
  const uint32_t text = intern(written.category);
  EventKind kind = kind_of(written.category.text, written.name.text);
  if (text == 0 && written.phase == 'X') {
    // PyTorch's first profiler wrote a flat list, in which processes say what is what.
    const TraceId& process = trace_.processes[trace_.threads[thread].process].id;
    const std::string_view named = process.is_text ? trace_.strings.at(static_cast<uint32_t>(process.value)) : "";
    if (named == "CPU functions") kind = EventKind::kOperation;
    if (named == "CUDA functions") kind = EventKind::kKernel;
  }
  // What takes no time contains nothing, and launches nothing.
  if (written.phase != 'X' && kind != EventKind::kMemory) kind = EventKind::kOther;
  const uint64_t key = (static_cast<uint64_t>(text) << 8) | static_cast<uint8_t>(kind);
  if (const auto found = categories_.find(key); found != categories_.end()) return found->second;
  const size_t next = trace_.categories.size();
  if (next < kMostCategories) {
    trace_.categories.push_back({text, kind});
  } else if (next == kMostCategories) {
    trace_.categories.push_back({trace_.strings.intern("other categories"), EventKind::kOther});
  }
  const auto number = static_cast<uint16_t>(std::min(next, kMostCategories));
  if (next < kMostCategories) categories_.emplace(key, number);
  return number;
}

uint32_t TraceBuilder::shape_of(const WrittenEvent& written, uint32_t name, uint16_t category, uint32_t operation,
                                uint64_t offset) {
  OperationShape shape;
  shape.name = name;
  shape.category = category;
  shape.dims = list(written.input_dims, "Input Dims", offset);
  shape.types = list(written.input_types, "Input type", offset, Checked::kTexts);
  shape.strides = list(written.input_strides, "Input Strides", offset);
  shape.concrete = list(written.concrete_inputs, "Concrete Inputs", offset, Checked::kTexts);
  shape.operation = operation;
  const auto both = [](uint32_t a, uint32_t b) { return (static_cast<uint64_t>(a) << 32) | b; };
  const ShapeKey key = {both(name, category), both(shape.dims, shape.types), both(shape.strides, shape.concrete)};
  const auto [found, is_new] = shapes_.try_emplace(key, static_cast<uint32_t>(trace_.shapes.size()));
  if (is_new) trace_.shapes.push_back(shape);
  ++trace_.shapes[found->second].count;
  return found->second;
}

uint32_t TraceBuilder::row_of(const WrittenEvent& written, EventKind kind, uint32_t event, uint16_t category,
                              uint64_t offset) {
  // Every table begins with the event's row: its size is the new row's number.
  const auto add = [event](auto& table) {
    table.event.push_back(event);
    return static_cast<uint32_t>(table.event.size() - 1);
  };
  switch (kind) {
    case EventKind::kOperation: {
      Operations& table = trace_.operations;
      const uint32_t row = add(table);
      table.external_id.push_back(or_absent(written.external_id));
      table.sequence_number.push_back(or_absent(written.sequence_number));
      table.forward_thread.push_back(or_absent(written.forward_thread));
      table.shape.push_back(shape_of(written, trace_.events.name[event], category, row, offset));
      return row;
    }
    case EventKind::kPython: {
      PythonFunctions& table = trace_.python;
      table.id.push_back(or_absent(written.python_id));
      table.parent.push_back(or_absent(written.python_parent_id));
      table.module.push_back(or_absent(written.python_module_id));
      return add(table);
    }
    case EventKind::kRuntimeCall:
    case EventKind::kDriverCall:
      trace_.calls.correlation.push_back(or_absent(written.correlation));
      trace_.calls.external_id.push_back(or_absent(written.external_id));
      return add(trace_.calls);
    case EventKind::kKernel:
    case EventKind::kCopy:
    case EventKind::kFill: {
      DeviceWork& table = trace_.work;
      table.correlation.push_back(or_absent(written.correlation));
      table.external_id.push_back(or_absent(written.external_id));
      table.device.push_back(or_absent(written.device));
      table.stream.push_back(or_absent(written.stream));
      table.bytes.push_back(or_absent(written.bytes));
      table.grid.push_back(list(written.grid, "grid", offset));
      table.block.push_back(list(written.block, "block", offset));
      return add(table);
    }
    case EventKind::kAnnotation:
    case EventKind::kDeviceAnnotation:
      trace_.annotations.external_id.push_back(or_absent(written.external_id));
      return add(trace_.annotations);
    case EventKind::kMemory: {
      MemoryEvents& table = trace_.memory;
      table.address.push_back(or_absent(written.address));
      table.bytes.push_back(or_absent(written.bytes));
      table.device_type.push_back(or_absent(written.device_type));
      table.device_id.push_back(or_absent(written.device_id));
      table.total_allocated.push_back(or_absent(written.total_allocated));
      table.total_reserved.push_back(or_absent(written.total_reserved));
      return add(table);
    }
    case EventKind::kOverhead:
    case EventKind::kSpan:
    case EventKind::kOther:
      break;
  }
  return kNoRow;
}

void TraceBuilder::add_metadata(const WrittenEvent& written) {
  const std::string_view what = written.name.text;
  if (what == "process_name") {
    trace_.processes[process_of(written)].name = intern(written.named);
  } else if (what == "process_labels") {
    trace_.processes[process_of(written)].labels = intern(written.labels);
  } else if (what == "process_sort_index") {
    trace_.processes[process_of(written)].sort_index = or_absent(written.sort_index);
  } else if (what == "thread_name") {
    trace_.threads[thread_of(written)].name = intern(written.named);
  } else if (what == "thread_sort_index") {
    trace_.threads[thread_of(written)].sort_index = or_absent(written.sort_index);
  }
}

void TraceBuilder::add_flow(const WrittenEvent& written, uint64_t offset) {
  if (!written.begin_ns || !written.id) {
    leave_out(&trace_.events_left_out, offset, written.id ? "it has no time (ts)" : "a flow has no id");
    return;
  }
  const uint32_t thread = thread_of(written);
  trace_.flows.begin_ns.push_back(*written.begin_ns);
  trace_.flows.id.push_back(*written.id);
  trace_.flows.thread.push_back(thread);
  trace_.flows.category.push_back(category_of(written, thread));
  trace_.flows.phase.push_back(written.phase);
}

Status TraceBuilder::add(const WrittenEvent& written, uint64_t offset) {
  if (!written.odd_key.empty()) {
    leave_out(&trace_.values_left_out, offset,
              "the value of \"" + std::string(written.odd_key) + "\" has the wrong type");
  }
  switch (written.phase) {
    case 'X':
    case 'i':
    case 'I':
      break;
    case 'M':
      add_metadata(written);
      return Status();
    case 's':
    case 't':
    case 'f':
      add_flow(written, offset);
      return Status();
    case 0:
      leave_out(&trace_.events_left_out, offset, "it has no phase (ph)");
      return Status();
    default:
      leave_out(&trace_.phases_left_out, offset, "its phase is '" + std::string(1, written.phase) + "'");
      return Status();
  }
  const bool has_duration = written.phase == 'X';
  if (!written.begin_ns || (has_duration && !written.duration_ns)) {
    leave_out(&trace_.events_left_out, offset, written.begin_ns ? "it has no duration (dur)" : "it has no time (ts)");
    return Status();
  }
  int64_t end = 0;
  if (has_duration &&
      (*written.duration_ns < 0 || __builtin_add_overflow(*written.begin_ns, *written.duration_ns, &end))) {
    leave_out(&trace_.events_left_out, offset, "its duration (dur) is negative or too long");
    return Status();
  }
  Events& events = trace_.events;
  if (events.size() >= kNoRow || trace_.strings.size() >= kNoRow / 2) {
    return Status(StatusCode::kResourceExhausted, "the trace has more events than can be numbered");
  }
  const auto event = static_cast<uint32_t>(events.size());
  const uint32_t thread = thread_of(written);
  const uint16_t category = category_of(written, thread);
  events.begin_ns.push_back(*written.begin_ns);
  events.duration_ns.push_back(has_duration ? *written.duration_ns : kAbsent);
  events.name.push_back(intern(written.name));
  events.category.push_back(category);
  events.thread.push_back(thread);
  events.row.push_back(row_of(written, trace_.categories[category].kind, event, category, offset));
  return Status();
}

}  // namespace ireereplay::neighbour::torch
