/// The tables of the flow format.
enum Format {
  /// The version of the format that these tables describe.
  static let version = 1
  static let fileSuffix = ".navtree.yaml"
  /// Begins the keys that are the author's own, anywhere.
  static let authorPrefix = "x-"

  static func object(_ name: FormatObject.Name) -> FormatObject {
    switch name {
    case .flow: flow
    case .field: field
    case .schema: schema
    case .screen: screen
    case .slot: slot
    case .tab: tab
    case .pane: pane
    case .action: action
    case .rule: rule
    case .start: start
    case .choice: choice
    case .present: present
    case .push: push
    case .navigate: navigate
    case .replacement: replacement
    case .pop: pop
    case .popTo: popTo
    case .popToRoot: popToRoot
    case .reset: reset
    case .dismissal: dismissal
    case .back: back
    case .select: select
    case .focus: focus
    case .setParams: setParams
    case .open: open
    case .step: step
    case .tree: tree
    case .send: send
    case .after: after
    case .later: later
    case .lifecycle: lifecycle
    case .lastRule: lastRule
    case .invariant: invariant
    case .effect: effect
    case .ask: ask
    case .items: items
    case .entity: entity
    case .link: link
    case .store: store
    case .migration: migration
    case .rename: rename
    case .drop: drop
    }
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
      key(.version, .integer(minimum: 0), "The flow's own version; raised when state changes shape."),
    ] + titles + [
      required(.start, .start, "The screen that opens with a session, or one for each window."),
      key(.shared, .map(.name("field"), .field), "State that every screen reads as shared.x, and rules set."),
      key(.effects, .map(.name("effect"), .object(.effect)), "What the host must be able to do."),
      required(.screens, .map(.name("screen"), .object(.screen)), "The screen types, by name."),
      key(.actions, .map(.name("action"), .action), "What runs when no screen on the path took an action."),
      key(.prefixes, .list(.text), "What is taken off a URL before it is matched."),
      key(.links, .list(.object(.link)), "URLs and the trees that they stand for."),
      key(.invariants, .map(.name("invariant"), .object(.invariant)), "What must hold after every change."),
      key(.stores, .map(.name("store"), .object(.store)), "Where fields are kept that say so with persist."),
      key(
        .migrations, .map(.version, .list(.object(.migration))),
        "By the version that a session was stored by: the steps that take it to the next one."),
    ])

  private static let schemaWords = [
    key(.type, .types, "The type of the value, or a list of types."),
    key(.enum, .list(.data), "The values that are allowed."),
    key(.const, .data, "The one value that is allowed."),
    key(.default, .value, "What it holds when nothing is given."),
    key(.minimum, .number, "The least number."),
    key(.maximum, .number, "The greatest number."),
    key(.exclusiveMinimum, .number, "A number must be greater than this."),
    key(.exclusiveMaximum, .number, "A number must be less than this."),
    key(.multipleOf, .number, "A number must be a multiple of this."),
    key(.minLength, .integer(minimum: 0), "The least number of characters."),
    key(.maxLength, .integer(minimum: 0), "The greatest number of characters."),
    key(.pattern, .text, "A regular expression (RE2) that must match somewhere in the string."),
    key(.items, .schema, "What each item of a list must be."),
    key(.minItems, .integer(minimum: 0), "The least number of items."),
    key(.maxItems, .integer(minimum: 0), "The greatest number of items."),
    key(.uniqueItems, .boolean, "Whether all items must differ."),
    key(.properties, .map(.any, .schema), "What the members of an object must be, by name."),
    key(.required, .list(.text), "The members that an object must have."),
    key(.additionalProperties, .schema, "false: no members but those named; or what the others must be."),
  ]

  private static let schema = FormatObject(.schema, "What a value must be.", schemaWords + titles)

  private static let field = FormatObject(
    .field, "A declared field.",
    schemaWords + titles + [
      key(
        .sensitive, .boolean, "Whether it is kept out of logs, diagnostics and whatever didn't ask for it."),
      persist,
    ])

  static let fields = Form.map(.name("field"), .field)

  private static let screen = FormatObject(
    .screen, "A screen type.",
    titles + [
      key(
        .kind, .choice(["screen", "list", "detail", "tabs", "split"]), "What it is made for; default screen."),
      key(.params, fields, "What it is presented with."),
      key(.state, fields, "Its own fields."),
      key(.computed, .map(.name("value"), .expression), "Values derived from the rest, evaluated when read."),
      key(
        .identity, .expression, "Two screens of one type and equal identity are the same; default all params."
      ),
      key(.slots, .map(.name("slot"), .object(.slot)), "The places where it presents other screens."),
      key(.actions, .map(.name("action"), .action), "What it does when an action reaches it."),
      key(.dismissible, .expression, "False: nothing but itself may remove it, unless forced."),
      key(.returns, .schema, "The result that it may be dismissed with."),
      key(
        .keep, .boolean, "Whether its state is found again when it is presented again with equal identity."),
      key(
        .tabs, .map(.name("tab"), .short(.screen, .tab, isFlag: false)), "Of kind tabs: its tabs, in order."),
      key(.selected, .name, "Of kind tabs: the tab that is selected at first; default the first."),
      key(
        .back, .choice(TabsBack.allCases.map(\.rawValue)), "Of kind tabs: where back leads from a tab's root."
      ),
      key(
        .lazy, .boolean, "Of kind tabs: whether a tab's tree is made only when it is selected; default true."),
      key(
        .panes, .map(.name("pane"), .short(.screen, .pane, isFlag: false)),
        "Of kind split: its panes, in order."),
      key(.focus, .name, "Of kind split: the pane that is in focus at first; default the first."),
      key(.lifecycle, .object(.lifecycle), "What it does when it comes and goes."),
      key(.items, .object(.items), "Of kind list: where its items come from."),
      key(.entity, .object(.entity), "Of kind detail: where its value comes from."),
    ])

  private static let slot = FormatObject(
    .slot, "A named place where another screen may be presented.",
    titles + [
      required(.presents, .presents, "The screen types that it takes, or any."),
      key(.style, .choice(["push", "sheet", "popover", "cover"]), "How it shows them; default push."),
    ])

  private static let tab = FormatObject(
    .tab, "A tab: a tree that lives on while another is selected.",
    titles + [
      required(.screen, .screen, "Its root."),
      key(.params, .value, "The root's params."),
      key(.presents, .presents, "The screen types that may be its root; default that of its first."),
    ])

  private static let pane = FormatObject(
    .pane, "A pane; it may start empty.",
    titles + [
      key(.screen, .screen, "Its root."),
      key(.params, .value, "The root's params."),
      key(.presents, .presents, "The screen types that may be its root; default that of its first."),
    ])

  private static let doings =
    [
      key(.reject, .message, "Refuses the action with this message; nothing changes."),
      key(.set, .map(.target, .value), "Fields, or places in them by JSON Pointer, and their values."),
      key(
        .shared, .map(.target, .value), "Shared fields, or places in them by JSON Pointer, and their values."),
      key(.unset, .oneOrMore(.pointer), "JSON Pointers to what is taken out of the state."),
      key(.cancel, .oneOrMore(.message), "Stops this screen's effects and timers with that key."),
    ] + navigations + [
      key(.steps, .list(.object(.step)), "Several navigations in order, each a map of one key."),
      key(.effect, .oneOrMore(.short(.name, .ask, isFlag: false)), "Asks the host to do something."),
      key(.after, .oneOrMore(.object(.after)), "Sends an action later, unless the screen is gone by then."),
      key(.send, .oneOrMore(.object(.send)), "Queues an action."),
      key(.reply, .value, "What the request gets back."),
    ]

  private static let rule = FormatObject(
    .rule, "One guarded reducer; what it does happens in the order of these keys.",
    [key(.when, .expression, "It runs only if this is true.")] + doings)

  private static let action = FormatObject(
    .action, "What happens when an action arrives: the first rule whose when holds runs.",
    titles + [
      key(.payload, fields, "What the action must bring."),
      key(.rules, .list(.object(.rule)), "The rules; the first whose when holds runs."),
      key(.when, .expression, "It runs only if this is true."),
    ] + doings)

  private static let start = FormatObject(
    .start, "The screen that a window starts with.",
    [
      required(.screen, .screen, "The screen type."),
      key(.params, .value, "Its params."),
    ])

  private static let choice = FormatObject(
    .choice, "A screen that a window starts with if a condition over shared holds.",
    [
      key(.when, .expression, "It is taken only if this is true."),
      required(.screen, .screen, "The screen type."),
      key(.params, .value, "Its params."),
    ])

  private static let send = FormatObject(
    .send, "An action to queue.",
    [
      required(.to, .message, "self, parent, root, active, a path or an id."),
      required(.action, .text, "The action's name."),
      key(.with, .value, "Its payload."),
    ])

  private static let after = FormatObject(
    .after, "An action to send later.",
    [
      required(.delay, .delay, "How long from now."),
      key(.key, .message, "What it is cancelled by; several may have the same."),
      required(.send, .short(.action, .later, isFlag: false), "The action."),
    ])

  private static let later = FormatObject(
    .later, "An action that is sent later.",
    [
      key(.to, .message, "self (default), parent, root, active, a path or an id."),
      required(.action, .text, "The action's name."),
      key(.with, .value, "Its payload, with the values of now."),
    ])

  private static let invariant = FormatObject(
    .invariant, "What must hold after every change.",
    titles + [
      required(.always, .expression, "What must be true; it may read screens, shared and now."),
      key(.enforce, .boolean, "Whether a change that breaks it is undone; else it is only reported."),
    ])
}

extension String {
  /// Whether a key is the author's own.
  var isAuthorsKey: Bool {
    // Runs for every key, so it looks at bytes alone.
    utf8.starts(with: Format.authorPrefix.utf8)
  }
}
