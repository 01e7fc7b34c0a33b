import NavtreeFlow
import NavtreeServer
import NavtreeYAML

/// Checks the payload of one of navtree's own actions, such as `nav.push`.
struct NavigationCheck {
  let context: ReadingContext

  private var sink: DiagnosticSink { context.sink }

  func check(_ name: YAMLNode, _ payload: YAMLNode?, _ parameters: [Parameter]) {
    let payload = payload?.kind == .mapping ? payload : nil
    for pair in payload.map({ Array($0.pairs) }) ?? [] {
      guard let parameter = parameters.first(where: { $0.name == pair.key.text }) else {
        ValueCheck(sink: sink).reportUnknown(
          pair.key, "the action '\(name.text)'", among: parameters.map(\.name))
        return
      }
      check(pair.value, parameter, beside: payload)
    }
    let missing = parameters.filter { $0.isRequired && payload?[$0.name] == nil }
    if !missing.isEmpty {
      sink.error(
        .missingParam,
        "the action '\(name.text)' needs \(missing.map { "'\($0.name)'" }.joined(separator: ", "))", at: name,
        hint: "write \(name.text): { \(missing.map { "\($0.name): …" }.joined(separator: ", ")) }")
    }
  }

  private func check(_ value: YAMLNode, _ parameter: Parameter, beside payload: YAMLNode?) {
    let screens = ScreenCheck(context: context)
    switch parameter.name {
    case "screen":
      if let type = screens.type(value), let params = payload?["params"], params.kind == .mapping,
        let screen = context.flow?.screens[type]
      {
        ValueCheck(sink: sink).check(
          params, screen.params, of: "the params of '\(screen.name)'", isPartial: true)
      }
    case "tree": screens.checkTree(value)
    case "url": LinkCheck(context: context).check(value)
    default:
      if let form = form(of: parameter.shape) {
        _ = FormChecker.check(value, form, as: "'\(parameter.name)'", sink)
      }
    }
  }

  /// The form of a parameter's value; nil for one of any form.
  private func form(of shape: Shape) -> Form? {
    switch shape {
    case .boolean: .boolean
    case .integer: .integer(minimum: nil)
    case .string: .text
    case .object: .map(.any, .data)
    case .choice(let choices): .choice(choices)
    default: nil
    }
  }
}
