// The profile of a run whose kernel is the end of the process.
#pragma once

#include "hal/local/crash_report.h"
#include "hal/local/run.h"
#include "program/options.h"
#include "recording/write_profile.h"

namespace ireereplay::replay {

class Sampler;

/// Writes what was recorded until then. What it is made of outlives it.
class LastProfile final : public LastWork {
 public:
  /// `sampler` where there are samples; `result` has the scopes that have ended, and `begin_ns` is when the run began.
  LastProfile(const Plan& plan, const Recorded& recorded, Sampler* sampler, const ReplayOptions& options,
              const ReplayResult& result, const uint64_t& begin_ns)
      : plan_(plan), recorded_(recorded), sampler_(sampler), options_(options), result_(result), begin_ns_(begin_ns) {}

  void stop(const Position& position) override;
  bool keep(const char* what) override;
  const char* file() const override { return options_.profile->output.c_str(); }

 private:
  const Plan& plan_;
  const Recorded recorded_;
  Sampler* const sampler_;
  const ReplayOptions& options_;
  const ReplayResult& result_;
  const uint64_t& begin_ns_;
  uint64_t record_ = kNoPlace;
};

}  // namespace ireereplay::replay
