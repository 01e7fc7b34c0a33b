import ArgumentParser
import NavtreeFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that metrics are appended to, or standard error.
struct MetricsSetting: ExpressibleByArgument {
  /// Nil for standard error.
  let path: String?

  init?(argument: String) {
    if argument.isEmpty { return nil }
    path = argument == "stderr" ? nil : argument
  }
}

/// The lines of metrics of a process. No line is waited for, and one that can't be written is dropped.
final class MetricsOutput {
  private let setting: MetricsSetting
  private let output: FileDescriptor
  /// Whether the last line was written in part.
  private var isTorn = false
  /// Whether a failure was reported since the last line that was written.
  private var isFailing = false

  init(_ setting: MetricsSetting) throws(MetricsFileError) {
    self.setting = setting
    guard let path = setting.path else {
      output = Console.error
      return
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let number = open(path, flags, 0o644)
    guard number >= 0 else { throw MetricsFileError(sentence: "\(path): \(SystemError.last)") }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(number)
      throw MetricsFileError(sentence: "\(path): is no regular file")
    }
    output = FileDescriptor(number)
  }

  deinit {
    if setting.path != nil { close(output.number) }
  }

  func write(_ line: UnsafeRawBufferPointer) {
    guard let path = setting.path else {
      // A reader that doesn't read must not stop the process.
      var descriptor = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
      if poll(&descriptor, 1, 0) == 1 { _ = try? output.write(line) }
      return
    }
    do {
      let text = isTorn ? [UInt8(ascii: "\n")] + Array(line) : Array(line)
      let count = try text.withUnsafeBytes { bytes throws(SystemError) in try output.write(bytes) }
      isTorn = count < text.count
      isFailing = false
    } catch {
      if !isFailing { Console.note("\(path): \(error); lines of metrics are dropped") }
      isFailing = true
    }
  }
}

/// A file of metrics that can't be opened.
struct MetricsFileError: Error {
  let sentence: String
}
