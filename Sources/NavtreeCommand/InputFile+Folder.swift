import ArgumentParser
import NavtreeFiles
import NavtreeScenarios
import NavtreeSystem

extension InputFile {
  /// The ending of a flow's name, by which it is found in a folder.
  static let flowEnding = ".navtree.yaml"

  var isFolder: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The file itself, or the flows and files of scenarios below a folder in the order of their paths; hidden files and
  /// folders don't count.
  ///
  /// - Throws: if the folder can't be read, or holds no flow.
  func flows() throws(FolderError) -> [InputFile] {
    let files = try files(endingIn: [Self.flowEnding, ScenarioReader.ending])
    if files.isEmpty {
      throw FolderError(
        sentence: "\(path): no flow (*\(Self.flowEnding)) is in this folder", status: .failure)
    }
    return files
  }

  /// The file itself, or the files below a folder whose names end so, in the order of their paths; hidden files and
  /// folders don't count.
  ///
  /// - Parameter isDeep: whether folders in the folder count too.
  /// - Throws: if the folder can't be read.
  func files(endingIn endings: [String], isDeep: Bool = true) throws(FolderError) -> [InputFile] {
    guard !isStandardInput, isFolder else { return [self] }
    var files: [String] = []
    var folders = [path]
    while let folder = folders.popLast() {
      guard let stream = opendir(folder) else {
        throw FolderError(sentence: "\(folder): \(SystemError.last)", status: .ioError)
      }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasPrefix(".") { continue }
        let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        var status = stat()
        // Folders behind symbolic links are left out: they may lead in a circle.
        guard lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          if isDeep { folders.append(path) }
        } else if endings.contains(where: name.hasSuffix) {
          files.append(path)
        }
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { InputFile(argument: $0) }
  }

  struct FolderError: Error {
    let sentence: String
    let status: ExitCode
  }

  /// Whether it is a regular file, perhaps behind a symbolic link.
  var isRegular: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The marks of a file's content that change with it; nil if it can't be found.
  var revision: Revision? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Revision(
      identity: Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)),
      size: Int(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec
    )
  }

  /// A file, by whatever path it is found.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  struct Revision: Hashable {
    let identity: Identity
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    /// The time of the last change, in milliseconds since 1970.
    var milliseconds: Int { seconds * 1_000 + nanoseconds / 1_000_000 }
  }
}

extension [InputFile] {
  /// Refuses standard input that is given twice.
  func validate() throws {
    if count(where: \.isStandardInput) > 1 { throw ValidationError("'-' is given twice") }
  }

  /// The files that are given, or the only flow in the working folder.
  ///
  /// - Throws: the exit status, after reporting why, also where there are several.
  func orOnlyFlow() throws -> [InputFile] { isEmpty ? [try InputFile?.none.orOnlyFlow()] : self }

  /// The files, with the flows and files of scenarios below folders in place of these.
  ///
  /// - Throws: the exit status of a folder that can't be read, or holds no flow, after reporting why.
  func flows() throws -> [InputFile] {
    var flows: [InputFile] = []
    do {
      for file in self { flows += try file.flows() }
    } catch {
      throw Console.fail(error.sentence, error.status)
    }
    return flows
  }
}

extension InputFile? {
  /// The file that is given, or the only flow in the working folder.
  ///
  /// - Throws: the exit status, after reporting why, also where there are several.
  func orOnlyFlow() throws -> InputFile {
    if let self { return self }
    let flows: [InputFile]
    do {
      flows = try InputFile(argument: ".").files(endingIn: [InputFile.flowEnding], isDeep: false)
    } catch {
      throw Console.fail(error.sentence, error.status)
    }
    if flows.count == 1 { return flows[0] }
    let names = flows.map(\.name).joined(separator: ", ")
    throw Console.fail(
      flows.isEmpty
        ? "which flow? There is none (*\(InputFile.flowEnding)) in this folder"
        : "which flow? There are \(names)", .usage)
  }
}
