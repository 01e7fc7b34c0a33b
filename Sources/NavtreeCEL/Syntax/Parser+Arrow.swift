/// Functions of other languages in the place of a macro's arguments: `list.reduce((sum, x) => sum + x, 0)`.
extension Parser {
  /// Reports an arrow behind the variables of a macro, with the macro's own form, and tells whether it did.
  @inline(never)
  mutating func refusesArrow(in macro: String) -> Bool {
    var reader = ArrowReader(scalars: lexer.scalars, index: token.range.start)
    guard let variables = reader.variables(), let arrow = reader.arrow() else { return false }
    let form = Self.form(of: macro, variables, reader.arguments()) ?? Macro.named[macro]?.form
    report(Parser.foreign("'\(arrow.text)'"), arrow.range, hint: form.map { "write \($0)" })
    skipRest()
    return true
  }

  /// The call of a macro with a function's variables, its body and the argument after it; nil for any other number.
  private static func form(of macro: String, _ variables: [String], _ arguments: [String]) -> String? {
    switch (variables.count, arguments.count) {
    case (2, 2) where macro == "reduce":
      ".reduce(\(variables[0]), \(variables[1]), \(arguments[1]), \(arguments[0]))"
    case (1, 1) where Macro.named[macro]?.arguments.contains(2) == true:
      ".\(macro)(\(variables[0]), \(arguments[0]))"
    default: nil
    }
  }
}

/// Reads a function with an arrow, without its tokens: its brackets mean something else there.
private struct ArrowReader {
  let scalars: [Unicode.Scalar]
  var index: Int

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func skipBlanks() {
    while let scalar = current, scalar.properties.isWhitespace { index += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard current == scalar else { return false }
    index += 1
    return true
  }

  /// `x`, `(x)` or `(sum, x)`
  mutating func variables() -> [String]? {
    let isList = take("(")
    var names: [String] = []
    repeat {
      skipBlanks()
      let start = index
      while let scalar = current, scalar == "_" || scalar.properties.isAlphabetic || isDigit(scalar) {
        index += 1
      }
      guard index > start else { return nil }
      names.append(text(start..<index))
    } while isList && take(",")
    return !isList || take(")") ? names : nil
  }

  /// `=>` or `->`
  mutating func arrow() -> (text: String, range: CELSourceRange)? {
    skipBlanks()
    guard index + 1 < scalars.count, scalars[index] == "=" || scalars[index] == "-",
      scalars[index + 1] == ">"
    else { return nil }
    index += 2
    return (text(index - 2..<index), CELSourceRange(index - 2, index))
  }

  /// The texts up to the closing parenthesis, divided by commas.
  mutating func arguments() -> [String] {
    var arguments: [String] = []
    var depth = 0
    skipBlanks()
    var start = index
    var quote: Unicode.Scalar?
    while let scalar = current {
      switch scalar {
      case _ where quote != nil: if scalar == quote { quote = nil }
      case "'", "\"": quote = scalar
      case "(", "[", "{": depth += 1
      case ")" where depth == 0:
        arguments.append(text(start..<index))
        return arguments
      case ")", "]", "}": depth -= 1
      case "," where depth == 0:
        arguments.append(text(start..<index))
        index += 1
        skipBlanks()
        start = index
        continue
      default: break
      }
      index += 1
    }
    return arguments
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private func text(_ range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound, scalars[end - 1].properties.isWhitespace { end -= 1 }
    return String(String.UnicodeScalarView(scalars[range.lowerBound..<end]))
  }
}
