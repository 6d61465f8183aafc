public import Articles
internal import OPML
public import Pipelines
internal import SQLiteStorage

/// What is to be otherwise of a subscription; nil leaves a thing as it is.
public struct SubscriptionEdit {
    /// A title of the reader's own.
    public var title: String?
    public var isPaused: Bool?
    public var folder: [String]?
    /// Changes the options, and returns those of them that were typed now.
    public var changeOptions: ((inout FeedOptions) throws -> FeedOptions)?

    public init() {}

    package var changesAnything: Bool { title != nil || isPaused != nil || folder != nil || changeOptions != nil }
}

extension Library {
    /// Changes a subscription.
    ///
    /// - Parameter name: its address or title.
    /// - Throws: `StorageError.noSuchFeed`, what `changeOptions` throws; `Complaint` where nothing is to be changed.
    public func edit(_ name: String, _ edit: SubscriptionEdit) throws -> Feed {
        let feed = try store.feed(typed: name)
        guard edit.changesAnything else { throw complaint(.nothingToEdit) }
        if let change = edit.changeOptions {
            var options = try store.options(of: feed.id)
            let typed = try change(&options)
            try confirm(typed, origin: nil, feed: feed.url)
            try store.setOptions(options, of: feed.id)
            // What it was refused or how long it was to wait may be otherwise now.
            try store.resetFetching(of: feed.id)
        }
        try store.edit(
            feed.id,
            FeedChanges(
                ownTitle: edit.title.map { .some($0) }, isPaused: edit.isPaused,
                folders: edit.folder.map { [$0].filter { !$0.isEmpty } }))
        return feed
    }

    /// Ends a subscription; its articles stay.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    public func unsubscribe(_ name: String) throws -> Feed {
        let feed = try store.feed(typed: name)
        guard feed.isSubscribed else { throw StorageError.noSuchFeed(name) }
        try store.unsubscribe(feed.id)
        return feed
    }

    /// The subscriptions as OPML; importing it again gives the same.
    public func exportSubscriptions(until deadline: Deadline = .never) throws -> String {
        let feeds = try store.until(deadline) { try store.feeds() }
        let outlines = feeds.flatMap { feed in
            // A feed in several folders stands in each.
            (feed.folders.isEmpty ? [[]] : feed.folders).map { folder in
                OPMLFeed(
                    url: feed.url, title: feed.ownTitle ?? feed.title ?? "", htmlURL: feed.homeURL, folders: folder)
            }
        }
        let title = Message.exportTitle.text(settings.language)
        return OPMLWriter.write(OPMLDocument(title: title, feeds: outlines))
    }
}
