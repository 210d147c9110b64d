// The code of captured executables, for JavaScript: what protocol/code/code.ts describes, as JSON.
#pragma once

#include <napi.h>

#include <memory>

#include "capture_handle.h"
#include "executable/code_listing.h"

namespace ireereplay::addon {

/// The function that a value chooses: an ordinal is a number, an address a bigint, and a name a string.
FunctionChoice function_choice(const Napi::Value& value);
/// FunctionCode as JSON, of an ELF file for x86-64 or ARM. Fails as list_code() does.
Result<std::string> function_code_json(Bytes elf, const FunctionChoice& choice, const std::atomic<bool>& cancel);

/// executableCode(id, cancel): promise of ExecutableCode as JSON.
Napi::Value describe_executable_code(Napi::Env env, std::shared_ptr<OpenCapture> capture,
                                     const Napi::CallbackInfo& info);
/// functionCode(id, ordinal, address or name, cancel): promise of FunctionCode as JSON.
Napi::Value list_function_code(Napi::Env env, std::shared_ptr<OpenCapture> capture, const Napi::CallbackInfo& info);
/// profiledFunctionCode(path, id, ordinal, address or name, cancel): the same of an executable that the profile there
/// holds the code of.
Napi::Value list_profiled_function_code(const Napi::CallbackInfo& info);
/// gpuModule(id, index): promise of the bytes of that module of an executable for a GPU.
Napi::Value read_gpu_module(Napi::Env env, std::shared_ptr<OpenCapture> capture, const Napi::CallbackInfo& info);
/// embeddedSource(id, index, cancel): promise of the bytes of that source.
Napi::Value read_embedded_source(Napi::Env env, std::shared_ptr<OpenCapture> capture, const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
