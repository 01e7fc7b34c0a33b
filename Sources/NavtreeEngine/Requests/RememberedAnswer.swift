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
