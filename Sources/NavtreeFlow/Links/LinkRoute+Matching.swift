import NavtreeJSON
import NavtreeText

/// Matching URLs.
extension LinkRoute {
  /// The part of a URL that doesn't fit, and the reason: `seg isn't an integer`. It never holds a value.
  private struct PartMisfit: Error {
    let part: String
    let misfit: Misfit

    var sentence: String { "\(part)\(misfit.pointer) \(misfit.message)" }
  }

  /// The values of `record` and all params, declared or not; nil when the URL doesn't match.
  ///
  /// - Parameters:
  ///   - skipped: The number of the pattern's leading literals that are known to fit.
  ///   - trials: As in `LinkPattern.fit`.
  func match(
    _ url: LinkURL, skipping skipped: Int = 0, trials: inout Int
  ) -> (values: [JSONValue], params: JSONObject)? {
    guard let ranges = pattern.fit(url.segments, skipping: skipped, trials: &trials),
      let values = try? values(of: url, ranges)
    else { return nil }
    return (values, params(of: url, ranges))
  }

  /// The part of a URL that doesn't fit, and the reason; nil if there is none, or the segments have no place at all.
  func misfit(of url: LinkURL) -> String? {
    var trials = 0
    guard let ranges = pattern.fit(url.segments, anyValues: true, trials: &trials) else { return nil }
    do throws(PartMisfit) {
      _ = try values(of: url, ranges)
      return nil
    } catch {
      return error.sentence
    }
  }

  /// - Parameter ranges: The segments that each param takes.
  private func values(of url: LinkURL, _ ranges: [Range<Int>]) throws(PartMisfit) -> [JSONValue] {
    var values: [JSONValue] = []
    for (param, range) in zip(pattern.params, ranges) {
      var elements: [JSONValue] = []
      for segment in url.segments[range] {
        guard let text = segment.text ?? (param.presence == .rest ? segment.raw : nil) else {
          throw PartMisfit(part: param.name, misfit: Misfit("can't be decoded"))
        }
        do throws(Misfit) {
          elements.append(try param.item.reading([text]))
        } catch {
          throw PartMisfit(part: param.name, misfit: error)
        }
      }
      values.append(param.presence == .rest ? .array(elements) : elements.first ?? .null)
    }
    values += try fields(of: url.query)
    try check(values)
    return values
  }

  /// The declared fields' values.
  private func fields(of query: LinkQuery) throws(PartMisfit) -> [JSONValue] {
    var given = [[String?]](repeating: [], count: self.query.fields.count)
    for pair in query.pairs {
      if let field = self.query.names.index(of: pair.name), !isPathParam(pair.name) {
        given[field].append(pair.value)
      }
    }
    var values: [JSONValue] = []
    for (field, texts) in zip(self.query.fields, given) {
      do throws(Misfit) {
        if !texts.isEmpty {
          values.append(try field.schema.reading(texts))
        } else if let initial = field.initial?.constant {
          values.append(initial)
        } else {
          throw Misfit("is missing")
        }
      } catch {
        throw PartMisfit(part: field.name, misfit: error.seen(in: field))
      }
    }
    return values
  }

  /// Checks that what takes the values takes them.
  private func check(_ values: [JSONValue]) throws(PartMisfit) {
    for taker in takers {
      let field = record.fields[taker.field]
      var value = values[taker.field]
      do throws(Misfit) {
        try taker.schema.fit(&value)
      } catch {
        throw PartMisfit(part: field.name, misfit: error.seen(in: field))
      }
    }
  }

  /// Whether a URL that is written from some values has these values of the query, and what takes them takes them.
  func isRead(_ query: LinkQuery, as fields: [JSONValue], beside params: [JSONValue]) -> Bool {
    do throws(PartMisfit) {
      try check(params + fields)
      return try self.fields(of: query) == fields
    } catch {
      return false
    }
  }

  /// All texts of path and query by name: null for a name without `=`, a list for several.
  private func params(of url: LinkURL, _ ranges: [Range<Int>]) -> JSONObject {
    var params = JSONObject()
    for (param, range) in zip(pattern.params, ranges) where !range.isEmpty {
      let texts = url.segments[range].map { JSONValue.string($0.text ?? $0.raw) }
      params[param.name] = param.presence == .rest ? .array(texts) : texts[0]
    }
    var given: UTF8Dictionary<[JSONValue]> = [:]
    for pair in url.query.pairs where !isPathParam(pair.name) {
      given[pair.name, default: []].append(pair.value.map { .string($0) } ?? .null)
    }
    for (name, values) in given { params[name] = values.count == 1 ? values[0] : .array(values) }
    return params
  }

  /// Whether a name is a param of the path, even of one that takes no segment.
  private func isPathParam(_ name: String) -> Bool {
    pattern.params.contains { $0.name == name }
  }
}
