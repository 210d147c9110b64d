#include "profile_document.h"

#include <charconv>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "addon_data.h"
#include "cancel.h"
#include "profile/timeline/causes.h"
#include "profile/timeline/details.h"
#include "profile/timeline/document.h"
#include "profile/timeline/events.h"
#include "profile/timeline/flame.h"
#include "profile/timeline/json.h"
#include "profile/timeline/places.h"
#include "profile/timeline/repetitions.h"
#include "profile/timeline/statistics.h"
#include "progress.h"
#include "promise.h"
#include "timeline_questions.h"

namespace ireereplay::addon {

namespace {

using profile::timeline::Document;
using profile::timeline::SliceId;
using profile::timeline::Timeline;
using SharedDocument = std::shared_ptr<Document>;

Status profile_closed() { return Status(StatusCode::kFailedPrecondition, "the profile is closed"); }

class ProfileDocumentHandle : public Napi::ObjectWrap<ProfileDocumentHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    using Self = ProfileDocumentHandle;
    return DefineClass(env, "ProfileDocument",
                       {InstanceMethod<&Self::load>("load"),
                        InstanceMethod<&Self::summary>("summary"),
                        InstanceMethod<&Self::tracks>("tracks"),
                        InstanceMethod<&Self::names>("names"),
                        InstanceMethod<&Self::windows>("windows"),
                        InstanceMethod<&Self::details>("details"),
                        InstanceMethod<&Self::neighbour>("neighbour"),
                        InstanceMethod<&Self::slice_at>("sliceAt"),
                        InstanceMethod<&Self::slices_of_record>("slicesOfRecord"),
                        InstanceMethod<&Self::event_place>("eventPlace"),
                        InstanceMethod<&Self::statistics>("statistics"),
                        InstanceMethod<&Self::flame>("flame"),
                        InstanceMethod<&Self::explain>("explain"),
                        InstanceMethod<&Self::flows>("flows"),
                        InstanceMethod<&Self::critical_path>("criticalPath"),
                        InstanceMethod<&Self::search>("search"),
                        InstanceMethod<&Self::next_match>("nextMatch"),
                        InstanceMethod<&Self::repetitions>("repetitions"),
                        InstanceMethod<&Self::begun>("begun"),
                        InstanceMethod<&Self::occurrences>("occurrences"),
                        InstanceMethod<&Self::close>("close")});
  }

  explicit ProfileDocumentHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<ProfileDocumentHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) document_ = *info[0].As<Napi::External<SharedDocument>>().Data();
  }

 private:
  /// Asks what is there of the document for a text, on a pool thread.
  using Ask = std::function<Result<std::string>(Document&, const Timeline&)>;
  Napi::Value ask(Napi::Env env, Ask work) {
    if (!document_) return rejected(env, profile_closed());
    return PromiseWorker<std::string>::run(
        env,
        [document = document_, work = std::move(work)]() -> Result<std::string> {
          return work(*document, *document->timeline());
        },
        to_string_value);
  }

  Napi::Value of_timeline(const Napi::CallbackInfo& info, TimelineQuestion question) {
    return document_ ? question(info, document_) : rejected(info.Env(), profile_closed());
  }

  Napi::Value load(const Napi::CallbackInfo& info) {
    if (!document_) return rejected(info.Env(), profile_closed());
    auto progress = std::make_shared<ProgressCallback>(info.Env(), info[0]);
    return PromiseWorker<Nothing>::run(
        info.Env(),
        [document = document_, progress, cancel = cancel_flag(info[1])]() mutable -> Result<Nothing> {
          const Status status = document->load(*cancel, [&](double fraction, bool has_more) {
            progress->call([=](Napi::Env env, Napi::Function function) {
              function.Call({Napi::Number::New(env, fraction), Napi::Boolean::New(env, has_more)});
            });
          });
          progress.reset();
          if (!status.ok()) return status;
          return Nothing{};
        },
        to_undefined);
  }

  Napi::Value summary(const Napi::CallbackInfo& info) {
    return ask(info.Env(), [](Document&, const Timeline& timeline) { return summary_json(timeline); });
  }
  Napi::Value tracks(const Napi::CallbackInfo& info) { return of_timeline(info, timeline_tracks); }
  Napi::Value names(const Napi::CallbackInfo& info) { return of_timeline(info, timeline_names); }
  Napi::Value windows(const Napi::CallbackInfo& info) { return of_timeline(info, timeline_windows); }
  Napi::Value neighbour(const Napi::CallbackInfo& info) { return of_timeline(info, timeline_neighbour); }
  Napi::Value slice_at(const Napi::CallbackInfo& info) { return of_timeline(info, timeline_slice_at); }
  Napi::Value search(const Napi::CallbackInfo& info) { return of_timeline(info, timeline_search); }
  Napi::Value next_match(const Napi::CallbackInfo& info) { return of_timeline(info, timeline_next_match); }

  /// details(track, index, cancel)
  Napi::Value details(const Napi::CallbackInfo& info) {
    return ask(info.Env(), [slice = slice_of(info[0], info[1]), cancel = cancel_flag(info[2])](
                               Document&, const Timeline& timeline) { return details_json(timeline, slice, *cancel); });
  }

  static std::string place(const Timeline& timeline, const std::optional<SliceId>& found) {
    return found ? place_json(timeline, timeline.track(found->track), found->index) : "null";
  }

  /// slicesOfRecord(record)
  Napi::Value slices_of_record(const Napi::CallbackInfo& info) {
    return ask(
        info.Env(),
        [record = info[0].ToNumber().Int64Value()](Document&, const Timeline& timeline) -> Result<std::string> {
          std::string text = "[";
          for (const SliceId& slice : profile::timeline::slices_of_record(timeline, static_cast<uint64_t>(record)))
            text += (text.size() == 1 ? "" : ",") + place_json(timeline, timeline.track(slice.track), slice.index);
          return text + "]";
        });
  }

  /// eventPlace(kind, names: string[], digits: string[], cancel)
  Napi::Value event_place(const Napi::CallbackInfo& info) {
    profile::timeline::EventNumbers wanted = {info[0].ToString().Utf8Value(), {}};
    const auto names = info[1].As<Napi::Array>(), digits = info[2].As<Napi::Array>();
    for (uint32_t i = 0; i < names.Length(); ++i) {
      const std::string text = digits.Get(i).ToString().Utf8Value();
      uint64_t number = 0;
      (void)std::from_chars(text.data(), text.data() + text.size(), number);
      wanted.fields.emplace_back(names.Get(i).ToString().Utf8Value(), number);
    }
    return ask(info.Env(),
               [wanted = std::move(wanted), cancel = cancel_flag(info[3])](
                   Document&, const Timeline& timeline) -> Result<std::string> {
                 IR_ASSIGN_OR_RETURN(const auto found, profile::timeline::place_of_event(timeline, wanted, *cancel));
                 return event_place_json(timeline, found);
               });
  }

  /// statistics(from, to, cancel)
  Napi::Value statistics(const Napi::CallbackInfo& info) {
    return ask(info.Env(), [from = info[0].ToString().Utf8Value(), to = info[1].ToString().Utf8Value(),
                            cancel = cancel_flag(info[2])](Document&, const Timeline& timeline) {
      return statistics_json(timeline, {time_of(timeline, from), time_of(timeline, to)}, *cancel);
    });
  }

  /// flame(from, to, leftHeavy, cancel)
  Napi::Value flame(const Napi::CallbackInfo& info) {
    return ask(info.Env(), [from = info[0].ToString().Utf8Value(), to = info[1].ToString().Utf8Value(),
                            left_heavy = info[2].ToBoolean().Value(),
                            cancel = cancel_flag(info[3])](Document&, const Timeline& timeline) {
      return flame_json(timeline, {time_of(timeline, from), time_of(timeline, to)}, left_heavy, *cancel);
    });
  }

  /// explain(cancel)
  Napi::Value explain(const Napi::CallbackInfo& info) {
    return ask(info.Env(), [cancel = cancel_flag(info[0])](Document&, const Timeline& timeline) {
      return causes_json(timeline, *cancel);
    });
  }

  /// flows(track, index, cancel)
  Napi::Value flows(const Napi::CallbackInfo& info) {
    return ask(info.Env(),
               [slice = slice_of(info[0], info[1]), cancel = cancel_flag(info[2])](
                   Document& document, const Timeline& timeline) -> Result<std::string> {
                 const auto graph = document.graph(*cancel);
                 if (graph.status().code() == StatusCode::kCancelled) return graph.status();
                 // Without a graph there are still submissions.
                 return flows_json(timeline, graph.ok() ? graph->get() : nullptr, slice);
               });
  }

  /// criticalPath(cancel)
  Napi::Value critical_path(const Napi::CallbackInfo& info) {
    using profile::timeline::CriticalSteps;
    if (!document_) return rejected(info.Env(), profile_closed());
    return PromiseWorker<CriticalSteps>::run(
        info.Env(),
        [document = document_, cancel = cancel_flag(info[0])]() -> Result<CriticalSteps> {
          const auto graph = document->graph(*cancel);
          if (graph.status().code() == StatusCode::kCancelled) return graph.status();
          const auto timeline = document->timeline();
          auto steps = critical_steps(*timeline, graph, *cancel);
          if (!steps.ok()) return steps;
          for (auto* times : {&steps->starts, &steps->ends})
            for (int64_t& time : *times)
              time = static_cast<int64_t>(static_cast<uint64_t>(time) - static_cast<uint64_t>(timeline->origin));
          return steps;
        },
        [](Napi::Env env, CriticalSteps& steps) -> Napi::Value {
          auto object = Napi::Object::New(env);
          object.Set("length", std::to_string(steps.length));
          object.Set("tracks", copy_array<Napi::Uint32Array>(env, steps.tracks));
          object.Set("indices", copy_array<Napi::Uint32Array>(env, steps.indices));
          object.Set("starts", copy_array<Napi::BigInt64Array>(env, steps.starts));
          object.Set("ends", copy_array<Napi::BigInt64Array>(env, steps.ends));
          if (!steps.absent.empty()) object.Set("absent", steps.absent);
          return object;
        });
  }

  /// repetitions(cancel)
  Napi::Value repetitions(const Napi::CallbackInfo& info) {
    return ask(info.Env(), [cancel = cancel_flag(info[0])](Document&, const Timeline& timeline) {
      return repetitions_json(timeline, *cancel);
    });
  }

  /// begun(from, to, cancel)
  Napi::Value begun(const Napi::CallbackInfo& info) {
    return ask(info.Env(), [from = info[0].ToString().Utf8Value(), to = info[1].ToString().Utf8Value(),
                            cancel = cancel_flag(info[2])](Document&, const Timeline& timeline) {
      return begun_json(timeline, {time_of(timeline, from), time_of(timeline, to)}, *cancel);
    });
  }

  /// occurrences(track, indices: Uint32Array, from, byName, cancel)
  Napi::Value occurrences(const Napi::CallbackInfo& info) {
    using profile::timeline::Occurrences;
    if (!document_) return rejected(info.Env(), profile_closed());
    return PromiseWorker<Occurrences>::run(
        info.Env(),
        [document = document_, track = info[0].ToNumber().Uint32Value(), indices = ids_of(info[1]),
         from = info[2].ToString().Utf8Value(), by_name = info[3].ToBoolean().Value(),
         cancel = cancel_flag(info[4])]() -> Result<Occurrences> {
          const auto timeline = document->timeline();
          return profile::timeline::occurrences(*timeline, track, indices, time_of(*timeline, from), by_name, *cancel);
        },
        [](Napi::Env env, Occurrences& found) -> Napi::Value {
          auto object = Napi::Object::New(env);
          object.Set("records", copy_array<Napi::Uint32Array>(env, found.records));
          object.Set("ordinals", copy_array<Napi::Uint32Array>(env, found.ordinals));
          return object;
        });
  }

  Napi::Value close(const Napi::CallbackInfo& info) {
    document_.reset();
    return info.Env().Undefined();
  }

  SharedDocument document_;
};

}  // namespace

Napi::Function define_profile_document_class(Napi::Env env) { return ProfileDocumentHandle::define(env); }

Napi::Value open_profile(const Napi::CallbackInfo& info) {
  return PromiseWorker<SharedDocument>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), cancel = cancel_flag(info[1])] { return Document::open(path, *cancel); },
      [](Napi::Env env, SharedDocument& document) -> Napi::Value {
        auto* data = env.GetInstanceData<AddonData>();
        return data->profile_document_class.New({Napi::External<SharedDocument>::New(env, &document)});
      });
}

}  // namespace ireereplay::addon
