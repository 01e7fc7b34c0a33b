#if Inspector
  import NIOCore

  /// Closes a connection that sends more bytes than a request may have.
  final class RequestBound: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let most = 64 << 10
    private var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      count += unwrapInboundIn(data).readableBytes
      if count > Self.most {
        context.close(promise: nil)
      } else {
        context.fireChannelRead(data)
      }
    }
  }
#endif
