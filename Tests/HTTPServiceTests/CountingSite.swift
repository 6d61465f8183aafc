import Formats
import HTTPServer
import System

/// A site on this machine with feeds, which counts the requests for each path.
final class CountingSite: HTTPResponder {
    struct Request: Sendable, Equatable {
        var path: String
        var isConditional: Bool
        var authorization: String?
    }

    private struct State {
        var pages: [String: String] = [:]
        var files: [String: [UInt8]] = [:]
        var privateFiles: Set<String> = []
        var redirects: [String: String] = [:]
        var requests: [Request] = []
        var status = 200
        var headers: HTTPHeaders = [:]
        var delay = Duration.zero
        /// The only path that is delayed; nil for all.
        var delayedPath: String?
        var running = 0
        var mostRunning = 0
    }

    private let state = Locked(State())
    private let server = Locked<HTTPServer?>(nil)
    private let address = Locked("")

    init() throws {
        let made = HTTPServer(
            configuration: HTTPServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)]), responder: self)
        let bound = try made.start()[0]
        server.withLock { $0 = made }
        address.withLock { $0 = "http://\(bound)" }
    }

    func stop() async { await server.withLock { $0 }?.stop() }

    var origin: String { address.withLock { $0 } }
    var requests: [Request] { state.withLock { $0.requests } }
    var mostRunning: Int { state.withLock { $0.mostRunning } }

    func forgetRequests() { state.withLock { $0.requests = [] } }

    /// Writes a feed with an item for each id.
    func feed(_ path: String, _ ids: [String]) {
        let items = ids.map { id in
            "<item><guid isPermaLink=\"false\">\(id)</guid><title>\(id) of \(path)</title></item>"
        }
        let text =
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>\(path)</title>\(items.joined())</channel></rss>"
        state.withLock { $0.pages[path] = text }
    }

    /// Writes a file, or removes it.
    ///
    /// - Parameter needsCookie: whether the site sends the file only if a request has a cookie.
    func file(_ path: String, _ bytes: [UInt8]?, needsCookie: Bool = false) {
        state.withLock { state in
            state.files[path] = bytes
            if needsCookie { state.privateFiles.insert(path) }
        }
    }

    /// A page of HTML, or with `redirect` an answer that leads elsewhere.
    func page(_ path: String, _ html: String, redirect: String? = nil) {
        state.withLock { state in
            state.pages[path] = html
            state.redirects[path] = redirect
        }
    }

    func answer(status: Int, headers: HTTPHeaders = [:]) {
        state.withLock { ($0.status, $0.headers) = (status, headers) }
    }

    func delay(_ delay: Duration, of path: String? = nil) {
        state.withLock { ($0.delay, $0.delayedPath) = (delay, path) }
    }

    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits { HTTPBodyLimits() }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let path = request.path.joined(separator: "/")
        let known = request.headers["If-None-Match"]
        let (page, status, headers, delay) = state.withLock { state in
            state.requests.append(
                Request(
                    path: path, isConditional: known != nil, authorization: request.headers["Authorization"]))
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
            return (state.pages[path], state.status, state.headers, state.delay)
        }
        let isDelayed = state.withLock { $0.delayedPath == nil || $0.delayedPath == path }
        if isDelayed, delay > .zero { try? await Task.sleep(for: delay) }
        state.withLock { $0.running -= 1 }
        if status != 200 { return HTTPResponse(status: HTTPStatus(status), headers: headers) }
        let (file, isPrivate) = state.withLock { ($0.files[path], $0.privateFiles.contains(path)) }
        if let file, !isPrivate || request.headers["Cookie"] != nil {
            let etag = "\"file\""
            if known == etag { return HTTPResponse(status: 304, headers: ["ETag": etag]) }
            return HTTPResponse(status: 200, headers: ["Content-Type": "image/png", "ETag": etag], body: .bytes(file))
        }
        if let target = state.withLock({ $0.redirects[path] }) {
            return HTTPResponse(status: 302, headers: ["Location": target])
        }
        guard let page else { return HTTPResponse(status: 404) }
        let etag = "\"\(Hexadecimal.encode(Array(SHA256.hash(Array(page.utf8)).prefix(8))))\""
        if known == etag { return HTTPResponse(status: 304, headers: ["ETag": etag]) }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": page.hasPrefix("<?xml") ? "application/rss+xml" : "text/html; charset=utf-8",
                "ETag": etag,
            ], body: .bytes(Array(page.utf8)))
    }

    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        HTTPResponse(status: error.status)
    }
}
