/// Reads a flow: YAML in, a checked and compiled flow or a list of what is wrong with it out.
package enum FlowLoader {
  /// The outcome of reading a flow; without errors there is a definition.
  package struct Outcome: Sendable {
    package let flow: FlowDefinition?
    /// All of them, in the order of the file.
    package let diagnostics: [Diagnostic]
  }

  package static func load(_ bytes: [UInt8], file: String) -> Outcome {
    Outcome(flow: nil, diagnostics: [])
  }
}
