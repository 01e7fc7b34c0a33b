/// A line of YAML as a person sees it: indent, dashes, a key, a value.
struct YAMLLine {
  /// Leading spaces.
  let indent: Int
  /// The text before the value, without the indent: dashes, the key, its colon and a space.
  let head: String
  /// The column of the colon after the key; nil where the line has no key.
  let keyEnd: Int?
  /// The text after the key, without blanks around it; nil where the line has no key.
  let value: String?
  /// The column of a quote that begins the value and isn't closed on the line.
  let openQuote: Int?

  init(_ line: String) {
    let scalars = Array(line.unicodeScalars)
    var index = 0
    func isBlank(_ index: Int) -> Bool { scalars[index] == " " || scalars[index] == "\t" }
    while index < scalars.count, isBlank(index) { index += 1 }
    indent = index
    let start = index
    while index + 1 < scalars.count, scalars[index] == "-", isBlank(index + 1) {
      index += 2
      while index < scalars.count, isBlank(index) { index += 1 }
    }
    let content = index
    var colon: Int?
    if index < scalars.count, !"\"'[{#&*!|>%@`".unicodeScalars.contains(scalars[index]) {
      while index < scalars.count {
        if scalars[index] == ":", index + 1 == scalars.count || isBlank(index + 1) {
          colon = index
          break
        }
        if scalars[index] == "#", index > 0, isBlank(index - 1) { break }
        index += 1
      }
    }
    keyEnd = colon
    var valueStart = colon.map { $0 + 1 } ?? content
    while valueStart < scalars.count, isBlank(valueStart) { valueStart += 1 }
    var end = scalars.count
    while end > valueStart, isBlank(end - 1) { end -= 1 }
    let text = String(String.UnicodeScalarView(scalars[min(valueStart, end)..<end]))
    value = colon == nil && content == start ? nil : text
    if let colon {
      head = String(String.UnicodeScalarView(scalars[start...colon])) + " "
    } else {
      head = String(String.UnicodeScalarView(scalars[start..<content]))
    }
    var open: Int?
    if valueStart < end, scalars[valueStart] == "\"" || scalars[valueStart] == "'" {
      let quote = scalars[valueStart]
      var isOpen = true
      var at = valueStart + 1
      while at < end {
        if quote == "\"", scalars[at] == "\\" {
          at += 2
          continue
        }
        if scalars[at] == quote {
          if quote == "'", at + 1 < end, scalars[at + 1] == "'" {
            at += 2
            continue
          }
          isOpen = false
          break
        }
        at += 1
      }
      if isOpen { open = valueStart }
    }
    openQuote = open
  }
}
