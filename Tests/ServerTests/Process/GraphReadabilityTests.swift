import NavtreeTestSupport
import Testing

/// navtree's own layout of the flows in `Specs`, read from the pictures that it prints.
@Suite struct GraphReadabilityTests {
  static let flows = ["Specs", "Specs/templates"].flatMap { folder in
    Files.names(in: "\(Files.package)/\(folder)", endingIn: ".navtree.yaml").map { "\(folder)/\($0)" }
  }

  /// Prints the number of boxes, then each label over a label or a box, and each line through a box or a label of another
  /// way. A character takes at most 0.62 of the size of its font.
  private static let reader = #"""
    import re, sys, xml.dom.minidom
    document = xml.dom.minidom.parse(sys.argv[1])
    groups = {}
    for group in document.getElementsByTagName("g"):
        for name in group.getAttribute("class").split():
            groups.setdefault(name, []).append(group)
    def frame(rect):
        x, y, width, height = (float(rect.getAttribute(name)) for name in ("x", "y", "width", "height"))
        return (x, y, x + width, y + height)
    def frames(text):
        x, y, size = (float(text.getAttribute(name)) for name in ("x", "y", "font-size"))
        width = len(text.firstChild.data) * size * 0.62
        left = x if text.getAttribute("text-anchor") == "start" else x - width / 2
        return (left, y - size * 0.8, left + width, y + size * 0.2)
    def meet(one, other):
        return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    def crosses(start, end, box):
        """Whether a straight line has a point inside a box."""
        least, most = 0.0, 1.0
        for axis in (0, 1):
            low, high = box[axis] + 1, box[axis + 2] - 1
            step = end[axis] - start[axis]
            if step == 0:
                if not low < start[axis] < high: return False
                continue
            near, far = sorted(((low - start[axis]) / step, (high - start[axis]) / step))
            least, most = max(least, near), min(most, far)
        return least < most
    def children(group, tag):
        return [child for child in group.childNodes if child.nodeName == tag]
    boxes = {group.getAttribute("id"): frame(children(group, "rect")[0]) for group in groups["node"]}
    labels = []
    for group in groups.get("label", []) + groups.get("cluster", []):
        way = group.getAttribute("data-way")
        for text in children(group, "text"):
            labels.append((way or "cluster", text.firstChild.data, frames(text)))
            if way and not all(a - 1 <= b for a, b in zip(frame(children(group, "rect")[0])[:2], frames(text)[:2])):
                print("a label is wider than its ground:", text.firstChild.data)
    print(len(boxes))
    for number, (way, name, place) in enumerate(labels):
        for other, title, taken in labels[:number]:
            if meet(place, taken): print(f"{name} lies over {title}")
        for box, taken in boxes.items():
            if meet(place, taken): print(f"{name} lies over {box}")
    names = list(boxes.items())
    for number, (one, place) in enumerate(names):
        for other, taken in names[:number]:
            if meet(place, taken): print(f"{one} lies over {other}")
    for group in groups["edge"]:
        way = group.getAttribute("id")
        data = children(group, "path")[0].getAttribute("d")
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", data)]
        points = list(zip(numbers[::2], numbers[1::2]))
        assert len(points) > 1 and set(re.findall("[A-Za-z]", data)) <= {"M", "L", "Q"}, data
        for start, end in zip(points, points[1:]):
            for box, taken in boxes.items():
                if crosses(start, end, taken): print(f"{way} runs through {box}")
            for other, name, taken in labels:
                if other != way and crosses(start, end, taken): print(f"{way} runs through {name}")
    """#

  private static func picture(of flow: String) throws -> String {
    let outcome = try ChildProcess(["graph", flow, "--format", "svg", "--layout", "own"]).finish()
    try #require(outcome.status == 0, "\(outcome.errorText)")
    return outcome.text
  }

  @Test func thereAreTenFlows() {
    #expect(Self.flows.count >= 10)
  }

  @Test(arguments: flows)
  func nothingLiesOverALabelOrABox(flow: String) throws {
    guard let read = try Python.run(Self.reader, on: try Self.picture(of: flow)) else { return }
    let lines = read.text.split(separator: "\n")
    try #require(!lines.isEmpty, "\(read.errorText)")
    #expect(lines.dropFirst().isEmpty, "\(read.text)")
    if flow == "Specs/bank.navtree.yaml" { #expect((Int(lines[0]) ?? 0) >= 60) }
  }

  /// A box on a box, labels on a label and on a box, and a line through a box and a label.
  private static let bad = """
    <svg>
    <g id="a" class="node"><rect x="0" y="0" width="50" height="30"/></g>
    <g id="b" class="node"><rect x="40" y="10" width="50" height="30"/></g>
    <g id="c" class="node"><rect x="300" y="0" width="50" height="30"/></g>
    <g class="label" data-way="v"><rect x="150" y="8" width="80" height="14"/><text x="190" y="18" font-size="10">one</text></g>
    <g class="label" data-way="w"><rect x="150" y="8" width="80" height="14"/><text x="195" y="20" font-size="10">two</text></g>
    <g class="label" data-way="w"><rect x="300" y="8" width="80" height="14"/><text x="320" y="18" font-size="10">three</text></g>
    <g id="w" class="edge"><path d="M92 15L298 15"/></g>
    <g id="x" class="edge"><path d="M20 50L20 -50"/></g>
    </svg>
    """

  @Test func whatLiesOverSomethingElseIsFound() throws {
    guard let read = try Python.run(Self.reader, on: Self.bad) else { return }
    let found = """
      3
      two lies over one
      three lies over c
      b lies over a
      w runs through one
      x runs through a

      """
    #expect(read.text == found, "\(read.errorText)")
  }

  @Test(arguments: flows)
  func aScreenHasOneMarkOfGoingBack(flow: String) throws {
    let text = try Self.picture(of: flow)
    #expect(!text.contains("class=\"node back\""))
    for node in text.split(separator: "<g id=\"node-").dropFirst() {
      let marks = node.matches(of: /<g class="back" data-action="[^"]+"><rect[^>]* stroke-dasharray=/).count
      #expect(marks <= 1)
    }
  }

  @Test func screensAreInTheClustersOfTheirTabsAndOwners() throws {
    let text = try ChildProcess(["graph", "Specs/bank.navtree.yaml", "--format", "dot"]).finish().text
    for cluster in ["main / accounts", "main / payments", "main / cards", "main / invest", "main / profile"] {
      #expect(text.contains("label=\"\(cluster)\"\n"), "\(cluster)")
    }
    let security = text.split(separator: "label=\"security\"\n").last?.split(separator: "}").first ?? ""
    let members = security.split(whereSeparator: \.isWhitespace)
    #expect(Set(members) == ["\"security\"", "\"devices\"", "\"device\"", "\"changePassword\""])
  }

  @Test func focusLeadsToWhatTheRulePresents() throws {
    let outcome = try ChildProcess(["graph", "Specs/templates/mail.navtree.yaml", "--format", "json"])
      .finish()
    let ways = outcome.text.split(separator: "\n").filter { $0.contains(#""by":"focus""#) }
    #expect(
      ways.contains { $0.contains(#""from":"threads","to":"thread","by":"focus","action":"open""#) },
      "\(ways)")
    #expect(
      ways.contains { $0.contains(#""from":"folders","to":"letters","by":"focus","action":"letters""#) })
  }
}
