internal import NavtreeSystem

/// The name of a process among the owners of sessions.
enum ProcessName {
  /// The machine's name, the process id and a random number, as no two processes have.
  static func make() -> String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return
      "\(host.isEmpty ? "host" : host).\(getpid()).\(String(UInt32.random(in: .min ... .max), radix: 16))"
  }
}
