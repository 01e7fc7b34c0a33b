/// The tables of the flow format.
enum Format {
  /// The version of the format that these tables describe.
  static let version = 1
  /// The prefix of the author's own keys, anywhere.
  static let authorPrefix = "x-"

  /// The maps of flows and their parts, in the order of documents.
  static let ofFlows =
    [flow, part, field, schema, returned, screen, slot, tab, pane, action, rule, start, choice]
    + navigationObjects
    + [
      step, tree, send, broadcast, after, later, cancellation, invariant, leadsTo, effect, retry, ask, items,
      entity, link, lifecycle, lastRule, store, migration, rename, drop, observe, windowKind,
    ]

  /// The maps of files of scenarios.
  static let ofScenarios = [
    scenarios, defaults, stub, scenario, given, scenarioStep, effectAnswer, openedURL, windowStep,
    expectation, effectRequest, screenParts, ends,
  ]

  private static let objects = Dictionary(
    uniqueKeysWithValues: (ofFlows + ofScenarios).map { ($0.name, $0) })

  static func object(_ name: FormatObject.Name) -> FormatObject {
    guard let object = objects[name] else { preconditionFailure("no map of the format is \(name)") }
    return object
  }

  static func key(_ key: Key, _ form: Form, _ summary: String) -> FormatObject.Entry {
    FormatObject.Entry(key: key, form: form, summary: summary, isRequired: false)
  }

  static func required(_ key: Key, _ form: Form, _ summary: String) -> FormatObject.Entry {
    FormatObject.Entry(key: key, form: form, summary: summary, isRequired: true)
  }

  static let titles = [
    key(.title, .text, "A name for people."),
    key(.description, .text, "A sentence for people."),
  ]

  private static let flow = FormatObject(
    .flow, "A flow: its screens, where it starts, and the state that they share.",
    [
      required(.navtree, .integer(minimum: 1), "The version of the format: 1."),
      required(.flow, .name, "The flow's name."),
      key(.version, .integer(minimum: 0), "The flow's own version; raise it when state changes shape."),
    ] + titles + [
      required(.start, .start, "The screen that opens with a session, or one for each window."),
      include,
    ] + sections + [
      key(
        .migrations, .map(.version, .list(.object(.migration))),
        "For each stored version, the steps that lead to the next one."),
      key(.observe, .object(.observe), "The parts of a session that an app is compared by."),
      duringTransition("run"),
    ])

  private static func duringTransition(_ standard: String) -> FormatObject.Entry {
    key(
      .duringTransition, .choice(DuringTransition.allCases.map(\.rawValue)),
      "Whether what users do runs, is queued or dropped while transitions are pending; default \(standard).")
  }

  private static let schemaWords = [
    key(.type, .types, "The type of the value, or a list of types."),
    key(.enum, .list(.data), "The allowed values."),
    key(.const, .data, "The only allowed value."),
    key(.default, .value, "The value if none is given."),
    key(.minimum, .number, "The minimum."),
    key(.maximum, .number, "The maximum."),
    key(.exclusiveMinimum, .number, "A number must be greater than this."),
    key(.exclusiveMaximum, .number, "A number must be less than this."),
    key(.multipleOf, .number, "A number must be a multiple of this."),
    key(.minLength, .integer(minimum: 0), "The minimum number of characters."),
    key(.maxLength, .integer(minimum: 0), "The maximum number of characters."),
    key(.pattern, .text, "A regular expression (RE2) that must match somewhere in the string."),
    key(.format, .choice(ValueFormat.names), "The standard form of a string."),
    key(.items, .schema, "The schema of each item of a list."),
    key(.minItems, .integer(minimum: 0), "The minimum number of items."),
    key(.maxItems, .integer(minimum: 0), "The maximum number of items."),
    key(.uniqueItems, .boolean, "Whether all items must differ."),
    key(.properties, .map(.any, .schema), "The schemas of an object's members, by name."),
    key(.required, .list(.text), "The required members of an object."),
    key(.additionalProperties, .schema, "false: only the named members; or the schema of others."),
    key(.minProperties, .integer(minimum: 0), "The minimum number of an object's members."),
    key(.maxProperties, .integer(minimum: 0), "The maximum number of an object's members."),
    key(.propertyNames, .schema, "The schema of the names of an object's members."),
  ]

  private static let schema = FormatObject(.schema, "The schema of a value.", schemaWords + titles)

  private static let field = FormatObject(
    .field, "A declared field.",
    schemaWords + titles + [sensitive, persist])

  private static let returned = FormatObject(
    .returned, "The schema of a result.", schemaWords + titles + [sensitive])

  private static let sensitive = key(
    .sensitive, .boolean, "Whether to keep it out of logs, diagnostics and unrequested output.")

  static let fields = Form.map(.name("field"), .field)

  private static let screen = FormatObject(
    .screen, "A screen type.",
    titles + [
      key(
        .kind, .choice(["screen", "list", "detail", "tabs", "split"]), "The kind of screen; default screen."),
      key(.params, fields, "Its params."),
      key(.state, fields, "Its own fields."),
      key(.computed, .map(.name("value"), .expression), "Values derived from the rest, evaluated when read."),
      key(.guards, .map(.name("guard"), .expression), "Named conditions, for when and for expressions."),
    ] + ScreenExpressions.entries(ofParams: true) + [
      key(.slots, .map(.name("slot"), .object(.slot)), "The places where it presents other screens."),
      key(.actions, .map(.name("action"), .action), "The actions that it handles."),
    ] + ScreenExpressions.entries(ofParams: false) + [
      key(.returns, .returned, "The schema of its result."),
      key(.final, .boolean, "Whether a user may stay on it for good, which is no trap then."),
      key(
        .keep, .boolean, "Whether its state is kept for the next screen with an equal identity."),
      key(
        .tabs, .map(.name("tab"), .short(.screen, .tab, isFlag: false)), "Of kind tabs: its tabs, in order."),
      key(.selected, .name, "Of kind tabs: the tab selected at first; default the first."),
      key(
        .back, .choice(TabsBack.allCases.map(\.rawValue)), "Of kind tabs: where back leads from a tab."
      ),
      key(
        .lazy, .boolean, "Of kind tabs: whether a tab is made only when selected; default true."),
      key(
        .panes, .map(.name("pane"), .short(.screen, .pane, isFlag: false)),
        "Of kind split: its panes, in order."),
      key(.focus, .name, "Of kind split: the pane in focus at first; default the first."),
      key(.collapsed, .expression, "Of kind split: while true, only the pane in focus is shown."),
      duringTransition("the flow's"),
      key(.lifecycle, .object(.lifecycle), "The rules of its lifecycle events."),
      key(.items, .object(.items), "Of kind list: the source of its items."),
      key(.entity, .object(.entity), "Of kind detail: the source of its value."),
    ])

  private static let slot = FormatObject(
    .slot, "A named place where another screen may be presented.",
    titles + [
      required(.presents, .presents, "The screen types that it takes, or any."),
      key(.style, .choice(["push", "sheet", "popover", "cover"]), "How the slot shows them; default push."),
    ])

  private static let tab = FormatObject(
    .tab, "A tab: a tree that stays alive while another tab is selected.",
    titles + [
      required(.screen, .screen, "Its root.")
    ] + root)

  private static let windowKind = FormatObject(
    .windowKind, "Windows that a host may open.",
    titles + [
      required(.screen, .screen, "Their root."),
      key(.presents, .presents, "The screen types that may be their root; default that of screen."),
    ])

  private static let pane = FormatObject(
    .pane, "A pane; it may start empty.",
    titles + [
      key(.screen, .screen, "Its root.")
    ] + root)

  private static let root = [
    key(.params, .value, "The root's params."),
    key(.presents, .presents, "The screen types that may be its root; default that of the first."),
  ]

  private static let doings =
    [
      key(.reject, .message, "Refuses the action with this message; nothing changes."),
      key(.set, .map(.target, .value), "Fields, or places in them by JSON Pointer, and their values."),
      key(
        .shared, .map(.target, .value), "Shared fields, or places in them by JSON Pointer, and their values."),
      key(.unset, .oneOrMore(.pointer), "JSON Pointers to the values to remove from the state."),
      key(
        .cancel, .oneOrMore(.short(.key, .cancellation, isFlag: false)),
        "Stops this screen's effects and timers with that key, or the session's."),
      key(.drop, .choice(["links"]), "links: drops all waiting links."),
    ] + navigations + [
      key(.steps, .list(.object(.step)), "Several navigations in order, each a map of one key."),
      key(.effect, .oneOrMore(.short(.name, .ask, isFlag: false)), "Asks the host to do something."),
      key(.after, .oneOrMore(.object(.after)), "Sends an action later, unless the screen is gone by then."),
    ] + sendings + [
      key(.reply, .value, "The value that the request gets back.")
    ]

  static let sendings = [
    key(.send, .oneOrMore(.object(.send)), "Queues an action."),
    key(.broadcast, .oneOrMore(.object(.broadcast)), "Queues an action for every live screen of a type."),
  ]

  static let names = key(
    .let, .map(.name("value"), .expression), "Names for values of expressions, each for those after it.")

  private static let rule = FormatObject(
    .rule, "A guarded reducer; its steps run in the order of these keys.",
    [names, key(.when, .expression, "The rule runs only if this is true.")] + doings)

  private static let action = FormatObject(
    .action, "An action: the first rule whose when holds runs.",
    titles + [
      key(.payload, fields, "The action's payload."),
      key(
        .private, .boolean,
        "true: only navtree sends it; false: hosts may too; by default true where it reads its answer."),
      key(.rules, .list(.object(.rule)), "The rules; the first whose when holds runs."),
      names, key(.when, .expression, "The rule runs only if this is true."),
    ] + doings)

  private static let start = FormatObject(
    .start, "The screen that a window starts with.",
    [
      required(.screen, .screen, "The screen type."),
      key(.params, .value, "Its params."),
    ])

  private static let choice = FormatObject(
    .choice, "A screen that a window starts with if a condition over shared holds.",
    [key(.when, .expression, "The choice is taken only if this is true.")] + start.entries)

  private static let send = FormatObject(
    .send, "An action to queue.",
    [
      required(.to, .message, "self, parent, root, active, a path or an id."),
      required(.action, .text, "The action's name."),
      key(.with, .value, "Its payload."),
    ])

  private static let broadcast = FormatObject(
    .broadcast, "An action to queue for every live screen of a type.",
    [
      required(.screen, .screen, "The type of the screens."),
      key(.where, .expression, "A condition over each screen, evaluated before the first gets it."),
      key(.window, .message, "The window whose screens are meant; default all windows'."),
      required(.action, .text, "The action's name."),
      key(.with, .value, "Its payload."),
    ])

  private static let after = FormatObject(
    .after, "An action to send later.",
    [
      key(.delay, .delay, "How long from now."),
      key(.idle, .delay, "How long without a request of the host."),
      key(.key, .message, "The key that cancels it; several may have the same."),
      key(
        .for, .choice(IdleScope.allCases.map(\.rawValue)),
        lifetime.summary + " With idle also window or screen (default): whose requests count."),
      key(
        .while, .choice(["running"]),
        "running: time counts only while the process runs; by default it also counts while the process is down."
      ),
      required(.send, .short(.action, .later, isFlag: false), "The action."),
    ], oneOf: [.delay, .idle])

  static let lifetime = key(
    .for, .choice(["session"]),
    "session: it outlives the screen, and goes to the flow's own actions, in which this is implied.")

  private static let cancellation = FormatObject(
    .cancellation, "Effects and timers to stop.",
    [
      required(.key, .message, "Their key."),
      key(.of, .choice(["session"]), "session: those of the session; default those of this screen."),
    ])

  private static let later = FormatObject(
    .later, "An action that is sent later.",
    [
      key(.to, .message, "self (default), parent, root, active, a path or an id."),
      required(.action, .text, "The action's name."),
      key(.with, .value, "Its payload, evaluated when the rule runs."),
    ])

  private static let invariant = FormatObject(
    .invariant, "A condition checked after every change, or one over time, which explorations check.",
    titles + [
      key(.always, .expression, "The condition; it may read screens, owed, shared and now."),
      key(.enforce, .boolean, "Whether to undo a change that breaks it; else it is only reported."),
      key(.possible, .expression, "A condition to which some way leads from every state."),
      key(.leadsTo, .object(.leadsTo), "A condition after which another holds, sooner or later."),
    ], oneOf: [.always, .possible, .leadsTo])

  private static let leadsTo = FormatObject(
    .leadsTo, "A condition after which another holds, sooner or later, even if the user rests.",
    [
      required(.from, .expression, "The condition; it reads what always does."),
      required(.to, .expression, "The condition that holds later, or at once."),
    ])
}

extension String {
  /// Whether a key is the author's own.
  package var isAuthorsKey: Bool {
    // Runs for every key, so it looks at bytes alone.
    utf8.starts(with: Format.authorPrefix.utf8)
  }
}
