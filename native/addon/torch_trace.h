// Traces of PyTorch's profiler, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// createTorchTrace(): a trace that is read with one of these, once:
///   readFile(path, cancel): promise; of a file that is not compressed.
///   feed(bytes), finish(): promises; what is unpacked of a compressed one, piece by piece.
/// Then describe(mostRows, cancel) is a promise of the protocol's TorchTraceInfo as JSON, and operations() one of its
/// engine/addon's TorchOperationsFound. draw(cancel) makes the timeline, of which
/// the questions of timeline_questions.h, details(track, index, cancel), flows(track, index) and explain() are asked
/// then; it is a promise of engine/addon's TorchTimelineSummary as JSON.
Napi::Value create_torch_trace(const Napi::CallbackInfo& info);

Napi::Function define_torch_trace_class(Napi::Env env);

}  // namespace ireereplay::addon
