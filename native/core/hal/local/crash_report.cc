#include "hal/local/crash_report.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "hal/local/plan.h"
#include "hal/local/position.h"

namespace ireereplay::replay {

namespace {

// A signal handler can only use globals; these are all that the engine has.
thread_local const Position* t_position = nullptr;
std::atomic<bool> g_installed{false};
std::atomic<int> g_fd{-1};  // Negative: use g_reader.
// What the process becomes; the report's path is its last argument.
char g_report_path[32];
std::vector<std::string> g_reader;
std::vector<char*> g_reader_arguments;
std::atomic<LastWork*> g_last_work{nullptr};
// The thread that reports; the process dies with it, and the others wait for that.
std::atomic<pid_t> g_reporter{0};
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
struct sigaction g_previous[sizeof(kSignals) / sizeof(kSignals[0])];

/// Writes everything, as long as there is a reader and it can be read.
void write_all(int fd, const void* data, size_t length) {
  for (size_t done = 0; done < length;) {
    const ssize_t count = ::write(fd, static_cast<const char*>(data) + done, length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

// A line built without allocating. What does not fit is left out.
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
  void copy_to(char* text, size_t capacity) const {
    const size_t length = std::min(size_, capacity - 1);
    std::memcpy(text, buffer_, length);
    text[length] = 0;
  }
  Line& quoted(const char* data, size_t length) { return text("\"").plain(data, length).text("\""); }
  /// A path: as it is, or nothing of it.
  Line& whole(const char* path) {
    size_t length = 0;
    const auto is_plain = [](char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; };
    while (path[length] != 0 && length < 512 && is_plain(path[length])) ++length;
    return quoted(path, path[length] == 0 ? length : 0);
  }
  void write(int fd) const { write_all(fd, buffer_, size_); }

 private:
  char buffer_[2048];
  size_t size_ = 0;
};

// Not signals: a kernel that had to be ended from outside, and one that ends the process itself.
constexpr int kTimeout = 0;
constexpr int kExit = -1;
constexpr int kCancelled = -2;

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
      return kEndedByTimeout;
    case kCancelled:
      return kEndedByCancelling;
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

/// Where the replay was; unknown fields keep their defaults.
struct Place {
  const Command* command = nullptr;
  const Command* step = nullptr;
  uint64_t executable = 0;
  const std::string* function = nullptr;
  const abi::WorkgroupState* workgroup = nullptr;
  const abi::DispatchState* grid = nullptr;  ///< nullptr when it was read from a buffer.
  /// Program counter in the executable's image; kNoPlace outside of it.
  uint64_t pc_offset = kNoPlace;
  const LoadedFunction* loaded = nullptr;
  Bytes image;  ///< The ELF file that pc_offset refers to.
  const ExecutableInfo* loading = nullptr;
  const char* profile = nullptr;  ///< What was kept of the run.
};

Place place_of(const Position& position, uint64_t pc) {
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
  if (place.command->op != PlanOp::kCallIndirect) place.grid = &dispatch->state;
  const Executable& loaded = *plan->executables[note.executable];
  const uint64_t begin = reinterpret_cast<uint64_t>(loaded.image().data());
  if (pc >= begin && pc - begin < loaded.image().size()) {
    place.pc_offset = pc - loaded.image_bias();
    place.image = executable.data;
  }
  for (const LoadedFunction& function : loaded.functions()) {
    if (function.call == dispatch->call) place.loaded = &function;
  }
  return place;
}

void append_workgroup(const abi::WorkgroupState& workgroup, Line* line) {
  line->text("[").number(workgroup.id_x).text(",").number(workgroup.id_y).text(",").number(workgroup.id_z).text("]");
}

void describe(int signal, const siginfo_t& info, const Place& place, uint64_t pc, Line* line) {
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
  if (place.loaded != nullptr && place.loaded->source_line != 0) {
    const std::string& path = place.loaded->source_path;
    line->text(",\"source\":").quoted(path.data(), path.size());
    line->text(",\"line\":").number(place.loaded->source_line);
  }
  if (place.profile != nullptr) line->text(",\"profile\":").whole(place.profile);
  if (!place.image.empty()) line->text(",\"image\":").number(place.image.size());
  line->text("}}\n");
}

enum class Claim { kFirst, kAgain, kAnother };

/// Which thread reports: one does, once. kAgain tells it that its own report has failed.
Claim claim_report() {
  pid_t reporter = 0;
  const pid_t self = ::gettid();
  if (g_reporter.compare_exchange_strong(reporter, self)) return Claim::kFirst;
  return reporter == self ? Claim::kAgain : Claim::kAnother;
}

[[noreturn]] void wait_for_the_end() {
  for (;;) ::pause();
}

/// Where a report is written.
int report_descriptor() {
  const int fd = g_fd.load(std::memory_order_relaxed);
  return fd >= 0 ? fd : ::memfd_create("ireereplay-crash", 0);
}

void write_report(int fd, int signal, const siginfo_t& info, const Place& place, uint64_t pc) {
  Line line;
  describe(signal, info, place, pc, &line);
  line.write(fd);
  // A page that has become unreadable ends the writing, not the process.
  write_all(fd, place.image.data(), place.image.size());
}

/// Longest that keeping the work of a run may take.
constexpr unsigned kMostSecondsToKeep = 20;

/// In a copy of this process: keeps the work, and ends.
[[noreturn]] void keep_in_copy(LastWork* work, int signal) {
  struct Keeping {
    LastWork* work;
    const char* what;
    bool is_kept;
  } keeping = {work, name_of(signal), false};
  // What goes wrong now ends the copy alone.
  for (const int fatal : kSignals) ::signal(fatal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGALRM, SIG_DFL);
  ::alarm(kMostSecondsToKeep);
  // A handler's stack is too small for it.
  pthread_t thread;
  const auto keep = [](void* what) -> void* {
    auto* const told = static_cast<Keeping*>(what);
    told->is_kept = told->work->keep(told->what);
    return nullptr;
  };
  if (::pthread_create(&thread, nullptr, keep, &keeping) != 0) ::_exit(1);
  ::pthread_join(thread, nullptr);
  ::_exit(keeping.is_kept ? 0 : 1);
}

/// Keeps the work of the run that a kernel's fatal signal ends. The thread is in the kernel, which holds no lock;
/// others may: so a copy of the process does it, for which the C library sees to its own.
void keep_after_signal(int signal, Place* place) {
  LastWork* const work = g_last_work.load(std::memory_order_acquire);
  if (work == nullptr || place->image.empty()) return;
  work->stop(*t_position);
  const pid_t copy = ::fork();
  if (copy == 0) keep_in_copy(work, signal);
  if (copy < 0) return;
  int status = 0;
  while (::waitpid(copy, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) place->profile = work->file();
}

/// Becomes the program that reads the report in `fd`, if there is one.
void become_reader(int fd) {
  if (g_fd.load(std::memory_order_relaxed) >= 0) return;
  Line path;
  path.text("/proc/self/fd/").number(static_cast<uint64_t>(fd)).copy_to(g_report_path, sizeof(g_report_path));
  // The parent may have made these close-on-exec.
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::fcntl(standard, F_SETFD, 0);
  ::execv(g_reader_arguments[0], g_reader_arguments.data());
  Line().text("ireereplay: the replay crashed, and its report could not be read\n").write(STDERR_FILENO);
  ::_exit(1);
}

void handle(int signal, siginfo_t* info, void* context) {
  const Claim claim = claim_report();
  if (claim == Claim::kAnother) wait_for_the_end();
  const int fd = report_descriptor();
  const uint64_t pc = program_counter(context);
  if (claim == Claim::kFirst) {
    Place place = t_position != nullptr ? place_of(*t_position, pc) : Place();
    keep_after_signal(signal, &place);
    write_report(fd, signal, *info, place, pc);
  } else {
    // What the position refers to is damaged.
    write_report(fd, signal, *info, Place(), pc);
  }
  become_reader(fd);
  // The signal then acts as it would have without us.
  for (size_t i = 0; i < sizeof(kSignals) / sizeof(kSignals[0]); ++i) {
    if (kSignals[i] == signal) ::sigaction(signal, &g_previous[i], nullptr);
  }
  ::raise(signal);
}

}  // namespace

void set_thread_position(const Position* position) { t_position = position; }

const Position* thread_position() { return t_position; }

void prepare_thread_for_crash_report() {
  // Once per thread: called for each run, and a run may take less than a system call.
  static thread_local bool prepared = false;
  if (std::exchange(prepared, true)) return;
  stack_t current = {};
  if (::sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) == 0) return;
  // Never freed: a thread that dies by a signal needs it to the end, and there are few threads.
  constexpr size_t kSize = 64 * 1024;
  void* memory = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = kSize;
  ::sigaltstack(&stack, nullptr);
}

namespace {

// Reports what is not a signal, and ends the process.
[[noreturn]] void report_and_exit(const Place& place, int what, int status) {
  if (claim_report() != Claim::kFirst) wait_for_the_end();
  const siginfo_t nothing = {};
  const int fd = report_descriptor();
  write_report(fd, what, nothing, place, 0);
  become_reader(fd);
  ::_exit(status);
}

// A kernel has no business ending the process, but one in a system library can.
void handle_exit() {
  if (!g_installed || t_position == nullptr) return;
  const Place place = place_of(*t_position, 0);
  if (place.function != nullptr || place.loading != nullptr) report_and_exit(place, kExit, 125);
}

void install() {
  if (g_installed.exchange(true)) return;
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

}  // namespace

KeptAtTheEnd::KeptAtTheEnd(LastWork* work) { g_last_work.store(work, std::memory_order_release); }

KeptAtTheEnd::~KeptAtTheEnd() { g_last_work.store(nullptr, std::memory_order_release); }

void report_hang(const Position& position, bool timed_out) {
  const int how = timed_out ? kTimeout : kCancelled;
  if (!g_installed) return;
  Place place = place_of(position, 0);
  LastWork* const work = g_last_work.load(std::memory_order_acquire);
  if (work != nullptr && place.function != nullptr) {
    work->stop(position);
    if (work->keep(name_of(how))) place.profile = work->file();
  }
  report_and_exit(place, how, 124);
}

void install_crash_report(int fd) {
  g_fd.store(fd);
  install();
}

void install_crash_reader(std::vector<std::string> command) {
  g_reader = std::move(command);
  g_reader_arguments.clear();
  for (std::string& argument : g_reader) g_reader_arguments.push_back(argument.data());
  g_reader_arguments.push_back(g_report_path);
  g_reader_arguments.push_back(nullptr);
  g_fd.store(-1);
  install();
}

}  // namespace ireereplay::replay
