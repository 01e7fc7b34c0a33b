internal import NavtreeSystem

/// The rounds of a random test: all of them in optimised code, which `make nightly` tests, and few in debug.
///
/// - Parameter variable: an environment variable that may give another number.
package func rounds(_ all: Int, inDebug few: Int? = nil, unless variable: String? = nil) -> Int {
  if let variable, let text = getenv(variable), let count = Int(String(cString: text)) { return count }
  #if DEBUG
    return few ?? all
  #else
    return all
  #endif
}
