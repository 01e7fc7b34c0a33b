import NavtreeText
import NavtreeFlow
import NavtreeYAML

/// Coverage as a page of HTML in one file, without anything from elsewhere: the totals, what is missing, the graph, and
/// the flow's source, painted.
struct CoveragePage {
  let report: CoverageReport

  var text: String {
    let name = report.flow.name.escapedForXML
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Coverage of \(name)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <a class="skip" href="#source">Skip to the source</a>
      <main>
      <h1>Coverage of \(name)</h1>
      <p>\(report.coverage.sessions) session\(report.coverage.sessions == 1 ? "" : "s"), \
      flow hash <code>\(report.coverage.hash.escapedForXML)</code></p>
      \(totals)\(missing)<h2 id="graph">Graph</h2>
      <div class="wide" tabindex="0" role="region" aria-labelledby="graph">
      \(CoverageDrawing(report).element)</div>
      <h2 id="source">Source</h2>
      <p>In front of a line stands whether everything on it is covered (✓), some of it (◐) or nothing (✗), and how \
      often it ran.</p>
      \(report.sources.map(source).joined())</main>
      </body>
      </html>

      """
  }

  // MARK: Totals

  private var totals: String {
    var text = """
      <table class="totals">
      <caption>Totals</caption>
      <thead><tr><th scope="col">Kind</th><th scope="col">Covered</th><th scope="col">Of</th>\
      <th scope="col">Share</th><th scope="col">Ignored</th></tr></thead>
      <tbody>

      """
    for total in report.shownTotals {
      text += """
        <tr><th scope="row">\(total.kind.rawValue)</th><td>\(total.covered)</td><td>\(total.count)</td>\
        <td><meter min="0" max="100" value="\(total.wholePercent)" aria-hidden="true"></meter> \
        \(total.wholePercent) %</td><td>\(total.ignored == 0 ? "" : "\(total.ignored)")</td></tr>

        """
    }
    return text + "</tbody>\n</table>\n"
  }

  private var missing: String {
    let rows = report.uncovered
    if rows.isEmpty { return "<p>Everything but pairs of rules is covered.</p>\n" }
    var text = "<h2>Not covered</h2>\n<ul>\n"
    for row in rows {
      let location = row.item.location
      text += "<li><a href=\"#\(Self.anchor(location.file, location.line))\">"
      text += "\(report.place(of: row).escapedForXML)</a> \(row.missingText.escapedForXML)</li>\n"
    }
    return text + "</ul>\n"
  }

  private static func anchor(_ file: Int32, _ line: Int) -> String { "f\(file)l\(line)" }

  // MARK: Source

  /// The state of a line, with the sign that it has besides its colour.
  private enum Paint: String {
    case hit, partial, miss, ignored

    var sign: String {
      switch self {
      case .hit: "✓"
      case .partial: "◐"
      case .miss: "✗"
      case .ignored: "–"
      }
    }

    var word: String {
      switch self {
      case .hit: "covered"
      case .partial: "partly covered"
      case .miss: "not covered"
      case .ignored: "ignored"
      }
    }

    init(_ rows: [CoverageReport.Row]) {
      let open = rows.filter { $0.ignored == nil }
      if open.isEmpty {
        self = .ignored
      } else if open.allSatisfy({ $0.missing.isEmpty }) {
        self = .hit
      } else {
        self = open.allSatisfy { $0.total == 0 } ? .miss : .partial
      }
    }
  }

  private func source(_ source: SourceText) -> String {
    let rows = Dictionary(
      grouping: report.rows.filter { $0.item.location.file == source.number }, by: { $0.item.location.line })
    let name = source.file.escapedForXML
    var text = """
      <section>
      <h3 id="file\(source.number)">\(name)</h3>
      <div class="wide" tabindex="0" role="region" aria-labelledby="file\(source.number)">
      <table class="source">
      <thead><tr><th scope="col">Line</th><th scope="col">State</th><th scope="col">Times</th>\
      <th scope="col">Source</th></tr></thead>
      <tbody>

      """
    let isEnded = source.lineCount > 1 && source.bytes(ofLine: source.lineCount - 1).isEmpty
    for line in 1...max(source.lineCount - (isEnded ? 1 : 0), 1) {
      text += row(of: line, source, rows[line] ?? [])
    }
    return text + "</tbody>\n</table>\n</div>\n</section>\n"
  }

  private func row(of line: Int, _ source: SourceText, _ rows: [CoverageReport.Row]) -> String {
    let code = source.line(line - 1).escapedForXML
    let anchor = Self.anchor(source.number, line)
    if rows.isEmpty {
      return
        "<tr id=\"\(anchor)\"><th scope=\"row\">\(line)</th><td></td><td></td><td><code>\(code)</code></td></tr>\n"
    }
    let paint = Paint(rows)
    let notes = rows.map { row in
      let ignored = row.ignored.map { " (ignored: \($0))" } ?? ""
      return "\(row.item.kind.noun) \(row.item.name): \(row.countsText)\(ignored)".escapedForXML
    }
    return """
      <tr id="\(anchor)" class="\(paint.rawValue)"><th scope="row">\(line)</th>\
      <td><span role="img" aria-label="\(paint.word)">\(paint.sign)</span></td>\
      <td>\(rows.map(\.total).min() ?? 0)</td>\
      <td><code>\(code)</code><ul><li>\(notes.joined(separator: "</li><li>"))</li></ul></td></tr>

      """
  }

  private static let style = """
    :root{color-scheme:light dark;--back:#fff;--ink:#1c2128;--dim:#59636e;--line:#d1d9e0;--link:#0550ae;--hit:#dafbe1;--partial:#fff3c4;--miss:#ffdcdf;--ignored:#eaeef2}
    @media (prefers-color-scheme:dark){:root{--back:#0d1117;--ink:#e6edf3;--dim:#9198a1;--line:#3d444d;--link:#79b8ff;--hit:#12341c;--partial:#3d3006;--miss:#4a1a20;--ignored:#262c36}}
    body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
    main{max-width:80rem;margin:0 auto;padding:1rem}
    a{color:var(--link)}
    .skip{position:absolute;left:-999rem}
    .skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem}
    .wide{overflow-x:auto;border:1px solid var(--line)}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px}
    table{border-collapse:collapse}
    caption{text-align:left;font-weight:600}
    th{font-weight:600;text-align:left}
    .totals th,.totals td{padding:.15rem .8rem;border-bottom:1px solid var(--line)}
    .totals td{text-align:right}
    .source{width:100%;font-size:.85rem}
    .source th,.source td{vertical-align:top;padding:0 .6rem}
    .source tbody th,.source td:nth-child(3){text-align:right;color:var(--dim);font-weight:400}
    .source code{white-space:pre;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    .source ul{margin:0;padding:0 0 .2rem 2rem;color:var(--ink);font-size:.9em}
    .source tr:target{outline:3px solid var(--link)}
    .hit{background:var(--hit)}.partial{background:var(--partial)}.miss{background:var(--miss)}.ignored{background:var(--ignored)}
    """
}
