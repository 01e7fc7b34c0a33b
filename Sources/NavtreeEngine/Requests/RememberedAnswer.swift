package import NavtreeJSON

/// The answer to a request that had a key.
///
/// The key and the params may be secret: only hashes of them are kept.
package struct RememberedAnswer: Sendable {
  /// The hash of the request's key.
  package let key: String
  /// The hash of its method and params.
  package let content: String
  package let answer: JSONObject

  package init(key: String, content: String, answer: JSONObject) {
    self.key = key
    self.content = content
    self.answer = answer
  }
}

extension Session {
  /// The answer that was given to a request with a key; nil if none is remembered.
  ///
  /// - Parameter key: the hash of the key.
  package func answer(toRequest key: String) -> RememberedAnswer? { world.ledgers.answers[key] }

  /// Remembers an answer, beside the change that it tells of. Beyond the limit the oldest one is forgotten.
  package func remember(_ answer: RememberedAnswer) {
    let steps = world.ledgers.answers.append(answer)
    if let archive = listeners.archive {
      ArchiveWriter(session: self, archive: archive).write(remembered: steps)
    }
  }
}
