/// The type of a value as the language names it: the result of `type(x)`.
public enum CELKind: String, Hashable, Sendable {
  case null = "null_type"
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  case list
  case map
  case type
  case timestamp = "google.protobuf.Timestamp"
  case duration = "google.protobuf.Duration"
  case optional = "optional_type"
}
