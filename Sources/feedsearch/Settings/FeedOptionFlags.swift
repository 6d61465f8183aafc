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
