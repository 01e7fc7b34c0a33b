/// The tables of effects: what the host does, and who asks for it.
extension Format {
  private static let timeout = key(
    .timeout, .duration, "How long an answer is waited for; an effect without one is waited for for ever.")
  private static let retries = key(
    .retries, .integer(minimum: 0),
    "How often it is asked for again when it fails or times out; default 0.")

  static let effect = FormatObject(
    .effect, "Something that the host does when it is asked to, and answers once.",
    [
      key(.title, .text, "A name for people."),
      key(.description, .text, "A sentence for people."),
      key(.input, fields, "What the host gets."),
      key(.output, fields, "What it answers with."),
      timeout, retries,
    ])

  static let ask = FormatObject(
    .ask, "An effect that is asked for.",
    [
      required(.name, .name, "The effect."),
      key(.with, .value, "Its input."),
      key(.done, .name, "The action that this screen gets with the answer, as action.output."),
      key(
        .failed, .name, "The action that it gets when there is no answer, with the reason as action.error."),
      key(.key, .message, "What the screen's effects are told apart by; default the effect's name."),
      key(
        .policy, .choice(EffectPolicy.allCases.map(\.rawValue)),
        "What another one of the screen with the same key means; default every."),
      timeout, retries,
    ])

  static let items = FormatObject(
    .items, "Where the items of a list come from.",
    [
      required(.from, .name, "The effect; its output has the field items, and cursor if there are pages."),
      key(.with, .value, "The effect's input, but for cursor."),
      key(.key, .text, "The member of an item that tells it from the others; default id."),
      load, persist, key(.maxItems, .integer(minimum: 1), "The most items that it holds; default 10000."),
    ])

  static let entity = FormatObject(
    .entity, "Where the value of a detail comes from.",
    [
      required(.from, .name, "The effect; its output has the field value."),
      key(.with, .value, "The effect's input."), load, persist,
    ])

  private static let load = key(
    .load, .choice(LoadStart.allCases.map(\.rawValue)),
    "When it loads by itself; default onPresent.")
}
