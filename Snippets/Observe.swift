import Navtree

#if canImport(Observation)
  import Observation

  let flow = try Flow(contentsOf: "Specs/social.navtree.yaml")
  let model = SessionModel(try Session(flow))

  withObservationTracking {
    print(model.tree["/main"]?.state["count"] ?? .null, model.active?.name ?? "", model.shared.names)
  } onChange: {
    print("changed")
  }
  try model.session.send("inc", to: "/main")
  print(model.seq)

  // The model takes the answers of handlers by itself.
  model.session.onEffect("fetchUsers") { _ in ["items": [["id": 1, "name": "Ada"]]] }
  while model.tree["/main"]?.state["items"]?.array?.isEmpty != false { await Task.yield() }
  print(model.tree["/main"]?.state["items"]?[0]?["name"] ?? .null)
#endif
