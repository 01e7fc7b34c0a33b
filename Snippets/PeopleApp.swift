// A recursive list and detail in SwiftUI: the flow decides what is where, and SwiftUI draws it.
//
// What SwiftUI keeps for itself: it removes screens when people swipe back or drag a sheet down. The bindings pass that
// on; a screen that isn't dismissible comes back at once, since the session still has it.

#if canImport(SwiftUI)
  import Navtree
  import SwiftUI

  @main
  @available(macOS 14, iOS 17, *)
  struct PeopleApp: App {
    @State private var opened = Result { () throws -> SessionModel in
      let path = Bundle.main.path(forResource: "social.navtree", ofType: "yaml") ?? "social.navtree.yaml"
      return SessionModel(try Session(Flow(contentsOf: path)))
    }

    var body: some Scene {
      WindowGroup {
        switch opened {
        case .success(let model):
          if let root = model.tree["/main"] { ScreenStack(root: root).environment(model) }
        case .failure(let error): Text("\(error)").monospaced()
        }
      }
    }
  }

  /// A chain of screens, each pushed on the one before it, and the sheets over them.
  @available(macOS 14, iOS 17, *)
  struct ScreenStack: View {
    @Environment(SessionModel.self) private var model
    let root: Navtree.Screen

    private var pushed: [Navtree.Screen] {
      _ = model.seq
      return Array(
        sequence(first: root) { $0.slots.first { $0.style == .push && $0.screen != nil }?.screen }.dropFirst()
      )
    }

    /// The path as SwiftUI sees it; a shorter one is the wish to go back.
    private var path: Binding<[Navtree.Screen.ID]> {
      Binding(
        get: { pushed.map(\.id) },
        set: { path in
          let gone = pushed.dropFirst(path.count)
          if let first = gone.first { try? model.session.dismiss(Address(first.id)) }
        })
    }

    var body: some View {
      NavigationStack(path: path) {
        ScreenView(screen: root)
          .navigationDestination(for: Navtree.Screen.ID.self) { id in
            if let screen = model.tree[Address(id)] { ScreenView(screen: screen) }
          }
      }
    }
  }

  /// One screen, by its type, with the sheet that it presents.
  @available(macOS 14, iOS 17, *)
  struct ScreenView: View {
    @Environment(SessionModel.self) private var model
    let screen: Navtree.Screen

    private var sheet: Binding<Navtree.Screen?> {
      Binding(
        get: {
          _ = model.seq
          return screen.slots.first { $0.style == .sheet }?.screen
        },
        set: {
          if $0 == nil, let sheet = sheet.wrappedValue { try? model.session.dismiss(Address(sheet.id)) }
        })
    }

    var body: some View {
      content.sheet(item: sheet) { ScreenStack(root: $0).environment(model) }
    }

    @ViewBuilder private var content: some View {
      switch screen.name {
      case "userList": UserList(screen: screen)
      case "userDetail": UserDetail(screen: screen)
      case let name: Text(name)
      }
    }
  }

  @available(macOS 14, iOS 17, *)
  struct UserList: View {
    @Environment(SessionModel.self) private var model
    let screen: Navtree.Screen

    var body: some View {
      let _ = model.seq
      let users = screen.state["items"]?.array ?? []
      List(users.indices, id: \.self) { index in
        Button(users[index]["name"]?.string ?? "") {
          _ = try? model.session.send("select", ["index": .integer(index)], to: Address(screen.id))
        }
      }
    }
  }

  @available(macOS 14, iOS 17, *)
  struct UserDetail: View {
    @Environment(SessionModel.self) private var model
    let screen: Navtree.Screen

    var body: some View {
      let _ = model.seq
      VStack {
        Text((try? screen.computed("name"))??.string ?? "")
        Button("Followers") { _ = try? model.session.send("showFollowers", to: Address(screen.id)) }
      }
    }
  }
#else
  /// Where there is no SwiftUI, this is an empty program.
  @main enum PeopleApp {
    static func main() {}
  }
#endif
