// The addon's exports. Glue only: arguments in, a worker, results out.
#include <napi.h>

#include "addon_data.h"
#include "breakdown.h"
#include "cancel.h"
#include "capture_handle.h"
#include "comparing.h"
#include "composing.h"
#include "difference.h"
#include "dispatches.h"
#include "dump.h"
#include "executable_code.h"
#include "executable_sources.h"
#include "file_lock.h"
#include "inspection_handle.h"
#include "llvm_recording.h"
#include "lockstep_handle.h"
#include "measuring.h"
#include "profile_document.h"
#include "profile_handle.h"
#include "record_times.h"
#include "repetitions.h"
#include "replay_handle.h"
#include "roof.h"
#include "sharing.h"
#include "torch_trace.h"
#include "view_handle.h"

namespace ireereplay::addon {

namespace {

Napi::Object init(Napi::Env env, Napi::Object exports) {
  auto* data = new AddonData;  // owned by the environment
  data->capture_class = Napi::Persistent(define_capture_class(env));
  data->view_class = Napi::Persistent(define_view_class(env));
  data->session_class = Napi::Persistent(define_session_class(env));
  data->inspection_class = Napi::Persistent(define_inspection_class(env));
  data->dispatch_benchmark_class = Napi::Persistent(define_dispatch_benchmark_class(env));
  data->breakdown_class = Napi::Persistent(define_breakdown_class(env));
  data->lockstep_class = Napi::Persistent(define_lockstep_class(env));
  data->profile_document_class = Napi::Persistent(define_profile_document_class(env));
  data->torch_trace_class = Napi::Persistent(define_torch_trace_class(env));
  env.SetInstanceData(data);
  exports.Set("openCapture", Napi::Function::New(env, open_capture, "openCapture"));
  exports.Set("dump", Napi::Function::New(env, dump_capture, "dump"));
  exports.Set("recordTimes", Napi::Function::New(env, record_times, "recordTimes"));
  exports.Set("reportProfile", Napi::Function::New(env, report_profile, "reportProfile"));
  exports.Set("profiledFunctionCode", Napi::Function::New(env, list_profiled_function_code, "profiledFunctionCode"));
  exports.Set("openProfile", Napi::Function::New(env, open_profile, "openProfile"));
  exports.Set("repeatScope", Napi::Function::New(env, repeat_capture_scope, "repeatScope"));
  exports.Set("lengthenFiles", Napi::Function::New(env, lengthen_capture_files, "lengthenFiles"));
  exports.Set("leaveOutRecords", Napi::Function::New(env, leave_out_records, "leaveOutRecords"));
  exports.Set("repairCapture", Napi::Function::New(env, repair_capture, "repairCapture"));
  exports.Set("packCapture", Napi::Function::New(env, pack_capture, "packCapture"));
  exports.Set("unpackCapture", Napi::Function::New(env, unpack_capture, "unpackCapture"));
  exports.Set("extractCapture", Napi::Function::New(env, extract_capture, "extractCapture"));
  exports.Set("findPieceMemory", Napi::Function::New(env, find_piece_memory, "findPieceMemory"));
  exports.Set("writePiece", Napi::Function::New(env, write_piece, "writePiece"));
  exports.Set("hostReads", Napi::Function::New(env, host_reads, "hostReads"));
  exports.Set("namedOperations", Napi::Function::New(env, named_operations, "namedOperations"));
  exports.Set("composeTaps", Napi::Function::New(env, compose_taps, "composeTaps"));
  exports.Set("writeCandidate", Napi::Function::New(env, write_candidate, "writeCandidate"));
  exports.Set("composeRepetitions", Napi::Function::New(env, compose_repetitions, "composeRepetitions"));
  exports.Set("compareCaptures", Napi::Function::New(env, compare_captures_of, "compareCaptures"));
  exports.Set("describeLlvmRecording", Napi::Function::New(env, describe_llvm_recording, "describeLlvmRecording"));
  exports.Set("compareLlvmReplay", Napi::Function::New(env, compare_llvm_replay, "compareLlvmReplay"));
  exports.Set("llvmFunctionCode", Napi::Function::New(env, list_llvm_function_code, "llvmFunctionCode"));
  exports.Set("describeLlvmFolder", Napi::Function::New(env, describe_llvm_folder, "describeLlvmFolder"));
  exports.Set("createTorchTrace", Napi::Function::New(env, create_torch_trace, "createTorchTrace"));
  exports.Set("createCancel", Napi::Function::New(env, create_cancel, "createCancel"));
  exports.Set("preflight", Napi::Function::New(env, preflight_capture, "preflight"));
  exports.Set("prepareReplay", Napi::Function::New(env, prepare_replay, "prepareReplay"));
  exports.Set("inspectionOf", Napi::Function::New(env, inspection_of, "inspectionOf"));
  exports.Set("inspect", Napi::Function::New(env, inspect_capture, "inspect"));
  exports.Set("readBufferAt", Napi::Function::New(env, read_buffer_at, "readBufferAt"));
  exports.Set("prepareLockstep", Napi::Function::New(env, prepare_lockstep, "prepareLockstep"));
  exports.Set("compare", Napi::Function::New(env, compare_bytes, "compare"));
  exports.Set("listDispatches", Napi::Function::New(env, list_dispatches_of, "listDispatches"));
  exports.Set("prepareDispatches", Napi::Function::New(env, prepare_dispatches, "prepareDispatches"));
  exports.Set("describeSamples", Napi::Function::New(env, describe_samples_of, "describeSamples"));
  exports.Set("compareMedians", Napi::Function::New(env, compare_medians_of, "compareMedians"));
  exports.Set("clockOverhead", Napi::Function::New(env, clock_overhead, "clockOverhead"));
  exports.Set("embeddedSources", Napi::Function::New(env, sources_in_executable, "embeddedSources"));
  exports.Set("locateCode", Napi::Function::New(env, location_in_executable, "locateCode"));
  exports.Set("describeMachine", Napi::Function::New(env, describe_machine_of, "describeMachine"));
  exports.Set("measureRoof", Napi::Function::New(env, measure_roof_of, "measureRoof"));
  exports.Set("tryLock", Napi::Function::New(env, try_lock, "tryLock"));
  exports.Set("installCrashReport", Napi::Function::New(env, install_crash_report, "installCrashReport"));
  return exports;
}

}  // namespace

NODE_API_MODULE(iree_replay, init)

}  // namespace ireereplay::addon
