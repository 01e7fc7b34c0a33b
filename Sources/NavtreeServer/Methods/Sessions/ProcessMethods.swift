import NavtreeJSON
import NavtreeEngine

extension MethodTable {
  static let processMethods: [Method] = [
    Method(
      "initialize", .process, "Describes the server, its methods and its limits. Optional.",
      [
        Parameter(.client, .string, "the client's name, for logs"),
        Parameter(.protocol, .integer, "the version of the protocol that the client speaks"),
        Parameter(.settled, .boolean, "report the end of each answer with `settled`; from this request on"),
      ],
      result: .record([
        Shape.Member("name", .string, "navtree"), Shape.Member("version", .string, "its version"),
        Shape.Member("protocol", .integer, "the version of the protocol"),
        Shape.Member("methods", .list(.string), "all methods"),
        Shape.Member("limits", .map(.integer), "the limits and their values"),
      ]),
      examples: [
        Example("Says who calls", #"{"client":"docs","protocol":1}"#),
        Example("Asks for the end of each answer", #"{"settled":true}"#),
      ]
    ) { server, params, output throws(Failure) in
      _ = try params.string(.client)
      if let version = try params.integer(.protocol, in: 1...Int.max), version != Release.protocolVersion {
        throw Failure(
          .invalidParams,
          "this server speaks version \(Release.protocolVersion) of the protocol, not \(version)",
          [
            "pointer": .string("/protocol"),
            "hint": .string("use a client of the same release as this server, \(Release.version)"),
          ])
      }
      server.tellsSettled = try params.boolean(.settled, default: server.tellsSettled)
      var limits: JSONObject = [:]
      for limit in Limit.allCases { limits[limit.rawValue] = .integer(server.limits[limit]) }
      output.appendValue(
        .object([
          "name": "navtree", "version": .string(Release.version),
          "protocol": .integer(Release.protocolVersion),
          "methods": .array(MethodTable.methods.map { .string($0.name) }), "limits": .object(limits),
        ]))
    },
    Method(
      "ping", .process, "Answers.", result: .record([]),
      examples: [Example("Asks whether the server answers")]
    ) {
      _, _, output throws(Failure) in
      output.append("{}")
    },
    Method(
      "metrics", .process,
      "The counts of the process since its start; with `--metrics` also those of bytes, commits and leases, and latencies.",
      [
        Parameter(
          .format, .choice(MetricsFormat.allCases.map(\.rawValue)),
          "prometheus adds `text`; json, the default, doesn't")
      ],
      result: metricsShape, examples: [Example("Counts the requests", after: ["ping"])]
    ) { server, params, output throws(Failure) in
      let format = try params.choice(.format) ?? MetricsFormat.json
      server.writeMetrics(
        isRecent: false, at: server.clock.now, text: format == .prometheus, into: &output)
    },
    Method(
      "shutdown", .process, "Answers, then ends the process.", result: .record([]), errors: [.storage],
      examples: [Example("Ends the process")]
    ) { server, _, output throws(Failure) in
      try server.apart { () throws(Failure) in server.isShutDown = true }
      output.append("{}")
    },
  ]
}
