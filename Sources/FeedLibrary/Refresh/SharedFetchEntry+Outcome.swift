internal import Accounts
internal import FeedFetching
internal import Ingestion

/// Converts entries of the shared fetches from and to outcomes of fetches.
extension SharedFetchEntry {
    /// - Parameter address: the requested address.
    mutating func note(_ fetched: FetchedFeed, of address: WebAddress, now: Int64) {
        let answer = fetched.answer
        note(answer, of: address, now: now)
        etag = answer.etag
        lastModified = answer.lastModified
        contentHash = fetched.contentHash.description
        status = answer.status
        contentType = answer.contentType
        contentLocation = answer.contentLocation
        links = answer.links.joined(separator: "\n")
    }

    /// A response with status 304 may omit headers of the response with status 200: keep those.
    mutating func note(notModified answer: FetchAnswer, of address: WebAddress, now: Int64) {
        note(answer, of: address, now: now)
        if let etag = answer.etag { self.etag = etag }
        if let date = answer.lastModified { lastModified = date }
    }

    private mutating func note(_ answer: FetchAnswer, of address: WebAddress, now: Int64) {
        failures = 0
        failure = nil
        failureStatus = 0
        failureText = nil
        setFinalURL(answer, of: address)
        movedTo = answer.movedTo?.text
        maxAge = answer.freshness.maxAge?.components.seconds
        retryUntil = Self.retryUntil(answer.freshness.retryAfter, now)
    }

    mutating func note(_ failure: FetchFailure, failures: Int, now: Int64) {
        self.failures = failures
        self.failure = failure.kind.name
        failureStatus = if case .httpStatus(let status) = failure.kind { status } else { 0 }
        failureText = failure.message
        movedTo = failure.movedTo?.text
        retryUntil = Self.retryUntil(failure.retryAfter, now)
    }

    private static let goneKind = "gone"

    mutating func note(gone answer: FetchAnswer, of address: WebAddress, failures: Int) {
        self.failures = failures
        setFinalURL(answer, of: address)
        failure = Self.goneKind
        failureStatus = 410
        failureText = nil
        retryUntil = nil
    }

    /// The requested address is not stored: it may contain a secret.
    private mutating func setFinalURL(_ answer: FetchAnswer, of address: WebAddress) {
        finalURL = answer.finalURL.text == address.text ? nil : answer.finalURL.text
    }

    private func finalURL(of address: WebAddress) -> WebAddress? {
        guard let finalURL else { return address }
        return try? WebAddress(finalURL)
    }

    private static func retryUntil(_ wait: Duration?, _ now: Int64) -> Int64? {
        wait.map { now + max(0, min($0.components.seconds, QuietHosts.maxSharedSeconds)) }
    }

    private func retryAfter(_ now: Int64) -> Duration? { retryUntil.flatMap { $0 > now ? .seconds($0 - now) : nil } }

    /// The head of the last successful response; nil before the first one.
    ///
    /// - Parameter address: the requested address.
    func answer(of address: WebAddress, now: Int64) -> FetchAnswer? {
        guard status > 0, let final = finalURL(of: address) else { return nil }
        return FetchAnswer(
            finalURL: final, movedTo: movedTo.flatMap { try? WebAddress($0) }, status: status,
            contentType: contentType, etag: etag, lastModified: lastModified,
            freshness: Freshness(maxAge: maxAge.map { .seconds($0) }, retryAfter: retryAfter(now)),
            contentLocation: contentLocation,
            links: links.isEmpty ? [] : links.split(separator: "\n").map(String.init))
    }

    /// The last failure as an outcome; nil after a successful fetch.
    func sharedFailure(of address: WebAddress, now: Int64) -> FetchOutcome? {
        guard let failure else { return nil }
        if failure == Self.goneKind {
            return finalURL(of: address).map { .gone(FetchAnswer(finalURL: $0, status: 410)) }
        }
        guard let kind = FetchFailure.Kind(shared: failure, status: failureStatus) else { return nil }
        var known = FetchFailure(kind, failureText ?? "")
        known.retryAfter = retryAfter(now)
        known.movedTo = movedTo.flatMap { try? WebAddress($0) }
        return .failed(known)
    }
}

extension FetchFailure {
    /// Whether a fetch of the address by another library would fail in the same way.
    var isOfAddress: Bool { Kind(shared: kind.name, status: 0) != nil }
}

extension FetchFailure.Kind {
    /// The kinds of failures that the libraries of a host share. Other failures depend on a library or on this machine.
    fileprivate init?(shared name: String, status: Int) {
        switch name {
        case Self.dns.name: self = .dns
        case Self.connect.name: self = .connect
        case Self.tls.name: self = .tls
        case Self.timeout.name: self = .timeout
        case Self.tooLarge.name: self = .tooLarge
        case Self.tooManyRedirects.name: self = .tooManyRedirects
        case Self.badRedirect.name: self = .badRedirect
        case Self.badAnswer.name: self = .badAnswer
        case Self.httpStatus(0).name: self = .httpStatus(status)
        case Self.needsSignIn.name: self = .needsSignIn
        case Self.challenge.name: self = .challenge
        default: return nil
        }
    }
}
