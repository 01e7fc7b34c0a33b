/// The functions of timestamps and durations, and their arithmetic.
enum TimeFunctions {
  static let functions: [Function] =
    part("getFullYear") { civil, _ in civil.year }
    + part("getMonth") { civil, _ in civil.month - 1 }
    + part("getDate") { civil, _ in civil.day }
    + part("getDayOfMonth") { civil, _ in civil.day - 1 }
    + part("getDayOfWeek") { civil, _ in civil.weekday }
    + part("getDayOfYear") { civil, _ in civil.dayOfYear }
    + part("getHours", of: { $0 / 3_600_000_000_000 }) { civil, _ in civil.hour }
    + part("getMinutes", of: { $0 / 60_000_000_000 }) { civil, _ in civil.minute }
    + part("getSeconds", of: { $0 / 1_000_000_000 }) { civil, _ in civil.second }
    + part("getMilliseconds", of: { $0 / 1_000_000 % 1_000 }) { _, time in Int(time.nanoseconds) / 1_000_000 }

  /// A function of a timestamp, in UTC or in a zone, and of a duration in nanoseconds where it has one.
  private static func part(
    _ name: String, of span: (@Sendable (Int) -> Int)? = nil,
    _ body: @escaping @Sendable (CivilTime, CELTimestamp) -> Int
  ) -> [Function] {
    let durations: [Function.Overload] = span == nil ? [] : [.takes(.duration, gives: .int)]
    return [
      .member(
        name, [.takes(.timestamp, gives: .int)] + durations,
        .one { value, _ throws(CELError) in
          switch value {
          case .timestamp(let time): return .int(body(CivilTime(seconds: time.seconds), time))
          case .duration(let duration):
            guard let span else { throw .noOverload(name, value) }
            return .int(span(duration.nanoseconds))
          default: throw .noOverload(name, value)
          }
        }),
      .member(
        name, [.takes(.timestamp, .string, gives: .int)],
        .two { value, zone, frame throws(CELError) in
          guard case .timestamp(let time) = value, case .string(let zoneName) = zone else {
            throw .noOverload(name, value, zone)
          }
          guard let offset = ZoneOffset.seconds(zoneName) else {
            throw CELError(.invalidArgument, "there is no time zone \(zone); write UTC or an offset: +01:00")
          }
          return .int(body(CivilTime(seconds: time.seconds + offset), time))
        }),
    ]
  }

  static func shift(_ time: CELTimestamp, by span: CELDuration, forward: Bool) throws(CELError)
    -> CELTimestamp
  {
    let (seconds, rest) = span.nanoseconds.floorDivided(by: 1_000_000_000)
    // A duration has at most some 10¹⁰ seconds: neither sum can overflow.
    let shifted =
      forward
      ? CELTimestamp(seconds: time.seconds + seconds, nanoseconds: Int(time.nanoseconds) + rest)
      : CELTimestamp(seconds: time.seconds - seconds, nanoseconds: Int(time.nanoseconds) - rest)
    guard let shifted else { throw Arithmetic.overflow(forward ? "+" : "-") }
    return shifted
  }

  static func span(from start: CELTimestamp, to end: CELTimestamp) throws(CELError) -> CELDuration {
    let nanoseconds = Int(end.nanoseconds) - Int(start.nanoseconds)
    guard let span = CELDuration(seconds: end.seconds - start.seconds, nanoseconds: nanoseconds) else {
      throw Arithmetic.overflow("-")
    }
    return span
  }
}
