// Names the kernel that killed the process. Handlers for fatal signals write plain facts, and another process works out
// what these mean in the executable. Everything that the handlers touch is async-signal-safe.
#pragma once

#include <string>
#include <vector>

namespace ireereplay::replay {

/// Installs handlers for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS that write a report to `fd`, then
/// raise the signal again with the previous action. Each thread that executes kernels gets an alternate stack, so that
/// a stack overflow is reported too. However many threads fault, one reports, and the others wait for the end.
/// Process-wide by nature; a second call only changes the descriptor. The report is a line of JSON, without fields that
/// are unknown:
///
///   {"crash":{"signal":"SIGSEGV","address":"0x7f12","record":39,"execute_record":43,"executable":4,
///    "function":"mul","workgroup":[0,0,0],"workgroup_count":[2,1,1],"pc_offset":1234,"pc":"0x7f..",
///    "source":"mul.mlir","line":7,"profile":"mul.ireeprof","image":14432}}
///
/// source and line are those of the function; profile is what LastWork has kept, or "" where its path is
/// no plain text. pc_offset is the program counter as a virtual address of the executable,
/// whose ELF file follows the line: `image` bytes, in which locate_code (executable/code_location.h) finds the line of
/// the instruction and what it needs of a processor. A kernel that calls exit() is reported with the signal "EXIT" and
/// ends the process with status 125. For code of an executable that was being loaded, there is "record", "executable"
/// and "loading":true.
void install_crash_report(int fd);

/// The same, but the process becomes `command` (program and arguments, then the path of a file that holds the report):
/// for when no parent waits for the report.
void install_crash_reader(std::vector<std::string> command);

struct Position;

/// What ends a kernel that does not return, in place of a signal.
inline constexpr char kEndedByTimeout[] = "TIMEOUT";
inline constexpr char kEndedByCancelling[] = "CANCELLED";

/// Keeps what a run has come to when a kernel is the end of its process.
class LastWork {
 public:
  virtual ~LastWork() = default;
  /// Called first, where everything is still as the kernel left it: on the thread that it is on, in a signal handler,
  /// or on the one that found that it does not return.
  virtual void stop(const Position& position) = 0;
  /// Called then on a thread that may do anything, in this process or in a copy of it that has no other thread. `what`
  /// says in a few words how the process ends. False where nothing could be kept.
  virtual bool keep(const char* what) = 0;
  /// The file that is kept, for the report.
  virtual const char* file() const = 0;
};

/// Makes `work` the one to be kept, as long as this lives. One at a time.
class KeptAtTheEnd {
 public:
  explicit KeptAtTheEnd(LastWork* work);
  ~KeptAtTheEnd();
  KeptAtTheEnd(const KeptAtTheEnd&) = delete;
  KeptAtTheEnd& operator=(const KeptAtTheEnd&) = delete;
};

/// Reports a kernel that does not return, with "signal":"TIMEOUT" or else "CANCELLED", and ends the process with status
/// 124. Does nothing when no report has been installed.
void report_hang(const Position& position, bool timed_out);

/// Sets the calling thread's position, for the crash report; nullptr clears it.
void set_thread_position(const Position* position);
const Position* thread_position();

/// Gives the calling thread a stack for signal handlers, so that its own stack overflow can be reported; kept until the
/// thread ends.
void prepare_thread_for_crash_report();

}  // namespace ireereplay::replay
