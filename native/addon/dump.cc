#include "dump.h"

#include "cancel.h"
#include "capture/dump.h"
#include "capture/lengthen.h"
#include "capture/repeat.h"
#include "file_descriptor.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

/// Formatting outruns writing beyond this.
constexpr unsigned kThreads = 2;

}  // namespace

Napi::Value dump_capture(const Napi::CallbackInfo& info) {
  const std::string path = info[0].ToString().Utf8Value();
  const DumpFormat dump_format = info[1].ToString().Utf8Value() == "jsonl" ? DumpFormat::kJsonl : DumpFormat::kText;
  const int fd = info[2].ToNumber().Int32Value();
  return PromiseWorker<Nothing>::run(
      info.Env(),
      [path, dump_format, fd, cancel = cancel_flag(info[3])]() -> Result<Nothing> {
        IR_ASSIGN_OR_RETURN(auto file, File::open(path));
        const Status status = dump(std::move(file), dump_format, kThreads, *cancel,
                                   [fd](std::string_view text) { return write_all(fd, text); });
        if (!status.ok() && status.code() != StatusCode::kAborted) return status;
        return Nothing{};
      },
      to_undefined);
}

Napi::Value repeat_capture_scope(const Napi::CallbackInfo& info) {
  return PromiseWorker<Nothing>::run(
      info.Env(),
      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
       scope = info[2].ToString().Utf8Value(), times = info[3].ToNumber().Uint32Value()]() -> Result<Nothing> {
        IR_RETURN_IF_ERROR(repeat_scope(source, target, scope, times));
        return Nothing{};
      },
      to_undefined);
}

Napi::Value lengthen_capture_files(const Napi::CallbackInfo& info) {
  return PromiseWorker<Nothing>::run(
      info.Env(),
      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
       bytes = static_cast<uint64_t>(info[2].ToNumber().Int64Value())]() -> Result<Nothing> {
        IR_RETURN_IF_ERROR(lengthen_files(source, target, bytes));
        return Nothing{};
      },
      to_undefined);
}

}  // namespace ireereplay::addon
