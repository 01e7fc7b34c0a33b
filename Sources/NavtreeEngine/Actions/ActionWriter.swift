import NavigationTree
import NavtreeJSON

/// Writes the members of an action's notification.
struct ActionWriter {
  /// As JSON, without braces.
  let text: [UInt8]

  init(_ row: ActionRow) {
    var output = JSONWriter(capacity: 512)
    output.append(#""action":"#)
    output.appendString(row.name)
    output.append(#","outcome":""#)
    output.append(raw: row.outcome.rawValue)
    output.append("\"")
    if let recipient = row.recipient { Self.write(recipient, #","at":"#, #","id":"#, to: &output) }
    if let taker = row.taker { Self.write(taker, #","handledBy":"#, #","handler":"#, to: &output) }
    output.append(#","cause":""#)
    output.append(raw: row.cause.rawValue)
    output.append("\"")
    if !row.chain.isEmpty {
      output.append(#","chain":"#)
      output.appendValue(.array(row.chain))
    }
    output.append(#","payload":"#)
    output.appendObject(row.payload)
    if let origin = row.origin {
      output.append(#","origin":"#)
      output.appendString(origin)
    }
    if let failure = row.failure {
      output.append(#","error":{"kind":"#)
      output.appendString(failure.kind.rawValue)
      output.append(#","message":"#)
      output.appendString(failure.message)
      output.append("}")
    }
    text = output.withUnsafeBytes { Array($0) }
  }

  private static func write(
    _ party: ActionRow.Party, _ address: StaticString, _ id: StaticString, to output: inout JSONWriter
  ) {
    output.append(address)
    output.appendString(party.at)
    guard let number = party.id?.number else { return }
    output.append(id)
    output.appendInteger(number)
  }
}
