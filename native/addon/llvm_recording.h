// Launches that LLVM recorded, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// describeLlvmRecording(path, mostRanges or null, cancel): promise of the protocol's LlvmRecording as JSON.
Napi::Value describe_llvm_recording(const Napi::CallbackInfo& info);
/// compareLlvmReplay(path, mostRanges, cancel): promise of the protocol's LlvmComparison as JSON: what a replay left in
/// memory beside what the recorded launch did.
Napi::Value compare_llvm_replay(const Napi::CallbackInfo& info);
/// llvmFunctionCode(path, address, cancel): promise of FunctionCode as JSON, of that function of the recording's image.
Napi::Value list_llvm_function_code(const Napi::CallbackInfo& info);
/// describeLlvmFolder(path, {name, text} of a report or null, cancel): promise of the protocol's LlvmFolder as JSON.
Napi::Value describe_llvm_folder(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
