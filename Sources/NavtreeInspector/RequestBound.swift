#if Inspector
  import NIOCore

  /// Cuts a request that has more bytes than it may; what comes after is dropped.
  final class RequestBound: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The request was cut.
    struct Excess: Error {}

    private static let most = 64 << 10
    private var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if count > Self.most { return }
      count += unwrapInboundIn(data).readableBytes
      if count > Self.most {
        context.fireErrorCaught(Excess())
      } else {
        context.fireChannelRead(data)
      }
    }
  }
#endif
