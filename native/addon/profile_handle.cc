#include "profile_handle.h"

#include "cancel.h"
#include "output_thread.h"
#include "profile/report/report.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

Result<std::string> answer(const std::string& path, std::string_view question, profile::ReportOptions options, int fd,
                           const std::atomic<bool>& cancelled) {
  if (!profile::find_question(question, &options.question)) {
    return Status(StatusCode::kInvalidArgument, "there is no profile report of that name");
  }
  IR_ASSIGN_OR_RETURN(auto file, File::open(path));
  IR_ASSIGN_OR_RETURN(const auto bundle, profile::Bundle::open(std::move(file), cancelled));
  OutputThread output(fd);
  Status status =
      profile::report(*bundle, options, cancelled, [&output](std::string_view text) { return output.write(text); });
  // What was answered before a failure is written, too.
  Status written = output.finish();
  if (status.ok()) status = std::move(written);
  if (!status.ok() && status.code() != StatusCode::kAborted) return status;
  return bundle->header().notice.message();
}

}  // namespace

Napi::Value report_profile(const Napi::CallbackInfo& info) {
  const Napi::Object given = info[2].ToObject();
  profile::ReportOptions options;
  options.jsonl = given.Get("jsonl").ToBoolean();
  options.filter = given.Get("filter").ToString().Utf8Value();
  if (const Napi::Value id = given.Get("id"); id.IsNumber()) options.id = id.ToNumber().Int64Value();
  options.dispatch_events = given.Get("dispatchEvents").ToBoolean();
  options.counter_samples = given.Get("counterSamples").ToBoolean();
  if (const Napi::Value folder = given.Get("outputFolder"); folder.IsString())
    options.output_folder = folder.ToString().Utf8Value();
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), question = info[1].ToString().Utf8Value(), options,
       fd = info[3].ToNumber().Int32Value(),
       cancel = cancel_flag(info[4])] { return answer(path, question, options, fd, *cancel); },
      to_string_value);
}

}  // namespace ireereplay::addon
