public import Articles
internal import Formats
internal import Messages
internal import OPML
internal import SQLiteEngine

/// Changes to a subscription. Properties that are nil keep the current value.
public struct SubscriptionEdit {
    /// The reader's own title for the feed.
    public var title: String?
    public var isPaused: Bool?
    public var folder: [String]?
    /// Changes the options, and returns those that the user has just entered.
    public var changeOptions: ((inout FeedOptions) throws -> FeedOptions)?

    public init() {}

    package var changesAnything: Bool { title != nil || isPaused != nil || folder != nil || changeOptions != nil }
}

/// Adds, changes and ends subscriptions.
public struct Subscriptions: LibraryPart {
    let library: Library

    /// Changes a subscription.
    ///
    /// - Parameter name: the address or the title of the feed.
    /// - Throws: `StorageError.noSuchFeed`, the errors of `changeOptions`, or `UserFacingError` if the edit contains no
    ///   change.
    public func edit(_ name: String, _ edit: SubscriptionEdit) throws -> Feed {
        let feed = try store.feed(typed: name)
        try self.edit(feed, edit)
        return feed
    }

    /// Changes a subscription.
    package func edit(_ feed: Feed, _ edit: SubscriptionEdit) throws {
        guard edit.changesAnything else { throw userError(.nothingToEdit) }
        _ = try recording(.edited, subject: feed.displayTitle) { try carryOut(edit, feed) }
    }

    /// Pauses or resumes subscriptions, as one action that can be undone.
    ///
    /// - Throws: `StorageError.noSuchFeed`; in that case, nothing is changed.
    package func pause(_ feeds: [Int64], _ isPaused: Bool) throws {
        guard let first = feeds.first, let feed = try store.feed(first) else {
            throw StorageError.noSuchFeed(feeds.first.map { String($0) } ?? "")
        }
        let subject =
            feeds.count == 1
            ? feed.displayTitle : Message.severalFeeds.text(settings.language, [String(feeds.count)])
        _ = try recording(.edited, subject: subject) {
            for feed in feeds { try store.edit(feed, FeedChanges(isPaused: isPaused)) }
        }
    }

    private func carryOut(_ edit: SubscriptionEdit, _ feed: Feed) throws {
        if let change = edit.changeOptions {
            var options = try store.options(of: feed.id)
            let typed = try change(&options)
            try confirm(typed, origin: nil, feed: feed.url)
            try store.setOptions(options, of: feed.id)
            // The new options may change whether the feed can be fetched, so make it due now.
            try store.resetFetching(of: feed.id)
        }
        try store.edit(
            feed.id,
            FeedChanges(
                ownTitle: edit.title.map { $0.isEmpty ? String?.none : $0 }, isPaused: edit.isPaused,
                folders: edit.folder.map { [$0].filter { !$0.isEmpty } }))
    }

    /// Ends a subscription, but keeps the feed's articles.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    public func unsubscribe(_ name: String) throws -> Feed {
        try unsubscribe(name, withArticles: false).feed
    }

    /// Ends a subscription, and moves its articles to the bin, except those that the reader starred or tagged.
    ///
    /// - Returns: the feed, and the numbers of deleted and kept articles.
    /// - Throws: `StorageError.noSuchFeed`.
    package func unsubscribe(
        _ name: String, withArticles: Bool
    ) throws -> (feed: Feed, deleted: Int, kept: Int) {
        let feed = try store.feed(typed: name)
        guard feed.isSubscribed else { throw StorageError.noSuchFeed(name) }
        let articles = try recording(.unsubscribed, subject: feed.displayTitle) {
            try store.unsubscribe(feed.id)
            return withArticles ? try deleteArticles(of: feed) : (0, 0)
        }.result
        return (feed, articles.0, articles.1)
    }

    private func deleteArticles(of feed: Feed) throws -> (deleted: Int, kept: Int) {
        var request = ListRequest(.feeds([feed.id]))
        request.includesHidden = true
        let all = try store.list(request).map(\.id)
        let numbers = try library.articles.deletable(ArticleSelection(numbers: all, isByQuery: true))
        return (try library.articles.delete(numbers).count, all.count - numbers.count)
    }

    /// The feeds whose title, address or folder contains all of the words.
    package func feeds(with words: String, subscribedOnly: Bool = true) throws -> [Feed] {
        let words = words.lowercased().split(separator: " ")
        return try store.feeds(subscribedOnly: subscribedOnly).filter { feed in
            let texts =
                [feed.displayTitle, feed.title ?? "", feed.url] + feed.folders.map { $0.joined(separator: "/") }
            let text = texts.joined(separator: "\n").lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// The subscriptions in a folder and its subfolders.
    ///
    /// - Throws: `UserFacingError` if the folder does not exist.
    package func feeds(inFolder name: String) throws -> [Feed] {
        guard try store.hasFolder(name) else { throw userError(.noSuchFolder, [name]) }
        let path = FolderPath.parse(name)
        return try store.feeds().filter { $0.folders.contains { $0.starts(with: path) } }
    }
}
