#if Inspector
  import NIOHTTP1

  /// The rules by which a request is admitted.
  struct RequestRules: Sendable {
    enum Route: Sendable {
      case page, events, call
    }

    enum Verdict {
      case admitted(Route)
      case refused(HTTPResponseStatus)
    }

    /// The address that is served: `127.0.0.1:4000`.
    let authority: String
    let token: AccessToken

    /// The header of a request is judged before anything of its body is kept.
    ///
    /// A page of another site can name this address by a name of its own (DNS rebinding), so the host is checked first.
    func verdict(on head: HTTPRequestHead) -> Verdict {
      guard Self.only(head.headers["host"]) == authority else { return .refused(.misdirectedRequest) }
      let origins = head.headers["origin"]
      guard origins.isEmpty || Self.only(origins) == "http://\(authority)" else {
        return .refused(.forbidden)
      }
      let route: Route
      switch head.uri {
      case "/": route = .page
      case "/events": route = .events
      case "/rpc": route = .call
      default: return .refused(.notFound)
      }
      switch route {
      case .page: return head.method == .GET ? .admitted(.page) : .refused(.methodNotAllowed)
      case .events:
        guard head.method == .GET else { return .refused(.methodNotAllowed) }
        return isAuthorized(head) ? .admitted(.events) : .refused(.unauthorized)
      case .call:
        guard head.method == .POST else { return .refused(.methodNotAllowed) }
        guard isAuthorized(head) else { return .refused(.unauthorized) }
        return isJSON(head) ? .admitted(.call) : .refused(.unsupportedMediaType)
      }
    }

    private func isAuthorized(_ head: HTTPRequestHead) -> Bool {
      guard let credentials = Self.only(head.headers["authorization"]) else { return false }
      let parts = credentials.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && parts[0].lowercased() == "bearer" && token.matches(parts[1])
    }

    private func isJSON(_ head: HTTPRequestHead) -> Bool {
      guard let type = Self.only(head.headers["content-type"]) else { return false }
      let essence = type.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)[0]
      return essence.filter { $0 != " " && $0 != "\t" }.lowercased() == "application/json"
    }

    private static func only(_ values: [String]) -> String? { values.count == 1 ? values[0] : nil }
  }
#endif
