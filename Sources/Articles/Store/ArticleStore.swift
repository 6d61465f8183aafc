/// A library: feeds, articles, their state and their index, as stored by an engine.
///
/// Not `Sendable`: one thread at a time uses a store. A process opens one store for writing, and one for each thread
/// that searches; readers see the last committed state and never wait for the writer.
public protocol ArticleStore: ArticleSearching, ArticleReading, ArticleListing, ArticleWriting, SubscriptionStoring,
    StateStoring, MemberStoring, OpenedStoring, PageStoring, ActionLog, SavedSearchStoring, OutboxStoring,
    DestinationStoring,
    TrendStoring, StoreMaintenance
{
    /// The location at which the store was opened.
    var location: String { get }

    /// The data for a page with all subscriptions. On a server, the call takes one round trip.
    func overview() throws -> LibraryOverview
}

/// Whether a store is opened for reading or writing.
public enum StoreAccess: Sendable {
    case read
    case write
}
