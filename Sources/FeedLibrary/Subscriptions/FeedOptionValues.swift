public import Articles
internal import FeedFetching
internal import Formats
public import Messages
internal import SQLiteEngine
internal import System

/// A feed's options as entered by the user, before they are parsed into `FeedOptions`. They determine how the feed is
/// fetched and which of its articles are kept.
public struct FeedOptionValues: Sendable {
    /// The user agent, at most 500 bytes, or `none` to remove the option.
    public var userAgent: String?
    /// The source of the request headers: a file, `env:NAME` or `none`.
    public var headers: String?
    /// The path of the cookies file, or `none`.
    public var cookies: String?
    /// The source of the user name and password: a file, `env:NAME` or `none`.
    public var credentials: String?
    /// The proxy: an address, `env:NAME`, `file:PATH`, `none` for no proxy, or `default` for the proxy of the
    /// environment.
    public var proxy: String?
    /// The interval between fetches, for example `30m`, `2h` or `1d`, or `auto`.
    public var interval: String?
    /// The articles to keep: a number, an age (such as `90d` or `2y`), both separated by a comma, `all`, or `default`.
    public var keep: String?
    /// The maximum number of unread articles, or `all` or `default`.
    public var keepUnread: String?
    /// `FeedOptions.keepRead` as text: a number, `all` or `default`.
    public var keepRead: String?
    /// The full-text option: `on`, a CSS selector, or `off`.
    public var fullText: String?
    /// How replies are stored: `one`, `each`, `off` or `default`.
    public var replies: String?
    /// Whether new replies make their topic unread.
    public var unreadOnReply: Bool?
    private let language: Language

    /// - Parameter language: the language of error messages.
    public init(language: Language) { self.language = language }

    public var isEmpty: Bool {
        [userAgent, headers, cookies, credentials, proxy, interval, keep, keepUnread, keepRead, fullText]
            .allSatisfy { $0 == nil } && replies == nil && unreadOnReply == nil
    }

    /// Changes the options for which the user entered a value.
    ///
    /// - Parameter onReadable: receives the path of each file with secrets that other users can read.
    /// - Returns: the options set by these values that need a confirmation.
    /// - Throws: `UserFacingError` for an invalid value or an unreadable file.
    public func apply(to options: inout FeedOptions, onReadable: (String) -> Void) throws -> FeedOptions {
        var typed = FeedOptions()
        if let userAgent { options.userAgent = try checkedUserAgent(userAgent) }
        if let headers { options.headers = try secret(headers, "--headers", onReadable) }
        if let credentials { options.credentials = try secret(credentials, "--auth", onReadable) }
        if let cookies { options.cookies = try cookieFile(cookies, onReadable) }
        if let proxy { options.proxy = try proxyAddress(proxy, onReadable) }
        if let interval { options.interval = try seconds(interval) }
        if let keep { options.limits = try limits(keep) }
        if let keepUnread { options.keepUnread = try number(keepUnread, or: .badKeepUnread) }
        if let keepRead { options.keepRead = try number(keepRead, or: .badKeepRead) }
        if let fullText { options.fullText = try self.fullText(fullText) }
        if let replies { options.replies = try replyMode(replies) }
        if let unreadOnReply { options.unreadOnReply = unreadOnReply }
        if headers != nil { typed.headers = options.headers }
        if credentials != nil { typed.credentials = options.credentials }
        if cookies != nil { typed.cookies = options.cookies }
        if proxy != nil { typed.proxy = options.proxy }
        return typed
    }

    private func userError(_ message: Message, _ arguments: [String] = []) -> UserFacingError {
        UserFacingError(message, arguments, language: language)
    }

    private func checkedUserAgent(_ text: String) throws -> String? {
        if text == "none" { return nil }
        guard text.utf8.count <= 500, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw userError(.badUserAgent)
        }
        return text
    }

    /// Returns a reference to a secret, with an absolute path. The secret must be readable now, so that the user
    /// notices a mistake immediately.
    private func secret(_ text: String, _ flag: String, _ onReadable: (String) -> Void) throws -> String? {
        if text == "none" { return nil }
        guard !SecretReference.isStored(text), let reference = SecretReference(text) else {
            throw userError(.badSecret, [flag, text])
        }
        guard case .file(let path) = reference else { return text }
        // The text may be the secret itself, so do not repeat it in the message.
        if flag == "--auth", path.contains(":"), FileSystem.kind(path) == nil {
            throw userError(.secretTyped, [flag])
        }
        guard FileSystem.kind(path) == .file, let whole = FileSystem.absolute(path),
            (try? FileSystem.read(path, limit: SecretReader.maxBytes)) != nil
        else { throw userError(.secretUnreadable, [flag, path]) }
        if !FileSystem.isPrivate(whole) { onReadable(whole) }
        return whole
    }

    private func cookieFile(_ text: String, _ onReadable: (String) -> Void) throws -> String? {
        if text.hasPrefix("env:") { throw userError(.secretUnreadable, ["--cookies", text]) }
        return try secret(text, "--cookies", onReadable)
    }

    private func proxyAddress(_ text: String, _ onReadable: (String) -> Void) throws -> String? {
        if text == "default" { return nil }
        if text == "none" { return text }
        if text.hasPrefix("env:") { return try secret(text, "--proxy", onReadable) }
        if text.hasPrefix("file:") { return try secret(text, "--proxy", onReadable).map { "file:" + $0 } }
        guard ProxySettings.isProxy(text) else { throw userError(.badProxy, [MaskedURL.mask(text)]) }
        if MaskedURL.mask(text) != text || text.contains("@") {
            throw userError(.secretInAddress, ["--proxy"])
        }
        return text
    }

    private func seconds(_ text: String) throws -> Int64? {
        if text == "auto" { return nil }
        guard let seconds = TimeLength.seconds(text) else { throw userError(.badFeedInterval, [text]) }
        return Int64(seconds)
    }

    private func limits(_ text: String) throws -> ArticleLimits? {
        if text == "default" { return nil }
        guard let limits = ArticleLimits(typed: text) else { throw userError(.badKeep, [text]) }
        return limits
    }

    /// Parses a limit on a number of articles: a number such as `100`, `all` for no limit, or `default`.
    private func number(_ text: String, or mistake: Message) throws -> Int64? {
        switch text {
        case "default": return nil
        case "all": return 0
        default:
            guard let limit = Int64(text), limit > 0 else { throw userError(mistake, [text]) }
            return limit
        }
    }

    private func replyMode(_ text: String) throws -> ReplyMode? {
        if text == "default" { return nil }
        guard let mode = ReplyMode(rawValue: text) else { throw userError(.badReplies, [text]) }
        return mode
    }

    private func fullText(_ text: String) throws -> FullText? {
        if text == "off" { return nil }
        guard let fullText = FullText(typed: text) else { throw userError(.badFullText, [text]) }
        return fullText
    }
}
