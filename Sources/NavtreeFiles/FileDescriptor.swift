internal import NavtreeSystem

/// An open file, pipe, socket or terminal, by its number. Its creator closes it.
package struct FileDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }
}

extension FileDescriptor {
  /// Reads once.
  ///
  /// - Returns: the number of bytes read; 0 at the end, nil if none is available yet.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    let result = systemRead(number, buffer.baseAddress, buffer.count)
    if result >= 0 { return result }
    let error = SystemError.last
    if error.isInterruption { return nil }
    throw error
  }

  /// Writes once.
  ///
  /// - Returns: the number of bytes written.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let result = systemWrite(number, bytes.baseAddress, bytes.count)
    if result >= 0 { return result }
    let error = SystemError.last
    if error.isInterruption { return 0 }
    throw error
  }

  /// Writes everything, however long it takes.
  package func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try write(rest)
      if count == 0 { wait(for: POLLOUT) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  package func writeAll(_ text: String) throws(SystemError) {
    var text = text
    let failure = text.withUTF8 { bytes -> SystemError? in
      do throws(SystemError) {
        try writeAll(UnsafeRawBufferPointer(bytes))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Reads to the end, or this many bytes.
  ///
  /// - Parameter size: the number of bytes that are likely there.
  package func readAll(atMost limit: Int, expecting size: Int = 0) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, size))
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { chunk.deallocate() }
    while bytes.count < limit {
      let room = UnsafeMutableRawBufferPointer(rebasing: chunk[..<min(chunk.count, limit - bytes.count)])
      guard let count = try read(into: room) else {
        wait(for: POLLIN)
        continue
      }
      if count == 0 { break }
      bytes.append(contentsOf: room[..<count])
    }
    return bytes
  }

  /// Gives back the room of bytes that nobody reads again, where the system can. The file's length stays.
  package func release(_ bytes: Range<Int>) {
    #if os(Linux)
      let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)
      let start = bytes.lowerBound / page * page
      let count = bytes.upperBound / page * page - start
      guard count > 0, let room = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, number, start),
        room != MAP_FAILED
      else { return }
      madvise(room, count, MADV_REMOVE)
      munmap(room, count)
    #endif
  }

  private func wait(for events: Int32) { _ = isReady(for: events, within: -1) }

  private func isReady(for events: Int32, within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: number, events: Int16(events), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  /// Whether a read gives bytes or the end at once, now or within a time; -1 for no limit.
  package func isReadable(within milliseconds: Int32 = 0) -> Bool {
    isReady(for: POLLIN, within: milliseconds)
  }

  /// Whether a write would fail because nobody can read it any more.
  package var isAbandoned: Bool { isReady(for: 0, within: 0) }

  /// Makes writes to a pipe or a socket non-blocking, until `restore` is called with the returned value.
  ///
  /// All descriptors of an open file share this mode, even across processes. A terminal is left as it is,
  /// since the shell and standard input share it.
  package func stopBlocking() -> Int32? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFSOCK else { return nil }
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { return nil }
    return flags
  }

  package func restore(_ flags: Int32?) {
    if let flags { _ = fcntl(number, F_SETFL, flags) }
  }
}

// A method with the name of a system function hides that function.
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, buffer, count)
}
