/// Writes a flow's types in Kotlin, in the syntax of version 1.3, over JSON as maps and lists.
struct KotlinWriter: TypesWriter {
  /// Words that stand in backticks where they are names.
  private static let words: Set<String> = [
    "abstract", "actual", "annotation", "as", "break", "by", "catch", "companion", "const", "constructor",
    "continue", "crossinline", "data", "delegate", "do", "dynamic", "else", "enum", "expect", "external",
    "false", "field", "file", "final", "finally", "for", "fun", "get", "if", "import", "in", "infix", "init",
    "inline", "inner", "interface", "internal", "is", "lateinit", "noinline", "null", "object", "open",
    "operator", "out", "override", "package", "param", "private", "property", "protected", "public",
    "receiver", "reified", "return", "sealed", "set", "setparam", "super", "suspend", "tailrec", "this",
    "throw", "true", "try", "typealias", "typeof", "val", "value", "var", "vararg", "when", "where", "while",
  ]
  /// The members of all types; `class` would make a getter that Java has.
  static let members: Set<String> = [
    "class", "copy", "equals", "fromJson", "hashCode", "others", "toJson", "toString", "_", "notify",
    "notifyAll", "wait", "json", "members", "text", "values", "valueOf", "name", "ordinal",
  ]
  static let reserved = NestedNames.Reserved(
    types: [
      "Any", "Array", "Boolean", "Companion", "Double", "Given", "IllegalArgumentException", "Int", "Links",
      "List", "Long", "Map", "Mismatch", "Nothing", "Number", "Pair", "Sensitive", "String", "Suppress",
      "Throws", "Unit", "Kotlin", "Java", "Comparable", "Enum", "Object",
    ],
    parts: [
      "Types", "Shared", "SharedComputed", "Window", "Slot", "Action", "Effect", "Handlers", "Link", "Screen",
      "Cut",
    ], ignoresCase: true)

  let types: FlowTypes
  var names: NestedNames
  var source = GeneratedSource(indent: 4)

  init(_ types: FlowTypes) {
    self.types = types
    names = NestedNames(types, Self.reserved)
  }

  mutating func write() {
    source.line("// \(types.header)")
    source.line("// Types alone, for a host that speaks the protocol itself: there is no client in Kotlin.")
    source.line(
      "@file:Suppress(\"all\", \"ktlint\", \"UNCHECKED_CAST\", \"unused\", \"RemoveRedundantBackticks\")")
    source.line()
    summary(types.summary ?? "The types of the flow \(types.name).")
    block("object \(names.flow) {") { writer in
      writer.source.line("const val flow = \(Self.quoted(writer.types.name))")
      writer.source.line("const val version = \(writer.types.version)L")
      writer.source.line("const val hash = \"\(writer.types.hash)\"")
      writer.runtime()
      if !writer.types.types.isEmpty {
        writer.source.line()
        writer.block("object Types {") { $0.inner(of: $0.types.types) }
      }
      if !writer.types.shared.fields.isEmpty { writer.object(writer.types.shared, "Shared") }
      if !writer.types.computed.fields.isEmpty { writer.object(writer.types.computed, "SharedComputed") }
      writer.addresses()
      if !writer.types.actions.isEmpty { writer.actions(writer.types.actions) }
      writer.effects()
      writer.links()
      writer.screens()
    }
  }

  private mutating func addresses() {
    choice("Window", types.windows)
    choice("Slot", types.slots)
    source.line()
    summary("The address of the screen that a window shows in these slots, from its root up.")
    source.line("fun address(window: Window, vararg slots: Slot): String =")
    source.line("    \"/\" + (listOf(window.text) + slots.map { it.text }).joinToString(\"/\")")
  }

  private mutating func effects() {
    if types.effects.isEmpty { return }
    source.line()
    block("object Effect {") { writer in
      for (effect, name) in zip(writer.types.effects, writer.names.effects) {
        writer.summary(effect.summary)
        writer.block("object \(name) {") { writer in
          writer.source.line("const val name = \(Self.quoted(effect.name))")
          writer.object(effect.input, "Input")
          writer.object(effect.output, "Output")
          if let next = effect.next { writer.object(next, "Next") }
          if let errors = effect.errors { writer.object(errors, "Failure") }
        }
      }
    }
    source.line()
    summary("The host: performs each effect of the flow.")
    block("interface Handlers {") { writer in
      for ((effect, name), function) in zip(
        zip(writer.types.effects, writer.names.effects), Self.lower(writer.types.effects.map(\.name)))
      {
        let path = "\(writer.names.flow).Effect.\(name)"
        let next = effect.next == nil ? "" : ", next: (\(path).Next) -> Unit"
        writer.summary(effect.summary)
        writer.source.line("fun \(function)(input: \(path).Input\(next)): \(path).Output")
      }
    }
  }

  /// What all types need.
  private mutating func runtime() {
    for line in Self.runtimeLines.split(separator: "\n", omittingEmptySubsequences: false) {
      source.line(String(line))
    }
  }

  private static let runtimeLines = #"""

    /** The value of a sensitive field, which is hidden unless it is asked for. */
    sealed class Sensitive<out T> {
        object Hidden : Sensitive<Nothing>()
        data class Shown<out T>(val value: T) : Sensitive<T>()
    }

    /** A member that is there, though it may be null. */
    data class Given<out T>(val value: T)

    /** JSON that isn't of the type. */
    class Mismatch(message: String) : IllegalArgumentException(message)

    private fun mapOf(json: Any?): Map<String, Any?> =
        json as? Map<String, Any?> ?: throw Mismatch("must be an object, not $json")
    private fun listOfJson(json: Any?): List<Any?> = json as? List<Any?> ?: throw Mismatch("must be a list, not $json")
    private fun stringOf(json: Any?): String = json as? String ?: throw Mismatch("must be a string, not $json")
    private fun booleanOf(json: Any?): Boolean = json as? Boolean ?: throw Mismatch("must be true or false, not $json")
    private fun doubleOf(json: Any?): Double = (json as? Number)?.toDouble() ?: throw Mismatch("must be a number, not $json")
    private fun longOf(json: Any?): Long {
        val number = json as? Number ?: throw Mismatch("must be an integer, not $json")
        if (number.toDouble() != Math.floor(number.toDouble())) throw Mismatch("must be an integer, not $json")
        return number.toLong()
    }
    """#

  // MARK: Parts

  mutating func summary(_ text: String?) {
    guard let text else { return }
    // Comments nest in Kotlin.
    let plain = SwiftWriter.plain(text).split(separator: "*/").joined(separator: "* /").split(separator: "/*")
    source.line("/** \(plain.joined(separator: "/ *")) */")
  }

  static func quoted(_ text: String) -> String {
    GeneratedSource.quoted(text, dollar: "\\$", unicode: GeneratedSource.utf16Escape)
  }

  static func lower(_ texts: [String], beside reserved: Set<String> = members) -> [String] {
    var names = NameSet(reserved: reserved)
    return texts.map { escaped(names.take(Identifier.lower($0))) }
  }

  private static func escaped(_ name: String) -> String { words.contains(name) ? "`\(name)`" : name }
}
