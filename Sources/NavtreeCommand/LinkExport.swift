import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeText

/// What platforms and search engines want to know of an app's links, from its flow.
struct LinkExport {
  enum Form: String, Choice {
    /// apple-app-site-association.
    case apple
    /// assetlinks.json.
    case android
    /// The intent filters of an Android manifest.
    case intents
    /// sitemap.xml: the links without params.
    case sitemap
  }

  let flow: FlowDefinition
  /// The domain of the links; nil for those of the flow's prefixes.
  let domain: String?
  /// The app's identifiers.
  let apps: [String]
  /// The SHA-256 of the certificates by which an Android app is signed.
  let fingerprints: [String]

  /// A reason for which there is nothing to write.
  struct Fault: Error {
    let message: String
  }

  func text(_ form: Form) throws(Fault) -> String {
    switch form {
    case .apple: return try json(apple)
    case .android: return try json(android)
    case .intents: return try intents()
    case .sitemap: return try sitemap()
    }
  }

  private func json(_ value: () throws(Fault) -> JSONValue) throws(Fault) -> String {
    try value().prettyDescription + "\n"
  }

  /// The hosts of the links, each with the path that stands before them.
  private func hosts() throws(Fault) -> [(host: String, path: String)] {
    if let domain { return [(domain, "")] }
    let hosts = flow.links.table.prefixes.map(\.text).filter { $0.hasPrefix("https://") }.map { prefix in
      let rest = prefix.dropFirst("https://".count)
      let host = rest.prefix { $0 != "/" }
      return (host: String(host), path: String(rest.dropFirst(host.count)).trimmingSlashes)
    }
    if hosts.isEmpty {
      throw Fault(message: "--domain is needed: no prefix of the flow begins with https://")
    }
    return hosts
  }

  private func appIDs(_ example: String) throws(Fault) -> [JSONValue] {
    if apps.isEmpty { throw Fault(message: "--app-id is needed, such as \(example)") }
    return apps.map { .string($0) }
  }

  // MARK: Apple

  /// <https://developer.apple.com/documentation/bundleresources/applinks>
  private func apple() throws(Fault) -> JSONValue {
    let paths = domain == nil ? try hosts().map(\.path) : [""]
    let components = flow.links.table.routes.flatMap { route in
      paths.flatMap { path in
        route.pattern.paths(before: path, any: "?*", rest: "?*", escaping: "*?").map { text -> JSONValue in
          var component: JSONObject = ["/": .string(text)]
          let required = route.requiredQuery
          if !required.isEmpty {
            component["?"] = .object(JSONObject(required.map { ($0, "?*") }) { $1 })
          }
          return .object(component)
        }
      }
    }
    let details: JSONObject = [
      "appIDs": .array(try appIDs("TEAMID.com.example.app")), "components": .array(components.unique),
    ]
    return ["applinks": ["details": [.object(details)]]]
  }

  // MARK: Android

  /// <https://developers.google.com/digital-asset-links/v1/statements>
  private func android() throws(Fault) -> JSONValue {
    if fingerprints.isEmpty {
      throw Fault(message: "--fingerprint is needed: the SHA-256 of the certificate that signs the app")
    }
    return .array(
      try appIDs("com.example.app").map { app in
        [
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": [
            "namespace": "android_app", "package_name": app,
            "sha256_cert_fingerprints": .array(fingerprints.map { .string($0) }),
          ],
        ]
      })
  }

  /// <https://developer.android.com/guide/topics/manifest/data-element>
  private func intents() throws(Fault) -> String {
    let schemes = flow.links.table.prefixes.map(\.text).compactMap { prefix -> String? in
      let scheme = String(prefix.prefix { $0 != ":" })
      return ["https", "http"].contains(scheme) ? nil : scheme
    }
    var text = ""
    for (host, path) in try schemes.isEmpty || domain != nil ? hosts() : (try? hosts()) ?? [] {
      var data = ["<data android:scheme=\"https\" android:host=\"\(XMLText.attribute(host))\" />"]
      data +=
        flow.links.table.routes.flatMap { route -> [String] in
          let isFixed = route.pattern.params.isEmpty
          return route.pattern.paths(before: path, any: ".*", rest: ".*", escaping: isFixed ? "" : ".*\\").map
          {
            "<data android:\(isFixed ? "path" : "pathPattern")=\"\(XMLText.attribute($0))\" />"
          }
        }.unique
      text += Self.filter(data, verified: true)
    }
    for scheme in schemes.unique {
      text += Self.filter(["<data android:scheme=\"\(XMLText.attribute(scheme))\" />"], verified: false)
    }
    return text
  }

  private static func filter(_ data: [String], verified isVerified: Bool) -> String {
    let lines =
      [
        "<action android:name=\"android.intent.action.VIEW\" />",
        "<category android:name=\"android.intent.category.DEFAULT\" />",
        "<category android:name=\"android.intent.category.BROWSABLE\" />",
      ] + data
    let verification = isVerified ? " android:autoVerify=\"true\"" : ""
    return "<intent-filter\(verification)>\n\(lines.map { "  \($0)\n" }.joined())</intent-filter>\n"
  }

  // MARK: Search engines

  /// <https://www.sitemaps.org/protocol.html>
  private func sitemap() throws(Fault) -> String {
    let routes = flow.links.table.routes.filter { $0.requiredQuery.isEmpty }
    let urls = try hosts().flatMap { host, path in
      routes.filter(\.pattern.params.isEmpty).flatMap { route in
        route.pattern.paths(before: path, any: "", rest: "", escaping: "").map { "https://\(host)\($0)" }
      }
    }
    let entries = urls.unique.map { "  <url><loc>\(XMLText.attribute($0))</loc></url>\n" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(entries)</urlset>

      """
  }
}

extension LinkRoute {
  /// The fields of the query without which a URL doesn't match.
  fileprivate var requiredQuery: [String] {
    query.fields.compactMap { $0.initial == nil ? $0.name : nil }
  }
}

extension LinkPattern {
  /// The paths that it matches, with wildcards for its params: two where a param may be missing.
  fileprivate func paths(
    before prefix: String, any: String, rest: String, escaping special: String
  ) -> [String] {
    var paths = [prefix]
    for segment in segments {
      switch segment {
      case .literal(let literal):
        var text = "/"
        PercentEncoding.append(literal, as: .segment, to: &text)
        let escaped = text.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
        for index in paths.indices {
          paths[index] += special == "*?" ? text.percentEncoding(special) : escaped
        }
      case .param(let index):
        let longer = paths.map { "\($0)/\(params[index].presence == .rest ? rest : any)" }
        paths = params[index].presence == .optional ? paths + longer : longer
      }
    }
    return paths.map { $0.isEmpty ? "/" : $0 }
  }
}

extension String {
  fileprivate var trimmingSlashes: String {
    var text = self
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  /// With these characters percent-encoded.
  fileprivate func percentEncoding(_ characters: String) -> String {
    map { character in
      guard characters.contains(character), let byte = character.asciiValue else { return "\(character)" }
      return "%" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension Array where Element: Hashable {
  /// Each element once, where it came first.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
