// A recursive list and detail in SwiftUI: the flow decides what is where, and SwiftUI draws it. What SwiftUI takes away by
// itself, after a swipe, comes back through the bindings; what the flow keeps is shown again.
//
// This file is built where there is SwiftUI. It hasn't run on a device yet.

#if canImport(SwiftUI)
  import Navtree
  import SwiftUI

  @main struct PeopleApp: App {
    @State private var opened = Result { () throws -> SessionModel in
      let page: JSONObject = ["items": [["id": 1, "name": "Ada"], ["id": 2, "name": "Bo"]], "cursor": nil]
      let flow = try Flow(contentsOf: Bundle.main.bundlePath + "/social.navtree.json")
      return SessionModel(try Session(flow, at: "/", answering: ["fetchUsers": page], clock: .real))
    }

    var body: some Scene {
      WindowGroup {
        switch opened {
        case .success(let model): model.session.chain().map { ScreenStack(model: model, chain: $0) }
        case .failure(let error): Text("\(error)")
        }
      }
    }
  }

  /// A chain of screens, each pushed on the one before it, and the sheet over them.
  struct ScreenStack: View {
    let model: SessionModel
    @Bindable var chain: ScreenChain

    var body: some View {
      NavigationStack(path: $chain.path) {
        page(chain.root).navigationDestination(for: Navtree.Screen.ID.self) { page($0) }
      }
      .sheet(item: $chain.sheet) { ScreenStack(model: model, chain: $0) }
    }

    /// One screen, by its type.
    @ViewBuilder private func page(_ id: Navtree.Screen.ID) -> some View {
      let screen = model.tree[Address(id)]
      if let users = screen?.state["items"]?.array {
        List(users.indices, id: \.self) { index in
          Button(users[index]["name"]?.string ?? "") {
            _ = try? model.session.send("select", ["index": .integer(index)], to: Address(id))
          }
        }
      } else {
        Button("Followers") { _ = try? model.session.send("showFollowers", to: Address(id)) }
      }
    }
  }
#else
  /// Where there is no SwiftUI, this is an empty program.
  @main enum PeopleApp {
    static func main() {}
  }
#endif
