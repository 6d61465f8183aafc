import Articles
import FeedFetching
import Ingestion
import SQLiteStorage
import System

/// The flags of `add` and `edit` that say how a feed is fetched and what is kept of it.
struct FeedOptionFlags {
    private let invocation: Invocation
    private static let flags: [Flag] = [.userAgent, .headers, .cookies, .auth, .proxy, .interval, .keep]
    private static let secondsPerUnit: [Character: Int64] = ["d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400]

    init(_ invocation: Invocation) { self.invocation = invocation }

    var isEmpty: Bool { Self.flags.allSatisfy { invocation.settings.value($0) == nil } }

    /// Changes what the flags name.
    ///
    /// - Throws: `Complaint` for a value that is none, and for a file that cannot be read.
    func apply(to options: inout FeedOptions) throws {
        let settings = invocation.settings
        if let text = settings.value(.userAgent) { options.userAgent = try userAgent(text) }
        if let text = settings.value(.headers) { options.headers = try secret(text, .headers) }
        if let text = settings.value(.auth) { options.credentials = try secret(text, .auth) }
        if let text = settings.value(.cookies) { options.cookies = try cookies(text) }
        if let text = settings.value(.proxy) { options.proxy = try proxy(text) }
        if let text = settings.value(.interval) { options.interval = try interval(text) }
        if let text = settings.value(.keep) { (options.keepCount, options.keepSeconds) = try keep(text) }
    }

    /// Of options, those that the flags have set.
    func typed(of options: FeedOptions) -> FeedOptions {
        var typed = FeedOptions()
        let settings = invocation.settings
        if settings.value(.headers) != nil { typed.headers = options.headers }
        if settings.value(.auth) != nil { typed.credentials = options.credentials }
        if settings.value(.cookies) != nil { typed.cookies = options.cookies }
        if settings.value(.proxy) != nil { typed.proxy = options.proxy }
        return typed
    }

    private func userAgent(_ text: String) throws -> String? {
        if text == "none" { return nil }
        guard text.utf8.count <= 500, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw invocation.complaint(.badUserAgent)
        }
        return text
    }

    /// A reference, its path made whole; what it names must be readable now, so that a slip shows at once.
    private func secret(_ text: String, _ flag: Flag) throws -> String? {
        if text == "none" { return nil }
        guard let reference = SecretReference(text) else {
            throw invocation.complaint(.badSecret, [flag.spelling, text])
        }
        guard case .file(let path) = reference else { return text }
        // Perhaps the secret itself: it is not shown again.
        if flag == .auth, path.contains(":"), FileSystem.kind(path) == nil {
            throw invocation.complaint(.secretTyped, [flag.spelling])
        }
        guard FileSystem.kind(path) == .file, let whole = FileSystem.absolute(path),
            (try? FileSystem.read(path, limit: SecretReader.maxBytes)) != nil
        else { throw invocation.complaint(.secretUnreadable, [flag.spelling, path]) }
        if !FileSystem.isPrivate(whole) { invocation.messages.warning(.secretReadable, [whole]) }
        return whole
    }

    private func cookies(_ text: String) throws -> String? {
        if text.hasPrefix("env:") { throw invocation.complaint(.secretUnreadable, [Flag.cookies.spelling, text]) }
        return try secret(text, .cookies)
    }

    private func proxy(_ text: String) throws -> String? {
        if text == "default" { return nil }
        if text == "none" { return text }
        if text.hasPrefix("env:") { return try secret(text, .proxy) }
        if text.hasPrefix("file:") { return try secret(text, .proxy).map { "file:" + $0 } }
        guard ProxySettings.isProxy(text) else { throw invocation.complaint(.badProxy, [MaskedURL.mask(text)]) }
        if MaskedURL.mask(text) != text || text.contains("@") {
            throw invocation.complaint(.secretInAddress, [Flag.proxy.spelling])
        }
        return text
    }

    private func interval(_ text: String) throws -> Int64? {
        if text == "auto" { return nil }
        guard let seconds = TimeLength.seconds(text) else { throw invocation.complaint(.badFeedInterval, [text]) }
        return Int64(seconds)
    }

    private func keep(_ text: String) throws -> (Int64?, Int64?) {
        if text == "all" { return (nil, nil) }
        var out: (count: Int64?, seconds: Int64?) = (nil, nil)
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if let count = Int64(part), count > 0, out.count == nil {
                out.count = count
            } else if let unit = part.last.flatMap({ Self.secondsPerUnit[$0] }), let number = Int64(part.dropLast()),
                (1...100_000).contains(number), out.seconds == nil
            {
                out.seconds = number * unit
            } else {
                throw invocation.complaint(.badKeep, [text])
            }
        }
        return out
    }
}

extension SecretReader {
    /// More than any password or list of headers; cookies files may be as large.
    static let maxBytes = 1 << 20

    /// Reads from the process's environment and the disk.
    static let system = SecretReader(
        environment: { Environment.value($0) },
        file: { path in FileSystem.kind(path) == .file ? try? FileSystem.read(path, limit: maxBytes) : nil })
}

extension FeedOptions {
    /// Something in it may be secret.
    var hasSecrets: Bool { headers != nil || credentials != nil || cookies != nil }

    /// What `other` sets, and what these set besides.
    func replacing(with other: FeedOptions) -> FeedOptions {
        var copy = self
        copy.userAgent = other.userAgent ?? userAgent
        copy.headers = other.headers ?? headers
        copy.cookies = other.cookies ?? cookies
        copy.credentials = other.credentials ?? credentials
        copy.proxy = other.proxy ?? proxy
        copy.interval = other.interval ?? interval
        copy.keepCount = other.keepCount ?? keepCount
        copy.keepSeconds = other.keepSeconds ?? keepSeconds
        return copy
    }

    /// Without what may be secret.
    var withoutSecrets: FeedOptions {
        var copy = self
        copy.headers = nil
        copy.credentials = nil
        copy.cookies = nil
        return copy
    }
}
