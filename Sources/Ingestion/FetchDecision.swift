public import Articles
public import FeedFetching
internal import FeedParsing

/// Updates a feed's stored state with the result of a fetch.
struct FetchDecision {
    let settings: FeedRefreshSettings
    let now: Int64
    /// A random number in 0..<1.
    let random: Double

    /// The request for a feed.
    ///
    /// - Throws: `AddressRefusal` if the stored address is not an http or https address.
    func request(_ state: FeedFetchState, token: Int64) throws(AddressRefusal) -> FetchRequest {
        let typed = try TypedAddress(state.url)
        let home = typed.candidates[0]
        var request = FetchRequest(hasMoved(state) ? state.movedTo ?? home.text : home.text, token: token)
        let isHome = !hasMoved(state) || (try? WebAddress(request.url))?.origin == home.origin
        if isHome { request.credentials = typed.credentials }
        state.options.apply(
            to: &request, isHome: isHome, home: home.origin, secrets: settings.secrets,
            confirmations: settings.confirmations)
        request.etag = state.etag
        request.lastModified = state.lastModified
        request.contentHash = state.contentHash.flatMap { BodyHash($0) }
        if let item = state.networkConfirmable, settings.confirmations.has(item) {
            request.trustedOrigin = try? WebAddress(item.value + "/").origin
        }
        return request
    }

    /// The request for a page that a feed links to. It has the same settings as the request for the feed, but is
    /// unconditional, and omits the feed's secrets if the page is on another origin.
    func request(_ page: String, of state: FeedFetchState, token: Int64) -> FetchRequest {
        guard var request = try? request(state, token: token), let address = try? WebAddress(page) else {
            return FetchRequest(page, token: token)
        }
        let isHome = (try? WebAddress(request.url).origin) == address.origin
        request.url = page
        request.etag = nil
        request.lastModified = nil
        request.contentHash = nil
        if !isHome {
            request.credentials = nil
            request.cookiesFile = nil
            request.headers = []
        }
        return request
    }

    /// Records a fetched document that is a feed.
    func fetched(_ state: inout FeedFetchState, _ fetched: FetchedFeed, _ feed: ParsedFeed) {
        state.contentHash = fetched.contentHash.description
        state.refreshMinutes = feed.refreshMinutes
        state.skipHours = Self.bits(feed.skipHours, below: 24)
        state.skipDays = Self.bits(feed.skipDays, below: 7)
        state.newest = Array(
            feed.items.compactMap { ($0.published ?? $0.updated)?.seconds }.filter { $0 <= now }.sorted(by: >).prefix(
                10))
        succeeded(&state, fetched.answer)
    }

    /// Records status 304, or a body equal to that of the last fetch.
    func notModified(_ state: inout FeedFetchState, _ answer: FetchAnswer) { succeeded(&state, answer) }

    /// Records status 410.
    func gone(_ state: inout FeedFetchState) {
        state.isGone = true
        state.nextFetch = 0
        recordFailure(&state, kind: "gone", text: "the feed says that it is gone for good")
    }

    /// Records a fetch without a body, or with a body that is not a feed.
    func failed(_ state: inout FeedFetchState, _ failure: FetchFailure) {
        if let item = awaited(state, failure) { return waits(&state, item) }
        let isRefused = failure.kind == .needsSignIn && sendsSignIn(state)
        failed(
            &state, kind: isRefused ? SignInFailure.refused : failure.kind.name, text: failure.message,
            retryAfter: failure.retryAfter)
    }

    /// Whether requests for a feed carry a password, cookies or headers, so that a page for signing in means that the site
    /// did not accept them.
    func sendsSignIn(_ state: FeedFetchState) -> Bool {
        state.options.sendsSignIn || (try? TypedAddress(state.url))?.credentials != nil
    }

    /// Records that no request was sent, because the host had sent `Retry-After`. This is not counted as a failure.
    func postponed(_ state: inout FeedFetchState, _ failure: FetchFailure) {
        let seconds = max(1, min(failure.retryAfter?.components.seconds ?? 0, QuietHosts.maxSeconds))
        state.notBefore = max(state.notBefore, now + seconds)
        state.nextFetch = state.notBefore + Int64(random * 60)
    }

    func failed(_ state: inout FeedFetchState, kind: String, text: String, retryAfter: Duration? = nil) {
        recordFailure(&state, kind: kind, text: text)
        // The new address failed, so the next fetch uses the old address again.
        if hasMoved(state) { state.movedCount = 0 }
        schedule(&state, Freshness(retryAfter: retryAfter))
    }

    /// Records that the feed waits for the user's confirmation. This is not counted as a failure, and the feed stays
    /// due.
    private func waits(_ state: inout FeedFetchState, _ item: String) {
        state.failureKind = FetchFailure.Kind.unconfirmed.name
        state.failureText = item
    }

    /// The item that the user must confirm before the feed can be fetched; nil for any other failure.
    private func awaited(_ state: FeedFetchState, _ failure: FetchFailure) -> String? {
        if failure.kind == .unconfirmed { return failure.message }
        guard case .refused(let refusal) = failure.kind, let item = state.networkConfirmable,
            !settings.confirmations.has(item), let origin = try? WebAddress(item.value + "/").origin
        else { return nil }
        // Only a refusal of the origin that the user entered can be confirmed, not one of a redirect's target.
        switch refusal {
        case .localName(origin.host), .localAddress(origin.host, _), .port(origin.port): return item.summary
        default: return nil
        }
    }

    // MARK: -

    private func hasMoved(_ state: FeedFetchState) -> Bool {
        state.movedTo != nil && state.movedCount >= settings.movesToBelieve
    }

    private func recordFailure(_ state: inout FeedFetchState, kind: String, text: String) {
        state.failures += 1
        if state.failures < settings.alertAfter { state.isAlerted = false }
        state.failureKind = kind
        state.failureText = text
        state.lastFetch = now
    }

    private func succeeded(_ state: inout FeedFetchState, _ answer: FetchAnswer) {
        state.failures = 0
        state.isAlerted = false
        state.failureKind = nil
        state.failureText = nil
        state.isGone = false
        state.lastFetch = now
        state.lastSuccess = now
        // A response with status 304 may omit headers that the response with status 200 had, so keep the stored values.
        if answer.etag != nil || answer.status == 200 { state.etag = answer.etag }
        if answer.lastModified != nil || answer.status == 200 { state.lastModified = answer.lastModified }
        if let place = answer.movedTo?.text {
            state.movedCount = place == state.movedTo ? state.movedCount + 1 : 1
            state.movedTo = place
        } else if !hasMoved(state) {
            state.movedTo = nil
            state.movedCount = 0
        }
        schedule(&state, answer.freshness)
    }

    private func schedule(_ state: inout FeedFetchState, _ freshness: Freshness) {
        var rhythm = self.rhythm(of: state, freshness)
        rhythm.failuresInRow = state.failures
        var schedule = settings.schedule
        if let interval = state.options.interval { schedule.fixed = .seconds(interval) }
        state.nextFetch = schedule.next(for: rhythm, now: now, random: random)
        let asked = max(0, min(freshness.retryAfter?.components.seconds ?? 0, 7 * 86_400))
        state.notBefore = asked > 0 ? now + asked : 0
    }

    private func rhythm(of state: FeedFetchState, _ freshness: Freshness) -> FeedRhythm {
        var rhythm = FeedRhythm()
        rhythm.published = state.newest
        rhythm.refreshMinutes = state.refreshMinutes
        rhythm.skipHours = Set((0..<24).filter { state.skipHours >> Int64($0) & 1 == 1 })
        rhythm.skipDays = Set((0..<7).filter { state.skipDays >> Int64($0) & 1 == 1 })
        rhythm.freshness = freshness
        return rhythm
    }

    /// When an address is fetched again for all libraries of a host. Independent of the options of this library.
    ///
    /// - Parameters:
    ///   - state: the state after the fetch; nil if its dates come from a recipe of this library.
    ///   - failures: the number of failed fetches in a row.
    func sharedNextFetch(_ state: FeedFetchState?, _ outcome: FetchOutcome, failures: Int) -> Int64 {
        var freshness =
            switch outcome {
            case .fetched(let fetched): fetched.answer.freshness
            case .notModified(let answer): answer.freshness
            case .failed(let failure): Freshness(retryAfter: failure.retryAfter)
            case .gone, .cancelled: Freshness()
            }
        freshness.retryAfter = freshness.retryAfter.map { min($0, .seconds(QuietHosts.maxSharedSeconds)) }
        var rhythm = state.map { self.rhythm(of: $0, freshness) } ?? FeedRhythm()
        rhythm.freshness = freshness
        rhythm.failuresInRow = failures
        return settings.schedule.next(for: rhythm, now: now, random: random)
    }

    /// When a library fetches a feed again after it has taken a result that another library fetched. The interval is
    /// one that a fetch of its own could have, so that it does not show the time of the other library's fetch.
    func next(after earlier: SharedOutcome) -> Int64 {
        let shortest = Double(settings.schedule.shortest.components.seconds)
        return max(earlier.nextFetch, now + Int64(shortest * (0.9 + 0.2 * random)))
    }

    /// Makes the next fetch of a feed the shared one, unless the library has set an interval for the feed.
    func follow(_ nextFetch: Int64, _ state: inout FeedFetchState) {
        if state.options.interval != nil || state.isGone || state.isUnconfirmed { return }
        // A failure of this library alone, such as a recipe that finds nothing, keeps its longer interval.
        state.nextFetch = state.failures > 0 ? max(nextFetch, state.nextFetch) : nextFetch
    }

    private static func bits(_ numbers: [Int], below limit: Int) -> Int64 {
        numbers.reduce(0) { $1 >= 0 && $1 < limit ? $0 | 1 << Int64($1) : $0 }
    }
}

/// The stored kinds of failures that a person ends by signing in.
public enum SignInFailure {
    /// Nothing was sent for signing in.
    public static let missing = "needsSignIn"
    public static let secondFactor = "needsTwoFactor"
    /// A password, cookies or headers were sent, and the site did not accept them.
    public static let refused = "signInFailed"
    public static let kinds: Set<String> = [missing, secondFactor, refused]
}

extension FetchFailure.Kind {
    /// The name that is stored and shown in reports.
    public var name: String {
        switch self {
        case .dns: "dns"
        case .connect: "connect"
        case .tls: "tls"
        case .timeout: "timeout"
        case .tooLarge: "tooLarge"
        case .tooManyRedirects: "tooManyRedirects"
        case .badRedirect: "badRedirect"
        case .refused: "refused"
        case .badAnswer: "badAnswer"
        case .httpStatus: "httpStatus"
        case .challenge: "challenge"
        case .needsSignIn: "needsSignIn"
        case .proxy: "proxy"
        case .badRequest: "badRequest"
        case .unconfirmed: "unconfirmed"
        case .postponed: "postponed"
        }
    }
}

extension FeedFetchState {
    /// The origin that the user entered. It may be on a private network if the user has confirmed this for the feed.
    public var networkConfirmable: Confirmable? { trustedOrigin.map { Confirmable(.network, $0, for: url) } }

    /// Whether the last fetch failed because an item waits for the user's confirmation.
    public var isUnconfirmed: Bool { failureKind == FetchFailure.Kind.unconfirmed.name }
}
