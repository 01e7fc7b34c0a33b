import NavtreeText
import NavtreePersistence

/// Metrics in the text format of Prometheus, version 0.0.4: families of samples, each with its help and its type.
struct PrometheusText {
  enum Kind: String {
    case counter, gauge
  }

  typealias Label = (name: String, value: String)

  private(set) var text = ""
  /// The label of all samples; nil for none.
  let common: Label?

  init(common: Label?) { self.common = common }

  /// Adds a family with one sample.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: some CustomStringConvertible) {
    begin(name, kind.rawValue, help)
    add(name, nil, value)
  }

  /// Adds a family with a sample for each value of a label.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, by label: String, _ samples: some Sequence<(String, Int)>
  ) {
    begin(name, kind.rawValue, help)
    for (value, count) in samples { add(name, (label, value), count) }
  }

  /// Adds a histogram of seconds, whose buckets end at powers of two microseconds.
  mutating func add(_ name: String, _ help: String, _ latencies: Latencies) {
    begin(name, "histogram", help)
    for bits in 4...24 {
      add("\(name)_bucket", ("le", Self.seconds(1 << bits)), latencies.count(below: 1 << bits))
    }
    add("\(name)_bucket", ("le", "+Inf"), latencies.count)
    add("\(name)_sum", nil, Self.seconds(latencies.sum))
    add("\(name)_count", nil, latencies.count)
  }

  private mutating func begin(_ name: String, _ kind: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
  }

  private mutating func add(_ name: String, _ label: Label?, _ value: some CustomStringConvertible) {
    let labels = [label, common].compactMap { $0 }.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
    text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") + " \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.replacingScalars { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      default: nil
      }
    }
  }

  /// Microseconds as seconds, exactly.
  static func seconds(_ microseconds: Int) -> String {
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(whole)." + String(String(1_000_000 + rest).dropFirst())
  }
}
