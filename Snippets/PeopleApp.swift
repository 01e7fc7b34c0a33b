// A recursive list and detail in SwiftUI: the flow decides what is where, and SwiftUI draws it. What SwiftUI takes away by
// itself, after a swipe, comes back through the bindings; what the flow keeps is shown again.
//
// This file is built where there is SwiftUI. It hasn't run on a device yet.

#if canImport(SwiftUI)
  import Navtree
  import SwiftUI

  @main
  struct PeopleApp: App {
    @State private var opened = Result { () throws -> SessionModel in
      let path = Bundle.main.path(forResource: "social.navtree", ofType: "json") ?? "social.navtree.json"
      return SessionModel(try Session(Flow(contentsOf: path)))
    }

    var body: some Scene {
      WindowGroup {
        switch opened {
        case .success(let model):
          if let chain = model.session.chain() { ScreenStack(chain: chain).environment(model) }
        case .failure(let error): Text("\(error)").monospaced()
        }
      }
    }
  }

  /// A chain of screens, each pushed on the one before it, and the sheet over them.
  struct ScreenStack: View {
    @Environment(SessionModel.self) private var model
    @Bindable var chain: ScreenChain

    var body: some View {
      NavigationStack(path: $chain.path) {
        ScreenView(id: chain.root)
          .navigationDestination(for: Navtree.Screen.ID.self) { ScreenView(id: $0) }
      }
      .sheet(item: $chain.sheet) { ScreenStack(chain: $0).environment(model) }
    }
  }

  /// One screen, by its type.
  struct ScreenView: View {
    @Environment(SessionModel.self) private var model
    let id: Navtree.Screen.ID

    var body: some View {
      let screen = model.tree[Address(id)]
      switch screen?.name {
      case "userList":
        let users = screen?.state["items"]?.array ?? []
        List(users.indices, id: \.self) { index in
          Button(users[index]["name"]?.string ?? "") { send("select", ["index": .integer(index)]) }
        }
      case "userDetail":
        Text((try? screen?.computed("name"))??.string ?? "")
        Button("Followers") { send("showFollowers") }
      default: Text(screen?.name ?? "")
      }
    }

    private func send(_ action: String, _ payload: JSONObject = [:]) {
      _ = try? model.session.send(action, payload, to: Address(id))
    }
  }
#else
  /// Where there is no SwiftUI, this is an empty program.
  @main enum PeopleApp {
    static func main() {}
  }
#endif
