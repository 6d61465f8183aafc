private import Markup

/// Finds the feeds behind an address as typed: the feed itself, what its page links to, then the customary places.
public struct FeedDiscovery: Sendable {
    /// Does the fetching; its policy judges everything but the typed origin.
    public var fetcher: Fetcher
    /// Candidates that are fetched at most; they are fetched at once, within the fetcher's share for a host.
    public var maxCandidates = 24
    /// Once a candidate is found to be a feed, the others have this long to answer.
    public var graceTime: Duration = .seconds(3)

    /// A discovery that fetches by `fetcher`.
    public init(fetcher: Fetcher) { self.fetcher = fetcher }

    /// Looks behind an address.
    ///
    /// - Parameter configure: sets a feed's own agent, headers and so on for each request; the second value says whether
    ///   it goes to the origin that was typed, where alone secrets may go. Of a bare domain that is the https one.
    /// - Returns: feeds in the order of their likelihood; several if the page names several. Customary places are only
    ///   tried where the page names none that works.
    /// - Throws: `FetchFailure` if the address itself cannot be fetched.
    public func discover(
        _ typed: TypedAddress, configure: @Sendable (inout FetchRequest, Bool) -> Void = { _, _ in }
    ) async throws(FetchFailure) -> [DiscoveredFeed] {
        var failure: FetchFailure?
        for address in typed.candidates {
            var request = FetchRequest(address.text)
            let isHome = address.origin == typed.candidates[0].origin
            if isHome { request.credentials = typed.credentials }
            request.trustedOrigin = address.origin
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
        case .other: return []
        case .page: break
        }
        let links = PageDiscovery.discover(html: feed.body, base: feed.answer.finalURL.text)
        let linked = await check(links.feeds, typed: typed, home: home, request, configure)
        if !linked.isEmpty { return linked }
        if SignInPage.isSignIn(feed.body, address: feed.answer.finalURL, asked: typed.text) {
            throw FetchFailure(.needsSignIn, "it leads to a page for signing in")
        }
        return await check(links.candidates, typed: typed, home: home, request, configure)
    }

    /// Fetches candidates and keeps those that are feeds, in their order, each body once.
    private func check(
        _ candidates: [PageLinks.Feed], typed: WebAddress, home: WebOrigin, _ request: FetchRequest,
        _ configure: @Sendable (inout FetchRequest, Bool) -> Void
    ) async -> [DiscoveredFeed] {
        let chosen = candidates.prefix(maxCandidates)
        let requests = chosen.enumerated().map { index, candidate in
            var next = FetchRequest(candidate.href, token: Int64(index))
            // Only the typed origin is trusted; a page's links are judged like all that comes from outside.
            next.trustedOrigin = typed.origin
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
        var seen: Set<ContentHash> = []
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
