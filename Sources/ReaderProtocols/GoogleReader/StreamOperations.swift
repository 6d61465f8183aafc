internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService

/// Articles of streams: only their ids, or their contents.
enum StreamOperations {
    private static let streams = #"","directStreamIds":["feed/"#
    private static let maxIDs = 100_000
    private static let maxArticles = 1_000
    /// The limit leaves room for a thousand ids in the long form.
    private static let many = HTTPBodyLimits(maxBodyBytes: 256 << 10)

    static let all: [Operation] = [
        .app(
            "readerItemIDs", [.get, .post], "/reader/api/0/stream/items/ids", "Ids of the articles of a stream"
        ) { call in
            let wanted = try StreamRequest(call, maximum: maxIDs)
            let needsDummy = call.text("client") == "newsplus"
            let needsStreams = call.text("includeAllDirectStreamIds") == "true"
            return .utf8JSON(
                try await call.read { library in
                    let page = try wanted.page(library)
                    return itemRefs(page.articles, page.continuation, needsStreams, needsDummy)
                })
        },
        .app(
            "readerItemCount", [.get, .post], "/reader/api/0/stream/items/count", "How many articles a stream has"
        ) { call in
            let wanted = try StreamRequest(call, maximum: maxIDs)
            let count = try await call.read { library in try library.store.list(wanted.listRequest(library)).count }
            return .line(String(count))
        },
        .app(
            "readerItems", [.get], "/reader/api/0/stream/items/contents", "Articles by their ids", limits: many, items),
        // Liferea sends the token in the form as `T` instead of in the `Authorization` header.
        .app(
            "readerItems", [.post], "/reader/api/0/stream/items/contents", "Articles by their ids", isOpen: true,
            limits: many
        ) { call in
            let principal = try await call.service.signIn(call.request, token: call.text("T"))
            return try await items(call.of(principal))
        },
        .app(
            "readerStream", [.get, .post], "/reader/api/0/stream/contents", "Articles of a stream"
        ) { call in
            try await contents(call)
        },
        .app(
            "readerStreamOf", [.get, .post], "/reader/api/0/stream/contents/{stream...}", "Articles of a stream"
        ) { call in
            try await contents(call)
        },
        .app(
            "readerAtom", [.get], "/reader/atom/{stream...}", "Articles of a stream as Atom"
        ) { call in
            let wanted = try StreamRequest(call, stream: call.rest, maximum: maxArticles)
            let name = call.rest ?? ""
            let bytes = try await call.read { library in
                let page = try wanted.page(library)
                let items = try Items(library)
                return try AtomStream.write(
                    name, newest: page.articles.map(\.received).max(), page.continuation
                ) { append in
                    try items.forEach(page.articles) { append($0) }
                }
            }
            var response = HTTPResponse(
                headers: ["Content-Type": "application/atom+xml; charset=utf-8"], body: .bytes(bytes))
            response.hasEntityTag = true
            return response
        },
    ]

    @Sendable private static func items(_ call: RequestContext) async throws -> HTTPResponse {
        let ids = try call.articles(atMost: maxArticles)
        return .utf8JSON(
            try await call.read { library in
                let listed = try library.store.list(ListRequest(.articles(ids.map { UInt32(clamping: $0) })))
                return try stream(
                    "user/-/state/com.google/reading-list", library.withStoringTimes(listed), nil, library)
            })
    }

    private static func contents(_ call: RequestContext) async throws -> HTTPResponse {
        let wanted = try StreamRequest(call, stream: call.rest, maximum: maxArticles)
        let name = call.rest ?? call.text("s") ?? "user/-/state/com.google/reading-list"
        return .utf8JSON(
            try await call.read { library in
                let page = try wanted.page(library)
                return try stream(name, page.articles, page.continuation, library)
            }, hasEntityTag: true)
    }

    private static func stream(
        _ name: String, _ articles: [ListedArticle], _ continuation: String?, _ library: Library
    ) throws -> [UInt8] {
        let items = try Items(library)
        var writer = JSONWriter()
        try writer.object { object in
            object.member("direction", "ltr")
            object.member("id", name)
            object.member("title", "feedsearch")
            // Do not use the current time: the same articles must give the same bytes and thus the same ETag.
            object.member("updated", Int(articles.map(\.received).max() ?? 0))
            object.key("items")
            try object.array { array in
                try items.forEach(articles) { array.item($0) }
            }
            object.member("continuation", continuation)
        }
        return writer.bytes
    }

    /// Writes ids byte by byte, which is faster: a response may contain 100,000 ids.
    private static func itemRefs(
        _ articles: [ListedArticle], _ continuation: String?, _ needsStreams: Bool, _ needsDummy: Bool
    ) -> [UInt8] {
        let (first, separator, streams) = (Array(#"{"id":""#.utf8), Array(#"},{"id":""#.utf8), Array(Self.streams.utf8))
        var out: [UInt8] = []
        out.reserveCapacity(64 + articles.count * (needsStreams ? 90 : 60))
        out += #"{"itemRefs":["#.utf8
        // The text after the id is the same for all articles that were stored in the same second.
        var (arrival, end) = (Int64.min, [UInt8]())
        for (index, article) in articles.enumerated() {
            out += index == 0 ? first : separator
            out.append(decimal: article.id)
            if needsStreams {
                out += streams
                out.append(decimal: article.feed)
                out += #""]"#.utf8
            } else {
                out.append(UInt8(ascii: "\""))
            }
            if article.received != arrival {
                arrival = article.received
                end = Array(#","timestampUsec":"\#(arrival)000000""#.utf8)
            }
            out += end
        }
        if !articles.isEmpty { out.append(UInt8(ascii: "}")) }
        // News+ treats an empty list as a failure.
        if articles.isEmpty, needsDummy { out += #"{"id":"0","timestampUsec":"0"}"#.utf8 }
        out.append(UInt8(ascii: "]"))
        if let continuation { out += #","continuation":"\#(continuation)""#.utf8 }
        out.append(UInt8(ascii: "}"))
        return out
    }
}

extension [UInt8] {
    /// Appends a number in decimal digits.
    mutating func append(decimal number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var (digits, bound) = (1, UInt64(10))
        while digits < 19, rest >= bound { (digits, bound) = (digits + 1, bound &* 10) }
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits))
        var place = count
        while rest > 0 {
            place -= 1
            self[place] += UInt8(rest % 10)
            rest /= 10
        }
    }
}
