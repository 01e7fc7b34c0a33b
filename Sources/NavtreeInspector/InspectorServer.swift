#if Inspector
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// A server of one page on the loopback address.
  package enum InspectorServer {
    package enum Address: String, Sendable, CaseIterable {
      case v4 = "127.0.0.1"
      case v6 = "::1"
    }

    package struct Settings: Sendable {
      let address: Address
      let port: Int
      let page: [UInt8]
      let policy: String
      let history: Int
      let token: AccessToken

      /// - Parameters:
      ///   - port: 0 for one that is free.
      ///   - policy: the page's Content-Security-Policy.
      ///   - history: the most bytes of lines that are kept for pages that come late.
      package init(
        address: Address, port: Int, page: [UInt8], policy: String, history: Int,
        token: AccessToken = AccessToken()
      ) {
        self.address = address
        self.port = port
        self.page = page
        self.policy = policy
        self.history = history
        self.token = token
      }
    }

    /// The pause between two looks at the sessions.
    private static let pause = TimeAmount.milliseconds(40)
    /// The pause between two looks at slow connections, in milliseconds.
    static let glance = 500
    /// The pause between two portions of what there is at once. The loop reads connections only where no task is due.
    private static let breath = TimeAmount.milliseconds(1)
    /// The time to take the last lines.
    private static let grace = TimeAmount.milliseconds(200)

    /// Serves on this thread. One of the last two closures is called once, and doesn't return.
    ///
    /// - Parameters:
    ///   - started: gets the page's URL, with the token.
    ///   - failed: gets the reason why the address can't be served.
    ///   - ended: is called when nothing follows any more, and the readers have had time to take the rest.
    package static func run(
      _ settings: Settings, _ inspected: any Inspected, started: @escaping @Sendable (String) -> Void,
      failed: @escaping @Sendable (String) -> Never, ended: @escaping @Sendable () -> Never
    ) {
      MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
        let site = NIOLoopBound(Site(settings, inspected), eventLoop: loop)
        ServerBootstrap(group: loop)
          .serverChannelOption(.backlog, value: 16)
          // What waits in the system is bounded too.
          .childChannelOption(.socketOption(.so_sndbuf), value: 128 << 10)
          .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              let pipeline = channel.pipeline.syncOperations
              try pipeline.addHandler(RequestBound())
              try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
              try pipeline.addHandler(Connection(site.value))
            }
          }
          .bind(host: settings.address.rawValue, port: settings.port)
          .whenComplete { result in
            switch result {
            case .success(let channel):
              let host = settings.address == .v6 ? "[::1]" : "127.0.0.1"
              let authority = "\(host):\(channel.localAddress?.port ?? settings.port)"
              site.value.open(at: authority)
              started("http://\(authority)/#token=\(settings.token.text)")
              follow(site, on: loop, ended)
              let glance = TimeAmount.milliseconds(Int64(glance))
              loop.scheduleRepeatedTask(initialDelay: glance, delay: glance) { _ in site.value.sweep() }
            case .failure(let error): failed("\(error)")
            }
          }
      }
    }

    private static func follow(
      _ site: NIOLoopBound<Site>, on loop: any EventLoop, _ ended: @escaping @Sendable () -> Never
    ) {
      let hasMore = site.value.follow()
      if site.value.isOver {
        _ = loop.scheduleTask(in: grace) { ended() }
      } else {
        _ = loop.scheduleTask(in: hasMore ? breath : pause) { follow(site, on: loop, ended) }
      }
    }
  }
#endif
