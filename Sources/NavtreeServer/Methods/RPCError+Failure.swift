import NavtreeJSON
import NavtreeEngine

extension RPCError {
  /// A session's failure in its form on the wire: a failure that JSON-RPC names under that name, any other
  /// with navtree's own sentence.
  init(_ failure: Failure) {
    if failure.kind == .invalidParams {
      self = .invalidParams(failure.message)
      data.merge(failure.data) { own, _ in own }
    } else {
      var data: JSONObject = ["kind": .string(failure.kind.rawValue)]
      data.merge(failure.data) { own, _ in own }
      self.init(code: failure.kind.code, message: failure.message, data: data)
    }
  }
}
