/// The tables of files of scenarios.
extension Format {
  static let scenarios = FormatObject(
    .scenarios, "Scenarios of a flow: steps over a session, and what is expected after each.",
    [
      required(.flow, .text, "The flow's file, as a path relative to this file."),
      key(.defaults, .object(.defaults), "Values for all scenarios of the file."),
      key(.stubs, stubs, "Answers to effects that no step answers; of each effect, the first that fits."),
      key(.parts, .map(.name("part"), .list(.object(.scenarioStep))), "Steps that scenarios share, by name."),
      required(.scenarios, .list(.object(.scenario)), "The scenarios, each a session of its own."),
    ] + [
      key(.description, .text, "A sentence for people.")
    ])

  static let defaults = FormatObject(
    .defaults, "Values for all scenarios of a file.",
    [
      clock,
      key(.tags, .oneOrMore(.text), "Tags of all scenarios."),
      key(
        .always, .oneOrMore(.expression),
        "Conditions that must hold before and after each step of all scenarios."),
    ])

  static let scenario = FormatObject(
    .scenario, "A session from its start over steps to its end.",
    [
      required(.name, .text, "Its name, unique in the file; it may hold ${example.x}."),
      key(.description, .text, "A sentence for people."),
      key(.tags, .oneOrMore(.text), "Words to choose it by."),
      clock,
      key(
        .examples, .list(.map(.any, .data)), "Values of ${example.x}: the scenario runs once for each map."),
      key(.given, .object(.given), "The state before the first step; default the flow's start."),
      key(.stubs, stubs, "Answers that go before those of the file."),
      key(.steps, .list(.object(.scenarioStep)), "The steps, in order."),
      key(
        .always, .oneOrMore(.expression),
        "Conditions over the session that must hold before and after each step."),
      key(.ends, .object(.ends), "What must be so after the last step."),
    ])

  static let given = FormatObject(
    .given, "The state before the first step.",
    [
      key(.link, .text, "A URL that is opened."),
      key(.tree, .tree, "A tree of screens, as reset takes it."),
      key(
        .snapshot, .value,
        "A snapshot, or the path of its JSON file relative to this file, as snapshot.save gives it."),
      key(.shared, .map(.name("field"), .data), "Values of shared fields."),
      key(.part, .oneOrMore(.name), "Parts whose steps lead there."),
    ])

  static let stub = FormatObject(
    .stub, "An answer to an effect.",
    [
      key(.when, .expression, "It answers only if this is true, over input, at and example.")
    ] + outcomes + [
      key(.after, .duration, "How long after the request; default 0, at once.")
    ])

  static let scenarioStep = FormatObject(
    .scenarioStep, "A step: one verb, and what is expected after it.",
    [
      key(.at, .text, "The screen that the verb is for, as a path; default the active one."),
      key(.do, .call, "Dispatches an action."),
      key(.back, .boolean, "Goes back, as a back button does."),
      key(.answer, .object(.effectAnswer), "Answers the oldest owed effect of that name."),
      key(.advance, .duration, "Moves the clock by that, instant by instant."),
      key(.open, .short(.url, .openedURL, isFlag: false), "Opens a URL."),
      key(.window, .object(.windowStep), "Opens or closes a window."),
      key(
        .transitions, .choice(["hold", "done"]),
        "hold: from now on a host shows transitions; done: it has shown those up to now."),
      key(.save, .name, "Saves a snapshot of the session under a name."),
      key(.restore, .name, "Puts a saved snapshot in the session's place."),
      key(.kill, .boolean, "Ends the process; the session is opened again from its store."),
      key(.part, .name, "Runs the steps of a part."),
      key(
        .expect, .word("record", .expectation),
        "What is expected after it; without error it must succeed. record: to be written by --update."),
    ])

  static let effectAnswer = FormatObject(
    .effectAnswer, "An answer to an owed effect.",
    [required(.effect, .name, "The effect.")] + outcomes + [
      key(.at, .text, "Only one that the screen at this path asked for."),
      key(.key, .text, "Only one with this key."),
    ])

  static let openedURL = FormatObject(
    .openedURL, "A URL to open.",
    [
      required(.url, .text, "The URL, or its path alone."),
      key(.window, .text, "The window; default the first."),
      key(.force, .boolean, "Whether to remove screens that aren't dismissible too."),
    ])

  static let windowStep = FormatObject(
    .windowStep, "A window to open or to close.",
    [
      key(.open, .text, "The name of a window to open."),
      key(.close, .text, "The name of a window to close, with everything that it holds."),
      key(
        .screen, .screen,
        "The root of the opened window; default that of the kind of this name, else the screen that the flow starts with."
      ),
      key(.params, .map(.any, .data), "The root's params."),
      key(.force, .boolean, "Whether to remove screens that aren't dismissible too."),
    ])

  static let expectation = FormatObject(
    .expectation, "What is expected after a step.",
    [
      key(.error, .value, "The kind of the error, or members of its data, message as text or /re/."),
      key(.active, .text, "The path of the active screen."),
      key(
        .state, .map(.any, .data),
        "Members of the state of the screen at 'at', or of the one that was active before the step."),
      key(
        .screens, .map(.any, .objectOrNull(.screenParts)),
        "Screens by their paths, with the members named; null: no screen is there."),
      key(.shared, .map(.name("field"), .data), "Members of the shared state."),
      key(.tree, .text, "The whole tree, as state.outline draws it."),
      key(
        .effects, .list(.short(.name, .effectRequest, isFlag: false)),
        "The effects that the step asked for, exactly and in order."),
      key(.reply, .data, "The reply to the action."),
      key(.that, .oneOrMore(.expression), "Conditions over the session, and example."),
      key(
        .changed, .choice(["exactly", "nothing"]),
        "exactly: nothing changed but what this expectation names; nothing: nothing changed at all."),
      key(.within, .value, "The most changes that the step makes, such as 3 changes."),
      key(.broken, .oneOrMore(.name), "The invariants that the step breaks."),
      key(.log, .oneOrMore(.text), "Texts of the errors that the step logs."),
    ])

  static let effectRequest = FormatObject(
    .effectRequest, "An effect that was asked for.",
    [
      required(.name, .name, "The effect."),
      key(.input, .map(.any, .data), "Members of its input."),
      key(.key, .text, "Its key."),
      key(.at, .text, "The path of the screen that asked for it."),
    ])

  static let screenParts = FormatObject(
    .screenParts, "Members of a screen.",
    [
      key(.screen, .screen, "Its type."),
      key(.params, .map(.any, .data), "Members of its params."),
      key(.state, .map(.any, .data), "Members of its state."),
      key(.computed, .map(.any, .data), "Members of its computed values."),
    ])

  static let ends = FormatObject(
    .ends, "What must be so after the last step.",
    [required(.owed, .choice(["nothing"]), "nothing: no effect, timer or waiting link is left.")])

  private static let clock = key(.clock, .instant, "The start of the virtual clock; default 1970.")
  private static let stubs = Form.map(.name("effect"), .oneOrMore(.object(.stub)))
  private static let outcomes = [
    key(.output, .value, "The answer."),
    key(.error, .value, "The reason of a failure."),
    key(.next, .value, "An answer before the last one."),
    key(.never, .boolean, "true: it stays owed for good."),
  ]
}
