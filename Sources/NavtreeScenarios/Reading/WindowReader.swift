import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Reads a step that opens or closes a window.
struct WindowReader {
  let context: ReadingContext

  private var sink: DiagnosticSink { context.sink }

  func verb(_ node: YAMLNode) -> Step.Verb? {
    let reader = ObjectReader(node, .windowStep, sink)
    guard reader.has(.open) != reader.has(.close) else {
      if !reader.isAmiss {
        sink.error(
          reader.has(.open) ? .conflictingKeys : .missingKey, "a step of a window opens one or closes one",
          at: reader.name(of: .close) ?? node, hint: "write open: NAME, or close: NAME")
      }
      return nil
    }
    var params = JSONObject()
    if let force = reader.boolean(.force) { params["force"] = .boolean(force) }
    if let name = reader[.close] {
      for key in [Key.screen, .params] {
        if let other = reader.name(of: key) {
          sink.error(
            .conflictingKeys, "'\(key.rawValue)' is for a window that opens", at: other, hint: "take it out")
        }
      }
      if let places = context.places, !places.hasWindow(name.text) { places.reportWindow(name.text, name) }
      params["window"] = .string(name.text)
      return .window(method: "window.close", params: params)
    }
    guard let name = reader[.open], FormChecker.checkName(name, Key.window.rawValue, sink) else { return nil }
    params["window"] = .string(name.text)
    if let screen = reader[.screen] {
      if let type = ScreenCheck(context: context).type(screen) {
        ScreenCheck(context: context).checkParams(reader[.params], type, at: screen)
      }
      params["screen"] = .string(screen.text)
      if let given = reader[.params], let value = ValueCompiler.data(given, sink) { params["params"] = value }
    } else if let flow = context.flow,
      let kind = flow.windows.first(where: { $0.name == name.text }), let root = kind.roots.types?.first
    {
      params["screen"] = .string(flow.screenNames[root])
      ScreenCheck(context: context).checkParams(reader[.params], root, at: name)
      if let given = reader[.params], let value = ValueCompiler.data(given, sink) { params["params"] = value }
    } else if let flow = context.flow, let first = flow.start.first?.choices.last?.screen {
      params["screen"] = .string(flow.screenNames[first.type])
      if let given = reader[.params] {
        ScreenCheck(context: context).checkParams(given, first.type, at: name)
        params["params"] = ValueCompiler.data(given, sink)
      } else if let given = first.params?.constant {
        params["params"] = given
      }
    }
    return .window(method: "window.open", params: params)
  }
}
