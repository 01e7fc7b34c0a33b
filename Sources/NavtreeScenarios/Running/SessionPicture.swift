import NavtreeEngine
import NavtreeJSON

/// A session's document at a moment: its windows, screens, params, state and shared state.
struct SessionPicture {
  let document: JSONValue

  /// - Complexity: O(size of all screens).
  init(of session: Session) {
    document = SessionDocument(of: session, sensitive: true).json
  }

  init(document: JSONValue) { self.document = document }

  /// The row of a screen by its id.
  subscript(id: String) -> JSONValue? { document["screens"]?[id] }

  var screens: JSONObject { document["screens"]?.object ?? [:] }
  var shared: JSONObject { document["shared"]?.object ?? [:] }

  /// The address of a screen: its window and its slots.
  ///
  /// - Complexity: O(depth + number of windows).
  func address(of id: String) -> String {
    var names: [String] = []
    var id = id
    while let row = self[id], let parent = row["parent"]?.integer, let slot = row["slot"]?.string {
      names.append(slot)
      id = "\(parent)"
    }
    let window = document["windows"]?.object?.first { $0.value.integer.map { "\($0)" } == id }?.key ?? ""
    return "/" + ([window] + names.reversed()).joined(separator: "/")
  }
}
