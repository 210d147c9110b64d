#include "recording/last_profile.h"

#include <string>
#include <string_view>

#include "base/clock.h"
#include "recording/run_end.h"
#include "recording/sampler.h"

namespace ireereplay::replay {

namespace {

Status ended(std::string_view what) {
  if (what == kEndedByCancelling)
    return Status(StatusCode::kCancelled, "the replay was cancelled, and the kernel did not return");
  if (what == kEndedByTimeout) return Status(StatusCode::kDeadlineExceeded, "the kernel did not return in time");
  return Status(StatusCode::kAborted, "the kernel terminated the process: " + std::string(what));
}

}  // namespace

void LastProfile::stop(const Position& position) {
  if (sampler_ != nullptr) sampler_->take_last(position, position.workgroup.processor_id);
  const Command* const command = position.command.load(std::memory_order_relaxed);
  record_ = command == nullptr ? kNoPlace : command->record;
}

bool LastProfile::keep(const char* what) {
  RunEnd end;
  end.begin_ns = begin_ns_;
  end.end_ns = now_ns();
  end.scopes = result_.scopes;
  end.status = ended(what).at(record_, kNoPlace);
  return write_profile(plan_, recorded_, options_, end).ok();
}

}  // namespace ireereplay::replay
