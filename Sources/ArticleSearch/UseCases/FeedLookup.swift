package import Articles
internal import TextAnalysis

/// Finds feeds and folders by name.
package struct FeedLookup {
    private let source: any SearchSource

    package init(_ source: any SearchSource) { self.source = source }

    /// The feed with this address, id or title (the user's title or the feed's own, folded).
    package func feed(named name: String) throws -> Feed? {
        if let feed = try source.feed(.address(name)) { return feed }
        let folded = Analyzer.shared.foldedText(name)
        return try source.feeds(subscribedOnly: false).first { Analyzer.shared.foldedText($0.displayTitle) == folded }
    }

    /// Feeds whose address or title contains the name.
    ///
    /// - Throws: `StorageError.unknownName` if there are none.
    package func feeds(named name: String) throws -> [Int64] {
        let folded = Analyzer.shared.foldedText(name)
        let all = try source.feeds(subscribedOnly: false)
        let named = all.filter { $0.isNamed(name, folded: folded) }
        if named.isEmpty {
            let names = all.flatMap { [$0.ownTitle, $0.title].compactMap(\.self) }
            throw StorageError.unknownName(
                .feed, name, suggestion: NameSuggestion.nearest(to: folded, among: names))
        }
        return named.map(\.id)
    }

    /// Feeds in a folder with this name or path (A/B), and in the folders inside it.
    ///
    /// - Throws: `StorageError.unknownName` if there are none.
    package func feeds(inFolder name: String) throws -> [Int64] {
        let folded = Analyzer.shared.foldedText(name)
        let all = try source.feeds(subscribedOnly: false)
        let inside = all.filter { $0.isInFolder(folded: folded) }
        if inside.isEmpty {
            let names = all.flatMap { $0.folders.flatMap(\.self) }
            throw StorageError.unknownName(
                .folder, name, suggestion: NameSuggestion.nearest(to: folded, among: names))
        }
        return inside.map(\.id)
    }

    /// For `--in`: the feed with this address or title, otherwise the feeds in this folder.
    package func feeds(within name: String) throws -> [Int64] {
        if let feed = try feed(named: name) { return [feed.id] }
        do {
            return try feeds(inFolder: name)
        } catch StorageError.unknownName(_, _, let suggestion) {
            do {
                return try feeds(named: name)
            } catch StorageError.unknownName(_, _, let other) {
                throw StorageError.unknownName(.scope, name, suggestion: suggestion ?? other)
            }
        }
    }
}
