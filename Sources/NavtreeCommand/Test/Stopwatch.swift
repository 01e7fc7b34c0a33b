/// The time since its making.
struct Stopwatch {
  private let start = ContinuousClock.now

  var nanoseconds: Int {
    let time = (ContinuousClock.now - start).components
    return Int(time.seconds) * 1_000_000_000 + Int(time.attoseconds / 1_000_000_000)
  }

  var seconds: Double { Double(nanoseconds) / 1e9 }
}
