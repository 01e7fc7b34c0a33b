/// The tables of built-in navigation in rules.
extension Format {
  /// A rule has one of these, or several in order under `steps`.
  static let navigations = [
    key(.present, .short(.screen, .present, isFlag: false), "Presents a screen in one of its slots."),
    key(
      .push, .short(.screen, .push, isFlag: false), "Pushes a screen on the chain that holds this one."),
    key(
      .navigate, .short(.screen, .navigate, isFlag: false),
      "Goes to a screen that is already on top or in a tab or pane, else pushes it."),
    key(.replace, .short(.screen, .replacement, isFlag: false), "Puts a screen in this one's place."),
    key(
      .pop, .short(.count, .pop, isFlag: true), "Pops screens from the chain that holds this one."),
    key(
      .popTo, .short(.screen, .popTo, isFlag: false),
      "Goes back to the nearest matching screen at or below this one."),
    key(
      .popToRoot, .flagged(.popToRoot), "Pops all screens except the root of the chain that holds this one."),
    key(
      .reset, .short(.tree, .reset, isFlag: false),
      "Puts any tree in place of the root of the window, tab or pane."),
    key(
      .dismiss, .short(.result, .dismissal, isFlag: true, word: .all),
      "Removes this screen with everything it holds."),
    key(.back, .flagged(.back), "Acts as a back button; does nothing if nothing can go back."),
    key(
      .select, .short(.tab, .select, isFlag: false),
      "Selects a tab, in the nearest tabs at or above this screen that have it."),
    key(
      .focus, .short(.pane, .focus, isFlag: false),
      "Puts a pane in focus, in the nearest split at or above this screen that has it."),
    key(.setParams, .short(.params, .setParams, isFlag: false), "Changes this screen's params."),
    key(.open, .short(.url, .open, isFlag: false), "Opens the screens that a URL stands for."),
  ]

  /// Whether an object has the params of a navigation.
  static func isNavigation(_ name: FormatObject.Name) -> Bool {
    navigations.contains { $0.form.objectName == name }
  }

  static let step = FormatObject(.step, "One navigation of several: a map of one key.", navigations)

  private static let screen = required(.screen, .screen, "The screen type.")
  private static let params = key(.params, .value, "Its params.")
  private static let merge = key(
    .merge, .boolean, "Whether to merge the params into those that the screen has, instead of its defaults.")
  private static let force = key(.force, .boolean, "Whether to remove screens that aren't dismissible too.")
  private static let hint = key(
    .hint, .value, "Any value for those who follow transitions, such as { animated: false }; kept nowhere.")
  private static let at = key(
    .at, .message,
    "The screen that it starts from: self, parent, root, active, a path or an id; default where the step before led, at first self."
  )
  private static let onDuplicate = key(
    .onDuplicate, .choice(NavigationTemplate.OnDuplicate.allCases.map(\.rawValue)),
    "What to do if the screen on top has the same type and identity (a double tap); default push.")

  static let present = FormatObject(
    .present, "A screen to present in one of this screen's slots.",
    [
      screen, params,
      key(.in, .name, "The slot; required if several take the type."),
      key(
        .ifOccupied, .choice(NavigationTemplate.IfOccupied.allCases.map(\.rawValue)),
        "What to do if the slot, or another of its sort, is occupied; default fail."),
      key(.replace, .boolean, "Short for ifOccupied: replace."),
      then, otherwise, onDuplicate, at, force, hint,
    ])

  private static let then = key(.then, .name, "The action that gets the screen's result, as action.result.")
  private static let otherwise = key(
    .otherwise, .name, "Gets action.reason if the screen goes without a result.")

  static let push = FormatObject(
    .push, "A screen to push on the chain.",
    [
      screen, params, key(.in, .name, "The slot of the top screen; required if several take the type."),
      onDuplicate, at, force, hint,
    ])

  static let navigate = FormatObject(
    .navigate, "A screen to go to.",
    [
      screen, params, key(.pop, .boolean, "Whether to go back to it if it is in the chain."), merge,
      onDuplicate, at, force, hint,
    ])

  static let replacement = FormatObject(
    .replacement, "A screen to put in another's place.", [screen, params, at, force, hint])

  static let pop = FormatObject(
    .pop, "How many screens to pop.",
    [key(.count, .value, "The number of screens; default 1."), at, force, hint])

  static let popTo = FormatObject(
    .popTo, "A screen to go back to.",
    [
      screen, params, key(.identity, .value, "The identity, instead of that of the params; null is any."),
      merge,
      key(
        .otherwise, .choice(NavigationTemplate.Otherwise.allCases.map(\.rawValue)),
        "What to do if none matches; default fail."),
      at, force, hint,
    ])

  static let popToRoot = FormatObject(.popToRoot, "How to remove the screens.", [at, force, hint])

  static let reset = FormatObject(
    .reset, "A tree to put in place of a root.",
    [
      required(
        .tree, .tree, "A map with screen, params, state, selected, focus and slots, or a list of screens."),
      key(.reuse, .boolean, "Whether screens equal in type, identity and place keep id and state."), at,
      force, hint,
    ])

  static let tree = FormatObject(
    .tree, "A screen with what it presents.",
    [
      screen, params,
      key(.state, .value, "Its own fields that differ from their initial values."),
      key(.selected, .name, "Of kind tabs: the selected tab."),
      key(.focus, .name, "Of kind split: the pane in focus."),
      key(.slots, .map(.name("slot"), .tree), "The screens in its slots, tabs and panes."),
      key(.then, .name, "The action with which its holder gets its result, as action.result."),
      key(.otherwise, .name, "With this its holder gets action.reason if it goes without a result."),
    ])

  static let dismissal = FormatObject(
    .dismissal, "How to remove the screen.",
    [
      key(.result, .value, "The result for the screen that presented it."),
      key(.all, .boolean, "Whether to remove the modals that hold it as well."), at, force, hint,
    ])

  static let back = FormatObject(.back, "How to remove the screens that are left.", [at, force, hint])

  static let select = FormatObject(
    .select, "A tab to select.",
    [
      required(.tab, .message, "The tab's name."), key(.params, .value, "The params of its root."), at, force,
      hint,
    ])

  static let focus = FormatObject(
    .focus, "A pane to put in focus.", [required(.pane, .message, "The pane's name."), at, force, hint])

  static let setParams = FormatObject(
    .setParams, "Params to merge into the present ones.",
    [
      required(.params, .value, "The params."),
      key(.replace, .boolean, "Whether they replace all params; defaults are kept."), at, force, hint,
    ])

  static let open = FormatObject(
    .open, "A URL to open.", [required(.url, .message, "The URL, or its path alone."), at, force, hint])
}
