#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Prints a line at once, also into a pipe: what comes after it may take minutes.
func show(_ line: String) {
  print(line)
  fflush(nil)
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

/// A number with this many decimals.
func decimal(_ value: Double, places: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((value * Double(scale)).rounded())
  let fraction = String(scaled.magnitude % UInt(scale))
  let padding = String(repeating: "0", count: max(0, places - fraction.count))
  return "\(value < 0 ? "-" : "")\(scaled.magnitude / UInt(scale)).\(padding)\(fraction)"
}
