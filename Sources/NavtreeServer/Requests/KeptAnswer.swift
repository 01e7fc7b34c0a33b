import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading

/// The part of an answer that is given again.
///
/// It has no sensitive value: a flow whose reply reads one is refused at load.
enum KeptAnswer {
  private static let members: Set = [
    "seq", "handledBy", "active", "id", "handled", "waits", "reply", "results", "error", "sameAs", "dropped",
    "now", "fired", "isCut", "pending",
  ]
  /// The longest member that is kept, in bytes.
  private static let longest = 4_096

  /// The part of an answer, given as it was written.
  static func part(of text: [UInt8]) -> JSONObject {
    let answer = unfailing("what was written as JSON is read as JSON") {
      try JSONValue(parsing: text, maximumDepth: 4_096)
    }
    var kept = part(of: answer?.object ?? [:])
    for (name, value) in kept {
      var text = JSONWriter()
      text.appendValue(value)
      if text.count > longest { kept[name] = nil }
    }
    return kept
  }

  private static func part(of answer: JSONObject) -> JSONObject {
    var kept: JSONObject = [:]
    for (name, value) in answer where members.contains(name) {
      if name == "results", let results = value.array {
        kept[name] = .array(results.map { .object(part(of: $0.object ?? [:])) })
      } else {
        kept[name] = value
      }
    }
    return kept
  }

  /// The shape of an answer that may be given again: a member is optional if it may be missing then.
  static func shape(of answer: Shape) -> Shape {
    guard case .record(let shapes) = answer else { return answer }
    return .record(shapes.map { isAlwaysKept($0) ? $0 : $0.ifAny })
  }

  private static func isAlwaysKept(_ member: Shape.Member) -> Bool {
    if case .list = member.shape { return false }
    return members.contains(member.name)
  }
}
