import NavtreeFiles
package import NavtreeFlow
import NavtreeText
import NavtreeYAML

/// A flow: the screens of an app, their state and their rules, checked and compiled.
///
/// A flow is immutable and `Sendable`. Load it once, and open as many ``Session``s of it as you like.
public struct Flow: Sendable {
  package let definition: FlowDefinition
  /// The warnings, in the order of the files.
  public let warnings: [Diagnostic]

  /// Reads a flow from a file, with the files that it includes.
  ///
  /// - Parameter path: The path of a YAML file, or of what `navtree bundle` makes of one, relative to the working folder
  ///   of the process. On iOS, tvOS, watchOS and visionOS no YAML is read.
  /// - Throws: All errors and warnings, each with its place. A file that can't be read is one error, with the code
  ///   `unreadable`.
  /// - Complexity: O(size of the files). A flow of 10,000 lines takes about 60 milliseconds.
  public init(contentsOf path: String) throws(FlowDiagnostics) {
    let bytes: [UInt8]
    do throws(FileFault) {
      bytes = try RegularFile(path: path).bytes(atMost: YAMLLimits().bytes + 1)
    } catch {
      throw FlowDiagnostics(unreadable: path, "\(error)")
    }
    try self.init(FlowLoader.load(bytes, file: path, parts: FlowFolder.parts(ofFlow: path)))
  }

  /// Reads a flow from its text.
  ///
  /// - Parameters:
  ///   - text: YAML.
  ///   - name: The name of the text in diagnostics and errors.
  ///   - parts: The texts that the flow includes, by their paths.
  /// - Throws: All errors and warnings, each with its place.
  /// - Complexity: O(size of the texts).
  public init(yaml text: String, name: String = "<flow>", parts: [String: String] = [:])
    throws(FlowDiagnostics)
  {
    try self.init(
      FlowLoader.load(
        Array(text.utf8), file: name, parts: PartFault.reader(of: parts.mapValues { Array($0.utf8) })))
  }

  /// Makes a flow from its ``normalForm``, or from what `flow.get` answers.
  ///
  /// - Throws: All errors and warnings. Their places are in the text of the JSON.
  /// - Complexity: O(size of the flow).
  public init(normalForm: JSONValue) throws(FlowDiagnostics) {
    try self.init(yaml: normalForm.description, name: "<normal form>")
  }

  private init(_ outcome: FlowLoader.Outcome) throws(FlowDiagnostics) {
    guard let flow = outcome.flow else { throw FlowDiagnostics(outcome) }
    definition = flow
    warnings = outcome.diagnostics.map { Diagnostic($0, in: outcome) }
  }

  /// The flow's name.
  public var name: String { definition.name }

  /// The version that its author gave it.
  public var version: Int { definition.version }

  /// The title for people, if it has one.
  public var title: String? { definition.title }

  /// The names of the screens, in declared order.
  public var screens: [String] { definition.screenNames.names }

  /// The names of the effects that the host performs, in declared order.
  public var effects: [String] { definition.effects.map(\.name) }

  /// The flow as JSON with every short form spelled out.
  ///
  /// - Complexity: O(size of the flow): made on each call.
  public var normalForm: JSONValue { definition.normalised }

  /// The fingerprint of the normal form, so that comments and the order of keys don't count.
  ///
  /// - Complexity: O(size of the flow): made on each call.
  public var hash: String { definition.fingerprint.description }
}
