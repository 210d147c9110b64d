// Every sample in file order, with the places that they are at: rows for what hands them on to other programs. A place
// and an executable come before what refers to them.
#include <algorithm>
#include <set>

#include "base/json_writer.h"
#include "base/sha256.h"
#include "executable/build_id.h"
#include "profile/own_records.h"
#include "profile/replay_description.h"
#include "profile/report/output.h"
#include "profile/report/sampled_code.h"
#include "profile/samples.h"

namespace ireereplay::profile {

namespace {

class SampleRows {
 public:
  SampleRows(Reporting& reporting, const Metadata& metadata, const SampledCode& code)
      : r_(reporting), metadata_(metadata), code_(code) {}

  Status summary(const Samples& samples) {
    IR_ASSIGN_OR_RETURN(const std::string sampling, sampling_description(r_.bundle));
    IR_ASSIGN_OR_RETURN(const std::string replay, replay_description(r_.bundle));
    return row("samples_summary", [&](JsonWriter& json) {
      json.key("samples").number(samples.all.samples);
      if (!sampling.empty()) json.key("sampling").string(sampling);
      if (!replay.empty()) json.key("replay").string(replay);
      json.key("notes").array(code_.notes, [&](const std::string& note) { json.string(note); });
    });
  }

  Status executable(uint64_t id) {
    IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> elf, read_code_object(r_.bundle, id, r_.cancelled()));
    Sha256 hash;
    hash.add(elf);
    return row("sampled_executable", [&](JsonWriter& json) {
      json.key("executable_id").number(id);
      if (elf.empty()) return;
      json.key("bytes").number(elf.size());
      json.key("digest").string(hash.finish());
      if (const std::string linked = build_id(elf); !linked.empty()) json.key("build_id").string(linked);
    });
  }

  Status place(const SampledKernel& kernel, const SampledPlace& at, const SampledSites& sites) {
    const uint64_t number = places_.size();
    places_[{kernel, at}] = number;
    return row("sampled_place", [&](JsonWriter& json) {
      json.key("place").number(number);
      json.key("executable_id").number(kernel.executable);
      json.key("sites").array(sites, [&](const SampledSite& site) {
        json.begin_object();
        json.key("address").number(site.address);
        json.key("frames").array(site.frames, [&](const SampledFrame& frame) {
          json.begin_object();
          json.key("function").string(frame.function);
          if (!frame.path.empty()) {
            json.key("path").string(frame.path);
            json.key("line").number(frame.line);
          }
          json.end_object();
        });
        json.end_object();
      });
    });
  }

  Status sample(const format::Sample& sample) {
    const SampledKernel kernel{sample.executable_id, sample.function_ordinal};
    return row("sample", [&](JsonWriter& json) {
      json.key("worker").number(sample.worker);
      json.key("host_time_ns").number(static_cast<uint64_t>(std::max<int64_t>(sample.host_time_ns, 0)));
      json.key("samples").number(std::max(sample.weight, 1u));
      if (sample.record != format::kNone64) json.key("record").number(sample.record);
      if (sample.execute_record != format::kNone64) json.key("execute_record").number(sample.execute_record);
      if (sample.executable_id == 0) return;
      json.key("executable_id").number(kernel.executable);
      json.key("kernel").string(kernel_name(metadata_, kernel));
      json.key("tile").number(sample.tile);
      if (const auto found = places_.find({kernel, {sample.address, sample.call_address}}); found != places_.end())
        json.key("place").number(found->second);
    });
  }

 private:
  template <typename Fill>
  Status row(std::string_view type, const Fill& fill) {
    JsonWriter json(r_.text);
    json.begin_object();
    json.key("type").string(type);
    fill(json);
    json.end_object();
    r_.text.append('\n');
    return r_.drain();
  }

  Reporting& r_;
  const Metadata& metadata_;
  const SampledCode& code_;
  std::map<std::pair<SampledKernel, SampledPlace>, uint64_t> places_;
};

}  // namespace

Status report_samples(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const Samples samples, read_samples(r.bundle, r.cancelled()));
  if (samples.all.taken == 0) return no_samples();
  IR_ASSIGN_OR_RETURN(const SampledCode code, read_sampled_code(r.bundle, samples, r.cancelled()));
  SampleRows rows(r, metadata, code);
  IR_RETURN_IF_ERROR(rows.summary(samples));
  std::set<uint64_t> executables;
  for (const auto& [kernel, count] : samples.kernels) executables.insert(kernel.executable);
  for (const uint64_t executable : executables) IR_RETURN_IF_ERROR(rows.executable(executable));
  for (const auto& [of, sites] : code.sites) IR_RETURN_IF_ERROR(rows.place(of.first, of.second, sites));
  return each_own_record<format::Sample>(r.bundle, format::kSamplesContentType, r.cancelled(),
                                         [&](format::Sample sample) {
                                           sample.executable_id = samples.code.first(sample.executable_id);
                                           return rows.sample(sample);
                                         })
      .status();
}

}  // namespace ireereplay::profile
