/// Executes searches on one connection to an engine: ranking, facets, similar articles, completion, names.
///
/// Each call reads one snapshot of the database. Callers open a snapshot if several calls must see the same state.
package final class ArticleSearcher {
    package let source: any SearchSource
    package let statistics: IndexStatistics

    /// - Parameter caches: shared with other readers of the database; nil for the writer.
    package init(_ source: any SearchSource, caches: IndexCaches? = nil) {
        self.source = source
        statistics = IndexStatistics(source.index, caches: caches)
    }

    /// - Throws: the engine's error once the deadline is reached.
    package func checkDeadline() throws { try source.index.checkDeadline() }
}
