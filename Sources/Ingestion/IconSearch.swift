internal import Articles
internal import Dispatch
internal import FeedFetching
internal import Markup

/// The address of a possible icon.
struct IconCandidate: Hashable {
    var url: String
    /// Set only for addresses that this program constructs; addresses in feeds and pages are not trusted.
    var trustedOrigin: String?

    init(_ url: String, trustedOrigin: String? = nil) {
        self.url = url
        self.trustedOrigin = trustedOrigin
    }
}

/// A search for icons in several rounds. Feeds whose icon was found are skipped in later rounds.
struct IconSearch {
    let feeds: [FeedIconState]
    let secrets: SecretReader
    let confirmations: Confirmations
    let deadline: ContinuousClock.Instant
    let isEnding: () -> Bool
    private(set) var icons: [Int64: FeedIcon] = [:]
    /// The feeds with a cancelled request.
    private(set) var unfinished: Set<Int64> = []
    /// A round ends if nothing arrives for this long, so that a hanging server does not delay the others.
    private static let quietTime: Duration = .milliseconds(1_500)

    init(
        feeds: [FeedIconState], secrets: SecretReader, confirmations: Confirmations,
        deadline: ContinuousClock.Instant, isEnding: @escaping () -> Bool
    ) {
        self.feeds = feeds
        self.secrets = secrets
        self.confirmations = confirmations
        self.deadline = deadline
        self.isEnding = isEnding
    }

    /// Fetches the candidates of feeds without an icon, and keeps the first valid one of each.
    mutating func fetch(_ fetcher: Fetcher, _ candidates: (FeedIconState) -> [IconCandidate]) {
        var wanted: [(feed: Int64, rank: Int)] = []
        var requests: [FetchRequest] = []
        for feed in feeds where icons[feed.feed] == nil {
            for (rank, candidate) in candidates(feed).enumerated() {
                var request = FetchRequest(candidate.url, token: Int64(requests.count))
                request.trustedOrigin = candidate.trustedOrigin.flatMap { try? WebAddress($0 + "/").origin }
                request.accept = "image/png, image/webp, image/x-icon, image/jpeg, image/gif, image/*;q=0.5"
                request.maxWireBytes = IconImage.maxBytes
                request.maxDecodedBytes = IconImage.maxBytes
                apply(feed, to: &request)
                requests.append(request)
                wanted.append((feed.feed, rank))
            }
        }
        var best: [Int64: (rank: Int, icon: FeedIcon)] = [:]
        let left = run(requests, fetcher) { token, fetched in
            guard let image = IconImage(fetched.body) else { return }
            let (feed, rank) = wanted[token]
            if let known = best[feed], known.rank <= rank { return }
            best[feed] = (rank, FeedIcon(url: requests[token].url, type: image.type, bytes: image.bytes))
        }
        for (feed, found) in best { icons[feed] = found.icon }
        unfinished.formUnion(left.map { wanted[$0].feed })
    }

    /// Fetches the home pages of feeds without an icon, and returns the icon addresses in them, most likely first.
    mutating func pages(_ fetcher: Fetcher) -> [Int64: [String]] {
        var owners: [Int64] = []
        var requests: [FetchRequest] = []
        for feed in feeds where icons[feed.feed] == nil {
            guard let home = feed.homeURL else { continue }
            var request = FetchRequest(home, token: Int64(requests.count))
            request.accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
            request.maxDecodedBytes = 2 << 20
            request.maxWireBytes = 2 << 20
            apply(feed, to: &request)
            requests.append(request)
            owners.append(feed.feed)
        }
        var out: [Int64: [String]] = [:]
        let left = run(requests, fetcher) { token, fetched in
            let links = PageDiscovery.discover(html: fetched.body, base: fetched.answer.finalURL.text)
            out[owners[token]] = Self.ordered(links.icons)
        }
        unfinished.formUnion(left.map { owners[$0] })
        return out
    }

    /// Applies the options of the feed to a request, except its headers, password and cookies.
    private func apply(_ feed: FeedIconState, to request: inout FetchRequest) {
        guard let home = try? TypedAddress(feed.url).candidates[0].origin else {
            request.problem = "the address of the feed is not a proper URL"
            return
        }
        feed.options.apply(
            to: &request, isHome: false, home: home, secrets: secrets, confirmations: confirmations)
    }

    /// - Returns: the tokens of cancelled requests.
    private func run(
        _ requests: [FetchRequest], _ fetcher: Fetcher, _ body: (Int, FetchedFeed) -> Void
    ) -> [Int] {
        guard !requests.isEmpty, ContinuousClock.now < deadline, !isEnding() else { return Array(requests.indices) }
        let run = fetcher.run(requests)
        var left: [Int] = []
        var arrived = ContinuousClock.now
        while true {
            switch run.take(within: .milliseconds(200)) {
            case .result(let result):
                arrived = .now
                switch result.outcome {
                case .fetched(let fetched): body(Int(result.token), fetched)
                case .cancelled: left.append(Int(result.token))
                default: break
                }
            case .nothingYet: break
            case .end: return left
            }
            let now = ContinuousClock.now
            if now >= deadline || now - arrived >= Self.quietTime || isEnding() { run.cancel() }
        }
    }

    /// Sorts icon addresses by preference, small icons before large ones. SVG icons are left out.
    private static func ordered(_ icons: [PageLinks.Icon]) -> [String] {
        func rank(_ icon: PageLinks.Icon) -> Int {
            let width = Int(icon.sizes.prefix { $0.isASCII && $0.isNumber }) ?? 32
            switch icon.rel {
            case "icon": return (16...192).contains(width) ? 0 : 2
            case "apple-touch-icon": return 1
            default: return 3
            }
        }
        let pictures = icons.filter { icon in
            !icon.type.contains("svg") && !icon.href.lowercased().hasSuffix(".svg")
                && !["mask-icon", "image", "guess"].contains(icon.rel)
        }
        return pictures.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element.href)
    }
}
