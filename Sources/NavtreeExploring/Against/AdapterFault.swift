package import NavtreeFiles
import NavtreeText

/// A fault of an adapter, after which its app is known no longer.
package enum AdapterFault: Error, Hashable {
  case start(SystemError)
  /// The app can't be brought to its start.
  case reset(because: String)
  /// It has ended; a negative status is the number of a signal.
  case ended(status: Int32)
  /// It doesn't answer.
  case hung(milliseconds: Int)
  /// It doesn't read what it is asked.
  case deaf(milliseconds: Int)
  case long(bytes: Int)
  /// A line that isn't JSON.
  case rubbish(String)
  /// A line that is no answer.
  case wrong(String, because: String)
  /// What is seen can't be compared with the flow.
  case strange(String)
  /// A second line in answer to one.
  case second(String)
  case interrupted

  /// Whether the app itself may be the cause: it crashes or hangs.
  package var isOfApp: Bool {
    switch self {
    case .ended, .hung: true
    case .start, .reset, .deaf, .long, .rubbish, .wrong, .strange, .second, .interrupted: false
    }
  }
}

extension AdapterFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .start(let error): "the adapter doesn't start: \(error)"
    case .reset(let reason): "the adapter can't do {\"reset\": true}: \(reason.escapingControls)"
    case .ended(127): "the adapter has ended with status 127: its command may not exist"
    case .ended(let status) where status < 0: "the adapter was ended by signal \(-status)"
    case .ended(let status): "the adapter has ended with status \(status), without an answer"
    case .hung(let time): "the adapter hangs: no answer within \(Self.seconds(time))"
    case .deaf(let time): "the adapter doesn't read its input: nothing was taken within \(Self.seconds(time))"
    case .long(let bytes): "the adapter wrote a line of more than \(bytes) bytes"
    case .rubbish(let line):
      "the adapter wrote a line that isn't JSON: \(Self.quoted(line)) (its own messages belong on standard error)"
    case .wrong(let line, let reason): "the adapter's answer \(Self.quoted(line)): \(reason)"
    case .strange(let reason): "the adapter sees what can't be compared: \(reason)"
    case .second(let line): "the adapter answered twice; its second answer is \(Self.quoted(line))"
    case .interrupted: "interrupted"
    }
  }

  private static func seconds(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }

  private static let most = 120

  private static func quoted(_ line: String) -> String {
    let start = String(line.unicodeScalars.prefix(most))
    return (start == line ? line : start + "…").escapingControls
  }
}
