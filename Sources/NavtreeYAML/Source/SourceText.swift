import NavtreeText

/// A file's bytes, with a table of its lines.
package final class SourceText: Sendable {
  package let file: String
  package let bytes: [UInt8]
  /// Its number among the files of a flow, which its locations carry.
  package let number: Int32
  /// Its events, where they are known: those of a bundle.
  let events: EventLog?
  /// The byte at which each line begins.
  private let lineStarts: [Int]

  package init(file: String, bytes: [UInt8], number: Int32 = 0, events: EventLog? = nil) {
    self.file = file
    self.number = number
    self.bytes = bytes
    self.events = events
    lineStarts = Self.lineStarts(in: bytes)
  }

  /// Lends the text to the scanner, without the mark of its encoding.
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      // libyaml recognizes UTF-16 by its BOM only where it chooses the encoding itself.
      let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      return body(hasMark ? UnsafeBufferPointer(rebasing: bytes.dropFirst(3)) : bytes)
    }
  }

  package var lineCount: Int { lineStarts.count }

  /// The bytes of a line, counted from 0, without its break.
  package func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(line) else { return [] }
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    // The bytes cut off are one of the breaks that `lineStarts` knows.
    if line + 1 < lineStarts.count {
      if bytes[end - 1] == 0x0A {
        end -= end - 2 >= start && bytes[end - 2] == 0x0D ? 2 : 1
      } else if bytes[end - 1] == 0x0D {
        end -= 1
      } else {
        end -= bytes[end - 1] == 0x85 ? 2 : 3
      }
    }
    return bytes[start..<max(start, end)]
  }

  /// A line, counted from 0, without its break.
  package func line(_ line: Int) -> String {
    String(decoding: bytes(ofLine: line), as: UTF8.self)
  }

  /// The lines, each with its break; the last one has none, and is left out where it is empty.
  var brokenLines: [Substring] {
    lineStarts.indices.compactMap { index in
      let end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
      return lineStarts[index] < end
        ? Substring(decoding: bytes[lineStarts[index]..<end], as: UTF8.self) : nil
    }
  }

  /// A line that a person may have typed, to be quoted in a hint; nil for a longer one.
  package func shortLine(_ line: Int) -> String? {
    let bytes = bytes(ofLine: line)
    return bytes.count <= 1_000 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Some Unicode scalars of a line, counted from 0, and whether there are more behind them.
  /// - Complexity: O(first + count).
  func scalars(ofLine line: Int, from first: Int, count: Int) -> (scalars: [Unicode.Scalar], isCut: Bool) {
    let rest = bytes(ofLine: line)
    let start = Self.index(ofScalar: first, in: rest, from: rest.startIndex)
    let end = Self.index(ofScalar: count, in: rest, from: start)
    return (Array(String(decoding: rest[start..<end], as: UTF8.self).unicodeScalars), end < rest.endIndex)
  }

  /// The index of the scalar that many scalars after the start; the end if there are fewer.
  private static func index(ofScalar count: Int, in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var index = start
    var left = count
    while left > 0, index < bytes.endIndex {
      index += 1
      while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index += 1 }
      left -= 1
    }
    return index
  }

  /// The byte at a mark; the end of the line where the mark lies beyond it.
  /// - Complexity: O(column).
  package func offset(of mark: YAMLMark) -> Int {
    guard mark.line < lineStarts.count else { return bytes.count }
    let line = bytes(ofLine: Int(mark.line))
    return Self.index(ofScalar: Int(mark.column), in: line, from: line.startIndex)
  }

  /// The mark of a byte.
  /// - Complexity: O(log lines + length of the line).
  func mark(of offset: Int) -> YAMLMark {
    let line = max(lineStarts.partitioningIndex { $0 > offset } - 1, 0)
    let column = bytes[lineStarts[line]..<min(max(offset, lineStarts[line]), bytes.count)]
      .count { $0 & 0xC0 != 0x80 }
    return YAMLMark(line: Int32(clamping: line), column: Int32(clamping: column))
  }

  /// The place of a byte.
  package func place(ofByte offset: Int) -> SourceLocation {
    place(of: mark(of: offset))
  }

  /// The span from one mark to another; a span over several lines ends with the first.
  package func location(from start: YAMLMark, to end: YAMLMark) -> SourceLocation {
    if start.line >= lineStarts.count {
      // The end of a file without a last break is a line further on for libyaml.
      let last = mark(of: bytes.count)
      return location(from: last, to: last)
    }
    var last = Int(end.column)
    if end.line != start.line {
      var line = bytes(ofLine: Int(start.line))
      while let byte = line.last, byte == 0x20 || byte == 0x09 { line.removeLast() }
      last = line.count { $0 & 0xC0 != 0x80 }
    }
    let column = Int(start.column) + 1
    return SourceLocation(
      line: Int(start.line) + 1, column: column, endColumn: max(last + 1, column + 1), file: number)
  }

  /// The breaks are those of libyaml, which counts NEL, LS and PS (YAML 1.1) too: marks must agree with it.
  private static func lineStarts(in bytes: [UInt8]) -> [Int] {
    var starts = [0]
    starts.reserveCapacity(bytes.count / 32)
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        // Most bytes are passed over by two comparisons.
        if byte > 0x0D, byte < 0xC2 { continue }
        switch byte {
        case 0x0A: starts.append(index)
        case 0x0D:
          if index < bytes.count, bytes[index] == 0x0A { index += 1 }
          starts.append(index)
        case 0xC2 where index < bytes.count && bytes[index] == 0x85:
          index += 1
          starts.append(index)
        case 0xE2 where index + 1 < bytes.count && bytes[index] == 0x80 && bytes[index + 1] & 0xFE == 0xA8:
          index += 2
          starts.append(index)
        default: break
        }
      }
    }
    return starts
  }
}
