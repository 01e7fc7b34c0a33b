extension PythonWriter {
  mutating func effects() {
    for effect in types.effects {
      object(effect.input, effect.summary)
      if effect.output.fields.contains(where: \.mayBeLeftOut) {
        given(effect.output)
      } else {
        object(effect.output, nil)
      }
      if let next = effect.next { object(next, nil) }
      if let errors = effect.errors { object(errors, nil) }
    }
  }

  /// An object that the program gives: what has a default may be left out.
  private mutating func given(_ object: ObjectType) {
    inner(object.inner)
    dictionary(
      names.name(of: ObjectIdentifier(object)), nil,
      object.fields.map { Member($0.name, name(of: $0), isOptional: $0.mayBeLeftOut, summary: $0.summary) })
  }

  mutating func handlers() {
    if types.effects.isEmpty { return }
    let functions = Self.snake(types.effects.map(\.name))
    for isAsync in [false, true] {
      let prefix = isAsync ? "Async" : ""
      source.line()
      source.line()
      block("class \(prefix)Handlers(Protocol):") { writer in
        writer.summary("The host: performs each effect of the flow.")
        for ((effect, name), function) in zip(zip(writer.types.effects, writer.names.effects), functions) {
          writer.source.line()
          let parameters = "self, input: \(name)Input, context: \(prefix)Context"
          let isEmpty = effect.output.fields.allSatisfy(\.mayBeLeftOut)
          let output = isEmpty ? "Optional[\(name)Output]" : "\(name)Output"
          writer.source.line(
            "\(isAsync ? "async " : "")def \(function)(\(parameters)) -> \(output): ...")
        }
      }
      source.line()
      source.line()
      let name = isAsync ? "handle_async" : "handle"
      let parameters = "app: \(Self.app(prefix)), handlers: \(prefix)Handlers, *, replace: bool = False"
      block("def \(name)(\(parameters)) -> Callable[[], None]:") { writer in
        writer.summary("Performs all effects of the flow, or of a session; returns what ends that.")
        writer.block("ends = [") { writer in
          for (effect, function) in zip(writer.types.effects, functions) {
            let name = Self.quoted(effect.name)
            writer.source.line("app.effect(\(name), handlers.\(function), replace=replace),")
          }
        }
        writer.source.line("]")
        writer.source.line()
        writer.block("def end() -> None:") { writer in
          writer.block("for each in ends:") { $0.source.line("each()") }
        }
        writer.source.line()
        writer.source.line("return end")
      }
    }
  }

  mutating func handle(_ screen: ScreenTypes, _ name: String) {
    source.line()
    source.line()
    block("class \(name)Actions(Actions[_R]):") { writer in
      writer.summary("The actions of \(screen.name).")
      let names = screen.actions.map { Self.quoted($0.name) }.joined(separator: ", ")
      let dispatched = screen.actions.isEmpty ? "str" : "Literal[\(names)]"
      writer.source.line()
      writer.block("def dispatch(self, name: \(dispatched), /, **payload: Any) -> _R:") {
        $0.source.line("return self._act(name, payload)")
      }
      let functions = Self.snake(screen.actions.map(\.name), beside: Self.members.union(Self.functions))
      for (action, function) in zip(screen.actions, functions) { writer.action(action, function) }
    }
    let computed = screen.computed.fields.isEmpty ? "Dict[str, Any]" : "\(name)Computed"
    for (prefix, receipt) in [("", "Receipt"), ("Async", "Awaitable[Receipt]")] {
      source.line()
      source.line()
      let handle = "\(prefix)TypedHandle[\(name)State, \(name)Params, \(computed)]"
      block("class \(name)\(prefix)Handle(\(handle), \(name)Actions[\(receipt)]):") {
        $0.summary("A \(screen.name) at an address.")
      }
    }
  }

  private mutating func action(_ action: ActionTypes, _ function: String) {
    let fields = action.payload.fields.filter { $0.name != "type" }
    let names = Self.snake(fields.map(\.name))
    let parameters = zip(fields, names).map { field, name in
      "\(name): \(self.name(of: field.type))\(field.mayBeLeftOut ? " = cast(Any, ...)" : "")"
    }
    let payload = zip(fields, names).map { "\(Self.quoted($0.name)): \($1)" }.joined(separator: ", ")
    source.line()
    let list = ["self"] + (fields.isEmpty ? [] : ["*"]) + parameters
    block("def \(function)(\(list.joined(separator: ", "))) -> _R:") { writer in
      writer.summary(action.summary)
      writer.source.line("return self._act(\(Self.quoted(action.name)), {\(payload)})")
    }
  }

  /// The functions that the module has or needs.
  private static let functions: Set<String> = [
    "address", "app", "at", "bool", "cast", "dict", "float", "handle", "handle_async", "int", "isinstance",
    "json", "link", "list", "object", "property", "quote", "session", "staticmethod", "str", "window",
  ]

  /// The type of an app, or of a session of it.
  private static func app(_ prefix: String) -> String { "Union[\(prefix)Navtree, \(prefix)Session]" }

  mutating func openers() {
    let functions = Self.snake(types.screens.map(\.name), beside: Self.functions)
    let place = "at: Union[str, int, None] = None"
    let named = "session: Optional[str] = None, window: Optional[str] = None"
    for (name, function) in zip(names.screens, functions) {
      for (ending, prefix) in [("", ""), ("_async", "Async")] {
        source.line()
        source.line()
        let handle = "\(name)\(prefix)Handle"
        block(
          "def \(function)\(ending)(app: \(Self.app(prefix)), \(place), *, \(named)) -> \(handle):"
        ) {
          $0.source.line("return \(handle)(app, at, session=session, window=window)")
        }
      }
    }
  }

  // MARK: Links

  /// What the text of the class of links needs itself.
  private static let linkWords: Set<String> = ["bool", "cast", "float", "int", "staticmethod", "str"]

  mutating func links() {
    if types.links.isEmpty { return }
    for link in types.links { inner(link.fields.inner) }
    let functions = Self.snake(types.links.map(\.functionName), beside: Self.linkWords)
    source.line()
    source.line()
    block("class Link:") { writer in
      writer.summary("The URLs that the flow opens.")
      for (link, function) in zip(writer.types.links, functions) { writer.link(link, function) }
    }
    for line in Self.linkLines.split(separator: "\n", omittingEmptySubsequences: false) {
      source.line(String(line))
    }
  }

  private mutating func link(_ link: LinkTypes, _ function: String) {
    let fields = link.fields.fields
    let names = Self.snake(fields.map(\.name))
    let byName = Dictionary(zip(fields.map(\.name), names), uniquingKeysWith: { first, _ in first })
    let parameters = zip(fields, names).map { field, name in
      "\(name): \(self.name(of: field.type))\(field.mayBeLeftOut ? " = cast(Any, ...)" : "")"
    }
    let segments = link.segments.map { segment in
      switch segment {
      case .literal(let text): Self.quoted(text)
      case .one(let field), .rest(let field): byName[field.name] ?? ""
      }
    }
    let query = link.query.map { field in
      "(\(Self.quoted(field.name)), \(byName[field.name] ?? ""), \(field.initial.map(Self.literal) ?? "..."))"
    }
    source.line()
    source.line("@staticmethod")
    let list = parameters.isEmpty ? "" : "*, \(parameters.joined(separator: ", "))"
    block("def \(function)(\(list)) -> str:") { writer in
      writer.summary(link.pattern)
      writer.source.line(
        "return _url([\(segments.joined(separator: ", "))], [\(query.joined(separator: ", "))])")
    }
  }

  private static let linkLines = #"""


    def _url(segments: List[Any], query: List[Any]) -> str:
        path = "".join("/" + _encoded(each) for part in segments for each in _flat(part) if each not in (None, ...))
        parts = [
            _encoded(name) if each is None else f"{_encoded(name)}={_encoded(each)}"
            for name, value, initial in query
            if value is not ... and value != initial
            for each in _flat(value)
        ]
        return (path or "/") + ("?" + "&".join(parts) if parts else "")


    def _flat(value: Any) -> List[Any]:
        return [each for part in value for each in _flat(part)] if isinstance(value, list) else [value]


    def _encoded(value: Any) -> str:
        return quote(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), safe="")
    """#
}
