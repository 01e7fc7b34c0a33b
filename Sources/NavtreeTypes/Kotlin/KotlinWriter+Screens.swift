extension KotlinWriter {
  mutating func screens() {
    for (screen, name) in zip(types.screens, names.screens) { self.screen(screen, name) }
    let classes = names.screens
    source.line()
    summary("Any screen of the flow.")
    block("sealed class Screen {") { writer in
      writer.source.line("abstract val id: Long")
      writer.source.line("abstract fun toJson(): Map<String, Any?>")
      for name in classes {
        writer.source.line()
        writer.block("data class \(name)(val screen: \(writer.names.flow).\(name)) : Screen() {") { writer in
          writer.source.line("override val id: Long get() = screen.id")
          writer.source.line("override fun toJson(): Map<String, Any?> = screen.toJson()")
        }
      }
      writer.source.line()
      writer.summary("A screen beyond the depth to which the tree was read.")
      writer.block("data class Cut(override val id: Long, val type: String) : Screen() {") { writer in
        writer.source.line(
          "override fun toJson(): Map<String, Any?> = mapOf(\"id\" to id, \"screen\" to type)")
      }
      writer.source.line()
      writer.block("companion object {") { writer in
        writer.block("fun fromJson(json: Any?): Screen {") { writer in
          writer.source.line("val members = mapOf(json)")
          writer.source.line(
            "if (\"params\" !in members) return Cut(longOf(members[\"id\"]), stringOf(members[\"screen\"]))")
          writer.block("return when (members[\"screen\"]) {") { writer in
            for (screen, name) in zip(writer.types.screens, classes) {
              let path = "\(writer.names.flow).\(name)"
              writer.source.line("\(Self.quoted(screen.name)) -> \(name)(\(path).fromJson(json))")
            }
            writer.source.line("else -> throw Mismatch(\"is no screen of the flow: ${members[\"screen\"]}\")")
          }
        }
      }
    }
  }

  private mutating func screen(_ screen: ScreenTypes, _ name: String) {
    let members = screen.members
    let screenPath = "\(names.flow).\(name)"
    source.line()
    summary(screen.summary)
    let parameters = members.map { member in
      let type = Self.type(of: member, screenPath)
      return "val \(member.name): \(type)\(type.hasSuffix("?") ? " = null" : "")"
    }
    block("data class \(name)(\(parameters.joined(separator: ", "))) {") { writer in
      writer.block("fun toJson(): Map<String, Any?> {") { writer in
        writer.source.line("val json = linkedMapOf<String, Any?>(\"id\" to id, \"screen\" to type)")
        for member in members.dropFirst() {
          let target = "json[\"\(member.name)\"]"
          switch member.value {
          case .text: writer.source.line("\(member.name)?.let { \(target) = it }")
          case .part(_, isOptional: true):
            writer.source.line("\(member.name)?.let { \(target) = it.toJson() }")
          case .id, .part: writer.source.line("\(target) = \(member.name).toJson()")
          }
        }
        if screen.slots.isEmpty { writer.source.line("json[\"slots\"] = emptyMap<String, Any?>()") }
        writer.source.line("return json")
      }
      writer.source.line()
      writer.block("companion object {") { writer in
        writer.source.line("const val type = \(Self.quoted(screen.name))")
        writer.source.line()
        writer.block("fun fromJson(json: Any?): \(screenPath) {") { writer in
          writer.source.line("val members = mapOf(json)")
          let arguments = members.map { Self.reading($0, screenPath) }
          writer.source.line("return \(screenPath)(\(arguments.joined(separator: ", ")))")
        }
      }
      writer.object(screen.params, "Params")
      writer.object(screen.state, "State")
      if !screen.computed.fields.isEmpty { writer.object(screen.computed, "Computed") }
      if !screen.slots.isEmpty { writer.slots(screen) }
      writer.inner(of: screen.result.inner)
      if let returns = screen.returns { writer.result(returns) }
      if !screen.actions.isEmpty { writer.actions(screen.actions) }
    }
  }

  private static func type(of member: ScreenTypes.Member, _ screen: String) -> String {
    switch member.value {
    case .id: "Long"
    case .text: "String?"
    case .part(let type, let isOptional): "\(screen).\(type)\(isOptional ? "?" : "")"
    }
  }

  private static func reading(_ member: ScreenTypes.Member, _ screen: String) -> String {
    let json = "members[\"\(member.name)\"]"
    return switch member.value {
    case .id: "longOf(\(json))"
    case .text: "\(json)?.let { stringOf(it) }"
    case .part(let type, isOptional: true): "\(json)?.let { \(screen).\(type).fromJson(it) }"
    case .part("Slots", _): "\(screen).Slots.fromJson(\(json) ?: emptyMap<String, Any?>())"
    case .part(let type, _): "\(screen).\(type).fromJson(\(json))"
    }
  }

  private mutating func slots(_ screen: ScreenTypes) {
    let screens = ObjectType("screen")
    names.setScreen(screens)
    object(screen.slotsObject(of: screens), "Slots")
  }

  private mutating func result(_ returns: ValueType) {
    source.line()
    summary("The result with which it may be dismissed.")
    block("data class Returns(val value: \(name(of: returns))) {") { writer in
      writer.source.line("fun toJson(): Any? = \(writer.writing(returns, "value"))")
      writer.source.line()
      writer.block("companion object {") { writer in
        writer.source.line("fun fromJson(json: Any?): Returns = Returns(\(writer.reading(returns, "json")))")
      }
    }
  }

  mutating func actions(_ actions: [ActionTypes]) {
    source.line()
    var set = NameSet(reserved: Self.reserved.types.union(["Action"]), ignoresCase: true)
    let inner = actions.flatMap(\.payload.inner)
    for type in inner { _ = set.take(names.name(of: type)) }
    let classes = actions.map { set.take(Identifier.upper($0.name)) }
    block("sealed class Action(val type: String) {") { writer in
      writer.source.line("abstract fun toJson(): Map<String, Any?>")
      for (action, name) in zip(actions, classes) { writer.action(action, name) }
      writer.source.line()
      writer.block("companion object {") { writer in
        writer.block("fun fromJson(json: Any?): Action {") { writer in
          writer.source.line("val members = mapOf(json)")
          writer.block("return when (members[\"type\"]) {") { writer in
            for (action, name) in zip(actions, classes) {
              let arguments = action.payload.fields.map { writer.reading($0) }.joined(separator: ", ")
              let value = action.payload.fields.isEmpty ? name : "\(name)(\(arguments))"
              writer.source.line("\(Self.quoted(action.name)) -> \(value)")
            }
            writer.source.line("else -> throw Mismatch(\"is no action of these: ${members[\"type\"]}\")")
          }
        }
      }
      writer.inner(of: inner)
    }
  }

  private mutating func action(_ action: ActionTypes, _ name: String) {
    let fields = action.payload.fields
    let type = Self.quoted(action.name)
    source.line()
    summary(action.summary)
    if fields.isEmpty {
      return block("object \(name) : Action(\(type)) {") { writer in
        // The file's own 'mapOf' reads a map.
        writer.source.line(
          "override fun toJson(): Map<String, Any?> = linkedMapOf<String, Any?>(\"type\" to type)")
      }
    }
    let identifiers = Self.lower(fields.map(\.name), beside: Self.members.union(["type"]))
    let parameters = zip(fields, identifiers).map { "val \(parameter($0, $1))" }
    block("data class \(name)(\(parameters.joined(separator: ", "))) : Action(\(type)) {") { writer in
      writer.block("override fun toJson(): Map<String, Any?> {") { writer in
        writer.source.line("val json = linkedMapOf<String, Any?>(\"type\" to type)")
        writer.members(fields, identifiers.map { "this.\($0)" })
        writer.source.line("return json")
      }
    }
  }

  // MARK: Links

  mutating func links() {
    if types.links.isEmpty { return }
    source.line()
    summary("The URLs that the flow opens.")
    let functions = Self.lower(types.links.map(\.functionName))
    block("object Link {") { writer in
      for (link, function) in zip(writer.types.links, functions) { writer.link(link, function) }
      for line in Self.linkLines.split(separator: "\n", omittingEmptySubsequences: false) {
        writer.source.line(String(line))
      }
      writer.inner(of: writer.types.links.flatMap(\.fields.inner))
    }
  }

  private mutating func link(_ link: LinkTypes, _ function: String) {
    let fields = link.fields.fields
    let identifiers = Self.lower(fields.map(\.name))
    let byName = Dictionary(zip(fields.map(\.name), identifiers), uniquingKeysWith: { first, _ in first })
    let parameters = zip(fields, identifiers).map { field, name in
      // Null stands for the default, too.
      field.mayBeLeftOut
        ? "\(name): \(self.name(of: .nullable(field.type))) = null" : "\(name): \(self.name(of: field.type))"
    }
    func value(_ field: FieldType) -> String {
      writing(field.mayBeLeftOut ? .nullable(field.type) : field.type, byName[field.name] ?? "")
    }
    let segments = link.segments.map { segment in
      switch segment {
      case .literal(let text): Self.quoted(text)
      case .one(let field), .rest(let field): value(field)
      }
    }
    let query = link.query.map { field in
      let initial = field.initial.map(Self.literal) ?? "null"
      return "if (\(value(field)) == null && \(field.mayBeLeftOut)) null else "
        + "Triple(\(Self.quoted(field.name)), \(value(field)), \(field.initial == nil ? "Unit" : initial))"
    }
    summary(link.pattern)
    source.line("fun \(function)(\(parameters.joined(separator: ", "))): String =")
    source.line(
      "    url(listOf<Any?>(\(segments.joined(separator: ", "))), "
        + "listOf<Triple<String, Any?, Any?>?>(\(query.joined(separator: ", "))))")
  }

  private static let linkLines = #"""

    private fun url(segments: List<Any?>, query: List<Triple<String, Any?, Any?>?>): String {
        val path = segments.flatMap { flat(it) }.filterNotNull().joinToString("") { "/" + encoded(it) }
        val parts = query.filterNotNull().filter { it.second != it.third }.flatMap { (name, value, _) ->
            flat(value).map { if (it == null) encoded(name) else encoded(name) + "=" + encoded(it) }
        }
        return (if (path.isEmpty()) "/" else path) + (if (parts.isEmpty()) "" else "?" + parts.joinToString("&"))
    }

    private fun flat(value: Any?): List<Any?> = if (value is List<*>) value.flatMap { flat(it) } else listOf(value)

    private fun encoded(value: Any): String =
        java.net.URLEncoder.encode(if (value is Map<*, *>) json(value) else value.toString(), "UTF-8").replace("+", "%20")

    private fun json(value: Any?): String = when (value) {
        is Map<*, *> -> value.entries.joinToString(",", "{", "}") { (key, each) -> json(key) + ":" + json(each) }
        is List<*> -> value.joinToString(",", "[", "]") { json(it) }
        is String -> "\"" + value.map { character ->
            when {
                character == '"' || character == '\\' -> "\\" + character
                character < ' ' -> String.format("\\u%04x", character.toInt())
                else -> character.toString()
            }
        }.joinToString("") + "\""
        else -> value.toString()
    }
    """#
}
