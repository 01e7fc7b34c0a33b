/// The tables of effects and of the keys that ask for them.
extension Format {
  private static let timeout = key(
    .timeout, .duration, "How long to wait for an answer, or for the next one; default for ever.")
  private static let deadline = key(
    .deadline, .duration, "How long it may take in all, from its first request; default for ever.")
  private static let retries = key(
    .retries, .retries,
    "How many times it is requested again after a failure or timeout, and when; default 0.")

  static let effect = FormatObject(
    .effect, "Work that the host does on request, and answers.",
    [
      key(.title, .text, "A name for people."),
      key(.description, .text, "A sentence for people."),
      key(.input, fields, "The host's input."),
      key(.output, fields, "The host's answer."),
      key(.next, fields, "An answer before the last one; default the fields of output."),
      key(.errors, fields, "The reason of a failure; by default any value."),
      timeout, deadline, retries,
      key(
        .fair, .choice([Key.done.rawValue]),
        "done: for leadsTo it is answered well at some time, however often it fails before."),
    ])

  static let retry = FormatObject(
    .retry, "The further tries of an effect.",
    [
      required(.times, .times, "How many times it is requested again."),
      key(.delay, .duration, "How long it rests before the first of them; default 0, with forever 1s."),
      key(
        .factor, .number, "By what each later delay is multiplied, at least 1; default 1, with forever 2."),
      key(.maxDelay, .duration, "The longest delay; default none, with forever 1m."),
      key(
        .resetOn, .choice([Key.next.rawValue]),
        "next: with each answer before the last one, times and delay begin anew."),
    ])

  static let ask = FormatObject(
    .ask, "An effect to request.",
    [
      required(.name, .name, "The effect."),
      key(.with, .value, "Its input."),
      key(.done, .name, "The action that gets the answer, the last one, as action.output."),
      key(
        .failed, .name, "The action that gets the reason of a failure, as action.error."),
      key(.next, .name, "The action that gets each answer before the last one, as action.output."),
      key(.key, .message, "Tells the screen's effects apart; default the effect's name."),
      key(
        .policy, .choice(EffectPolicy.allCases.map(\.rawValue)),
        "What to do if the screen has one with the same key in flight; default every."),
      lifetime, timeout, deadline, retries,
    ])

  static let items = FormatObject(
    .items, "The source of a list's items.",
    [
      required(.from, .name, "The effect; its output has the field items, and cursor if there are pages."),
      key(.with, .value, "The effect's input, without cursor."),
      key(.key, .text, "The member that tells items apart; default id."),
      load, persist, key(.maxItems, .integer(minimum: 1), "The maximum number of items; default 10000."),
    ])

  static let entity = FormatObject(
    .entity, "The source of a detail's value.",
    [
      required(.from, .name, "The effect; its output has the field value."),
      key(.with, .value, "The effect's input."), load, persist,
    ])

  private static let load = key(
    .load, .choice(LoadStart.allCases.map(\.rawValue)),
    "When it loads by itself; default onPresent.")
}
