import ArgumentParser
import NavtreeSystem

/// The number of threads of a command.
struct ThreadOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The number of threads; by default one for each core.", valueName: "n"))
  var jobs: Int?

  /// More threads than this are of no use.
  private static let most = 256

  func validate() throws {
    if let jobs, !(1...Self.most).contains(jobs) {
      throw ValidationError("--jobs \(jobs): it is a number from 1 to \(Self.most)")
    }
  }

  var count: Int { jobs ?? min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), Self.most) }
}
