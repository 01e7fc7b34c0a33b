import NavtreeTestSupport
import Testing

/// The output of commands whose store is a broken URL from the environment: nothing of the URL is in it.
@Suite struct BrokenURLTests {
  /// URLs of which one part, wherever it ends up, is a password; `zq7x` is in each such part.
  private static let urls = [
    // Characters that end a password, or that no URL contains.
    "postgresql://ann:zq7xa@zq7xb@127.0.0.1:1/shop",
    "postgresql://ann:zq7xa@zq7xb@zq7xc/shop",
    "postgresql://ann:zq7xa/zq7xb@127.0.0.1:1/shop",
    "postgresql://ann:1/zq7xb@127.0.0.1:1/shop",
    "postgresql://ann:zq7xa@zq7xb?zq7xc=d@127.0.0.1:1/shop",
    "postgresql://ann:zq7xa%00zq7xb@127.0.0.1:1/shop",
    "postgresql://ann:zq7xa%zzq7xb@127.0.0.1:1/shop",
    "postgresql://ann:zq7x%@127.0.0.1:1/shop",
    "postgresql://ann:zq7xa zq7xb@127.0.0.1:1/shop",
    "postgresql://ann:zq7x@127.0.0.1:1/shop\n",
    " postgresql://ann:zq7x@127.0.0.1:1/shop",
    // Brackets.
    "postgresql://ann:zq7x@[::1/shop",
    "postgresql://ann:1@[zq7x]zq7x/shop",
    // No sign that ends the user: a host, a port or a database is the password.
    "postgresql://zq7x",
    "postgresql://ann:zq7x",
    "postgresql://ann:zq7x/127.0.0.1/shop",
    "postgresql:zq7x",
    // Ports and schemas.
    "postgresql://ann:zq7x@127.0.0.1:1zq7x/shop",
    "postgresql://ann:zq7x@127.0.0.1:1/shop?schema=zq7x-a",
    // Parameters.
    "postgresql://ann@127.0.0.1:1/shop?passwrod=zq7x",
    "postgresql://ann@127.0.0.1:1/shop?zq7x",
    "postgresql://ann@127.0.0.1:1/shop?password=zq7x=zq7x",
    "postgresql://ann@127.0.0.1:1/shop?password=zq7xa&zq7xb",
    "postgresql://127.0.0.1:1/shop?password=zq7xa%00zq7xb",
    "postgresql://127.0.0.1:1/shop?user=zq7x&password=zq7xa@zq7xb",
    "postgresql://ann@127.0.0.1:1/shop?sslmode=zq7x",
    "postgresql://ann@127.0.0.1:1/shop?connect_timeout=zq7x",
    "postgresql://ann@127.0.0.1:1/shop?port=zq7x",
    "postgresql://ann@127.0.0.1/shop?hostaddr=zq7x",
    "postgresql:///shop?host=/zq7x",
    "postgresql:///shop?service=zq7x",
    "postgresql://ann@127.0.0.1:1/shop?passfile=zq7x",
    "postgresql://ann@127.0.0.1:1/shop?load_balance_hosts=zq7x&require_auth=zq7x",
  ]

  /// `serve`, and each command of `store`. They run at the same time, since some try to connect for a while.
  private static let commands = [
    "serve --store env:STORE", "serve --store sqlite:old --store notes=env:STORE", "store ls env:STORE",
    "store show env:STORE s", "store export env:STORE s", "store import env:STORE s snapshot",
    "store copy env:STORE sqlite:new", "store copy sqlite:old env:STORE", "store vacuum env:STORE",
    "store verify env:STORE", "store verify --json env:STORE",
    "store migrate --check notes.navtree.yaml env:STORE",
    "store show sqlite:old notes --store notes=env:STORE",
  ]

  /// In debug each URL is given to `serve` and a third of the commands, in turn.
  @Test(arguments: urls.indices)
  func nothingOfItIsShown(index: Int) throws {
    let url = Self.urls[index]
    let commands = Self.commands.enumerated()
      .filter { $0.offset == 0 || ($0.offset + index) % rounds(1, inDebug: 3) == 0 }.map(\.element)
    let folder = try TestFolder()
    // libpq warns of a password file that isn't a plain one.
    _ = try folder.shell(
      #"mkdir zq7x; "$0" serve notes.navtree.yaml --store sqlite:old </dev/null && "$0" store export sqlite:old notes >snapshot"#
    )
    let lines = commands.enumerated().map { index, command in
      #"("$0" \#(command) >\#(index).out 2>&1 </dev/null; echo "status $?" >>\#(index).out)"#
    }
    let outcome = try folder.shell(
      "STORE=\"$1\"; export STORE; unset PGPASSWORD PGHOST; \(lines.joined(separator: " | "))", [url])
    #expect(outcome.status == 0 && outcome.errorText == "", "\(outcome.errorText)")
    for (index, command) in commands.enumerated() {
      let text = folder.text(of: "\(index).out") ?? ""
      #expect(!text.lowercased().contains("zq7x"), "\(command): \(text)")
      #expect(text.contains("env:STORE") && !text.contains("status 0"), "\(command): \(text)")
    }
  }
}
