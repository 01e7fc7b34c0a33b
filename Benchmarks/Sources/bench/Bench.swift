#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `bench NAVTREE COUNTER EFFECTS OBJECTS NAVIGATION PUBLISHED SOCIAL`: prints the cost of navtree, with flows of these
/// names, and the time in which the published binary starts.
@main
struct Bench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 8 else {
      print("usage: bench NAVTREE COUNTER EFFECTS OBJECTS NAVIGATION PUBLISHED SOCIAL")
      exit(64)
    }
    let folder = arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let navtree = [arguments[1], "serve", arguments[2]]
    do {
      try Start(navtree: arguments[6], flow: arguments[7]).measure()
      try Floor(navtree: navtree, floor: (folder + ["floor"]).joined(separator: "/")).measure()
      try Effects(navtree: [arguments[1], "serve", arguments[3]]).measure()
      let storing = Storing(navtree: navtree)
      try storing.measure()
      try storing.measureOpening()
      try storing.measureDepth()
      if Instructions.canCount {
        try Instructions(navtree: navtree).measure()
        try Instructions(navtree: navtree).measureFollowing(objects: arguments[4])
        try Instructions(navtree: [arguments[1], "serve", arguments[5]]).measureNavigation()
      } else {
        show("Instructions weren't counted: valgrind isn't installed")
      }
    } catch {
      print("bench: \(error)")
      exit(1)
    }
  }
}
