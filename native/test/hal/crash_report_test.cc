#include "hal/local/crash_report.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "executable/code_location.h"
#include "executable/damaged_elf.h"
#include "executable/instruction_set.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

struct Death {
  int signal = 0;
  int exit_code = -1;
  std::string line;            ///< Up to the end of the first line.
  std::vector<uint8_t> image;  ///< What came after it.
};

Death die(std::vector<uint8_t> executable, ReplayOptions options, uint64_t timeout_ns = 100000000) {
  int pipe[2];
  EXPECT_EQ(::pipe(pipe), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(pipe[0]);
    // The sanitizers' own handlers are not under test.
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, SIG_DFL);
    install_crash_report(pipe[1]);
    options.substitutions.push_back({false, "", 4, "", std::move(executable), "crash"});
    auto session = Session::prepare(fixture("small.ireereplay"), options);
    if (session.ok()) (void)(*session)->run({.timeout_ns = timeout_ns});
    ::_exit(0);
  }
  ::close(pipe[1]);
  Death death;
  char buffer[4096];
  for (ssize_t count; (count = ::read(pipe[0], buffer, sizeof(buffer))) > 0;) death.line.append(buffer, count);
  ::close(pipe[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  const size_t end = std::min(death.line.find('\n') + 1, death.line.size());
  death.image.assign(death.line.begin() + static_cast<ptrdiff_t>(end), death.line.end());
  death.line.resize(end);
  if (WIFSIGNALED(status)) death.signal = WTERMSIG(status);
  if (WIFEXITED(status)) death.exit_code = WEXITSTATUS(status);
  return death;
}

Death die(std::vector<uint8_t> executable, const char* device) {
  ReplayOptions options;
  options.devices = {device};
  return die(std::move(executable), options);
}

/// Where it died, as found by the process that reads the report.
CodeLocation location(const Death& death) {
  const size_t at = death.line.find("\"pc_offset\":");
  EXPECT_NE(at, std::string::npos) << death.line;
  return locate_code(death.image, std::strtoull(death.line.c_str() + at + 12, nullptr, 10));
}

#if defined(__x86_64__)
TEST(CrashReport, NamesTheKernelRecordAndSignal) {
  for (const char* device : {"local-sync", "local-task"}) {
    SCOPED_TRACE(device);
    const Death illegal = die(with_kernel({0x0F, 0x0B}), device);  // ud2
    EXPECT_EQ(illegal.signal, SIGILL);
    EXPECT_NE(illegal.line.find("\"signal\":\"SIGILL\""), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"record\":27"), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"executable\":4"), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"function\":\"elementwise_mul\""), std::string::npos) << illegal.line;
    EXPECT_NE(illegal.line.find("\"workgroup\":[0,0,0],\"workgroup_count\":[1,1,1]"), std::string::npos)
        << illegal.line;
    EXPECT_NE(illegal.line.find("\"pc_offset\":"), std::string::npos) << illegal.line;
    EXPECT_EQ(illegal.line.find('\n'), illegal.line.size() - 1);

    const Death wild = die(with_kernel({0x31, 0xC0, 0x89, 0x00}), device);  // xor eax,eax; mov [rax],eax
    EXPECT_EQ(wild.signal, SIGSEGV);
    EXPECT_NE(wild.line.find("\"address\":\"0x0\""), std::string::npos) << wild.line;

    const Death overflow = die(with_kernel({0x50, 0xEB, 0xFD}), device);  // push rax; jmp back
    EXPECT_EQ(overflow.signal, SIGSEGV);
    EXPECT_NE(overflow.line.find("\"record\":27"), std::string::npos) << overflow.line;
  }
}

TEST(CrashReport, ComesWithTheExecutableToFindTheLineIn) {
  const std::vector<uint8_t> executable = with_kernel({0x0F, 0x0B});
  const Death illegal = die(executable, "local-sync");
  EXPECT_TRUE(illegal.image == executable);
  EXPECT_EQ(location(illegal).source, "elementwise.c");
  EXPECT_EQ(location(illegal).line, 80u);
  // The function's own, which the compiler stores for when there is no line table.
  EXPECT_NE(illegal.line.find("\"source\":\"elementwise.c\",\"line\":"), std::string::npos) << illegal.line;
}

// Nothing is looked up where the process dies: an endless table does not matter there.
TEST(CrashReport, IsWrittenWhateverTheLineTableSays) {
  const std::vector<uint8_t> executable = with_endless_directories(with_kernel({0x0F, 0x0B}));
  const Death illegal = die(executable, "local-sync");
  EXPECT_EQ(illegal.signal, SIGILL);
  EXPECT_NE(illegal.line.find("\"function\":\"elementwise_mul\""), std::string::npos) << illegal.line;
  EXPECT_EQ(location(illegal).line, 0u);
}

TEST(CrashReport, IsOneWhenSeveralWorkersCrashAtOnce) {
  // Workers wait for each other in the unused last word of the processor data, but not forever: one may find nothing to
  // do. lock inc dword [rdi+88]; mov ecx,5000000; loop: pause; cmp dword [rdi+88],2; jae end; dec ecx; jnz loop; end:
  // ud2.
  const std::vector<uint8_t> executable =
      with_kernel({0xF0, 0xFF, 0x47, 0x58, 0xB9, 0x40, 0x4B, 0x4C, 0x00, 0xF3, 0x90, 0x83,
                   0x7F, 0x58, 0x02, 0x73, 0x04, 0xFF, 0xC9, 0x75, 0xF4, 0x0F, 0x0B});
  ReplayOptions options;
  options.devices = {"local-task"};
  options.task_worker_count = 4;
  options.task_share_after_ns = 0;
  options.workgroup_counts = {{"elementwise_mul", {64, 1, 1}}};
  for (int round = 0; round < 20; ++round) {
    const Death death = die(executable, options, 60000000000);
    EXPECT_EQ(death.signal, SIGILL) << "exit " << death.exit_code;
    EXPECT_TRUE(death.line.starts_with("{\"crash\":{\"signal\":\"SIGILL\"")) << death.line;
    EXPECT_TRUE(death.line.ends_with("}}\n")) << death.line;
    EXPECT_TRUE(death.image == executable) << death.image.size();
  }
}

TEST(CrashReport, SaysThatAnInstructionIsForAnotherProcessor) {
  if (host_instruction_sets().has(InstructionSet::kXop)) GTEST_SKIP() << "this processor has XOP";
  const Death death = die(with_kernel({0x8F, 0xE8, 0x70, 0xCC, 0xC2, 0x00}), "local-sync");  // vpcomb xmm0,xmm1,xmm2,0
  EXPECT_EQ(death.signal, SIGILL);
  EXPECT_EQ(location(death).instruction_set, "XOP");
}

TEST(CrashReport, NamesAKernelThatExits) {
  const auto address = reinterpret_cast<uint64_t>(&std::exit);
  std::vector<uint8_t> code = {0x50, 0xBF, 0, 0, 0, 0, 0x48, 0xB8};  // push rax; mov edi,0; mov rax,exit
  for (int i = 0; i < 8; ++i) code.push_back(static_cast<uint8_t>(address >> (8 * i)));
  code.insert(code.end(), {0xFF, 0xD0});  // call rax
  for (const char* device : {"local-sync", "local-task"}) {
    const Death death = die(with_kernel(code), device);
    EXPECT_EQ(death.exit_code, 125);
    EXPECT_NE(death.line.find("\"signal\":\"EXIT\""), std::string::npos) << death.line;
    EXPECT_NE(death.line.find("\"record\":27"), std::string::npos) << death.line;
    EXPECT_NE(death.line.find("\"function\":\"elementwise_mul\""), std::string::npos) << death.line;
  }
}

TEST(CrashReport, NamesAKernelThatMakesASystemCall) {
  ASSERT_TRUE(Session::prepare(fixture("small.ireereplay"), {}).ok());
  if (::prctl(PR_GET_SECCOMP) != SECCOMP_MODE_FILTER) GTEST_SKIP() << "this system takes no filters";
  for (const char* device : {"local-sync", "local-task"}) {
    // mov eax,exit_group; xor edi,edi; syscall
    const Death death = die(with_kernel({0xB8, 0xE7, 0, 0, 0, 0x31, 0xFF, 0x0F, 0x05}), device);
    EXPECT_EQ(death.signal, SIGSYS) << "exit " << death.exit_code;
    EXPECT_NE(death.line.find("\"signal\":\"SIGSYS\""), std::string::npos) << death.line;
    EXPECT_NE(death.line.find("\"record\":27"), std::string::npos) << death.line;
    EXPECT_NE(death.line.find("\"function\":\"elementwise_mul\""), std::string::npos) << death.line;
  }
}

TEST(CrashReport, NamesAKernelThatNeverReturns) {
  const Death hang = die(with_kernel({0xEB, 0xFE}), "local-sync");  // jmp to itself
  EXPECT_EQ(hang.exit_code, 124);
  EXPECT_NE(hang.line.find("\"signal\":\"TIMEOUT\""), std::string::npos) << hang.line;
  EXPECT_NE(hang.line.find("\"record\":27"), std::string::npos) << hang.line;
  EXPECT_NE(hang.line.find("\"function\":\"elementwise_mul\""), std::string::npos) << hang.line;
}

TEST(CrashReport, IsNotWrittenForAKernelThatReturnsAnError) {
  ReplayOptions options;
  options.substitutions.push_back(
      {false, "", 4, "", with_kernel({0xB8, 0x07, 0, 0, 0, 0xC3}), "seven"});  // mov eax,7; ret
  auto session = Session::prepare(fixture("small.ireereplay"), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  const Status status = (*session)->run().status();
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(status.record(), 27u);
  EXPECT_NE(status.message().find("7"), std::string::npos);
}
#endif

}  // namespace
}  // namespace ireereplay::replay
