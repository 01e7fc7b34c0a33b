import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import NavigationTree
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// From a URL to a screen, and from the screen back to a URL that opens the same.
@Suite struct LinkRoundTripTests {
  private static let flow = """
    navtree: 1
    flow: round
    start: list
    links:
      - { url: /, opens: list }
      - url: "/items/{id:integer}/{view?}"
        query: { "sort by": { type: string, enum: [name, date], default: name }, page: integer?, tags: { type: array, items: string, default: [] } }
        opens:
          - list: { sort: "${link['sort by']}", tags: "${ link.tags }" }
          - item: { id: "${link.id}", view: "${link.view}", page: "${link.page}" }
      - { url: "/items/{name}", opens: [{ list: { name: "${link.name}" } }] }
      - { url: "/files/{path*}", opens: { screen: files, params: { path: "${link.path}" } } }
      - { url: "/numbers/{all:number*}", opens: [list, { numbers: { all: "${link.all}", are: many } }] }
      - { url: "/numbers/{one:number}", opens: [list, { numbers: { all: ["${link.one}"], are: one } }] }
      - url: "/people/{id:integer}/{is:boolean}"
        mode: push
        opens: [{ person: { user: { id: "${link.id}", is: { old: "${link.is}" } } } }]
    screens:
      list:
        params: { name: { type: string, default: all }, sort: { type: string, default: name }, tags: { type: array, items: string, maxItems: 99, default: [] } }
        slots: { next: { presents: [item, numbers, person] } }
      item:
        params: { id: integer, view: string?, page: integer? }
        slots: { next: { presents: [person] } }
      files:
        params: { path: { type: array, items: string, maxItems: 99 } }
        slots: { next: { presents: [person] } }
      numbers:
        params: { all: { type: array, items: number, maxItems: 99 }, are: string }
        slots: { next: { presents: [person] } }
      person:
        params: { user: object }
        identity: params.user.id
        slots: { next: { presents: [person] } }
    """

  /// 5,000 URLs, in debug 1,500, in one session, so that its former content makes no difference.
  @Test func aScreensURLOpensTheSameScreens() throws {
    let loaded = FlowLoader.load(Array(Self.flow.utf8), file: "round")
    let flow = try #require(loaded.flow, "\(loaded.diagnostics)")
    var limits = Limits()
    limits[.screens] = 10_000
    let session = try Session(flow, name: "round", limits: limits)
    var random = SeededGenerator(seed: 31)
    for step in 0..<rounds(5_000, inDebug: 1_500) {
      let url = Self.url(using: &random)
      let opened = try LinkPreview(url, in: session)
      _ = try session.navigate(.open(Open(url: url)), at: session.windows[0].focus.id, force: false)
      let screen = try session.find(nil, window: nil).screen
      let back = try #require(try ScreenURLs(of: session).url(of: screen), "step \(step): \(url)")
      let again = try LinkPreview(back, in: session)
      #expect("\(again.opens)" == "\(opened.opens)", "step \(step): \(url) and \(back)")
      #expect(again.link == opened.link, "step \(step): \(url) and \(back)")
    }
  }

  private static func url(using random: inout SeededGenerator) -> String {
    func segment() -> String {
      let texts = ["a", "7", "a%2Fb", "%C3%A9", "x y", "%20", "+", "..", "%25", "true", "1e3", "-0.5", "%7B"]
      return texts.randomElement(using: &random) ?? "a"
    }
    let id = Int.random(in: -5...5, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return "/"
    case 1:
      var query: [String] = []
      if Bool.random(using: &random) {
        query.append("sort+by=" + (Bool.random(using: &random) ? "name" : "date"))
      }
      if Bool.random(using: &random) { query.append(Bool.random(using: &random) ? "page" : "page=\(id)") }
      for _ in 0..<Int.random(in: 0...2, using: &random) { query.append("tags=" + segment()) }
      let view = Bool.random(using: &random) ? "/" + segment() : ""
      return "/items/\(id)\(view)?" + query.shuffled(using: &random).joined(separator: "&")
    case 2: return "/items/n" + segment()
    case 3:
      return "/files/"
        + (0...Int.random(in: 0...3, using: &random)).map { _ in segment() }.joined(separator: "/")
    case 4: return "/numbers/\(id)/0.25/1e30"
    case 5: return "/numbers/\(id).5"
    default: return "/people/\(id)/\(Bool.random(using: &random))"
    }
  }
}
