package import HTTPServer

/// A site on this machine: pages and feeds by path.
package final class LocalSite: HTTPResponder {
    private let pages: [String: String]
    private let delay: Duration

    private init(_ pages: [String: String], _ delay: Duration) {
        self.pages = pages
        self.delay = delay
    }

    /// - Parameter delay: before each answer.
    /// - Returns: its origin: `http://127.0.0.1:PORT`.
    package static func start(_ pages: [String: String], delay: Duration = .zero) throws -> (
        server: HTTPServer, origin: String
    ) {
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)]),
            responder: LocalSite(pages, delay))
        let address = try server.start()[0]
        return (server, "http://\(address)")
    }

    package func limits(for head: HTTPRequestHead) -> HTTPBodyLimits { HTTPBodyLimits() }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        try? await Task.sleep(for: delay)
        guard let page = pages[request.path.joined(separator: "/")] else { return HTTPResponse(status: 404) }
        let type = page.hasPrefix("ID3") ? "audio/mpeg" : page.hasPrefix("<?xml") ? "application/rss+xml" : "text/html"
        let bytes = Array(page.utf8)
        guard let part = request.headers["Range"]?.dropFirst("bytes=".count).split(separator: "-"),
            let first = part.first.flatMap({ Int($0) }), first < bytes.count
        else { return HTTPResponse(type: type, page) }
        let last = min(part.dropFirst().first.flatMap { Int($0) } ?? .max, bytes.count - 1)
        return HTTPResponse(
            status: 206, headers: ["Content-Type": type, "Content-Range": "bytes \(first)-\(last)/\(bytes.count)"],
            body: .bytes(Array(bytes[first...last])))
    }

    package func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        HTTPResponse(status: error.status)
    }

    package static func feed(_ titles: [String]) -> String {
        let items = titles.enumerated().map { index, title in
            """
            <item><title>\(title)</title><link>https://example.org/\(index)</link>\
            <pubDate>0\(index + 1) May 2024 00:00:00 GMT</pubDate></item>
            """
        }
        return
            #"<?xml version="1.0"?><rss version="2.0"><channel><title>Local news</title>\#(items.joined())</channel></rss>"#
    }
}
