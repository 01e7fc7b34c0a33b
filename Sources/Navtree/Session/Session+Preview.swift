import NavtreeText

extension Session {
  /// Opens a session at a link, with its effects answered: for previews, and for tests of one screen.
  ///
  /// ```swift
  /// let session = try Session(flow, at: "/users/7", answering: ["fetchUsers": ["items": []]])
  /// ```
  /// Effects of these names are answered before this returns; those that are requested later have a handler that does. All
  /// others stay in flight.
  /// - Parameters:
  ///   - flow: The flow.
  ///   - url: The URL, or its path alone. A link that waits shows what it opens meanwhile.
  ///   - outputs: The outputs of effects, by their names.
  ///   - clock: The clock; by default a virtual one, on which no timer runs.
  ///   - shared: Values of shared fields, before the start is chosen.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/noSuchLink``, ``NavtreeError/Kind/unknownEffect``, or
  ///   ``NavtreeError/Kind/invalidParams`` if an output doesn't fit.
  /// - Complexity: O(size of the flow's start and of the link's tree), and the cost of the rules that take the outputs.
  public convenience init(
    _ flow: Flow, at url: String, answering outputs: [String: JSONObject] = [:], clock: Clock = .virtual(),
    shared: JSONObject = [:]
  ) throws(NavtreeError) {
    try self.init(flow, clock: clock, shared: shared)
    for name in outputs.keys.sorted() where !flow.effects.contains(name) {
      let hint = Spelling.hint(for: name, among: flow.effects)
      throw NavtreeError(
        .unknownEffect, "the flow '\(flow.name)' has no effect '\(name)'",
        data: hint.map { ["hint": .string($0)] } ?? [:])
    }
    try answerAll(outputs)
    try open(url)
    try answerAll(outputs)
    for (name, output) in outputs { onEffect(name) { _ in .object(output) } }
  }

  /// Answers what is in flight, and what that requests. A flow may go on for ever: it is stopped.
  private func answerAll(_ outputs: [String: JSONObject]) throws(NavtreeError) {
    for _ in 0..<1_000 {
      guard let next = effectsInFlight.first(where: { outputs[$0.name] != nil }),
        let output = outputs[next.name]
      else { return }
      try answer(next.id, output)
    }
  }
}
