import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  private static let url = Parameter(
    .url, .string, required: true, "the URL, or its path alone", errors: [.noSuchLink])
  private static let link = Shape.Member("link", .string, "the pattern of the link that it matches")
  private static let opened = Shape.Member("url", .string, "the URL as given")
  private static let evaluating: [ErrorKind] = [
    .flowDefect, .expressionFailed, .costExceeded, .limitExceeded,
  ]

  static let opening = NavigationMethod(
    "open", method: .linkOpen,
    "Opens the screens that a URL stands for, in its link's place, or lets the link wait.",
    isAnywhere: true,
    answers: [
      .id.ifAny,
      .waits,
    ], errors: [.noScreenAt, .unknownWindow, .notPresentable],
    examples: [
      Example("Opens a mail by its URL", #"{"url":"/folders/sent/mails/7"}"#),
      Example("Opens a URL that has to wait", #"{"url":"/topics/news"}"#),
    ]
  )

  static let linkMethods: [Method] = [
    opening.method,
    Method(
      "link.resolve", .reads, "Says what a URL would open, and whether its link would wait; changes nothing.",
      [url, .session],
      result: .record([
        opened, link,
        Shape.Member("params", .object, "all params of path and query as text, including undeclared ones"),
        Shape.Member("opens", .shared(.tree), "the screens with all their params, as `reset` takes them"),
        Shape.Member(
          "mode", .choice(LinkDefinition.Mode.allCases.map(\.rawValue)),
          "whether the present screens are replaced or pushed on"),
        Shape.Member("at", .string, "the place, if the link names one", optional: true),
        Shape.Member("waits", .boolean, "whether it would wait"),
        Shape.Member(
          "otherwise", .either([.shared(.tree), .string]), "what would open meanwhile, a tree or a URL",
          optional: true),
      ]), errors: evaluating,
      examples: [Example("Looks a URL up", #"{"url":"/folders/sent/mails/7?from=push"}"#)]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      try LinkPreview(try params.text(.url), in: session).write(session.flow, into: &output)
    },
    Method(
      "link.url", .reads, "Gives the URL of a screen.", [.at, .window, .session],
      result: .record([
        Shape.Member("url", .either([.string, .null]), "a path; null if no link leads to the screen")
      ]), errors: evaluating,
      examples: [
        Example("Gives the URL of the active screen", after: [#"link.open {"url":"/folders/sent/mails/7"}"#])
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let screen = try Target(params).find(in: session).screen
      let url = try ScreenURLs(of: session).url(of: screen)
      output.appendValue(["url": url.map { .string($0) } ?? .null])
    },
    Method(
      "link.list", .reads,
      "The waiting links, in the order in which they were opened, and why each still waits.",
      [.session],
      result: .list(.record(Shape.Member.waitingLink)),
      examples: [
        Example("Lists a waiting link", after: [#"link.open {"url":"/topics/news"}"#])
      ]
    ) { server, params, output throws(Failure) in
      try server.session(params).writeWaitingLinks(reasons: true, into: &output)
    },
    Method(
      "link.pending", .reads, "The waiting links as in `link.list`, without the reason.", [.session],
      result: .list(
        .record([
          opened, link, Shape.Member("window", .string, "the window that it was opened in"),
        ])),
      examples: [
        Example("Lists a waiting link", after: [#"link.open {"url":"/topics/news"}"#])
      ]
    ) { server, params, output throws(Failure) in
      try server.session(params).writeWaitingLinks(reasons: false, into: &output)
    },
    Method(
      "link.drop", .serves, "Drops waiting links.",
      [Parameter(.url, .string, "the URL as given; by default all waiting links"), .session],
      result: .record([.seq, Shape.Member("dropped", .integer, "the number of dropped links")]),
      errors: ErrorKind.ofChanges,
      examples: [
        Example("Drops all waiting links", after: [#"link.open {"url":"/topics/news"}"#])
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let count = try session.dropPendingLinks(try params.string(.url))
      output.append(#"{"seq":"#, session.answerSeq)
      output.append(#","dropped":"#, count)
      output.append("}")
    },
  ]
}

extension Shape.Member {
  /// The members of a row of `link.list`.
  static let waitingLink = [
    Shape.Member("url", .string, "the URL as given"),
    Shape.Member("link", .string, "the pattern of the link that it matches"),
    Shape.Member("window", .string, "the window that it was opened in"),
    Shape.Member("why", .string, "why it still waits: its condition, or why that can't be computed"),
  ]
}

extension Session {
  /// Writes the waiting links as rows of `link.list`.
  ///
  /// - Parameter reasons: whether to write why each waits.
  func writeWaitingLinks(reasons: Bool, into output: inout JSONWriter) {
    let reader = LinkReader(self)
    output.appendList(reader.waiting) { link, output in
      output.append(#"{"url":"#, reader.shown(link))
      output.append(#","link":"#, reader.pattern(of: link))
      output.append(#","window":"#, link.window)
      if reasons { output.append(#","why":"#, reader.reason(of: link)) }
      output.append("}")
    }
  }
}
