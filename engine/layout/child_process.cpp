#include "layout/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

extern char** environ;

namespace tasoscope {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    value_ = std::exchange(other.value_, -1);
    return *this;
  }
  ~Descriptor() { close(); }
  int get() const { return value_; }
  bool isOpen() const { return value_ >= 0; }
  void close() {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }

 private:
  int value_ = -1;
};

struct Pipe {
  Descriptor read, write;
};

Pipe makePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw ResourceError(std::string("no pipe: ") + std::strerror(errno));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Writing to a child that has gone must not end this process.
class IgnoredSigpipe {
 public:
  IgnoredSigpipe() {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~IgnoredSigpipe() {
    const timespec now{0, 0};
    if (!was_pending_) sigtimedwait(&pipe_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  IgnoredSigpipe(const IgnoredSigpipe&) = delete;
  IgnoredSigpipe& operator=(const IgnoredSigpipe&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t pipe_{}, before_{};
  bool was_pending_ = false;
};

pid_t spawn(const std::vector<std::string>& arguments, int input, int output, const sigset_t& mask) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = -1;
  const int error = posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw ResourceError("cannot start " + arguments.front() + ": " + std::strerror(error));
  return child;
}

/// The running child; killed and waited for if it has not ended by itself.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (id_ > 0) end();
  }
  void end() {
    ::kill(id_, SIGKILL);
    wait();
  }
  int wait() {
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t id_;
};

/// Writes what fits; closes the pipe when everything is written or nobody reads.
void feed(Descriptor& to, std::string_view& rest) {
  const ssize_t written = ::write(to.get(), rest.data(), rest.size());
  if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  const bool isBroken = written < 0 && errno != EAGAIN && errno != EINTR;
  if (rest.empty() || isBroken) to.close();
}

/// False at the end of the child's output.
bool drain(const Descriptor& from, std::string& output) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) output.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

ChildResult runChild(const std::vector<std::string>& arguments, const std::string& input,
                     std::chrono::milliseconds limit, const Progress& progress) {
  const IgnoredSigpipe guard;
  Pipe toChild = makePipe(), fromChild = makePipe();
  Child child(spawn(arguments, toChild.read.get(), fromChild.write.get(), guard.before()));
  toChild.read.close();
  fromChild.write.close();
  ::fcntl(toChild.write.get(), F_SETFL, O_NONBLOCK);
  std::string_view rest = input;
  if (rest.empty()) toChild.write.close();

  ChildResult result;
  const auto end = std::chrono::steady_clock::now() + limit;
  for (bool isOpen = true; isOpen;) {
    progress.throwIfCancelled();
    if (std::chrono::steady_clock::now() > end) {
      result.isTimedOut = true;
      result.status = -1;
      child.end();
      return result;
    }
    std::array<pollfd, 2> ends = {pollfd{fromChild.read.get(), POLLIN, 0}, pollfd{toChild.write.get(), POLLOUT, 0}};
    if (::poll(ends.data(), toChild.write.isOpen() ? 2 : 1, 20) <= 0) continue;
    if (toChild.write.isOpen() && ends[1].revents != 0) feed(toChild.write, rest);
    if (ends[0].revents != 0) isOpen = drain(fromChild.read, result.output);
  }
  result.status = child.wait();
  return result;
}

}  // namespace tasoscope
