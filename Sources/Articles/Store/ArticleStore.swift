/// Everything a person subscribes to: feeds, articles, their state and their index, as an engine keeps them.
///
/// Not `Sendable`: one store is used by one thread at a time. A process opens one for writing, and as many for reading as
/// it has threads that search; readers see the last committed state and never wait for the writer.
public protocol ArticleStore: ArticleSearching, ArticleReading, ArticleListing, ArticleWriting, SubscriptionStoring,
    StateStoring, PageStoring, ActionLog, SavedSearchStoring, OutboxStoring, StoreMaintenance
{
    /// Where it is kept, as it was opened.
    var location: String { get }

    /// What a page with all subscriptions shows; on a server one round trip.
    func overview() throws -> LibraryOverview
}

/// What a store is opened for.
public enum StoreAccess: Sendable {
    case read
    case write
}
