#if Inspector
  import NIOCore
  import NIOHTTP1

  /// A connection: one request and its answer.
  final class Connection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Stage {
      case head
      case body(RequestRules.Route, [UInt8])
      case answering
      case streaming(EventLog.Place)
    }

    private let site: Site
    private var stage = Stage.head
    private var context: ChannelHandlerContext?
    /// The looks at it since it made progress.
    ///
    /// A process that gets no time doesn't look, and blames nobody.
    private var looks = 0

    /// The looks in which a request is sent or an answer is taken.
    private static let patience = 5_000 / InspectorServer.glance
    /// The bytes that may wait for a reader that takes nothing.
    private static let mostWaiting = 1 << 20

    init(_ site: Site) {
      self.site = site
    }

    /// Whether it hasn't shown the token.
    var isStranger: Bool {
      switch stage {
      case .head, .body(.page, _), .answering: true
      case .body, .streaming: false
      }
    }

    /// Whether it reads the lines.
    var isReading: Bool { if case .streaming = stage { true } else { false } }

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      site.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
      site.remove(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch stage {
      case .head where error is HTTPParserError, .body where error is HTTPParserError: refuse(.badRequest)
      case .body where error is RequestBound.Excess: refuse(.payloadTooLarge, isCut: true)
      case .head, .body, .answering, .streaming: context.close(promise: nil)
      }
    }

    func close() { context?.close(promise: nil) }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch (unwrapInboundIn(data), stage) {
      case (.head(let head), .head):
        switch site.rules.verdict(on: head) {
        case .admitted(let route): stage = .body(route, [])
        case .refused(let status): refuse(status)
        }
      case (.body(let part), .body(.call, var bytes)):
        stage = .head
        bytes += part.readableBytesView
        stage = .body(.call, bytes)
      case (.end, .body(let route, let bytes)): perform(route, bytes)
      case (.head, _), (.body, _), (.end, _): break
      }
    }

    private func perform(_ route: RequestRules.Route, _ body: [UInt8]) {
      switch route {
      case .page: answer(.ok, "text/html; charset=utf-8", site.settings.page)
      case .call: answer(.ok, "application/json", site.answer(body))
      case .events:
        guard site.admitsReader else { return refuse(.serviceUnavailable) }
        guard let context else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers("text/event-stream"))
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        looks = 0
        stage = .streaming(site.log.start)
        pump()
      }
    }

    private func refuse(_ status: HTTPResponseStatus, isCut: Bool = false) {
      answer(status, "text/plain", Array("\(status.code) \(status.reasonPhrase)\n".utf8), isCut: isCut)
    }

    private func headers(_ type: String) -> HTTPHeaders {
      HTTPHeaders([
        ("content-type", type), ("content-security-policy", site.settings.policy),
        ("cache-control", "no-store"), ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
        ("cross-origin-resource-policy", "same-origin"), ("cross-origin-opener-policy", "same-origin"),
        ("connection", "close"),
      ])
    }

    /// - Parameter isCut: whether more of the request comes: closing a connection with bytes that nobody has read would
    ///   take the answer back.
    private func answer(
      _ status: HTTPResponseStatus, _ type: String, _ body: [UInt8], isCut: Bool = false
    ) {
      guard let context else { return }
      stage = .answering
      looks = 0
      var headers = headers(type)
      headers.add(name: "content-length", value: "\(body.count)")
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
        bound.value.close(mode: isCut ? .output : .all, promise: nil)
      }
    }

    // MARK: Events

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if context.channel.isWritable { pump() }
    }

    /// Writes as many events as the reader takes. A write may come back here.
    func pump() {
      while case .streaming(var place) = stage, let context, context.channel.isWritable,
        let bytes = site.log.next(&place)
      {
        stage = .streaming(place)
        looks = 0
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
      }
    }

    /// Closes a connection that takes too long.
    func sweep() {
      looks += 1
      let isLate = looks > Self.patience
      switch stage {
      case .head, .body, .answering: if isLate { close() }
      case .streaming(let place): if isLate, site.log.rest(after: place) > Self.mostWaiting { close() }
      }
    }
  }
#endif
