import NavtreeJSON
import NavtreeJSONReading
import NavtreeSystem

// The time of reading JSON without simdjson, as a multiple of that with simdjson, as a table.

let request =
  #"{"jsonrpc":"2.0","id":17,"method":"dispatch","params":{"action":"open","payload":{"index":3},"at":"/main/list"}}"#
let row =
  #"{"id":1234,"name":"Zoë \"Z\" Ångström","tags":["a","b"],"score":-12.5e-3,"isActive":true,"of":null}"#

func rows(_ bytes: Int) -> String {
  "[" + Array(repeating: row, count: bytes / row.utf8.count).joined(separator: ",") + "]"
}

let texts = [
  ("a request", request), ("a payload of 1,000 bytes", rows(1_000)),
  ("a payload of 1,000,000 bytes", rows(1_000_000)),
  (
    "1,000,000 bytes of numbers",
    "[" + Array(repeating: "3.14159265", count: 90_909).joined(separator: ",") + "]"
  ),
  ("a string of 1,000,000 bytes", "\"" + String(repeating: "navtree ", count: 125_000) + "\""),
]

/// The least nanoseconds of the processor for a call in some rounds.
func time(_ calls: Int, _ body: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<7 {
    let start = nanoseconds()
    for _ in 0..<calls { try body() }
    least = min(least, (nanoseconds() - start) / Double(calls))
  }
  return least
}

func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func shown(_ nanoseconds: Double) -> String {
  let (number, unit) =
    nanoseconds < 10_000
    ? (nanoseconds, "ns") : nanoseconds < 1e6 ? (nanoseconds / 1e3, "µs") : (nanoseconds / 1e6, "ms")
  return "\(number < 100 ? "\((number * 10).rounded() / 10)" : "\(Int(number))") \(unit)"
}

func readers(_ calls: Int, _ text: String, makesValues: Bool) throws -> [Double] {
  let bytes = Array(text.utf8) + Array(repeating: 0, count: JSONParser.padding)
  return try [false, true].map { readsPlainly in
    let parser = JSONParser(readsPlainly: readsPlainly)
    return try bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes.dropLast(JSONParser.padding))
      return try time(calls) {
        let element = try parser.parse(text)
        if makesValues { _ = try element.value() }
      }
    }
  }
}

print("| read | simdjson | in Swift | ratio | simdjson, with values | in Swift, with values | ratio |")
print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
for (name, text) in texts {
  let calls = max(3, 2_000_000 / text.utf8.count)
  var cells = [name]
  for makesValues in [false, true] {
    let times = try readers(calls, text, makesValues: makesValues)
    cells += times.map(shown) + ["\((times[1] / times[0] * 10).rounded() / 10)"]
  }
  print("| " + cells.joined(separator: " | ") + " |")
}
