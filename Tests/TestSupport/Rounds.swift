/// The rounds of a random test: all of them in optimised code, which `make nightly` tests, and few in debug.
package func rounds(_ all: Int, inDebug few: Int) -> Int {
  #if DEBUG
    few
  #else
    all
  #endif
}
