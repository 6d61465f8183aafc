public import Articles
private import Dispatch
internal import FeedFetching
public import System

/// A file of an article to be downloaded.
public struct EnclosureDownload: Sendable {
    /// The feed's id.
    public var feed: Int64
    public var url: String
    /// The media type that the feed gives for the file.
    public var mediaType: String?
    /// The destination. An existing file is not overwritten.
    public var path: String

    public init(feed: Int64, url: String, mediaType: String?, path: String) {
        self.feed = feed
        self.url = url
        self.mediaType = mediaType
        self.path = path
    }
}

/// How a download ended.
public enum DownloadResult: Sendable, Equatable {
    /// - Parameter bytes: the number of bytes received in this run. It is less than the file's size if an earlier
    ///   run received part of the file.
    case stored(bytes: Int)
    /// A file with the destination's name already exists.
    case present
    /// - Parameters:
    ///   - kind: the name of a failure as for feeds, or `notTheFile` if a web page was sent instead of the file.
    ///   - text: one plain line, in English; for `notTheFile`, the expected media type.
    case failed(kind: String, text: String)
    case unwritable(SystemError)
    case cancelled
}

/// Downloads files attached to articles, with the request settings and address rules of their feeds.
///
/// A file gets its final name only when it is complete. Until then, the received part is kept next to the destination,
/// so that a later run fetches only the rest.
public struct EnclosureDownloader: Sendable {
    private let settings: FeedRefreshSettings
    private let maxBytes: Int

    /// - Parameter maxBytes: the maximum size of a file in bytes; larger files are rejected.
    public init(settings: FeedRefreshSettings, maxBytes: Int) {
        var settings = settings
        settings.fetcher.limits.timeout = .seconds(12 * 3_600)
        settings.fetcher.limits.concurrency = 4
        settings.fetcher.limits.perHost = 2
        self.settings = settings
        self.maxBytes = maxBytes
    }

    /// Downloads files; blocks the calling thread.
    ///
    /// - Parameters:
    ///   - isEnding: called several times a second; true ends the call early.
    ///   - onProgress: receives the number of bytes received so far; called several times a second.
    ///   - onResult: receives the index of each download and its result.
    public func download(
        _ wanted: [EnclosureDownload], in store: any ArticleStore, now: Int64, isEnding: () -> Bool,
        onProgress: (Int) -> Void, onResult: (Int, DownloadResult) -> Void
    ) throws {
        var states: [Int64: FeedFetchState] = [:]
        for item in wanted where states[item.feed] == nil { states[item.feed] = try store.fetchState(of: item.feed) }
        var waiting: [Int] = []
        for (index, item) in wanted.enumerated() {
            if FileSystem.kind(item.path) != nil { onResult(index, .present) } else { waiting.append(index) }
        }
        // If the file has changed since an earlier run received a part of it, fetch the whole file.
        for isSecond in [false, true] where !waiting.isEmpty {
            var changed: [Int] = []
            run(waiting, of: wanted, states, now: now, isEnding, onProgress) { index, result in
                if !isSecond, result == Self.rangeRefused { changed.append(index) } else { onResult(index, result) }
            }
            waiting = changed
        }
    }

    private static let rangeRefused = DownloadResult.failed(kind: "httpStatus", text: "status 416")

    private func run(
        _ indices: [Int], of wanted: [EnclosureDownload], _ states: [Int64: FeedFetchState], now: Int64,
        _ isEnding: () -> Bool, _ onProgress: (Int) -> Void, _ onResult: (Int, DownloadResult) -> Void
    ) {
        let parts = indices.map {
            PartFile(path: wanted[$0].path, url: wanted[$0].url, mediaType: wanted[$0].mediaType)
        }
        let requests = indices.enumerated().map { place, index in
            request(wanted[index], states, parts[place], now: now, token: Int64(place))
        }
        let run = settings.fetcher.run(requests)
        defer {
            run.cancel()
            for part in parts { part.close() }
        }
        loop: while true {
            switch run.take(within: .milliseconds(200)) {
            case .end: break loop
            case .nothingYet: if isEnding() { run.cancel() }
            case .result(let result):
                let place = Int(result.token)
                onResult(indices[place], Self.result(result.outcome, parts[place]))
            }
            onProgress(parts.reduce(0) { $0 + $1.bytes })
        }
    }

    private func request(
        _ item: EnclosureDownload, _ states: [Int64: FeedFetchState], _ part: PartFile, now: Int64, token: Int64
    ) -> FetchRequest {
        guard let state = states[item.feed] else { return FetchRequest(item.url, token: token) }
        var request = FetchDecision(settings: settings, now: now, random: 0.5).request(
            item.url, of: state, token: token)
        request.accept = "*/*"
        request.sink = part
        request.resume = part.resumePoint
        request.maxWireBytes = max(1, maxBytes - (request.resume?.offset ?? 0))
        return request
    }

    private static func result(_ outcome: FetchOutcome, _ part: PartFile) -> DownloadResult {
        defer { part.close() }
        switch outcome {
        case .fetched:
            do throws(SystemError) {
                try part.finish()
                return .stored(bytes: part.bytes)
            } catch {
                return .unwritable(error)
            }
        case .failed(let failure):
            if let problem = part.problem { return problem }
            if failure.kind == .httpStatus(416) {
                try? part.forget()
                return rangeRefused
            }
            return .failed(kind: failure.kind.name, text: failure.message)
        case .gone, .notModified: return .failed(kind: "httpStatus", text: "status 410")
        case .cancelled: return .cancelled
        }
    }
}
