/// The tables of built-in navigation in rules.
extension Format {
  private static let verbs = NavigationTemplate.all.map(\.verb)

  /// A rule has one of these, or several in order under `steps`.
  static let navigations = verbs.map { verb in
    let form = type(of: verb).form
    return key(form.key, form.form, form.summary)
  }

  /// The maps with the params of navigations.
  static let navigationObjects = verbs.map { verb in
    let form = type(of: verb).form
    let fields = VerbField.fields(of: verb).map {
      FormatObject.Entry(key: $0.key, form: $0.form, summary: $0.summary, isRequired: $0.isRequired)
    }
    return FormatObject(.navigation(form.key), form.noun, fields + [at, force, hint])
  }

  /// The map that the payload of an action of navtree's own is, such as that of `nav.select`.
  static func payload(ofAction name: String) -> FormatObject.Name? {
    guard name.hasPrefix(NavigationCompiler.actionPrefix) else { return nil }
    return navigationObjects.lazy.map(\.name).first {
      if case .navigation(let key) = $0 {
        name == NavigationCompiler.actionPrefix + key.rawValue
      } else {
        false
      }
    }
  }

  static let step = FormatObject(.step, "One navigation of several: a map of one key.", navigations)

  private static let at = key(
    .at, .message,
    "The screen that it starts from: self, parent, root, active, a path or an id; default where the step before led, at first self."
  )
  private static let force = key(.force, .boolean, "Whether to remove screens that aren't dismissible too.")
  private static let hint = key(
    .hint, .value, "Any value for those who follow transitions, such as { animated: false }; kept nowhere.")

  static let tree = FormatObject(
    .tree, "A screen with what it presents.",
    [
      required(.screen, .screen, "The screen type."),
      key(.params, .value, "Its params."),
      key(.state, .value, "Its own fields that differ from their initial values."),
      key(.selected, .name, "Of kind tabs: the selected tab."),
      key(.focus, .name, "Of kind split: the pane in focus."),
      key(.slots, .map(.name("slot"), .tree), "The screens in its slots, tabs and panes."),
      key(.then, .name, "The action with which its holder gets its result, as action.result."),
      key(.otherwise, .name, "With this its holder gets action.reason if it goes without a result."),
    ])
}
