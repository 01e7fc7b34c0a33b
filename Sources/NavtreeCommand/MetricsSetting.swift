import ArgumentParser
import NavtreeFiles
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeSystem

/// The place of metrics.
enum MetricsSetting: ExpressibleByArgument {
  case standardError
  /// A file that a line is appended to.
  case lines(String)
  /// A file that is written anew each time, as Prometheus reads it.
  case prometheus(String)

  init?(argument: String) {
    let prefix = "prometheus="
    if argument.isEmpty || argument == prefix { return nil }
    if argument.hasPrefix(prefix) {
      self = .prometheus(String(argument.dropFirst(prefix.count)))
    } else {
      self = argument == "stderr" ? .standardError : .lines(argument)
    }
  }

  var format: MetricsFormat {
    switch self {
    case .standardError, .lines: .json
    case .prometheus: .prometheus
    }
  }

  /// What tells the samples of a file from those of others in its folder: its name without `.prom`.
  var label: String? {
    guard case .prometheus(let path) = self else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".prom") ? String(name.dropLast(5)) : name
  }
}

/// The metrics of a process, as they are written. Nothing waits for a reader, and what can't be written is dropped.
final class MetricsOutput {
  private let setting: MetricsSetting
  /// The file that lines are appended to.
  private var output = Console.error
  /// Whether the last line was written in part.
  private var isTorn = false
  /// Whether the last attempt failed, which is reported.
  private(set) var isFailing = false

  init(_ setting: MetricsSetting) throws(MetricsFileError) {
    self.setting = setting
    switch setting {
    case .standardError: return
    case .lines(let path):
      let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      let number = open(path, flags, 0o644)
      guard number >= 0 else { throw MetricsFileError(sentence: "\(path): \(SystemError.last)") }
      output = FileDescriptor(number)
      var status = stat()
      guard fstat(number, &status) == 0, Self.isRegular(status) else { throw .irregular(path) }
    case .prometheus(let path):
      var status = stat()
      if stat(path, &status) == 0, !Self.isRegular(status) { throw .irregular(path) }
    }
  }

  deinit {
    if output.number != Console.error.number { close(output.number) }
  }

  private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

  /// Takes a line, or a whole text.
  func write(_ bytes: UnsafeRawBufferPointer) {
    switch setting {
    case .standardError: complain(bytes)
    case .lines(let path): attempt(path) { try append(bytes) }
    case .prometheus(let path):
      attempt(path) { try OutputFile(path: path).draftAndRename { try $0.writeAll(bytes) } }
    }
  }

  private func complain(_ line: UnsafeRawBufferPointer) {
    // A reader that doesn't read must not stop the process.
    var descriptor = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, 0) == 1 else { return }
    guard Console.logsJSON, let metrics = try? JSONValue(parsing: Array(line.dropLast())) else {
      _ = try? output.write(line)
      return
    }
    var entry = Console.logLine("metrics", .info, ["metrics": metrics])
    entry.withUTF8 { _ = try? output.write(UnsafeRawBufferPointer($0)) }
  }

  private func append(_ line: UnsafeRawBufferPointer) throws {
    let text = isTorn ? [UInt8(ascii: "\n")] + Array(line) : Array(line)
    let count = try text.withUnsafeBytes { bytes throws(SystemError) in try output.write(bytes) }
    isTorn = count < text.count
  }

  /// Reports the first of several failures in turn.
  private func attempt(_ path: String, _ body: () throws -> Void) {
    do {
      try body()
      isFailing = false
    } catch {
      if !isFailing { Console.note("\(path): \(error); metrics are dropped") }
      isFailing = true
    }
  }
}

/// A file of metrics that can't be opened.
struct MetricsFileError: Error {
  let sentence: String

  static func irregular(_ path: String) -> Self { Self(sentence: "\(path): is no regular file") }
}
