#include "base/status.h"

#include <array>

namespace ireereplay {

std::string_view status_code_name(uint32_t code) {
  static constexpr std::array<std::string_view, 19> kNames = {
      "OK",        "CANCELLED",       "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS",  "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",    "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED", "DEFERRED",          "INCOMPATIBLE"};
  return code < kNames.size() ? kNames[code] : std::string_view();
}

Status::Status(StatusCode code, std::string message)
    : failure_(code == StatusCode::kOk ? nullptr : new Failure{code, std::move(message)}) {}

Status::Status(StatusCode code, const char* message) : Status(code, std::string(message)) {}

Status::Status(const Status& other) : failure_(other.ok() ? nullptr : new Failure(*other.failure_)) {}

void Status::Deleter::operator()(Failure* failure) const { delete failure; }

void Status::add_place(uint64_t record, uint64_t offset) {
  if (failure_->record == kNoPlace) failure_->record = record;
  if (failure_->offset == kNoPlace) failure_->offset = offset;
}

const std::string& Status::message() const {
  static const std::string kNone;
  return ok() ? kNone : failure_->message;
}

std::string Status::to_string() const {
  if (ok()) return "OK";
  std::string text(status_code_name(failure_->code));
  text += "; ";
  if (failure_->record != kNoPlace) {
    text += "record #" + std::to_string(failure_->record);
    if (failure_->offset != kNoPlace) text += " at byte " + std::to_string(failure_->offset);
    text += ": ";
  } else if (failure_->offset != kNoPlace) {
    text += "at byte " + std::to_string(failure_->offset) + ": ";
  }
  return text + failure_->message;
}

}  // namespace ireereplay
