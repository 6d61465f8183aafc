import Articles
import FeedLibrary
import Messages

extension FeedOptionValues {
    /// Reads the feed options from the flags of `add` and `edit`.
    init(_ invocation: Invocation) {
        self.init(language: invocation.language)
        let settings = invocation.settings
        userAgent = settings.value(.userAgent)
        headers = settings.value(.headers)
        cookies = settings.value(.cookies)
        credentials = settings.value(.auth)
        proxy = settings.value(.proxy)
        interval = settings.value(.interval)
        keep = settings.value(.keep)
        keepUnread = settings.value(.keepUnread)
        keepRead = settings.value(.keepRead)
        fullText = settings.value(.fullText)
        replies = settings.value(.replies)
        unreadOnReply = settings.value(.unreadOnReply).map { $0 == "on" }
    }
}

extension FeedOptions {
    /// The options as flags of `edit`, each with its value.
    var flags: [String] {
        func number(_ number: Int64?) -> String? { number.map { $0 == 0 ? "all" : String($0) } }
        let values: [(Flag, String?)] = [
            (.interval, interval.map { TimeLength.typed(Int(clamping: $0)) }), (.keep, limits?.typed),
            (.keepUnread, number(keepUnread)), (.keepRead, number(keepRead)), (.fullText, fullText?.typed),
            (.replies, replies?.rawValue), (.unreadOnReply, unreadOnReply ? "on" : nil), (.userAgent, userAgent),
            (.headers, headers), (.cookies, cookies), (.auth, credentials), (.proxy, proxy),
        ]
        return values.compactMap { flag, value in
            value.map { flag.spelling + " " + ($0.contains(where: \.isWhitespace) ? "'\($0)'" : $0) }
        }
    }
}
