#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of a program that reads all its input from a pipe and writes to another.
struct Run {
  enum Failure: Error, CustomStringConvertible {
    case couldNotStart(String)
    case failed(String, status: Int32)

    var description: String {
      switch self {
      case .couldNotStart(let program): "\(program): couldn't be started"
      case .failed(let program, let status): "\(program): ended with \(status)"
      }
    }
  }

  /// The user's and the system's time that it took, in seconds.
  let seconds: Double
  let output: [UInt8]

  init(_ command: [String], input: [UInt8]) throws {
    signal(SIGPIPE, SIG_IGN)
    var inputEnds: [Int32] = [-1, -1]
    var outputEnds: [Int32] = [-1, -1]
    guard pipe(&inputEnds) == 0, pipe(&outputEnds) == 0 else { throw Failure.couldNotStart(command[0]) }
    for end in inputEnds + outputEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputEnds[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputEnds[1], STDOUT_FILENO)
    var strings: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, command[0], &actions, nil, &strings, environ) == 0 else {
      throw Failure.couldNotStart(command[0])
    }
    close(inputEnds[0])
    close(outputEnds[1])
    output = Self.exchange(input, inputEnds[1], outputEnds[0])
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    guard status == 0 else { throw Failure.failed(command[0], status: status) }
    seconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
  }

  /// Writes the input as fast as it is taken, and reads the output to its end.
  private static func exchange(_ input: [UInt8], _ writing: Int32, _ reading: Int32) -> [UInt8] {
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    var output: [UInt8] = []
    output.reserveCapacity(2 * input.count)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var sent = 0
    var isWriting = true
    while true {
      if isWriting && sent == input.count {
        close(writing)
        isWriting = false
      }
      var descriptors = [
        pollfd(fd: isWriting ? writing : -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      ]
      poll(&descriptors, 2, -1)
      if descriptors[0].revents != 0 {
        let count = input.withUnsafeBytes {
          write(writing, $0.baseAddress.map { $0 + sent }, $0.count - sent)
        }
        sent = count < 0 ? input.count : sent + count
      }
      if descriptors[1].revents != 0 {
        let count = read(reading, &chunk, chunk.count)
        if count <= 0 { break }
        output += chunk[..<count]
      }
    }
    if isWriting { close(writing) }
    close(reading)
    return output
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
