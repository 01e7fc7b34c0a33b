/// A style of text at a terminal, by its code (ECMA-48, SGR).
package enum Paint: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case boldRed = "1;31"
  case boldYellow = "1;33"

  package func callAsFunction(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
