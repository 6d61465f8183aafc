internal import Accounts
internal import Articles
internal import FeedFetching
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Serves audio and video of articles as a proxy, so that browsers do not contact hosts named by feeds.
enum MediaOperations {
    static let all: [Operation] = [
        Operation(
            "medium", .get, "/media/{signature}", .read,
            "Audio or video of an article, complete or in part, at an address signed by the service",
            query: [.init("u", .string, "the address of the file", isRequired: true)],
            limits: HTTPBodyLimits(deadline: nil),
            gives: .text("audio/mpeg", or: "audio/mp4", "audio/ogg", "audio/*", "video/mp4", "video/webm", "video/*"),
            example: "/media/SIGNATURE?u=https://example.org/a.mp3"
        ) { call in
            let url = call.text("u") ?? ""
            guard call.library.isMediumSignature(call.parameters["signature"], of: url) else {
                throw Problem(404, "notFound", .httpNotFound)
            }
            return try await response(url, call)
        },
        Operation(
            "playback", .post, "/v1/articles/{n}/playback", .write,
            "How far an enclosure of an article has been played",
            limits: HTTPBodyLimits(maxBodyBytes: 4 << 10),
            takes: RequestForm(
                type: "application/json",
                schema: .object([.always("place", .integer()), .always("seconds", .integer())]),
                example: #"{"place":0,"seconds":90}"#),
            gives: .nothing, example: "/v1/articles/1/playback"
        ) { call in
            let article = try call.number("n")
            let body = try await call.members(["place", "seconds"])
            let place = try body.integer("place", in: 0...99) ?? 0
            let seconds = try body.integer("seconds", in: 0...1_000_000) ?? 0
            try await call.write { library in
                guard try library.store.article(article, withTexts: false) != nil else {
                    throw StorageError.noSuchArticle("#\(article)")
                }
                try library.reading.setPlayback(seconds, of: place, in: article)
            }
            return HTTPResponse(status: 204)
        },
        Operation(
            "position", .post, "/v1/articles/{n}/position", .write, "How much of an article has been read",
            limits: HTTPBodyLimits(maxBodyBytes: 4 << 10),
            takes: RequestForm(
                type: "application/json", schema: .object([.always("thousandths", .integer(0...1_000))]),
                example: #"{"thousandths":400}"#),
            gives: .nothing, example: "/v1/articles/1/position"
        ) { call in
            let article = try call.number("n")
            let body = try await call.members(["thousandths"])
            let position = try body.integer("thousandths", in: 0...1_000) ?? 0
            try await call.write { library in
                guard try library.store.article(article, withTexts: false) != nil else {
                    throw StorageError.noSuchArticle("#\(article)")
                }
                try library.reading.setPosition(position, of: article)
            }
            return HTTPResponse(status: 204)
        },
    ]

    /// - Throws: `Problem` if the page cannot be fetched or contains no more text than the feed.
    static func fetchPage(of article: Int64, _ call: RequestContext) async throws {
        let language = call.language
        switch try await call.runOnNetworkThread({ try $0.articles.fetchPage(of: article) }) {
        case .whole, .topic: return
        case nil: throw Problem(400, "noPage", detail: Message.noPage.text(language))
        case .nothingMore: throw Problem(409, "pageHasNoMore", detail: Message.pageHasNoMore.text(language))
        case .failed(_, let text, _):
            throw Problem(502, "pageFailed", detail: Message.pageFailed.text(language, [text]))
        }
    }

    private static let (maxBytes, timeout) = (2 << 30, Duration.seconds(3_600))

    /// A transfer and its place in the limit on concurrent transfers. Both end with the response.
    private final class Listener: Sendable {
        let stream: MediaStream
        private let place: ConcurrencyLimit.Place

        init(_ stream: MediaStream, _ place: ConcurrencyLimit.Place) { (self.stream, self.place) = (stream, place) }
        deinit { place.leave() }
    }

    private static func response(_ url: String, _ call: RequestContext) async throws -> HTTPResponse {
        let fetcher = try call.settings.fetcher()
        let place = try call.service.media.enter()
        do {
            return try await response(url, fetcher, part(call.request.headers["Range"]), call.library.mediaTypes, place)
        } catch {
            place.leave()
            if case .httpStatus(416)? = (error as? FetchFailure)?.kind { return HTTPResponse(status: 416) }
            throw error is FetchFailure ? Problem(404, "notFound", .httpNotFound) : error
        }
    }

    /// - Returns: a response that calls `place.leave()` when it ends. If this method throws, the caller must call
    ///   `leave()`.
    private static func response(
        _ url: String, _ fetcher: Fetcher, _ part: ResumePoint?, _ types: MediaTypes, _ place: ConcurrencyLimit.Place
    ) async throws -> HTTPResponse {
        var known = types[url]
        // The requested range may not include the first bytes of the file, which show its type.
        if known == nil, part != nil {
            let beginning = ResumePoint(offset: 0, last: PlayableMediaType.headBytes - 1, validator: nil)
            let stream = try await fetcher.stream(request(url, beginning))
            known = PlayableMediaType.type(of: try await head(of: stream), declared: stream.answer.contentType)
            if let known { types[url] = known } else { throw Problem(404, "notFound", .httpNotFound) }
        }
        let stream = try await fetcher.stream(request(url, part))
        let answer = stream.answer
        var head: [UInt8] = []
        if answer.status != 206 {
            head = try await Self.head(of: stream)
            known = PlayableMediaType.type(of: head, declared: answer.contentType)
            types[url] = known
        }
        guard let known else { throw Problem(404, "notFound", .httpNotFound) }
        let (listener, first) = (Listener(stream, place), head)
        var response = HTTPResponse(
            status: answer.status == 206 ? 206 : 200,
            headers: ["Content-Type": known, "Cache-Control": "private, no-store"],
            body: .stream { writer in
                if !first.isEmpty { try await writer.write(first) }
                while let bytes = try await listener.stream.next() { try await writer.write(bytes) }
            })
        if let range = answer.contentRange, answer.status == 206 {
            response.headers.add("Content-Range", range)
            response.headers.add("Accept-Ranges", "bytes")
        }
        response.headers.add("Content-Security-Policy", "default-src 'none'; sandbox")
        return response
    }

    private static func request(_ url: String, _ part: ResumePoint?) -> FetchRequest {
        var request = FetchRequest(url)
        request.accept = "audio/*, video/*;q=0.9, */*;q=0.1"
        (request.maxWireBytes, request.timeout, request.resume) = (maxBytes, timeout, part)
        return request
    }

    /// Reads the first bytes of a body, which show its type; a short body is read completely.
    private static func head(of stream: MediaStream) async throws -> [UInt8] {
        var head: [UInt8] = []
        while head.count < PlayableMediaType.headBytes, let piece = try await stream.next() { head += piece }
        return head
    }

    /// Parses a range such as `bytes=100-` or `bytes=100-199`. Returns nil for other ranges; the whole file is then
    /// sent.
    static func part(_ range: String?) -> ResumePoint? {
        guard let range, range.hasPrefix("bytes=") else { return nil }
        let sides = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2, let first = Int(sides[0]), first >= 0 else { return nil }
        if sides[1].isEmpty { return ResumePoint(offset: first, validator: nil) }
        guard let last = Int(sides[1]), last >= first else { return nil }
        return ResumePoint(offset: first, last: last, validator: nil)
    }
}

extension ServedLibrary {
    /// The signed addresses at which the service serves pictures, audio and video to pages.
    var articleMedia: ArticleMedia {
        var media = ArticleMedia()
        media.picture = { [self] url in
            var picture = ArticleMedia.Picture(
                address: "image/" + pictureSignature(of: url) + "?" + FormEncoding.encode([("u", url)]))
            if let size = pictures.size(of: url) { (picture.width, picture.height) = (size.width, size.height) }
            return picture
        }
        media.medium = { [self] url in
            "media/" + mediumSignature(of: url) + "?" + FormEncoding.encode([("u", url)])
        }
        return media
    }
}
