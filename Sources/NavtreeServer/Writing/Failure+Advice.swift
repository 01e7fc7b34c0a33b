package import NavtreeJSON
import OrderedCollections
package import NavtreeEngine

extension Advice {
  /// The advice as text: a flag of the command line, a method or a param.
  fileprivate var hint: String {
    switch self {
    case .raise(let limit): "start with --limit \(limit.rawValue)=N to allow more"
    case .keepHistory: "the history is off: start with --limit history=N to keep changes"
    case .useVirtualClock: "open the session with 'clock': virtual"
    case .closeSession: "use session.close to end the session"
    case .force: "'force': true overrides"
    case .nameWindow(let names): "give 'window' or 'at'; the windows are \(names.joined(separator: ", "))"
    }
  }
}

extension Failure {
  /// The data, with the advice as its `hint`.
  package var advisedData: JSONObject {
    guard let advice, data["hint"] == nil else { return data }
    var data = data
    data.updateValue(.string(advice.hint), forKey: "hint", insertingAt: min(advicePlace, data.count))
    return data
  }
}
