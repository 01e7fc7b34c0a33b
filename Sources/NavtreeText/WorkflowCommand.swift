/// A workflow command of GitHub Actions, such as `::error file=F,line=L,col=C,title=T::message`.
package struct WorkflowCommand {
  private let name: String
  private let properties: [(name: String, value: String)]
  private let message: String

  package init(_ name: String, _ properties: [(name: String, value: String)], _ message: String) {
    self.name = name
    self.properties = properties
    self.message = message
  }

  /// The command with the line's end.
  package var line: String {
    let list = properties.map { "\($0.name)=\(Self.escaped($0.value, isProperty: true))" }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escaped(message, isProperty: false))\n"
  }

  /// A text with escapes for what has a meaning in a command, and for what a terminal obeys.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    text.escapingControlsInLines.replacingScalars { scalar in
      switch scalar {
      case "%": "%25"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: nil
      }
    }
  }
}
