import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeText

/// A value with which sessions begin: `NAME=VALUE`.
struct SharedSetting: ExpressibleByArgument {
  let name: String
  private let text: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    name = String(parts[0])
    text = String(parts[1])
  }

  /// The value for a field: JSON, or the text as it is where the field takes that instead.
  func value(for field: FieldDefinition) throws -> JSONValue {
    let parsed = try? JSONValue(parsing: text)
    var value = parsed ?? .string(text)
    do {
      try field.schema.fit(&value)
    } catch let misfit {
      value = .string(text)
      if (try? field.schema.fit(&value)) != nil { return value }
      let place = misfit.pointer.isEmpty ? "" : "'\(misfit.pointer.dropFirst())' "
      throw ValidationError(
        "--shared \(name)=…: \(parsed == nil ? "the value is no JSON" : place + misfit.message)")
    }
    return value
  }
}

extension [SharedSetting] {
  /// Refuses a name that is given twice.
  func validate() throws {
    for (index, setting) in enumerated() where self[..<index].contains(where: { $0.name == setting.name }) {
      throw ValidationError("--shared \(setting.name)=… is given twice")
    }
  }

  /// Refuses what none of the command line's flows takes.
  func validate(for flows: [FlowDefinition]) throws {
    for setting in self {
      let fields = flows.compactMap { flow in
        flow.shared.names.index(of: setting.name).map { flow.shared.fields[$0] }
      }
      if fields.isEmpty {
        let hint = Spelling.hint(for: setting.name, among: flows.flatMap { $0.shared.names.names })
        throw ValidationError(
          "--shared \(setting.name)=…: no flow of the command line has a shared field '\(setting.name)'"
            + (hint.map { " (\($0))" } ?? ""))
      }
      if fields.contains(where: \.sensitive) {
        throw ValidationError(
          "--shared \(setting.name)=…: '\(setting.name)' is sensitive, and others can read a command line "
            + "(give it with session.open)")
      }
    }
    for flow in flows { _ = try values(for: flow) }
  }

  /// The values for a flow.
  func values(for flow: FlowDefinition) throws -> JSONObject {
    var values: JSONObject = [:]
    for setting in self {
      guard let index = flow.shared.names.index(of: setting.name) else { continue }
      values[setting.name] = try setting.value(for: flow.shared.fields[index])
    }
    return values
  }
}
