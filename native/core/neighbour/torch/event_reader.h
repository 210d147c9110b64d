// An event of a trace, as it is written: an object with the keys of Chrome's trace format, and with those arguments
// that PyTorch's profiler and its libraries for devices give it.
// Trace format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
// Arguments: pytorch/kineto, libkineto/src/output_json.cpp and the activities' metadataJson();
// pytorch/pytorch, torch/csrc/profiler/kineto_shim.cpp and torch/csrc/autograd/profiler_kineto.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "neighbour/torch/json_scanner.h"

namespace ireereplay::neighbour::torch {

/// A process or thread: a number mostly, and a text such as "Spans" for what is none.
struct WrittenId {
  /// As it is written, without quotes.
  JsonString text;
  std::optional<int64_t> number;
};

/// Views into the text that was read: they are of no use after it.
struct WrittenEvent {
  /// 'X' for what has a duration; 0 where there is none.
  char phase = 0;
  JsonString category;
  JsonString name;
  WrittenId process;
  WrittenId thread;
  std::optional<int64_t> begin_ns;
  std::optional<int64_t> duration_ns;
  /// Of a flow.
  std::optional<int64_t> id;

  // Of operations and annotations.
  std::optional<int64_t> external_id;
  std::optional<int64_t> sequence_number;
  std::optional<int64_t> forward_thread;
  // JSON, each with an entry for each input.
  std::string_view input_dims;
  std::string_view input_types;
  std::string_view input_strides;
  std::string_view concrete_inputs;

  // Of Python functions.
  std::optional<int64_t> python_id;
  std::optional<int64_t> python_parent_id;
  std::optional<int64_t> python_module_id;

  // Of runtime calls and of what devices do.
  std::optional<int64_t> correlation;
  std::optional<int64_t> device;
  std::optional<int64_t> stream;
  std::optional<int64_t> bytes;
  /// JSON, of a kernel: three numbers each.
  std::string_view grid;
  std::string_view block;

  // Of memory that is allocated or freed: `bytes` is negative where it is freed.
  std::optional<int64_t> address;
  std::optional<int64_t> device_type;
  std::optional<int64_t> device_id;
  std::optional<int64_t> total_allocated;
  std::optional<int64_t> total_reserved;

  // Of metadata.
  JsonString named;
  JsonString labels;
  std::optional<int64_t> sort_index;

  /// A key whose value is not what it has to be: it counts as absent. Empty where there is none.
  std::string_view odd_key;
};

/// Reads the object at `scanner`, which ends behind it. False where it is no object, or ends with the text: the
/// scanner's place says which.
bool read_event(JsonScanner* scanner, WrittenEvent* event);

}  // namespace ireereplay::neighbour::torch
