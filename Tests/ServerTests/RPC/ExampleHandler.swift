import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeServer

/// The methods that the JSON-RPC specification's examples call, and a few to test with.
final class ExampleHandler: RPCHandler {
  private var caused: [String] = []

  func call(
    _ method: UnsafeRawBufferPointer, _ params: JSONElement?, into output: inout JSONWriter
  ) throws(RPCError) {
    switch String(decoding: method, as: UTF8.self) {
    case "subtract":
      let operands = try subtraction(params)
      output.appendInteger(operands.minuend - operands.subtrahend)
    case "sum":
      output.appendInteger(positional(params).reduce(0) { sum, element in sum + (element.integer ?? 0) })
    case "get_data": output.append(#"["hello",5]"#)
    case "update", "notify_sum", "notify_hello": output.append("null")
    case "cause":
      caused.append("caused")
      output.append("{}")
    case "fail":
      // Output before an error must not be seen.
      output.append(#"{"half":"#)
      throw RPCError(code: 1003, message: "no", kind: "notHandled", sentence: "no")
    default: throw .unknownMethod(String(decoding: method, as: UTF8.self))
    }
  }

  private func subtraction(_ params: JSONElement?) throws(RPCError) -> (minuend: Int, subtrahend: Int) {
    let operands = positional(params)
    guard let minuend = operands.first?.integer ?? params?["minuend"]?.integer,
      let subtrahend = operands.last?.integer ?? params?["subtrahend"]?.integer
    else { throw .invalidParams("two integers", at: JSONPointer([])) }
    return (minuend, subtrahend)
  }

  private func positional(_ params: JSONElement?) -> [JSONElement] {
    guard let params else { return [] }
    return Array(params.elements)
  }

  func writeCaused(into output: inout JSONWriter) -> Bool {
    for name in caused {
      output.append(#"{"jsonrpc":"2.0","method":"#)
      output.appendString(name)
      output.append("}\n")
    }
    caused = []
    return false
  }
}

/// The answer to a line by the methods of the specification's examples.
func answer(to line: some Sequence<UInt8>, maximumDepth: Int = 512) -> String {
  var output = JSONWriter()
  let layer = RPCLayer(maximumDepth: maximumDepth)
  let bytes = Array(line)
  // The bytes after the line would change its meaning if they were read.
  let padded = bytes + Array(repeating: UInt8(ascii: "1"), count: JSONParser.padding)
  padded.withUnsafeBytes {
    layer.handle(UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]), with: ExampleHandler(), into: &output)
  }
  return output.text
}

func answer(to line: String, maximumDepth: Int = 512) -> String {
  answer(to: line.utf8, maximumDepth: maximumDepth)
}
