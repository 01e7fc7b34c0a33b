import NavtreeJSON
import NavtreeServer

extension ReportStream {
  /// A request whose changes are written.
  struct Input {
    /// Nil if only time has passed.
    var method: String?
    var params: JSONObject = [:]
    /// The number of its line; nil for a call.
    var line: Int?
    var failure: RPCError?
    /// Whether other values stood for sensitive ones that aren't known.
    var hasStandIns = false
    /// The step of a scenario that it is, for people.
    var step: String?
  }
}
