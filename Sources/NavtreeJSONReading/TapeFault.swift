/// The reason that a text can't be put on a tape.
enum TapeFault: Error {
  case capacity
  case outOfMemory
  case depth
  case utf8
  /// A number that is malformed, or out of range: one reader doesn't say which.
  case number
  case syntax
}
