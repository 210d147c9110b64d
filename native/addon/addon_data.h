// The classes of one environment. Several (worker threads) may load the addon, so nothing is global.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

struct AddonData {
  Napi::FunctionReference capture_class;
  Napi::FunctionReference view_class;
  Napi::FunctionReference session_class;
  Napi::FunctionReference inspection_class;
  Napi::FunctionReference dispatch_benchmark_class;
  Napi::FunctionReference breakdown_class;
  Napi::FunctionReference lockstep_class;
  Napi::FunctionReference profile_document_class;
  Napi::FunctionReference torch_trace_class;
};

}  // namespace ireereplay::addon
