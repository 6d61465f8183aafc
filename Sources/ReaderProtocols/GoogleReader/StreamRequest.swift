internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import QueryLanguage

/// The stream that an app requests, with filters, order and limit.
struct StreamRequest: Sendable {
    /// Tolerance for clock differences: an app that asks for articles since its last request must not miss any.
    private static let slackSeconds: Int64 = 180

    var stream: StreamID
    var limit: Int
    var newestFirst: Bool
    /// The bounds of the time of storing, in seconds since 1970.
    var from: Int64?
    var until: Int64?
    var included: [StreamID]
    var excluded: [StreamID]
    var after: DatePlace?

    /// - Parameters:
    ///   - stream: the stream's name; nil if the name is a parameter of the request.
    ///   - maximum: the maximum number of articles in one answer.
    init(_ call: RequestContext, stream: String? = nil, maximum: Int) throws(ReaderError) {
        let named = stream.flatMap { $0.isEmpty ? nil : [$0] } ?? call.texts("s").filter { !$0.isEmpty }
        var streams: [StreamID] = []
        for name in named.prefix(StreamID.maxParts) { streams.append(try StreamID.read(name)) }
        self.stream = streams.isEmpty ? .readingList : streams.count == 1 ? streams[0] : .splice(streams)
        limit = min(maximum, try Self.number(call, "n").map { Int(clamping: max(0, $0)) } ?? 20)
        newestFirst = call.text("r") != "o"
        from = try Self.seconds(call, "ot").map { $0 - Self.slackSeconds }
        until = try Self.seconds(call, "nt").map { $0 + 1 }
        included = try Self.streams(call, "it")
        excluded = try Self.streams(call, "xt")
        if let text = call.text("c"), !text.isEmpty {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 2, let date = parts[0], let id = parts[1] else {
                throw ReaderError(400, "Error: c must be the continuation of the previous page")
            }
            after = DatePlace(date: date, id: id)
        }
    }

    /// One page of articles and the cursor of the next page; nil at the end. An empty page never has a cursor, because
    /// some apps would request it again and again.
    func page(_ library: Library) throws -> (articles: [ListedArticle], continuation: String?) {
        var request = try listRequest(library)
        request.limit = limit + 1
        var articles = limit == 0 ? [] : try library.store.list(request)
        guard articles.count > limit else { return (try library.withStoringTimes(articles), nil) }
        articles.removeLast()
        return (try library.withStoringTimes(articles), articles.last.map { "\($0.date).\($0.id)" })
    }

    func listRequest(_ library: Library) throws -> ListRequest {
        var selection = StreamSelection(library)
        var parts = [try selection.filter(stream)]
        for stream in included { parts.append(try selection.filter(stream)) }
        for stream in excluded { parts.append(Self.opposite(try selection.filter(stream))) }
        if let from { parts.append(.not(try library.stored(before: from))) }
        if let until { parts.append(try library.stored(before: until)) }
        var request = ListRequest(.all(parts))
        request.subscribedOnly = StreamSelection.isOfSubscriptions(stream)
        request.newestFirst = newestFirst
        request.after = after
        request.foldReplies()
        return request
    }

    // MARK: -

    private static func opposite(_ filter: ArticleFilter) -> ArticleFilter {
        if case .read(let isRead) = filter { return .read(!isRead) }
        return .not(filter)
    }

    private static func streams(_ call: RequestContext, _ name: String) throws(ReaderError) -> [StreamID] {
        var streams: [StreamID] = []
        for text in call.texts(name).prefix(StreamID.maxParts) where !text.isEmpty {
            streams.append(try StreamID.read(text))
        }
        return streams
    }

    private static func number(_ call: RequestContext, _ name: String) throws(ReaderError) -> Int64? {
        guard let text = call.text(name), !text.isEmpty else { return nil }
        guard let number = Int64(text) else { throw ReaderError(400, "Error: \(name) is a number") }
        return number
    }

    /// A time parameter in seconds since 1970. Apps may also send milliseconds or microseconds.
    static func seconds(_ call: RequestContext, _ name: String) throws(ReaderError) -> Int64? {
        guard let number = try number(call, name), number > 0 else { return nil }
        let perSecond: Int64 =
            switch number {
            case 100_000_000_000_000...: 1_000_000
            case 100_000_000_000...: 1_000
            default: 1
            }
        return CivilTime.bounded(seconds: number / perSecond)
    }
}
