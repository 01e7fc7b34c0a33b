/// The tables of built-in navigation, as a rule writes it.
extension Format {
  /// One of these is in a rule, or several in order under `steps`.
  static let navigations = [
    key(.present, .short(.screen, .present, isFlag: false), "Shows a screen in one of this screen's slots."),
    key(
      .push, .short(.screen, .push, isFlag: false), "Puts a screen on top of the chain that holds this one."),
    key(
      .navigate, .short(.screen, .navigate, isFlag: false),
      "Goes to a screen where it is there already: on top, in a tab or a pane; else pushes it."),
    key(.replace, .short(.screen, .replacement, isFlag: false), "Puts a screen in this one's place."),
    key(
      .pop, .short(.count, .pop, isFlag: true), "Takes screens off the top of the chain that holds this one."),
    key(
      .popTo, .short(.screen, .popTo, isFlag: false),
      "Goes back to the nearest such screen at or below this one."),
    key(
      .popToRoot, .flagged(.popToRoot), "Takes all screens but the root off the chain that holds this one."),
    key(
      .reset, .short(.tree, .reset, isFlag: false),
      "Puts any tree in place of the window's, tab's or pane's root."),
    key(.dismiss, .short(.result, .dismissal, isFlag: true), "Removes this screen with what it holds."),
    key(.back, .flagged(.back), "Does what a back button does; nothing where there is no way back."),
    key(
      .select, .short(.tab, .select, isFlag: false),
      "Selects a tab, of the nearest tabs upwards that have it."),
    key(
      .focus, .short(.pane, .focus, isFlag: false),
      "Puts a pane in focus, of the nearest split upwards that has it."),
    key(.setParams, .short(.params, .setParams, isFlag: false), "Changes this screen's params."),
    key(.open, .short(.url, .open, isFlag: false), "Opens what a URL stands for."),
  ]

  static let step = FormatObject(.step, "One navigation of several: a map of one key.", navigations)

  private static let screen = required(.screen, .screen, "The screen type.")
  private static let params = key(.params, .value, "Its params.")
  private static let merge = key(
    .merge, .boolean, "Whether the params are laid over those that the screen has, not over its defaults.")
  private static let force = key(.force, .boolean, "Whether screens that aren't dismissible go too.")
  private static let onDuplicate = key(
    .onDuplicate, .choice(NavigationTemplate.OnDuplicate.allCases.map(\.rawValue)),
    "What a screen on top with the same type and identity means: the double tap; default push.")

  static let present = FormatObject(
    .present, "A screen to show in one of this screen's slots.",
    [
      screen, params,
      key(.in, .name, "The slot; needed when several take the type."),
      key(.replace, .boolean, "Whether what is there already goes; else the slot must be free."),
      key(.then, .name, "The action that gets the result of the screen, as action.result."),
      key(
        .otherwise, .name, "The action that is told when the screen goes without a result, in action.reason."),
      onDuplicate, force,
    ])

  static let push = FormatObject(
    .push, "A screen to put on top of the chain.",
    [
      screen, params, key(.in, .name, "The slot of the top screen; needed when several take the type."),
      onDuplicate, force,
    ])

  static let navigate = FormatObject(
    .navigate, "A screen to go to.",
    [
      screen, params, key(.pop, .boolean, "Whether to go back to it, if it is in the chain."), merge,
      onDuplicate, force,
    ])

  static let replacement = FormatObject(
    .replacement, "A screen to put in another's place.", [screen, params, force])

  static let pop = FormatObject(
    .pop, "How many screens to take off.", [key(.count, .value, "The number of screens; default 1."), force])

  static let popTo = FormatObject(
    .popTo, "A screen to go back to.",
    [
      screen, params, key(.identity, .value, "The identity, instead of that of the params; null: any."),
      merge,
      key(
        .otherwise, .choice(NavigationTemplate.Otherwise.allCases.map(\.rawValue)),
        "What is done when there is none; default fail."),
      force,
    ])

  static let popToRoot = FormatObject(.popToRoot, "How the screens go.", [force])

  static let reset = FormatObject(
    .reset, "A tree to put in place of a root.",
    [
      required(
        .tree, .tree, "A map with screen, params, state, selected, focus and slots, or a list of screens."),
      key(.reuse, .boolean, "Whether screens equal in type, identity and place keep id and state."), force,
    ])

  static let tree = FormatObject(
    .tree, "A screen with what it presents.",
    [
      screen, params,
      key(.state, .value, "Its own fields, as far as they aren't what they start with."),
      key(.selected, .name, "Of kind tabs: the tab that is selected."),
      key(.focus, .name, "Of kind split: the pane that is in focus."),
      key(.slots, .map(.name("slot"), .tree), "What its slots, tabs and panes hold."),
    ])

  static let dismissal = FormatObject(
    .dismissal, "How the screen goes.",
    [key(.result, .value, "What the screen that presented it gets."), force])

  static let back = FormatObject(.back, "How what is left goes.", [force])

  static let select = FormatObject(
    .select, "A tab to select.",
    [required(.tab, .message, "The tab's name."), key(.params, .value, "The params of its root."), force])

  static let focus = FormatObject(
    .focus, "A pane to put in focus.", [required(.pane, .message, "The pane's name."), force])

  static let setParams = FormatObject(
    .setParams, "Params to lay over those that are there.",
    [
      required(.params, .value, "The params."),
      key(.replace, .boolean, "Whether they take the place of all, but for defaults."), force,
    ])

  static let open = FormatObject(
    .open, "A URL to open.", [required(.url, .message, "The URL, or its path alone."), force])
}
