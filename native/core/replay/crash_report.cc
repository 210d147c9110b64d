#include "replay/crash_report.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <utility>

#include "executable/line_table.h"
#include "replay/plan.h"
#include "replay/position.h"

namespace ireereplay::replay {

namespace {

// A signal handler has nothing but globals to work with; these are all that the engine has.
thread_local const Position* t_position = nullptr;
std::atomic<int> g_fd{-1};
std::atomic<CrashForm> g_form{CrashForm::kJson};
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
struct sigaction g_previous[sizeof(kSignals) / sizeof(kSignals[0])];

// A line put together without allocating. What does not fit is left out.
class Line {
 public:
  Line& text(const char* text) { return bytes(text, std::strlen(text)); }
  Line& bytes(const char* data, size_t length) {
    if (length > sizeof(buffer_) - size_) length = sizeof(buffer_) - size_;
    std::memcpy(buffer_ + size_, data, length);
    size_ += length;
    return *this;
  }
  Line& number(uint64_t value, unsigned base = 10) {
    char digits[24];
    size_t at = sizeof(digits);
    do {
      digits[--at] = "0123456789abcdef"[value % base];
      value /= base;
    } while (value != 0);
    return bytes(digits + at, sizeof(digits) - at);
  }
  Line& plain(const char* data, size_t length) {
    for (size_t i = 0; i < length && i < 512; ++i) {
      // Names are identifiers and paths; anything else in them is not worth escaping here.
      const char c = data[i];
      const char plain = c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ? '?' : c;
      bytes(&plain, 1);
    }
    return *this;
  }
  Line& quoted(const char* data, size_t length) { return text("\"").plain(data, length).text("\""); }
  void write(int fd) const {
    for (size_t done = 0; done < size_;) {
      const ssize_t count = ::write(fd, buffer_ + done, size_ - done);
      if (count <= 0) return;
      done += static_cast<size_t>(count);
    }
  }

 private:
  char buffer_[2048];
  size_t size_ = 0;
};

// No signals: a kernel that has to be ended from outside, and one that ends the process itself.
constexpr int kTimeout = 0;
constexpr int kExit = -1;

bool is_signal(int signal) { return signal > 0; }

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGILL:
      return "SIGILL";
    case SIGFPE:
      return "SIGFPE";
    case SIGTRAP:
      return "SIGTRAP";
    case SIGSYS:
      return "SIGSYS";
    case kTimeout:
      return "TIMEOUT";
    case kExit:
      return "EXIT";
    default:
      return "SIGABRT";
  }
}

uint64_t program_counter(const void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  return static_cast<uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return machine->uc_mcontext.pc;
#else
  return machine != nullptr ? 0 : 0;
#endif
}

// The instruction set that an instruction which this processor refused belongs to, by its first byte: code compiled for
// a newer processor is the usual reason. nullptr for any other instruction.
const char* refused_instruction_set(const uint8_t* instruction) {
#if defined(__x86_64__)
  switch (*instruction) {
    case 0x62:
      return __builtin_cpu_supports("avx512f") ? "an extension of AVX-512" : "AVX-512";
    case 0xC4:
    case 0xC5:
      return __builtin_cpu_supports("avx2") ? "an extension of AVX" : "AVX or AVX2";
    default:
      return nullptr;
  }
#else
  return instruction != nullptr ? nullptr : nullptr;
#endif
}

/// Where the replay was; what is not known keeps its default.
struct Place {
  const Command* command = nullptr;
  const Command* step = nullptr;
  uint64_t executable = 0;
  const std::string* function = nullptr;
  const abi::WorkgroupState* workgroup = nullptr;
  const abi::DispatchState* grid = nullptr;  ///< nullptr when it was read from a buffer.
  /// Program counter in the executable's image; kNoPlace outside of it.
  uint64_t pc_offset = kNoPlace;
  SourceLine source;
  const char* instruction_set = nullptr;  ///< Of the instruction that the processor refused.
  const ExecutableInfo* loading = nullptr;
};

// The line of the instruction; else that of the function, which the compiler may have left in the executable.
SourceLine source_of(const ExecutableInfo& info, const Executable& loaded, const Dispatch& dispatch,
                     uint64_t pc_offset) {
  // A compiler that read its source from a pipe calls it "-".
  if (pc_offset != kNoPlace) {
    const SourceLine line = find_source_line(info.data, pc_offset);
    if (line.line != 0 && line.file != "-") return line;
  }
  for (const LoadedFunction& function : loaded.functions()) {
    if (function.call == dispatch.call && function.source_line != 0)
      return {{}, function.source_path, function.source_line};
  }
  return {};
}

Place place_of(const Position& position, uint64_t pc, int signal) {
  Place place;
  if (const ExecutableInfo* loading = position.loading.load(std::memory_order_relaxed)) {
    place.loading = loading;
    return place;
  }
  const Plan* plan = position.plan.load(std::memory_order_relaxed);
  place.command = position.command.load(std::memory_order_relaxed);
  if (plan == nullptr || place.command == nullptr) return {};
  const Command* step = position.step.load(std::memory_order_relaxed);
  if (step != place.command) place.step = step;
  const Dispatch* dispatch = plan->dispatch_of(*place.command);
  if (dispatch == nullptr) return place;
  const DispatchNote& note = plan->note_of(dispatch);
  const ExecutableInfo& executable = plan->program.executables[note.executable];
  place.executable = executable.id;
  place.function = &executable.functions[note.function].name;
  place.workgroup = &position.workgroup;
  if (place.command->op != Do::kCallIndirect) place.grid = &dispatch->state;
  const Executable& loaded = *plan->executables[note.executable];
  const uint64_t begin = reinterpret_cast<uint64_t>(loaded.image().data());
  if (pc >= begin && pc - begin < loaded.image().size()) {
    place.pc_offset = pc - loaded.image_bias();
    if (signal == SIGILL) place.instruction_set = refused_instruction_set(reinterpret_cast<const uint8_t*>(pc));
  }
  place.source = source_of(executable, loaded, *dispatch, place.pc_offset);
  return place;
}

void append_workgroup(const abi::WorkgroupState& workgroup, Line* line) {
  line->text("[").number(workgroup.id_x).text(",").number(workgroup.id_y).text(",").number(workgroup.id_z).text("]");
}

void append_path(const SourceLine& source, Line* line) {
  const bool is_absolute = source.file.starts_with('/');
  if (!is_absolute && !source.directory.empty() && source.directory != ".") {
    line->plain(source.directory.data(), source.directory.size()).text("/");
  }
  line->plain(source.file.data(), source.file.size());
}

void write_json(int signal, const siginfo_t& info, const Place& place, uint64_t pc, Line* line) {
  line->text("{\"crash\":{\"signal\":\"").text(name_of(signal)).text("\"");
  if (is_signal(signal) && signal != SIGABRT)
    line->text(",\"address\":\"0x").number(reinterpret_cast<uint64_t>(info.si_addr), 16).text("\"");
  if (place.loading != nullptr) {
    line->text(",\"record\":").number(place.loading->record);
    line->text(",\"executable\":").number(place.loading->id).text(",\"loading\":true");
  }
  if (place.command != nullptr) line->text(",\"record\":").number(place.command->record);
  if (place.step != nullptr) line->text(",\"execute_record\":").number(place.step->record);
  if (place.function != nullptr) {
    line->text(",\"executable\":")
        .number(place.executable)
        .text(",\"function\":")
        .quoted(place.function->data(), place.function->size());
    line->text(",\"workgroup\":");
    append_workgroup(*place.workgroup, line);
    if (place.grid != nullptr) {
      line->text(",\"workgroup_count\":[").number(place.grid->workgroup_count_x).text(",");
      line->number(place.grid->workgroup_count_y).text(",").number(place.grid->workgroup_count_z).text("]");
    }
  }
  if (place.pc_offset != kNoPlace) line->text(",\"pc_offset\":").number(place.pc_offset);
  if (is_signal(signal)) line->text(",\"pc\":\"0x").number(pc, 16).text("\"");
  if (place.instruction_set != nullptr) line->text(",\"instruction_set\":\"").text(place.instruction_set).text("\"");
  if (place.source.line != 0) {
    line->text(",\"source\":\"");
    append_path(place.source, line);
    line->text("\",\"line\":").number(place.source.line);
  }
  line->text("}}\n");
}

void write_sentence(int signal, const siginfo_t& info, const Place& place, Line* line) {
  line->text("ireereplay: the replay ");
  if (signal == kExit) {
    line->text("was ended by an exit");
  } else {
    line->text(signal == kTimeout ? "hangs and is ended: " : "died of ").text(name_of(signal));
  }
  if (is_signal(signal) && signal != SIGABRT)
    line->text(" at address 0x").number(reinterpret_cast<uint64_t>(info.si_addr), 16);
  if (place.loading != nullptr) {
    line->text(" while executable ").number(place.loading->id).text(" of record #").number(place.loading->record);
    line->text(" was loaded");
  }
  if (place.command != nullptr) line->text(" in record #").number(place.command->record);
  if (place.step != nullptr) line->text(", executed by #").number(place.step->record);
  if (place.function != nullptr) {
    line->text(": function ").quoted(place.function->data(), place.function->size());
    line->text(" of executable ").number(place.executable).text(", workgroup ");
    append_workgroup(*place.workgroup, line);
    if (place.pc_offset != kNoPlace) line->text(", at 0x").number(place.pc_offset, 16).text(" of its image");
    if (place.source.line != 0) {
      line->text(", source ");
      append_path(place.source, line);
      line->text(":").number(place.source.line);
    }
  }
  if (place.instruction_set != nullptr) {
    line->text("; it is compiled for a processor with ").text(place.instruction_set).text(", which this one lacks");
  }
  if (signal == SIGSYS) line->text("; a kernel may make no system call");
  line->text("\n");
}

void handle(int signal, siginfo_t* info, void* context) {
  const int fd = g_fd.load(std::memory_order_relaxed);
  const CrashForm form = g_form.load(std::memory_order_relaxed);
  if (fd >= 0) {
    Line line;
    const uint64_t pc = program_counter(context);
    const Place place = t_position != nullptr ? place_of(*t_position, pc, signal) : Place();
    if (form == CrashForm::kJson) {
      write_json(signal, *info, place, pc, &line);
    } else {
      write_sentence(signal, *info, place, &line);
    }
    line.write(fd);
  }
  if (form == CrashForm::kSentence) ::_exit(1);
  // The signal takes the course it would have taken without us.
  for (size_t i = 0; i < sizeof(kSignals) / sizeof(kSignals[0]); ++i) {
    if (kSignals[i] == signal) ::sigaction(signal, &g_previous[i], nullptr);
  }
  ::raise(signal);
}

}  // namespace

void set_thread_position(const Position* position) { t_position = position; }

const Position* thread_position() { return t_position; }

void prepare_thread_for_crash_report() {
  // Once a thread: it is called for each run, and a run may take less than a system call.
  static thread_local bool prepared = false;
  if (std::exchange(prepared, true)) return;
  stack_t current = {};
  if (::sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) == 0) return;
  // Never given back: a thread that dies by a signal needs it to the end, and there are few threads.
  constexpr size_t kSize = 64 * 1024;
  void* memory = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = kSize;
  ::sigaltstack(&stack, nullptr);
}

namespace {

// Writes what is no signal, and ends the process.
[[noreturn]] void report_and_exit(int fd, const Place& place, int what, int status) {
  const CrashForm form = g_form.load(std::memory_order_relaxed);
  const siginfo_t nothing = {};
  Line line;
  if (form == CrashForm::kJson) {
    write_json(what, nothing, place, 0, &line);
  } else {
    write_sentence(what, nothing, place, &line);
  }
  line.write(fd);
  ::_exit(form == CrashForm::kJson ? status : 1);
}

// A kernel has no business ending the process; one of a system library can.
void handle_exit() {
  const int fd = g_fd.load(std::memory_order_relaxed);
  if (fd < 0 || t_position == nullptr) return;
  const Place place = place_of(*t_position, 0, kExit);
  if (place.function != nullptr || place.loading != nullptr) report_and_exit(fd, place, kExit, 125);
}

}  // namespace

void report_hang(const Position& position) {
  const int fd = g_fd.load(std::memory_order_relaxed);
  if (fd >= 0) report_and_exit(fd, place_of(position, 0, kTimeout), kTimeout, 124);
}

void install_crash_report(int fd, CrashForm form) {
  g_form.store(form);
  if (g_fd.exchange(fd) >= 0) return;
  prepare_thread_for_crash_report();
  std::atexit(handle_exit);
  for (size_t i = 0; i < sizeof(kSignals) / sizeof(kSignals[0]); ++i) {
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(kSignals[i], &action, &g_previous[i]);
  }
}

}  // namespace ireereplay::replay
