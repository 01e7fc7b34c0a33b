import ArgumentParser
import NavtreeCoverage
import NavtreeEngine
import NavtreeFiles
import NavtreeFlow

/// The file that takes the coverage of a process, on the command line.
struct CoverageSetting: ExpressibleByArgument {
  let path: String

  init(argument: String) {
    path = argument
  }

  /// Refuses a file that can't be written, is no coverage, or is that of another version of a flow.
  ///
  /// - Parameter isBegunAnew: whether a file of other versions is begun anew instead, which is said.
  /// - Throws: the exit status, after reporting why.
  func check(for flows: [FlowDefinition], begunAnew isBegunAnew: Bool = false) throws {
    let file = InputFile(argument: path)
    let known = try coverage(in: file.exists ? try file.allBytes() : [])
    for flow in flows {
      if let fault = known.differs(from: flow) {
        if isBegunAnew {
          Console.note("\(path): begun anew: \(fault)")
          try OutputFile(path: path).write("")
          break
        }
        throw Console.fail("\(path): \(fault) (remove the file, or give another)", .failure)
      }
    }
    // A file that can't be written is told before anything is counted.
    try add([Coverage]())
  }

  /// Adds what was counted to the file.
  ///
  /// - Throws: the exit status, after reporting why.
  func add(_ recorders: CoverageRecorders) throws { try add(recorders.all.map(Coverage.init)) }

  /// Adds coverage to the file.
  ///
  /// - Throws: the exit status, after reporting why.
  func add(_ coverages: [Coverage]) throws {
    try OutputFile(path: path).replace { bytes in
      var file = try coverage(in: bytes)
      for coverage in coverages { file.add(coverage) }
      return file.text
    }
  }

  /// The coverage that a file holds; an empty file holds none.
  private func coverage(in bytes: [UInt8]) throws -> CoverageFile {
    bytes.isEmpty ? CoverageFile() : try InputFile(argument: path).coverage(in: bytes)
  }
}

extension InputFile {
  /// Reads its bytes as coverage.
  ///
  /// - Throws: the exit status, after reporting why.
  func coverage(in bytes: [UInt8]) throws -> CoverageFile {
    do throws(CoverageFault) {
      return try CoverageFile(bytes)
    } catch {
      throw Console.fail("\(name): \(error)", .failure)
    }
  }
}
