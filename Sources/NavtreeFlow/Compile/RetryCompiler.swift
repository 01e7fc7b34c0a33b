import NavtreeYAML

/// Compiles the further tries of effects.
struct RetryCompiler {
  let sink: DiagnosticSink

  /// The tries that a number or a map gives.
  func policy(_ node: YAMLNode) -> RetryPolicy {
    let reader = ObjectReader(node, .retry, alone: .times, sink)
    let delay = reader[.delay].flatMap(DurationTemplate.milliseconds(of:))
    let maxDelay = reader[.maxDelay].flatMap(DurationTemplate.milliseconds(of:))
    let factor = reader.number(.factor)
    if let factor, factor < 1, let value = reader[.factor] {
      sink.error(
        .wrongValue, "'factor' must be at least 1, not \(value.text)", at: value,
        hint: factor > 0 ? nil : .write("1"))
    }
    let isForever = reader[.times]?.string == RetryPolicy.foreverWord
    for key in [Key.factor, .maxDelay] where !isForever && !reader.has(.delay) {
      guard let name = reader.name(of: key) else { continue }
      sink.error(
        .missingKey, "'\(key.rawValue)' changes the delay, and there is none", at: name, hint: "add delay: 1s"
      )
    }
    if isForever, delay == 0, let value = reader[.delay] {
      sink.error(.wrongValue, "what is tried forever has to rest between", at: value, hint: .write("1s"))
    }
    let first = delay ?? (isForever ? min(1000, maxDelay ?? 1000) : 0)
    if let maxDelay, maxDelay < first, let value = reader[.maxDelay] {
      sink.error(.wrongValue, "'maxDelay' is shorter than the first delay", at: value)
    }
    return RetryPolicy(
      times: isForever ? RetryPolicy.forever : reader.integer(.times) ?? 0, delay: first,
      factor: factor ?? (isForever ? 2 : 1), maxDelay: maxDelay ?? (isForever ? max(first, 60_000) : nil),
      resetsOnNext: reader.has(.resetOn))
  }
}
