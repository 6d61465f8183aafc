/// An HTTP/1.1 server.
public final class HTTPServer: Sendable {
    private let configuration: HTTPServerConfiguration
    private let responder: any HTTPResponder

    public init(configuration: HTTPServerConfiguration, responder: any HTTPResponder) {
        self.configuration = configuration
        self.responder = responder
    }

    /// Binds the listeners and begins to answer, on a thread of its own.
    ///
    /// - Returns: where it listens, in the order of the listeners; a name may have two addresses.
    public func start() throws(HTTPServerError) -> [HTTPBoundAddress] { [] }

    /// Stops accepting, lets requests in progress end, then closes all connections.
    ///
    /// - Parameter duration: after which the requests still in progress are cancelled.
    public func drain(within duration: Duration) async {}

    /// Cancels all requests and closes all connections. Does nothing where the server has stopped.
    public func stop() async {}

    /// Connections that are open now.
    public var connectionCount: Int { 0 }
}
