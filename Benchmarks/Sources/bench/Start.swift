#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The time from the start of a process to its end, beside that of `true`, which does nothing.
struct Start {
  private static let rounds = 200

  /// The binary that is published.
  let navtree: String
  let flow: String

  func measure() throws {
    let commands = [
      ("navtree --version", [navtree, "--version"]), ("navtree serve", [navtree, "serve", flow]),
    ]
    show("From start to end without a request, medians of \(Self.rounds) runs, each beside one of true")
    for (name, command) in commands {
      var ratios: [Double] = []
      var times: [Double] = []
      for _ in 0..<Self.rounds {
        // In turn, so that other load on the machine affects both.
        let nothing = try elapsed(["true"])
        let something = try elapsed(command)
        times.append(something)
        ratios.append(something / nothing)
      }
      show(
        "  \(name): \(decimal(median(times) * 1e3, places: 2)) ms, ratio \(decimal(median(ratios), places: 2))"
      )
    }
  }

  private func elapsed(_ command: [String]) throws -> Double {
    let start = Self.now
    _ = try Run(command, input: [])
    return Self.now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
