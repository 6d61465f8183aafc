private import Markup

/// Finds the feeds of an address that the user entered: the feed at the address itself, otherwise the feeds that its
/// page links to, otherwise feeds at common addresses.
public struct FeedDiscovery: Sendable {
    /// The fetcher to use. Its policy applies to all addresses except the origin that the user entered.
    public var fetcher: Fetcher
    /// Whether the origin that the user entered may be on a private network.
    public var trustsTyped = true
    /// The maximum number of candidates to fetch. They are fetched concurrently within the fetcher's limit for a host.
    public var maxCandidates = 24
    /// How long to wait for the other candidates after the first feed was found.
    public var graceTime: Duration = .seconds(3)

    public init(fetcher: Fetcher) { self.fetcher = fetcher }

    /// Finds the feeds of an address.
    ///
    /// - Parameter configure: sets the feed's options, such as user agent and headers, for each request. The second
    ///   argument is true if the request goes to the origin that the user entered; secrets may be sent only there. For
    ///   a bare domain, that is the https origin.
    /// - Returns: the feeds, most likely first; several if the page declares several. Common addresses are tried only
    ///   if no feed declared by the page works.
    /// - Throws: `FetchFailure` if the address itself cannot be fetched.
    public func discover(
        _ typed: TypedAddress, configure: @Sendable (inout FetchRequest, Bool) -> Void = { _, _ in }
    ) async throws(FetchFailure) -> [DiscoveredFeed] {
        var failure: FetchFailure?
        for address in typed.candidates {
            var request = FetchRequest(address.text)
            let isHome = address.origin == typed.candidates[0].origin
            if isHome { request.credentials = typed.credentials }
            request.trustedOrigin = trustsTyped ? address.origin : nil
            configure(&request, isHome)
            switch await fetcher.fetch(request) {
            case .fetched(let feed):
                return try await read(feed, typed: address, home: typed.candidates[0].origin, request, configure)
            case .failed(let reason): failure = failure ?? reason
            case .gone: throw FetchFailure(.httpStatus(410), "the address is gone for good")
            case .notModified, .cancelled: throw FetchFailure(.badAnswer, "no answer")
            }
        }
        throw failure ?? FetchFailure(.badRequest, "no address")
    }

    // MARK: -

    private func read(
        _ feed: FetchedFeed, typed: WebAddress, home: WebOrigin, _ request: FetchRequest,
        _ configure: @Sendable (inout FetchRequest, Bool) -> Void
    ) async throws(FetchFailure) -> [DiscoveredFeed] {
        switch BodyShape(feed.body) {
        case .xmlFeed, .jsonFeed:
            let place = feed.answer.movedTo ?? typed
            return [DiscoveredFeed(address: place, title: "", source: .typed, body: feed)]
        case .other:
            return await check(Self.declared(feed.answer), typed: typed, home: home, request, configure)
        case .page: break
        }
        let links = PageDiscovery.discover(html: feed.body, base: feed.answer.finalURL.text)
        var seen: Set<String> = []
        let feeds = (Self.declared(feed.answer) + links.feeds).filter { seen.insert($0.href).inserted }
        let linked = await check(feeds, typed: typed, home: home, request, configure)
        if !linked.isEmpty { return linked }
        if SignInDetection.isSignIn(feed.body, address: feed.answer.finalURL, asked: typed.text) {
            throw FetchFailure(.needsSignIn, "it leads to a page for signing in")
        }
        return await check(links.candidates, typed: typed, home: home, request, configure)
    }

    /// The feeds that the response's `Link` headers declare.
    private static func declared(_ answer: FetchAnswer) -> [PageLinks.Feed] {
        LinkHeader.read(answer.links).compactMap { link in
            guard link.relations.contains("alternate"), isFeed(link.type),
                let address = try? WebAddress(link.target, relativeTo: answer.finalURL)
            else { return nil }
            return PageLinks.Feed(href: address.text, type: link.type, title: link.title, source: .link)
        }
    }

    /// Whether a media type in a `Link` header is that of a feed. Unlike in a page, unknown XML and JSON types are not
    /// tried, since programs declare their own interfaces in this way.
    private static func isFeed(_ type: String) -> Bool {
        ["rss", "atom", "rdf+xml", "feed+json"].contains { type.contains($0) }
    }

    /// Fetches candidates and returns those that are feeds, in order. A feed whose body equals an earlier one is
    /// omitted, and comments feeds are last.
    private func check(
        _ candidates: [PageLinks.Feed], typed: WebAddress, home: WebOrigin, _ request: FetchRequest,
        _ configure: @Sendable (inout FetchRequest, Bool) -> Void
    ) async -> [DiscoveredFeed] {
        let chosen = CommentsFeed.last(candidates).prefix(maxCandidates)
        let requests = chosen.enumerated().map { index, candidate in
            var next = FetchRequest(candidate.href, token: Int64(index))
            // Only the origin that the user entered is trusted. Links in a page are checked like any external address.
            next.trustedOrigin = trustsTyped ? typed.origin : nil
            let isHome = (try? WebAddress(candidate.href))?.origin == home
            if isHome { next.credentials = request.credentials }
            configure(&next, isHome)
            return next
        }
        var found: [Int: DiscoveredFeed] = [:]
        let run = fetcher.run(requests)
        let wait = graceTime
        for await result in run {
            guard case .fetched(let feed) = result.outcome, BodyShape(feed.body) != .page,
                BodyShape(feed.body) != .other
            else { continue }
            let candidate = chosen[Int(result.token)]
            let place = (try? WebAddress(candidate.href)).flatMap { feed.answer.movedTo ?? $0 } ?? feed.answer.finalURL
            found[Int(result.token)] = DiscoveredFeed(
                address: place, title: candidate.title, source: .init(candidate.source), body: feed)
            if found.count == 1 {
                Task {
                    try? await Task.sleep(for: wait)
                    run.cancel()
                }
            }
        }
        var seen: Set<BodyHash> = []
        return found.keys.sorted().compactMap { found[$0] }.filter { seen.insert($0.body.contentHash).inserted }
    }
}

extension DiscoveredFeed.Source {
    fileprivate init(_ source: PageLinks.Source) {
        switch source {
        case .link: self = .link
        case .anchor: self = .anchor
        case .guess: self = .guess
        }
    }
}
